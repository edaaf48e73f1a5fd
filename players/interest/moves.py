"""Move ordering by cost, and the memory of killers, replies and follow-ups."""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, ONE, around, bit, lowest
from othello.jit import jit, jitmethods, step
from othello.rules import MOST_MOVES, MOST_PLIES
from players.budget import NODES
from players.interest.costs import CHEAP, FULL, LARGEST_COST, OWN_TERMS, TERMS, WEIGHT_UNIT, Hints
from players.search.ordering import MOVE_BITS, MOVE_MASK, unpack_move
from players.search.table import NO_MOVE

MEMORY = np.dtype(
    (
        np.record,
        [
            ("played", np.int64, (MOST_PLIES + 1,)),
            ("killers", np.int64, (MOST_PLIES + 1, 2)),
            ("replies", np.int64, (2, MOST_MOVES)),
            ("follow_ups", np.int64, (2, MOST_MOVES)),
        ],
    )
)
"""Moves of a search. played: the one that is being searched at a ply; killers: by ply.

replies, follow_ups: best moves of the root's side and of its opponent, after the other side's last
move and after one's own.
"""

UTILITY_BITS = 24
UTILITY_HALF = 1 << (UTILITY_BITS - 1)
UTILITY_MASK = (1 << UTILITY_BITS) - 1
STATIC_SHIFT = MOVE_BITS + UTILITY_BITS
STATIC_BITS = 28
STATIC_HALF = 1 << (STATIC_BITS - 1)
COST_SHIFT = MOVE_BITS + STATIC_BITS
"""A queued number is (static value, utility, move), and once priced (-cost, standing, move).

The standing decides between moves of equal cost: the static value, or the utility in nodes
without static values.
"""
FORCED_COST = 1
"""Cost of the only move of a node: almost nothing."""
HINTS = 5
_SAMPLE_SHIFT = np.uint64(40)
"""Bits of a key from here on choose the samples; the lowest ones choose slots of tables."""


@jit
def _best_after(moves, ply, memory):
    """Stored move after the one played at `ply`; NO_MOVE after a pass or at the root."""
    if ply < 0 or memory.played[ply] < 0:
        return NO_MOVE
    return moves[memory.played[ply]]


@jitmethods
class Memory(NamedTuple):
    """Killers, replies and follow-ups: `records` is MEMORY[1]."""

    records: np.ndarray

    def begin_move(self, move, ply):
        """Note the move that is being searched at `ply`, or a pass."""
        self.records[0].played[ply] = move

    def hints(self, table_move, ply):
        """Moves to prefer at `ply`."""
        memory, side = self.records[0], ply & 1
        return Hints(
            table_move,
            memory.killers[ply, 0],
            memory.killers[ply, 1],
            _best_after(memory.replies[side], ply - 1, memory),
            _best_after(memory.follow_ups[side], ply - 2, memory),
        )

    def learn(self, move, ply):
        """Store a move that raised alpha or cut off at `ply`."""
        memory, side = self.records[0], ply & 1
        if memory.killers[ply, 0] != move:
            memory.killers[ply, 1] = memory.killers[ply, 0]
            memory.killers[ply, 0] = move
        if ply > 0 and memory.played[ply - 1] >= 0:
            memory.replies[side, memory.played[ply - 1]] = move
        if ply > 1 and memory.played[ply - 2] >= 0:
            memory.follow_ups[side, memory.played[ply - 2]] = move

    def forget(self):
        """Clear all moves."""
        memory = self.records[0]
        memory.killers[:] = NO_MOVE
        memory.replies[:] = NO_MOVE
        memory.follow_ups[:] = NO_MOVE


def new_memory() -> Memory:
    """Empty memory."""
    memory = Memory(np.zeros(1, MEMORY))
    memory.forget()
    return memory


@jitmethods
class NoSamples(NamedTuple):
    """No samples."""

    def note(self, state, hints):
        """No-op."""


