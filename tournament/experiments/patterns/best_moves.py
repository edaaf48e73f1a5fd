"""How often full-width searches choose a best move of problems, and what their choices lose.

The problems have a score for every move. Nothing is solved: what is judged is the evaluation
at a depth.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from othello.bits import squares
from othello.formats import obf
from othello.sources import digest
from tournament.contests.contest import RequestError
from tournament.experiments.patterns import evaluators
from tournament.experiments.patterns.best_move_trials import Judged, chosen
from tournament.experiments.patterns.evaluators import Compared, compared
from tournament.experiments.runner import contests, plots
from tournament.experiments.runner.output import Column, print_result
from tournament.experiments.runner.plots import Curve, Panel
from tournament.experiments.runner.trials import Measurement, TrialSet
from tournament.options import add_results, natural
from tournament.statistics.pairs import Interval, class_bootstrap

SUMMARY = "how often searches choose a best move of problems with scores, and what they lose"
EXAMPLES = (
    "python -m tournament experiment best-moves problems.obf --plot best-moves.png",
    "python -m tournament experiment best-moves problems.obf --positions 50 --depths 4",
    "python -m tournament experiment best-moves problems.obf --json",
)
DEPTHS = (4, 6, 8)
MEASURES = (
    Column("best moves %", "best", "{:.1f}"),
    Column("from", "best_low", "{:.1f}"),
    Column("to", "best_high", "{:.1f}"),
    Column("discs lost", "loss", "{:.2f}"),
    Column("from", "loss_low", "{:.2f}"),
    Column("to", "loss_high", "{:.2f}"),
)
"""What is shown of `measures`, but for the nodes."""
COLUMNS = (
    Column("evaluator", "label"),
    Column("depth", "depth", "{:d}"),
    *MEASURES,
    Column("nodes, mean", "nodes", "{:,.0f}"),
)
CAPTION = "from, to: 95 % intervals, positions drawn anew; alpha-beta, full width, no solver"


def check(path: Path, most: int | None) -> tuple[int, str]:
    """How many problems of a file are asked for, and its digest.

    RequestError, one line, for a file that cannot be read, has none, or lacks a score of a move.
    """
    try:
        problems = obf.read_problems(path).problems[:most]
        content = digest(path.read_bytes())
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise RequestError(str(error)) from None
    if not problems:
        raise RequestError(f"{path}: no position in it")
    for number, problem in enumerate(problems, start=1):
        legal = squares(problem.position.legal())
        if not legal or {move for move, _ in problem.scores} != set(legal):
            raise RequestError(f"{path}: position {number} has not a score for every move")
    return len(problems), content


def measures(found: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The share of best moves in percent and the discs lost, with intervals; and mean nodes."""
    losses = np.array([one["loss"] for one in found], float)
    measured: dict[str, float] = {}
    for key, values, bounds in (
        ("best", 100.0 * (losses == 0), Interval(0.0, 100.0)),
        ("loss", losses, Interval(0.0, 128.0)),
    ):
        measured[key] = float(values.mean())
        few = len(values) < 2
        ends = (
            (np.nan, np.nan)
            if few
            else class_bootstrap(values.tolist(), range(len(values)), bounds=bounds)
        )
        measured[f"{key}_low"], measured[f"{key}_high"] = ends
    measured["nodes"] = float(np.mean([one["nodes"] for one in found]))
    return measured


def row_of(name: Compared, depth: int, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the table shows of one evaluator at one depth; shares in percent."""
    named = {"evaluator": name.name, "label": name.label, "depth": depth}
    return {**named, **measures(found)}


def draw(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Both measures against depth."""
    panels = []
    for key, label in (("best", "best moves, %"), ("loss", "discs lost, mean")):
        curves = []
        for color, (name, own) in enumerate(evaluators.by_label(rows).items()):
            errors = [(row[f"{key}_high"] - row[f"{key}_low"]) / 4 for row in own]
            depths = [row["depth"] for row in own]
            curves.append(Curve(name, depths, [row[key] for row in own], errors, color))
        ticks = sorted({row["depth"] for row in rows})
        panels.append(Panel(curves, {"xlabel": "depth", "ylabel": label, "xticks": ticks}))
    plots.draw(panels, path, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="problems in the OBF form, every move scored")
    evaluators.add_argument(parser)
    add(
        "--depths",
        type=natural,
        nargs="+",
        default=list(DEPTHS),
        metavar="N",
        help=f"plies (default: {' '.join(map(str, DEPTHS))})",
    )
    add("--positions", type=natural, metavar="N", help="the first N of the file (default: all)")
    add_results(parser)
    plots.add_argument(parser)
    parser.set_defaults(seed=0)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    count, content = check(options.file, options.positions)
    names, rows = compared(options.evaluators), []
    with Measurement(options) as measurement:
        for name in names:
            for depth in sorted(set(options.depths)):
                player = contests.spec(
                    f"alphabeta:depth={depth},{contests.SEARCH_ONLY}", f"evaluator={name.name}"
                )
                asked = Judged(str(options.file.resolve()), content, player, name.digest)
                title = f"{name.label}, depth {depth}"
                trials = TrialSet("best-moves", chosen, asked)
                rows.append(row_of(name, depth, measurement.results(trials, count, title)))
    result = {"experiment": "best-moves", "file": options.file.name, "positions": count}
    title = f"Moves chosen in {count} positions of {options.file.name}"
    print_result({**result, "rows": rows}, COLUMNS, title, CAPTION, as_json=options.json)
    if options.plot is not None:
        draw(rows, options.plot)
    return 0
