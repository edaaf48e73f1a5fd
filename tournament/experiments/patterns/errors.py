"""How far values are from exact results of unseen positions, and from results of human games.

The error is the value less the result. Slope and intercept are those of the least squares
line of results on values: 1 and 0 for values on the scale of results.
"""

import argparse
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.display import display_for
from othello.formats import wthor
from players.learning.bill.fit import positions_of
from tournament.contests.contest import RequestError
from tournament.experiments.patterns import evaluators
from tournament.experiments.patterns.error_trials import MOST_RANDOM, Unseen, exact
from tournament.experiments.patterns.evaluators import Compared, compared, values_in_discs
from tournament.experiments.runner import plots, trials
from tournament.experiments.runner.output import Column, Shown, measured_ratio, print_tables
from tournament.experiments.runner.plots import Curve, Panel
from tournament.experiments.runner.trials import Measurement, TrialSet
from tournament.options import natural

SUMMARY = "errors of evaluations against exact results and results of human games"
EXAMPLES = (
    "python -m tournament experiment pattern-errors --plot pattern-errors.png",
    "python -m tournament experiment pattern-errors --trials 50 --empties 12 14",
    "python -m tournament experiment pattern-errors --wthor WTH_2018.wtb WTH_2019.wtb",
    "python -m tournament experiment pattern-errors --json",
)
EMPTIES = tuple(range(12, 23, 2))
DISCS = tuple(range(12, 53, 4))
"""The discs on the board at which values are compared with results of human games."""
POSITIONS = 100
MOST_EMPTIES = 60 - MOST_RANDOM

MEASURED = (
    Column("positions", "positions", "{:,d}"),
    Column("squared error", "squared_error", "{:.1f}"),
    Column("% of first", "ratio", "{:.1f}"),
    Column("+-", "ratio_error", "{:.1f}"),
    Column("bias", "bias", "{:+.2f}"),
    Column("slope", "slope", "{:.3f}"),
    Column("intercept", "intercept", "{:+.2f}"),
)
EXACT_COLUMNS = (Column("empties", "stage", "{:d}"), *MEASURED)
HUMAN_COLUMNS = (
    Column("discs", "stage", "{:d}"),
    *MEASURED,
    Column("correlation", "correlation", "{:.3f}"),
)
CAPTION = (
    "squared error: mean, in discs squared; +-: standard error of its share of the first"
    " evaluator's; bias: mean of value - result; slope, intercept: of results on values"
)


class Sample(NamedTuple):
    """Positions and what they led to, in discs for the side to move.

    own, opp: uint64[n]; result: float64[n].
    """

    own: np.ndarray
    opp: np.ndarray
    result: np.ndarray


def row_of(values: np.ndarray, result: np.ndarray, first: np.ndarray) -> dict[str, Any]:
    """What a table shows of values; `first`: those of the first evaluator; ratios in percent."""
    squared, squared_first = (values - result) ** 2, (first - result) ** 2
    ratio = measured_ratio(squared, squared_first)
    slope = correlation = math.nan
    if values.size > 1 and values.std() > 0:
        slope = float(np.polyfit(values, result, 1)[0])
        if result.std() > 0:
            correlation = float(np.corrcoef(values, result)[0, 1])
    return {
        "positions": int(values.size),
        "squared_error": float(squared.mean()),
        "ratio": 100 * ratio.mean,
        "ratio_error": 100 * ratio.standard_error,
        "bias": float((values - result).mean()),
        "slope": slope,
        "intercept": float(result.mean() - slope * values.mean()),
        "correlation": correlation,
    }


def rows_of(names: Sequence[Compared], samples: Mapping[int, Sample]) -> list[dict[str, Any]]:
    """A row for each evaluator and stage of the game; stages without a position are left out."""
    rows = []
    first: dict[int, np.ndarray] = {}
    for name in names:
        evaluator = evaluation.named(name.name)
        for stage, sample in samples.items():
            if sample.result.size:
                values = values_in_discs(evaluator, sample.own, sample.opp)
                told = row_of(values, sample.result, first.setdefault(stage, values))
                rows.append({"evaluator": name.name, "label": name.label, "stage": stage, **told})
    return rows


def _solved_sample(found: Sequence[Mapping[str, Any]]) -> Sample:
    """The positions and results of trials."""
    own, opp = (np.array([int(one[key], 16) for one in found], np.uint64) for key in ("own", "opp"))
    return Sample(own, opp, np.array([one["score"] for one in found], float))


