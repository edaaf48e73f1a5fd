"""What exact solving costs by empty squares, over positions of games of people.

The positions are those of games in WTHOR files, each of another game, where the side to move
has a move. Each solver has an empty table, so that nodes depend on nothing but the
position; CPU seconds are truest with `--jobs 1`, the default here.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello.sources import digest
from tournament.contests.contest import RequestError
from tournament.experiments.laboratory.endgame_trials import (
    SOLVER_TABLE_MEGABYTES,
    Sampled,
    cost,
    reaching,
)
from tournament.experiments.runner import arguments, plots
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table
from tournament.options import natural

EMPTIES = tuple(range(10, 27))
CHEAP = 18
"""The most empty squares with as many positions as asked for; each two more have half of them."""
FITTED = 14
"""The fewest empty squares that growth is fitted to: below, a search is over before it begins."""
QUANTILE = 95
MEASURED = {"nodes": "nodes", "seconds": "CPU seconds"}


class CostGrowth(NamedTuple):
    """By what nodes and CPU seconds are multiplied for each empty square more; nan of nothing."""

    nodes: float
    seconds: float


def positions_at(empties: int, most: int) -> int:
    """How many positions are solved: `most`, fewer where each takes long, 1 at least."""
    return max(1, round(most / 2 ** (max(0, empties - CHEAP) / 2)))


def row_of(empties: int, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The costs of the positions with so many empty squares."""
    row: dict[str, Any] = {"empties": empties, "positions": len(found)}
    for key in MEASURED:
        values = np.array([one[key] for one in found], float)
        row[f"{key}_median"] = float(np.median(values))
        row[f"{key}_high"] = float(np.percentile(values, QUANTILE))
        row[f"{key}_sum"] = float(values.sum())
    row["speed"] = row["nodes_sum"] / max(row["seconds_sum"], 1e-9) / 1e6
    return row


def growth_of(rows: Sequence[dict[str, Any]]) -> CostGrowth:
    """The growth of the medians, fitted by least squares to their logarithms."""
    fitted = [row for row in rows if row["empties"] >= FITTED]
    if len(fitted) < 2:
        return CostGrowth(np.nan, np.nan)
    empties = [row["empties"] for row in fitted]
    slopes = (
        np.polyfit(empties, np.log([max(row[f"{key}_median"], 1e-9) for row in fitted]), 1)[0]
        for key in MEASURED
    )
    return CostGrowth(*(float(np.exp(slope)) for slope in slopes))


def sampled(paths: Sequence[Path], empties: Sequence[int]) -> list[Sampled]:
    """What is asked for each number of empty squares; RequestError for files that are not WTHOR."""
    names = tuple(str(path.resolve()) for path in paths)
    try:
        content = digest("".join(digest(path.read_bytes()) for path in paths))
        asked = [Sampled(names, content, number) for number in empties]
        for one in asked:
            if not reaching(names, one.empties):
                raise RequestError(f"no game has a position with {one.empties} empty squares")
    except OSError as error:
        raise RequestError(f"{error.filename}: {error.strerror}") from None
    except ValueError as error:
        raise RequestError(str(error)) from None
    return asked


def check_faults(found: Sequence[dict[str, Any]]) -> None:
    """RequestError, which names the first of them, if games were against the rules."""
    for one in found:
        if "fault" in one:
            raise RequestError(one["fault"])


games_option = arguments.option(
    "files", type=Path, nargs="+", metavar="FILE", help="games: WTHOR (.wtb)"
)


def _empties(text: str) -> int:
    """A number of empty squares that a game passes."""
    value = natural(text)
    if value > 60:
        raise argparse.ArgumentTypeError(f"{value} is more than 60")
    return value


def draw(found: Found) -> list[plots.Panel]:
    """Nodes and seconds against empty squares, on logarithmic scales."""
    rows = found["rows"]
    ticks = [row["empties"] for row in rows if row["empties"] % 2 == 0]
    axes = {"xlabel": "empty squares", "yscale": "log", "xticks": ticks}
    return [
        plots.Panel(
            [
                plots.curve("median", rows, "empties", f"{key}_median", 0.0),
                plots.curve(f"{QUANTILE} %", rows, "empties", f"{key}_high", 0.0, 1),
            ],
            {**axes, "ylabel": words},
        )
        for key, words in MEASURED.items()
    ]


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The costs by empty squares, and how they grow."""
    options, rows = run.options, []
    for asked in sampled(options.files, sorted(set(options.empties))):
        available = len(reaching(asked.paths, asked.empties))
        count = min(positions_at(asked.empties, options.trials), available)
        found = run.trials(cost, asked, count, f"{asked.empties} empty squares")
        check_faults(found)
        rows.append(row_of(asked.empties, found))
    return {
        "files": [path.name for path in options.files],
        "trials": options.trials,
        "seed": options.seed,
        "table_megabytes": SOLVER_TABLE_MEGABYTES,
        "growth": growth_of(rows)._asdict(),
        "rows": rows,
    }


EXPERIMENT = Experiment(
    name="endgame-cost",
    summary="nodes and CPU time of exact solving by empty squares, in human games",
    size=Size(60, 600, "--empties 10 12 14 --trials 20"),
    examples=(
        "WTH_2019.wtb --plot endgame-cost.png",
        "WTH_*.wtb --empties 10 14 18 --trials 500",
        "WTH_2019.wtb --json",
    ),
    options=(
        games_option,
        arguments.option(
            "--empties",
            type=_empties,
            nargs="+",
            default=list(EMPTIES),
            metavar="N",
            help=f"empty squares (default: {EMPTIES[0]} to {EMPTIES[-1]});"
            f" beyond {CHEAP} fewer than --trials are solved, half as many for each two more",
        ),
        arguments.of_trials(200, jobs=1),
    ),
    measure=measure,
    tables=(
        Table(
            (
                Column("empties", "empties", "{:d}"),
                Column("positions", "positions", "{:d}"),
                Column("nodes, median", "nodes_median", "{:,.0f}"),
                Column(f"{QUANTILE} %", "nodes_high", "{:,.0f}"),
                Column("CPU seconds, median", "seconds_median", "{:,.4f}"),
                Column(f"{QUANTILE} %", "seconds_high", "{:,.4f}"),
                Column("million nodes a second", "speed", "{:.1f}"),
            ),
            "What exact solving costs, one thread",
            f"{QUANTILE} %: no more in so many of the positions; growth for each empty"
            " square, fitted to"
            f" the logarithms of the medians from {FITTED} empty squares on:"
            " x {growth[nodes]:.2f} nodes, x {growth[seconds]:.2f} CPU seconds",
        ),
    ),
    draw=draw,
    drawing_title="What exact solving costs in positions of games of people",
)
