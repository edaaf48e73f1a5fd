"""How often full-width searches choose a best move of problems, and what their choices lose.

The problems have a score for every move. Nothing is solved: what is judged is the evaluation
at a depth.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from othello.bits import squares
from othello.formats import obf
from othello.sources import digest
from tournament.contests.contest import RequestError
from tournament.experiments.patterns.best_move_trials import Judged, chosen
from tournament.experiments.patterns.evaluators import Compared, compared, evaluators_option
from tournament.experiments.runner import arguments, contests, plots
from tournament.experiments.runner.contests import SEARCH_ONLY
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table, with_interval
from tournament.options import natural
from tournament.statistics.pairs import Interval, class_bootstrap

MEASURES = (
    *with_interval("best moves %", "best", "{:.1f}", ("best_low", "best_high")),
    *with_interval("discs lost", "loss", "{:.2f}", ("loss_low", "loss_high")),
)
"""What is shown of `measures`, but for the nodes."""


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


def draw(found: Found) -> list[plots.Panel]:
    """Both measures against depth."""
    rows = found["rows"]
    axes = {"xlabel": "depth", "xticks": sorted({row["depth"] for row in rows})}
    return [
        plots.Panel(
            plots.curves_by(rows, "label", "depth", key, (f"{key}_low", f"{key}_high")),
            {**axes, "ylabel": label},
        )
        for key, label in (("best", "best moves, %"), ("loss", "discs lost, mean"))
    ]


def measure(run: ExperimentRun) -> dict[str, Any]:
    """What each evaluator chooses at each depth."""
    options, rows = run.options, []
    count, content = check(options.file, options.positions)
    for name in compared(options.evaluators):
        for depth in sorted(set(options.depths)):
            plain = f"alphabeta:depth={depth},{SEARCH_ONLY}"
            player = contests.spec(plain, f"evaluator={name.name}")
            asked = Judged(str(options.file.resolve()), content, player, name.digest)
            found = run.trials(chosen, asked, count, f"{name.label}, depth {depth}")
            rows.append(row_of(name, depth, found))
    return {"file": options.file.name, "positions": count, "rows": rows}


EXPERIMENT = Experiment(
    name="best-moves",
    summary="how often searches choose a best move of problems with scores, and what they lose",
    size=Size(0.05, 0.5, "--depths 4 --positions 20", measured=True),
    examples=(
        "problems.obf --plot best-moves.png",
        "problems.obf --positions 50 --depths 4",
        "problems.obf --json",
    ),
    options=(
        arguments.option(
            "file", type=Path, metavar="FILE", help="problems in the OBF form, every move scored"
        ),
        evaluators_option,
        arguments.several("--depths", natural, (4, 6, 8), "plies"),
        arguments.option(
            "--positions", type=natural, metavar="N", help="the first N of the file (default: all)"
        ),
        arguments.of_results(),
        arguments.plot(),
    ),
    measure=measure,
    tables=(
        Table(
            (
                Column("evaluator", "label"),
                Column("depth", "depth", "{:d}"),
                *MEASURES,
                Column("nodes, mean", "nodes", "{:,.0f}"),
            ),
            "Moves chosen in {positions} positions of {file}",
            "from, to: 95 % intervals, positions drawn anew; alpha-beta, full width, no solver",
        ),
    ),
    draw=draw,
)
