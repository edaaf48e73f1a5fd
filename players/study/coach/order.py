"""Facts about a move in their order: the one that explains most of the loss comes first.

Both moves are searched a few plies deep with the pattern evaluation, once freely and once while a
side may not play on the squares of a fact unless it has no other move. A fact explains as much of
the loss as disappears; what cannot be barred, such as parity, has a fixed share. A move on a named
square is followed by its effect.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

import numpy as np

from othello import evaluation
from othello.bits import NONE, bit, count, lowest
from othello.jit import jit
from othello.position import PASS, Position
from players.move_values import MoveValue, MoveValues
from players.search.ordering import pack, pick_best
from players.study.coach.conditions import MOST_PLIES
from players.study.coach.effects import effects, gains, opens_nothing, takes_away
from players.study.coach.lines import CORNERS, Comparison, Squares, set_of
from players.study.coach.reasons import (
    CORNER,
    LASTING,
    LATER_SQUARES,
    LOSES_BEST,
    NUMBERS,
    PASSES,
    QUIET_MOVES,
    REASONS,
    RESULTS,
    STRONG_REPLY,
)
from players.study.coach.words import MOST_SAID, Evidence, Fact, Reason, evidence

DEPTH = 6
"""Plies searched after each of the two moves."""
ENDLESS = np.int64(1 << 30)
"""Larger than any score."""
LEAST_LOSS = 100
"""Shares of a smaller loss are computed as if it were this, in hundredths of a disc."""


@jit
def barred_value(state, evaluator, depth, alpha, beta, barred, barred_other, queue):
    """Return the fail-soft negamax value if sides play on barred squares only when they must.

    `barred` is the set of the side to move, `barred_other` that of the other side. `depth` in
    plies, a pass costs none; moves with few replies come first. `queue` is int64[depth + 1, 64].
    """
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return np.int64(state.final())
        return -barred_value(passed, evaluator, depth, -beta, -alpha, barred_other, barred, queue)
    if depth == 0:
        return np.int64(evaluator.value(state))
    if moves & ~barred != NONE:
        moves &= ~barred
    best, size = -ENDLESS, 0
    while moves != NONE:
        move = lowest(moves)
        moves ^= bit(move)
        replies = np.int64(count(state.play(move).legal())) if depth > 1 else np.int64(0)
        queue[depth, size] = pack(-replies, np.int64(move))
        size += 1
    for index in range(size):
        child = state.play(pick_best(queue, depth, index, size))
        low = max(alpha, best)
        score = -barred_value(child, evaluator, depth - 1, -beta, -low, barred_other, barred, queue)
        best = max(best, score)
        if best >= beta:
            break
    return best


@lru_cache(maxsize=1 << 14)
def value_after(position: Position, move: int, own_barred: int, opp_barred: int) -> int:
    """Value of a legal move for its side, in hundredths of a disc, with barred sets of squares."""
    child = position.play_unchecked(move)
    barred = np.uint64(opp_barred), np.uint64(own_barred)
    queue = np.zeros((DEPTH + 1, 64), np.int64)
    patterns = evaluation.named("patterns")
    return -int(barred_value(child, patterns, DEPTH, -ENDLESS, ENDLESS, *barred, queue))


def explained(both: Comparison, squares: Iterable[int], *, of_other: bool) -> float:
    """Share of the loss that disappears if squares are barred to the other side, or to the side.

    The share may exceed 1; it is negative if the loss grows.
    """
    mask = sum(1 << square for square in set(squares) if square != PASS)
    barred = (0, mask) if of_other else (mask, 0)

    def loss(*barred: int) -> int:
        played, best = (
            value_after(both.position, move, *barred) for move in (both.move, both.better)
        )
        return best - played

    return (loss(0, 0) - loss(*barred)) / max(both.lost, LEAST_LOSS)


# Order

EARLY = 8
"""Most moves up to a corner or an edge that comes before other facts."""
LEAST_SHARE, STRONG = 0.25, 0.8
"""Least weighted share of a fact, and of a second one that comes before an effect."""


def _squares(fact: Fact) -> set[int]:
    """First squares that a fact names."""
    return {*next(iter(fact.places), ())}


def _share(both: Comparison, fact: Fact) -> float:
    topic, least, own, _ = fact.reason.weight
    if topic.unit is not None and len(_squares(fact)) * topic.unit < both.lost:
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
    found = effects(both, len(fact.line) - 1, of_best=fact.of_best)
    strong = fact.reason is STRONG_REPLY
    return [each for each in found if not (strong and each.reason.when is opens_nothing)][:1]


def _matters(both: Comparison, merit: Fact) -> bool:
    """True if the squares that the best move opens or closes explain some of the loss."""
    if merit.reason.when not in (takes_away, gains):
        return True
    theirs = merit.reason.when is takes_away
    return explained(both, merit.places[-1], of_other=theirs) >= LEAST_SHARE


def _later(both: Comparison) -> list[Fact]:
    """The later square that explains most of the loss in few moves; one that comes soon, if any."""
    facts = [fact for reason in LATER_SQUARES for fact in reason.facts(both)]

    def order(fact: Fact) -> tuple[bool, float]:
        plies = max(len(fact.line), len(fact.beside))
        return plies > MOST_PLIES, -_share(both, fact) / plies

    return sorted(facts, key=order)[:1]


def _answer(both: Comparison) -> list[Fact]:
    """The opponent's reply and what it does; empty without an effect."""
    known = both.after_best.opp_moves.union(both.best.of_side(False))
    again = known.intersection(both.played.moves[1:2])
    found = [] if again else list(effects(both, 1, of_best=False))[:1]
    reply = [Fact(STRONG_REPLY, (each.places[0],), line=each.line) for each in found]
    return [*reply, *found]


