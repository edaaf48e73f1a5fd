"""How often a table that knows positions answers otherwise than the path would.

What a selective search finds of a position depends on the path to it: on what the moves
before left to spend, or on the window that came down. The reference is a table whose
keys tell apart paths; against it stand the shipped tables, tables without tags, and none.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.contests.contest import RequestError
from tournament.experiments.muller2007.pollution_trials import (
    AFTERWARDS,
    DEEPENING,
    KEYINGS,
    NO_TABLE,
    ONCE,
    PATH,
    PLIES,
    TAGGED,
    UNTAGGED,
    Asked,
    pollution_trial,
    searches,
)
from tournament.experiments.runner import plots, trials
from tournament.experiments.runner.output import Column, Shown, print_tables
from tournament.options import natural
from tournament.statistics.pairs import share_interval

SUMMARY = "how often a table gives a selective search another value than the path would"
EXAMPLES = (
    "python -m tournament experiment pollution --plot pollution.png",
    "python -m tournament experiment pollution --trials 100 --depth 6",
    "python -m tournament experiment pollution --json",
)
POSITIONS = 244 * len(PLIES)
SCORE, MOVE, NODES = range(3)
CENTIDISCS = 100
COMPARED = {
    TAGGED: "Keyed by position, with tags or budgets (as shipped), against keyed by path",
    UNTAGGED: "Keyed by position, without tags or budgets, against keyed by path",
    NO_TABLE: "No table, against keyed by path (what the table's moves and windows change)",
}
CAPTION = (
    "from, to: 95 % interval; |d|: mean difference in discs, over all positions and over those that"
    " differ; at n: other values at ply n, %; afterwards: alpha-beta on the table that is left"
)
COLUMNS = (
    Column("search", "search"),
    Column("iterations", "driven"),
    Column("other value %", "value", "{:.1f}"),
    Column("from", "low", "{:.1f}"),
    Column("to", "high", "{:.1f}"),
    Column("|d|", "difference", "{:.2f}"),
    Column("of those", "difference_of_those", "{:.2f}"),
    Column("other move %", "move", "{:.1f}"),
    Column("nodes %", "nodes", "{:.1f}"),
    *(Column(f"at {ply}", f"value_{ply}", "{:.0f}") for ply in PLIES),
)
BAR = 0.27
BAR_NAMES = {TAGGED: "with tags", UNTAGGED: "without tags", NO_TABLE: "no table"}


def _percent(chosen: np.ndarray) -> float | None:
    """The share of True, in percent; None of nothing."""
    return 100.0 * float(chosen.mean()) if chosen.size else None


def compared(found: np.ndarray, plies: np.ndarray, keying: str) -> dict[str, Any]:
    """What changes, against keys by path, with another kind of table.

    found: int64[positions, KEYINGS, 3], score, move and nodes; plies: int64[positions].
    """
    reference, other = found[:, KEYINGS.index(PATH)], found[:, KEYINGS.index(keying)]
    differences = np.abs(other[:, SCORE] - reference[:, SCORE]) / CENTIDISCS
    changed = differences > 0
    count = int(changed.sum())
    interval = share_interval(count / len(found), len(found))
    return {
        "positions": len(found),
        "value": _percent(changed),
        "low": 100 * interval.low,
        "high": 100 * interval.high,
        "difference": float(differences.mean()),
        "difference_of_those": float(differences[changed].mean()) if count else None,
        "move": _percent(other[:, MOVE] != reference[:, MOVE]),
        "nodes": 100 * float(other[:, NODES].sum() / reference[:, NODES].sum()),
        **{f"value_{ply}": _percent(changed[plies == ply]) for ply in PLIES},
    }


def rows_of(asked: Asked, results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each kind of table, search and way to drive it; RequestError of no position."""
    results = [result for result in results if result["found"] is not None]
    if not results:
        raise RequestError("every game that was drawn ended too soon: ask for more --trials")
    found = np.array([result["found"] for result in results], np.int64)
    plies = np.array([result["ply"] for result in results])
    return [
        {
            "keying": keying,
            "search": one.search,
            "driven": one.driven,
            **compared(found[:, number], plies, keying),
        }
        for keying in COMPARED
        for number, one in enumerate(searches(asked))
    ]


def _draw_panel(axes: Any, rows: Sequence[dict[str, Any]], title: str) -> None:
    """The share of other values of each search, a bar for each kind of table."""
    names = list(dict.fromkeys(row["search"] for row in rows))
    for number, keying in enumerate(COMPARED):
        mine = [row for row in rows if row["keying"] == keying]
        places = [names.index(row["search"]) + (number - 1) * BAR for row in mine]
        errors = plots.bars(mine, "value")
        shares = [row["value"] for row in mine]
        style = {"color": plots.COLORS[number], "label": BAR_NAMES[keying], "capsize": 2}
        axes.barh(places, shares, BAR, xerr=errors, error_kw={"lw": 0.8}, **style)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set(title=title, xlabel="other root value than with keys by path, %")
    axes.grid(alpha=0.3, axis="x")
    axes.legend(fontsize="small")


def draw(rows: Sequence[dict[str, Any]], options: argparse.Namespace) -> None:
    """Other values by search: a panel for each way to drive it."""
    ways = [way for way in (ONCE, DEEPENING, AFTERWARDS) if any(r["driven"] == way for r in rows)]
    width, height = plots.PANEL_INCHES
    figure = plots.new_figure(len(ways) * width, 1.4 * height)
    titles = {ONCE: "one iteration", DEEPENING: "iterative deepening"}
    titles[AFTERWARDS] = "alpha-beta afterwards, on the same table"
    for place, way in enumerate(ways, 1):
        mine = [row for row in rows if row["driven"] == way]
        _draw_panel(figure.add_subplot(1, len(ways), place), mine, titles[way])
    plots.save(figure, options.plot)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    trials.add_arguments(parser, POSITIONS)
    parser.add_argument(
        "--depth",
        type=natural,
        default=Asked().depth,
        metavar="N",
        help="plies of alpha-beta and forward estimation (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    asked = Asked(depth=options.depth)
    results = trials.run("pollution", pollution_trial, asked, options)
    rows = rows_of(asked, results)
    positions = f"{rows[0]['positions']:,d} positions"
    shown = [
        Shown(
            [row for row in rows if row["keying"] == keying],
            COLUMNS,
            f"{title}: {positions}",
            CAPTION,
        )
        for keying, title in COMPARED.items()
    ]
    result = {"experiment": "pollution", "trials": options.trials, "seed": options.seed}
    print_tables({**result, "depth": options.depth, "rows": rows}, shown, options.json)
    if options.plot is not None:
        draw(rows, options)
    return 0
