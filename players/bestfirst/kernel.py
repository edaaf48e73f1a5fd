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
from players.bestfirst.tree import (
    FILLED,
    NO_MOVE_LEFT,
    NO_NODE,
    ROOT_NODE,
    StoredTree,
    has_room,
    join_slot,
    set_slot,
)
from players.search.alphabeta import Search, alphabeta
from players.search.bounds import INFINITY
from players.search.deepening import FULL_WINDOW
from players.search.workspace import NODES, STOPPED, Workspace, evaluated


@jitmethods
class StaticLeaves(NamedTuple):
    """A leaf is worth its static value."""

    depth: int = 0

    def leaf_value(self, state, search):
        """What `state` is worth to the side to move."""
        return evaluated(state, search)

    def proves(self, state):
        """True if what `state` is worth is the result of the game."""
        return False

    def uncut(self) -> "StaticLeaves":
        """The same, which no limit cuts short."""
        return self

    def counted_in(self, workspace: Workspace) -> "StaticLeaves":
        """The same: the search that asks counts."""
        return self


@jitmethods
class SearchedLeaves(NamedTuple):
    """A leaf is worth what `search`, an alpha-beta that prunes nothing, finds `depth` plies deep.

    Worthless once the workspace is exhausted, unless the depth is 0.
    """

    search: Search
    depth: int

    def leaf_value(self, state, search):
        """What `state` is worth to the side to move."""
        depth = min(self.depth, state.plies_left())
        score, _ = alphabeta(state, FULL_WINDOW, depth, 0, self.search)
        return score

    def proves(self, state):
        """True if what `state` is worth is the result of the game."""
        return state.plies_left() <= self.depth

    def uncut(self) -> "SearchedLeaves":
        """Static values, which no limit cuts short."""
        return self._replace(depth=0)

    def counted_in(self, workspace: Workspace) -> "SearchedLeaves":
        """The same, whose nodes count in a workspace, which may end it."""
        return self._replace(search=self.search._replace(workspace=workspace))


class BestFirstSearch(NamedTuple):
    """What a best-first search is made of; a variation is another type in a field.

    leaves: StaticLeaves or SearchedLeaves; what they search counts in the workspace. table:
    NoMeetings or Meetings. With `completion` moves whose results are proven, or can no longer
    matter, are not followed, until the root's result is proven; without it the search ends where
    its principal leaf is a finished game, as published. One search at a time may use table, tree
    and workspace. Source of completion: Cohen-Solal 2020, "Learning to play two-player
    perfect-information games without knowledge".
    """

    evaluator: Any
    leaves: Any
    completion: bool
    table: Any
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
    value = min(max(value, lower), upper)
    best, most = NO_MOVE_LEFT, -INFINITY
    for number in range(size):
        child = nodes[nodes[first + number]["same"]]
        matters = child["lower"] < child["upper"] and -child["lower"] > lower
        if -child["value"] > most and (matters or not search.completion):
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
    tree.counts[FILLED] = 1
    set_slot(ROOT_NODE, NO_NODE, PASS, tree)
    search.table.clear()
    _, key = search.table.node_met(root, tree.nodes)
    node = tree.nodes[ROOT_NODE]
    node["key"] = key
    node["value"], node["lower"], node["upper"] = 0, -INFINITY, INFINITY
    search.table.note_node(ROOT_NODE, tree.nodes)


@jit(about_seconds=4)
def best_first(root, search):
    """Grow the tree below the state `root` until a limit, its room or the end of the game ends it.

    The root is expanded whatever the limits say, unless a search of its leaves is cut short.
    """
    tree, nodes = search.tree, search.tree.nodes
    while has_room(tree) and (nodes[ROOT_NODE]["size"] == 0 or not search.workspace.exhausted()):
        # Descent: the principal variation, whose positions are made again.
        state, node = root, ROOT_NODE
        while nodes[node]["size"] > 0 and nodes[node]["best"] != NO_MOVE_LEFT:
            slot = nodes[node]["first"] + nodes[node]["best"]
            move = np.int64(nodes[slot]["move"])
            state = state.passed() if move == PASS else state.play(move)
            node = np.int64(nodes[slot]["same"])
        # A finished game, a proven root, or a search of leaves that was cut short.
        if nodes[node]["lower"] == nodes[node]["upper"] or not expand(state, node, search):
            break
        back_up(node, search)
