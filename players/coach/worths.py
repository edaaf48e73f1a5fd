"""Order of facts: how much of a loss each one explains.

A fact explains its counted difference times the worth of one unit, at most the whole loss. The
worths are fitted to judged moves of the engine's own games: non-negative least squares of the loss
by the units of all facts. See docs/coach.md.
"""

from collections.abc import Iterable, Sequence

from players.coach.accuracy import LIMITS
from players.coach.facts import Fact

WORTHS = {
    kind: worth
    for worth, kinds in {
        610: "c_square",
        520: "x_square",
        460: "misses_corner",
        320: "region_last",
        220: "other_passes",
        190: "must_pass",
        180: "gives_corner leaves_corner loses_corner misses_wedge corners",
        130: "last_move stops_reply",
        90: "many_later",
        80: "other_takes few_later wall",
        70: "gives_taken",
        60: "edge_lost few_safe no_safe",
        50: "loses_squares allows_wedge",
        40: "stable_missed stable_lost gives_squares unbalanced",
        20: "presses",
        10: "few_moves many_replies",
    }.items()
    for kind in kinds.split()
}
"""Worth of one unit of each kind of fact in hundredths of a disc; 0 for all others."""
TOPICS = tuple(
    frozenset(kinds.split())
    for kinds in (
        "gives_squares gives_taken loses_squares opens_reply stops_reply misses_quiet many_replies"
        " other_takes",
        "few_moves few_later few_safe no_safe",
        "many_replies many_later presses other_passes wall",
        "region_last last_move",
        "edge_lost stable_lost stable_missed x_square c_square corners loses_corner gives_corner",
    )
)
"""Kinds that say nearly the same; only the most important of them is given."""
LEAST_OF_BLUNDER = 0.03
"""Least share of a loss of more than ten discs that a fact explains."""
LEAST_SHARE = 0.25
"""Least share of the first fact's part of the loss that another fact explains."""


def explained(fact: Fact, lost: int) -> float:
    """Part of a loss that a fact explains, in hundredths of a disc."""
    return min(lost, WORTHS.get(fact.kind, 0) * fact.units)


def most_important(facts: Iterable[Fact], lost: int) -> list[Fact]:
    """Facts ordered by the part of the loss that they explain, one of each topic."""
    ordered = sorted(facts, key=lambda fact: -explained(fact, lost))
    chosen: list[Fact] = []
    for fact in ordered:
        if lost > LIMITS[-1] and explained(fact, lost) < LEAST_OF_BLUNDER * lost:
            break
        enough = not chosen or explained(fact, lost) >= LEAST_SHARE * explained(chosen[0], lost)
        if enough and not _same_topic(fact, chosen):
            chosen.append(fact)
    return chosen


def _same_topic(fact: Fact, chosen: Sequence[Fact]) -> bool:
    """True if a chosen fact is of the same kind or topic, or names the same squares."""
    return any(
        fact.kind == one.kind
        or any({fact.kind, one.kind} <= topic for topic in TOPICS)
        or bool(fact.places and one.places and set(fact.places[0]) & set(one.places[0]))
        for one in chosen
    )
