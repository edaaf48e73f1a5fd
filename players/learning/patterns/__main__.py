"""Learn the pattern evaluation: python -m players.learning.patterns labels, fits and writes."""

import sys
from typing import Any

import numpy as np

from othello import evaluation
from othello.cli.command import exit_with
from othello.cli.output import Display
from othello.evaluation.patterns.weights import PATTERN_WEIGHTS, save_weights
from players.learning.batches import digest_of, join
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.patterns.fit import HELD_OUT, StageFits, rounded, stages_of
from players.learning.patterns.labels import BATCH, DEEP_LABELS, Labels, Recipe

RIDGE = 20.0
FIRST_GAMES = 2
"""Number of games that `first_sha256` covers."""


def learn(run: Run) -> tuple[tuple[np.ndarray, tuple[int, ...]], dict[str, Any]]:
    """Return the weights and first discs of all stages, and notes with errors."""
    stages = stages_of(evaluation.named(run.recipe.evaluator))
    columns, batch = join(run.collect(DEEP_LABELS), *Labels._fields)
    labels, held_out = Labels(*columns), batch % HELD_OUT == HELD_OUT - 1
    stage_fits = StageFits(labels, held_out, stages, RIDGE)
    fitted = []
    with Display(sys.stderr, "stages") as display:
        display.begin("fitting", 0, len(stages.first_discs), quick=True)
        for stage in range(len(stages.first_discs)):
            fitted.append(stage_fits.stage(stage))
            display.update(stage + 1)
    weights = rounded(np.array([weights for weights, _ in fitted]))
    notes = {
        "labels": len(labels.values),
        "held_out": f"one batch in {HELD_OUT}",
        "first_sha256": DEEP_LABELS.digest_of_first(run.recipe, FIRST_GAMES),
        "weights_sha256": digest_of(weights),
        "errors": [stage_errors for _, stage_errors in fitted],
    }
    return (weights, stages.first_discs), notes


LEARNER = Learner(
    name="patterns",
    summary="""\
Learn the weights of board patterns. The program plays against itself, and its searches label
the positions. Each stage's weights are fitted to the labels, beginning with the weights that
searched. Any other evaluator teaches a first generation.""",
    examples="""\
  {command} --evaluator bill --depth 4 --games 20000 --jobs 2 --out first.npz
  {command} --games 20000 --evaluator patterns@first.npz --seed 1 --out mine.npz
  python -m tournament match engine:nodes=20000,evaluator=patterns@mine.npz engine:nodes=20000

A run with more --games labels only the new ones.""",
    total=Setting(
        "games", f"games, about 140 labels each, in batches of {BATCH}", 2, default=63_400
    ),
    options=[
        Setting("depth", "plies of the searches that label and play", 1, 20),
        SEED,
        Setting(
            "evaluator", "evaluator of the searches; patterns or patterns@FILE is fitted further"
        ),
    ],
    out=PATTERN_WEIGHTS,
    recipe=Recipe,
    learn=learn,
    save=lambda path, about, learned: save_weights(path, about, *learned),
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
