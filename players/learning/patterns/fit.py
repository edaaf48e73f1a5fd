"""The fit of pattern weights to labels, stage by stage.

Ridge regression by conjugate gradients: the weights w minimise the sum over positions of
importance * (features w - label)^2, plus ridge * (w - prior)^2. The prior is the previous
weights, or 0. Positions far from balance count less; the previous weights decide the distance,
since labels would shrink all values. Neighbouring stages count too, less with distance.

Source: Hestenes and Stiefel 1952, "Methods of conjugate gradients for solving linear systems".
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import diags_array
from scipy.sparse.linalg import LinearOperator, cg

from othello.evaluation.patterns.places import (
    FEATURES,
    INSTANCES,
    LANES,
    OFFSETS,
    columns,
    read_states,
    row_numbers,
)
from othello.evaluation.patterns.weights import Patterns, counts_of
from othello.jit import jit
from othello.rules import legal_moves
from players.learning.patterns.labels import Labels

FIRST_DISCS = (0, *range(12, 64, 4))
"""First disc counts of the stages of new weights."""
HELD_OUT = 20
"""Every 20th batch is held out of the fit."""
ITERATIONS = 30
CLOSE = 1e-12
"""Relative residual at which a fit ends before."""
NEIGHBOURS, FADING = 4, 0.6
"""Discs outside a stage whose positions count, and the factor of each disc."""
NEAR = 3200
"""In hundredths of a disc; beyond it the importance falls with the square of the value."""
_LAST = len(INSTANCES)


@jit("void(uint64[:, ::1], uint16[:, :, ::1], uint16[::1], int32[::1], int32[:, ::1])")
def features_of(positions, added, numbers, column_of, features):
    """Write the weight numbers of each position to a row of `features`, int32[n, FEATURES].

    added, numbers: as `read_states` takes them. column_of: as `places.columns()`.
    """
    for index in range(len(positions)):
        own, opp = positions[index, 0], positions[index, 1]
        read_states(own, opp, added, numbers)
        for lane in range(_LAST):
            features[index, lane] = column_of[OFFSETS[lane] + np.uint64(numbers[lane])]
        entries = counts_of(own, opp, legal_moves(own, opp), legal_moves(opp, own))
        for place in range(len(entries)):
            features[index, _LAST + place] = column_of[entries[place]]


@jit("void(int32[:, ::1], float64[::1], float64[::1])")
def _predict(features, weights, values):
    """Write F w to `values`: F the matrix of features, w the weights."""
    for index in range(len(features)):
        total = 0.0
        for place in range(FEATURES):
            total += weights[features[index, place]]
        values[index] = total


@jit("void(int32[:, ::1], float64[::1], float64[::1])")
def _add_to_weights(features, values, sums):
    """Add F' v to `sums`: v a value for each position."""
    for index in range(len(features)):
        for place in range(FEATURES):
            sums[features[index, place]] += values[index]


def predictions(features: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the values of positions by these weights: float64[n]."""
    values = np.zeros(len(features))
    _predict(features, weights.astype(np.float64), values)
    return values


def sums_by_weight(features: np.ndarray, values: np.ndarray, size: int) -> np.ndarray:
    """Return the sum of the values of all positions with each weight: float64[size]."""
    sums = np.zeros(size)
    _add_to_weights(features, values, sums)
    return sums


def table_of_features(
    positions: np.ndarray, column_of: np.ndarray, added: np.ndarray
) -> np.ndarray:
    """Return the weight numbers of each position: int32[n, FEATURES]."""
    features = np.zeros((len(positions), FEATURES), np.int32)
    features_of(positions, added, np.zeros(LANES, np.uint16), column_of, features)
    return features


def ridge_weights(
    features: np.ndarray,
    labels: np.ndarray,
    prior: np.ndarray,
    ridge: float,
    iterations: int,
    importance: np.ndarray,
) -> np.ndarray:
    """Return the weights of a stage, float64; see the module's docstring.

    features: int32[n, FEATURES]. labels: float32[n], in the weights' unit. importance: float64[n].
    """
    size = prior.size

    def normal(change: np.ndarray) -> np.ndarray:
        """Return the normal equations' matrix times a change of the weights."""
        image = importance * predictions(features, change)
        return ridge * change + sums_by_weight(features, image, size)

    gradient = importance * (labels - predictions(features, prior))
    change, _ = cg(
        LinearOperator((size, size), normal, dtype=float),
        sums_by_weight(features, gradient, size),
        rtol=CLOSE,
        maxiter=iterations,
        M=diags_array(1 / (ridge + sums_by_weight(features, importance, size))),
    )
    return np.asarray(prior + change)


def rounded(weights: np.ndarray) -> np.ndarray:
    """Return weights in their final type, int16."""
    limits = np.iinfo(np.int16)
    return np.clip(np.round(weights), limits.min, limits.max).astype(np.int16)


def squared_error(values: np.ndarray, labels: np.ndarray) -> float | None:
    """Return the mean squared error, in discs, of values in hundredths; None for no values."""
    return round(float((((labels - values) / 100) ** 2).mean()), 4) if len(labels) else None


class Stages(NamedTuple):
    """Previous weights, int16[stages, distinct weights], and the stages' first disc counts."""

    weights: np.ndarray
    first_discs: tuple[int, ...]


def stages_of(evaluator: Any) -> Stages:
    """Return the stages of an evaluator by patterns; zeros for any other evaluator."""
    distinct, first_entries = np.unique(columns(), return_index=True)
    if not isinstance(evaluator, Patterns):
        return Stages(np.zeros((len(FIRST_DISCS), len(distinct)), np.int16), FIRST_DISCS)
    weights = evaluator.weights
    _, first_discs = np.unique(weights.rows, return_index=True)
    return Stages(weights.entries[:, first_entries], tuple(map(int, first_discs)))


class StageFits:
    """Fits of single stages to the same labels."""

    def __init__(self, labels: Labels, held_out: np.ndarray, stages: Stages, ridge: float) -> None:
        self._labels, self._held_out, self._stages = labels, held_out, stages
        self._ridge = ridge
        self._discs = np.bitwise_count(labels.positions[:, 0] | labels.positions[:, 1]).astype(int)

    def stage(self, number: int) -> tuple[np.ndarray, dict[str, Any]]:
        """Return a stage's weights, float64[distinct weights], and its errors on held-out games."""
        first, after_last = (*self._stages.first_discs, 65)[number : number + 2]
        before = self._stages.weights[number]
        outside = np.maximum(first - self._discs, self._discs - after_last + 1)
        used = np.flatnonzero(~self._held_out & (outside <= NEIGHBOURS))
        features, values = self._rows(used)
        importance = FADING ** np.maximum(outside[used], 0)
        importance *= (NEAR / np.maximum(np.abs(predictions(features, before)), NEAR)) ** 2
        weights = ridge_weights(features, values, before, self._ridge, ITERATIONS, importance)
        unseen = np.flatnonzero(self._held_out & (outside <= 0))
        features, values = self._rows(unseen)
        values_before = predictions(features, np.round(before))
        close = np.abs(values_before) <= NEAR
        values_after = predictions(features, np.round(weights))
        errors: dict[str, Any] = {
            "discs": first,
            "positions": len(used),
            "held_out": len(values),
            "before": squared_error(values_before[close], values[close]),
            "after": squared_error(values_after[close], values[close]),
        }
        return weights, errors

    def _rows(self, used: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the features and labels of the positions with these numbers."""
        positions = np.ascontiguousarray(self._labels.positions[used])
        features = table_of_features(positions, columns(), row_numbers())
        return features, self._labels.values[used].astype(np.float32)
