"""Score ranges: how much of what a search answers is proven, at every node and root move.

A search goes by values and windows, as without ranges. Beside its value every node leaves a
range, [lower, upper], that holds the result of its position under perfect play: lower is the
largest that its successors prove, upper the largest that they leave open. A successor that was not
searched leaves open what was open of the node itself before, by its stable discs at the least.
Ranges need no window to be true, so whatever was found of a position before, in any search, is
joined to them. A point alone settles a node: the static values around it are estimates of the same
result. A bound would answer some windows and leave others to static values, so that the value hung
on the window.

One deviation from contributing the interval of each pruned or skipped move: such a move stands
with the range that the node itself had, bare or from the table, and not with its own.
No move is worth more than its node, so that this is as true; its own would take a look at the
stable discs and a probe of the table for every move left, at every cutoff. At the root, where
moves are proven, each does have its own.

Source: Muller 2007, "contingency minimax", for a range per
position and a table that keeps both its bounds.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, ONE, bit, lowest
from othello.jit import jit, jitmethods
from othello.stability import result_bounds
from players.search.bounds import INFINITY
from players.search.range_table import Range, RangeTable, new_range_table
from players.search.table import NO_MOVE
from players.search.workspace import MOST_MOVES, MOST_PLIES

LOW, HIGH = range(2)
"""Columns of the lower and the upper bound, of root moves and of nodes."""
ROOT = MOST_MOVES
"""The row of the root itself."""

BEST_LOW, BEST_HIGH, MOVE_LOW, MOVE_HIGH = range(2, 6)
"""Columns of `found` after LOW and HIGH, a node's range: that of its searched moves, and that of
the move in hand."""
RANGE_TABLE_BITS = 18
"""The size of a player's table of ranges: 2 ** 18 entries."""


@jit
def _range_of(state, rows):
    """The range of the root from those of its moves and what else is known of it."""
    lower, upper = -INFINITY, -INFINITY
    moves = state.legal()
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        lower = max(lower, rows[move, LOW])
        upper = max(upper, rows[move, HIGH])
    return Range(max(lower, rows[ROOT, LOW]), min(upper, rows[ROOT, HIGH]))


@jit
def _best_of(state, rows):
    """The first move than which no other can be better, NO_MOVE if there is none."""
    moves = state.legal()
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        rivals = state.legal() ^ bit(move)
        most = -INFINITY
        while rivals != NONE:
            most = max(most, rows[lowest(rivals), HIGH])
            rivals &= rivals - ONE
        if rows[move, LOW] >= most:
            return move
    return NO_MOVE


@jitmethods
class RootRanges(NamedTuple):
    """What all searches of one root have proven, kept until another root is searched.

    `rows` is int64[MOST_MOVES + 1, 2], LOW and HIGH of every legal move by its square and of the
    ROOT, all for the root's mover. uint64[1] `key_of` says of which position.
    """

    rows: np.ndarray
    key_of: np.ndarray

    def is_about(self, state):
        """Whether the last root that was searched is `state`."""
        return self.key_of[0] == state.key()

    def begin_root(self, state):
        """Keep what is known of this root; of any other reset all ranges."""
        if self.key_of[0] != state.key():
            self.key_of[0] = state.key()
            self.rows[:, LOW] = -INFINITY
            self.rows[:, HIGH] = INFINITY

    def narrow(self, row, lower, upper):
        """Intersect the range of a move, or of the ROOT, with another."""
        self.rows[row, LOW] = max(self.rows[row, LOW], lower)
        self.rows[row, HIGH] = min(self.rows[row, HIGH], upper)

    def known(self, state):
        """The range of `state`, an infinite one if it is not the root."""
        if not self.is_about(state):
            return Range(-INFINITY, INFINITY)
        return _range_of(state, self.rows)

    def proven(self, state):
        """The move of the root `state` that is proven to be best, NO_MOVE if there is none.

        Its lower bound is at least the upper one of every other legal move; of several
        such moves the lowest square.
        """
        return _best_of(state, self.rows) if self.is_about(state) else NO_MOVE

    def clear(self):
        """Drop what is known: no root is known until the next `begin_root`."""
        self.key_of[0] = NONE


def new_root_ranges() -> RootRanges:
    """The ranges of no root."""
    return RootRanges(np.zeros((MOST_MOVES + 1, 2), np.int64), np.zeros(1, np.uint64))


@jitmethods
class NoRanges(NamedTuple):
    """Keeps no ranges; the search is what it is without this module."""

    kept: int = 0

    def bound_results(self):
        """Whether the ranges hold results of the game."""
        return False

    def enter(self, state, ply):
        """No-op: keeps no range of the node."""

    def answers(self, ply):
        """Never settles a node."""
        return False, 0

    def at_leaf(self, state, ply):
        """No-op: keeps no ranges."""

    def at_end(self, score, ply):
        """No-op: keeps no ranges."""

    def after_pass(self, ply):
        """No-op: keeps no ranges."""

    def begin_move(self, ply):
        """No-op: keeps no ranges."""

    def look(self, ply):
        """No-op: keeps no ranges."""

    def end_move(self, move, ply):
        """No-op: keeps no ranges."""

    def leave(self, state, ply, complete):
        """No-op: keeps no ranges."""

    def known(self, state):
        """The infinite range: nothing is known of `state`."""
        return Range(-INFINITY, INFINITY)

    def proven(self, state):
        """NO_MOVE: no move is proven."""
        return NO_MOVE

    def prove(self, state, lower, upper):
        """No-op: keeps no ranges."""

    def decides(self, state):
        """False: no move is proven, so a deeper search may find a better one."""
        return False

    def clear(self):
        """No-op: keeps no ranges."""


