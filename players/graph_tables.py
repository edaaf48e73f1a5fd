"""Tables for games with repetitions: what is kept of a position that was reached by a path.

Three ways, each a type. `AnyDepth` keeps the real score, which is the path's; it
is what an engine does that thinks nothing of it. `Published` and `Mended` say
what a search for ranges (players.contingency_minimax) keeps in its `Ranges`.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.bounds import INFINITY
from players.graph_game import MOST_NODES
from players.table import Table, new_table

CLOSED = -1
"""The ply of a node that is not on the path."""
NODE_BITS = 6
"""A table of so many bits has an entry for each of MOST_NODES."""


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
        """Forget everything."""
        self.table.clear()


def naive_table() -> AnyDepth:
    """An empty one in which no two nodes of a graph share an entry."""
    return AnyDepth(new_table(NODE_BITS))


class Range(NamedTuple):
    """The least and the most that a position can be worth to the side to move."""

    lower: int
    upper: int


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
    """Ranges that hold the truth; players.contingency_minimax says why."""

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
class Ranges(NamedTuple):
    """A range for every node: `lower`, `upper` and `open_ply` are int64[MOST_NODES].

    `open_ply` is where the node stands on the path, CLOSED if it does not.
    """

    lower: np.ndarray
    upper: np.ndarray
    open_ply: np.ndarray

    def clear(self):
        """Forget everything."""
        self.lower[:] = -INFINITY
        self.upper[:] = INFINITY
        self.open_ply[:] = CLOSED


def new_ranges() -> Ranges:
    """Ranges of which nothing is known."""
    ranges = Ranges(*(np.empty(MOST_NODES, np.int64) for _ in Ranges._fields))
    ranges.clear()
    return ranges
