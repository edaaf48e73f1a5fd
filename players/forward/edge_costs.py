"""Edge costs: a census of every edge that a search generates, a file of costs, and its margins.

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
from othello.evaluation.tables import load_arrays
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

TAIL = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4)
PROBABILITIES = (*TAIL, 0.5, *(round(1 - rare, 4) for rare in reversed(TAIL)))
"""Probabilities of the stored quantiles."""


@jitmethods
class EdgeCensus(NamedTuple):
    """A rule that prunes nothing and measures the edges of a search ordered by static value.

    `root` is int64[1], BEGAN or REPLIED: the side to move at the root, which a position does not
    tell. `extremes` is int64[MOVERS, STAGES, 2]: LOWEST_COST and HIGHEST_COST by mover and disc
    count before the move, in hundredths of a disc; INFINITY and -INFINITY without edges. `edges` is
    int64[1]: their number. Passes are left out.
    """

    root: np.ndarray
    extremes: np.ndarray
    edges: np.ndarray

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
        """Measure the edge of a move from `state`; ignore a pass."""
        if move != PASS:
            self.edges[0] += 1
            extremes = self.extremes[(self.root[0] + ply) & 1, state.stage()]
            extremes[LOWEST_COST] = min(extremes[LOWEST_COST], cost)
            extremes[HIGHEST_COST] = max(extremes[HIGHEST_COST], cost)


def census_search(evaluator: Any) -> Search:
    """Alpha-beta by the conventions of Zhang 1995 with a new census; the side that began moves."""
    extremes = np.empty((MOVERS, STAGES, 2), np.int64)
    extremes[..., LOWEST_COST], extremes[..., HIGHEST_COST] = INFINITY, -INFINITY
    root, edges = np.zeros((2, 1), np.int64)
    return new_search(evaluator, rule=EdgeCensus(root, extremes, edges))


GRID = len(PROBABILITIES)
SHAPES: Mapping[str, tuple[int | str, ...]] = {
    "edges_extremes": (MOVERS, STAGES, 2),
    "probabilities": (GRID,),
    "deep_errors": (STAGES, "depths", GRID),
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


def read(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Description and arrays of a file; UserError, one line, for a bad file."""
    arrays, fault = load_arrays(path, SHAPES), ""
    try:
        about = json.loads(str(arrays.pop("about")))
        about["recipe"]["evaluator"].strip()
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        fault = "it does not name its evaluator"
    if arrays["deep_errors"].shape[1] < 2:
        fault = "'deep_errors' holds no depth"
    elif not np.array_equal(arrays["probabilities"], PROBABILITIES):
        fault = "'probabilities' are those of another version"
    for name in ("edges_extremes", "deep_errors"):
        if (abs(arrays[name].astype(np.float64)) > LARGEST_DIFFERENCE).any():
            fault = f"{name!r} are beyond any score"
    if fault:
        raise UserError(f"{path}: not a file of edge costs: {fault}")
    return about, arrays


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
