"""Pruning rules: a node whose static value is far outside the window is not searched.

A rule tells, from the static value of a node and the plies left below it, how
far its true value may be from it. Where even that does not reach into the
window, the node is answered with the bound so estimated. Each rule is a type of
the field `rule` of a search; with `NoPruning`, see
players.search.conventions, the kernel is alpha-beta.

Source: Zhang 1995, "Forward estimation for minimax search", conditions (1) to
(3). The paper prints the rule for the side that failed high; the mirror rule,
for the one that failed low, is needed to reproduce its Table 1.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.search.bounds import EXACT, INFINITY, LOWER, UPPER

LOWEST_COST, HIGHEST_COST = range(2)


@jitmethods
class ForwardEstimation(NamedTuple):
    """Prunes where the static value and a margin settle the node.

    `margins`: how far a value may lie from the static one, see below. A node
    with `cut_depth` plies left or more is pruned when it would fail high even
    at the lower end, one with `mirror_depth` or more when it would fail low
    even at the upper end. No node is pruned from which the search reaches the end
    of a game. Neither is the root, nor a node where the side to move must pass: the
    kernel sees to that.
    """

    margins: Any
    cut_depth: int = 2
    mirror_depth: int = 1

    def reads_statics(self):
        """Whether the rule asks for the static value of every interior node."""
        return True

    def estimates(self):
        """Whether the rule may prune, so that what a search returns may rest on estimates."""
        return True

    def learns(self):
        """Whether the rule is told of every edge that the search generates."""
        return self.margins.learns()

    def estimate(self, state, static, window, depth, cutoff):
        """The bound that settles a node, and of which kind it is; EXACT stands for none.

        The bound is fail-soft, the end of the estimated interval: it is true
        where the margins are.
        """
        if state.solved_by(depth):
            return 0, EXACT
        if depth >= self.cut_depth:
            least = static - self.margins.below(state, depth)
            if cutoff.cuts(least, window.beta):
                return least, LOWER
        if depth >= self.mirror_depth:
            most = static + self.margins.above(state, depth)
            if cutoff.cuts(-most, -window.alpha):
                return most, UPPER
        return 0, EXACT

    def observe(self, state, cost, ply):
        """Let the margins learn from an edge that leads away from `state`."""
        self.margins.observe(state, cost, ply)

    def observe_pass(self, state, cost, ply):
        """No-op: only margins of plies with a move are learned."""


class _EdgeCosts(NamedTuple):
    """The fields of margins per ply."""

    lowest: int
    highest: int


@jitmethods
class PerPly(_EdgeCosts):
    """Margins that grow by a constant with every ply: conditions (1), (2) and (3).

    `lowest` and `highest` are the ends of what an edge costs, as the side that
    began counts it (by the state's `first`, which an Othello position guesses
    from its discs), times `delta`, the share of them that is believed: 1 in
    condition (1), less in (3). Rounded to whole units.
    """

    __slots__ = ()

    def __new__(cls, lowest, highest, delta=1.0):
        """Coerce to int64; numba would otherwise compile a second version."""
        return super().__new__(
            cls, np.int64(round(lowest * delta)), np.int64(round(highest * delta))
        )

    def learns(self):
        """Whether the margins change while the search runs."""
        return False

    def below(self, state, depth):
        """How far the value of `state` may lie below its static value."""
        per_ply = -self.lowest if state.first() else self.highest
        return per_ply * depth

    def above(self, state, depth):
        """How far the value of `state` may lie above its static value."""
        per_ply = self.highest if state.first() else -self.lowest
        return per_ply * depth

    def observe(self, state, cost, ply):
        """No-op: these margins do not learn."""


@jitmethods
class Running(NamedTuple):
    """Margins from the extremes of the edge costs met so far: on-line learning.

    `extremes` is int64[2], LOWEST_COST and HIGHEST_COST as the side that began counts
    them, zero before the first edge. `delta` as in `PerPly`. Use `running`.
    """

    extremes: np.ndarray
    delta: float

    def learns(self):
        """Whether the margins change while the search runs."""
        return True

    def below(self, state, depth):
        """How far the value of `state` may lie below its static value."""
        per_ply = -self.extremes[LOWEST_COST] if state.first() else self.extremes[HIGHEST_COST]
        return np.int64(per_ply * self.delta * depth)

    def above(self, state, depth):
        """How far the value of `state` may lie above its static value."""
        per_ply = self.extremes[HIGHEST_COST] if state.first() else -self.extremes[LOWEST_COST]
        return np.int64(per_ply * self.delta * depth)

    def observe(self, state, cost, ply):
        """Widen the extremes if this edge is the dearest or the cheapest yet."""
        first_cost = cost if state.first() else -cost
        self.extremes[LOWEST_COST] = min(self.extremes[LOWEST_COST], first_cost)
        self.extremes[HIGHEST_COST] = max(self.extremes[HIGHEST_COST], first_cost)

    def forget(self):
        """Reset the extremes to zero."""
        self.extremes[:] = 0


def running(delta: float = 1.0) -> Running:
    """On-line margins that have not seen an edge."""
    return Running(np.zeros(2, np.int64), float(delta))


@jitmethods
class LargestCost(NamedTuple):
    """On-line learning with one margin for both sides, which is wider than one for each.

    What Zhang 1995 seems to have done on random trees: it saves as many nodes
    against exact bounds as his Table 1 says, separate extremes save twice as
    many. `largest` is int64[1], zero before the first edge; `delta` is the
    share that is believed. Use `largest_cost`.
    """

    largest: np.ndarray
    delta: float

    def learns(self):
        """Whether the margins change while the search runs."""
        return True

    def below(self, state, depth):
        """How far the value of `state` may lie below its static value."""
        return np.int64(self.largest[0] * self.delta * depth)

    def above(self, state, depth):
        """How far the value of `state` may lie above its static value."""
        return np.int64(self.largest[0] * self.delta * depth)

    def observe(self, state, cost, ply):
        """Widen the margin if this edge is the dearest or the cheapest yet."""
        self.largest[0] = max(self.largest[0], abs(cost))

    def forget(self):
        """Reset the largest cost to zero."""
        self.largest[:] = 0


def largest_cost(delta: float = 1.0) -> LargestCost:
    """Margins that have not seen an edge."""
    return LargestCost(np.zeros(1, np.int64), float(delta))


@jitmethods
class ByStage(NamedTuple):
    """Margins by the stage of the game and by depth, as far as they were measured.

    `falls` and `rises` are int32[stages, depths]: how far a value may lie below
    and above the static one. Deeper than measured nothing is pruned.
    """

    falls: np.ndarray
    rises: np.ndarray

    def learns(self):
        """Whether the margins change while the search runs."""
        return False

    def below(self, state, depth):
        """How far the value of `state` may lie below its static value."""
        if depth >= self.falls.shape[1]:
            return INFINITY
        return np.int64(self.falls[np.uint64(state.stage()), np.uint64(depth)])

    def above(self, state, depth):
        """How far the value of `state` may lie above its static value."""
        if depth >= self.rises.shape[1]:
            return INFINITY
        return np.int64(self.rises[np.uint64(state.stage()), np.uint64(depth)])

    def observe(self, state, cost, ply):
        """No-op: these margins do not learn."""
