"""Learn Bill's weights: python -m players.learning.bill plays, fits, validates, writes."""

from typing import Any

import numpy as np

from othello.cli.command import exit_with
from othello.evaluation.tables import BILL_WEIGHTS
from players.learning.batches import join
from players.learning.bill import fit
from players.learning.bill.fit import (
    GAMES,
    Positions,
    Recipe,
    expected_discs,
    inputs_of,
    positions_of,
    score,
)
from players.learning.command import SEED, Learner, Run, Setting

HELD_OUT = 10
"""Every tenth game is held out of the fit."""
FIRST_GAMES = 10
"""Number of games that `first_sha256` covers."""


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return weights and calibrations of both methods, and notes with their scores."""
    (moves, random_plies), _ = join(run.collect(GAMES), "moves", "random_plies")
    positions = positions_of(moves, random_plies)
    arrays, scores = fit_all(positions)
    notes = {
        "positions": int(positions.own.size),
        "held_out": f"one game in {HELD_OUT}",
        "first_sha256": GAMES.digest_of_first(run.recipe, FIRST_GAMES),
        "scores": scores,
    }
    return arrays, notes


def fit_all(positions: Positions) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return weights and calibrations of both methods, and their scores on held-out games."""
    x = inputs_of(positions)
    won = (np.sign(positions.result) + 1) / 2
    held_out = positions.game % HELD_OUT == 0
    arrays, scores = {}, {}
    for kind, method in fit.METHODS.items():
        weights = method(x[~held_out], won[~held_out], positions.discs[~held_out])
        odds = fit.log_odds(weights, x, positions.discs)
        calibration = fit.calibration(
            odds[~held_out], positions.result[~held_out], positions.discs[~held_out]
        )
        arrays[f"{kind}_weights"], arrays[f"{kind}_calibration"] = weights, calibration
        expected = expected_discs(odds, calibration, positions.discs)
        scores[kind] = score(odds[held_out], expected[held_out], positions.result[held_out])
    return arrays, scores


LEARNER = Learner(
    name="bill",
    summary="""\
Learn the weights of Bill's features from games that the program plays against itself,
validate them on held-out games, and write them.""",
    examples="""\
  {command} --games 20000 --out mine.npz
  {command} --games 20000 --evaluator bill --seed 1 --out second.npz""",
    total=Setting("games", "games to learn from", HELD_OUT, default=20000),
    options=[SEED, Setting("evaluator", "evaluator of the player")],
    out=BILL_WEIGHTS,
    recipe=Recipe,
    learn=learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
