"""Forward estimation against alpha-beta at equal CPU time for a move, modern conditions.

Both have a table, principal variation search and iterative deepening, and the
same time limit. A limit in seconds makes every game depend on the machine and
on its load: another run plays other games. With `--jobs` of no more than the
idle cores the load is least.
"""

import argparse
from collections.abc import Sequence
from typing import Any

from tournament.experiments.runner import contests, plots
from tournament.experiments.runner.contests import (
    ALPHABETA,
    BEST,
    CHALLENGER,
    CONDITIONS,
    MODERN,
    Contests,
)
from tournament.experiments.runner.output import Column, Shown, print_tables

SUMMARY = "forward estimation plays alpha-beta at equal CPU time, modern conditions"
EXAMPLES = (
    "python -m tournament experiment forward-equal-time --plot equal-time.png",
    "python -m tournament experiment forward-equal-time --settings quantile=0.9 rule=likely",
    "python -m tournament experiment forward-equal-time --openings 20 --seconds 0.005",
    "python -m tournament experiment forward-equal-time --json",
)
SECONDS = (0.005, 0.02, 0.1)
BESIDE = 1.02
"""How much further right each setting is drawn, so that intervals do not hide each other."""

COLUMNS = (
    Column("setting", "setting"),
    Column("ms a move", "milliseconds", "{:g}"),
    Column("FE wins pairs %", "win_rate", "{:.1f}"),
    Column("from", "low", "{:.1f}"),
    Column("to", "high", "{:.1f}"),
    Column("points %", "points", "{:.1f}"),
    Column("nodes FE/AB", "node_ratio", "{:.2f}"),
    Column("AB ms used", "alphabeta_move_ms", "{:.2f}"),
    Column("FE ms used", "forward_move_ms", "{:.2f}"),
)
CAPTION = (
    "FE: forward estimation; AB: alpha-beta; from, to: 95 % interval over the classes of openings;"
    " ms used: CPU time a move"
)


def row_of(setting: str, limit: float, told: dict[str, Any]) -> dict[str, Any]:
    """What a table shows of one match."""
    row = {"setting": setting, "milliseconds": 1000 * limit, **contests.row_of(told)}
    for key, side in (("alphabeta", told["a"]), ("forward", told["b"])):
        row[f"{key}_move_ms"] = 1000 * side["cpu_seconds"] / max(1, side["moves"])
    return row


def _draw_setting(axes: Any, rows: Sequence[dict[str, Any]], setting: str, number: int) -> None:
    """Win rate against time for one setting."""
    mine = [row for row in rows if row["setting"] == setting]
    errors = plots.bars(mine, "win_rate")
    x = [row["milliseconds"] * BESIDE**number for row in mine]
    y = [row["win_rate"] for row in mine]
    style = {"color": plots.COLORS[number % len(plots.COLORS)], "marker": "o", "ms": 4, "lw": 1.2}
    axes.errorbar(x, y, yerr=errors, capsize=2, label=setting, **style)


def draw(rows: Sequence[dict[str, Any]], options: argparse.Namespace, title: str) -> None:
    """Win rate against time, a line for each setting."""
    figure = plots.new_figure(*plots.PANEL_INCHES)
    axes = figure.add_subplot()
    for number, setting in enumerate(options.settings):
        _draw_setting(axes, rows, setting, number)
    axes.axhline(50, color="grey", lw=0.8)
    axes.set(
        title=title,
        xlabel="CPU time a move of either, ms",
        ylabel="pairs won by forward estimation, %",
        xscale="log",
    )
    marks = sorted({row["milliseconds"] for row in rows})
    axes.set_xticks(marks, [f"{mark:g}" for mark in marks])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    plots.save(figure, options.plot)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    contests.add_arguments(parser)
    plots.add_argument(parser)
    parser.add_argument(
        "--settings",
        nargs="+",
        default=[BEST],
        metavar="OPTIONS",
        help=f"how forward estimation prunes (default: {BEST})",
    )
    contests.add_seconds(parser, SECONDS)


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    plots.check(options.plot)
    rows = []
    with Contests(options) as played:
        for setting in options.settings:
            for limit in options.seconds:
                conditions = f"seconds={limit},{CONDITIONS[MODERN]}"
                a = contests.spec(ALPHABETA, conditions)
                b = contests.spec(CHALLENGER, setting, conditions)
                rows.append(row_of(setting, limit, played.match(a, b)))
    result = {"experiment": "forward-equal-time", "conditions": CONDITIONS[MODERN], "rows": rows}
    pairs = sum(rows[0]["pairs_won_tied_lost"])
    title = f"Forward estimation against alpha-beta at equal time, {pairs} pairs"
    if options.plot is not None:
        draw(rows, options, title)
    print_tables(result, [Shown(rows, COLUMNS, title, CAPTION)], options.json)
    return 0
