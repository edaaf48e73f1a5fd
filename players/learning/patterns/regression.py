"""Fitting a stage's weights: ridge regression by conjugate gradients.

The weights w minimise the sum of (features w - label)^2 over positions, each times its importance,
and of ridge * (w - prior)^2 over weights, the prior being those of the stage behind: what a state
is worth that is hardly ever seen, its neighbour in time tells best. The preconditioner is the
diagonal.

Source: Hestenes and Stiefel 1952, "Methods of conjugate gradients for solving linear systems".
"""

from typing import Any

import numpy as np

from othello.evaluation.patterns.places import FEATURES, INSTANCES, LANES, OFFSETS, read_states
from othello.evaluation.patterns.weights import counts_of
from othello.jit import jit
from othello.rules import legal_moves

_LAST = len(INSTANCES)


@jit("void(uint64[:, ::1], uint16[:, :, ::1], uint16[::1], int32[::1], int32[:, ::1])")
def features_of(positions, added, numbers, column_of, features):
    """Put the numbers of each position's weights into a row of `features`, int32[n, FEATURES].

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


@jit("void(int32[:, ::1], float64[::1], float64[::1], float64[::1])")
def add_image(features, importance, weights, sums):
    """Add F' A F w to `sums`, F being the matrix of features, w the weights, A the importance."""
    for index in range(len(features)):
        row = features[index]
        total = 0.0
        for place in range(FEATURES):
            total += weights[row[place]]
        total *= importance[index]
        for place in range(FEATURES):
            sums[row[place]] += total


@jit("void(int32[:, ::1], float32[::1], float64[::1], float64[::1], float64[::1], float64[::1])")
def add_residual(features, labels, importance, weights, sums, diagonal):
    """Add F' A (labels - F w) to `sums`, and how much each weight is used to `diagonal`."""
    for index in range(len(features)):
        row = features[index]
        total = np.float64(labels[index])
        for place in range(FEATURES):
            total -= weights[row[place]]
        total *= importance[index]
        for place in range(FEATURES):
            sums[row[place]] += total
            diagonal[row[place]] += importance[index]


def table_of_features(
    positions: np.ndarray, column_of: np.ndarray, added: np.ndarray
) -> np.ndarray:
    """int32[n, FEATURES]: the weights of each position, by number."""
    features = np.zeros((len(positions), FEATURES), np.int32)
    features_of(positions, added, np.zeros(LANES, np.uint16), column_of, features)
    return features


def fit(
    features: np.ndarray,
    labels: np.ndarray,
    prior: np.ndarray,
    ridge: float,
    iterations: int,
    importance: np.ndarray | None = None,
) -> np.ndarray:
    """The weights, float64, of a stage; see the module's text.

    features: int32[n, FEATURES]. labels: float32[n], in the unit of the weights. importance:
    float64[n], as how many positions each counts; 1 without.
    """
    importance = np.ones(len(labels)) if importance is None else importance
    weights = prior.astype(np.float64)
    gradient, diagonal = np.zeros_like(weights), np.full_like(weights, ridge)
    add_residual(features, labels, importance, weights, gradient, diagonal)
    scaled = gradient / diagonal
    direction = scaled.copy()
    product = float(gradient @ scaled)
    for _ in range(iterations):
        if product <= 0:
            break
        image = ridge * direction
        add_image(features, importance, direction, image)
        step = product / float(direction @ image)
        weights += step * direction
        gradient -= step * image
        scaled = gradient / diagonal
        following = float(gradient @ scaled)
        direction = scaled + following / product * direction
        product = following
    return weights


def rounded(weights: np.ndarray) -> np.ndarray:
    """Weights as they are used: int16."""
    limits = np.iinfo(np.int16)
    return np.clip(np.round(weights), limits.min, limits.max).astype(np.int16)


def predictions(features: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """float64[n]: what weights say of each position."""
    found = np.zeros(len(features))
    _predict(features, weights.astype(np.float64), found)
    return found


def errors_of(said: np.ndarray, labels: np.ndarray) -> dict[str, Any]:
    """How wrong values are, in discs, both in hundredths; {} for too few, or if all are the same.

    bias: mean of the label less the value. slope: of labels on values.
    """
    if len(labels) < 2 or said.std() == 0:
        return {}
    said, labels = said / 100, labels / 100
    wrong, slope = labels - said, np.polyfit(said, labels, 1)[0]
    squared_error = (wrong**2).mean()
    told = {"variance": labels.var(), "squared_error": squared_error, "bias": wrong.mean()}
    return {name: round(float(number), 4) for name, number in {**told, "slope": slope}.items()}


@jit("void(int32[:, ::1], float64[::1], float64[::1])")
def _predict(features, weights, found):
    """Put F w into `found`."""
    for index in range(len(features)):
        total = 0.0
        for place in range(FEATURES):
            total += weights[features[index, place]]
        found[index] = total
