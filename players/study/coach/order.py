"""Order of facts: the one that explains most of the loss comes first.

Squares are measured by `barred.explained`; what cannot be barred, such as parity, has the share of
its topic. A move on a named square is followed by what it does to both sides' moves.
"""

from collections.abc import Iterable

from players.study.coach.explained_loss import explained
from players.study.coach.facts import Comparison, Fact
from players.study.coach.squares import effects

TOPICS = {
    1.3: (
        "misses_corner x_square c_square loses_corner wins_corner opens_corner x_opens_corner"
        " reply_corner",
        "must_pass other_passes",
        "other_takes gives_square stops_reply opens_reply",
        "region_last last_move",
    ),
    1.1: (
        "few_safe no_safe",
        "allows_wedge misses_wedge unbalanced",
        "misses_quiet",
        "misses_square loses_square costs_reserve costs_move",
        "shares_best loses_best strong_reply new_reply",
    ),
    0.9: ("stable_lost stable_missed", "best_takes"),
    0.7: ("later_reply", "prepares can_wait wrong_order"),
    0.6: ("few_later many_later", "few_moves many_replies wall"),
}
"""Kinds of facts by topic with the weight of their share; one of each topic is given.

Readers who judged sentences about human games learned most from a corner or a square that changes
hands soon, and least from a number. See docs/coach.md.
"""
COUNTS = ("few_moves", "many_replies", "wall")
"""Kinds that compare two numbers of the board."""
GROUPS = [kinds.split() for topics in TOPICS.values() for kinds in topics]
WEIGHTS = {kind: w for w, topics in TOPICS.items() for kind in " ".join(topics).split()}
ORDER = {kind: rank for rank, kind in enumerate(kind for group in GROUPS for kind in group)}
BARRED_TO_SIDE = frozenset(
    (
        *("wins_corner", "misses_square", "loses_square", "costs_reserve", "costs_move"),
        *("can_wait", "prepares", "stable_missed", "few_later"),
    )
)
"""Kinds whose squares are barred to the side that moves; the others' to the other side."""
SHARES = {
    **{"misses_corner": 1.0, "must_pass": 0.7, "other_passes": 0.7, "region_last": 0.95},
    **{"last_move": 0.7, "few_safe": 0.5, "no_safe": 0.5, "misses_wedge": 0.5, "unbalanced": 0.4},
    **{"loses_best": 0.4, "wrong_order": 0.36, "wall": 0.45, "few_moves": 0.5},
}
"""Shares of kinds that cannot be barred."""
AT_LEAST = {
    **{"opens_corner": 0.8, "x_opens_corner": 0.8, "allows_wedge": 0.6, "misses_quiet": 0.5},
    **{"few_later": 0.5, "many_later": 0.5, "many_replies": 0.5, "costs_reserve": 0.45},
    **{"can_wait": 0.36, "best_takes": 0.28, "costs_move": 0.23, "shares_best": 0.23},
    **{"x_square": 0.3, "c_square": 0.3, "loses_corner": 0.3, "wins_corner": 0.3},
    **{"other_takes": 0.2},
}
"""Least shares of kinds that are seen on the board whatever a short search says."""
LEAST_SHARE, STRONG = 0.25, 0.8
"""Least weighted share of a fact, and of a second one that comes before an effect."""
ALONE = {"strong_reply": 0.8, "new_reply": 0.8, "later_reply": 0.6, "prepares": 0.6}
"""Least weighted share of kinds that say little without the effect of their move."""
ONLY_FIRST = frozenset({"later_reply", "prepares", "can_wait", "wrong_order"})
"""Kinds that are no second reason."""
NO_EFFECT = frozenset(
    (
        *("misses_corner", "must_pass", "other_passes", "region_last", "last_move"),
        *("allows_wedge", "can_wait"),
    )
)
"""Kinds with a line that speak for themselves."""
MOST_A_UNIT = 400
"""Largest loss that a difference of one of COUNTS explains, in hundredths of a disc."""
MOST_A_SQUARE = 800
"""Largest loss that each square of a region explains."""


def share(both: Comparison, fact: Fact, lost: int) -> float:
    """Share of the loss that a fact explains."""
    if not _explains(fact, lost):
        return 0.0
    if fact.kind in SHARES:
        return SHARES[fact.kind]
    places = fact.places[0] if fact.places else ()
    part = explained(both, places, of_other=fact.kind not in BARRED_TO_SIDE, lost=lost)
    return min(1.0, max(part, AT_LEAST.get(fact.kind, 0)))


def most_important(both: Comparison, facts: Iterable[Fact], lost: int) -> list[Fact]:
    """Facts in their order, one of each topic and of each square.

    The second one is the effect of the move that the first one names, unless another fact explains
    much too. Without a fact, an effect of the best move is returned, if there is one.
    """
    rated = [(WEIGHTS[fact.kind] * share(both, fact, lost), fact) for fact in facts]
    rated.sort(key=lambda pair: (-pair[0], ORDER[pair[1].kind]))
    chosen: list[tuple[float, Fact]] = []
    for part, fact in rated:
        if part < LEAST_SHARE or any(_same(fact, one) for _, one in chosen):
            continue
        if fact.kind in ONLY_FIRST and chosen:
            continue
        if part >= ALONE.get(fact.kind, 0) or _effect(both, fact):
            chosen.append((part, fact))
    merits = list(effects(both, 0, of_best=True))
    if not chosen:
        return merits[:1]
    (_, first), *others = chosen
    strong = [fact for part, fact in others if part >= STRONG]
    weak = [fact for part, fact in others if part < STRONG]
    merits = [each for each in merits if not _repeats(each, first)][:1]
    return [first, *strong, *_effect(both, first), *(weak or merits)]


def _effect(both: Comparison, fact: Fact) -> list[Fact]:
    """Clearest effect of the move that a fact names, if its kind has one."""
    if len(fact.places) != 1 or len(fact.places[0]) != 1 or fact.kind in NO_EFFECT:
        return []
    walk = both.best if fact.of_best else both.played
    if not fact.line or walk.until(len(fact.line) - 1) != fact.line:
        return []
    if fact.line[-1] != fact.places[0][0]:
        return []
    return list(effects(both, len(fact.line) - 1, of_best=fact.of_best))[:1]


def _repeats(effect: Fact, fact: Fact) -> bool:
    """True if an effect says nothing more than a fact."""
    quiet = (effect.kind, fact.kind) == ("opens_nothing_own", "misses_quiet")
    return quiet or set(effect.places[-1]) <= set(fact.places[0] if fact.places else ())


def _explains(fact: Fact, lost: int) -> bool:
    """True unless a small count or region would explain a large loss."""
    if fact.kind == "region_last":
        return len(fact.places[0]) * MOST_A_SQUARE >= lost
    if fact.kind not in COUNTS:
        return True
    first, second = fact.counts
    return abs(first - second) * MOST_A_UNIT >= lost


def _same(fact: Fact, other: Fact) -> bool:
    """True if two facts are of the same topic or name the same square first."""
    topic = any({fact.kind, other.kind} <= set(kinds) for kinds in GROUPS)
    places = (set(each.places[0]) if each.places else set() for each in (fact, other))
    return topic or bool(set.intersection(*places))
