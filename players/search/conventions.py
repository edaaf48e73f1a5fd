"""Conventions that decide the node count of a search: each choice is a type.

numba compiles the kernel once per combination, so a choice costs nothing at run time.
"""

from typing import Any, NamedTuple

from othello.jit import jitmethods
from players.protocol import EXACT


@jitmethods
class LazyLastPly(NamedTuple):
    """Children are generated all at once, but one by one at depth 1, above the horizon.

    This convention reproduces Table 1 of Zhang 1995.
    """

    def orders(self, depth):
        """True if a node of this depth generates and orders all its children first."""
        return depth != 1

    def counts_searched(self, depth):
        """True if a node of this depth counts a child only when it searches it."""
        return depth == 1


@jitmethods
class AllAtOnce(NamedTuple):
    """Every node generates all its children before it searches the first."""

    def orders(self, depth):
        """True: every node does."""
        return True

    def counts_searched(self, depth):
        """False: a child counts when it is generated."""
        return False


@jitmethods
class SearchedOnly(AllAtOnce):
    """All children are ordered, but only searched ones count: Knuth and Moore 1975."""

    def counts_searched(self, depth):
        """True if a node of this depth counts a child only when it searches it."""
        return True


@jitmethods
class FullWindow(NamedTuple):
    """Every successor is searched with the full window: plain alpha-beta."""

    def scouts(self, index):
        """True if successor number `index` is first searched with a null window."""
        return False


@jitmethods
class Scout(NamedTuple):
    """All successors but the first get a null window, and a re-search if they raise alpha.

    Source: Marsland and Campbell 1982, principal variation search.
    """

    def scouts(self, index):
        """True if successor number `index` is first searched with a null window."""
        return index > 0


class Conventions(NamedTuple):
    """Node count and null windows; by default a lazy last ply and full windows, as Zhang 1995."""

    counting: Any = LazyLastPly()
    scouting: Any = FullWindow()


@jitmethods
class NoPruning(NamedTuple):
    """Plain alpha-beta: no node is pruned.

    Pruning rules have the same methods, see players.forward.rules.
    """

    number: int = 0
    """Free for subclasses."""

    def estimates(self):
        """True if the rule may prune, so that results may rest on estimates."""
        return False

    def observes_edges(self):
        """True if the rule observes the cost of every edge of a search ordered by static value."""
        return False

    def estimate(self, state, static, window, depth):
        """Estimated score of a node and its bound, LOWER or UPPER; EXACT to search the node."""
        return 0, EXACT

    def observe(self, state, move, cost, ply):
        """No-op."""