@jit
def _note(found, ply, lower, upper):
    """Set the range of the node at `ply`."""
    found[ply, LOW] = lower
    found[ply, HIGH] = upper


@jit
def _before(state, ranges):
    """What is known of a position before it is searched: by its stable discs, and the table's."""
    lower, upper = result_bounds(state.own, state.opp)
    known = ranges.table.recall_range(state)
    return Range(max(lower, known.lower), min(upper, known.upper))


@jit
def _enter_root(state, ranges):
    """Note what is known of the root and each of its moves, beside what earlier searches proved."""
    ranges.root.begin_root(state)
    ranges.root.narrow(ROOT, ranges.found[0, LOW], ranges.found[0, HIGH])
    moves = state.legal()
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        child = _before(state.play(move), ranges)
        ranges.root.narrow(move, -child.upper, -child.lower)


@jitmethods
class ScoreRanges(NamedTuple):
    """Keeps a range of every node on the line being searched, and of every move of the root.

    `found` is int64[MOST_PLIES + 1, 6], by ply, see LOW to MOVE_HIGH, all for the side to move at
    that ply. Use `new_ranges`. One search at a time.
    """

    table: RangeTable
    root: RootRanges
    found: np.ndarray

    def bound_results(self):
        """Whether the ranges hold results of the game."""
        return True

    def enter(self, state, ply):
        """Begin a node whose side has a move."""
        before = _before(state, self)
        _note(self.found, ply, before.lower, before.upper)
        self.found[ply, BEST_LOW] = -INFINITY
        self.found[ply, BEST_HIGH] = -INFINITY
        if ply == 0:
            _enter_root(state, self)

    def answers(self, ply):
        """Whether the range of a node begun settles it, and with which score."""
        return self.found[ply, LOW] == self.found[ply, HIGH], self.found[ply, LOW]

    def at_leaf(self, state, ply):
        """Note the range of a node whose static value is taken: what its stable discs say."""
        lower, upper = result_bounds(state.own, state.opp)
        _note(self.found, ply, lower, upper)

    def at_end(self, score, ply):
        """Note that a finished game is worth its result."""
        _note(self.found, ply, score, score)

    def after_pass(self, ply):
        """Note the range of a node whose side had to pass, after that of its successor."""
        _note(self.found, ply, -self.found[ply + 1, HIGH], -self.found[ply + 1, LOW])

    def begin_move(self, ply):
        """Let the range of the move in hand be infinite, before its first search."""
        self.found[ply, MOVE_LOW] = -INFINITY
        self.found[ply, MOVE_HIGH] = INFINITY

    def look(self, ply):
        """Note what one search of the move in hand proved of it, beside earlier ones."""
        found = self.found
        found[ply, MOVE_LOW] = max(found[ply, MOVE_LOW], -found[ply + 1, HIGH])
        found[ply, MOVE_HIGH] = min(found[ply, MOVE_HIGH], -found[ply + 1, LOW])

    def end_move(self, move, ply):
        """Add the move in hand to those searched; if this is not done it counts as not searched."""
        found = self.found
        found[ply, BEST_LOW] = max(found[ply, BEST_LOW], found[ply, MOVE_LOW])
        found[ply, BEST_HIGH] = max(found[ply, BEST_HIGH], found[ply, MOVE_HIGH])
        if ply == 0:
            self.root.narrow(move, found[ply, MOVE_LOW], found[ply, MOVE_HIGH])

    def leave(self, state, ply, complete):
        """Note the range of a node, and keep it if it is narrower than before.

        `complete`: whether every move was searched.
        """
        found = self.found
        lower = max(found[ply, LOW], found[ply, BEST_LOW])
        upper = min(found[ply, HIGH], found[ply, BEST_HIGH]) if complete else found[ply, HIGH]
        if ply == 0:
            root = self.root.known(state)
            lower, upper = max(lower, root.lower), min(upper, root.upper)
            self.root.narrow(ROOT, lower, upper)
        if lower > found[ply, LOW] or upper < found[ply, HIGH]:
            self.table.keep_range(state, lower, upper)
        _note(found, ply, lower, upper)

    def known(self, state):
        """The range of `state` if it was the root of the last search, else an infinite one."""
        return self.root.known(state)

    def proven(self, state):
        """The move of the last root that is proven to be best, NO_MOVE if there is none."""
        return self.root.proven(state)

    def decides(self, state):
        """Whether a move is proven, than which no search could find a better one."""
        return self.proven(state) != NO_MOVE

    def prove(self, state, lower, upper):
        """Keep that the result of `state` lies from `lower` to `upper`, as another one proved."""
        known = self.table.recall_range(state)
        self.table.keep_range(state, max(lower, known.lower), min(upper, known.upper))

    def clear(self):
        """Empty the table and drop what is known of the root."""
        self.table.clear()
        self.root.clear()


def new_ranges(bits: int = RANGE_TABLE_BITS) -> ScoreRanges:
    """Ranges of no position yet, with a table of 2 ** bits entries; ValueError outside 1 to 28."""
    found = np.zeros((MOST_PLIES + 1, 6), np.int64)
    return ScoreRanges(new_range_table(bits), new_root_ranges(), found)
