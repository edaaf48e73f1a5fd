"""Pruning rules: a node whose static value is far outside the window is not searched.

A rule estimates, from the static value and the depth left, an interval around the true value. If
the interval lies outside the window, its end is returned as a bound. An edge cost is the static
value after a move minus the one before it, both for the mover. Each rule is a type for the field
`rule` of a search. With `NoPruning`, see players.search.conventions, it is alpha-beta.

Source: Zhang 1995, "Forward estimation for minimax search". The margin per ply is the extreme edge
cost in his condition (1), a likely one in (2), and the extreme times delta in (3). The paper prints
the rule for fail-high nodes; to reproduce its Table 1, fail-low nodes need the mirrored rule.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.jit import jitmethods
from othello.position import PASS
from players.protocol import EXACT, LOWER, UPPER
from players.search.bounds import INFINITY

NO_ESTIMATE = 0, EXACT
"""Estimate of a node that must be searched."""


@jitmethods
class ForwardEstimation(NamedTuple):
    """Prunes nodes by static value and margin.

    `margins`: largest distance of the value from the static value. `fail_high_depth`,
    `fail_low_depth`: least plies left of nodes that may fail high, or low. A node whose search
    would reach the end of the game is not pruned; nor are the root and passes, in the kernel.
    """

    margins: Any
    fail_high_depth: int = 2
    fail_low_depth: int = 1

    def estimates(self):
        """True if the rule may prune, so that results may rest on estimates."""
        return True

    def observes_edges(self):
        """True if the rule observes the cost of every generated edge."""
        return self.margins.observes_edges()

    def estimate(self, state, static, window, depth):
        """End of the estimated interval, and its bound; NO_ESTIMATE to search the node."""
        if state.ends_within(depth):
            return NO_ESTIMATE
        # Fail high.
        if depth >= self.fail_high_depth:
            least = static - self.margins.largest_fall(state, depth)
            if least >= window.beta:
                return least, LOWER
        # Fail low.
        if depth >= self.fail_low_depth:
            most = static + self.margins.largest_rise(state, depth)
            if most <= window.alpha:
                return most, UPPER
        return NO_ESTIMATE

    def observe(self, state, move, cost, ply):
        """Give the cost of a move from `state` to the margins, which do not learn passes."""
        if move != PASS:
            self.margins.observe(state, move, cost, ply)


class _EdgeCosts(NamedTuple):
    """The fields of margins per ply."""

    lowest: int
    highest: int


@jitmethods
class PerPly(_EdgeCosts):
    """Margins that grow by a constant per ply: conditions (1), (2) and (3).

    `lowest`, `highest`: extreme edge costs for the first player, times `delta`: 1 in condition (1),
    less in (3). An Othello position guesses `first()` from an even number of discs, which a pass
    makes wrong.
    """

    __slots__ = ()

    def __new__(cls, lowest, highest, delta=1.0):
        """Coerce to int64; numba would otherwise compile a second specialisation."""
        return super().__new__(
            cls, np.int64(round(lowest * delta)), np.int64(round(highest * delta))
        )

    def observes_edges(self):
        """True if the margins change during the search."""
        return False

    def largest_fall(self, state, depth):
        """Largest distance of the value of `state` below its static value."""
        per_ply = -self.lowest if state.first() else self.highest
        return per_ply * depth

    def largest_rise(self, state, depth):
        """Largest distance of the value of `state` above its static value."""
        per_ply = self.highest if state.first() else -self.lowest
        return per_ply * depth

    def observe(self, state, move, cost, ply):
        """No-op."""


@jitmethods
class LargestCost(NamedTuple):
    """On-line learning: one margin for both sides, from the largest edge cost so far.

    `largest` is int64[1], zero before the first edge. `delta` as in `PerPly`. Zhang 1995 seems to
    use it on random trees: it saves as many nodes relative to exact bounds as his Table 1, and
    separate extremes for each side save twice as many.
    """

    largest: np.ndarray
    delta: float

    def observes_edges(self):
        """True if the margins change during the search."""
        return True

    def largest_fall(self, state, depth):
        """Largest distance of the value of `state` below its static value."""
        return np.int64(self.largest[0] * self.delta * depth)

    def largest_rise(self, state, depth):
        """Largest distance of the value of `state` above its static value."""
        return np.int64(self.largest[0] * self.delta * depth)

    def observe(self, state, move, cost, ply):
        """Update the largest cost."""
        self.largest[0] = max(self.largest[0], abs(cost))

    def forget(self):
        """Reset the largest cost to zero."""
        self.largest[0] = 0


def largest_cost(delta: float = 1.0) -> LargestCost:
    """New on-line margins, all zero."""
    return LargestCost(np.zeros(1, np.int64), float(delta))


@jitmethods
class ByStage(NamedTuple):
    """Margins by disc count and depth; deeper than measured nothing is pruned.

    `falls` and `rises` are int32[stages, depths]: largest distances below and above.
    """

    falls: np.ndarray
    rises: np.ndarray

    def observes_edges(self):
        """True if the margins change during the search."""
        return False

    def largest_fall(self, state, depth):
        """Largest distance of the value of `state` below its static value."""
        if depth >= self.falls.shape[1]:
            return INFINITY
        return np.int64(self.falls[np.uint64(state.stage()), np.uint64(depth)])

    def largest_rise(self, state, depth):
        """Largest distance of the value of `state` above its static value."""
        if depth >= self.rises.shape[1]:
            return INFINITY
        return np.int64(self.rises[np.uint64(state.stage()), np.uint64(depth)])

    def observe(self, state, move, cost, ply):
        """No-op."""
