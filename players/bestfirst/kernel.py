"""Best-first minimax: expand the leaf at the end of the principal variation, again and again.

A node is worth the best of its negated successors, a leaf its static value. The line of best
moves from the root ends at the principal leaf, which is expanded; then values are backed up.
Proven bounds of the game's result are kept too, for the side to move: lower <= result <= upper.

The whole tree stays in memory. A slot stands for a parent and a move; it holds the node, or refers
to another slot that holds it, where transpositions share a node.

Source: Korf and Chickering 1996, "Best-first minimax search".
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, lowest
from othello.jit import jit, jitmethods, step
from othello.position import PASS
from othello.rules import MOST_MOVES
from players.budget import NODES, STOPPED, Budget
from players.search.alphabeta import Search, alphabeta
from players.search.bounds import INFINITY
from players.search.deepening import FULL_WINDOW

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

`parent`: node before the move. `first`: first of the `size` adjacent slots of its moves; a leaf has
none. `same`: slot that holds the node, itself or another. `next`: another slot of the same node,
NO_NODE after the last. `best`: number of the move to follow, NO_MOVE_LEFT for none. `pending`: 1
while its values wait for an update. `value`, `lower`, `upper`: value and proven bounds.
"""
FILLED = 0
"""Index in `counts` of the number of used slots."""
BYTES_PER_SLOT = NODE.itemsize + np.dtype(np.int32).itemsize
LARGEST_ENTRY = 2**32
"""Limit of the entries of a transposition table."""


class StoredTree(NamedTuple):
    """The arrays of a tree: NODE[slots], int32[slots] for nodes to update, and int64[1]."""

    nodes: np.ndarray
    queue: np.ndarray
    counts: np.ndarray


def new_tree(slots: int) -> StoredTree:
    """Empty tree with room for the moves of any root: 2 * MOST_MOVES slots or more."""
    return StoredTree(np.zeros(slots, NODE), np.zeros(slots, np.int32), np.zeros(1, np.int64))


@jitmethods
class NoTranspositions(NamedTuple):
    """Every path leads to a node of its own."""

    def find_node(self, state, nodes):
        """NO_NODE and no key."""
        return NO_NODE, np.uint64(0)

    def add_node(self, node, nodes):
        """No-op."""

    def clear(self):
        """No-op."""


@jitmethods
class Transpositions(NamedTuple):
    """The nodes of a tree by the keys of their positions: open addressing, linear probing.

    `places` is uint32[2 ** bits], at least twice the number of nodes. An entry is a node plus the
    `base`, int64[1], at the time; `clear` raises the base, so that smaller entries are empty.
    """

    places: np.ndarray
    base: np.ndarray

    def find_node(self, state, nodes):
        """Node of a position in the tree, or NO_NODE; and its key."""
        key, base = np.uint64(state.key()), self.base[0]
        last = np.uint64(self.places.size - 1)
        place = key & last
        while self.places[place] >= base:
            node = np.int64(self.places[place]) - base
            if nodes[node]["key"] == key:
                return node, key
            place = (place + np.uint64(1)) & last
        return np.int64(NO_NODE), key

    def add_node(self, node, nodes):
        """Store a new node, which has its key."""
        last, base = np.uint64(self.places.size - 1), self.base[0]
        place = nodes[node]["key"] & last
        while self.places[place] >= base:
            place = (place + np.uint64(1)) & last
        self.places[place] = base + node

    def clear(self):
        """Remove all nodes; overwrites the places only when the base reaches its limit."""
        most_nodes = self.places.size // 2
        self.base[0] += most_nodes
        if self.base[0] + most_nodes > LARGEST_ENTRY:
            self.places[:] = 0
            self.base[0] = most_nodes


