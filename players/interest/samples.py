"""Nodes noted while a search runs, to learn from: the board, and what was remembered of it."""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE
from othello.jit import jitmethods

HINTS = 5
_DRAWN_FROM = np.uint64(40)
"""The bits of a key that decide whether a node is drawn: not those that pick a table's slot."""


@jitmethods
class NoSamples(NamedTuple):
    """Notes nothing."""

    size: int = 0

    def note(self, state, hints):
        """No-op: notes nothing."""


@jitmethods
class NodeSamples(NamedTuple):
    """Notes interior nodes of searches, drawn by their keys, until there is no room.

    `boards` is uint64[n, 2]; `hints` is int64[n, HINTS]; `size` is int64[1]. A node is
    drawn if its key has none of the bits of `mask`.
    """

    boards: np.ndarray
    hints: np.ndarray
    size: np.ndarray
    mask: np.uint64

    def note(self, state, hints):
        """Note a node, if it is drawn."""
        row = self.size[0]
        if (state.key() >> _DRAWN_FROM) & self.mask == NONE and row < len(self.boards):
            self.boards[row, 0], self.boards[row, 1] = state.own, state.opp
            for column, hint in enumerate(hints):
                self.hints[row, column] = hint
            self.size[0] = row + 1


def new_samples(most: int, one_in: int) -> NodeSamples:
    """Room for `most` nodes, about one in `one_in`, a power of two, being drawn."""
    return NodeSamples(
        np.zeros((most, 2), np.uint64),
        np.zeros((most, HINTS), np.int64),
        np.zeros(1, np.int64),
        np.uint64(one_in - 1),
    )
