"""Weights of the terms of interest search: set by hand in one table, or learned and shipped."""

from pathlib import Path

import numpy as np

from othello.data import data_file
from othello.evaluation.tables import DataError, load_arrays
from players.interest_terms import CHEAP, COMPARING, STAGES, TERMS, WEIGHT_UNIT

WEIGHTS = "interest_weights.npz"
SHAPE = (2, STAGES, len(TERMS))
"""Of every set: with and without the terms that compare static values, by discs, by term."""
LARGEST_WEIGHT = 1 << 40
"""Weights beyond would leave no room in sums of 64 bits."""

MOVES = "moves"
"""The number of legal moves: no term of one move, but a part of every cost."""
SWITCHES = (MOVES, *TERMS)
"""What can be left out, by name."""
HAND_SET_MOVES = 1000
"""The interest of a move without an alternative, which alternatives share."""
HAND_SET = {
    "table_move": 100.0,
    "killer": 60.0,
    "reply": 100.0,
    "follow_up": 50.0,
    "corner": 200.0,
    "replies": -10.0,
    "pass": 300.0,
    "quiet": 50.0,
    "parity": 20.0,
    "stable": 20.0,
    "x_square": -120.0,
    "c_square": -60.0,
    "edge_gain": 0.1,
    "static_gain": 0.2,
    "static_root": 0.0,
    "static_rank": 0.0,
    "similar": -40.0,
}
"""Interest in the paper's style, to which HAND_SET_MOVES / moves is added.

After its list, where "+100" is what a killer or the best reply is worth; set by hand for
Othello and not tuned.
"""


def hand_set() -> np.ndarray:
    """The hand-set interest of the terms, as weights: int64[2, STAGES, len(TERMS)]."""
    row = np.array([HAND_SET[term] for term in TERMS]) * WEIGHT_UNIT
    weights = np.broadcast_to(np.rint(row), SHAPE).astype(np.int64)
    return without(weights, COMPARING, (CHEAP,))


def without(
    weights: np.ndarray, terms: tuple[str, ...], sets: tuple[int, ...] = (0, 1)
) -> np.ndarray:
    """A copy of weights in which some terms count nothing; ValueError for one unknown."""
    changed = weights.copy()
    for term in terms:
        if term not in TERMS:
            raise ValueError(f"unknown term {term!r}; known are: {', '.join(TERMS)}")
        for number in sets:
            changed[number, :, TERMS.index(term)] = 0
    return changed


def refitted(term: str) -> str:
    """The name of the learned weights without a term; ValueError for one unknown."""
    if term not in TERMS:
        raise ValueError(f"unknown term {term!r}; known are: {', '.join(TERMS)}")
    return f"without_{term}"


def learned(name: str = "othello", path: Path | None = None) -> np.ndarray:
    """Learned weights, "othello", "trees" or "without_TERM": int64[2, STAGES, len(TERMS)].

    From the file at `path`, or the shipped one; DataError, in one line, for a bad file.
    """
    if path is not None:
        return _checked(load_arrays(path, {name: SHAPE})[name], name, path)
    with data_file(WEIGHTS) as shipped:
        return _checked(load_arrays(shipped, {name: SHAPE})[name], name, shipped)


def _checked(weights: np.ndarray, name: str, path: Path) -> np.ndarray:
    """Weights as kernels take them; DataError if they would not fit."""
    if np.abs(weights).max() > LARGEST_WEIGHT:
        raise DataError(f"{path}: {name!r} has weights beyond {LARGEST_WEIGHT}")
    return np.ascontiguousarray(np.rint(weights), np.int64)