def _repeats(effect: Fact, fact: Fact) -> bool:
    """True if an effect says nothing more than a fact."""
    if effect.reason.when is opens_nothing and fact.reason.weight.topic in (QUIET_MOVES, PASSES):
        return True
    return set(effect.places[-1]) <= _squares(fact)


def most_important(both: Comparison, reasons: Iterable[Reason]) -> list[Fact]:
    """Facts in their order, one of each topic and of each square; some may come twice.

    The second one is the effect of the move that the first one names, unless another fact explains
    much too, and then the first difference that lasts.
    """
    rated = [(_share(both, fact), fact) for each in reasons for fact in each.facts(both)]
    chosen: list[tuple[float, Fact]] = []
    rated.sort(key=lambda pair: -pair[0])
    for part, fact in rated:
        topic, alone = fact.reason.weight.topic, fact.reason.weight.alone
        repeats = (
            one.reason.weight.topic is topic
            or _squares(fact) & _squares(one)
            or (one.line[:1] == fact.line[:1] and len(one.line) == len(fact.line) == 2)
            for _, one in chosen
        )
        if part >= LEAST_SHARE and not any(repeats) and (part >= alone or _effect(both, fact)):
            chosen.append((part, fact))
    merits = [each for each in effects(both, 0, of_best=True) if _matters(both, each)]
    topics = {fact.reason.weight.topic for _, fact in chosen}
    lasting = (fact for reason in LASTING for fact in reason.facts(both))
    ends = [fact for fact in lasting if fact.reason.weight.topic not in topics][:1]
    corner = [f for f in ends if f.reason.weight.topic is CORNER and len(f.line) <= EARLY]
    if not chosen:
        weak = [fact for _, fact in rated if fact.reason is not STRONG_REPLY][:1]
        effect = [each for fact in weak for each in _effect(both, fact)]
        near = [*weak, *effect, *corner, *merits[:1]] or _answer(both)
        numbers = (reason for reason in LASTING if reason.weight.topic is NUMBERS)
        slight = (fact for reason in numbers for fact in reason.facts(both, True))
        return [*near, *ends] or _later(both) or [*slight]
    (_, first), *rest = chosen
    strong, weak = ([f for part, f in rest if (part >= STRONG) == wanted] for wanted in (1, 0))
    merits = [each for each in merits if not _repeats(each, first)][:1]
    if first.reason.title == LOSES_BEST:  # it says little alone
        reply = _answer(both)[1:] if first.places[1:] else []
        return [first, *strong, *merits, *corner, *weak, *reply, *ends, *_later(both)]
    return [first, *strong, *_effect(both, first), *corner, *weak, *merits, *ends]


@lru_cache(maxsize=4096)
def facts_of(position: Position, played: MoveValue, best: MoveValue) -> tuple[Fact, ...]:
    """Facts about the move played compared with the best one, the most important first.

    Empty for the best move itself, and without a reason.
    """
    if played.move == best.move:
        return ()
    both = Comparison(position, played, best)
    results = [fact for reason in RESULTS for fact in reason.facts(both)]
    facts = dict.fromkeys(most_important(both, REASONS))
    return (*results, *[*facts][:MOST_SAID])


# Hints

CLEARLY_WORSE = 50
"""Least loss of the second-best move in hundredths of a disc to be compared in a hint."""

Replies = dict[int, Squares]
"""Replies to each move of a position."""


def _only_safe(best: int, replies: Replies) -> Iterator[Evidence]:
    if [move for move, moves in replies.items() if not moves & CORNERS] == [best]:
        yield evidence()


def _fewest(best: int, replies: Replies) -> Iterator[Evidence]:
    left = len(replies[best])
    if left and all(len(moves) > left for move, moves in replies.items() if move != best):
        yield evidence(counts=(left,))


_merit = partial(Reason, "")
ONLY_MOVE = _merit("{best} is the only move", term="")
MERITS = (
    _merit(
        "{best} takes a corner, and a disc there can never be flipped",
        lambda best, replies: [evidence()] if best in CORNERS else [],
        term="corners",
    ),
    _merit("{best} is the only move that doesn't give away a corner", _only_safe, term="corners"),
    _merit(
        "{best} leaves {other} without a move",
        lambda best, replies: [] if replies[best] else [evidence()],
    ),
    _merit(
        "{best} leaves {other} only {first} moves, fewer than any other move",
        _fewest,
        one="{best} leaves {other} only one move",
    ),
)
"""Merits of a move among all moves of a position."""


@lru_cache(maxsize=256)
def hint_facts(position: Position, values: MoveValues) -> tuple[Fact, ...]:
    """Facts about the best move: alone, then compared with the second-best one.

    None speaks of the second-best move alone.
    """
    best, legal = values.best, set_of(position.legal())
    replies = {move: set_of(position.play_unchecked(move).legal()) for move in legal}
    facts = [fact for reason in MERITS for fact in reason.facts(best.move, replies)]
    if len(replies) == 1:
        facts = [Fact(ONLY_MOVE)]
    if len(values.moves) > 1 and best.score - values.moves[1].score >= CLEARLY_WORSE:
        compared = facts_of(position, values.moves[1], best)
        found = [each for each in compared if each.of_best]
        facts += [each for each in found if each.reason.beside_merit or not facts]
    return tuple(facts)
