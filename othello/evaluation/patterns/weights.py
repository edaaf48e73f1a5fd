"""The pattern evaluation: a sum of learned weights, one for the state of each pattern on the board.

Counts, above all of both sides' moves, have a weight for each number. There are weights for each
stage of the game.

Sources: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
Othello"; Buro 1998, "From simple features to sophisticated evaluation functions".
"""

import functools
import zipfile
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, ONE, QUADRANTS, X_SQUARES, around, count
from othello.cli.errors import UserError
from othello.evaluation.patterns.places import (
    COUNT_STARTS,
    HEAVIEST,
    HIGHEST,
    PATTERN_ENTRIES,
    columns,
    row_numbers,
)
from othello.evaluation.patterns.sums import sum_of_states, weights_of_stage
from othello.evaluation.tables import load_arrays, save
from othello.files import data_file
from othello.jit import jit, jitmethods

PATTERN_WEIGHTS = "pattern_weights.npz"
_COUNT_STARTS = tuple(np.uint64(start) for start in COUNT_STARTS)
_5 = np.uint64(5)


class Weights(NamedTuple):
    """Learned weights, and the tables for reading them.

    entries: int16[stages, ENTRIES], hundredths of a disc. rows: uint64[65], the stage of each
    number of discs. added: `row_numbers()`.
    """

    entries: np.ndarray
    rows: np.ndarray
    added: np.ndarray


@jit
def sum_of_patterns(own, opp, row, weights):
    """Return the sum of the weights of all instances, in hundredths of a disc."""
    return sum_of_states(own, opp, weights.added, weights_of_stage(weights.entries, row))


@jit("uint64(uint64)")
def odd_quadrants(empties):
    """Return the number of quadrants with an odd number of the squares in `empties`."""
    odd = NONE
    for quadrant in QUADRANTS:
        odd += np.uint64(count(empties & quadrant)) & ONE
    return odd


@jit("UniTuple(uint64, 8)(uint64, uint64, uint64, uint64)")
def counts_of_moves(own, opp, moves, replies):
    """Return the entries of all COUNTS except the last two, in their order.

    `moves` are legal for the side to move, `replies` for the other side.
    """
    empties = ~(own | opp)
    corners = _5 * np.uint64(count(moves & CORNERS)) + np.uint64(count(replies & CORNERS))
    x_squares = _5 * np.uint64(count(moves & X_SQUARES)) + np.uint64(count(replies & X_SQUARES))
    return (
        _COUNT_STARTS[0] + np.uint64(count(moves)),
        _COUNT_STARTS[1] + np.uint64(count(replies)),
        _COUNT_STARTS[2] + np.uint64(count(moves & ~replies)),
        _COUNT_STARTS[3] + np.uint64(count(replies & ~moves)),
        _COUNT_STARTS[4] + np.uint64(count(around(opp) & empties)),
        _COUNT_STARTS[5] + np.uint64(count(around(own) & empties)),
        _COUNT_STARTS[6] + corners,
        _COUNT_STARTS[7] + x_squares,
    )


@jit("UniTuple(uint64, 2)(uint64, uint64)")
def counts_of_squares(odd, discs):
    """Return the entries of the last two COUNTS: odd quadrants and discs."""
    return _COUNT_STARTS[8] + odd, _COUNT_STARTS[9] + discs


@jit("UniTuple(uint64, 10)(uint64, uint64, uint64, uint64)")
def counts_of(own, opp, moves, replies):
    """Return the entries of COUNTS in their order; arguments as `counts_of_moves`."""
    occupied = own | opp
    others = counts_of_squares(odd_quadrants(~occupied), np.uint64(count(occupied)))
    return counts_of_moves(own, opp, moves, replies) + others


