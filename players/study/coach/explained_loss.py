"""Share of a loss that squares explain: the loss is computed again with them barred to a side.

Both moves are searched a few plies deep with the pattern evaluation, once freely and once while a
side may not play on the squares unless it has no other move. A fact explains as much of the loss
as disappears.
"""

from functools import cache, lru_cache

import numpy as np

from othello import evaluation
from othello.bits import NONE, bit, count, lowest
from othello.jit import jit
from othello.position import PASS, Position
from players.study.coach.facts import Comparison

DEPTH = 6
"""Plies searched after each of the two moves."""
ENDLESS = np.int64(1 << 30)
"""Larger than any score."""
LEAST_LOSS = 100
"""Shares of a smaller loss are computed as if it were this, in hundredths of a disc."""


@jit
def order_moves(state, moves, depth, ordered):
    """Write `moves` to row `depth` of `ordered`, fewest replies first; return their number."""
    size = 0
    while moves != NONE:
        move = lowest(moves)
        moves ^= bit(move)
        key = np.int64(move)
        if depth > 1:
            key += 64 * np.int64(count(state.play(move).legal()))
        index = size
        while index > 0 and ordered[depth, index - 1] > key:
            ordered[depth, index] = ordered[depth, index - 1]
            index -= 1
        ordered[depth, index] = key
        size += 1
    return size


@jit
def barred_value(state, evaluator, depth, alpha, beta, barred, barred_other, ordered):
    """Return the fail-soft negamax value if sides play on barred squares only when they must.

    `barred` is the set of the side to move, `barred_other` that of the other side. `depth` in
    plies, a pass costs none; `ordered` is int64[depth + 1, 64].
    """
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return np.int64(state.final())
        return -barred_value(passed, evaluator, depth, -beta, -alpha, barred_other, barred, ordered)
    if depth == 0:
        return np.int64(evaluator.value(state))
    if moves & ~barred != NONE:
        moves &= ~barred
    best = -ENDLESS
    for index in range(order_moves(state, moves, depth, ordered)):
        child = state.play(ordered[depth, index] & 63)
        low = max(alpha, best)
        score = -barred_value(
            child, evaluator, depth - 1, -beta, -low, barred_other, barred, ordered
        )
        best = max(best, score)
        if best >= beta:
            break
    return best


@cache
def _evaluator():
    """Pattern evaluation, loaded once."""
    return evaluation.named("patterns")


@lru_cache(maxsize=1 << 14)
def value_after(position: Position, move: int, own_barred: int, opp_barred: int) -> int:
    """Value of a legal move for its side, in hundredths of a disc, with barred sets of squares."""
    child = position.play_unchecked(move)
    barred = np.uint64(opp_barred), np.uint64(own_barred)
    ordered = np.zeros((DEPTH + 1, 64), np.int64)
    return -int(barred_value(child, _evaluator(), DEPTH, -ENDLESS, ENDLESS, *barred, ordered))


def _loss(both: Comparison, own_barred: int, opp_barred: int) -> int:
    """Loss of the move played with barred sets of squares."""
    position = Position(both.start.own, both.start.opp)
    played, best = (
        value_after(position, move, own_barred, opp_barred) for move in (both.move, both.better)
    )
    return best - played


def explained(both: Comparison, squares: tuple[int, ...], *, of_other: bool, lost: int) -> float:
    """Share of a loss that disappears if squares are barred to the other side, or to the side.

    `lost` is the loss in hundredths of a disc, from any search. The share may exceed 1; it is
    negative if the loss grows.
    """
    mask = sum(1 << square for square in set(squares) if square != PASS)
    barred = (0, mask) if of_other else (mask, 0)
    return (_loss(both, 0, 0) - _loss(both, *barred)) / max(lost, LEAST_LOSS)
