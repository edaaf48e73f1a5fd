"""The shape of a search tree: how many nodes of each kind, and how well ordered.

Source: "Minimax with alpha/beta pruning", sections
"What search trees look like" and "Predicting the kind of a node".
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.search.workspace import MOST_PLIES


@jitmethods
class NoTreeShape(NamedTuple):
    """Records nothing."""

    recorded: int = 0

    def record(self, depth, predicted, kind, first_best, forced):
        """No-op: records nothing."""


@jitmethods
class TreeShape(NamedTuple):
    """Counts the interior nodes of a search by remaining depth.

    `kinds` is int64[MOST_PLIES, 3, 3]: nodes by depth, predicted kind and real
    kind (PV, CUT, ALL). `first_best` is int64[MOST_PLIES, 3]: those whose first
    successor was the one that mattered, by real kind: it cut, or it was the
    best of a pv node. Both leave out nodes with a single move, where nothing
    can be ordered; `forced` is int64[MOST_PLIES, 3] and counts them. A pass
    and a node that the table answered are not counted.
    """

    kinds: np.ndarray
    first_best: np.ndarray
    forced: np.ndarray

    def record(self, depth, predicted, kind, first_best, forced):
        """Count one node."""
        if forced:
            self.forced[depth, kind] += 1
        else:
            self.kinds[depth, predicted, kind] += 1
            if first_best:
                self.first_best[depth, kind] += 1


def new_tree_shape() -> TreeShape:
    """A record without a node."""
    return TreeShape(
        np.zeros((MOST_PLIES, 3, 3), np.int64),
        np.zeros((MOST_PLIES, 3), np.int64),
        np.zeros((MOST_PLIES, 3), np.int64),
    )
