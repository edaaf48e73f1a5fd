"""Best-first minimax: the leaf that the root's value rests on is expanded, again and again.

A node is worth the most that its successors, negated, are worth; a leaf its static value. The
line of best moves from the root, the principal variation, ends at the principal leaf: its
successors are made, and the values above it found anew. What is proven of the result of the game
is kept beside the values, for the side to move: lower <= result <= upper.

Source: Korf and Chickering 1996, "Best-first minimax search".
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, lowest
from othello.jit import jit, jitmethods, step
from othello.position import PASS
from players.bestfirst.meetings import NO_NODE
from players.bestfirst.tree import (
    FILLED,
    LINKS,
    NO_MOVE_LEFT,
    ROOT_NODE,
    VISITS,
    StoredTree,
    has_room,
    join_slot,
    set_slot,
)
from players.search.bounds import INFINITY
from players.search.workspace import NODES, STOPPED, Workspace

MINIMAX_NODE = np.dtype(
    [*LINKS, ("value", np.int32), ("lower", np.int32), ("upper", np.int32)], align=True
)

LIMIT_REACHED, TREE_FULL, SETTLED = range(3)
"""Why a tree grows no further: a limit, no room, or nothing left to expand."""


@jitmethods
class EndsWithGame(NamedTuple):
    """The search ends where its principal leaf is a finished game, as published."""

    number: int = 0

    def is_open(self, child, lower):
        """Whether a move to `child` may be followed, from a node that `lower` is proven of."""
        return True


@jitmethods
class Completion(NamedTuple):
    """Moves whose results are proven, or can no longer matter, are not followed.

    The search goes on with the best of the others, until the root's result is proven.
    Source: Cohen-Solal 2020, "Learning to play two-player perfect-information games without
    knowledge", where it is of wins and losses; here of ranges.
    """

    number: int = 1

    def is_open(self, child, lower):
        """Whether a move to `child` may be followed, from a node that `lower` is proven of."""
        return child["lower"] < child["upper"] and -child["lower"] > lower


class BestFirstSearch(NamedTuple):
    """What a best-first search is made of; a variation is another type in a field.

    leaves: see players.bestfirst.leaves; what they search counts in the workspace. ending:
    EndsWithGame or Completion. table: see players.bestfirst.meetings. ranges is always NoRanges:
    the tree keeps what is proven. tree is of MINIMAX_NODE. One search at a time may use table,
    tree and workspace.
    """

    evaluator: Any
    leaves: Any
    ending: Any
    table: Any
    ranges: Any
    tree: StoredTree
    workspace: Workspace


@step
def add_child(child, slot, parent, move, search):
    """Make a slot the way from a parent by a move to the state `child`, and value that."""
    nodes = search.tree.nodes
    set_slot(slot, parent, move, search.tree)
    met, key = search.table.node_met(child, nodes)
    if met != NO_NODE:
        join_slot(slot, met, nodes)
        return
    node = nodes[slot]
    node["key"] = key
    search.table.note_node(slot, nodes)
    node["lower"], node["upper"] = -INFINITY, INFINITY
    over = child.legal() == NONE and child.passed().legal() == NONE
    value = child.final() if over else search.leaves.leaf_value(child, search)
    node["value"] = value
    if over or search.leaves.proves(child):
        node["lower"], node["upper"] = value, value


@step
def expand(state, node, search):
    """Make the successors of a leaf, counted; whether they were made before a limit."""
    tree = search.tree
    first, size = tree.counts[FILLED], 0
    moves = state.legal()
    if moves == NONE:
        add_child(state.passed(), first, node, PASS, search)
        size = 1
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        search.workspace.counters[NODES] += 1
        add_child(state.play(move), first + size, node, move, search)
        size += 1
    if search.workspace.counters[STOPPED] != 0:
        return False
    tree.nodes[node]["first"], tree.nodes[node]["size"] = first, size
    tree.counts[FILLED] += size
    return True


@step
def value_anew(node, search):
    """Find the values of a node and its best move from its successors; whether values changed."""
    nodes = search.tree.nodes
    first, size = nodes[node]["first"], nodes[node]["size"]
    value, lower, upper = -INFINITY, -INFINITY, -INFINITY
    for slot in range(first, first + size):
        child = nodes[nodes[slot]["same"]]
        value = max(value, -child["value"])
        lower = max(lower, -child["upper"])
        upper = max(upper, -child["lower"])
    # What was proven before the node was folded is still true.
    lower, upper = max(lower, nodes[node]["lower"]), min(upper, nodes[node]["upper"])
    value = min(max(value, lower), upper)
    best, most = NO_MOVE_LEFT, -INFINITY
    for number in range(size):
        child = nodes[nodes[first + number]["same"]]
        if -child["value"] > most and search.ending.is_open(child, lower):
            best, most = number, -child["value"]
    before = nodes[node]
    changed = value != before["value"] or lower != before["lower"] or upper != before["upper"]
    before["value"], before["lower"], before["upper"] = value, lower, upper
    before["best"] = best
    return changed


@step
def back_up(leaf, search):
    """Find anew the values of a leaf that was expanded, and of all above that hang on them."""
    nodes, waiting = search.tree.nodes, search.tree.notes
    waiting[0] = leaf
    size = 1
    while size > 0:
        size -= 1
        node = np.int64(waiting[size])
        nodes[node]["pending"] = 0
        if value_anew(node, search):
            slot = node
            while slot != NO_NODE:
                parent = nodes[slot]["parent"]
                if parent != NO_NODE and nodes[parent]["pending"] == 0:
                    nodes[parent]["pending"] = 1
                    waiting[size] = parent
                    size += 1
                slot = np.int64(nodes[slot]["next"])


@jit
def plant(root, search):
    """Make the tree a single leaf: the state `root`, of which nothing is known."""
    tree = search.tree
    tree.counts[FILLED], tree.counts[VISITS] = 1, 0
    set_slot(ROOT_NODE, NO_NODE, PASS, tree)
    search.table.clear()
    _, key = search.table.node_met(root, tree.nodes)
    node = tree.nodes[ROOT_NODE]
    node["key"] = key
    node["value"], node["lower"], node["upper"] = 0, -INFINITY, INFINITY
    search.table.note_node(ROOT_NODE, tree.nodes)


@jit(about_seconds=4)
def best_first(root, search):
    """Grow the tree below the state `root` until it ends: LIMIT_REACHED, TREE_FULL or SETTLED.

    The root is expanded whatever the limits say, unless a search of its leaves is cut short.
    """
    tree, nodes = search.tree, search.tree.nodes
    while nodes[ROOT_NODE]["size"] == 0 or not search.workspace.exhausted():
        if not has_room(tree):
            return TREE_FULL
        # Descent: the principal variation, whose positions are made anew.
        tree.counts[VISITS] += 1
        state, node = root, ROOT_NODE
        nodes[node]["stamp"] = tree.counts[VISITS]
        while nodes[node]["size"] > 0 and nodes[node]["best"] != NO_MOVE_LEFT:
            slot = nodes[node]["first"] + nodes[node]["best"]
            move = np.int64(nodes[slot]["move"])
            state = state.passed() if move == PASS else state.play(move)
            node = np.int64(nodes[slot]["same"])
            nodes[node]["stamp"] = tree.counts[VISITS]
        if nodes[node]["lower"] == nodes[node]["upper"]:
            return SETTLED
        if not expand(state, node, search):
            break
        back_up(node, search)
    return LIMIT_REACHED
