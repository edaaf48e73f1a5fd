"""The tree of best-first minimax as visits: each node once, with what it is worth in the end."""

from typing import Any

from othello.bits import NONE
from othello.position import PASS
from players.bestfirst.tree import ROOT_NODE, StoredTree, slots_of
from players.explain import search_tree as tree
from players.explain.search_tree import Visit
from players.search.bounds import INFINITY
from players.search.deepening import FULL_WINDOW


def visits_of(stored: StoredTree, root: Any) -> Visit:
    """The tree below the state `root`, numbered in the order in which its nodes were made.

    What lies below a position that several lines lead to is shown where it was made.
    """
    visit = _visit(stored, ROOT_NODE, root, None, 0)
    waiting = [(visit, ROOT_NODE)]
    while waiting:
        above, node = waiting.pop()
        for slot in slots_of(stored, node):
            move = int(stored.nodes[slot]["move"])
            state = above.state.passed() if move == PASS else above.state.play(move)
            below = _visit(stored, slot, state, move, above.ply + 1)
            above.below.append(below)
            if below.end in (tree.EXPANDED, tree.MUST_PASS):
                waiting.append((below, slot))
    return visit


def _visit(stored: StoredTree, slot: int, state: Any, move: int | None, ply: int) -> Visit:
    """The node that a slot leads to, without what lies below it."""
    node = stored.nodes[stored.nodes[slot]["same"]]
    visit = Visit(slot + 1, state, move, ply, 0, FULL_WINDOW, score=int(node["value"]))
    lower, upper = int(node["lower"]), int(node["upper"])
    if (lower, upper) != (-INFINITY, INFINITY):
        visit.lower, visit.upper = lower, upper
    if int(stored.nodes[slot]["same"]) != slot:
        visit.end = tree.MET
    elif node["size"]:
        visit.end = tree.MUST_PASS if state.legal() == NONE else tree.EXPANDED
    else:
        over = state.legal() == NONE and state.passed().legal() == NONE
        visit.end = tree.FINAL if over else tree.LEAF
    return visit
