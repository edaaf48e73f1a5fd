"""Learn the pattern evaluation: python -m players.learning.patterns labels, fits and writes."""

import sys
from typing import Any

import numpy as np

from othello import evaluation
from othello.cli.command import exit_with
from othello.cli.output import print_table
from othello.cli.progress import display_for
from othello.evaluation.patterns.weights import PATTERN_WEIGHTS, save_weights
from players.engine.thread_data import FULL_WIDTH
from players.learning.batches import digest_of, digest_of_cuts
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.patterns.fit import (
    HELD_OUT,
    NEAR,
    StageFits,
    read_labels,
    rounded,
    stages_of,
)
from players.learning.patterns.labels import BATCH, DEEP_LABELS, Recipe

RIDGE = 20.0
FIRST_GAMES = 2
"""Number of games that `first_games_sha256` covers."""


def _print_errors(errors: list[dict[str, Any]]) -> None:
    rows = []
    for stage in errors:
        pair = (stage["before"], stage["after"])
        squared = ["-" if error is None else f"{error:.2f}" for error in pair]
        rows.append((f"from {stage['discs']}", f"{stage['held_out']:,}", *squared))
    title = f"Squared error within {NEAR / 100:.0f} discs, held-out games"
    print_table(("discs", "positions", "before", "after"), rows, title)


def _learn(run: Run) -> None:
    recipe, out = run.recipe, run.options.out
    stages = stages_of(evaluation.named(recipe.evaluator))
    labels, held_out = read_labels(run.collect(DEEP_LABELS, run.options.games, "labelling"))
    stage_fits = StageFits(labels, held_out, stages, RIDGE)
    fitted = []
    with display_for(sys.stderr, "stages") as display:
        display.begin("fitting", 0, len(stages.first_discs), quick=True)
        for stage in range(len(stages.first_discs)):
            fitted.append(stage_fits.stage(stage))
            display.update(stage + 1)
    weights = rounded(np.array([weights for weights, _ in fitted]))
    errors = [stage_errors for _, stage_errors in fitted]
    about = {
        "command": run.typed,
        "recipe": recipe._asdict(),
        "cuts_sha256": digest_of_cuts(),
        "labels": len(labels.values),
        "held_out": f"one batch in {HELD_OUT}",
        "first_games_sha256": DEEP_LABELS.digest_of_first(recipe, FIRST_GAMES),
        "weights_sha256": digest_of(weights),
        "errors": errors,
    }
    save_weights(out, about, weights, stages.first_discs)
    if run.print_json(about):
        return
    _print_errors(errors)
    print(f"{out}: from {len(labels.values):,} labels of {run.options.games:,} games")


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

The folder --work keeps the labels: a stopped run resumes where it was, and a run with more
--games labels only the new ones.""",
    options=[
        Setting("games", f"games, about 140 labels each, in batches of {BATCH}", 2, default=63_400),
        Setting("fewest", "moves of a random opening, at least", 1, 40),
        Setting("most", "moves of a random opening, at most", 1, 50),
        Setting("depth", "plies of the searches that label and play", 1, 20),
        Setting("selectivity", f"of these searches, {FULL_WIDTH} for full width", 0, FULL_WIDTH),
        Setting("solved", "empty squares from which positions are solved", 1, 24),
        SEED,
        Setting(
            "evaluator", "evaluator of the searches; patterns or patterns@FILE is fitted further"
        ),
    ],
    ascending=[("fewest", "most")],
    out=PATTERN_WEIGHTS,
    samples="the labels",
    work=".labels",
    recipe=Recipe,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
