"""What each technique of the engine's midgame is worth, by nodes and CPU time to a depth.

Positions of games of the pattern evaluation against itself are searched with nothing switched
off, and with one technique after the other. Each search has empty tables. CPU seconds are truest
with `--jobs 1`, the default here.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from othello.rules import SCORE_SCALE
from players.engine.engine import MIDGAME_SELECTIVITY
from players.engine.midgame_memory import FULL_WIDTH
from tournament.experiments.engine.search_trials import (
    FEWEST_DISCS,
    MOST_DISCS,
    NONE_OFF,
    TECHNIQUES,
    ToDepth,
    with_each_technique,
)
from tournament.experiments.runner import arguments, plots
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table, measured_ratio
from tournament.options import natural

POSITIONS, DEPTH = 60, 14
DEEPEST = 64 - MOST_DISCS - 1
"""No search comes to the end of the game."""


def _column(found: Sequence[dict[str, Any]], key: str) -> np.ndarray:
    """float64[n]: one quantity of all positions."""
    return np.array([one[key] for one in found], float)


def row_of(
    name: str, found: Sequence[dict[str, Any]], whole: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The means over all positions, beside those with nothing switched."""
    nodes, seconds, evaluations = (
        _column(found, key) for key in ("nodes", "seconds", "evaluations")
    )
    over_nodes = measured_ratio(nodes, _column(whole, "nodes"))
    over_seconds = measured_ratio(seconds, _column(whole, "seconds"))
    spent = max(1e-9, 1e6 * seconds.sum())
    changed = np.abs(_column(found, "score") - _column(whole, "score"))
    return {
        "technique": name,
        "nodes": float(nodes.mean()),
        "nodes_ratio": over_nodes.mean,
        "nodes_error": over_nodes.standard_error,
        "milliseconds": 1000 * float(seconds.mean()),
        "seconds_ratio": over_seconds.mean,
        "seconds_error": over_seconds.standard_error,
        "evaluations": float(evaluations.mean()),
        "node_rate": float(nodes.sum() / spent),
        "evaluation_rate": float(evaluations.sum() / spent),
        "same": 100 * float((_column(found, "move") == _column(whole, "move")).mean()),
        "change": float(changed.mean()) / SCORE_SCALE,
    }


def search_depth(text: str) -> int:
    """A depth at which no search comes to the end of the game."""
    value = natural(text)
    if value > DEEPEST:
        raise argparse.ArgumentTypeError(f"{value} is more than {DEEPEST}")
    return value


def draw(found: Found) -> list[plots.Panel]:
    """Nodes and CPU time of each row over those of the first."""
    rows, places = found["rows"], list(range(len(found["rows"])))
    curves = [
        plots.Curve(label, [row[key] for row in rows], places, [0] * len(rows), color, line="")
        for color, (label, key) in enumerate((("nodes", "nodes_ratio"), ("CPU", "seconds_ratio")))
    ]
    names = [row["technique"] for row in rows]
    axes = {"xlabel": "over those of the first row", "xscale": "log", "yticks": places}
    return [plots.Panel(curves, {**axes, "yticklabels": names})]


def search_options(positions: int, depth: int) -> arguments.Option:
    """The options of an experiment that searches positions of the midgame to a depth."""
    selectivity = arguments.option(
        "--selectivity",
        type=int,
        default=MIDGAME_SELECTIVITY,
        metavar="N",
        choices=range(FULL_WIDTH + 1),
        help=f"from 0 to {FULL_WIDTH} for full width (default: %(default)s)",
    )
    plies = arguments.count("--depth", depth, f"plies, at most {DEEPEST}", search_depth)
    return lambda parser: [
        add(parser) for add in (plies, selectivity, arguments.of_trials(positions, jobs=1))
    ]


SEARCH_COLUMNS = (
    "depth {depth}, selectivity {selectivity}:"
    f" {{trials}} positions of {FEWEST_DISCS} to {MOST_DISCS} discs"
)
"""What was searched, in words, to be filled in."""


def measure(run: ExperimentRun) -> dict[str, Any]:
    """A row for each technique."""
    asked = ToDepth(run.options.depth, run.options.selectivity)
    results = run.trials(with_each_technique, asked)
    whole = [one[NONE_OFF] for one in results]
    rows = [row_of(name, [one[name] for one in results], whole) for name in TECHNIQUES]
    return {"positions": len(results), **asked._asdict(), "rows": rows}


EXPERIMENT = Experiment(
    name="engine-techniques",
    summary="nodes and CPU time of the engine's search with each technique switched off",
    size=Size(1, 3, "--depth 8 --trials 12", measured=True),
    examples=("", "--depth 10 --trials 20", "--selectivity 4 --depth 8", "--json"),
    options=(search_options(POSITIONS, DEPTH),),
    measure=measure,
    tables=(
        Table(
            (
                Column("switched", "technique"),
                Column("nodes", "nodes", "{:,.0f}"),
                Column("x", "nodes_ratio", "{:.2f}"),
                Column("CPU ms", "milliseconds", "{:,.2f}"),
                Column("x", "seconds_ratio", "{:.2f}"),
                Column("+-", "seconds_error", "{:.2f}"),
                Column("M nodes/s", "node_rate", "{:.1f}"),
                Column("M evals/s", "evaluation_rate", "{:.1f}"),
                Column("same %", "same", "{:.0f}"),
                Column("discs", "change", "{:.2f}"),
            ),
            f"The engine's techniques, {SEARCH_COLUMNS}",
            "nodes and CPU ms: means of a position; x: over those of the first row, +- its"
            " standard error;"
            " same: the best move is that of the first row; discs: how far the score is from its",
        ),
    ),
    draw=draw,
)
