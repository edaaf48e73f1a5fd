"""The moves of a node, cheapest first, and what a search remembers of moves that refuted.

Moves are measured, weighed, priced and sorted; killers, replies and follow-ups are remembered.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, ONE, around, bit, lowest
from othello.jit import jit, jitmethods, step
from players.interest.costs import LARGEST_COST
from players.interest.terms import CHEAP, FULL, OWN_TERMS, TERMS, WEIGHT_UNIT, Hints
from players.search.ordering import MOVE_BITS, MOVE_MASK, unpack_move
from players.search.table import NO_MOVE
from players.search.workspace import MOST_MOVES, MOST_PLIES, NODES, evaluated

PLAYED = MOST_MOVES + 1
"""The column of a workspace's queue that holds the move being tried at a ply."""
REPLIES = MOST_PLIES + 1
FOLLOW_UPS = REPLIES + 2
ROWS = FOLLOW_UPS + 2
"""The first row of what was best after the other side's last move, and after one's own."""

UTILITY_BITS = 24
UTILITY_HALF = 1 << (UTILITY_BITS - 1)
UTILITY_MASK = (1 << UTILITY_BITS) - 1
STATIC_SHIFT = MOVE_BITS + UTILITY_BITS
STATIC_BITS = 28
STATIC_HALF = 1 << (STATIC_BITS - 1)
COST_SHIFT = MOVE_BITS + STATIC_BITS
"""A queued number is (static value, utility, move), and once priced (-cost, standing, move).

What decides between moves of one cost, the standing, is the static value, or the utility
where no static values are asked for.
"""
FORCED_COST = 1
"""Of a move without an alternative: next to nothing."""


@jit
def _after(moves, row, queue, ply):
    """What `row` holds for the move tried at `ply`, NO_MOVE for a pass or none."""
    if ply < 0 or queue[ply, PLAYED] < 0:
        return NO_MOVE
    return moves[row, queue[ply, PLAYED]]


@jitmethods
class Memory(NamedTuple):
    """Killers by ply, replies by the other side's last move, follow-ups by one's own.

    `moves` is int64[ROWS, MOST_MOVES]: two killers in the row of each ply, then two
    rows each of replies and follow-ups, for the root's side and for the other.
    """

    moves: np.ndarray

    def hints(self, table_move, ply, queue):
        """What is remembered for a node at `ply`."""
        side = ply & 1
        return Hints(
            table_move,
            self.moves[ply, 0],
            self.moves[ply, 1],
            _after(self.moves, REPLIES + side, queue, ply - 1),
            _after(self.moves, FOLLOW_UPS + side, queue, ply - 2),
        )

    def learn(self, move, ply, queue):
        """Remember the move that raised alpha or refuted at `ply`."""
        side = ply & 1
        if self.moves[ply, 0] != move:
            self.moves[ply, 1] = self.moves[ply, 0]
            self.moves[ply, 0] = move
        if ply > 0 and queue[ply - 1, PLAYED] >= 0:
            self.moves[REPLIES + side, queue[ply - 1, PLAYED]] = move
        if ply > 1 and queue[ply - 2, PLAYED] >= 0:
            self.moves[FOLLOW_UPS + side, queue[ply - 2, PLAYED]] = move

    def forget(self):
        """Set every move to NO_MOVE."""
        self.moves[:] = NO_MOVE


def new_memory() -> Memory:
    """A memory in which every move is NO_MOVE."""
    return Memory(np.full((ROWS, MOST_MOVES), NO_MOVE, np.int64))


@jit("int64(int64, int64, int64)")
def pack_measured(static, utility, move):
    """One number that sorts by static value, utility and, among equals, lowest move highest."""
    held = min(max(utility, -UTILITY_HALF), UTILITY_HALF - 1) + UTILITY_HALF
    return (static << STATIC_SHIFT) | (held << MOVE_BITS) | (MOVE_MASK - move)


