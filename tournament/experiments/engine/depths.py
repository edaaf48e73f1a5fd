"""What each depth costs the engine: nodes, CPU time and branching factor, selective and full width.

The costs of a depth are those of all iterations up to it, with tables that were empty before the
first. CPU seconds are truest with `--jobs 1`, the default here.
"""

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from players.engine.midgame_memory import FULL_WIDTH
from tournament.experiments.engine.search_trials import ToDepth, by_depth
from tournament.experiments.engine.techniques import add_search_arguments, search_depth, title_of
from tournament.experiments.runner import plots
from tournament.experiments.runner.output import Column, print_result
from tournament.experiments.runner.plots import Curve, Panel
from tournament.experiments.runner.trials import Measurement, TrialSet

SUMMARY = "nodes, CPU time, branching factor of the engine by depth, with and without cuts"
EXAMPLES = (
    "python -m tournament experiment engine-depths --plot engine-depths.png",
    "python -m tournament experiment engine-depths --depth 18 --full-depth 11",
    "python -m tournament experiment engine-depths --selectivity 2 --trials 20",
    "python -m tournament experiment engine-depths --json",
)
POSITIONS, DEPTH, FULL_DEPTH = 60, 16, 10
FIRST_DEPTH = 6
"""The least depth that is shown."""
SELECTIVE, FULL = "selective", "full width"
COLUMNS = (
    Column("search", "search"),
    Column("depth", "depth", "{:d}"),
    Column("nodes", "nodes", "{:,.0f}"),
    Column("CPU ms", "milliseconds", "{:,.2f}"),
    Column("M nodes/s", "node_rate", "{:.1f}"),
    Column("branching factor", "effective_branching_factor", "{:.2f}"),
    Column("growth of nodes", "growth", "{:.2f}"),
    Column("of CPU", "seconds_growth", "{:.2f}"),
)
CAPTION = (
    "means of a position, over all iterations; branching factor: nodes ** (1 / depth); growth: from"
    " ply to ply, over the last two plies"
)


def rows_of(search: str, results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each depth of one search, from the nodes and seconds of all positions."""
    nodes, seconds = (
        np.mean([one[key] for one in results], axis=0).tolist() for key in ("nodes", "seconds")
    )
    rows = []
    for depth in range(min(FIRST_DEPTH, len(nodes)), len(nodes) + 1):
        last, before = depth - 1, depth - 3
        growths = [
            math.sqrt(values[last] / max(1e-9, values[before])) if before >= 0 else math.nan
            for values in (nodes, seconds)
        ]
        row = {
            "search": search,
            "depth": depth,
            "nodes": nodes[last],
            "milliseconds": 1000 * seconds[last],
            "node_rate": nodes[last] / max(1e-9, 1e6 * seconds[last]),
            "effective_branching_factor": nodes[last] ** (1 / depth),
        }
        rows.append({**row, "growth": growths[0], "seconds_growth": growths[1]})
    return rows


def draw(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Nodes and branching factor against depth."""
    panels, marks = [], sorted({row["depth"] for row in rows})
    for key, label, scale in (
        ("nodes", "nodes, mean", "log"),
        ("effective_branching_factor", "branching factor", "linear"),
    ):
        curves = []
        for color, search in enumerate((SELECTIVE, FULL)):
            own = [row for row in rows if row["search"] == search]
            depths = [row["depth"] for row in own]
            curves.append(
                Curve(search, depths, [row[key] for row in own], [0] * len(own), color=color)
            )
        axes = {"xlabel": "depth", "ylabel": label, "yscale": scale, "xticks": marks}
        panels.append(Panel(curves, axes))
    plots.draw(panels, path, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    add_search_arguments(parser, POSITIONS, DEPTH)
    parser.add_argument(
        "--full-depth",
        type=search_depth,
        default=FULL_DEPTH,
        metavar="N",
        help="plies at full width (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    rows = []
    with Measurement(options) as measurement:
        for search, asked in (
            (SELECTIVE, ToDepth(options.depth, options.selectivity)),
            (FULL, ToDepth(options.full_depth, FULL_WIDTH)),
        ):
            trials = TrialSet("engine-depths", by_depth, asked)
            rows += rows_of(search, measurement.results(trials, title=f"engine-depths, {search}"))
    result = {"experiment": "engine-depths", "positions": options.trials}
    title = f"The engine by depth, {title_of(options)}"
    told = {**result, "selectivity": options.selectivity, "rows": rows}
    print_result(told, COLUMNS, title, CAPTION, as_json=options.json)
    if options.plot is not None:
        draw(rows, options.plot)
    return 0
