"""A game on a random directed graph with cycles, where a repetition is a draw.

Positions are nodes. Nodes of even number have the first side to move and lead to nodes of odd
number, and vice versa. A line that returns to a node ends as a draw; nodes before the root do not
count. Terminal nodes have integer scores with many ties. The score of a node depends on the path to
it, which makes tables keyed by position wrong.

`AnyDepth` is a table that stores the real score, which depends on the path, as most engines do.
Contingency minimax separates the value of a position from that of a path: a search returns the real
score, and a range around the value of the position for any path. Only the range is stored. Source:
H. G. Muller 2007, "contingency minimax", a listing published untested.

Slips of the listing that are corrected in any case: `color` for `side`; a semicolon that empties
the loop over the moves; missing terminal positions; the range of a position that the table answers;
and the ply that is stored as a depth. `Published` keeps everything else.

`Corrected` changes two things. The listing sets the range of a successor to its score when that
score rests on no repetition further up, even if the score is only a bound. Here a score above alpha
raises the lower end, and a score below beta reduces the upper end. And a node that is entered again
starts with its stored range and ends with the intersection, where the listing forgets it.

This is enough. Let T be the value of a node, and f(t) the value of its best move if a repetition of
the node counts t. Then f(T) = T. Best play repeats nothing, so f(0) = T too. As f never falls, f(t)
= T for all t from 0 to T. A real score mixes draws by repetition with stored values of positions:
it lies between f(0) and f(T), and so is T. If nodes further up were repeated as well, the score
says nothing of T, and only the range of the successor is used.

Retrograde analysis gives the true value of a node for any path. Play without end is a draw. A side
gets a score s above a draw from the attracted nodes: terminal nodes worth s or more to it, nodes
where it moves and has an attracted successor, and nodes where its opponent moves and has no other
successor. Play toward the goal repeats nothing, and from other nodes the opponent stays outside
forever. A node that is attracted for neither side is a draw.

Source: Thompson 1986, "Retrograde analysis of certain endgames"; Zermelo's theorem for infinite
games on finite graphs, for the attractors.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, bit, count, lowest
from othello.jit import jit, jitmethods
from players.budget import NODES, Budget, new_budget
from players.search.bounds import INFINITY, Window
from players.search.table import Table

DRAW = 0
MOST_NODES = 64
"""A set of nodes is a bitboard."""
FEWEST_NODES = 3
HIGHEST_SCORE = 3
TERMINAL_SHARE = 0.2

CLOSED = -1
"""Ply of a node that is not on the path."""
NODE_BITS = 6
"""log2 of MOST_NODES: the size of a table with an entry for each."""


class Range(NamedTuple):
    """Bounds of a value for the side to move: lower <= value <= upper."""

    lower: int
    upper: int


class Graph(NamedTuple):
    """Nodes and their successors.

    `successors` is uint64[n], a set of nodes each, empty at a terminal node; even nodes lead to odd
    ones and vice versa. `scores` is int64[n], of terminal nodes for the side to move.
    """

    successors: np.ndarray
    scores: np.ndarray


@jitmethods
class GraphPosition(NamedTuple):
    """Node of a graph with the path to it; a move is the number of a successor.

    `path` is the set of nodes from the root to before this one, which it holds only after a
    repetition.
    """

    node: np.int64
    path: np.uint64
    graph: Graph

    def legal(self):
        """Set of successors; empty if the line has ended."""
        if bit(self.node) & self.path != NONE:
            return NONE
        return self.graph.successors[self.node]

    def play(self, move):
        """Position at the node `move`."""
        return GraphPosition(np.int64(move), np.uint64(self.path | bit(self.node)), self.graph)

    def passed(self):
        """Same position: nobody has to pass."""
        return self

    def final(self):
        """Score of the end of a line for the side to move; a repetition is a draw."""
        if bit(self.node) & self.path != NONE:
            return np.int64(DRAW)
        return self.graph.scores[self.node]

    def key(self):
        """Number of the node, for any path to it."""
        return np.uint64(self.node)

    def plies_left(self):
        """Largest number of plies left: to every other node, and back to one."""
        return self.graph.scores.size - count(self.path)


@jitmethods
class Drawn(NamedTuple):
    """Static value of any node: a draw."""

    def value(self, state):
        """Zero."""
        return np.int64(DRAW)


def set_of(nodes: np.ndarray) -> int:
    """Set of the nodes, as a bitboard."""
    return sum(1 << int(node) for node in nodes)


def random_graph(seed: int, size: int, density: int) -> Graph:
    """Random graph of `size` nodes with `density` successors on average.

    A node has 1 to 2 * density - 1 successors, uniformly distributed, but at most all nodes of the
    other side. A node other than 0 is terminal with probability TERMINAL_SHARE; its score is
    between -HIGHEST_SCORE and HIGHEST_SCORE. ValueError for an impossible size or density.
    """
    if not FEWEST_NODES <= size <= MOST_NODES:
        raise ValueError(f"a graph has {FEWEST_NODES} to {MOST_NODES} nodes, not {size}")
    if density < 1:
        raise ValueError(f"density {density}: a node has 1 successor or more on average")
    rng = np.random.default_rng((seed % 2**64, size, density))
    nodes = np.arange(size)
    successors = np.zeros(size, np.uint64)
    for node in nodes:
        others = nodes[(nodes - node) % 2 == 1]
        number = rng.integers(1, 2 * density)
        chosen = rng.choice(others, min(number, others.size), replace=False)
        if node == 0 or rng.random() >= TERMINAL_SHARE:
            successors[node] = set_of(chosen)
    scores = rng.integers(-HIGHEST_SCORE, HIGHEST_SCORE + 1, size)
    return Graph(successors, np.where(successors == NONE, scores, DRAW))


def start_of(graph: Graph, node: int = 0) -> GraphPosition:
    """Root of a search at `node`."""
    return GraphPosition(np.int64(node), NONE, graph)


@jitmethods
class AnyDepth(NamedTuple):
    """Ordinary table for searches to the end of the game, which ignores depth and path.

    A score that rests on a draw by repetition is stored as that of the position.
    """

    table: Table

    def probe(self, state, depth):
        """Bounds of `state`, infinite if unknown, and its hash move."""
        return self.table.probe(state, 0)

    def store(self, state, depth, score, bound, move, estimated):
        """Merge a search result into the entry."""
        self.table.store(state, 0, score, bound, move, estimated)

    def clear(self):
        """Empty the table."""
        self.table.clear()


@jitmethods
class Published(NamedTuple):
    """Ranges as in the published listing."""

    def opening(self, stored):
        """Range of a node when its search begins: unknown."""
        return Range(-INFINITY, INFINITY)

    def settled(self, span, score, window):
        """Range of a successor that depends on nothing above: its score."""
        return Range(score, score)


@jitmethods
class Corrected(NamedTuple):
    """Ranges that hold the truth; the top of this file explains why."""

    def opening(self, stored):
        """Range of a node when its search begins: the stored one."""
        return stored

    def settled(self, span, score, window):
        """Range of a successor that depends on nothing above.

        The score is a lower bound if above alpha, an upper bound if below beta.
        """
        lower = max(span.lower, score) if score > window.alpha else span.lower
        upper = min(span.upper, score) if score < window.beta else span.upper
        return Range(lower, upper)


@jitmethods
class NodeRanges(NamedTuple):
    """Ranges of all nodes: `lower`, `upper` and `open_ply` are int64[MOST_NODES].

    `open_ply` is the ply of the node on the path, CLOSED if it is not on the path.
    """

    lower: np.ndarray
    upper: np.ndarray
    open_ply: np.ndarray


@jit
def _attracted(goal, successors, side):
    """Set of nodes from which the side `side`, 0 or 1, can force a way into the set `goal`."""
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


def true_values(graph: Graph) -> np.ndarray:
    """Value of each node for its side to move: int64[n]."""
    nodes, terminal = np.arange(graph.scores.size), graph.successors == NONE
    for_even = np.where(nodes % 2 == 0, 1, -1)
    values = np.full(nodes.size, DRAW)
    for side, sign in enumerate((1, -1)):
        worth = np.where(terminal, sign * for_even * graph.scores, DRAW)
        for score in np.unique(worth[worth > DRAW]):
            region = _attracted(np.uint64(set_of(nodes[worth >= score])), graph.successors, side)
            inside = [int(region) >> node & 1 == 1 for node in nodes.tolist()]
            values[inside] = sign * score
    return values * for_even


NO_REPETITION = INFINITY
"""Ply of the repeated node if nothing was repeated."""


class RangeResult(NamedTuple):
    """Result of a node for the side to move.

    `score` is the real score, fail-soft; `lower` and `upper` are the range; `repeated` is the
    lowest ply of a repeated node on the path.
    """

    score: int
    lower: int
    upper: int
    repeated: int


class RangeSearch(NamedTuple):
    """The parts of a search: `rule` is Published or Corrected."""

    rule: Any
    ranges: NodeRanges
    budget: Budget


def new_range_search(rule: Any) -> RangeSearch:
    """Search with infinite ranges, and no node on the path."""
    ranges = NodeRanges(*(np.full(MOST_NODES, start) for start in (-INFINITY, INFINITY, CLOSED)))
    return RangeSearch(rule, ranges, new_budget())


@jit
def _answer_at_once(state, slot, window, ply, ranges):
    """True for a repetition, a finished game or a table cut; and the result or stored range."""
    lower, upper = ranges.lower[slot], ranges.upper[slot]
    if ranges.open_ply[slot] != CLOSED:
        return True, RangeResult(DRAW, lower, upper, ranges.open_ply[slot])
    if state.legal() == NONE:
        score = state.final()
        return True, RangeResult(score, score, score, NO_REPETITION)
    if ply > 0 and (lower >= window.beta or lower == upper):
        return True, RangeResult(lower, lower, upper, NO_REPETITION)
    if ply > 0 and upper <= window.alpha:
        return True, RangeResult(upper, lower, upper, NO_REPETITION)
    return False, RangeResult(DRAW, lower, upper, NO_REPETITION)


@jit
def _set_entry(ranges, slot, span, open_ply):
    """Store the range of a node and its ply on the path."""
    ranges.lower[slot] = span.lower
    ranges.upper[slot] = span.upper
    ranges.open_ply[slot] = open_ply


@jit
def range_search(state, window, ply, search):
    """Return the result of `state`, every line searched to its end.

    `window` is for real scores; `ply` is the distance from the root, which the table does not
    answer; `state.key()` is the index of the node. Result and ranges are worthless once
    `budget.exhausted()`.
    """
    # Repetition, end of the game, or table cut.
    slot = np.int64(state.key())
    settled, result = _answer_at_once(state, slot, window, ply, search.ranges)
    if settled:
        return result
    # Put the node on the path.
    before = search.rule.opening(Range(result.lower, result.upper))
    _set_entry(search.ranges, slot, before, ply)
    # Move loop: score, range and lowest repetition are maximised or minimised together.
    moves = state.legal()
    best = least = most = -INFINITY
    repeated = NO_REPETITION
    alpha = window.alpha
    while moves != NONE:
        if search.budget.exhausted():
            return result
        move = lowest(moves)
        moves &= moves - ONE
        search.budget.counters[NODES] += 1
        below = range_search(state.play(move), Window(-window.beta, -alpha), ply + 1, search)
        score = -below.score
        span = Range(-below.upper, -below.lower)
        if below.repeated >= ply:
            span = search.rule.settled(span, score, Window(alpha, window.beta))
        least = max(least, span.lower)
        most = max(most, span.upper)
        repeated = min(repeated, below.repeated)
        best = max(best, score)
        alpha = max(alpha, score)
        # Beta cutoff: other moves may be better.
        if alpha >= window.beta and moves != NONE:
            most = INFINITY
            break
        _set_entry(search.ranges, slot, Range(max(before.lower, least), before.upper), ply)
    # Store the intersection, off the path.
    after = Range(max(before.lower, least), min(before.upper, most))
    _set_entry(search.ranges, slot, after, np.int64(CLOSED))
    return RangeResult(best, after.lower, after.upper, repeated)
