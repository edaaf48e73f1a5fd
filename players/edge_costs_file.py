"""How edge costs lie in a file, and what is wrong with one that cannot be used."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from othello.evaluation.tables import DataError, save
from players.census import BINS, MOVERS, PROBABILITIES, STAGES, Tally, histogram_quantiles
from players.forward_estimation import HIGHEST, LOWEST

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
    try:
        with open(path, "rb") as stream, np.load(stream, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except Exception as error:  # numpy and zipfile raise half a dozen kinds for a damaged file
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise DataError(f"{path}: not a file of edge costs ({reason})") from None
    for name in ("about", *LAYOUT):
        if name not in arrays:
            raise DataError(f"{path}: not a file of edge costs: there is no {name!r} in it")
    fault = _fault(arrays)
    if fault:
        raise DataError(f"{path}: not a file of edge costs: {fault}")
    return _about(path, arrays.pop("about")), arrays


LARGEST_COST = 2**20
"""No evaluator's values differ by more."""


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
        if (abs(arrays[name].astype(np.float64)) > LARGEST_COST).any():
            return f"{name!r} are beyond any score"
    for kind in KINDS:
        extremes = arrays[f"{kind}_extremes"]
        if (extremes[..., LOWEST] > extremes[..., HIGHEST]).any():
            return f"'{kind}_extremes' are turned round"
        if (arrays[f"{kind}_histogram"] < 0).any():
            return f"'{kind}_histogram' has counts below zero"
        if not np.isfinite(arrays[f"{kind}_means"]).all():
            return f"'{kind}_means' are not finite"
    if not arrays["edges_histogram"].any():
        return "it holds no edge"
    return None


def _about(path: Path, text: np.ndarray) -> dict[str, Any]:
    """What a file says about itself, which must name the evaluator."""
    try:
        about = json.loads(str(text))
        named = isinstance(about["recipe"]["evaluator"], str)
    except (ValueError, TypeError, KeyError):
        named = False
    if not named:
        raise DataError(f"{path}: not a file of edge costs: it does not name its evaluator")
    return about
