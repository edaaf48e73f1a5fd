"""A position that a table knows by the path to it: the reference that pollution is measured by.

What a selective search finds of a position may depend on how it came there: on what
the moves before left to spend, or on the window. With a table under these keys no path is ever
answered by another one.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jit, jitmethods
from othello.position import KernelPosition, Position, mixed

PASSED = 64
"""Stands for a pass where a square would be the number of a move."""


@jit("uint64(uint64, int64)")
def longer(path, move):
    """The hash of a path after one more move, a square or PASSED."""
    return mixed(path + np.uint64(move + 1) * np.uint64(0x9E3779B97F4A7C15))


@jit("uint64(uint64, uint64)")
def joined(position_key, path):
    """A hash in which every bit depends on every bit of both."""
    return mixed(position_key + path)


class _Fields(NamedTuple):
    """The fields of a position with a path to it."""

    own: np.uint64
    opp: np.uint64
    path: np.uint64


@jitmethods
class PathKeyed(_Fields):
    """A state that behaves as `Position` does, but whose key tells apart the paths to it.

    `path` is a hash of the moves and passes since the root, 0 there. Use `path_keyed`.
    """

    legal, final, over = KernelPosition.legal, KernelPosition.final, KernelPosition.over
    plies_left, solved_by = KernelPosition.plies_left, KernelPosition.solved_by
    first, stage = KernelPosition.first, KernelPosition.stage

    def play(self, move):
        """The state after the side to move plays the square `move`, assumed legal."""
        child = Position(self.own, self.opp).play(move)
        return PathKeyed(child.own, child.opp, np.uint64(longer(self.path, move)))

    def passed(self):
        """The same board with the other side to move."""
        return PathKeyed(self.opp, self.own, np.uint64(longer(self.path, PASSED)))

    def key(self):
        """A 64-bit hash of the position and of the path to it."""
        return joined(Position(self.own, self.opp).key(), self.path)


def path_keyed(position: Position) -> PathKeyed:
    """`position` as the root of a search."""
    return PathKeyed(position.own, position.opp, np.uint64(0))
