"""Trials on random trees: one tree searched by some algorithms, or a pair of games on it.

In a game MAX moves at the root, and the players alternate until a leaf, whose cost is the
outcome. This file holds only what decides the stored results: any change here repeats all trials.
"""

from typing import Any, NamedTuple

from othello.rules import MOST_PLIES
from players.budget import NODES, start
from players.forward.rules import ForwardEstimation, PerPly, largest_cost
from players.models.random_trees import (
    EDGE_COST_HIGHEST,
    EDGE_COST_LOWEST,
    Cost,
    RandomTree,
    random_tree,
)
from players.search.alphabeta import Search, new_search
from players.search.conventions import AllAtOnce, LazyLastPly, NoPruning, SearchedOnly
from players.search.deepening import search_depth

NO_BOUNDS, EXACT_BOUNDS, LEARNED_BOUNDS = "none", "exact", "learned"
"""Knowledge of edge costs: none, as in alpha-beta; their extremes; those met so far."""
NEVER_PRUNED = MOST_PLIES
"""Depth for a rule that never holds."""


GENERATIONS = {"lazy": LazyLastPly, "full": AllAtOnce, "searched": SearchedOnly}
"""Conventions for counting generated nodes, by name: see players.search.conventions."""


class Interpretation(NamedTuple):
    """Conventions that the paper leaves open; the defaults reproduce its Table 1.

    generation: a name in GENERATIONS. Condition (1), for the side that fails high, is tried at
    nodes with `cut_depth` plies left or more, its mirror image at those with `mirror_depth` or
    more; NEVER_PRUNED for never.
    """

    generation: str = "lazy"
    cut_depth: int = 2
    mirror_depth: int = 1


class Algorithm(NamedTuple):
    """Alpha-beta, if it has NO_BOUNDS, or forward estimation with a share of its bounds."""

    bounds: str = NO_BOUNDS
    delta: float = 1.0
    interpretation: Interpretation = Interpretation()

    def search(self) -> Search:
        """Return a fresh search of this algorithm."""
        generation, *depths = self.interpretation
        rule: Any = NoPruning()
        if self.bounds == LEARNED_BOUNDS:
            rule = ForwardEstimation(largest_cost(self.delta), *depths)
        elif self.bounds == EXACT_BOUNDS:
            extremes = float(EDGE_COST_LOWEST), float(EDGE_COST_HIGHEST)
            rule = ForwardEstimation(PerPly(*extremes, self.delta), *depths)
        return new_search(Cost(), rule=rule, counting=GENERATIONS[generation]())


class Trees(NamedTuple):
    """Random trees of one kind: `branching` is the mean unless they are `uniform`."""

    branching: int
    depth: int
    uniform: bool = False

    def tree(self, seed: int) -> RandomTree:
        """Return the root of tree number `seed`."""
        return random_tree(seed, self.branching, self.depth, self.uniform)


class Comparison(NamedTuple):
    """Trees, and the algorithms that search each of them."""

    trees: Trees
    algorithms: tuple[Algorithm, ...]


class TreeResult(NamedTuple):
    """Result of one search: nodes generated, value of the root, best move."""

    nodes: int
    score: int
    move: int


def search_root(root: RandomTree, depth: int, search: Search) -> TreeResult:
    """Return the result of a search of `depth` plies, which clears learned bounds first."""
    start(search.budget)
    if search.rule.observes_edges():
        search.rule.margins.forget()
    result = search_depth(root, search, depth)
    assert result is not None  # no limit was set
    return TreeResult(int(search.budget.counters[NODES]), result.score, result.move)


def every_depth(settings: Comparison, seed: int) -> dict[str, Any]:
    """Return each algorithm's results at each depth from 1 to the tree's: lists of lists.

    The keys are the fields of `TreeResult`; the first index is the algorithm.
    """
    root, results = settings.trees.tree(seed), []
    for algorithm in settings.algorithms:
        search = algorithm.search()
        by_depth = (search_root(root, depth + 1, search) for depth in range(settings.trees.depth))
        results.append([list(values) for values in zip(*by_depth, strict=True)])
    return dict(zip(TreeResult._fields, map(list, zip(*results, strict=True)), strict=True))


def full_depth(settings: Comparison, seed: int) -> dict[str, Any]:
    """Return each algorithm's result at the tree's depth: lists by the fields of `TreeResult`."""
    root, depth = settings.trees.tree(seed), settings.trees.depth
    results = (search_root(root, depth, algorithm.search()) for algorithm in settings.algorithms)
    return dict(zip(TreeResult._fields, map(list, zip(*results, strict=True)), strict=True))


class TreePlayer(NamedTuple):
    """An algorithm that searches up to `horizon` plies for every move."""

    algorithm: Algorithm
    horizon: int


class TreeMatch(NamedTuple):
    """Two players and their trees."""

    trees: Trees
    a: TreePlayer
    b: TreePlayer


class Searcher:
    """A player in one game: its search with what it learned, and its nodes so far."""

    def __init__(self, player: TreePlayer) -> None:
        self._player = player
        self._search = player.algorithm.search()
        self.nodes = 0

    def choose(self, state: RandomTree) -> int:
        """Return the best move by the search."""
        depth = min(self._player.horizon, int(state.left))
        result = search_root(state, depth, self._search)
        self.nodes += result.nodes
        return result.move


def play_pair(settings: TreeMatch, seed: int) -> dict[str, Any]:
    """Return both games on one tree: the outcomes with A and with B as MAX, and each side's nodes.

    MAX moves first; an outcome is the cost of the leaf. Source: Zhang 1995, section 5.
    """
    outcomes, nodes = [], [0, 0]
    for a_is_max in (True, False):
        state, players = settings.trees.tree(seed), [Searcher(settings.a), Searcher(settings.b)]
        while state.left > 0:
            mover = players[bool(state.first()) != a_is_max]
            state = state.play(mover.choose(state))
        outcomes.append(int(state.cost))
        nodes = [before + one.nodes for before, one in zip(nodes, players, strict=True)]
    return {"outcomes": outcomes, "nodes": nodes}
