"""The search for the best setting of forward estimation in Othello.

Every setting meets alpha-beta at depth 5 and at depth 6, since odd and even
depths differ. It begins at alpha-beta's depth and is deepened by one until it
costs more CPU time than alpha-beta: the last match that it can afford is its
result. A setting is how forward estimation prunes, written as options of the
player `forward`; the conditions are those of both players.
"""

import argparse
import math
from collections.abc import Iterable, Sequence
from typing import Any

from players.registry import deepened
from tournament.experiments.runner import arguments, contests, plots
from tournament.experiments.runner.contests import (
    BILL_ALPHABETA,
    CHALLENGER,
    CONDITIONS,
    MODERN,
    PLAIN,
    SCOUT,
)
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table, with_interval
from tournament.options import natural

DELTAS = (0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1)
QUANTILES = (0.7, 0.8, 0.9, 0.95, 0.97, 0.99)
GRID = {
    PLAIN: (
        *(f"rule={rule}" for rule in ("likely", "mode", "median", "mean")),
        *(f"delta={delta}" for delta in DELTAS),
        *(f"quantile={quantile}" for quantile in QUANTILES),
        "rule=likely,mirror=false",
        "quantile=0.8,mirror=false",
        "quantile=0.9,mirror=false",
        "quantile=0.95,mirror=false",
    ),
    SCOUT: tuple(
        f"{rule}{windows}"
        for rule in ("rule=likely", "quantile=0.8", "quantile=0.9", "quantile=0.95")
        for windows in ("", ",windows=narrow")
    ),
    MODERN: ("rule=likely", *(f"quantile={quantile}" for quantile in QUANTILES)),
}
"""The settings by their conditions; `likely` is delta=0.02 to three digits."""

COLUMNS = (
    Column("conditions", "conditions"),
    Column("setting", "setting"),
    Column("AB depth", "depth", "{:d}"),
    Column("FE depth", "forward_depth", "{:d}"),
    *with_interval("FE wins pairs %", "win_rate", "{:.1f}"),
    Column("nodes FE/AB", "node_ratio", "{:.2f}"),
    Column("CPU FE/AB", "cpu_ratio", "{:.2f}"),
    Column("at no more CPU", "affordable"),
)
ASKED_KEYS = ("conditions", "setting", "depth", "affordable")
CAPTION = "best first, those that cost no more CPU time than alpha-beta above those that do"

LINES = ("-", "--", ":", "-.")
LEGEND_INCHES = 2.4
RATIOS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10)
"""Where the axis of costs may have a mark."""


def grid_of(options: argparse.Namespace) -> list[tuple[str, str]]:
    """The conditions and settings asked for, each pair once."""
    chosen = [
        (conditions, setting)
        for conditions in options.conditions
        for setting in options.settings or GRID[conditions]
    ]
    return list(dict.fromkeys(chosen))


def play(run: ExperimentRun, conditions: str, setting: str) -> Iterable[dict[str, Any]]:
    """The matches of one setting, deeper and deeper until it is the dearer one."""
    a = contests.spec(BILL_ALPHABETA, CONDITIONS[conditions])
    b = contests.spec(CHALLENGER, setting, CONDITIONS[conditions])
    options = run.options
    for depth in options.depths:
        for forward_depth in range(depth, depth + options.most_deeper + 1):
            told = run.match(deepened(a, depth), deepened(b, forward_depth))
            row = contests.row_of(told)
            row |= {"conditions": conditions, "setting": setting}
            row |= {"depth": depth, "forward_depth": forward_depth}
            row["affordable"] = row["cpu_ratio"] <= 1
            yield row
            if not row["affordable"]:
                break


def affordable_of(rows: Sequence[dict[str, Any]], depths: Sequence[int]) -> list[dict[str, Any]]:
    """For each setting its deepest affordable match at each depth, and their mean, best first.

    A setting that can afford none at a depth has lost all there.
    """
    found = []
    for conditions, setting in dict.fromkeys((row["conditions"], row["setting"]) for row in rows):
        line: dict[str, Any] = {"conditions": conditions, "setting": setting}
        rates = []
        for depth in depths:
            asked = conditions, setting, depth, True
            mine = [row for row in rows if tuple(row[key] for key in ASKED_KEYS) == asked]
            last = max(mine, key=lambda row: row["forward_depth"], default=None)
            for key in ("forward_depth", "win_rate", "low", "high", "cpu_ratio"):
                line[f"{key}_{depth}"] = last[key] if last else None
            rates.append(last["win_rate"] if last else 0.0)
        found.append({**line, "mean": sum(rates) / len(rates)})
    return sorted(found, key=lambda line: -line["mean"])


