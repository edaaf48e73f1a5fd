"""Edge costs on disk: what python -m players.learning.edge_costs found, and margins from it.

Source: Zhang 1995, "Forward estimation for minimax search", sections 3 and 5,
for extremes and likely increments; margins from the errors of deeper searches
go beyond it.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.evaluation.tables import DataError, load_arrays, save
from othello.files import data_file, data_name_for
from othello.position import STAGES
from players.forward.census import (
    BEGAN,
    BIN,
    BINS,
    MOVERS,
    NO_COST,
    PROBABILITIES,
    REPLIED,
    Tally,
    histogram_quantiles,
)
from players.forward.rules import HIGHEST_COST, LOWEST_COST, ByStage

KINDS = ("edges", "passes")
GRID = len(PROBABILITIES)
DEPTHS = -1
"""Stands for the deepest search and one more."""

_OF_A_KIND: Mapping[str, tuple[tuple[int, ...], type]] = {
    "histogram": ((MOVERS, STAGES, BINS), np.int64),
    "extremes": ((MOVERS, STAGES, 2), np.int64),
    "means": ((MOVERS, STAGES), np.float64),
    "quantiles": ((MOVERS, STAGES, GRID), np.int32),
}
LAYOUT: Mapping[str, tuple[tuple[int, ...], type]] = {
    **{f"{kind}_{name}": form for kind in KINDS for name, form in _OF_A_KIND.items()},
    "probabilities": ((GRID,), np.float64),
    "deep_errors": ((STAGES, DEPTHS, GRID), np.int32),
    "deep_samples": ((STAGES, DEPTHS), np.int64),
}
"""Shape and type of every array."""

LARGEST_DIFFERENCE = 2**20
"""No evaluator's values differ by more."""

SHIPPED_COSTS = "edge_costs.npz"
COMMAND = "python -m players.learning.edge_costs"

LIKELY_SHARE = 59869 / 2993448
"""The paper's most likely increment over its extreme one: 0.0200 at either end."""
STRAIGHT = PROBABILITIES.index(0.01)
"""Beyond the first and the last quantile one goes straight on from this far inside."""
LAST = len(PROBABILITIES) - 1


def described(tally: Tally) -> dict[str, np.ndarray]:
    """The arrays of one kind of edge: histogram, extremes, means, quantiles; 0 for no edge."""
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
    """Write a census and the quantiles and numbers of deep errors, whole or not at all."""
    arrays = {
        f"{kind}_{name}": array
        for kind, tally in zip(KINDS, (edges, passes), strict=True)
        for name, array in described(tally).items()
    }
    arrays["probabilities"] = np.array(PROBABILITIES)
    arrays["deep_errors"], arrays["deep_samples"] = deep
    save(path, about, arrays)