@jit
def estimate(own, opp, moves, replies, weights):
    """Return the expected result of an unfinished game in hundredths of a disc.

    `moves` are legal for the side to move, `replies` for the other side.
    """
    row = weights.rows[np.uint64(count(own | opp))]
    total = sum_of_patterns(own, opp, row, weights)
    for entry in counts_of(own, opp, moves, replies):
        total += np.int64(weights.entries[row, entry])
    return min(max(total, -HIGHEST), HIGHEST)


@jitmethods
class Patterns(NamedTuple):
    """The pattern evaluation with learned weights."""

    weights: Weights

    def value(self, state):
        """Return the value of `state` for the side to move, in hundredths of a disc."""
        moves, replies = np.uint64(state.legal()), np.uint64(state.passed().legal())
        if moves == NONE and replies == NONE:
            return state.final()
        return estimate(state.own, state.opp, moves, replies, self.weights)


def expanded(distinct: np.ndarray, first_discs: np.ndarray) -> Patterns:
    """Return the evaluation with these weights.

    distinct: int16[stages, distinct weights], in the order of `columns`; those of patterns are
    clipped to HEAVIEST. first_discs: the least number of discs of each stage, ascending from 0.
    """
    column_of = columns()
    distinct = np.array(distinct, np.int16, order="C")
    of_patterns = distinct[:, : column_of[PATTERN_ENTRIES]]
    np.clip(of_patterns, -HEAVIEST, HEAVIEST, out=of_patterns)
    rows = np.searchsorted(first_discs, np.arange(65), side="right") - 1
    entries = distinct.take(column_of, axis=1, mode="clip")  # faster than the check of "raise"
    return Patterns(Weights(entries, rows.astype(np.uint64), row_numbers()))


def patterns(path: Path | None = None) -> Patterns:
    """Return the pattern evaluation with the weights in a file, or with the shipped ones.

    The shipped ones are read once, and nothing writes to them. UserError for a bad file.
    """
    return _shipped() if path is None else expanded(*read_weights(path))


@functools.cache
def _shipped() -> Patterns:
    """Return the evaluation with the shipped weights."""
    with data_file(PATTERN_WEIGHTS) as path:
        return expanded(*read_weights(path))


def read_weights(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights in a file, int16[stages, distinct weights], and the stages' first discs.

    The file has "differences", uint8[2, stages, distinct weights]: low bytes, then high bytes, of
    the difference from the previous stage's weights modulo 2**16. They take half of the disk space
    and of the time of the plain weights. UserError for a bad file.
    """
    arrays = load_arrays(path, {"differences": None, "first_discs": None})
    differences, first_discs = arrays["differences"], arrays["first_discs"]
    distinct = int(columns().max()) + 1
    if differences.dtype != np.uint8 or differences.shape != (2, first_discs.size, distinct):
        raise UserError(f"{path}: 'differences' are not two bytes for {distinct} numbers a stage")
    if (
        first_discs.ndim != 1
        or not first_discs.size
        or first_discs[0] != 0
        or first_discs.max() > 64
        or first_discs.dtype.kind not in "iu"
        or (first_discs[1:] <= first_discs[:-1]).any()
    ):
        raise UserError(f"{path}: 'first_discs' are not stages of a game")
    totals = differences[0] | differences[1].astype(np.uint16) << 8
    for before, stage in pairwise(totals):
        stage += before
    return totals.view(np.int16), first_discs


def save_weights(
    path: Path, about: Mapping[str, Any], weights: np.ndarray, first_discs: Sequence[int]
) -> None:
    """Write a file for `read_weights`; weights: int16[stages, distinct weights]."""
    numbers = np.ascontiguousarray(weights, np.int16).view(np.uint16)
    changes = np.diff(numbers, axis=0, prepend=np.uint16(0))
    differences = np.stack([changes & 255, changes >> 8]).astype(np.uint8)
    arrays = {"differences": differences, "first_discs": np.array(first_discs)}
    save(path, about, arrays, method=zipfile.ZIP_DEFLATED)  # read at every start
