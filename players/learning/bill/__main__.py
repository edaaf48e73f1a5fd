"""Learn Bill's weights: python -m players.learning.bill plays, fits, validates, writes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from othello.cli.command import exit_with
from othello.cli.output import print_table, save_figure
from othello.evaluation.tables import BILL_WEIGHTS
from players.learning.batches import digest_of_games
from players.learning.bill import fit
from players.learning.bill.fit import Positions, inputs_of, positions_of, scores
from players.learning.bill.samples import GAMES, Recipe, read_games
from players.learning.command import SEED, Learner, Run, Setting

FEATURES = tuple(fit.HAND_SET)
FIRST_DISCS_SHOWN = 8
"""The first disc count drawn: games are random before."""
HELD_OUT = 10
"""One game in so many is kept from the fit."""


def learn(
    positions: Positions, leave_out: str | None
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Weights and calibrations of every method, and how they do on held-out games."""
    x = inputs_of(positions)
    if leave_out is not None:
        x[:, FEATURES.index(leave_out)] = 0.0
    won = (np.sign(positions.result) + 1) / 2
    held_out = positions.game % HELD_OUT == 0
    arrays, report = {}, {}
    for kind, method in fit.METHODS.items():
        parts = x[~held_out], won[~held_out], positions.discs[~held_out]
        weights = method(*parts)
        if leave_out is not None:
            weights[:, 1 + FEATURES.index(leave_out)] = 0.0
        odds = fit.log_odds(weights, x, positions.discs)
        calibration = fit.calibration(
            odds[~held_out], positions.result[~held_out], positions.discs[~held_out]
        )
        arrays[f"{kind}_weights"], arrays[f"{kind}_calibration"] = weights, calibration
        report[kind] = scores(odds, calibration, positions, held_out)
    return arrays, report


def print_scores(report: Mapping[str, Any]) -> None:
    """The scores on held-out games, by method and stage."""
    headings = ("weights", "discs", "positions", "winner %", "error", "correlation", "nats")
    rows = [
        (
            *(kind, stage, f"{found['positions']:,}", f"{100 * found['winner']:.1f}"),
            *(f"{found['error']:.2f}", f"{found['correlation']:.3f}"),
            f"{found['cross_entropy']:.3f}",
        )
        for kind, stages in report.items()
        for stage, found in stages.items()
    ]
    print_table(headings, rows, "On games held out")


def draw_weights(arrays: Mapping[str, np.ndarray], path: Path) -> None:
    """Draw each feature's weight by disc count, one panel a method.

    The command has seen to it that matplotlib is there.
    """
    from matplotlib.figure import Figure

    kinds = [name.removesuffix("_weights") for name in arrays if name.endswith("_weights")]
    figure = Figure(figsize=(4 * len(kinds), 3.4), layout="constrained")
    discs = np.arange(FIRST_DISCS_SHOWN, 64)
    for place, kind in enumerate(kinds, 1):
        axes = figure.add_subplot(1, len(kinds), place)
        for column, name in enumerate(fit.HAND_SET, 1):
            axes.plot(discs, arrays[f"{kind}_weights"][discs, column], label=name)
        axes.axhline(0, color="grey", linewidth=0.5)
        axes.set(title=kind, xlabel="discs on the board", ylabel="log-odds per unit of input")
        axes.legend(fontsize="small")
    save_figure(figure, path)


def _learn(run: Run) -> None:
    options = run.options
    moves, random_plies = read_games(run.collect(GAMES, options.games))
    positions = positions_of(moves, random_plies)
    arrays, report = learn(positions, options.leave_out)
    shown = run.save(
        arrays,
        games=len(moves),
        positions=int(positions.own.size),
        held_out=f"one game in {HELD_OUT}",
        left_out=options.leave_out,
        first_games_sha256=digest_of_games(moves),
        scores=report,
    )
    if options.plot is not None:
        draw_weights(arrays, options.plot)
    if shown:
        return
    print_scores(report)
    print(f"{options.out}: from {len(moves)} games, {positions.own.size} positions")


LEARNER = Learner(
    name="bill",
    summary="""\
Learn the weights of Bill's features from games that the program plays against itself,
validate them on games that were held out, and write them.""",
    examples="""\
  {command} --games 20000 --out mine.npz
  {command} --games 20000 --evaluator bill --seed 1 --work second --out second.npz
  {command} --games 2000 --leave-out mobility --out without_mobility.npz

The games lie in the folder --work, so a stopped run goes on where it was.""",
    options=[
        Setting("games", "games to learn from", HELD_OUT, default=20000),
        Setting("depth", "plies of the search that plays them", 1),
        Setting("exact", "empties from which it solves the game"),
        Setting("fewest", "random first plies, at least"),
        Setting("most", "random first plies, at most", 0, 50),
        SEED,
        Setting("evaluator", "who plays"),
    ],
    ascending=[("fewest", "most")],
    add_options=lambda parser: parser.add_argument(
        "--leave-out", choices=FEATURES, help="a feature to do without"
    ),
    plot="the weights by disc count",
    out=BILL_WEIGHTS,
    kept="the games",
    work=".games",
    recipe=Recipe,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
