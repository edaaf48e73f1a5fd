"""What each depth costs the engine: nodes, CPU time and branching factor, selective and full width.

The costs of a depth are those of all iterations up to it, with tables that were empty before the
first. CPU seconds are truest with `--jobs 1`, the default here.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from players.engine.midgame_memory import FULL_WIDTH
from tournament.experiments.engine.search_trials import ToDepth, by_depth
from tournament.experiments.engine.techniques import SEARCH_COLUMNS, search_depth, search_options
from tournament.experiments.runner import arguments, plots
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table

POSITIONS, DEPTH, FULL_DEPTH = 60, 16, 10
FIRST_DEPTH = 6
"""The least depth that is shown."""
SELECTIVE, FULL = "selective", "full width"


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


def draw(found: Found) -> list[plots.Panel]:
    """Nodes and branching factor against depth."""
    rows, marks = found["rows"], sorted({row["depth"] for row in found["rows"]})
    return [
        plots.Panel(
            plots.curves_by(rows, "search", "depth", key, 0),
            {"xlabel": "depth", "ylabel": label, "yscale": scale, "xticks": marks},
        )
        for key, label, scale in (
            ("nodes", "nodes, mean", "log"),
            ("effective_branching_factor", "branching factor", "linear"),
        )
    ]


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The costs of each depth, selective and at full width."""
    options, rows = run.options, []
    for search, asked in (
        (SELECTIVE, ToDepth(options.depth, options.selectivity)),
        (FULL, ToDepth(options.full_depth, FULL_WIDTH)),
    ):
        found = run.trials(by_depth, asked, title=f"engine-depths, {search}")
        rows += rows_of(search, found)
    return {"positions": options.trials, "selectivity": options.selectivity, "rows": rows}


EXPERIMENT = Experiment(
    name="engine-depths",
    summary="nodes, CPU time, branching factor of the engine by depth, with and without cuts",
    size=Size(0.2, 0.8, "--depth 10 --full-depth 6 --trials 10", measured=True),
    examples=(
        "--plot engine-depths.png",
        "--depth 18 --full-depth 11",
        "--selectivity 2 --trials 20",
        "--json",
    ),
    options=(
        search_options(POSITIONS, DEPTH),
        arguments.count("--full-depth", FULL_DEPTH, "plies at full width", search_depth),
    ),
    measure=measure,
    tables=(
        Table(
            (
                Column("search", "search"),
                Column("depth", "depth", "{:d}"),
                Column("nodes", "nodes", "{:,.0f}"),
                Column("CPU ms", "milliseconds", "{:,.2f}"),
                Column("M nodes/s", "node_rate", "{:.1f}"),
                Column("branching factor", "effective_branching_factor", "{:.2f}"),
                Column("growth of nodes", "growth", "{:.2f}"),
                Column("of CPU", "seconds_growth", "{:.2f}"),
            ),
            f"The engine by depth, {SEARCH_COLUMNS}",
            "means of a position, over all iterations; branching factor: nodes ** (1 /"
            " depth); growth: from"
            " ply to ply, over the last two plies",
        ),
    ),
    draw=draw,
)
