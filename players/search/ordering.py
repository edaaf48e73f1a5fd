"""Move ordering: each order is a type.

An order gives every successor a priority, highest first. Equal priorities are searched by lowest
move, so that a search is the same every time.
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
    """Base of all orders: equal priorities, and none is a static value."""

    number: int = 0

    def priority(self, child, depth, is_table_move, evaluator):
        """Priority of the move to `child`, which would be searched to `depth`."""
        return 0

    def is_static_value(self, priority):
        """True if `priority` is the negated static value of the child, which was evaluated."""
        return False


class Unordered(Order):
    """Lowest move first."""


@jitmethods
class ByValue(Order):
    """Best static value first."""

    def priority(self, child, depth, is_table_move, evaluator):
        """Priority of the move to `child`, which would be searched to `depth`."""
        return -evaluator.value(child)

    def is_static_value(self, priority):
        """True if `priority` is the negated static value of the child, which was evaluated."""
        return True


@jitmethods
class ByTableMove(Order):
    """Table move first, the others lowest move first."""

    def priority(self, child, depth, is_table_move, evaluator):
        """Priority of the move to `child`, which would be searched to `depth`."""
        return TABLE_MOVE_PRIORITY if is_table_move else 0


@jitmethods
class ByTableMoveThenValue(Order):
    """Table move first, the others best static value first."""

    def priority(self, child, depth, is_table_move, evaluator):
        """Priority of the move to `child`, which would be searched to `depth`."""
        if is_table_move:
            return TABLE_MOVE_PRIORITY
        return -evaluator.value(child)

    def is_static_value(self, priority):
        """True if `priority` is the negated static value of the child, which was evaluated."""
        return priority != TABLE_MOVE_PRIORITY


@jitmethods
class ByMinimax(Order):
    """Perfect order: best minimax value first, found by a full search that is not counted.

    Shows how far another order is from the minimal tree.
    """

    def priority(self, child, depth, is_table_move, evaluator):
        """Priority of the move to `child`, which would be searched to `depth`."""
        return -minimax(child, depth, evaluator)


@jit("int64(int64, int64)")
def pack(priority, move):
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
def take_next(queue, ply, index, size):
    """Best move among entries `index` to `size` - 1 of `queue[ply]`, swapped to `index`."""
    best = index
    for other in range(index + 1, size):
        if queue[ply, other] > queue[ply, best]:
            best = other
    packed = queue[ply, best]
    queue[ply, best] = queue[ply, index]
    queue[ply, index] = packed
    return unpack_move(packed)
