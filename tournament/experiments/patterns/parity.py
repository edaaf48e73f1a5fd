"""How values swing with the parity of the depth, in positions of human games.

An evaluation that does not know what a move is worth says more after an own move than after
one of the other side: its values of odd depths are all above those of even ones, or below.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tournament.contests.contest import RequestError
from tournament.experiments.laboratory.endgame_cost import sampled
from tournament.experiments.laboratory.endgame_trials import reaching
from tournament.experiments.patterns import evaluators
from tournament.experiments.patterns.evaluators import Compared, compared
from tournament.experiments.patterns.parity_trials import Searched, values
from tournament.experiments.runner import plots, trials
from tournament.experiments.runner.output import Column, Shown, print_tables
from tournament.experiments.runner.plots import Curve, Panel
from tournament.experiments.runner.trials import Measurement, TrialSet

SUMMARY = "how values swing between searches of odd and of even depth"
EXAMPLES = (
    "python -m tournament experiment parity WTH_2019.wtb --plot parity.png",
    "python -m tournament experiment parity WTH_2019.wtb --trials 20 --evaluators patterns",
    "python -m tournament experiment parity WTH_*.wtb --json",
)
DISCS = tuple(range(12, 49, 4))
DEEPEST = 6
POSITIONS = 100
SQUARES = 64

FIRST_COLUMNS = (
    Column("discs", "discs", "{:d}"),
    Column("positions", "positions", "{:d}"),
)
MEAN_COLUMNS = (
    *FIRST_COLUMNS,
    *(Column(f"depth {depth}", f"mean_{depth}", "{:+.2f}") for depth in range(1, DEEPEST + 1)),
    Column("odd minus even", "odd_minus_even", "{:+.2f}"),
    Column("+-", "standard_error", "{:.2f}"),
)
CHANGE_COLUMNS = (
    *FIRST_COLUMNS,
    *(Column(f"{depth} to {depth + 1}", f"rms_{depth}", "{:.2f}") for depth in range(1, DEEPEST)),
)
MEAN_CAPTION = (
    "discs for the side to move; odd minus even: the mean difference of the value of a depth and"
    " the mean of the values of its two neighbours, taken as odd less even; +-: standard error"
)
CHANGE_CAPTION = "discs: the root of the mean squared change from one depth to the next"


def odd_minus_even(by_depth: np.ndarray) -> np.ndarray:
    """By how much odd depths are worth more, for each position: float64[n, depths] to float64[n].

    Each depth but the first and the last is compared with the mean of its neighbours, so that
    a steady trend with depth counts for nothing.
    """
    middle = by_depth[:, 1:-1] - (by_depth[:, :-2] + by_depth[:, 2:]) / 2
    signs = np.where(np.arange(2, by_depth.shape[1]) % 2, 1.0, -1.0)
    return (middle * signs).mean(axis=1)


def row_of(name: Compared, discs: int, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the tables show of an evaluator at one number of discs."""
    by_depth = np.array([one["values"] for one in found])
    swings = odd_minus_even(by_depth)
    error = swings.std(ddof=1) / np.sqrt(len(swings)) if len(swings) > 1 else np.nan
    row: dict[str, Any] = {"evaluator": name.name, "label": name.label, "discs": discs}
    row |= {"positions": len(found), "odd_minus_even": float(swings.mean())}
    row["standard_error"] = float(error)
    for depth, mean in enumerate(by_depth.mean(axis=0), start=1):
        row[f"mean_{depth}"] = float(mean)
    changes = np.sqrt((np.diff(by_depth, axis=1) ** 2).mean(axis=0))
    for depth, change in enumerate(changes, start=1):
        row[f"rms_{depth}"] = float(change)
    return row


def tables(
    rows: Sequence[dict[str, Any]], columns: Sequence[Column], words: str, caption: str
) -> list[Shown]:
    """A table for each evaluator, the caption below the last."""
    shown = [
        Shown(own, columns, f"{name}: {words}", "")
        for name, own in evaluators.by_label(rows).items()
    ]
    return [*shown[:-1], shown[-1]._replace(caption=caption)]


def draw(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """What odd depths say more, and the mean change from depth to depth, against discs."""
    swings, changes = [], []
    for color, (name, own) in enumerate(evaluators.by_label(rows).items()):
        discs, errors = [row["discs"] for row in own], [row["standard_error"] for row in own]
        odd = [row["odd_minus_even"] for row in own]
        swings.append(Curve(name, discs, odd, errors, color))
        steps = range(1, DEEPEST)
        mean = [float(np.mean([row[f"rms_{depth}"] for depth in steps])) for row in own]
        changes.append(Curve(name, discs, mean, [0.0] * len(own), color))
    axes = {"xlabel": "discs on the board"}
    panels = [
        Panel(swings, {**axes, "ylabel": "odd minus even depths, discs"}),
        Panel(changes, {**axes, "ylabel": "rms change from depth to depth, discs"}),
    ]
    plots.draw(panels, path, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="games: WTHOR (.wtb)")
    evaluators.add_argument(parser)
    trials.add_arguments(parser, POSITIONS)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    names, rows = compared(options.evaluators), []
    samples = sampled(options.files, [SQUARES - discs for discs in DISCS])
    with Measurement(options) as measurement:
        for name in names:
            for discs, sample in zip(DISCS, samples, strict=True):
                count = min(options.trials, len(reaching(sample.paths, sample.empties)))
                asked = TrialSet("parity", values, Searched(sample, name, DEEPEST))
                found = measurement.results(asked, count, f"{name.label}, {discs} discs")
                if faults := [one["fault"] for one in found if "fault" in one]:
                    raise RequestError(faults[0])
                rows.append(row_of(name, discs, found))
    result = {
        "experiment": "parity",
        "files": [path.name for path in options.files],
        "trials": options.trials,
        "seed": options.seed,
        "rows": rows,
    }
    shown = [
        *tables(rows, MEAN_COLUMNS, "mean value by depth", MEAN_CAPTION),
        *tables(rows, CHANGE_COLUMNS, "change from depth to depth", CHANGE_CAPTION),
    ]
    print_tables(result, shown, options.json)
    if options.plot is not None:
        draw(rows, options.plot)
    return 0