@jit("int64(int64)")
def measured_static(packed):
    """The static value of a measured move, for the side that makes it."""
    return packed >> STATIC_SHIFT


@jit("int64(int64)")
def measured_utility(packed):
    """The utility of a measured move."""
    return ((packed >> MOVE_BITS) & UTILITY_MASK) - UTILITY_HALF


@jit("int64(int64, int64, int64)")
def pack_priced(cost, standing, move):
    """One number that sorts by cost, lowest highest, standing and move."""
    return (-cost << COST_SHIFT) | ((standing + STATIC_HALF) << MOVE_BITS) | (MOVE_MASK - move)


@jit("int64(int64)")
def priced_cost(packed):
    """The cost of a priced move."""
    return -(packed >> COST_SHIFT)


@jit("void(int64[:, ::1], int64, int64)")
def insert(queue, ply, index):
    """Put entry `index` of `queue[ply]` among those before it, highest first."""
    packed = queue[ply, index]
    while index > 0 and queue[ply, index - 1] < packed:
        queue[ply, index] = queue[ply, index - 1]
        index -= 1
    queue[ply, index] = packed


@jit("int64(int64[::1], int64[::1], int64, int64)")
def weighed(weights, found, first, last):
    """What the terms from `first` to `last` - 1 add to a move's utility."""
    total = 0
    for term in range(first, last):
        total += weights[term] * found[term]
    return total // WEIGHT_UNIT


@step
def measure_moves(state, moves, ply, hints, cheap, search):
    """The number of moves, which are queued as measured, best static value first."""
    terms, queue = search.terms, search.workspace.queue
    weights = terms.weights[CHEAP if cheap else FULL, state.stage()]
    terms.prepare(state)
    size = 0
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        child = state.play(move)
        static = 0
        if not cheap:
            static = -evaluated(child, search)
        terms.measure(state, move, child, hints)
        utility = weighed(weights, terms.found, 0, OWN_TERMS)
        queue[ply, size] = pack_measured(static, utility, move)
        insert(queue, ply, size)
        size += 1
    return size


@step
def compare_moves(state, size, ply, search):
    """The best utility of a node's measured moves, once terms that compare them are added."""
    terms, queue = search.terms, search.workspace.queue
    weights = terms.weights[FULL, state.stage()]
    top = measured_static(queue[ply, 0])
    best = -UTILITY_HALF
    near = NONE
    for place in range(size):
        packed = queue[ply, place]
        static, move = measured_static(packed), unpack_move(packed)
        square = bit(move)
        terms.compare(static - top, place, (near & square) != NONE)
        near |= around(square)
        utility = measured_utility(packed) + weighed(weights, terms.found, OWN_TERMS, len(TERMS))
        best = max(best, utility)
        queue[ply, place] = pack_measured(static, utility, move)
    return best


@step
def price_moves(size, best, cheap, ply, search):
    """Queue the measured moves of a node as priced, cheapest first."""
    queue, costs = search.workspace.queue, search.costs
    shares = 0.0
    for place in range(size):
        shares += costs.share(measured_utility(queue[ply, place]), best)
    common = costs.common(size, best, shares)
    for place in range(size):
        packed = queue[ply, place]
        cost = FORCED_COST
        if size > 1:
            cost = min(LARGEST_COST, costs.cost(measured_utility(packed), common))
        standing = measured_utility(packed) if cheap else measured_static(packed)
        queue[ply, place] = pack_priced(cost, standing, unpack_move(packed))
        insert(queue, ply, place)


@jit
def queue_moves(state, moves, ply, hints, cheap, search):
    """The number of moves of `state`, queued as priced, cheapest first.

    `cheap` leaves out the terms that need static values, and asks for none.
    """
    size = measure_moves(state, moves, ply, hints, cheap, search)
    search.workspace.counters[NODES] += size
    best = measured_utility(search.workspace.queue[ply, 0])
    if not cheap:
        best = compare_moves(state, size, ply, search)
    price_moves(size, best, cheap, ply, search)
    return size
