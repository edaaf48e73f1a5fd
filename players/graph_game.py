"""A game on a random directed graph with cycles, where to repeat a position is to draw.

Positions are the nodes of a graph; nodes of even number have the first side to
move and lead to nodes of odd number, and the other way round. A line that comes
back to a node ends there as a draw, and so does one that reaches a node which
already stood twice in the game before the search. Terminal nodes have whole
scores, so few that there are many ties. What a search finds at a node hangs on
the path to it: the ground on which tables keyed by position go wrong.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, bit, count
from othello.jit import jitmethods

DRAW = 0
MOST_NODES = 64
"""A set of nodes is a word."""
FEWEST_NODES = 3
HIGHEST_SCORE = 3
TERMINAL_SHARE = 0.2


class Graph(NamedTuple):
    """`successors` is uint64[n], a set of nodes for each node, empty at a terminal one.

    Nodes lead to nodes of the other side only, even ones to odd ones. `scores`
    is int64[n]: what a terminal node is worth to the side to move there.
    """

    successors: np.ndarray
    scores: np.ndarray


class _Place(NamedTuple):
    """The fields of a position."""

    node: np.int64
    path: np.uint64
    twice: np.uint64
    graph: Graph


@jitmethods
class GraphPosition(_Place):
    """A node of a graph, as a search reaches it; a move is the number of a successor.

    `path` is the set of the nodes on the line from the root to this one, which
    it holds only if it is a repetition; `twice` is the set of the nodes that
    stood twice in the game.
    """

    __slots__ = ()

    def __new__(cls, node, path, twice, graph):
        """Give each field the one type that kernels are compiled for."""
        return super().__new__(cls, np.int64(node), np.uint64(path), np.uint64(twice), graph)

    def legal(self):
        """The set of the nodes to move to; empty where the line has ended."""
        if bit(self.node) & (self.path | self.twice) != NONE:
            return NONE
        return self.graph.successors[self.node]

    def play(self, move):
        """The position at the node `move`."""
        return GraphPosition(move, self.path | bit(self.node), self.twice, self.graph)

    def passed(self):
        """The same position: no side ever has to pass here."""
        return self

    def final(self):
        """What the end of a line is worth to the side to move; a repetition is a draw."""
        if bit(self.node) & (self.path | self.twice) != NONE:
            return np.int64(DRAW)
        return self.graph.scores[self.node]

    def key(self):
        """The number of the node, whatever the path to it."""
        return np.uint64(self.node)

    def plies_left(self):
        """The most plies that a line can still last: to every other node, and back to one."""
        return self.graph.scores.size - count(self.path)

    def first(self):
        """Whether the side of the even nodes is to move."""
        return self.node % 2 == 0

    def stage(self):
        """Zero: every part of a graph is like every other."""
        return 0

    def solved_by(self, depth):
        """Whether a search of `depth` plies follows every line to its end."""
        return depth >= self.graph.scores.size - count(self.path)


@jitmethods
class Drawn(NamedTuple):
    """The static value of any node: a draw."""

    number: int = DRAW

    def value(self, state):
        """Zero."""
        return np.int64(DRAW)


def set_of(nodes: np.ndarray) -> int:
    """The nodes as a set."""
    return sum(1 << int(node) for node in nodes)


def in_set(word: int, nodes: np.ndarray) -> np.ndarray:
    """Which of the nodes are in a set, bool[n]."""
    return np.array([int(word) >> int(node) & 1 == 1 for node in nodes])


def random_graph(seed: int, size: int, density: int) -> Graph:
    """A graph of `size` nodes whose other nodes than terminal ones have `density` moves on average.

    A node has 1 to 2 * density - 1 successors, all numbers equally likely, but
    no more than there are nodes of the other side. Node 0 is never terminal;
    each other node is with probability TERMINAL_SHARE, and its score is one of
    -HIGHEST_SCORE to HIGHEST_SCORE. ValueError for a size or a density that is impossible.
    """
    if not FEWEST_NODES <= size <= MOST_NODES:
        raise ValueError(f"a graph has {FEWEST_NODES} to {MOST_NODES} nodes, not {size}")
    if density < 1:
        raise ValueError(f"density {density}: a node has 1 successor or more on average")
    chance = np.random.default_rng((seed % 2**64, size, density))
    nodes = np.arange(size)
    successors = np.zeros(size, np.uint64)
    for node in nodes:
        others = nodes[(nodes - node) % 2 == 1]
        wanted = chance.integers(1, 2 * density)
        chosen = chance.choice(others, min(wanted, others.size), replace=False)
        if node == 0 or chance.random() >= TERMINAL_SHARE:
            successors[node] = set_of(chosen)
    scores = chance.integers(-HIGHEST_SCORE, HIGHEST_SCORE + 1, size)
    return Graph(successors, np.where(successors == NONE, scores, DRAW))


def start_of(graph: Graph, node: int = 0, twice: int = 0) -> GraphPosition:
    """The position at a node before the first move of a search.

    ValueError if the game ended there, `node` being one that stood `twice` in it.
    """
    if twice >> node & 1:
        raise ValueError(f"node {node} already stood twice in the game, which was a draw then")
    return GraphPosition(node, NONE, twice, graph)
