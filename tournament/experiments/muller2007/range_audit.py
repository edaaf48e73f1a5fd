"""How much of a selective search's answer is proven, and whether what is proven is true.

Every search keeps the range of the final result beside its values. Near the end each range, of
the position and of each of its moves, is compared with perfect play, and so is every proven move;
farther from it, how wide the ranges are.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.experiments.muller2007.range_trials import Settings, audit_trial
from tournament.experiments.runner import plots, trials
from tournament.experiments.runner.contests import SEARCH_ONLY
from tournament.experiments.runner.output import Column, Shown, measured, print_tables
from tournament.experiments.runner.plots import Curve, Panel
from tournament.experiments.runner.trials import Measurement, TrialSet

SUMMARY = "score ranges against perfect play: true always, how wide, how many moves proven"
EXAMPLES = (
    "python -m tournament experiment range-audit --plot range-audit.png",
    "python -m tournament experiment range-audit --trials 700",
    "python -m tournament experiment range-audit --json",
)
POSITIONS = 10_000
TABLE = f"table=14,ranges=true,{SEARCH_ONLY}"
KERNEL = f"evaluator=bill,driver=pvs,deepening=true,{TABLE}"
PLAYERS = {
    "alpha-beta 4": f"alphabeta:depth=4,{KERNEL}",
    "likely 6": f"forward:depth=6,rule=likely,{KERNEL}",
    "likely 6, no tags": f"forward:depth=6,rule=likely,tags=false,{KERNEL}",
    "quantile 6": f"forward:depth=6,quantile=0.95,{KERNEL}",
    "interest 2": f"interest:limit=2,{TABLE}",
    "interest 4": f"interest:limit=4,{TABLE}",
    "interest 3, skipping": f"interest:limit=3,skip=true,slope=0,{TABLE}",
}
"""Alpha-beta and forward estimation by plies, with the likely rule and a quantile of 0.95; interest
search by limit, which shortens lines, or skips moves as in the paper."""
NEAR, FAR = (6, 7, 8, 9, 10, 11, 12), (14, 18, 22, 26, 30)
SOLVED = Settings(tuple(PLAYERS.values()), NEAR, solve=True)
UNSOLVED = Settings(tuple(PLAYERS.values()), FAR, solve=False)
UNSOLVED_EVERY = 5
"""One position far from the end for so many near it."""

COLUMNS = (
    Column("search", "search"),
    Column("positions", "positions", "{:,d}"),
    Column("nodes", "nodes", "{:,.0f}"),
    Column("ranges", "ranges", "{:,d}"),
    Column("untrue", "outside", "{:,d}"),
    Column("moves proven", "proven", "{:,d}"),
    Column("%", "proven share", "{:.1f}"),
    Column("early", "early", "{:,d}"),
    Column("%", "early share", "{:.1f}"),
    Column("wrongly", "wrong", "{:,d}"),
    Column("width, discs", "width", "{:.1f}"),
    Column("decided %", "decided", "{:.1f}"),
)
BY_EMPTIES = (
    Column("empties", "empties", "{:d}"),
    Column("positions", "positions", "{:,d}"),
    *(Column(search, search, "{:.1f}") for search in PLAYERS),
)

CAPTION = (
    "ranges: of the positions and of each of their moves; untrue: without the true result;"
    " proven: no other move can be better;"
    " early: by a search less deep than the empties, which left the result open;"
    " decided: a win or a loss is excluded"
)
BY_EMPTIES_SHOWN = (
    ("width", "Mean width of a position's range, discs"),
    ("proven share", "Positions with a proven move, %"),
    ("early share", "Positions with a move proven before the end, %"),
    ("decided", "Positions of which a win or a loss is excluded, %"),
)
PANELS = BY_EMPTIES_SHOWN[:3]
"""What is drawn; the last is told by the width."""


def row_of(search: str, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What one search proved of some positions, shares in percent, means of nodes and widths."""
    width = measured(_column(found, "width"))
    row: dict[str, Any] = {
        "search": search,
        "positions": len(found),
        "nodes": float(_column(found, "nodes").mean()),
        "proven": int(_column(found, "proven").sum()),
        "proven share": 100 * float(_column(found, "proven").mean()),
        "early": int(_column(found, "early").sum()),
        "early share": 100 * float(_column(found, "early").mean()),
        "width": width.mean,
        "width error": width.standard_error,
        "decided": 100 * float(_column(found, "decided").mean()),
    }
    for name in ("ranges", "outside", "wrong"):
        row[name] = int(_column(found, name).sum()) if name in found[0] else None
    return row


def _column(found: Sequence[dict[str, Any]], name: str) -> Any:
    """One thing that was found, of every position."""
    return np.array([one[name] for one in found], float)


def rows_of(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each search over all positions."""
    return [
        row_of(search, [result["found"][number] for result in results])
        for number, search in enumerate(PLAYERS)
    ]


def rows_by_empties(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each search and number of empties."""
    rows = []
    for number, search in enumerate(PLAYERS):
        for empties in sorted({result["empties"] for result in results}):
            found = [r["found"][number] for r in results if r["empties"] == empties]
            rows.append({"empties": empties, **row_of(search, found)})
    return rows


def pivot(rows: Sequence[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """One measure of `rows_by_empties`: a row for each number of empties, a column a search."""
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        common = {"empties": row["empties"], "positions": row["positions"]}
        found.setdefault(row["empties"], common)[row["search"]] = row[key]
    return list(found.values())


def _curve(number: int, rows: Sequence[dict[str, Any]], key: str, error: str | None) -> Curve:
    """One measure of one search against empties."""
    search = list(PLAYERS)[number]
    own = [row for row in rows if row["search"] == search]
    errors = [row[error] for row in own] if error else None
    return Curve(search, [row["empties"] for row in own], [row[key] for row in own], errors, number)


def draw(rows: Sequence[dict[str, Any]], options: argparse.Namespace) -> None:
    """Width and the shares of moves that are proven, at all and early, against empties."""
    errors = {"width": "width error"}
    panels = [
        Panel(
            [_curve(number, rows, key, errors.get(key)) for number in range(len(PLAYERS))],
            {"xlabel": "empties", "ylabel": title},
        )
        for key, title in PANELS
    ]
    plots.draw(panels, options.plot, "What selective searches prove of the final result")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    trials.add_arguments(parser, POSITIONS)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    far = max(1, options.trials // UNSOLVED_EVERY)
    with Measurement(options) as measurement:
        near = TrialSet("range-audit", audit_trial, SOLVED)
        solved = measurement.results(near, title="positions near the end")
        unsolved = measurement.results(
            TrialSet("range-audit", audit_trial, UNSOLVED), far, "positions far from the end"
        )
    rows, by_empties = rows_of(solved), rows_by_empties([*solved, *unsolved])
    result = {"experiment": "range-audit", "trials": options.trials, "seed": options.seed}
    shown = [Shown(rows, COLUMNS, "Ranges against perfect play, 6 to 12 empties", CAPTION)]
    for key, title in BY_EMPTIES_SHOWN:
        shown.append(Shown(pivot(by_empties, key), BY_EMPTIES, title, ""))
    print_tables(result | {"rows": rows, "by_empties": by_empties}, shown, options.json)
    if options.plot is not None:
        draw(by_empties, options)
    return 0
