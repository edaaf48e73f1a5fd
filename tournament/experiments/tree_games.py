"""Trials that are games on random trees: a pair of games on one tree, sides changed.

MAX moves at the root and the players move in turn until a leaf is reached,
whose cost is the outcome. Before each move its player searches a fixed number
of plies, or those that are left; also where there is one move alone. What is
played and how decides the stored results, and nothing else is in this file.

Source: Zhang 1995, "Forward estimation for minimax search", section 5.
"""

from typing import Any, NamedTuple

from players.models.random_trees import RandomTree
from players.search.alphabeta import Search
from players.search.deepening import search_depth
from players.search.workspace import NODES, start
from tournament.experiments.tree_trials import Algorithm, Trees

MOVE, GAME = "move", "game"
"""How long an algorithm keeps what it learned on-line: for a search, or for a game."""


class TreePlayer(NamedTuple):
    """An algorithm that searches `horizon` plies for every move."""

    algorithm: Algorithm
    horizon: int
    memory: str = MOVE


class TreeMatch(NamedTuple):
    """Two players, and the trees on which they meet."""

    trees: Trees
    a: TreePlayer
    b: TreePlayer


class Seat:
    """A player in one game: its search, with what that has learned, and its nodes so far."""

    def __init__(self, player: TreePlayer) -> None:
        self._player = player
        self._search: Search = player.algorithm.search()
        self.nodes = 0

    def choose(self, state: RandomTree) -> int:
        """The move that the search finds best."""
        search = self._search
        start(search.workspace)
        if search.rule.learns() and self._player.memory == MOVE:
            search.rule.margins.forget()
        result = search_depth(state, search, min(self._player.horizon, int(state.left)))
        assert result is not None  # no limit was set
        self.nodes += int(search.workspace.counters[NODES])
        return result.line[0]


def play_game(root: RandomTree, maximiser: Seat, minimiser: Seat) -> int:
    """The outcome of a game from `root`, where MAX moves first: the cost of its leaf."""
    state = root
    while state.left > 0:
        mover = maximiser if state.first() else minimiser
        state = state.play(mover.choose(state))
    return int(state.cost)


def play_pair(asked: TreeMatch, seed: int) -> dict[str, Any]:
    """Both games on one tree: the outcomes with A and with B as MAX, and the nodes of each."""
    root = asked.trees.tree(seed)
    outcomes = []
    nodes = [0, 0]
    for a_is_max in (True, False):
        a, b = Seat(asked.a), Seat(asked.b)
        outcomes.append(play_game(root, a, b) if a_is_max else play_game(root, b, a))
        nodes = [nodes[0] + a.nodes, nodes[1] + b.nodes]
    return {"outcomes": outcomes, "nodes": nodes}
