"""How well evaluations foretell human games: the WTHOR database, by disc count.

No game of it was learned from. Games that stopped before their end are left
out. `winner` is the share of positions, draws apart, whose winner the
evaluation names; the error is in discs.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from othello import evaluation
from othello.display import Display, display_for
from othello.formats import wthor
from players.learning.bill import fit
from players.learning.bill.fit import Positions, expected_discs, inputs_of, positions_of, score
from tournament.experiments.runner import arguments, plots
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table, say_time
from tournament.options import natural

KINDS = ("linear", "quadratic", "logistic")
STAGES = [(first, first + 4) for first in range(8, 64, 4)] + [(4, 64)]
"""What the table shows: four disc counts each, and all of them."""
SINGLE = [(discs, discs + 1) for discs in range(6, 64)]
"""Every disc count by itself; up to 5 discs all positions are alike."""
WIDTH_INCHES, HEIGHT_INCHES = 12.0, 3.6


def files_in(folder: Path) -> list[Path]:
    """The files of games in the folder; FileNotFoundError if it has none."""
    paths = sorted(folder.glob("*.wtb"))
    if not paths:
        raise FileNotFoundError(f"{folder}: no .wtb file of the WTHOR database is there")
    return paths


def read(paths: list[Path], games: int | None = None) -> Positions:
    """The positions of the complete ones of so many games in the files, or of all of them."""
    moves = np.concatenate([wthor.moves_array(path) for path in paths])
    if games is not None and games < len(moves):
        moves = moves[np.arange(games) * len(moves) // games]
    positions = positions_of(moves, np.zeros(len(moves), np.int64))
    return Positions(*(column[positions.complete] for column in positions))


Foretold = dict[str, tuple[np.ndarray, np.ndarray]]
"""By the kind of weights, for every position the log-odds to win and the expected discs."""


def foretell(positions: Positions, weights: Path | None, display: Display) -> Foretold:
    """What each kind of weights says of the positions."""
    x = inputs_of(positions)
    found: Foretold = {}
    for kind in KINDS:
        bill = evaluation.named(f"bill-{kind}" + (f"@{weights}" if weights else ""))
        odds = fit.log_odds(bill.weights, x, positions.discs)
        found[kind] = odds, expected_discs(odds, bill.calibration, positions.discs)
        display.update(len(found))
    return found


def measure(
    positions: Positions, found: Foretold, stages: list[tuple[int, int]]
) -> list[dict[str, Any]]:
    """A row for each stage: disc counts from its first number to below its second."""
    rows = []
    for low, high in stages:
        chosen = (positions.discs >= low) & (positions.discs < high)
        row: dict[str, Any] = {"discs": f"{low}-{high - 1}", "positions": int(chosen.sum())}
        for kind, (odds, expected) in found.items():
            told = score(odds[chosen], expected[chosen], positions.result[chosen])
            row[f"{kind}_winner"] = 100 * told["winner"]
            row[f"{kind}_error"] = told["error"]
            row[f"{kind}_correlation"] = told["correlation"]
        rows.append(row)
    return rows


def draw(found: Found) -> Any:
    """The three scores by stage."""
    figure = plots.new_figure(WIDTH_INCHES, HEIGHT_INCHES)
    labels = {
        "winner": "winner foretold, %",
        "error": "mean absolute error, discs",
        "correlation": "correlation with the result",
    }
    rows = found["by_disc_count"]
    discs = [int(row["discs"].split("-")[0]) for row in rows]
    for place, (key, label) in enumerate(labels.items(), 1):
        axes = figure.add_subplot(1, len(labels), place)
        for kind in KINDS:
            axes.plot(discs, [row[f"{kind}_{key}"] for row in rows], label=kind)
        axes.set(xlabel="discs on the board", ylabel=label)
        axes.grid(alpha=0.3)
        axes.legend()
    return figure


def measure_all(run: ExperimentRun) -> dict[str, Any]:
    """The scores by stage, and by every disc count."""
    options = run.options
    paths = files_in(options.data)
    say_time(options)
    with display_for(sys.stderr, "kinds of weights") as display:
        display.begin("wthor", 0, len(KINDS), quick=True)
        positions = read(paths, options.games)
        found = foretell(positions, options.weights, display)
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
    examples=("--data FOLDER", "--data FOLDER --json"),
    options=(
        arguments.option(
            "--data",
            type=Path,
            required=True,
            metavar="FOLDER",
            help="of the database's .wtb files",
        ),
        arguments.option(
            "--weights", type=Path, metavar="FILE", help="other than the shipped ones"
        ),
        arguments.option(
            "--games",
            type=natural,
            metavar="N",
            help="so many of them, evenly spread (default: all)",
        ),
        arguments.plot("draw the scores"),
        arguments.JSON_OPTION,
    ),
    measure=measure_all,
    tables=(
        Table(
            (
                Column("discs", "discs"),
                Column("positions", "positions", "{:,d}"),
                *(
                    Column(f"{heading} {kind[:4]}", f"{kind}_{key}", form)
                    for key, heading, form in (
                        ("winner", "win %", "{:.1f}"),
                        ("error", "error", "{:.2f}"),
                        ("correlation", "corr.", "{:.3f}"),
                    )
                    for kind in KINDS
                ),
            ),
            "{games:,} complete human games of the WTHOR database",
            "win %: winner foretold, draws apart; error: mean absolute error in discs; corr.: "
            "correlation with the result; line, quad, logi: linear, quadratic, logistic weights",
        ),
    ),
    draw=draw,
)
