"""In which order a node searches its successors: each order is a type.

An order gives every successor a priority, highest first; successors of equal
priority are taken by lowest move, so that a search is the same every time.
"""

from typing import NamedTuple

from othello.bits import NONE, ONE, lowest
from othello.jit import jit, jitmethods
from players.search.bounds import INFINITY

TABLE_MOVE_PRIORITY = 1 << 40
"""Above every static value, and still room for six bits of move below bit 63."""
MOVE_BITS = 6
MOVE_MASK = (1 << MOVE_BITS) - 1


@jit
def minimax(state, depth, evaluator):
    """The value of `state` for the side to move, searched `depth` plies, a pass costing none."""
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
    """An order whose priorities say nothing but which move is first."""

    number: int = 0

    def tells(self, priority):
        """Whether a priority is the static value, for the side that moved to it."""
        return False

    def evaluations(self, is_table_move):
        """How often a successor's priority calls the evaluator."""
        return 0

    def priority(self, child, move, depth, ply, is_table_move, evaluator):
        """The priority of `move` at `ply`, after which `child` would be searched to `depth`."""
        return 0


class Unordered(Order):
    """Lowest move first."""


@jitmethods
class ByValue(Order):
    """Best static value first."""

    def tells(self, priority):
        """Whether a priority is the static value, for the side that moved to it."""
        return True

    def evaluations(self, is_table_move):
        """How often a successor's priority calls the evaluator."""
        return 1

    def priority(self, child, move, depth, ply, is_table_move, evaluator):
        """The priority of `move` at `ply`, after which `child` would be searched to `depth`."""
        return -evaluator.value(child)


@jitmethods
class ByTableMove(Order):
    """The table's move first, the others lowest move first."""

    def priority(self, child, move, depth, ply, is_table_move, evaluator):
        """The priority of `move` at `ply`, after which `child` would be searched to `depth`."""
        return TABLE_MOVE_PRIORITY if is_table_move else 0


@jitmethods
class ByTableMoveThenValue(Order):
    """The table's move first, the others best static value first."""

    def tells(self, priority):
        """Whether a priority is the static value, for the side that moved to it."""
        return priority != TABLE_MOVE_PRIORITY

    def evaluations(self, is_table_move):
        """How often a successor's priority calls the evaluator."""
        return 0 if is_table_move else 1

    def priority(self, child, move, depth, ply, is_table_move, evaluator):
        """The priority of `move` at `ply`, after which `child` would be searched to `depth`."""
        if is_table_move:
            return TABLE_MOVE_PRIORITY
        return -evaluator.value(child)


@jitmethods
class ByMinimax(Order):
    """Perfect order: best minimax value first, found by searching everything.

    For measuring how far another order is from the minimal tree; what the
    search for the order costs is not counted.
    """

    def priority(self, child, move, depth, ply, is_table_move, evaluator):
        """The priority of `move` at `ply`, after which `child` would be searched to `depth`."""
        return -minimax(child, depth, evaluator)


@jit("int64(int64, int64)")
def pack(priority, move):
    """One number that sorts by priority and, among equals, puts the lowest move highest."""
    return (priority << MOVE_BITS) | (MOVE_MASK - move)


@jit("int64(int64)")
def unpack_priority(packed):
    """The priority of a packed number."""
    return packed >> MOVE_BITS


@jit("int64(int64)")
def unpack_move(packed):
    """The move of a packed number."""
    return MOVE_MASK - (packed & MOVE_MASK)


@jit("int64(int64[:, ::1], int64, int64, int64)")
def take_next(queue, ply, index, size):
    """The best move among entries `index` to `size` - 1 of `queue[ply]`, swapped to `index`."""
    best = index
    for other in range(index + 1, size):
        if queue[ply, other] > queue[ply, best]:
            best = other
    packed = queue[ply, best]
    queue[ply, best] = queue[ply, index]
    queue[ply, index] = packed
    return unpack_move(packed)
