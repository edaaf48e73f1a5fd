"""Learn the costs of moves: python -m players.learning.interest samples, labels, fits, writes."""

from typing import Any

import numpy as np

from othello import evaluation
from othello.cli.command import exit_with
from players.interest.costs import WEIGHTS
from players.learning.batches import join
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.interest.fit import (
    BATCH,
    HELD_OUT,
    NODE_BATCHES,
    Recipe,
    choices_of,
    fit_and_judge,
)


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the weights, and notes with their scores."""
    nodes = join(run.collect(NODE_BATCHES), "boards", "hints", "preferred")
    choices = choices_of(*nodes, evaluation.named(run.recipe.evaluator))
    arrays, scores = fit_and_judge(choices)
    notes = {
        "nodes": int(choices.chosen.size),
        "held_out": f"one batch in {HELD_OUT}",
        "first_sha256": NODE_BATCHES.digest_of_first(run.recipe, 1),
        "scores": scores,
    }
    return arrays, notes


LEARNER = Learner(
    name="interest",
    summary="""\
Learn the weights of interest search's terms from nodes of its own searches, labelled by
deeper ones, validate them on held-out games, and write them.""",
    examples="  {command} --games 500 --out mine.npz",
    total=Setting("games", f"games to sample, in batches of {BATCH}", 2 * BATCH, default=400),
    options=[SEED, Setting("evaluator", "of the searches")],
    out=WEIGHTS,
    recipe=Recipe,
    learn=learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
