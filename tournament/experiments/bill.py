"""Predictions of human games by Bill's evaluation, Lee and Mahajan 1990.

The weights were not learned from human games. Games that stopped before their end are left out.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from othello import arrays, evaluation
from othello.arrays import Positions
from othello.cli.parser import natural
from othello.formats.reading import raise_error
from players.learning import bill as fit
from players.learning.bill import discs_of, expected_discs, inputs_of, score, with_results
from tournament.experiments.runner import Experiment, Result, Runner
from tournament.experiments.runner.arguments import as_json, option
from tournament.experiments.runner.output import Table
from tournament.page import plots

KINDS = ("quadratic", "logistic")
STAGES = [(first, first + 4) for first in range(8, 64, 4)] + [(4, 64)]
"""Disc counts of the table's rows: four each, and all."""
SINGLE = [(discs, discs + 1) for discs in range(6, 64)]
"""Single disc counts; up to 5 discs all positions are alike."""
LABELS = {
    "winner": "winners predicted, %",
    "error": "mean absolute error, discs",
    "correlation": "correlation with the result",
}


def read(paths: list[Path], games: int | None = None) -> Positions:
    """Return the positions of complete games: of all games, or of `games` evenly spread ones."""
    positions = with_results(arrays.dataset(paths, raise_error))
    total = positions.game.max(initial=-1) + 1
    if games is not None and games < total:
        positions = positions.chosen(np.isin(positions.game, np.arange(games) * total // games))
    return positions.chosen(~np.isnan(positions.result))


def predict(positions: Positions, bills: Iterable[Any]) -> list[Any]:
    """Return log-odds to win and expected discs of every position, by each evaluation."""
    x, discs, predictions = inputs_of(positions), discs_of(positions), []
    for bill in bills:
        odds = fit.log_odds(bill.weights, x, discs)
        predictions.append((odds, expected_discs(odds, bill.calibration, discs)))
    return predictions


def rows_of(
    positions: Positions, predictions: list[Any], stages: list[tuple[int, int]]
) -> list[dict[str, Any]]:
    """Return a row per half-open range of disc counts."""
    rows, discs = [], discs_of(positions)
    for low, high in stages:
        chosen = (discs >= low) & (discs < high)
        row: dict[str, Any] = {"discs": f"{low}-{high - 1}", "positions": int(chosen.sum())}
        for kind, (odds, expected) in zip(KINDS, predictions, strict=True):
            scores = score(odds[chosen], expected[chosen], positions.result[chosen])
            scores["winner"] *= 100
            row |= {f"{kind}_{key}": scores[key] for key in LABELS}
        rows.append(row)
    return rows


def draw(result: Result) -> list[plots.Panel]:
    """Draw the three scores by stage."""
    rows = [{**row, "first": int(row["discs"].split("-")[0])} for row in result["by_disc_count"]]
    panels = []
    for key, label in LABELS.items():
        curves = [
            plots.curve(kind, rows, "first", f"{kind}_{key}", None, color)
            for color, kind in enumerate(KINDS)
        ]
        panels.append(plots.Panel(curves, {"xlabel": "discs on the board", "ylabel": label}))
    return panels


def measure(run: Runner) -> dict[str, Any]:
    """Return the scores by stage and by disc count; FileNotFoundError without a file of games."""
    options = run.options
    paths = sorted(options.data.glob("*.wtb"))
    if not paths:
        raise FileNotFoundError(f"{options.data}: no .wtb file of the WTHOR database")
    positions = read(paths, options.games)
    bills = [evaluation.named(f"bill-{kind}") for kind in KINDS]
    predictions = predict(positions, run.with_progress(bills, "kinds of weights"))
    return {
        "games": int(np.unique(positions.game).size),
        "rows": rows_of(positions, predictions, STAGES),
        "by_disc_count": rows_of(positions, predictions, SINGLE),
    }


WTHOR = Experiment(
    name="wthor",
    paper="Lee and Mahajan 1990",
    summary="Bill's weights predict the winners and results of human games",
    options=(
        option("--data FOLDER", "folder with the database's .wtb files", Path, required=True),
        option("--games N", "number of games, evenly spread (default: all)", natural),
        as_json,
    ),
    measure=measure,
    tables=Table(
        "discs {discs} | positions {positions:,d}"
        " | win % quad {quadratic_winner:.1f} | win % logi {logistic_winner:.1f}"
        " | error quad {quadratic_error:.2f} | error logi {logistic_error:.2f}"
        " | corr. quad {quadratic_correlation:.3f} | corr. logi {logistic_correlation:.3f}",
        "{games:,} complete human games of the WTHOR database",
        "win %: winners predicted, without draws; error: mean absolute error in discs; corr.: "
        "correlation with the result; quad, logi: quadratic, logistic weights",
    ),
    draw=draw,
)
