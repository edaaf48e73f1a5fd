"""Order of facts: what is taken comes first, then parity and safe moves, counts of moves last.

Readers who judged sentences about human games learned most from a named square or corner that
changes hands soon, and least from a mean of moves. See docs/coach.md.
"""

from collections.abc import Iterable

from players.coach.facts import Fact

TOPICS = tuple(
    kinds.split()
    for kinds in (
        "misses_corner x_square c_square loses_corner wins_corner",
        "must_pass other_passes",
        "other_takes gives_square stops_reply opens_reply",
        "region_last last_move",
        "few_safe no_safe",
        "allows_wedge misses_wedge unbalanced",
        "misses_quiet shares_best misses_square loses_square",
        "few_later many_later",
        "stable_lost stable_missed",
        "few_moves many_replies wall",
    )
)
"""Kinds of facts, the most important first; one of each topic is given."""
ORDER = {kind: rank for rank, kind in enumerate(kind for topic in TOPICS for kind in topic)}
MOST_EXPLAINED = 400
"""Largest loss that a difference of one explains, of the last topic, in hundredths of a disc."""
MOST_OF_REGION = 800
"""Largest loss that each square of a region explains."""


def most_important(facts: Iterable[Fact], lost: int) -> list[Fact]:
    """Facts in their order, one of each topic and of each square."""
    chosen: list[Fact] = []
    for fact in sorted(facts, key=lambda fact: ORDER[fact.kind]):
        if _explains(fact, lost) and not any(_same(fact, one) for one in chosen):
            chosen.append(fact)
    return chosen


def _explains(fact: Fact, lost: int) -> bool:
    """True unless a small count or region would explain a large loss."""
    if fact.kind == "region_last":
        return len(fact.places[0]) * MOST_OF_REGION >= lost
    if fact.kind not in TOPICS[-1]:
        return True
    first, second = fact.counts
    return abs(first - second) * MOST_EXPLAINED >= lost


def _same(fact: Fact, other: Fact) -> bool:
    """True if two facts are of the same topic or name the same squares first."""
    topic = any({fact.kind, other.kind} <= set(kinds) for kinds in TOPICS)
    return topic or bool(fact.places and fact.places[:1] == other.places[:1])