@jitmethods
class NodeSamples(NamedTuple):
    """Random interior nodes of searches, for the learner of the weights.

    `boards` is uint64[n, 2]; `hints` is int64[n, HINTS]; `size` is int64[1]. A node is noted if
    its key has none of the bits of `mask`, while there is room.
    """

    boards: np.ndarray
    hints: np.ndarray
    size: np.ndarray
    mask: np.uint64

    def note(self, state, hints):
        """Note a node, if its key is chosen."""
        row = self.size[0]
        if (state.key() >> _SAMPLE_SHIFT) & self.mask == NONE and row < len(self.boards):
            self.boards[row, 0], self.boards[row, 1] = state.own, state.opp
            for column, hint in enumerate(hints):
                self.hints[row, column] = hint
            self.size[0] = row + 1


def new_samples(most: int, one_in: int) -> NodeSamples:
    """Room for `most` nodes, about one in `one_in`, a power of two."""
    boards, hints = np.zeros((most, 2), np.uint64), np.zeros((most, HINTS), np.int64)
    return NodeSamples(boards, hints, np.zeros(1, np.int64), np.uint64(one_in - 1))


@jit("int64(int64, int64, int64)")
def pack_measured(static, utility, move):
    """One number that sorts by static value, utility and, among equals, lowest move highest."""
    held = min(max(utility, -UTILITY_HALF), UTILITY_HALF - 1) + UTILITY_HALF
    return (static << STATIC_SHIFT) | (held << MOVE_BITS) | (MOVE_MASK - move)


@jit("int64(int64)")
def measured_static(packed):
    """Static value of a measured move, for its mover."""
    return packed >> STATIC_SHIFT


@jit("int64(int64)")
def measured_utility(packed):
    """Utility of a measured move."""
    return ((packed >> MOVE_BITS) & UTILITY_MASK) - UTILITY_HALF


@jit("int64(int64, int64, int64)")
def pack_priced(cost, standing, move):
    """One number that sorts by cost, lowest highest, standing and move."""
    return (-cost << COST_SHIFT) | ((standing + STATIC_HALF) << MOVE_BITS) | (MOVE_MASK - move)


@jit("int64(int64)")
def cost_of(packed):
    """Cost of a priced move."""
    return -(packed >> COST_SHIFT)


@jit("void(int64[:, ::1], int64, int64)")
def insert(queue, ply, index):
    """Insertion step: sort entry `index` of `queue[ply]` into those before it, highest first."""
    packed = queue[ply, index]
    while index > 0 and queue[ply, index - 1] < packed:
        queue[ply, index] = queue[ply, index - 1]
        index -= 1
    queue[ply, index] = packed


@jit("int64(int64[::1], int64[::1], int64, int64)")
def weigh(weights, values, first, last):
    """Utility of the terms from `first` to `last` - 1."""
    total = 0
    for term in range(first, last):
        total += weights[term] * values[term]
    return total // WEIGHT_UNIT


@step
def measure_moves(state, moves, ply, hints, cheap, search):
    """Queue the measured moves, best static value first, and return their number."""
    terms, queue = search.terms, search.workspace.queue
    weights = terms.weights[CHEAP if cheap else FULL, state.stage()]
    terms.prepare(state)
    size = np.int64(0)
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        child = state.play(move)
        static = 0
        if not cheap:
            static = -search.evaluator.value(child)
        terms.measure(state, move, child, hints)
        utility = weigh(weights, terms.values, 0, OWN_TERMS)
        queue[ply, size] = pack_measured(static, utility, move)
        insert(queue, ply, size)
        size += 1
    return size


@step
def compare_moves(state, size, ply, search):
    """Add the terms that compare measured moves; return the best utility."""
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
        utility = measured_utility(packed) + weigh(weights, terms.values, OWN_TERMS, len(TERMS))
        best = max(best, utility)
        queue[ply, place] = pack_measured(static, utility, move)
    return best


@step
def price_moves(size, best, cheap, ply, search):
    """Queue the measured moves of a node as priced, cheapest first."""
    queue, costs = search.workspace.queue, search.costs
    # Sum over the node, for learned costs.
    shares = 0.0
    for place in range(size):
        shares += costs.share(measured_utility(queue[ply, place]), best)
    # Cost of each move, sorted by insertion.
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
    """As `generate`; `cheap` leaves out static values and the terms that compare them."""
    size = measure_moves(state, moves, ply, hints, cheap, search)
    search.budget.counters[NODES] += size
    best = measured_utility(search.workspace.queue[ply, 0])
    if not cheap:
        best = compare_moves(state, size, ply, search)
    price_moves(size, best, cheap, ply, search)
    return size
