"""Edge costs: a census of every edge that a search generates, its file, and margins from it.

The cost of an edge is the change of the static value by its move, for the mover: minus the static
value of the successor, less that of the node. `python -m players.learning.edge_costs` makes files.

Source: Zhang 1995, "Forward estimation for minimax search", sections 3 and 5, for extremes and
likely increments. Margins from the errors of deeper searches go beyond it.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.cli.errors import UserError
from othello.evaluation.tables import load_arrays, save
from othello.files import data_file, data_name_for
from othello.jit import jitmethods
from othello.position import PASS, STAGES
from players.forward.rules import ByStage
from players.protocol import EXACT
from players.search.alphabeta import Search, new_search
from players.search.bounds import INFINITY

BEGAN, REPLIED = range(2)
"""The mover of an edge: the side that began the game, or its opponent."""
MOVERS = 2
LOWEST_COST, HIGHEST_COST = range(2)

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
    tell.
    """

    root: np.ndarray
    edges: Tally
    passes: Tally

    def estimates(self):
        """True if the rule may prune, so that results may rest on estimates."""
        return False

    def observes_edges(self):
        """True if the rule observes the cost of every generated edge."""
        return True

    def estimate(self, state, static, window, depth):
        """Estimated score of a node and its bound, LOWER or UPPER; EXACT to search the node."""
        return 0, EXACT

    def observe(self, state, move, cost, ply):
        """Count the edge of a move from `state`, or of a pass."""
        tally = self.passes if move == PASS else self.edges
        tally.count_in((self.root[0] + ply) & 1, state.stage(), cost)


def new_tally() -> Tally:
    """Empty tally."""
    extremes = np.empty((MOVERS, STAGES, 2), np.int64)
    extremes[..., LOWEST_COST], extremes[..., HIGHEST_COST] = INFINITY, -INFINITY
    histogram = np.zeros((MOVERS, STAGES, BINS), np.int64)
    return Tally(histogram, extremes, np.zeros((MOVERS, STAGES), np.int64))


def census_search(evaluator: Any) -> Search:
    """Alpha-beta by the conventions of Zhang 1995 with a new census; the side that began moves."""
    return new_search(evaluator, rule=EdgeCensus(np.zeros(1, np.int64), new_tally(), new_tally()))


def add(total: Tally, more: Tally) -> None:
    """Add another tally to `total` in place."""
    total.histogram[:] += more.histogram
    total.sums[:] += more.sums
    lowest, highest = (total.extremes[..., end] for end in (LOWEST_COST, HIGHEST_COST))
    np.minimum(lowest, more.extremes[..., LOWEST_COST], out=lowest)
    np.maximum(highest, more.extremes[..., HIGHEST_COST], out=highest)


GRID = len(PROBABILITIES)
SHAPES: Mapping[str, tuple[int | str, ...]] = {
    "edges_histogram": (MOVERS, STAGES, BINS),
    "edges_extremes": (MOVERS, STAGES, 2),
    "passes_histogram": (MOVERS, STAGES, BINS),
    "passes_extremes": (MOVERS, STAGES, 2),
    "probabilities": (GRID,),
    "deep_errors": (STAGES, "depths", GRID),
    "deep_samples": (STAGES, "depths"),
}

LARGEST_DIFFERENCE = 2**20
"""Limit of the differences between values of any evaluator."""

SHIPPED_COSTS = "edge_costs.npz"
COMMAND = "python -m players.learning.edge_costs"

LIKELY_SHARE = 59869 / 2993448
"""The paper's most likely increment as a share of its extreme one: 0.0200 at either end."""
STRAIGHT = PROBABILITIES.index(0.01)
"""Quantiles outside the stored ones continue the line from the end through this one."""
LAST = len(PROBABILITIES) - 1


def write(
    path: Path,
    about: Mapping[str, Any],
    edges: Tally,
    passes: Tally,
    deep: tuple[np.ndarray, np.ndarray],
) -> None:
    """Write a census, and the quantiles and sample sizes of deep errors, atomically.

    The extremes are 0 without edges.
    """
    arrays = {"probabilities": np.array(PROBABILITIES)}
    arrays["deep_errors"], arrays["deep_samples"] = deep
    for kind, tally in (("edges", edges), ("passes", passes)):
        counts = tally.histogram.sum(-1)
        arrays[f"{kind}_histogram"] = tally.histogram
        arrays[f"{kind}_extremes"] = np.where(counts[..., None] > 0, tally.extremes, 0)
    save(path, about, arrays)


