"""How well evaluations foretell human games: the WTHOR database, by disc count.

No game of it was learned from. Games that stopped before their end are left out. `winner` is the
share of positions, draws apart, whose winner the evaluation names; the error is in discs.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from othello import evaluation
from othello.cli.parser import natural
from othello.formats import wthor
from players.learning.bill import fit
from players.learning.bill.fit import Positions, expected_discs, inputs_of, positions_of, score
from tournament.contests.contest import file_errors, value_errors
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import as_json, option, plot
from tournament.experiments.runner.output import say_time

KINDS = ("linear", "quadratic", "logistic")
STAGES = [(first, first + 4) for first in range(8, 64, 4)] + [(4, 64)]
"""What the table shows: four disc counts each, and all of them."""
SINGLE = [(discs, discs + 1) for discs in range(6, 64)]
"""Every disc count by itself; up to 5 discs all positions are alike."""
LABELS = {
    "winner": "winner foretold, %",
    "error": "mean absolute error, discs",
    "correlation": "correlation with the result",
}


def read(paths: list[Path], games: int | None = None) -> Positions:
    """The positions of the complete ones of so many games in the files, or of all of them."""
    moves = np.concatenate([wthor.moves_array(path) for path in paths])
    if games is not None and games < len(moves):
        moves = moves[np.arange(games) * len(moves) // games]
    positions = positions_of(moves, np.zeros(len(moves), np.int64))
    return Positions(*(column[positions.complete] for column in positions))


def foretell(positions: Positions, bills: Iterable[Any]) -> list[Any]:
    """What each evaluation says of every position: log-odds to win and expected discs."""
    x, found = inputs_of(positions), []
    for bill in bills:
        odds = fit.log_odds(bill.weights, x, positions.discs)
        found.append((odds, expected_discs(odds, bill.calibration, positions.discs)))
    return found


def measure(
    positions: Positions, found: list[Any], stages: list[tuple[int, int]]
) -> list[dict[str, Any]]:
    """A row for each stage: disc counts from its first number to below its second."""
    rows = []
    for low, high in stages:
        chosen = (positions.discs >= low) & (positions.discs < high)
        row: dict[str, Any] = {"discs": f"{low}-{high - 1}", "positions": int(chosen.sum())}
        for kind, (odds, expected) in zip(KINDS, found, strict=True):
            told = score(odds[chosen], expected[chosen], positions.result[chosen])
            told["winner"] *= 100
            row |= {f"{kind}_{key}": told[key] for key in LABELS}
        rows.append(row)
    return rows


def draw(found: Found) -> list[plots.Panel]:
    """The three scores by stage."""
    rows = [{**row, "first": int(row["discs"].split("-")[0])} for row in found["by_disc_count"]]
    panels = []
    for key, label in LABELS.items():
        keys = {kind: f"{kind}_{key}" for kind in KINDS}
        axes = {"xlabel": "discs on the board", "ylabel": label}
        panels.append(plots.Panel(plots.curves_of(rows, "first", keys, None), axes))
    return panels


def measure_all(run: Runner) -> dict[str, Any]:
    """The scores by stage, and by every disc count; FileNotFoundError without a file of games."""
    options = run.options
    paths = sorted(options.data.glob("*.wtb"))
    if not paths:
        raise FileNotFoundError(f"{options.data}: no .wtb file of the WTHOR database is there")
    with file_errors():
        positions = read(paths, options.games)
    file = f"@{options.weights}" if options.weights else ""
    with value_errors():
        bills = [evaluation.named(f"bill-{kind}{file}") for kind in KINDS]
    say_time(options)
    found = foretell(positions, run.counted(bills, "kinds of weights"))
    return {
        "games": int(np.unique(positions.game).size),
        "rows": measure(positions, found, STAGES),
        "by_disc_count": measure(positions, found, SINGLE),
    }


EXPERIMENT = Experiment(
    name="wthor",
    paper="Lee and Mahajan 1990",
    summary="how well Bill's weights foretell the winners and results of human games",
    size=Size(0.3, 0.9, "--games 1000", measured=True),
    examples="--data FOLDER; --data FOLDER --json",
    options=(
        option("--data FOLDER", "of the database's .wtb files", Path, required=True),
        option("--weights FILE", "other than the shipped ones", Path),
        option("--games N", "so many of them, evenly spread (default: all)", natural),
        plot("draw the scores"),
        as_json,
    ),
    measure=measure_all,
    tables=Table(
        "discs {discs} | positions {positions:,d} | win % line {linear_winner:.1f}"
        " | win % quad {quadratic_winner:.1f} | win % logi {logistic_winner:.1f}"
        " | error line {linear_error:.2f} | error quad {quadratic_error:.2f}"
        " | error logi {logistic_error:.2f} | corr. line {linear_correlation:.3f}"
        " | corr. quad {quadratic_correlation:.3f} | corr. logi {logistic_correlation:.3f}",
        "{games:,} complete human games of the WTHOR database",
        "win %: winner foretold, draws apart; error: mean absolute error in discs; corr.: "
        "correlation with the result; line, quad, logi: linear, quadratic, logistic weights",
    ),
    draw=draw,
)
