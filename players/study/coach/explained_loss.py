"""Share of a loss that squares explain: the loss is computed again with them barred to a side.

Both moves are searched a few plies deep with the pattern evaluation, once freely and once while a
side may not play on the squares unless it has no other move. A fact explains as much of the loss
as disappears.
"""

from collections.abc import Iterable
from functools import cache, lru_cache

import numpy as np

from othello import evaluation
from othello.bits import NONE, bit, count, lowest
from othello.jit import jit
from othello.position import PASS, Position
from players.search.ordering import pack, pick_best
from players.study.coach.lines import Comparison

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


@cache
def _evaluator():
    """Pattern evaluation, loaded once."""
    return evaluation.named("patterns")


@lru_cache(maxsize=1 << 14)
def value_after(position: Position, move: int, own_barred: int, opp_barred: int) -> int:
    """Value of a legal move for its side, in hundredths of a disc, with barred sets of squares."""
    child = position.play_unchecked(move)
    barred = np.uint64(opp_barred), np.uint64(own_barred)
    queue = np.zeros((DEPTH + 1, 64), np.int64)
    return -int(barred_value(child, _evaluator(), DEPTH, -ENDLESS, ENDLESS, *barred, queue))


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
