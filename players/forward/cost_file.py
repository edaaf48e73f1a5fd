"""Edge costs on disk, learned by python -m players.learning.edge_costs, and margins from them.

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
from othello.position import STAGES
from players.forward.census import (
    BEGAN,
    BINS,
    MOVERS,
    PROBABILITIES,
    REPLIED,
    Tally,
    histogram_quantiles,
)
from players.forward.rules import HIGHEST_COST, LOWEST_COST, ByStage

KINDS = ("edges", "passes")
GRID = len(PROBABILITIES)

_SHAPES_OF_KIND: Mapping[str, tuple[int, ...]] = {
    "histogram": (MOVERS, STAGES, BINS),
    "extremes": (MOVERS, STAGES, 2),
    "means": (MOVERS, STAGES),
    "quantiles": (MOVERS, STAGES, GRID),
}
SHAPES: Mapping[str, tuple[int | str, ...]] = {
    **{f"{kind}_{name}": shape for kind in KINDS for name, shape in _SHAPES_OF_KIND.items()},
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


def described(tally: Tally) -> dict[str, np.ndarray]:
    """Arrays of one kind of edge: histogram, extremes, means and quantiles; 0 without edges."""
    counts = tally.histogram.sum(-1)
    return {
        "histogram": tally.histogram,
        "extremes": np.where(counts[..., None] > 0, tally.extremes, 0),
        "means": tally.sums / np.maximum(counts, 1),
        "quantiles": np.apply_along_axis(histogram_quantiles, -1, tally.histogram),
    }


def write(
    path: Path,
    about: Mapping[str, Any],
    edges: Tally,
    passes: Tally,
    deep: tuple[np.ndarray, np.ndarray],
) -> None:
    """Write a census, and the quantiles and sample sizes of deep errors, atomically."""
    arrays = {
        f"{kind}_{name}": array
        for kind, tally in zip(KINDS, (edges, passes), strict=True)
        for name, array in described(tally).items()
    }
    arrays["probabilities"] = np.array(PROBABILITIES)
    arrays["deep_errors"], arrays["deep_samples"] = deep
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


class Costs(NamedTuple):
    """Costs of edges of one kind, by mover and disc count, in hundredths of a disc for the mover.

    histogram: int64[MOVERS, STAGES, BINS], as in `census.Tally`. extremes: int64[MOVERS, STAGES,
    2], LOWEST_COST and HIGHEST_COST. means: float64[MOVERS, STAGES]. quantiles: int32[MOVERS,
    STAGES, grid], at PROBABILITIES. All zero without edges.
    """

    histogram: np.ndarray
    extremes: np.ndarray
    means: np.ndarray
    quantiles: np.ndarray

    def extremes_as_first(self) -> tuple[int, int]:
        """Lowest and highest cost as the side that began counts them; zero without edges."""
        began, replied = self.extremes[BEGAN], self.extremes[REPLIED]
        lowest = min(began[:, LOWEST_COST].min(), -replied[:, HIGHEST_COST].max())
        highest = max(began[:, HIGHEST_COST].max(), -replied[:, LOWEST_COST].min())
        return int(lowest), int(highest)


class EdgeCosts(NamedTuple):
    """Learned edge costs of one evaluator.

    about: command, recipe and counts. edges, passes: costs of moves and of passes. deep_errors:
    int32[STAGES, depths, grid], quantiles at PROBABILITIES of deeper values less the static value,
    for the side to move.
    """

    about: Mapping[str, Any]
    edges: Costs
    passes: Costs
    deep_errors: np.ndarray

    @property
    def evaluator(self) -> str:
        """Name of the evaluator."""
        return str(self.about["recipe"]["evaluator"])

    @property
    def lowest(self) -> int:
        """Lowest cost of a move as the side that began counts it."""
        return self.edges.extremes_as_first()[LOWEST_COST]

    @property
    def highest(self) -> int:
        """Highest cost of a move as the side that began counts it."""
        return self.edges.extremes_as_first()[HIGHEST_COST]

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
    """Edge costs of a file or the shipped ones, for `evaluator` if named.

    An evaluator with weights from a file ("patterns@FILE") takes those of its kind. UserError, a
    ValueError of one line, for a bad file or one of another evaluator.
    """
    kind = evaluation.kind_of(evaluator or "")
    if path is None:
        with data_file(data_name_for(SHIPPED_COSTS, kind)) as shipped:
            return load(shipped, evaluator)
    about, arrays = read(path)
    edges, passes = (Costs(*(arrays[f"{kind}_{name}"] for name in Costs._fields)) for kind in KINDS)
    costs = EdgeCosts(about, edges, passes, arrays["deep_errors"])
    if evaluator is not None and kind != evaluation.kind_of(costs.evaluator):
        raise UserError(
            f"{path}: edge costs of the evaluator {costs.evaluator!r}, not of {evaluator!r};"
            f" {COMMAND} learns those"
        )
    return costs
