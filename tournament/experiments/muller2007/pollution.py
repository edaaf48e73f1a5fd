"""How often a table that knows positions answers otherwise than the path would.

What a selective search finds of a position depends on the path to it: on what the moves
before left to spend, or on the window that came down. The reference is a table whose
keys tell apart paths; against it stand the shipped tables, tables without tags, and none.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.contests.contest import RequestError
from tournament.experiments.muller2007.pollution_trials import (
    AFTERWARDS,
    DEEPENING,
    KEYINGS,
    ONCE,
    PATH,
    PLIES,
    TAGGED,
    UNKEYED,
    UNTAGGED,
    SearchSet,
    pollution_trial,
    searches,
)
from tournament.experiments.runner import arguments, plots
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table, grouped, with_interval
from tournament.statistics.pairs import share_interval

SCORE, MOVE_COLUMN, NODES = range(3)
CENTIDISCS = 100
COMPARED = {
    TAGGED: "Keyed by position, with tags or budgets (as shipped), against keyed by path",
    UNTAGGED: "Keyed by position, without tags or budgets, against keyed by path",
    UNKEYED: "No table, against keyed by path (what the table's moves and windows change)",
}
CAPTION = (
    "from, to: 95 % interval; |d|: mean difference in discs, over all positions and over those that"
    " differ; at n: other values at ply n, %; afterwards: alpha-beta on the table that is left"
)
COLUMNS = (
    Column("search", "search"),
    Column("iterations", "driven"),
    *with_interval("other value %", "value", "{:.1f}"),
    Column("|d|", "difference", "{:.2f}"),
    Column("of those", "difference_of_those", "{:.2f}"),
    Column("other move %", "move", "{:.1f}"),
    Column("nodes %", "nodes", "{:.1f}"),
    *(Column(f"at {ply}", f"value_{ply}", "{:.0f}") for ply in PLIES),
)
BAR = 0.27
BAR_NAMES = {TAGGED: "with tags", UNTAGGED: "without tags", UNKEYED: "no table"}


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
        "move": _percent(other[:, MOVE_COLUMN] != reference[:, MOVE_COLUMN]),
        "nodes": 100 * float(other[:, NODES].sum() / reference[:, NODES].sum()),
        **{f"value_{ply}": _percent(changed[plies == ply]) for ply in PLIES},
    }


def rows_of(asked: SearchSet, results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
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


def _draw_panel(axes: Any, rows: Sequence[Found], title: str) -> None:
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


def draw(found: Found) -> Any:
    """Other values by search: a panel for each way to drive it."""
    rows = found["rows"]
    titles = {
        ONCE: "one iteration",
        DEEPENING: "iterative deepening",
        AFTERWARDS: "alpha-beta afterwards, on the same table",
    }
    by_way = grouped(rows, "driven")
    ways = [way for way in titles if way in by_way]
    width, height = plots.PANEL_INCHES
    figure = plots.new_figure(len(ways) * width, 1.4 * height)
    for place, way in enumerate(ways, 1):
        _draw_panel(figure.add_subplot(1, len(ways), place), by_way[way], titles[way])
    return figure


def tables(found: Found) -> list[Table]:
    """A table for each kind of table, against keys by path."""
    rows = grouped(found["rows"], "keying")
    positions = f"{found['rows'][0]['positions']:,d} positions"
    return [
        Table(COLUMNS, f"{title}: {positions}", CAPTION, rows[keying])
        for keying, title in COMPARED.items()
    ]


def measure(run: ExperimentRun) -> dict[str, Any]:
    """A row for each kind of table, search and way to drive it."""
    asked = SearchSet(depth=run.options.depth)
    return {"rows": rows_of(asked, run.trials(pollution_trial, asked))}


EXPERIMENT = Experiment(
    name="pollution",
    paper="Muller 2007",
    summary="how often a table gives a selective search another value than the path would",
    size=Size(5, 60, "--depth 5 --trials 20"),
    examples=("--plot pollution.png", "--trials 100 --depth 6", "--json"),
    options=(
        arguments.of_trials(244 * len(PLIES)),
        arguments.count("--depth", SearchSet().depth, "plies of alpha-beta and forward estimation"),
    ),
    measure=measure,
    tables=tables,
    asked=("trials", "seed", "depth"),
    draw=draw,
)
