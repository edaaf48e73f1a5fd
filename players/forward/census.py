"""Census of edge costs: a rule that counts every edge that a search generates.

The cost of an edge is the change of the static value by its move, for the mover: minus the static
value of the successor, less that of the node. Source: Zhang 1995, "Forward estimation for minimax
search", section 5.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.jit import jitmethods
from othello.position import STAGES
from players.forward.rules import HIGHEST_COST, LOWEST_COST
from players.protocol import EXACT
from players.search.alphabeta import Search, new_search
from players.search.bounds import INFINITY

BEGAN, REPLIED = range(2)
"""The mover of an edge: the side that began the game, or its opponent."""
MOVERS = 2

BIN = 5
"""Width of a bin in hundredths of a disc; odd, so that opposite costs have opposite bins."""
SPAN = 12800
"""Largest cost of the bins: twice the highest score. The last bins count the rest."""
NO_COST = SPAN // BIN
"""The bin of zero."""
BINS = 2 * NO_COST + 1

TAIL = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4)
PROBABILITIES = (*TAIL, 0.5, *(round(1 - rare, 4) for rare in reversed(TAIL)))
"""Probabilities of the stored quantiles."""


@jitmethods
class Tally(NamedTuple):
    """Edge costs by mover and disc count before the move, in hundredths of a disc.

    histogram: int64[MOVERS, STAGES, BINS]; the middle of bin `n` is BIN * (n - NO_COST).
    extremes: int64[MOVERS, STAGES, 2], LOWEST_COST and HIGHEST_COST; INFINITY and -INFINITY without
    edges. sums: int64[MOVERS, STAGES], of all costs.
    """

    histogram: np.ndarray
    extremes: np.ndarray
    sums: np.ndarray

    def count_in(self, mover, stage, cost):
        """Count one edge."""
        clipped = min(max(cost, -SPAN), SPAN)
        self.histogram[mover, stage, (clipped + SPAN + BIN // 2) // BIN] += 1
        extremes = self.extremes[mover, stage]
        extremes[LOWEST_COST] = min(extremes[LOWEST_COST], cost)
        extremes[HIGHEST_COST] = max(extremes[HIGHEST_COST], cost)
        self.sums[mover, stage] += cost


@jitmethods
class EdgeCensus(NamedTuple):
    """A rule that prunes nothing and counts the edges of a search ordered by static value.

    `root` is int64[1], BEGAN or REPLIED: the side to move at the root, which a position does not
    tell. A pass is a ply too, so the parity of the ply gives the mover.
    """

    root: np.ndarray
    edges: Tally
    passes: Tally

    def needs_static_evals(self):
        """True if the rule needs the static value of every interior node."""
        return True

    def estimates(self):
        """True if the rule may prune, so that results may rest on estimates."""
        return False

    def observes_edges(self):
        """True if the rule observes the cost of every generated edge."""
        return True

    def estimate(self, state, static, window, depth):
        """Estimated score of a node and its bound, LOWER or UPPER; EXACT to search the node."""
        return 0, EXACT

    def observe(self, state, cost, ply):
        """Count the edge of a move from `state`."""
        self.edges.count_in((self.root[0] + ply) & 1, state.stage(), cost)

    def observe_pass(self, state, cost, ply):
        """Count a pass from `state`."""
        self.passes.count_in((self.root[0] + ply) & 1, state.stage(), cost)


def new_tally() -> Tally:
    """Empty tally."""
    extremes = np.empty((MOVERS, STAGES, 2), np.int64)
    extremes[..., LOWEST_COST], extremes[..., HIGHEST_COST] = INFINITY, -INFINITY
    histogram = np.zeros((MOVERS, STAGES, BINS), np.int64)
    return Tally(histogram, extremes, np.zeros((MOVERS, STAGES), np.int64))


def new_census() -> EdgeCensus:
    """Empty census; the side that began is to move."""
    return EdgeCensus(np.zeros(1, np.int64), new_tally(), new_tally())


def census_search(evaluator: Any) -> Search:
    """Alpha-beta by the conventions of Zhang 1995 with a new census."""
    return new_search(evaluator, rule=new_census())


def add(total: Tally, more: Tally) -> None:
    """Add another tally to `total` in place."""
    total.histogram[:] += more.histogram
    total.sums[:] += more.sums
    lowest, highest = (total.extremes[..., end] for end in (LOWEST_COST, HIGHEST_COST))
    np.minimum(lowest, more.extremes[..., LOWEST_COST], out=lowest)
    np.maximum(highest, more.extremes[..., HIGHEST_COST], out=highest)


def histogram_quantiles(counts: np.ndarray) -> np.ndarray:
    """Costs at PROBABILITIES, int32[grid], of counts int64[BINS]; zero for empty counts."""
    ranks = np.ceil(np.array(PROBABILITIES) * counts.sum())
    places = np.searchsorted(counts.cumsum(), ranks)
    return np.int32(BIN) * np.where(ranks > 0, places - NO_COST, 0).astype(np.int32)
