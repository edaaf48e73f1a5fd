"""Trials on random trees: one tree searched by some algorithms, or a pair of games on it.

In a game MAX moves at the root and the players move in turn until a leaf is reached, whose
cost is the outcome. What is searched and played, and how, decides the stored results, and
nothing else is in this file: a change here measures everything anew.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from players.forward.rules import ForwardEstimation, PerPly, largest_cost, running
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
from players.search.workspace import MOST_PLIES, NODES, start

LEARNING: dict[str, Callable[[float], Any]] = {"largest": largest_cost, "extremes": running}
"""On-line margins by name: the same for both sides, or the extremes, a margin for each."""
NO_BOUNDS, EXACT_BOUNDS, LEARNED_BOUNDS = "none", "exact", "learned"
"""What is known of edge costs: nothing, as in alpha-beta; their extremes; those met so far."""
NEVER_PRUNED = MOST_PLIES
"""The depth from which a rule holds that never holds."""

FOR_A_MOVE, GAME = "move", "game"
"""How long an algorithm keeps what it learned on-line: for a search, or for a game."""


GENERATIONS = {"lazy": LazyLastPly, "full": AllAtOnce, "searched": SearchedOnly}
"""What counts as generated, by name: see players.search.conventions."""


class Interpretation(NamedTuple):
    """What the paper leaves open; the defaults reproduce its Table 1.

    generation: a name in GENERATIONS. Condition (1), for the side that fails high, is tried at
    nodes with `cut_depth` plies left or more, its mirror image at those with `mirror_depth` or
    more; NEVER_PRUNED for never. learned: a name in LEARNING.
    """

    generation: str = "lazy"
    cut_depth: int = 2
    mirror_depth: int = 1
    learned: str = "largest"


class Algorithm(NamedTuple):
    """Alpha-beta, if it has NO_BOUNDS, or forward estimation with a share of its bounds."""

    bounds: str = NO_BOUNDS
    delta: float = 1.0
    interpretation: Interpretation = Interpretation()

    def search(self) -> Search:
        """The search of this algorithm, which has learned nothing yet."""
        generation, *depths, learned = self.interpretation
        rule: Any = NoPruning()
        if self.bounds == LEARNED_BOUNDS:
            rule = ForwardEstimation(LEARNING[learned](self.delta), *depths)
        elif self.bounds == EXACT_BOUNDS:
            extremes = float(EDGE_COST_LOWEST), float(EDGE_COST_HIGHEST)
            rule = ForwardEstimation(PerPly(*extremes, self.delta), *depths)
        return new_search(Cost(), rule=rule, counting=GENERATIONS[generation]())


class Trees(NamedTuple):
    """Random trees of one kind: `branching` is the mean if they are not `uniform`."""

    branching: int
    depth: int
    uniform: bool = False

    def tree(self, seed: int) -> RandomTree:
        """The root of one of them."""
        return random_tree(seed, self.branching, self.depth, self.uniform)


class Comparison(NamedTuple):
    """Trees, and the algorithms that search each of them."""

    trees: Trees
    algorithms: tuple[Algorithm, ...]


class TreeFound(NamedTuple):
    """What one search found: nodes generated, the value of the root, its best move."""

    nodes: int
    score: int
    move: int


def found(root: RandomTree, depth: int, search: Search, memory: str = FOR_A_MOVE) -> TreeFound:
    """What a search of `depth` plies finds; FOR_A_MOVE: having learned nothing before."""
    start(search.workspace)
    if search.rule.learns() and memory == FOR_A_MOVE:
        search.rule.margins.forget()
    result = search_depth(root, search, depth)
    assert result is not None  # no limit was set
    return TreeFound(int(search.workspace.counters[NODES]), result.score, result.line[0])


def every_depth(asked: Comparison, seed: int) -> dict[str, Any]:
    """What each algorithm finds at each depth, from 1 to that of the tree: lists of lists.

    The keys are the fields of `TreeFound`; the first index is the algorithm.
    """
    root, told = asked.trees.tree(seed), []
    for algorithm in asked.algorithms:
        search = algorithm.search()
        by_depth = (found(root, depth + 1, search) for depth in range(asked.trees.depth))
        told.append([list(values) for values in zip(*by_depth, strict=True)])
    return dict(zip(TreeFound._fields, map(list, zip(*told, strict=True)), strict=True))


def full_depth(asked: Comparison, seed: int) -> dict[str, Any]:
    """What each algorithm finds at the depth of the tree: lists by the fields of `TreeFound`."""
    root, depth = asked.trees.tree(seed), asked.trees.depth
    all_found = (found(root, depth, algorithm.search()) for algorithm in asked.algorithms)
    return dict(zip(TreeFound._fields, map(list, zip(*all_found, strict=True)), strict=True))


class TreePlayer(NamedTuple):
    """An algorithm that searches `horizon` plies, or those that are left, for every move."""

    algorithm: Algorithm
    horizon: int
    memory: str = FOR_A_MOVE


class TreeMatch(NamedTuple):
    """Two players, and the trees on which they meet."""

    trees: Trees
    a: TreePlayer
    b: TreePlayer


class Searcher:
    """A player in one game: its search, with what that has learned, and its nodes so far."""

    def __init__(self, player: TreePlayer) -> None:
        self._player = player
        self._search = player.algorithm.search()
        self.nodes = 0

    def choose(self, state: RandomTree) -> int:
        """The move that the search finds best."""
        depth = min(self._player.horizon, int(state.left))
        told = found(state, depth, self._search, self._player.memory)
        self.nodes += told.nodes
        return told.move


def play_pair(asked: TreeMatch, seed: int) -> dict[str, Any]:
    """Both games on one tree: the outcomes with A and with B as MAX, and the nodes of each.

    MAX moves first; an outcome is the cost of the leaf. Source: Zhang 1995, section 5.
    """
    outcomes, nodes = [], [0, 0]
    for a_is_max in (True, False):
        state, players = asked.trees.tree(seed), [Searcher(asked.a), Searcher(asked.b)]
        while state.left > 0:
            mover = players[bool(state.first()) != a_is_max]
            state = state.play(mover.choose(state))
        outcomes.append(int(state.cost))
        nodes = [before + one.nodes for before, one in zip(nodes, players, strict=True)]
    return {"outcomes": outcomes, "nodes": nodes}
