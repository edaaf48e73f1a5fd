"""A census of edge costs: every edge that a search generates is counted.

The cost of an edge is what its move changes in the static value, for the side
that makes the move: minus the static value of the successor, less that of the
node. Source: Zhang 1995, "Forward estimation for minimax search", section 5.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.jit import jitmethods
from othello.position import STAGES
from players.forward.rules import HIGHEST_COST, LOWEST_COST
from players.search.alphabeta import Search, new_search
from players.search.bounds import EXACT, INFINITY

BEGAN, REPLIED = range(2)
"""Whose move an edge is: of the side that began the game, or of the other one."""
MOVERS = 2

BIN = 5
"""Hundredths of a disc that share a bin; odd, so that turning the signs turns the bins."""
SPAN = 12800
"""The bins reach so far to both sides: twice the highest score. Beyond, the last bin counts."""
NO_COST = SPAN // BIN
"""The bin of those costs that are zero or next to it."""
BINS = 2 * NO_COST + 1

TAIL = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4)
PROBABILITIES = (*TAIL, 0.5, *(round(1 - rare, 4) for rare in reversed(TAIL)))
"""Those whose quantiles are kept."""


@jitmethods
class Tally(NamedTuple):
    """Edge costs counted by mover and by the disc count before the move.

    histogram: int64[MOVERS, STAGES, BINS], how many edges; the middle of bin
    `n` is the cost BIN * (n - NO_COST). extremes: int64[MOVERS, STAGES, 2], the
    LOWEST_COST and HIGHEST_COST cost, INFINITY and -INFINITY where there is none. sums:
    int64[MOVERS, STAGES], of all costs. In hundredths of a disc for the mover.
    """

    histogram: np.ndarray
    extremes: np.ndarray
    sums: np.ndarray

    def count_in(self, mover, stage, cost):
        """Count one edge."""
        kept = min(max(cost, -SPAN), SPAN)
        place = (kept + SPAN + BIN // 2) // BIN
        self.histogram[mover, stage, place] += 1
        self.extremes[mover, stage, LOWEST_COST] = min(
            self.extremes[mover, stage, LOWEST_COST], cost
        )
        self.extremes[mover, stage, HIGHEST_COST] = max(
            self.extremes[mover, stage, HIGHEST_COST], cost
        )
        self.sums[mover, stage] += cost


@jitmethods
class EdgeCensus(NamedTuple):
    """A pruning rule that prunes nothing but counts the edges that it is told of.

    `root` is int64[1], BEGAN or REPLIED: whose turn it is at the root of the
    next search, which a position does not tell. A pass is a ply like any other,
    so that the parity of the ply then tells whose turn it is, passes or not.
    The search must order by static value, or some edges are not told of.
    """

    root: np.ndarray
    edges: Tally
    passes: Tally

    def reads_statics(self):
        """Whether the rule asks for the static value of every interior node."""
        return True

    def estimates(self):
        """Whether the rule may prune, so that what a search returns may rest on estimates."""
        return False

    def learns(self):
        """Whether the rule is told of every edge that the search generates."""
        return True

    def estimate(self, state, static, window, depth, cutoff):
        """The bound that settles a node, and of which kind it is; EXACT stands for none."""
        return 0, EXACT

    def observe(self, state, cost, ply):
        """Count an edge that leads away from `state`."""
        self.edges.count_in((self.root[0] + ply) & 1, state.stage(), cost)

    def observe_pass(self, state, cost, ply):
        """Count the pass that leads away from `state`."""
        self.passes.count_in((self.root[0] + ply) & 1, state.stage(), cost)


def new_tally() -> Tally:
    """A tally of no edges."""
    extremes = np.empty((MOVERS, STAGES, 2), np.int64)
    extremes[..., LOWEST_COST], extremes[..., HIGHEST_COST] = INFINITY, -INFINITY
    histogram = np.zeros((MOVERS, STAGES, BINS), np.int64)
    return Tally(histogram, extremes, np.zeros((MOVERS, STAGES), np.int64))


def new_census() -> EdgeCensus:
    """A census that has not seen an edge, the side that began being to move."""
    return EdgeCensus(np.zeros(1, np.int64), new_tally(), new_tally())


def census_search(evaluator: Any) -> Search:
    """Alpha-beta under the conventions of Zhang 1995 whose `rule` is a new census."""
    return new_search(evaluator, rule=new_census())


def add(total: Tally, more: Tally) -> None:
    """Add to a tally, in place, what another one counted."""
    total.histogram[:] += more.histogram
    total.sums[:] += more.sums
    lowest, highest = (total.extremes[..., end] for end in (LOWEST_COST, HIGHEST_COST))
    np.minimum(lowest, more.extremes[..., LOWEST_COST], out=lowest)
    np.maximum(highest, more.extremes[..., HIGHEST_COST], out=highest)


def histogram_quantiles(counts: np.ndarray) -> np.ndarray:
    """The costs at PROBABILITIES, int32[grid], of counts int64[BINS]: middles of bins.

    Zero where nothing was counted.
    """
    ranks = np.ceil(np.array(PROBABILITIES) * counts.sum())
    places = np.searchsorted(counts.cumsum(), ranks)
    return np.int32(BIN) * np.where(ranks > 0, places - NO_COST, 0).astype(np.int32)