def read(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """What a file says about itself, and its arrays; DataError, one line, for a bad file."""
    arrays = load_arrays(path, dict.fromkeys(LAYOUT))
    if fault := _fault(arrays):
        raise DataError(f"{path}: not a file of edge costs: {fault}")
    return _about(path, arrays.pop("about")), arrays


def _fault(arrays: Mapping[str, np.ndarray]) -> str | None:
    """What is wrong with the arrays of a file, if anything."""
    depths = arrays["deep_errors"].shape[1] if arrays["deep_errors"].ndim > 1 else 0
    for name, (form, dtype) in LAYOUT.items():
        shape = tuple(depths if size == DEPTHS else size for size in form)
        if arrays[name].shape != shape or arrays[name].dtype != dtype:
            return f"{name!r} is not {np.dtype(dtype)}{list(shape)}"
    if depths < 2:
        return "'deep_errors' holds no depth"
    if not np.array_equal(arrays["probabilities"], PROBABILITIES):
        return "'probabilities' are others than this version's"
    for name in ("edges_quantiles", "passes_quantiles", "deep_errors"):
        if (np.diff(arrays[name].astype(np.int64), axis=-1) < 0).any():
            return f"{name!r} do not rise"
    for name in ("edges_extremes", "passes_extremes", "deep_errors"):
        if (abs(arrays[name].astype(np.float64)) > LARGEST_DIFFERENCE).any():
            return f"{name!r} are beyond any score"
    for kind in KINDS:
        extremes = arrays[f"{kind}_extremes"]
        if (extremes[..., LOWEST_COST] > extremes[..., HIGHEST_COST]).any():
            return f"'{kind}_extremes' are turned round"
        if (arrays[f"{kind}_histogram"] < 0).any():
            return f"'{kind}_histogram' has counts below zero"
    if not arrays["edges_histogram"].any():
        return "it holds no edge"
    return None


def _about(path: Path, text: np.ndarray) -> dict[str, Any]:
    """What a file says about itself, which must name the evaluator."""
    try:
        about = json.loads(str(text))
        named = isinstance(about["recipe"]["evaluator"], str)
    except (ValueError, TypeError, KeyError, RecursionError):
        named = False
    if not named:
        raise DataError(f"{path}: not a file of edge costs: it does not name its evaluator")
    return about


class Costs(NamedTuple):
    """Costs of edges of one kind, by mover and disc count, in hundredths of a disc for the mover.

    histogram: int64[MOVERS, STAGES, BINS], as in `census.Tally`. extremes:
    int64[MOVERS, STAGES, 2], LOWEST_COST and HIGHEST_COST. means: float64[MOVERS, STAGES].
    quantiles: int32[MOVERS, STAGES, grid], at PROBABILITIES, the middles of bins.
    All zero where there is no edge.
    """

    histogram: np.ndarray
    extremes: np.ndarray
    means: np.ndarray
    quantiles: np.ndarray

    def as_first(self, stages: slice = slice(None)) -> np.ndarray:
        """The histogram of some stages as the side that began counts costs: int64[BINS]."""
        by_mover = self.histogram[:, stages].sum(1)
        return by_mover[BEGAN] + by_mover[REPLIED, ::-1]

    def extremes_as_first(self, stages: slice = slice(None)) -> tuple[int, int]:
        """The lowest and the highest cost as the side that began counts them, or zero."""
        began, replied = self.extremes[BEGAN, stages], self.extremes[REPLIED, stages]
        lowest = min(began[:, LOWEST_COST].min(), -replied[:, HIGHEST_COST].max())
        highest = max(began[:, HIGHEST_COST].max(), -replied[:, LOWEST_COST].min())
        return int(lowest), int(highest)


class EdgeCosts(NamedTuple):
    """What was learned of one evaluator's edge costs.

    about: command, recipe and counts. edges, passes: the costs of moves and of
    passes. deep_errors: int32[STAGES, depths, grid], quantiles at PROBABILITIES,
    by disc count and depth, of the value that a search of that depth finds less
    the static value, for the side to move. deep_samples: int64[STAGES, depths],
    how many positions were searched so deep.
    """

    about: Mapping[str, Any]
    edges: Costs
    passes: Costs
    deep_errors: np.ndarray
    deep_samples: np.ndarray

    @property
    def evaluator(self) -> str:
        """The name of the evaluator."""
        return str(self.about["recipe"]["evaluator"])

    @property
    def lowest(self) -> int:
        """The lowest cost of a move as the side that began counts it."""
        return self.edges.extremes_as_first()[LOWEST_COST]

    @property
    def highest(self) -> int:
        """The highest cost of a move as the side that began counts it."""
        return self.edges.extremes_as_first()[HIGHEST_COST]

    def increments(self, kind: str) -> tuple[float, float]:
        """Likely costs below and above zero, as the side that began counts them.

        Kinds: "share", the paper's share of the extremes, and "mode", "median"
        and "mean" of the negative costs and of the positive ones. ValueError
        for another kind.
        """
        if kind == "share":
            return LIKELY_SHARE * self.lowest, LIKELY_SHARE * self.highest
        if kind not in READINGS:
            raise ValueError(f"increments are share, {', '.join(READINGS)}, not {kind!r}")
        counts = self.edges.as_first()
        read = READINGS[kind]
        return -read(counts[:NO_COST][::-1]), read(counts[NO_COST + 1 :])

    def margins(self, quantile: float) -> ByStage:
        """How far a value lies from the static one, by disc count and depth, at this quantile.

        One value in 1 / (1 - quantile) rises farther, and as many fall farther.
        A margin below zero says that nearly all lie on one side. ValueError
        unless 0.5 < quantile < 1; beyond the last quantile that was kept, 0.999,
        the margins are those of a normal tail.
        """
        if not 0.5 < quantile < 1:
            raise ValueError(f"a quantile is more than 0.5 and less than 1, not {quantile}")
        score = NormalDist().inv_cdf(quantile)
        falls, rises = -self._deep_quantile(-score), self._deep_quantile(score)
        return ByStage(falls.astype(np.int32), rises.astype(np.int32))

    def _deep_quantile(self, score: float) -> np.ndarray:
        """The deep errors at a normal score, between those that were kept: [STAGES, depths]."""
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


def _mode(counts: np.ndarray) -> float:
    """The cost of the fullest bin, `counts` beginning one bin from zero."""
    return BIN * (int(counts.argmax()) + 1.0)


def _median(counts: np.ndarray) -> float:
    """The cost that half of the edges do not exceed."""
    return BIN * (int(np.searchsorted(counts.cumsum(), counts.sum() / 2)) + 1.0)


def _mean(counts: np.ndarray) -> float:
    """The mean cost, zero if there is none."""
    costs = BIN * np.arange(1, counts.size + 1)
    return float((costs * counts).sum() / max(1, counts.sum()))


READINGS: Mapping[str, Callable[[np.ndarray], float]] = {
    "mode": _mode,
    "median": _median,
    "mean": _mean,
}
"""What "most likely" may mean, of counted costs on one side of zero."""


def load(path: Path | None = None, evaluator: str | None = None) -> EdgeCosts:
    """The edge costs in a file, or shipped ones; they must be those of `evaluator`, if given.

    An evaluator with weights from a file ("patterns@FILE") takes those of its kind. DataError, a
    ValueError of one line, for a bad file or another evaluator's.
    """
    kind = evaluation.kind_of(evaluator or "")
    if path is None:
        with data_file(data_name_for(SHIPPED_COSTS, kind)) as shipped:
            return load(shipped, evaluator)
    about, arrays = read(path)
    edges, passes = (Costs(*(arrays[f"{kind}_{name}"] for name in Costs._fields)) for kind in KINDS)
    costs = EdgeCosts(about, edges, passes, arrays["deep_errors"], arrays["deep_samples"])
    if evaluator is not None and kind != evaluation.kind_of(costs.evaluator):
        raise DataError(
            f"{path}: edge costs of the evaluator {costs.evaluator!r}, not of {evaluator!r};"
            f" {COMMAND} learns those"
        )
    return costs
