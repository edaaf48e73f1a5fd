"""Move ordering: each order is a type.

An order gives every successor a priority, highest first. Equal priorities are searched by lowest
move, so that a search is the same every time.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, ONE, count, lowest
from othello.jit import jit, jitmethods
from players.search.bounds import INFINITY

MOVE_BITS = 6
HASH_MOVE_PRIORITY = 1 << 40
"""Above every static value, and still room for MOVE_BITS below bit 63."""
MOVE_MASK = (1 << MOVE_BITS) - 1

VALUE_DEPTH = 5
"""Least depth of a child that the history order evaluates."""
REPLY_PRICE = 40
"""Price of one reply of the opponent, in hundredths of a disc."""
HISTORY_BITS = 24
LARGEST_HISTORY = (1 << HISTORY_BITS) - 1
"""Every count is halved when one exceeds this, so that replies decide before history."""


@jit
def minimax(state, depth, evaluator):
    """Value of `state` for the side to move, searched `depth` plies; a pass costs none."""
    if depth <= 0:
        return evaluator.value(state)
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return state.final()
        return -minimax(passed, depth, evaluator)
    best = -INFINITY
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        best = max(best, -minimax(state.play(move), depth - 1, evaluator))
    return best


@jitmethods
class Order(NamedTuple):
    """Base class of all orders: every priority is 0, so the lowest move comes first."""

    number: int = 0
    """Free for subclasses."""

    def priority(self, child, move, depth, ply, is_hash_move, evaluator):
        """Priority of `move` at `ply` to `child`, which would be searched to `depth`."""
        return 0

    def is_static_value(self, priority):
        """True if `priority` is minus the static value of the child."""
        return False

    def learn_cutoff(self, move, depth, ply):
        """No-op."""

    def clear(self):
        """No-op."""


@jitmethods
class ByValue(Order):
    """Best static value first."""

    def priority(self, child, move, depth, ply, is_hash_move, evaluator):
        """Priority of `move` at `ply` to `child`, which would be searched to `depth`."""
        return -evaluator.value(child)

    def is_static_value(self, priority):
        """True if `priority` is minus the static value of the child."""
        return True


@jitmethods
class ByHashMove(Order):
    """Hash move first, the others lowest move first."""

    def priority(self, child, move, depth, ply, is_hash_move, evaluator):
        """Priority of `move` at `ply` to `child`, which would be searched to `depth`."""
        return HASH_MOVE_PRIORITY if is_hash_move else 0


@jitmethods
class ByHashMoveThenValue(Order):
    """Hash move first, the others best static value first."""

    def priority(self, child, move, depth, ply, is_hash_move, evaluator):
        """Priority of `move` at `ply` to `child`, which would be searched to `depth`."""
        if is_hash_move:
            return HASH_MOVE_PRIORITY
        return -evaluator.value(child)

    def is_static_value(self, priority):
        """True if `priority` is minus the static value of the child."""
        return priority != HASH_MOVE_PRIORITY


@jitmethods
class ByHistory(NamedTuple):
    """Hash move first; then static value less the price of replies, or fewest replies.

    The static value is worth its time only where the child is searched to VALUE_DEPTH or more.
    Moves with as many replies are ordered by history. `counts` is int64[2, 64], by side (parity of
    the ply) and move: the sum of the squared depths of its cutoffs. Created by `new_history`.

    Source: Schaeffer 1989, "The history heuristic and alpha-beta search enhancements in practice".
    """

    counts: np.ndarray

    def priority(self, child, move, depth, ply, is_hash_move, evaluator):
        """Priority of `move` at `ply` to `child`, which would be searched to `depth`."""
        if is_hash_move:
            return HASH_MOVE_PRIORITY
        replies = np.int64(count(child.legal()))
        if depth >= VALUE_DEPTH:
            return -evaluator.value(child) - REPLY_PRICE * replies
        return self.counts[ply & 1, move] - (replies << HISTORY_BITS)

    def is_static_value(self, priority):
        """True if `priority` is minus the static value of the child."""
        return False

    def learn_cutoff(self, move, depth, ply):
        """Count a cutoff by `move` at a node of `depth`."""
        self.counts[ply & 1, move] += depth * depth
        if self.counts[ply & 1, move] > LARGEST_HISTORY:
            for side in range(2):
                for square in range(64):
                    self.counts[side, square] >>= 1

    def clear(self):
        """Set all counts to zero."""
        self.counts[:] = 0


def new_history() -> ByHistory:
    """History order before the first cutoff."""
    return ByHistory(np.zeros((2, 64), np.int64))


@jit("int64(int64, int64)")
def pack(priority: int, move: int) -> int:
    """One number that sorts by priority and, among equals, puts the lowest move highest."""
    return (priority << MOVE_BITS) | (MOVE_MASK - move)


@jit("int64(int64)")
def unpack_priority(packed):
    """Priority of a packed number."""
    return packed >> MOVE_BITS


@jit("int64(int64)")
def unpack_move(packed):
    """Move of a packed number."""
    return MOVE_MASK - (packed & MOVE_MASK)


@jit("int64(int64[:, ::1], int64, int64, int64)")
def pick_best(queue: np.ndarray, ply: int, index: int, size: int) -> int:
    """Best move among entries `index` to `size` - 1 of `queue[ply]`, swapped to `index`."""
    best = index
    for other in range(index + 1, size):
        if queue[ply, other] > queue[ply, best]:
            best = other
    packed = queue[ply, best]
    queue[ply, best] = queue[ply, index]
    queue[ply, index] = packed
    return unpack_move(packed)