def read(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Description and arrays of a file; UserError, one line, for a bad file."""
    arrays = load_arrays(path, SHAPES)
    try:
        about = json.loads(str(arrays.pop("about")))
        about["recipe"]["evaluator"].strip()
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        fault = "it does not name its evaluator"
    else:
        fault = _fault(arrays)
    if fault:
        raise UserError(f"{path}: not a file of edge costs: {fault}")
    return about, arrays


def _fault(arrays: Mapping[str, np.ndarray]) -> str:
    """Reason why the arrays of a file cannot be used, or ""."""
    if arrays["deep_errors"].shape[1] < 2:
        return "'deep_errors' holds no depth"
    if not np.array_equal(arrays["probabilities"], PROBABILITIES):
        return "'probabilities' are those of another version"
    for name in ("edges_extremes", "passes_extremes", "deep_errors"):
        if (abs(arrays[name].astype(np.float64)) > LARGEST_DIFFERENCE).any():
            return f"{name!r} are beyond any score"
    return ""


class EdgeCosts(NamedTuple):
    """Learned edge costs of one evaluator.

    about: command, recipe and counts. extremes: int64[MOVERS, STAGES, 2], LOWEST_COST and
    HIGHEST_COST of moves for the mover, in hundredths of a disc. deep_errors: int32[STAGES, depths,
    grid], quantiles at PROBABILITIES of deeper values less the static value, for the side to move.
    """

    about: Mapping[str, Any]
    extremes: np.ndarray
    deep_errors: np.ndarray

    @property
    def evaluator(self) -> str:
        """Name of the evaluator."""
        return str(self.about["recipe"]["evaluator"])

    @property
    def lowest(self) -> int:
        """Lowest cost of a move as the side that began counts it."""
        began, replied = self.extremes[BEGAN], self.extremes[REPLIED]
        return int(min(began[:, LOWEST_COST].min(), -replied[:, HIGHEST_COST].max()))

    @property
    def highest(self) -> int:
        """Highest cost of a move as the side that began counts it."""
        began, replied = self.extremes[BEGAN], self.extremes[REPLIED]
        return int(max(began[:, HIGHEST_COST].max(), -replied[:, LOWEST_COST].min()))

    def increments(self) -> tuple[float, float]:
        """Most likely costs below and above zero: the paper's share of the extremes."""
        return LIKELY_SHARE * self.lowest, LIKELY_SHARE * self.highest

    def margins(self, quantile: float) -> ByStage:
        """Margins by disc count and depth that a share of `quantile` of all values respects.

        One value in 1 / (1 - quantile) rises farther, and as many fall farther. A negative margin
        means that nearly all lie on one side. Beyond the stored quantile 0.999 the tail is normal.
        ValueError unless 0.5 < quantile < 1.
        """
        if not 0.5 < quantile < 1:
            raise ValueError(f"a quantile is more than 0.5 and less than 1, not {quantile}")
        score = NormalDist().inv_cdf(quantile)
        falls, rises = -self._deep_quantile(-score), self._deep_quantile(score)
        return ByStage(falls.astype(np.int32), rises.astype(np.int32))

    def _deep_quantile(self, score: float) -> np.ndarray:
        """Deep errors at a normal score, interpolated: [STAGES, depths]."""
        scores = [NormalDist().inv_cdf(probability) for probability in PROBABILITIES]
        right = int(np.searchsorted(scores, score))
        left = right - 1
        if right == 0:
            left, right = 0, STRAIGHT
        elif right > LAST:
            left, right = LAST - STRAIGHT, LAST
        share = (score - scores[left]) / (scores[right] - scores[left])
        low, high = (self.deep_errors[..., place].astype(np.float64) for place in (left, right))
        return np.round(low + share * (high - low))


def load(path: Path | None = None, evaluator: str | None = None) -> EdgeCosts:
    """Edge costs of a file or the shipped ones, for the kind of `evaluator` if named.

    UserError for a bad file or one of another evaluator.
    """
    kind = evaluation.kind_of(evaluator or "")
    if path is None:
        with data_file(data_name_for(SHIPPED_COSTS, kind)) as shipped:
            return load(shipped, evaluator)
    about, arrays = read(path)
    costs = EdgeCosts(about, arrays["edges_extremes"], arrays["deep_errors"])
    if evaluator is not None and kind != evaluation.kind_of(costs.evaluator):
        raise UserError(
            f"{path}: edge costs of the evaluator {costs.evaluator!r}, not of {evaluator!r};"
            f" {COMMAND} learns those"
        )
    return costs
