"""UCT: the tree grows where moves are good or little tried, judged by static values.

A visit follows from the root the move of the largest upper confidence bound, to the first that
was never tried; its state is generated and judged, and the reward is added to every node of the
path. A reward is from -1, lost, to 1, won, for the side to move; an even game is 0.

Source: Kocsis and Szepesvari 2006, "Bandit based Monte-Carlo planning", with the evaluation in
place of games to the end.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, lowest
from othello.jit import jit, step
from othello.position import PASS
from players.bestfirst.growing import GrownResult
from players.bestfirst.kernel import LIMIT_REACHED, TREE_FULL
from players.bestfirst.meetings import NO_NODE
from players.bestfirst.tree import (
    FILLED,
    LINKS,
    ROOT_NODE,
    VISITS,
    StoredTree,
    fold,
    has_room,
    set_slot,
    slots_of,
)
from players.limits import Limits
from players.search.deepening import stoppable
from players.search.node import evaluated
from players.search.workspace import BUDGET, NO_BUDGET, NODES, Alarm, Workspace, start

UCT_NODE = np.dtype([*LINKS, ("visits", np.int64), ("rewards", np.float64)], align=True)
"""`rewards`: the sum of a node's, for the side to move there."""
SUREST = 1 - 1e-9
"""A mean reward that is still that of a finite score."""


class UctSearch(NamedTuple):
    """What a UCT search is made of.

    `exploration` is the factor of the bound's width; `scale` the score, in hundredths of a disc,
    whose reward is tanh(1), three quarters of a won game's. ranges is always NoRanges, table
    NoMeetings, and tree of UCT_NODE. One search at a time may use tree and workspace.
    """

    evaluator: Any
    exploration: float
    scale: float
    table: Any
    ranges: Any
    tree: StoredTree
    workspace: Workspace


@step
def add_slot(parent, move, tree):
    """Add a leaf that was never visited."""
    slot = tree.counts[FILLED]
    set_slot(slot, parent, move, tree)
    tree.nodes[slot]["visits"], tree.nodes[slot]["rewards"] = 0, 0.0
    tree.counts[FILLED] += 1


@jit
def plant_uct(search):
    """Make the tree a single leaf that was never visited."""
    tree = search.tree
    tree.counts[FILLED], tree.counts[VISITS] = 0, 0
    add_slot(NO_NODE, PASS, tree)


@step
def add_moves(state, node, tree):
    """Give a leaf a slot for each of its moves, or for a pass; none if the game is over."""
    first, moves = tree.counts[FILLED], state.legal()
    if moves == NONE and state.passed().legal() != NONE:
        add_slot(node, PASS, tree)
    while moves != NONE:
        add_slot(node, lowest(moves), tree)
        moves &= moves - ONE
    tree.nodes[node]["first"] = first
    tree.nodes[node]["size"] = tree.counts[FILLED] - first


@step
def favoured(node, search):
    """The slot of the move to follow: the first that was never tried, or of the largest bound."""
    nodes = search.tree.nodes
    first = np.int64(nodes[node]["first"])
    logarithm = math.log(nodes[node]["visits"])
    best, most = first, -math.inf
    for slot in range(first, first + nodes[node]["size"]):
        visits = nodes[slot]["visits"]
        if visits == 0:
            return slot
        mean = -nodes[slot]["rewards"] / visits
        bound = mean + search.exploration * math.sqrt(logarithm / visits)
        if bound > most:
            best, most = slot, bound
    return best


@step
def reward_of(state, search):
    """What `state` is worth to the side to move, from -1 to 1; results of games as they are."""
    over = state.legal() == NONE and state.passed().legal() == NONE
    score = state.final() if over else evaluated(state, search)
    return math.tanh(score / search.scale)


@jit(about_seconds=3)
def uct(root, search):
    """Visit the tree below the state `root` until it ends: LIMIT_REACHED or TREE_FULL.

    Every move of the root is tried whatever the limits say. A limit by nodes is one of visits too:
    one that comes to the end of a game generates nothing.
    """
    tree, nodes = search.tree, search.tree.nodes
    root_node, counters = nodes[ROOT_NODE], search.workspace.counters
    while root_node["visits"] <= max(root_node["size"], 1) or not (
        search.workspace.exhausted() or root_node["visits"] > counters[BUDGET]
    ):
        if not has_room(tree):
            return TREE_FULL
        # Descent to a node that was never visited, or to the end of the game.
        tree.counts[VISITS] += 1
        state, node = root, ROOT_NODE
        nodes[node]["stamp"] = tree.counts[VISITS]
        while nodes[node]["visits"] > 0:
            if nodes[node]["size"] == 0:
                add_moves(state, node, tree)
                if nodes[node]["size"] == 0:
                    break
            node = favoured(node, search)
            move = np.int64(nodes[node]["move"])
            state = state.passed() if move == PASS else state.play(move)
            if move != PASS and nodes[node]["visits"] == 0:
                counters[NODES] += 1
            nodes[node]["stamp"] = tree.counts[VISITS]
        # Reward: added to every node of the path, turned from side to side.
        reward = reward_of(state, search)
        while node != NO_NODE:
            nodes[node]["visits"] += 1
            nodes[node]["rewards"] += reward
            reward = -reward
            node = np.int64(nodes[node]["parent"])
    return LIMIT_REACHED


def grow_uct(state: Any, search: UctSearch, limits: Limits) -> GrownResult:
    """What a tree below `state` shows that grew as far as the limits allow, folded where full.

    The move is the one that was visited most; its score the one whose reward is its mean one.
    """
    search = stoppable(search, limits)
    start(search.workspace, NO_BUDGET if limits.nodes is None else limits.nodes)
    plant_uct(search)
    with Alarm(limits.seconds, search.workspace.counters):
        while uct(state, search) == TREE_FULL:
            fold(search.tree, search.table)
    nodes, line, node = search.tree.nodes, [], ROOT_NODE
    while slots := slots_of(search.tree, node):
        node = max(slots, key=lambda slot: int(nodes[slot]["visits"]))
        line.append(node)
    if not line:
        return GrownResult(int(state.final()), ())
    best = nodes[line[0]]
    mean = -float(best["rewards"]) / max(1, int(best["visits"]))
    score = round(search.scale * math.atanh(min(max(mean, -SUREST), SUREST)))
    return GrownResult(score, tuple(int(nodes[node]["move"]) for node in line))