def new_transpositions(slots: int) -> Transpositions:
    """Room for the nodes of a tree of `slots` slots: 8 to 16 bytes for each."""
    size = 2 ** int(2 * slots - 1).bit_length()
    return Transpositions(np.zeros(size, np.uint32), np.array([size // 2]))


@jitmethods
class StaticLeaves(NamedTuple):
    """A leaf is worth its static value."""

    def leaf_value(self, state, search):
        """Value of `state` for the side to move."""
        return search.evaluator.value(state)

    def proves(self, state):
        """True if the value of `state` is the result of the game."""
        return False


@jitmethods
class SearchedLeaves(NamedTuple):
    """A leaf is worth the score of `search`, an exact alpha-beta, at `depth` plies.

    Worthless once the budget is exhausted, unless the depth is 0.
    """

    search: Search
    depth: int

    def leaf_value(self, state, search):
        """Value of `state` for the side to move."""
        depth = min(self.depth, state.plies_left())
        score, _ = alphabeta(state, FULL_WINDOW, depth, np.int64(0), self.search)
        return score

    def proves(self, state):
        """True if the value of `state` is the result of the game."""
        return state.plies_left() <= self.depth


class BestFirstSearch(NamedTuple):
    """The parts of a best-first search.

    leaves: StaticLeaves or SearchedLeaves. table: NoTranspositions or Transpositions. completion:
    moves with a proven result, or that can no longer matter, are not followed, until the result of
    the root is proven. Without it the search ends when the principal leaf is a finished game, as
    published. Table, tree and budget serve one search at a time. Source of completion:
    Cohen-Solal 2020, "Learning to play two-player perfect-information games without knowledge".
    """

    evaluator: Any
    leaves: Any
    completion: bool
    table: Any
    tree: StoredTree
    budget: Budget


@step
def set_slot(slot, parent, move, tree):
    """Initialise a slot that holds a leaf: the successor of `parent` by `move`."""
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
def add_child(child, slot, parent, move, search):
    """Store the state `child` in a slot and evaluate it, or share its node."""
    nodes = search.tree.nodes
    set_slot(slot, parent, move, search.tree)
    # Transposition: the slot refers to the node.
    transposed, key = search.table.find_node(child, nodes)
    if transposed != NO_NODE:
        nodes[slot]["same"] = transposed
        nodes[slot]["next"] = nodes[transposed]["next"]
        nodes[transposed]["next"] = slot
        return
    # New leaf: result of the game, or value of the leaf.
    node = nodes[slot]
    node["key"] = key
    search.table.add_node(slot, nodes)
    node["lower"], node["upper"] = -INFINITY, INFINITY
    over = child.legal() == NONE and child.passed().legal() == NONE
    value = child.final() if over else search.leaves.leaf_value(child, search)
    node["value"] = value
    if over or search.leaves.proves(child):
        node["lower"], node["upper"] = value, value


@step
def expand(state, node, search):
    """Add the successors of a leaf; False if a limit stopped it."""
    tree = search.tree
    first, size = tree.counts[FILLED], 0
    moves = state.legal()
    if moves == NONE:
        add_child(state.passed(), first, node, np.int64(PASS), search)
        size = 1
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        search.budget.counters[NODES] += 1
        add_child(state.play(move), first + size, node, move, search)
        size += 1
    if search.budget.counters[STOPPED] != 0:
        return False
    tree.nodes[node]["first"], tree.nodes[node]["size"] = first, size
    tree.counts[FILLED] += size
    return True


@step
def update_node(node, search):
    """Compute values and best move of a node from its successors; True if values changed."""
    nodes = search.tree.nodes
    first, size = nodes[node]["first"], nodes[node]["size"]
    # Negamax of value and bounds.
    value, lower, upper = -INFINITY, -INFINITY, -INFINITY
    for slot in range(first, first + size):
        child = nodes[nodes[slot]["same"]]
        value = max(value, -child["value"])
        lower = max(lower, -child["upper"])
        upper = max(upper, -child["lower"])
    # Best move; with completion only one that still matters.
    best, most = NO_MOVE_LEFT, -INFINITY
    for number in range(size):
        child = nodes[nodes[first + number]["same"]]
        matters = child["lower"] < child["upper"] and -child["lower"] > lower
        if -child["value"] > most and (matters or not search.completion):
            best, most = number, -child["value"]
    # Store.
    stored = nodes[node]
    changed = value != stored["value"] or lower != stored["lower"] or upper != stored["upper"]
    stored["value"], stored["lower"], stored["upper"] = value, lower, upper
    stored["best"] = best
    return changed


@step
def back_up(leaf, search):
    """Update an expanded leaf and all nodes above whose values depend on it."""
    nodes, queue = search.tree.nodes, search.tree.queue
    queue[0] = leaf
    size = 1
    while size > 0:
        size -= 1
        node = np.int64(queue[size])
        nodes[node]["pending"] = 0
        if update_node(node, search):
            # Parents by every slot of the node.
            slot = node
            while slot != NO_NODE:
                parent = nodes[slot]["parent"]
                if parent != NO_NODE and nodes[parent]["pending"] == 0:
                    nodes[parent]["pending"] = 1
                    queue[size] = parent
                    size += 1
                slot = np.int64(nodes[slot]["next"])


@jit
def plant(root, search):
    """Reset the tree to the leaf `root`."""
    tree = search.tree
    tree.counts[FILLED] = 1
    set_slot(np.int64(ROOT_NODE), np.int64(NO_NODE), np.int64(PASS), tree)
    search.table.clear()
    _, key = search.table.find_node(root, tree.nodes)
    node = tree.nodes[ROOT_NODE]
    node["key"] = key
    node["value"], node["lower"], node["upper"] = 0, -INFINITY, INFINITY
    search.table.add_node(ROOT_NODE, tree.nodes)


@jit
def best_first(root, search):
    """Grow the tree of `root` until a limit, a full tree or the end of the game."""
    tree, nodes = search.tree, search.tree.nodes
    fullest = nodes.size - MOST_MOVES  # the successors of any node still fit
    while tree.counts[FILLED] <= fullest:
        if nodes[ROOT_NODE]["size"] != 0 and search.budget.exhausted():
            break
        # Selection: follow the principal variation to its leaf.
        state, node = root, ROOT_NODE
        while nodes[node]["size"] > 0 and nodes[node]["best"] != NO_MOVE_LEFT:
            slot = nodes[node]["first"] + nodes[node]["best"]
            move = np.int64(nodes[slot]["move"])
            state = state.passed() if move == PASS else state.play(move)
            node = np.int64(nodes[slot]["same"])
        # End: a finished game, a proven root, or an expansion that was stopped.
        if nodes[node]["lower"] == nodes[node]["upper"] or not expand(state, node, search):
            break
        back_up(node, search)