def affordable_table(lines: Sequence[dict[str, Any]], depths: Sequence[int]) -> Table:
    """The settings by what they win at no more CPU time."""
    columns = [Column("conditions", "conditions"), Column("setting", "setting")]
    for depth in depths:
        columns += [
            Column(f"AB {depth}: FE", f"forward_depth_{depth}", "{:d}"),
            Column("wins %", f"win_rate_{depth}", "{:.1f}"),
            Column("from", f"low_{depth}", "{:.1f}"),
            Column("to", f"high_{depth}", "{:.1f}"),
            Column("CPU", f"cpu_ratio_{depth}", "{:.2f}"),
        ]
    columns.append(Column("mean %", "mean", "{:.1f}"))
    title = "The deepest that each setting can afford, the best setting first"
    caption = "the rate of the best of many is flattered by chance: play it again before it is told"
    return Table(columns, title, caption, lines)


def draw(found: Found) -> Any:
    """Win rate against CPU ratio: a row of panels for each depth, a line for each setting."""
    rows = found["rows"]
    depths = sorted({row["depth"] for row in rows})
    conditions = list(dict.fromkeys(row["conditions"] for row in rows))
    width, height = plots.PANEL_INCHES
    figure = plots.new_figure(len(conditions) * (width + LEGEND_INCHES), len(depths) * height)
    for line, depth in enumerate(depths):
        for column, name in enumerate(conditions):
            place = line * len(conditions) + column + 1
            axes = figure.add_subplot(len(depths), len(conditions), place)
            chosen = [row for row in rows if (row["depth"], row["conditions"]) == (depth, name)]
            _draw_panel(axes, chosen, f"{name}, alpha-beta at depth {depth}")
    figure.suptitle(TITLE.format_map(found), fontsize="medium")
    return figure


def _draw_panel(axes: Any, rows: Sequence[dict[str, Any]], title: str) -> None:
    """The settings under one condition at one depth of alpha-beta."""
    for number, setting in enumerate(sorted({row["setting"] for row in rows})):
        points = sorted(
            (row for row in rows if row["setting"] == setting), key=lambda row: row["forward_depth"]
        )
        _draw_setting(axes, points, setting, number)
    axes.axhline(50, color="grey", lw=0.8)
    axes.axvline(1, color="grey", lw=0.8)
    axes.set(
        title=title,
        xlabel="CPU time of forward estimation / alpha-beta",
        ylabel="pairs won by forward estimation, %",
        xscale="log",
    )
    low, high = axes.get_xlim()
    marks = [ratio for ratio in RATIOS if low <= ratio <= high]
    axes.set_xticks(marks, [f"{ratio:g}" for ratio in marks])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.01, 1.0))


def _draw_setting(axes: Any, points: Sequence[dict[str, Any]], label: str, number: int) -> None:
    """One setting, each point with the depth that it is for."""
    color = plots.COLORS[number % len(plots.COLORS)]
    line = LINES[number // len(plots.COLORS) % len(LINES)]
    x = [row["cpu_ratio"] for row in points]
    y = [row["win_rate"] for row in points]
    axes.plot(x, y, color=color, ls=line, marker="o", ms=3, lw=1, label=label)
    for row in points:
        if math.isfinite(row["cpu_ratio"]):
            place = (row["cpu_ratio"], row["win_rate"])
            text = str(row["forward_depth"])
            offset = {"xytext": (2, 2), "textcoords": "offset points"}
            axes.annotate(text, place, fontsize=6, color=color, **offset)


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The matches of all settings, best first, and what each can afford."""
    options = run.options
    rows = [
        row for conditions, setting in grid_of(options) for row in play(run, conditions, setting)
    ]
    pairs = sum(rows[0]["pairs_won_tied_lost"])
    rows.sort(key=lambda row: (not row["affordable"], -row["win_rate"]))
    return {"settings": affordable_of(rows, options.depths), "pairs": pairs, "rows": rows}


TITLE = "Forward estimation against alpha-beta in Othello, {pairs} pairs a match"


def tables(found: Found) -> list[Table]:
    """All matches, and below them what each setting can afford."""
    lines = [{**row, "affordable": "yes" if row["affordable"] else "no"} for row in found["rows"]]
    title = TITLE.format_map(found)
    affordable = affordable_table(found["settings"], found["depths"])
    return [Table(COLUMNS, title, CAPTION, lines), affordable]


EXPERIMENT = Experiment(
    name="forward-settings",
    summary="the setting of forward estimation that wins most at no more CPU time",
    size=Size(30, 240, "--conditions plain --depths 4 --openings 6"),
    examples=(
        "--plot settings.png",
        "--openings 40 --conditions plain",
        "--settings delta=0.02 quantile=0.9",
        "--json",
    ),
    options=(
        arguments.of_matches(),
        arguments.plot(),
        arguments.option(
            "--conditions",
            nargs="+",
            choices=tuple(CONDITIONS),
            default=list(GRID),
            metavar="NAME",
            help=f"some of: {', '.join(CONDITIONS)} (default: all)",
        ),
        arguments.option(
            "--settings",
            nargs="+",
            metavar="OPTIONS",
            help="instead of the fixed list, such as delta=0.02,mirror=false",
        ),
        arguments.several("--depths", natural, (5, 6), "alpha-beta's"),
        arguments.count("--most-deeper", 4, "plies that forward estimation may be ahead"),
    ),
    measure=measure,
    tables=tables,
    aside=("pairs",),
    draw=draw,
)
