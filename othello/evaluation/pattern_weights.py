"""The pattern evaluation's weights on disk."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from othello.evaluation.pattern_places import ENTRIES, SLOTS, columns, expand, row_numbers
from othello.evaluation.patterns import Patterns, Weights
from othello.evaluation.tables import DataError, load_arrays, save
from othello.files import data_file

WEIGHTS = "pattern_weights.npz"


@functools.cache
def _tables() -> tuple[np.ndarray, np.ndarray]:
    """`columns()` and `row_numbers(SLOTS)`, made once."""
    return columns(), row_numbers(SLOTS)


@functools.cache
def shared() -> tuple[np.ndarray, np.ndarray]:
    """`columns()` and `row_numbers()`, made once."""
    return _tables()[0], row_numbers()


def expanded(distinct: np.ndarray, first_discs: np.ndarray) -> Patterns:
    """The evaluation with these weights.

    distinct: int16[stages, distinct weights], in the order of `columns`. first_discs: the
    least number of discs of each stage, ascending, 0 the first.
    """
    column_of, added = _tables()
    rows = np.searchsorted(first_discs, np.arange(65), side="right") - 1
    entries = np.empty((len(distinct), ENTRIES), np.int16)
    expand(np.ascontiguousarray(distinct, np.int16), column_of, entries)
    return Patterns(Weights(entries, rows.astype(np.uint64), added))


def patterns(path: Path | None = None) -> Patterns:
    """The pattern evaluation with the weights in a file, or with the shipped ones.

    The shipped ones are read once: nothing writes into them. DataError, in one line, for a bad
    file.
    """
    return _shipped() if path is None else _read(path)


@functools.cache
def _shipped() -> Patterns:
    """The evaluation with the shipped weights."""
    with data_file(WEIGHTS) as path:
        return _read(path)


def read_weights(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """int16[stages, distinct weights] and the first discs of the stages, of a file.

    The file has "differences", uint8[2, stages, distinct weights]: the low bytes of what each
    stage's weights are more than the stage's before, modulo 2**16, then the high ones. That takes
    half of the disk and of the time that the weights themselves would. DataError for a bad file.
    """
    arrays = load_arrays(path, {"differences": None, "first_discs": None})
    differences, first_discs = arrays["differences"], arrays["first_discs"]
    distinct = int(_tables()[0].max()) + 1
    if differences.dtype != np.uint8 or differences.shape != (2, first_discs.size, distinct):
        raise DataError(f"{path}: 'differences' are not two bytes for {distinct} numbers a stage")
    if first_discs.ndim != 1 or first_discs[0] != 0 or (np.diff(first_discs) < 1).any():
        raise DataError(f"{path}: 'first_discs' are no stages of a game")
    low, high = differences.astype(np.uint16)
    return np.cumsum(low | high << 8, axis=0, dtype=np.uint16).view(np.int16), first_discs


def save_weights(
    path: Path, about: Mapping[str, Any], weights: np.ndarray, first_discs: Sequence[int]
) -> None:
    """Write what `read_weights` reads; weights: int16[stages, distinct weights]."""
    numbers = np.ascontiguousarray(weights, np.int16).view(np.uint16)
    changes = np.diff(numbers, axis=0, prepend=np.uint16(0))
    differences = np.stack([changes & 255, changes >> 8]).astype(np.uint8)
    save(path, about, {"differences": differences, "first_discs": np.array(first_discs)})


def _read(path: Path) -> Patterns:
    """The evaluation with the weights in a file."""
    return expanded(*read_weights(path))
