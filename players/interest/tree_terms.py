"""The terms of interest search on random trees, where a move is only a number."""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.interest.terms import FOLLOW_UP, REPLY, ROOM, TERMS, hint_terms, static_terms

TREE_SCALE = 64
"""Costs of edges, up to 2**15, to what static values of Othello commonly are."""


@jitmethods
class TreeTerms(NamedTuple):
    """The terms of a move in a random tree: those of IN_TREES.

    `weights` and `found` as in OthelloTerms; costs of edges are `scale` times what
    a hundredth of a disc is.
    """

    weights: np.ndarray
    found: np.ndarray
    scale: int

    def prepare(self, state):
        """Set every term to zero, as for a node of which nothing is measured."""
        self.found[: len(TERMS)] = 0

    def measure(self, state, move, child, hints):
        """Write every term of a move that needs no static value."""
        hint_terms(move, hints, self.found)
        self.found[REPLY] = 0
        self.found[FOLLOW_UP] = 0

    def compare(self, gap, place, similar):
        """Write the terms of a move that compare static values."""
        static_terms(gap // self.scale, place, 0, self.found)


def tree_terms(weights: np.ndarray) -> TreeTerms:
    """The terms of random trees with these weights, int64[2, STAGES, len(TERMS)]."""
    return TreeTerms(weights, np.zeros(ROOM, np.int64), TREE_SCALE)
