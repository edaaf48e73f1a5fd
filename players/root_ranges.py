"""The score ranges of a root and of each of its moves, and the move that they prove."""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, ONE, bit, lowest
from othello.jit import jit, jitmethods
from players.bounds import INFINITY
from players.range_table import Range
from players.table import NO_MOVE
from players.workspace import MOST_MOVES

LOW, HIGH = range(2)
"""Columns of the lower and the upper bound, here and in `score_range`."""
ROOT = MOST_MOVES
"""The row of the root itself."""


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
    ROOT, all for the root's mover. uint64[1] `key_of` and int64[1] `plies_ahead` say of which
    position and how far ahead.
    """

    rows: np.ndarray
    key_of: np.ndarray
    plies_ahead: np.ndarray

    def is_about(self, state):
        """Whether the last root that was searched is `state`."""
        return self.key_of[0] == state.key()

    def begin_root(self, state, plies):
        """Keep what is known if it is of this root so many plies ahead, else know nothing."""
        if self.key_of[0] != state.key() or self.plies_ahead[0] != plies:
            self.key_of[0] = state.key()
            self.plies_ahead[0] = plies
            self.rows[:, LOW] = -INFINITY
            self.rows[:, HIGH] = INFINITY

    def narrow(self, row, lower, upper):
        """Let the range of a move, or of the ROOT, be its intersection with another."""
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
        such moves the lowest square. Proven of values `plies_ahead`, and of no others.
        """
        return _best_of(state, self.rows) if self.is_about(state) else NO_MOVE

    def clear(self):
        """Know of no root."""
        self.key_of[0] = NONE
        self.plies_ahead[0] = -1


def new_root_ranges() -> RootRanges:
    """The ranges of no root."""
    return RootRanges(
        np.zeros((MOST_MOVES + 1, 2), np.int64), np.zeros(1, np.uint64), np.full(1, -1, np.int64)
    )