def solved_samples(options: argparse.Namespace, numbers: Iterable[int]) -> dict[int, Sample]:
    """Positions of unseen games with so many empty squares, by that number, with exact results."""
    with Measurement(options) as measurement:
        return {
            empties: _solved_sample(
                measurement.results(
                    TrialSet("pattern-errors", exact, Unseen(empties)), title=f"{empties} empties"
                )
            )
            for empties in numbers
        }


def human_samples(paths: Sequence[Path]) -> tuple[int, dict[int, Sample]]:
    """How many complete games WTHOR files hold, and their positions by discs on the board.

    RequestError, one line, for files that are not WTHOR.
    """
    parts: dict[int, list[Sample]] = {discs: [] for discs in DISCS}
    games = 0
    with display_for(sys.stderr, "files") as display:
        display.begin("human games", 0, len(paths))
        for number, path in enumerate(paths, start=1):
            games += _add_file(path, parts)
            display.update(number)
    joined = {
        discs: Sample(*(np.concatenate(column) for column in zip(*found, strict=True)))
        for discs, found in parts.items()
    }
    return games, joined


def _add_file(path: Path, parts: Mapping[int, list[Sample]]) -> int:
    """How many complete games a file holds, whose positions are added to `parts`."""
    try:
        moves = wthor.moves_array(path)
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise RequestError(str(error)) from None
    if not len(moves):
        return 0
    found = positions_of(moves, np.zeros(len(moves), np.int64))
    for discs, samples in parts.items():
        chosen = found.complete & (found.discs == discs)
        samples.append(Sample(found.own[chosen], found.opp[chosen], found.result[chosen]))
    return int(np.unique(found.game[found.complete]).size)


def tables(rows: Sequence[Mapping[str, Any]], columns: Sequence[Column], words: str) -> list[Shown]:
    """A table for each evaluator."""
    return [
        Shown(own, columns, f"{own[0]['label']} against {words}", "")
        for own in evaluators.by_label(rows).values()
    ]


def panel(rows: Sequence[Mapping[str, Any]], label: str) -> Panel:
    """The root of the mean squared error against the stage, a curve for each evaluator."""
    curves = []
    for color, (name, own) in enumerate(evaluators.by_label(rows).items()):
        stages, errors = [row["stage"] for row in own], [row["squared_error"] for row in own]
        curves.append(Curve(name, stages, np.sqrt(errors).tolist(), [0.0] * len(own), color))
    return Panel(curves, {"xlabel": label, "ylabel": "root of the mean squared error, discs"})


def _empties(text: str) -> int:
    """A number of empty squares that lies behind the random moves."""
    value = natural(text)
    if value > MOST_EMPTIES:
        raise argparse.ArgumentTypeError(f"{value} is more than {MOST_EMPTIES}")
    return value


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    evaluators.add_argument(parser)
    parser.add_argument(
        "--empties",
        type=_empties,
        nargs="+",
        default=list(EMPTIES),
        metavar="N",
        help=f"of the positions solved (default: {' '.join(map(str, EMPTIES))})",
    )
    parser.add_argument(
        "--wthor", type=Path, nargs="+", default=[], metavar="FILE", help="human games (.wtb)"
    )
    trials.add_arguments(parser, POSITIONS)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    names = compared(options.evaluators)
    games, human = human_samples(options.wthor) if options.wthor else (0, {})
    solved = solved_samples(options, sorted(set(options.empties)))
    rows, human_rows = rows_of(names, solved), rows_of(names, human)
    result = {"experiment": "pattern-errors", "trials": options.trials, "seed": options.seed}
    shown = tables(rows, EXACT_COLUMNS, "exact results of positions of unseen games")
    panels = [panel(rows, "empty squares, exact results")]
    if human_rows:
        shown += tables(human_rows, HUMAN_COLUMNS, f"results of {games:,} human games")
        panels.append(panel(human_rows, "discs on the board, human games"))
    shown[-1] = shown[-1]._replace(caption=CAPTION)
    print_tables({**result, "games": games, "rows": rows, "human": human_rows}, shown, options.json)
    if options.plot is not None:
        plots.draw(panels, options.plot, SUMMARY)
    return 0
