"""The search for the best setting of forward estimation in Othello.

Every setting meets alpha-beta at depth 5 and at depth 6, since odd and even
depths differ. It begins at alpha-beta's depth and is deepened by one until it
costs more CPU time than alpha-beta: the last match that it can afford is its
result. A setting is how forward estimation prunes, written as options of the
player `forward`; the conditions are those of both players.
"""

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from players.registry import deepened
from tournament.arguments import natural
from tournament.experiments import contests, plots
from tournament.experiments.contests import (
    ALPHABETA,
    CHALLENGER,
    CONDITIONS,
    MODERN,
    PLAIN,
    SCOUT,
)
from tournament.experiments.output import Column, Shown, print_tables
from tournament.experiments.settings_plot import draw
from tournament.experiments.sitting import Sitting

SUMMARY = "which setting of forward estimation wins most against alpha-beta at no more CPU time"
EXAMPLES = (
    "python -m tournament experiment forward-settings --plot settings.png",
    "python -m tournament experiment forward-settings --openings 40 --conditions plain",
    "python -m tournament experiment forward-settings --settings delta=0.02 quantile=0.9",
    "python -m tournament experiment forward-settings --json",
)
DEPTHS = (5, 6)
MOST_DEEPER = 4

BEST = "quantile=0.95"
"""The best setting found, which other experiments play with."""

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
    Column("FE wins pairs %", "win_rate", "{:.1f}"),
    Column("from", "low", "{:.1f}"),
    Column("to", "high", "{:.1f}"),
    Column("nodes FE/AB", "node_ratio", "{:.2f}"),
    Column("CPU FE/AB", "cpu_ratio", "{:.2f}"),
    Column("at no more CPU", "affordable"),
)
ASKED = ("conditions", "setting", "depth", "affordable")
CAPTION = "best first, those that cost no more CPU time than alpha-beta above those that do"


def grid_of(options: argparse.Namespace) -> list[tuple[str, str]]:
    """The conditions and settings asked for, each pair once."""
    chosen = [
        (conditions, setting)
        for conditions in options.conditions
        for setting in options.settings or GRID[conditions]
    ]
    return list(dict.fromkeys(chosen))


def play(
    sitting: Sitting, conditions: str, setting: str, options: argparse.Namespace
) -> Iterable[dict[str, Any]]:
    """The matches of one setting, deeper and deeper until it is the dearer one."""
    a = contests.spec(ALPHABETA, CONDITIONS[conditions])
    b = contests.spec(CHALLENGER, setting, CONDITIONS[conditions])
    for depth in options.depths:
        for forward_depth in range(depth, depth + options.most_deeper + 1):
            told = sitting.match(deepened(a, depth), deepened(b, forward_depth))
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
            mine = [row for row in rows if tuple(row[key] for key in ASKED) == asked]
            last = max(mine, key=lambda row: row["forward_depth"], default=None)
            for key in ("forward_depth", "win_rate", "low", "high", "cpu_ratio"):
                line[f"{key}_{depth}"] = last[key] if last else None
            rates.append(last["win_rate"] if last else 0.0)
        found.append({**line, "mean": sum(rates) / len(rates)})
    return sorted(found, key=lambda line: -line["mean"])


def affordable_table(lines: Sequence[dict[str, Any]], depths: Sequence[int]) -> Shown:
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
    return Shown(lines, columns, title, caption)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    contests.add_arguments(parser)
    add = parser.add_argument
    add(
        "--conditions",
        nargs="+",
        choices=tuple(CONDITIONS),
        default=list(GRID),
        metavar="NAME",
        help=f"some of: {', '.join(CONDITIONS)} (default: all)",
    )
    add(
        "--settings",
        nargs="+",
        metavar="OPTIONS",
        help="instead of the fixed list, such as delta=0.02,mirror=false",
    )
    add(
        "--depths",
        nargs="+",
        type=natural,
        default=list(DEPTHS),
        metavar="N",
        help="alpha-beta's (default: 5 6)",
    )
    add(
        "--most-deeper",
        type=natural,
        default=MOST_DEEPER,
        metavar="N",
        help="plies that forward estimation may be ahead (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    plots.check(options.plot)
    with Sitting(options) as sitting:
        rows = [
            row
            for conditions, setting in grid_of(options)
            for row in play(sitting, conditions, setting, options)
        ]
    rows.sort(key=lambda row: (not row["affordable"], -row["win_rate"]))
    best = affordable_of(rows, options.depths)
    result = {"experiment": "forward-settings", "settings": best, "rows": rows}
    pairs = sum(rows[0]["pairs_won_tied_lost"])
    title = f"Forward estimation against alpha-beta in Othello, {pairs} pairs a match"
    if options.plot is not None:
        draw(rows, options.plot, title)
    lines = [{**row, "affordable": "yes" if row["affordable"] else "no"} for row in rows]
    tables = [Shown(lines, COLUMNS, title, CAPTION), affordable_table(best, options.depths)]
    print_tables(result, tables, options.json)
    return 0
