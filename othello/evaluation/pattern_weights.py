"""The pattern evaluation's weights on disk."""

import functools
from pathlib import Path

import numpy as np

from othello.evaluation.patterns import (
    ENTRIES,
    LANES,
    Patterns,
    Weights,
    columns,
    expand,
    row_numbers,
)
from othello.evaluation.tables import DataError, load_arrays
from othello.files import data_file

WEIGHTS = "pattern_weights.npz"


@functools.cache
def shared() -> tuple[np.ndarray, np.ndarray]:
    """`columns()` and `row_numbers()`, made once."""
    return columns(), row_numbers()


def expanded(distinct: np.ndarray, first_discs: np.ndarray) -> Patterns:
    """The evaluation with these weights.

    distinct: int16[stages, distinct weights], in the order of `columns`. first_discs: the
    least number of discs of each stage, ascending, 0 the first.
    """
    column_of, added = shared()
    rows = np.searchsorted(first_discs, np.arange(65), side="right") - 1
    entries = np.empty((len(distinct), ENTRIES), np.int16)
    expand(np.ascontiguousarray(distinct, np.int16), column_of, entries)
    return Patterns(
        Weights(
            entries,
            rows.astype(np.uint64),
            added,
            np.zeros(LANES, np.uint16),
        )
    )


def patterns(path: Path | None = None) -> Patterns:
    """The pattern evaluation with the weights in a file, or with the shipped ones.

    DataError, in one line, for a bad file.
    """
    if path is None:
        with data_file(WEIGHTS) as shipped:
            return _read(shipped)
    return _read(path)


def _read(path: Path) -> Patterns:
    """The evaluation with the weights in a file."""
    arrays = load_arrays(path, {"weights": None, "first_discs": None})
    weights, first_discs = arrays["weights"], arrays["first_discs"]
    distinct = int(shared()[0].max()) + 1
    if weights.ndim != 2 or weights.shape != (first_discs.size, distinct):
        raise DataError(f"{path}: 'weights' is not a row of {distinct} numbers for each stage")
    if first_discs.ndim != 1 or first_discs[0] != 0 or (np.diff(first_discs) < 1).any():
        raise DataError(f"{path}: 'first_discs' are no stages of a game")
    return expanded(weights, first_discs)
