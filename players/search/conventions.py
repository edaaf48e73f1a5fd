"""Conventions of a search that decide its node count: each choice is a type.

numba compiles the kernel once per combination, so a choice costs nothing at
run time. numba cannot bind a method to an empty tuple, hence every choice
carries a number, and where it can a meaningful one.
"""

from typing import Any, NamedTuple

from othello.jit import jitmethods
from players.search.bounds import EXACT


@jitmethods
class AtLeast(NamedTuple):
    """Cut off when `score >= beta`; `width` is beta - alpha of the narrowest window."""

    width: int = 1

    def cuts(self, score, beta):
        """Whether a score of this size ends the node."""
        return score >= beta


@jitmethods
class Above(NamedTuple):
    """Cut off when `score > beta`: a score at either end of the window is exact.

    `width` is beta - alpha of the narrowest window.
    """

    width: int = 0

    def cuts(self, score, beta):
        """Whether a score of this size ends the node."""
        return score > beta


@jitmethods
class LazyLastPly(NamedTuple):
    """Children are generated all at once, but one by one where they are the horizon.

    The convention that reproduces Table 1 of Zhang 1995. `lazy_depth` is the
    depth of the nodes whose children are made one by one.
    """

    lazy_depth: int = 1

    def orders(self, depth):
        """Whether a node of this depth knows all its children before it searches one."""
        return depth != self.lazy_depth

    def counts_searched(self, depth):
        """Whether a child of a node of this depth is counted only when it is searched."""
        return depth == self.lazy_depth


@jitmethods
class AllAtOnce(NamedTuple):
    """Every node generates all its children before it searches the first."""

    lazy_depth: int = 0

    def orders(self, depth):
        """Whether a node of this depth knows all its children before it searches one."""
        return True

    def counts_searched(self, depth):
        """Whether a child of a node of this depth is counted only when it is searched."""
        return False


@jitmethods
class SearchedOnly(AllAtOnce):
    """Children are ordered, but only those that are searched count as generated.

    The count that the theory of alpha-beta makes: Knuth and Moore 1975.
    """

    def counts_searched(self, depth):
        """Whether a child of a node of this depth is counted only when it is searched."""
        return True


@jitmethods
class FullWindow(NamedTuple):
    """Every successor is searched with the whole window: plain alpha-beta."""

    first_scouted: int = 0

    def scouts(self, index):
        """Whether successor number `index` is tried with the narrowest window first."""
        return False


@jitmethods
class Scout(NamedTuple):
    """All but the first successor are tried with the narrowest window first.

    One that raises alpha is searched again with the whole window.
    Source: Marsland and Campbell 1982, principal variation search.
    """

    first_scouted: int = 1

    def scouts(self, index):
        """Whether successor number `index` is tried with the narrowest window first."""
        return index >= self.first_scouted


class Conventions(NamedTuple):
    """Which score ends a node, what counts as generated, and which moves are tried narrowly.

    By default those of Zhang 1995: cutoff at `score >= beta`, a lazy last ply, full windows.
    """

    cutoff: Any = AtLeast()
    counting: Any = LazyLastPly()
    scouting: Any = FullWindow()


@jitmethods
class NoPruning(NamedTuple):
    """Searches every node: alpha-beta.

    Another rule has the same methods; for those that prune see players.forward.rules.
    """

    pruned: int = 0

    def reads_statics(self):
        """Whether the rule asks for the static value of every interior node."""
        return False

    def estimates(self):
        """Whether the rule may prune, so that what a search returns may rest on estimates."""
        return False

    def learns(self):
        """Whether the rule is told of every edge that the search generates."""
        return False

    def estimate(self, state, static, window, depth, cutoff):
        """The bound that settles a node, and of which kind it is; EXACT stands for none."""
        return 0, EXACT

    def observe(self, state, cost, ply):
        """No-op: learns nothing from the cost of an edge."""

    def observe_pass(self, state, cost, ply):
        """No-op: learns nothing from a pass."""
