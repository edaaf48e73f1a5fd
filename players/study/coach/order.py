"""Facts about a move in their order: the one that explains most of the loss comes first.

Squares are measured by `explained_loss.explained`; what cannot be barred, such as parity, has a
fixed share. A move on a named square is followed by its effect.
"""

from collections.abc import Iterable
from functools import lru_cache

from othello.position import Position
from players.move_values import MoveValue
from players.study.coach.effects import effects
from players.study.coach.explained_loss import explained
from players.study.coach.facts import Fact, Reason
from players.study.coach.lines import Comparison
from players.study.coach.reasons import COUNTED, QUIET_MOVES, REASONS, RESULTS

LEAST_SHARE, STRONG = 0.25, 0.8
"""Least weighted share of a fact, and of a second one that comes before an effect."""


def _squares(fact: Fact) -> set[int]:
    """First squares that a fact names."""
    return set(fact.places[0]) if fact.places else set()


def _share(both: Comparison, fact: Fact) -> float:
    """Weighted share of the loss that a fact explains."""
    topic, least, own, _ = fact.reason.weight
    units = abs(fact.counts[0] - fact.counts[1]) if fact.counts else len(_squares(fact))
    if topic.unit is not None and units * topic.unit < both.lost:
        return 0.0
    if own is None:
        return topic.weight * least
    part = explained(both, _squares(fact), of_other=not own)
    return topic.weight * min(1.0, max(part, least))


def _effect(both: Comparison, fact: Fact) -> list[Fact]:
    """Clearest effect of the move that a fact names, if the sentence names it too."""
    walk = both.best if fact.of_best else both.played
    named = "{place}" in fact.reason.text and _squares(fact) == {*fact.line[-1:]}
    if not named or walk.moves[: len(fact.line)] != fact.line:
        return []
    return list(effects(both, len(fact.line) - 1, of_best=fact.of_best))[:1]


def _repeats(effect: Fact, fact: Fact) -> bool:
    """True if an effect says nothing more than a fact."""
    quiet = fact.reason.weight.topic is QUIET_MOVES and effect.reason.term == fact.reason.term
    return quiet or set(effect.places[-1]) <= _squares(fact)


def most_important(both: Comparison, reasons: Iterable[Reason]) -> list[Fact]:
    """Facts in their order, one of each topic and of each square.

    The second one is the effect of the move that the first one names, unless another fact explains
    much too. Without a fact, an effect of the best move is returned, if there is one.
    """
    rated = [(_share(both, fact), fact) for each in reasons for fact in each.facts(both)]
    chosen: list[tuple[float, Fact]] = []
    for part, fact in sorted(rated, key=lambda pair: -pair[0]):
        topic, alone = fact.reason.weight.topic, fact.reason.weight.alone
        if part < LEAST_SHARE or (chosen and topic.only_first):
            continue
        if any(
            one.reason.weight.topic is topic or _squares(fact) & _squares(one) for _, one in chosen
        ):
            continue
        if part >= alone or _effect(both, fact):
            chosen.append((part, fact))
    merits = list(effects(both, 0, of_best=True))
    if not chosen:
        return merits[:1]
    (_, first), *others = chosen
    strong = [fact for part, fact in others if part >= STRONG]
    weak = [fact for part, fact in others if part < STRONG]
    merits = [each for each in merits if not _repeats(each, first)][:1]
    return [first, *strong, *_effect(both, first), *(weak or merits)]


@lru_cache(maxsize=4096)
def facts_of(position: Position, played: MoveValue, best: MoveValue) -> tuple[Fact, ...]:
    """Facts about the move played compared with the best one, the most important first.

    Empty for the best move itself, and without a reason.
    """
    if played.move == best.move:
        return ()
    both = Comparison(position, played, best)
    results = [fact for reason in RESULTS for fact in reason.facts(both)]
    facts = most_important(both, REASONS)
    if not facts:
        both.small = True
        facts = most_important(both, COUNTED)
    return (*results, *facts)
