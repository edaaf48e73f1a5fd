"""Incremental random trees: games that exist only where they are searched.

Each edge has a cost and a node's cost is the sum of the costs on its path. A
child's 64-bit key is a hash of its parent's key and its index, and everything
about the child is read from that key: the tree is reproducible from its seed,
as deep as one likes and never stored.

Source: Korf, Pemberton and Zhang 1994, "Incremental random search trees";
edge costs and branching as in Zhang 1995, section 2.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import EVERY_SQUARE, NONE
from othello.jit import jit, jitmethods
from othello.position import mixed

EDGE_COST_LOWEST = -(2**15) + 1
EDGE_COST_HIGHEST = 2**15
WIDEST = 64
"""The most children that a node can have: one per bit of a set of moves."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_COST_SHIFT = np.uint64(48)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@jit("uint64(uint64, int64)")
def _child_key(key, move):
    """The key of child number `move` of the node with `key`."""
    return mixed(key + _GOLDEN * np.uint64(move + 1))


class _Node(NamedTuple):
    """The fields of a node."""

    tree_key: np.uint64
    cost: np.int64
    side: np.int64
    branching: np.int64
    widest: np.int64
    left: np.int64


@jitmethods
class RandomTree(_Node):
    """A node of a random tree, and with it the whole tree below.

    `cost` is the sum of the edge costs from the root, as MAX, who moves at the
    root, counts it; `side` is +1 where MAX moves and -1 where MIN does;
    `branching` is the number of children; `widest` is the largest branching
    of a tree with random branching and 0 in a uniform one; `left` is the
    number of plies to the leaves. The moves are the children's indices.
    """

    __slots__ = ()

    def __new__(cls, tree_key, cost, side, branching, widest, left):
        """Coerce every field; numba would otherwise compile another version for each type."""
        return super().__new__(
            cls,
            np.uint64(tree_key),
            np.int64(cost),
            np.int64(side),
            np.int64(branching),
            np.int64(widest),
            np.int64(left),
        )

    def legal(self):
        """The set of children's indices, as a word; empty at a leaf."""
        if self.left <= 0:
            return NONE
        return EVERY_SQUARE >> np.uint64(WIDEST - self.branching)

    def play(self, move):
        """The child with index `move`."""
        key = _child_key(self.tree_key, move)
        edge_cost = np.int64(key >> _COST_SHIFT) + EDGE_COST_LOWEST
        branching = self.branching
        if self.widest > 0:
            branching = np.int64(((key & _LOW_HALF) * np.uint64(self.widest)) >> _HALF) + 1
        return RandomTree(
            key, self.cost + edge_cost, -self.side, branching, self.widest, self.left - 1
        )

    def passed(self):
        """The same node with the other side to move; no side ever has to pass here."""
        return RandomTree(
            self.tree_key, self.cost, -self.side, self.branching, self.widest, self.left
        )

    def final(self):
        """The cost of a leaf for the side to move."""
        return self.side * self.cost

    def key(self):
        """A 64-bit hash of the node, all but never shared by two nodes."""
        return self.tree_key

    def plies_left(self):
        """The number of plies to the leaves."""
        return self.left

    def first(self):
        """Whether MAX is to move."""
        return self.side > 0

    def stage(self):
        """Zero: every part of a random tree is like every other."""
        return 0

    def solved_by(self, depth):
        """False: a leaf's result is a cost like that of any node."""
        return False


@jitmethods
class Cost(NamedTuple):
    """The static value of a node of a random tree: its cost."""

    number: int = 0

    def value(self, state):
        """The cost of `state` for the side to move."""
        return state.side * state.cost


def random_tree(seed: int, branching: int, depth: int, uniform: bool = False) -> RandomTree:
    """The root of a random tree, MAX to move.

    `branching` is that of the root and of every node if `uniform`; otherwise
    it is the mean of the other nodes', who have 1 to 2 * branching - 1
    children, all numbers equally likely. ValueError outside 1 to 64 children.
    """
    widest = 0 if uniform else 2 * branching - 1
    if branching < 1 or max(branching, widest) > WIDEST:
        raise ValueError(f"branching {branching}: a node has 1 to {WIDEST} children")
    return RandomTree(_child_key(np.uint64(seed % 2**64), 0), 0, 1, branching, widest, depth)
