"""A game on a random directed graph with cycles, where to repeat a position is to draw.

Positions are the nodes of a graph; nodes of even number have the first side to
move and lead to nodes of odd number, and the other way round. A line that comes
back to a node ends there as a draw, and so does one that reaches a node which
already stood twice in the game before the search. Terminal nodes have whole
scores, so few that there are many ties. What a search finds at a node hangs on
the path to it: the ground on which tables keyed by position go wrong.

Three ways, each a type. `AnyDepth` keeps the real score, which is the path's; it
is what an engine does that thinks nothing of it. `Published` and `Mended` say
what a search for ranges (players.models.contingency_minimax) keeps in its `NodeRanges`.

The truth of a node, whatever the path to it, comes from retrograde analysis. Play without end is
a draw. For a score s above a draw, a side can get s or more from a node exactly if the node is
attracted: if it is a terminal node worth that much to the side, if the side is to move and has a
successor that is attracted, or if the other side is to move and has no successor that is not. The
rank at which a node joined falls with every move of that play, so it repeats nothing; and from a
node that never joined, the other side can stay outside for ever. A node that is attracted for
neither side, by no score, is a draw.

Source: Thompson 1986, "Retrograde analysis of certain endgames"; the sets are
the attractors of Zermelo's theorem for infinite games on finite graphs.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, bit, count
from othello.jit import jit, jitmethods
from players.search.bounds import INFINITY
from players.search.table import Table, new_table

DRAW = 0
MOST_NODES = 64
"""A set of nodes is a word."""
FEWEST_NODES = 3
HIGHEST_SCORE = 3
TERMINAL_SHARE = 0.2

CLOSED = -1
"""The ply of a node that is not on the path."""
NODE_BITS = 6
"""A table of so many bits has an entry for each of MOST_NODES."""


class Range(NamedTuple):
    """Bounds of a value for the side to move: lower <= value <= upper."""

    lower: int
    upper: int


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
        """Coerce every field; numba would otherwise compile another version for each type."""
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


@jitmethods
class AnyDepth(NamedTuple):
    """An ordinary table for searches to the end of the game, where depth says nothing.

    It is blind to the path: a score that rests on a draw by repetition is kept
    as the position's own.
    """

    table: Table

    def probe(self, state, depth):
        """Bounds of the value of `state`, infinite if unknown, and a move."""
        return self.table.probe(state, 0)

    def store(self, state, depth, score, bound, move, estimated):
        """Keep what a search of `state` found, beside what was known before."""
        self.table.store(state, 0, score, bound, move, estimated)

    def clear(self):
        """Empty the table."""
        self.table.clear()


def naive_table() -> AnyDepth:
    """An empty one in which no two nodes of a graph share an entry."""
    return AnyDepth(new_table(NODE_BITS))


@jitmethods
class Published(NamedTuple):
    """Ranges as the listing handles them."""

    number: int = 0

    def opening(self, stored):
        """The range of a node as its search begins: nothing is known."""
        return Range(-INFINITY, INFINITY)

    def settled(self, span, score, window):
        """The range of a successor whose score depends on nothing above: that score."""
        return Range(score, score)


@jitmethods
class Mended(NamedTuple):
    """Ranges that hold the truth; players.models.contingency_minimax says why."""

    number: int = 1

    def opening(self, stored):
        """The range of a node as its search begins: what was stored."""
        return stored

    def settled(self, span, score, window):
        """The range of a successor whose score depends on nothing above.

        The score is a lower bound if above alpha, an upper bound if below beta.
        """
        lower = max(span.lower, score) if score > window.alpha else span.lower
        upper = min(span.upper, score) if score < window.beta else span.upper
        return Range(lower, upper)


@jitmethods
class NodeRanges(NamedTuple):
    """A range for every node: `lower`, `upper` and `open_ply` are int64[MOST_NODES].

    `open_ply` is where the node stands on the path, CLOSED if it does not.
    """

    lower: np.ndarray
    upper: np.ndarray
    open_ply: np.ndarray

    def clear(self):
        """Set every range to the infinite one, and every node off the path."""
        self.lower[:] = -INFINITY
        self.upper[:] = INFINITY
        self.open_ply[:] = CLOSED


def new_node_ranges() -> NodeRanges:
    """Ranges of which nothing is known."""
    ranges = NodeRanges(*(np.empty(MOST_NODES, np.int64) for _ in NodeRanges._fields))
    ranges.clear()
    return ranges


@jit
def _attracted(goal, successors, side):
    """The set of the nodes from which the side of the nodes `side` modulo 2 can enter `goal`."""
    region = goal
    before = ~goal
    while region != before:
        before = region
        for node in range(successors.size):
            moves = successors[node]
            inside = moves & region
            if inside != NONE and (node % 2 == side or inside == moves):
                region |= bit(node)
    return region


def true_values(graph: Graph, twice: int = 0) -> np.ndarray:
    """The value of each node for the side to move there, int64[n].

    The nodes in the set `twice` are draws, having stood twice in the game.
    """
    nodes = np.arange(graph.scores.size)
    drawn = in_set(twice, nodes)
    successors = np.where(drawn, NONE, graph.successors)
    for_even = np.where(nodes % 2 == 0, 1, -1)
    ends = np.where(drawn, DRAW, graph.scores * for_even)
    values = np.full(nodes.size, DRAW)
    for side, sign in enumerate((1, -1)):
        worth = np.where(successors == NONE, sign * ends, DRAW)
        for score in np.unique(worth[worth > DRAW]):
            region = _attracted(np.uint64(set_of(nodes[worth >= score])), successors, side)
            values[in_set(region, nodes)] = sign * score
    return values * for_even
