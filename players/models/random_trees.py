"""Incremental random trees: games that exist only where they are searched.

The cost of a node is the sum of the edge costs on its path. The 64-bit key of a child is a hash of
its parent's key and its index, and determines everything about the child: a seed reproduces a tree
of any depth that is never stored.

Source: Korf, Pemberton and Zhang 1994, "Incremental random search trees"; edge costs and branching
as in Zhang 1995, section 2.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import EVERY_SQUARE, NONE
from othello.jit import jit, jitmethods
from othello.position import mixed

EDGE_COST_LOWEST = -(2**15) + 1
EDGE_COST_HIGHEST = 2**15
WIDEST = 64
"""Largest number of children: one for each bit of a set of moves."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_COST_SHIFT = np.uint64(48)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@jit("uint64(uint64, int64)")
def _child_key(key, move):
    """Key of child number `move` of the node with `key`."""
    return mixed(key + _GOLDEN * np.uint64(move + 1))


@jitmethods
class RandomTree(NamedTuple):
    """Node of a random tree, which implies the tree below; moves are indices of children.

    `cost` is the sum of the edge costs from the root for MAX, who moves at the root; `side` is +1
    if MAX moves and -1 for MIN; `branching` is the number of children; `widest` is the largest
    branching, or 0 in a uniform tree; `left` is the number of plies to the leaves.
    """

    tree_key: np.uint64
    cost: np.int64
    side: np.int64
    branching: np.int64
    widest: np.int64
    left: np.int64

    def legal(self):
        """Indices of the children as a bitboard; empty at a leaf."""
        if self.left <= 0:
            return NONE
        return EVERY_SQUARE >> np.uint64(WIDEST - self.branching)

    def play(self, move):
        """Child with index `move`."""
        key = np.uint64(_child_key(self.tree_key, move))
        edge_cost = np.int64(key >> _COST_SHIFT) + EDGE_COST_LOWEST
        branching = self.branching
        if self.widest > 0:
            branching = np.int64(((key & _LOW_HALF) * np.uint64(self.widest)) >> _HALF) + 1
        return RandomTree(
            key, self.cost + edge_cost, -self.side, branching, self.widest, self.left - 1
        )

    def passed(self):
        """Same node with the other side to move; nobody has to pass."""
        return RandomTree(
            self.tree_key, self.cost, -self.side, self.branching, self.widest, self.left
        )

    def final(self):
        """Cost of a leaf for the side to move."""
        return self.side * self.cost

    def key(self):
        """64-bit hash of the node."""
        return self.tree_key

    def plies_left(self):
        """Number of plies to the leaves."""
        return self.left

    def first(self):
        """True if MAX is to move."""
        return self.side > 0

    def stage(self):
        """0: a tree has no stages."""
        return 0

    def ends_within(self, depth):
        """False: the result of a leaf is a cost like that of any node."""
        return False


@jitmethods
class Cost(NamedTuple):
    """Static value of a node of a random tree: its cost."""

    def value(self, state):
        """Cost of `state` for the side to move."""
        return state.side * state.cost


def random_tree(seed: int, branching: int, depth: int, uniform: bool = False) -> RandomTree:
    """Root of a random tree with `branching` children, MAX to move.

    Other nodes have as many if `uniform`, else 1 to 2 * branching - 1, uniformly distributed.
    ValueError outside 1 to 64 children.
    """
    widest = 0 if uniform else 2 * branching - 1
    if branching < 1 or max(branching, widest) > WIDEST:
        raise ValueError(f"branching {branching}: a node has 1 to {WIDEST} children")
    key = np.uint64(_child_key(np.uint64(seed % 2**64), 0))
    return RandomTree(key, *map(np.int64, (0, 1, branching, widest, depth)))
