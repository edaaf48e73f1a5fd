"""Fitting the weights of patterns to labels: each stage's, drawn towards what they were, or 0.

Positions far from balance count less, since few searches that matter end in them; how far is what
the earlier weights say, not the label, lest all values shrink. Positions of the neighbouring stages
count as well, the less the farther.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello.evaluation.patterns.places import columns, row_numbers
from othello.evaluation.patterns.weights import Patterns
from players.learning.batches import joined
from players.learning.patterns import regression
from players.learning.patterns.labels import Labels

FIRST_DISCS = (0, *range(12, 64, 4))
"""The least numbers of discs of the stages, where there are no weights yet."""
HELD_OUT = 20
"""One batch in so many is kept from the regression."""
ITERATIONS = 30
NEIGHBOURS, FADING = 4, 0.6
"""Positions up to so many discs outside a stage count, each disc by this factor less."""
NEAR = 3200
"""Hundredths of a disc; beyond, a position counts by the square of how much farther it is less."""


class Stages(NamedTuple):
    """Weights to begin with, int16[stages, distinct weights], and the stages' first discs."""

    weights: np.ndarray
    first_discs: tuple[int, ...]


def stages_of(evaluator: Any) -> Stages:
    """The weights of an evaluation by patterns; for any other one zeros."""
    distinct, first_entries = np.unique(columns(), return_index=True)
    if not isinstance(evaluator, Patterns):
        return Stages(np.zeros((len(FIRST_DISCS), len(distinct)), np.int16), FIRST_DISCS)
    weights = evaluator.weights
    _, first_discs = np.unique(weights.rows, return_index=True)
    return Stages(weights.entries[:, first_entries], tuple(map(int, first_discs)))


def read_labels(paths: Sequence[Path]) -> tuple[Labels, np.ndarray]:
    """The labels of kept batches, and which are held out; ValueError names a bad file."""
    shapes = {"positions": ("n", 2), "values": ("n",), "away": ("n",)}
    columns, batch = joined(paths, shapes)
    return Labels(*columns), batch % HELD_OUT == HELD_OUT - 1


class StageFits:
    """Fits stage after stage, and tells how well."""

    def __init__(self, labels: Labels, held_out: np.ndarray, stages: Stages, ridge: float) -> None:
        self._labels, self._held_out, self._stages = labels, held_out, stages
        self._ridge = ridge
        self._discs = np.bitwise_count(labels.positions[:, 0] | labels.positions[:, 1]).astype(int)

    def stage(self, number: int) -> tuple[np.ndarray, dict[str, Any]]:
        """A stage's weights, float64[distinct weights], and its errors on what is held out."""
        first, behind = (*self._stages.first_discs, 65)[number : number + 2]
        before = self._stages.weights[number]
        outside = np.maximum(first - self._discs, self._discs - behind + 1)
        used = np.flatnonzero(~self._held_out & (outside <= NEIGHBOURS))
        features, values = self._rows(used)
        importance = FADING ** np.maximum(outside[used], 0)
        importance *= (
            NEAR / np.maximum(np.abs(regression.predictions(features, before)), NEAR)
        ) ** 2
        found = regression.fit(features, values, before, self._ridge, ITERATIONS, importance)
        unseen = np.flatnonzero(self._held_out & (outside <= 0))
        features, values = self._rows(unseen)
        then, now = (regression.predictions(features, np.round(each)) for each in (before, found))
        close = np.abs(then) <= NEAR
        beside = close & (self._labels.away[unseen] > 0)
        told: dict[str, Any] = {"discs": first, "positions": len(used), "held_out": len(values)}
        for name, said in (("before", then), ("after", now)):
            told[name] = regression.errors_of(said, values)
            for part, rows in (("close", close), ("close_beside", beside)):
                told[name][part] = regression.errors_of(said[rows], values[rows])
        return found, told

    def _rows(self, used: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What `fit` takes, of positions by their numbers."""
        positions = np.ascontiguousarray(self._labels.positions[used])
        features = regression.table_of_features(positions, columns(), row_numbers())
        return features, self._labels.values[used].astype(np.float32)
