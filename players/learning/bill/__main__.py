"""Learn Bill's weights: python -m players.learning.bill plays, fits, validates, writes."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from othello.cli.command import exit_with
from othello.cli.output import print_table
from othello.evaluation.tables import BILL_WEIGHTS
from players.learning.batches import digest_of_games, join
from players.learning.bill import fit
from players.learning.bill.fit import (
    GAMES,
    SHAPES,
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


def learn(positions: Positions) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return weights and calibrations of every method, and their scores on held-out games."""
    x = inputs_of(positions)
    won = (np.sign(positions.result) + 1) / 2
    held_out = positions.game % HELD_OUT == 0
    arrays, report = {}, {}
    for kind, method in fit.METHODS.items():
        parts = x[~held_out], won[~held_out], positions.discs[~held_out]
        weights = method(*parts)
        odds = fit.log_odds(weights, x, positions.discs)
        calibration = fit.calibration(
            odds[~held_out], positions.result[~held_out], positions.discs[~held_out]
        )
        arrays[f"{kind}_weights"], arrays[f"{kind}_calibration"] = weights, calibration
        expected = expected_discs(odds, calibration, positions.discs)
        report[kind] = score(odds[held_out], expected[held_out], positions.result[held_out])
    return arrays, report


def print_scores(report: Mapping[str, Any]) -> None:
    """Print the scores on held-out games, by method."""
    headings = ("weights", "positions", "winner %", "error", "correlation", "nats")
    rows = [
        (
            *(kind, f"{scores['positions']:,}", f"{100 * scores['winner']:.1f}"),
            *(f"{scores['error']:.2f}", f"{scores['correlation']:.3f}"),
            f"{scores['cross_entropy']:.3f}",
        )
        for kind, scores in report.items()
    ]
    print_table(headings, rows, "On held-out games")


def _learn(run: Run) -> None:
    options = run.options
    (moves, random_plies), _ = join(run.collect(GAMES, options.games), SHAPES)
    positions = positions_of(moves, random_plies)
    arrays, report = learn(positions)
    if run.save(
        arrays,
        games=len(moves),
        positions=int(positions.own.size),
        held_out=f"one game in {HELD_OUT}",
        first_games_sha256=digest_of_games(moves),
        scores=report,
    ):
        return
    print_scores(report)
    print(f"{options.out}: from {len(moves)} games, {positions.own.size} positions")


LEARNER = Learner(
    name="bill",
    summary="""\
Learn the weights of Bill's features from games that the program plays against itself,
validate them on held-out games, and write them.""",
    examples="""\
  {command} --games 20000 --out mine.npz
  {command} --games 20000 --evaluator bill --seed 1 --work second --out second.npz

The folder --work keeps the games: a stopped run resumes where it was.""",
    options=[
        Setting("games", "games to learn from", HELD_OUT, default=20000),
        Setting("depth", "plies of the search that plays them", 1),
        Setting("exact", "empty squares from which it solves the game"),
        Setting("fewest", "random first plies, at least"),
        Setting("most", "random first plies, at most", 0, 50),
        SEED,
        Setting("evaluator", "evaluator of the player"),
    ],
    ascending=[("fewest", "most")],
    out=BILL_WEIGHTS,
    samples="the games",
    work=".games",
    recipe=Recipe,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
