"""How often a search with few nodes chooses the move of a deep full-width one.

Alpha-beta, forward estimation and interest search with equal numbers of nodes, on positions
of games from the 244 openings. The weights of interest search were learned from nodes of
other games, with 4 to 14 random first plies and others strewn in: none of the 32,100 nodes
behind the shipped weights is one of these positions or an image of one.
"""

import argparse
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from othello.openings import four_move_openings
from tournament.experiments.rollason2014.agreement_trials import PLIES, Settings, agree, distinct
from tournament.experiments.runner import plots, trials
from tournament.experiments.runner.contests import BEST, SEARCH_ONLY
from tournament.experiments.runner.output import Column, Shown, print_tables
from tournament.experiments.runner.plots import Curve, Panel
from tournament.options import natural
from tournament.statistics.pairs import class_bootstrap, effective_number

SUMMARY = "agreement with a deep full-width search at equal nodes: a curve"
EXAMPLES = (
    "python -m tournament experiment interest-agreement --json",
    "python -m tournament experiment interest-agreement --plot interest-agreement.png",
    "python -m tournament experiment interest-agreement --trials 40 --depth 6",
)
YARDSTICK = "alpha-beta"
"""The player that the others are compared with."""
PLAYERS = {
    YARDSTICK: f"alphabeta:nodes={{}},evaluator=bill,driver=pvs,table=18,{SEARCH_ONLY}",
    "forward estimation": f"forward:nodes={{}},{BEST},driver=pvs,table=18,{SEARCH_ONLY}",
    "interest": f"interest:nodes={{}},{SEARCH_ONLY}",
}
BUDGETS = (250, 500, 1000, 2000, 4000, 8000, 16000)
DEPTH = 10
"""A second for three positions, the searches that are judged included."""


class Estimate(NamedTuple):
    """A mean in percent, nan of nothing, and its 95 % interval over classes of openings."""

    mean: float
    low: float
    high: float


def estimate(differences: np.ndarray, classes: Sequence[int]) -> Estimate:
    """The mean, in percent, of values from -1 to 1."""
    if len(differences) == 0:
        return Estimate(math.nan, math.nan, math.nan)
    ends = class_bootstrap(
        ((differences + 1) / 2).tolist(), classes
    )  # which takes scores from 0 to 1
    low, high = (100 * (2 * end - 1) for end in ends)
    return Estimate(100 * float(differences.mean()), low, high)


def less_alpha_beta(name: str) -> str:
    """What the paired difference of a player and alpha-beta is called."""
    return f"{name} - {YARDSTICK}"


def rows_of(used: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each number of nodes: agreement, and its paired differences from alpha-beta's.

    In percent, with intervals under "... low" and "... high".
    """
    names = tuple(PLAYERS)
    right = np.array([result["right"] for result in used], dtype=np.float64)
    right = right.reshape(len(used), len(names), len(BUDGETS))
    classes = [result["board_class"] for result in used]
    rows = []
    for column, nodes in enumerate(BUDGETS):
        chosen = dict(zip(names, right[:, :, column].T, strict=True))
        values = dict(chosen)
        for name in names:
            if name != YARDSTICK:
                values[less_alpha_beta(name)] = chosen[name] - chosen[YARDSTICK]
        row: dict[str, Any] = {"nodes": nodes}
        for name, value in values.items():
            found = estimate(value, classes)
            row |= {name: found.mean, f"{name} low": found.low, f"{name} high": found.high}
        rows.append(row)
    return rows


def columns(names: Sequence[str], form: str) -> list[Column]:
    """The nodes, and each name with its interval."""
    found = [Column("nodes", "nodes", "{:,d}")]
    for name in names:
        found += [
            Column(f"{name} %", name, form),
            Column("from", f"{name} low", form),
            Column("to", f"{name} high", form),
        ]
    return found


def curves(rows: list[dict[str, Any]], names: Sequence[str]) -> list[Curve]:
    """The values by these names against nodes."""
    colors = {name: color for color, name in enumerate(PLAYERS)}
    found = []
    for name in names:
        errors = [(row[f"{name} high"] - row[f"{name} low"]) / 4 for row in rows]
        color = colors[name.removesuffix(f" - {YARDSTICK}")]
        nodes = [row["nodes"] for row in rows]
        found.append(Curve(name, nodes, [row[name] for row in rows], errors, color))
    return found


def tables(result: dict[str, Any]) -> list[Shown]:
    """Agreement, and below it the paired differences."""
    differences = [less_alpha_beta(name) for name in PLAYERS if name != YARDSTICK]
    share = (
        f"share of {result['positions']} different positions in which the move is that of depth"
        f" {result['depth']}"
    )
    intervals = (
        "95 % intervals over classes of openings, which weigh as much as"
        f" {result['effective_number']:.1f} independent ones"
    )
    rows = result["rows"]
    return [
        Shown(rows, columns(tuple(PLAYERS), "{:.1f}"), SUMMARY, share),
        Shown(rows, columns(differences, "{:+.1f}"), "position by position", intervals),
    ]


def draw(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Agreement, and the paired differences, against nodes."""
    differences = [less_alpha_beta(name) for name in PLAYERS if name != YARDSTICK]
    axes = {"xlabel": "nodes", "xscale": "log"}
    panels = [
        Panel(curves(rows, tuple(PLAYERS)), {**axes, "ylabel": "move of the deep search, %"}),
        Panel(curves(rows, differences), {**axes, "ylabel": "difference, %"}),
    ]
    plots.draw(panels, options.plot, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    trials.add_arguments(parser, len(PLIES) * len(four_move_openings()))
    parser.add_argument(
        "--depth", type=natural, default=DEPTH, help="of the deep search (%(default)s)"
    )


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    settings = Settings(tuple(PLAYERS.values()), BUDGETS, options.depth)
    used = distinct(trials.run("interest-agreement", agree, settings, options))
    result = {
        "experiment": "interest-agreement",
        "depth": options.depth,
        "positions": len(used),
        "effective_number": effective_number([found["board_class"] for found in used]),
        "rows": rows_of(used),
    }
    print_tables(result, tables(result), options.json)
    if options.plot is not None:
        draw(result["rows"], options)
    return 0
