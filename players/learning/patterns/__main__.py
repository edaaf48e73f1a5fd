"""Learn the pattern evaluation: python -m players.learning.patterns labels, fits and writes."""

import sys
from typing import Any

import numpy as np

from othello import evaluation
from othello.cli.command import leave
from othello.cli.output import print_table
from othello.cli.progress import display_for
from othello.evaluation.patterns.weights import PATTERN_WEIGHTS, save_weights
from players.engine.thread_data import FULL_WIDTH
from players.learning.batches import digest_of, digest_of_cuts
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.patterns.fit import HELD_OUT, NEAR, StageFits, read_labels, stages_of
from players.learning.patterns.labels import BATCH, DEEP_LABELS, Recipe
from players.learning.patterns.regression import rounded

RIDGE = 20.0
FIRST_GAMES = 2
"""The games whose labels `first_games_sha256` is of."""


def _number(errors: dict[str, Any], name: str) -> str:
    """One of the errors, or a hyphen where too little is held out."""
    return f"{errors[name]:.2f}" if name in errors else "-"


def _print_errors(errors: list[dict[str, Any]]) -> None:
    rows = []
    for told in errors:
        pairs = [(told["before"][part], told["after"][part]) for part in ("close", "close_beside")]
        squared = [_number(part, "squared_error") for pair in pairs for part in pair]
        rest = [_number(pairs[0][1], name) for name in ("bias", "slope")]
        rows.append((f"from {told['discs']}", f"{told['held_out']:,}", *squared, *rest))
    headings = ("discs", "positions", "before", "after", "beside before", "after", "bias", "slope")
    print_table(headings, rows, f"Squared error within {NEAR / 100:.0f} discs, games held out")


def _learn(run: Run) -> None:
    recipe, out = run.recipe, run.options.out
    stages = stages_of(evaluation.named(recipe.evaluator))
    labels, held_out = read_labels(run.collect(DEEP_LABELS, run.options.games, "labelling"))
    stage_fits = StageFits(labels, held_out, stages, run.options.ridge)
    fitted = []
    with display_for(sys.stderr, "stages") as display:
        display.begin("fitting", 0, len(stages.first_discs), quick=True)
        for stage in range(len(stages.first_discs)):
            fitted.append(stage_fits.stage(stage))
            display.update(stage + 1)
    weights = rounded(np.array([found for found, _ in fitted]))
    errors = [told for _, told in fitted]
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
    if run.as_json(about):
        return
    _print_errors(errors)
    print(f"{out}: from {len(labels.values):,} labels of {run.options.games:,} games")


LEARNER = Learner(
    name="patterns",
    summary="""\
Learn the weights of board patterns: the program plays games against itself, by searches that
label their positions, and each stage's weights are fitted to the labels, from those that
searched. Any other evaluator teaches a first generation.""",
    examples="""\
  {command} --evaluator bill --depth 4 --games 20000 --jobs 2 --out first.npz
  {command} --games 20000 --evaluator patterns@first.npz --seed 1 --out mine.npz
  python -m tournament match engine:nodes=20000,evaluator=patterns@mine.npz engine:nodes=20000

The labels lie in the folder --work, so a stopped run goes on where it was, and so does one
with more games, or another --ridge.""",
    options=[
        Setting("games", f"some 140 labels each, in batches of {BATCH}", 2, default=63_400),
        Setting("fewest", "moves of an opening by chance, at the least", 1, 40),
        Setting("most", "the same, at the most", 1, 50),
        Setting("depth", "plies of the searches that label and play", 1, 20),
        Setting("selectivity", f"of those, {FULL_WIDTH} for full width", 0, FULL_WIDTH),
        Setting("solved", "empty squares from which on positions are solved", 1, 24),
        Setting("beside", "positions beside each of a game", 0, 50),
        Setting("away", "moves to those, at the most", 1, 10),
        SEED,
        Setting("ridge", "of the regression", default=RIDGE),
        Setting("evaluator", "searches; patterns or patterns@FILE are what is fitted"),
    ],
    ascending=[("fewest", "most")],
    out=PATTERN_WEIGHTS,
    kept="the labels",
    work=".labels",
    recipe=Recipe,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    leave(main)
