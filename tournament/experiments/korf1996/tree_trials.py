"""Trials on random trees: best-first minimax and alpha-beta where both generate as many nodes.

Alpha-beta searches to some depth; best-first minimax and its hybrid have the nodes that it took in
the same state. The right moves are those of the whole tree; in games it is so deep that no search
comes to its end. What is searched, and how, decides the stored results.
"""

from typing import Any, NamedTuple

from othello.bits import squares
from players.bestfirst.growing import grow
from players.bestfirst.kernel import BestFirstSearch
from players.bestfirst.leaves import SearchedLeaves
from players.bestfirst.player import new_best_first
from players.limits import Limits
from players.models.random_trees import Cost, RandomTree, random_tree
from players.search.alphabeta import new_search
from players.search.deepening import fixed_depth
from players.search.workspace import NODES

SLOTS = 2**20
ALPHA_BETA, BEST_FIRST, HYBRID = "alpha-beta", "best-first", "hybrid"


class Decisions(NamedTuple):
    """Trees of one kind, how deep they are, and how deep alpha-beta looks at the most.

    hybrid: plies of the searches that value the hybrid's leaves.
    """

    branching: int
    depth: int
    deepest: int
    hybrid: int = 2


def worth_of_moves(root: RandomTree, depth: int) -> dict[int, int]:
    """What each move is worth in the whole tree, to the side that moves."""
    search = new_search(Cost())
    return {
        move: -fixed_depth(root.play(move), search, Limits(depth=depth - 1)).score
        for move in squares(root.legal())
    }


def new_trees(hybrid: int) -> dict[str, BestFirstSearch]:
    """Best-first minimax as published, and with leaves that a search of `hybrid` plies values."""
    leaves = SearchedLeaves(new_search(Cost()), hybrid)
    return {
        BEST_FIRST: new_best_first(Cost(), SLOTS),
        HYBRID: new_best_first(Cost(), SLOTS, leaves=leaves),
    }


def decisions(asked: Decisions, seed: int) -> dict[str, Any]:
    """What each search's move loses at each depth of alpha-beta, and the nodes that it generated.

    Lists by name of a search, the first for depth 1.
    """
    root = random_tree(seed, asked.branching, asked.depth, uniform=True)
    worth = worth_of_moves(root, asked.depth)
    most = max(worth.values())
    plain = new_search(Cost())
    trees = new_trees(asked.hybrid)
    lost: dict[str, list[int]] = {name: [] for name in (ALPHA_BETA, *trees)}
    nodes: dict[str, list[int]] = {name: [] for name in lost}
    for depth in range(1, asked.deepest + 1):
        move = fixed_depth(root, plain, Limits(depth=depth)).line[0]
        budget = int(plain.workspace.counters[NODES])
        lost[ALPHA_BETA].append(most - worth[move])
        nodes[ALPHA_BETA].append(budget)
        for name, search in trees.items():
            move = grow(root, search, Limits(nodes=budget)).line[0]
            lost[name].append(most - worth[move])
            nodes[name].append(int(search.workspace.counters[NODES]))
    return {"lost": lost, "nodes": nodes}


class TreeGames(NamedTuple):
    """Games of so many moves on trees against alpha-beta of a depth.

    name: BEST_FIRST or HYBRID.
    """

    name: str
    branching: int
    length: int
    depth: int
    hybrid: int = 2


def pair_on_a_tree(asked: TreeGames, seed: int) -> dict[str, Any]:
    """By how much best-first minimax wins the two games on a tree, one as either side.

    The outcome of a game is the cost of its leaf, which MAX wants to be large. The nodes are those
    that best-first minimax generates for all its moves, and those that it might.
    """
    plain, search = new_search(Cost()), new_trees(asked.hybrid)[asked.name]
    gained, spent, allowed = 0, 0, 0
    for is_max in (True, False):
        state = random_tree(seed, asked.branching, asked.length, uniform=True)
        while state.left > 0:
            move = fixed_depth(state, plain, Limits(depth=asked.depth)).line[0]
            if bool(state.first()) == is_max:
                budget = int(plain.workspace.counters[NODES])
                move = grow(state, search, Limits(nodes=budget)).line[0]
                spent, allowed = spent + int(search.workspace.counters[NODES]), allowed + budget
            state = state.play(move)
        gained += int(state.cost) if is_max else -int(state.cost)
    return {"gained": gained, "spent": spent, "allowed": allowed}
