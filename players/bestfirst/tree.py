"""The tree of a search that keeps it: nodes in one array, children side by side behind parents.

A slot is a way to a node: the parent that it starts from and the move. It holds the node, or
stands for one that another slot holds, where positions that meet are one node.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods, step
from players.search.workspace import MOST_MOVES

ROOT_NODE = 0
NO_NODE = -1
NO_MOVE_LEFT = -1
NODE = np.dtype(
    [
        ("key", np.uint64),
        ("parent", np.int32),
        ("first", np.int32),
        ("same", np.int32),
        ("next", np.int32),
        ("move", np.int8),
        ("size", np.int8),
        ("best", np.int8),
        ("pending", np.int8),
        ("value", np.int32),
        ("lower", np.int32),
        ("upper", np.int32),
    ],
    align=True,
)
"""A slot of the tree.

`parent`: the node that the slot starts from. `first`: the first of the `size` slots of its moves,
which lie side by side; a leaf has none. `same`: the slot that holds the node, itself or another.
`next`: another slot that stands for the same node, NO_NODE behind the last. `best`: the number of
the move to follow, NO_MOVE_LEFT for none. `pending`: 1 while its values wait to be computed again.
`value`, `lower`, `upper`: what the node is worth, and the proven bounds of the result.
"""
FILLED = 0
"""The index in `counts` of the number of slots in use."""
LEAST_SLOTS = 2 * MOST_MOVES
BYTES_OF_SLOT = NODE.itemsize + np.dtype(np.int32).itemsize
LARGEST_ENTRY = 2**32
"""The table of positions keeps less than this of a node."""


class StoredTree(NamedTuple):
    """The arrays of a tree, of which one search at a time grows one.

    `nodes` is NODE[slots]; `notes` is int32[slots], scratch; `counts` is int64[1], see FILLED.
    """

    nodes: np.ndarray
    notes: np.ndarray
    counts: np.ndarray


def new_tree(slots: int) -> StoredTree:
    """A tree with room for `slots` slots; ValueError for fewer than LEAST_SLOTS."""
    if slots < LEAST_SLOTS:
        raise ValueError(f"a tree has {LEAST_SLOTS} slots or more, not {slots}")
    return StoredTree(np.zeros(slots, NODE), np.zeros(slots, np.int32), np.zeros(1, np.int64))


@step
def set_slot(slot, parent, move, tree):
    """Make a slot the way from a parent by a move to a leaf that it holds."""
    node = tree.nodes[slot]
    node["parent"] = parent
    node["move"] = move
    node["first"] = 0
    node["size"] = 0
    node["same"] = slot
    node["next"] = NO_NODE
    node["best"] = NO_MOVE_LEFT
    node["pending"] = 0


@step
def join_slot(slot, node, nodes):
    """Let a slot, which holds none yet, stand for a node that another slot holds."""
    nodes[slot]["same"] = node
    nodes[slot]["next"] = nodes[node]["next"]
    nodes[node]["next"] = slot


@step
def has_room(tree):
    """True if the children of any node still fit in."""
    return tree.counts[FILLED] + MOST_MOVES <= tree.nodes.size


def slots_of(tree: StoredTree, node: int) -> range:
    """The slots of a node's moves, in their order; none of a leaf.

    `tree.nodes["move"]` of a slot is its move, `tree.nodes["same"]` the node that it leads to.
    """
    first = int(tree.nodes[node]["first"])
    return range(first, first + int(tree.nodes[node]["size"]))


@jitmethods
class NoMeetings(NamedTuple):
    """Every path leads to a node of its own: a tree."""

    number: int = 0

    def node_met(self, state, nodes):
        """NO_NODE and no key: none is looked for."""
        return NO_NODE, np.uint64(0)

    def note_node(self, node, nodes):
        """No-op: none is looked for."""

    def clear(self):
        """No-op: none is kept."""


@jitmethods
class Meetings(NamedTuple):
    """The nodes of a tree by the keys of their positions.

    `places` is uint32[2 ** bits], at least twice as many as there are nodes: a node plus the
    `base`, int64[1], at the time when it was kept. The base rises when all nodes are cleared, so
    that what is less than it is no node. A key's place is the first free one from that of its low
    bits on. For games in which no line comes back to a position. Two positions of one key, of 64
    bits, would be taken for one.
    """

    places: np.ndarray
    base: np.ndarray

    def node_met(self, state, nodes):
        """The node of a position that is in the tree already, or NO_NODE; and its key."""
        key, base = np.uint64(state.key()), self.base[0]
        last = np.uint64(self.places.size - 1)
        place = key & last
        while self.places[place] >= base:
            node = np.int64(self.places[place]) - base
            if nodes[node]["key"] == key:
                return node, key
            place = (place + np.uint64(1)) & last
        return np.int64(NO_NODE), key

    def note_node(self, node, nodes):
        """Keep a node, which has its key and is not kept yet."""
        last, base = np.uint64(self.places.size - 1), self.base[0]
        place = nodes[node]["key"] & last
        while self.places[place] >= base:
            place = (place + np.uint64(1)) & last
        self.places[place] = base + node

    def clear(self):
        """Drop all nodes; the places are written only where the bases come to their end."""
        most_nodes = self.places.size // 2
        self.base[0] += most_nodes
        if self.base[0] + most_nodes > LARGEST_ENTRY:
            self.places[:] = 0
            self.base[0] = most_nodes


def new_meetings(slots: int) -> Meetings:
    """Room for the nodes of a tree of `slots` slots: 8 to 16 bytes for each."""
    size = 2 ** int(2 * slots - 1).bit_length()
    return Meetings(np.zeros(size, np.uint32), np.array([size // 2]))
