"""The tree of a search that keeps it: nodes in one array, children side by side behind parents.

A slot is a way to a node: the parent that it starts from and the move. It holds the node, or
stands for one that another slot holds, where positions that meet are one node. An array that is
full is folded: nodes that were left alone for the longest lose what is below them and keep what
they are worth, so that memory never grows.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jit, step
from players.bestfirst.meetings import NO_NODE
from players.search.workspace import MOST_MOVES

ROOT_NODE = 0
LINKS = [
    ("key", np.uint64),
    ("parent", np.int32),
    ("first", np.int32),
    ("same", np.int32),
    ("next", np.int32),
    ("stamp", np.int32),
    ("move", np.int8),
    ("size", np.int8),
    ("best", np.int8),
    ("pending", np.int8),
]
"""The fields of every tree's nodes.

`parent`: the node that the slot starts from. `first`: the first of the `size` slots of its moves,
which lie side by side; a leaf has none. `same`: the slot that holds the node, itself or another.
`next`: another slot that stands for the same node, NO_NODE behind the last. `stamp`: the visit
that came by last. `best`: the number of the move to follow, NO_MOVE_LEFT for none.
`pending`: 1 while its values wait to be found anew.
"""
NO_MOVE_LEFT = -1

FILLED, VISITS = range(2)
"""What is counted of a tree: slots in use, and visits since it was folded."""
LEAST_SLOTS = 2 * MOST_MOVES
KEPT_SHARE = 2
"""One slot of so many is kept where the tree is folded."""


class StoredTree(NamedTuple):
    """The arrays of a tree, of which one search at a time grows one.

    `nodes` has a dtype that begins with LINKS, `kept`, of the same, is what is left while it is
    folded; `notes` is int32[nodes], scratch; `counts` is int64[2], indexed by FILLED and VISITS.
    """

    nodes: np.ndarray
    kept: np.ndarray
    notes: np.ndarray
    counts: np.ndarray


def bytes_of_slot(dtype: np.dtype) -> int:
    """What a slot of a tree takes of the memory, in bytes, its share of the scratch included."""
    return dtype.itemsize + dtype.itemsize // KEPT_SHARE + np.dtype(np.int32).itemsize


def new_tree(slots: int, dtype: np.dtype) -> StoredTree:
    """A tree with room for so many slots; ValueError for fewer than LEAST_SLOTS."""
    if slots < LEAST_SLOTS:
        raise ValueError(f"a tree has {LEAST_SLOTS} slots or more, not {slots}")
    return StoredTree(
        np.zeros(slots, dtype),
        np.zeros(slots // KEPT_SHARE, dtype),
        np.zeros(slots, np.int32),
        np.zeros(2, np.int64),
    )


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
    node["stamp"] = tree.counts[VISITS]
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
    """Whether the children of any node still fit in, and `notes` has a place for every stamp."""
    size = tree.nodes.size
    return tree.counts[FILLED] + MOST_MOVES <= size and tree.counts[VISITS] + 1 < size


@jit
def _oldest_kept(tree):
    """The least stamp of nodes that keep their children so that what is kept fits in `kept`."""
    nodes, sizes = tree.nodes, tree.notes
    visits = tree.counts[VISITS]
    for stamp in range(visits + 1):
        sizes[stamp] = 0
    for slot in range(tree.counts[FILLED]):
        if nodes[slot]["same"] == slot:
            sizes[nodes[slot]["stamp"]] += nodes[slot]["size"]
    stamp, filled = visits, 1 + sizes[visits]
    while stamp > 0 and filled + sizes[stamp - 1] <= tree.kept.size:
        stamp -= 1
        filled += sizes[stamp]
    return stamp if filled <= tree.kept.size else visits + 1


@jit
def fold(tree, meetings):
    """Give up the children of the nodes that were left alone for the longest, about half of all.

    What they are worth stays, and what is proven of them. Slots move, their order below a node
    and its best move stay. A tree of which one path alone is too large is folded to its root.
    Source of the copying: Cheney 1970, "A nonrecursive list compacting algorithm".
    """
    oldest = _oldest_kept(tree)
    nodes, kept, moved = tree.nodes, tree.kept, tree.notes
    for slot in range(tree.counts[FILLED]):
        moved[slot] = NO_NODE
    kept[ROOT_NODE] = nodes[ROOT_NODE]
    moved[ROOT_NODE] = ROOT_NODE
    filled, parent = 1, 0
    while parent < filled:
        size, first = kept[parent]["size"], kept[parent]["first"]
        if kept[parent]["same"] != parent or kept[parent]["stamp"] < oldest:
            size = 0
        kept[parent]["size"] = size
        kept[parent]["first"] = filled
        for slot in range(first, first + size):
            node = nodes[slot]["same"]
            kept[filled] = nodes[node]
            kept[filled]["parent"] = parent
            kept[filled]["move"] = nodes[slot]["move"]
            kept[filled]["same"] = filled
            kept[filled]["next"] = NO_NODE
            if moved[node] == NO_NODE:
                moved[node] = filled
            else:
                join_slot(filled, moved[node], kept)
            filled += 1
        parent += 1
    meetings.clear()
    for slot in range(filled):
        kept[slot]["stamp"] = 0
        nodes[slot] = kept[slot]
        if kept[slot]["same"] == slot:
            meetings.note_node(slot, nodes)
    tree.counts[FILLED], tree.counts[VISITS] = filled, 0


def slots_of(tree: StoredTree, node: int) -> range:
    """The slots of a node's moves, in their order; none of a leaf.

    `tree.nodes["move"]` of a slot is its move, `tree.nodes["same"]` the node that it leads to.
    """
    first = int(tree.nodes[node]["first"])
    return range(first, first + int(tree.nodes[node]["size"]))
