"""Learn the pattern evaluation: python -m players.learning.patterns labels, fits and writes.

The fit of each stage is a ridge regression by conjugate gradients: the weights w minimise the sum
over positions of importance * (features w - label)^2, plus ridge * (w - prior)^2. The prior is the
previous weights, or 0. Positions far from balance count less; the previous weights decide the
distance, since labels would shrink all values. Neighbouring stages count too, less with distance.

Source: Hestenes and Stiefel 1952, "Methods of conjugate gradients for solving linear systems".
"""

import sys
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import LinearOperator, cg

from othello import evaluation
from othello.cli.output import Display
from othello.cli.parser import whole
from othello.evaluation.patterns.places import (
    FEATURES,
    INSTANCES,
    LANES,
    OFFSETS,
    columns,
    read_states,
    row_numbers,
)
from othello.evaluation.patterns.weights import PATTERN_WEIGHTS, Patterns, counts_of, save_weights
from othello.jit import jit
from othello.rules import SCORE_SCALE, legal_moves
from players.learning.pattern_labels import BATCH, DEEP_LABELS, Labels, Recipe
from players.learning.pipeline import DEFAULT, Learner, Run, join, run_as_program

FIRST_DISCS = (0, *range(12, 64, 4))
"""First disc counts of the stages of new weights."""
RIDGE = 20.0
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
INT16 = np.iinfo(np.int16)


@jit
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


def matrix_of(positions: np.ndarray, column_of: np.ndarray, added: np.ndarray) -> csr_array:
    """Return the matrix of features: a row for each position, a column for each weight.

    A weight that a position reads twice has two entries.
    """
    features = np.zeros((len(positions), FEATURES), np.int32)
    features_of(positions, added, np.zeros(LANES, np.uint16), column_of, features)
    ends = np.arange(0, features.size + 1, FEATURES)
    shape = len(positions), int(column_of.max()) + 1
    return csr_array((np.ones(features.size), features.ravel(), ends), shape=shape)


def ridge_weights(
    features: csr_array, labels: np.ndarray, prior: np.ndarray, ridge: float, importance: np.ndarray
) -> np.ndarray:
    """Return the weights of a stage, float64; see the module's docstring.

    labels: float32[n], in the weights' unit. importance: float64[n].
    """

    def normal(change: np.ndarray) -> np.ndarray:
        """Return the normal equations' matrix times a change of the weights."""
        return ridge * change + features.T @ (importance * (features @ change))

    change, _ = cg(
        LinearOperator((prior.size, prior.size), normal, dtype=float),
        features.T @ (importance * (labels - features @ prior)),
        rtol=CLOSE,
        maxiter=ITERATIONS,
        M=diags_array(1 / (ridge + features.T @ importance)),
    )
    return np.asarray(prior + change)


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


def fit_stage(
    number: int, labels: Labels, held_out: np.ndarray, stages: Stages, ridge: float = RIDGE
) -> tuple[np.ndarray, dict[str, Any]]:
    """Return a stage's weights, float64[distinct weights], and its errors on held-out games."""

    def rows(used: np.ndarray) -> tuple[csr_array, np.ndarray]:
        """Return the features and labels of the positions with these numbers."""
        positions = np.ascontiguousarray(labels.positions[used])
        return matrix_of(positions, columns(), row_numbers()), labels.values[used]

    first, after_last = (*stages.first_discs, 65)[number : number + 2]
    before = stages.weights[number].astype(float)
    discs = np.bitwise_count(labels.positions[:, 0] | labels.positions[:, 1]).astype(int)
    outside = np.maximum(first - discs, discs - after_last + 1)
    used = np.flatnonzero(~held_out & (outside <= NEIGHBOURS))
    features, values = rows(used)
    importance = FADING ** np.maximum(outside[used], 0)
    importance *= (NEAR / np.maximum(np.abs(features @ before), NEAR)) ** 2
    weights = ridge_weights(features, values, before, ridge, importance)
    features, values = rows(np.flatnonzero(held_out & (outside <= 0)))
    values_before, values_after = features @ before, features @ np.round(weights)
    close = np.abs(values_before) <= NEAR
    errors: dict[str, Any] = {
        "discs": first,
        "positions": len(used),
        "held_out": len(values),
        "before": squared_error(values_before[close], values[close]),
        "after": squared_error(values_after[close], values[close]),
    }
    return weights, errors


def labels_of(run: Run) -> tuple[Labels, np.ndarray]:
    """Return the labels of a run and the number of each one's batch."""
    if run.labels is None:
        columns, batch = join(DEEP_LABELS.collect(run), *Labels._fields)
        return Labels(*columns), batch
    own, opp, *_, results, batch = run.labels
    values = np.rint(results * SCORE_SCALE).astype(np.int16)
    return Labels(np.stack([own, opp], 1), values, np.zeros(len(own), np.uint8)), batch


def learn(run: Run) -> tuple[tuple[np.ndarray, tuple[int, ...]], dict[str, Any]]:
    """Return the weights and first discs of all stages, and notes with errors."""
    stages = stages_of(evaluation.named(run.recipe.evaluator))
    labels, batch = labels_of(run)
    held_out = batch % HELD_OUT == HELD_OUT - 1
    fitted = []
    with Display(sys.stderr, "stages") as display:
        display.begin("fitting", 0, len(stages.first_discs))
        for stage in range(len(stages.first_discs)):
            fitted.append(fit_stage(stage, labels, held_out, stages))
            display.update(stage + 1)
    weights = np.round([weights for weights, _ in fitted])
    weights = np.clip(weights, INT16.min, INT16.max).astype(np.int16)
    notes = {
        "labels": len(labels.values),
        "held_out": f"one batch in {HELD_OUT}",
        "errors": [stage_errors for _, stage_errors in fitted],
    }
    return (weights, stages.first_discs), notes


LEARNER = Learner(
    "games",
    Recipe,
    learn,
    PATTERN_WEIGHTS,
    """\
Learn the weights of board patterns. The program plays against itself, or reads
your own games, and its searches label the positions; --labels reads labels. Each stage's weights
are fitted to them, beginning with the weights that searched. Any other evaluator teaches a first
generation.""",
    """\
  {command} --evaluator bill --depth 4 --games 20000 --jobs 2 --out first.npz
  {command} --games 20000 --evaluator patterns@first.npz --seed 1 --out mine.npz
  {command} --games mine.pgn --out mine.npz
  python -m tournament match engine:nodes=20000,evaluator=patterns@mine.npz engine:nodes=20000

A run with more --games labels only the new ones.""",
    lambda path, about, learned: save_weights(path, about, *learned),
)
_add = LEARNER.parser.add_argument
LEARNER.add_games(2, 63_400, f"games to play, about 140 labels each, in batches of {BATCH}")
_add("--depth", type=whole(1, 20), help=f"plies of the searches that label and play {DEFAULT}")
_add("--evaluator", help=f"evaluator of the searches; patterns are fitted further {DEFAULT}")

if __name__ == "__main__":
    run_as_program("patterns")
