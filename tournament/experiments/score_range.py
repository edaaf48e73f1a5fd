"""Contingency minimax (Muller 2007) on graphs with cycles, where the true values are known.

A root is wrong if its value is not that of retrograde analysis, an entry if its bounds exclude it.

Source: H. G. Muller, "contingency minimax", a message to a forum of chess programmers.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, product
from typing import Any

import numpy as np

from othello.intervals import normal_quantile
from tournament.experiments import graph_trials as trials
from tournament.experiments.graph_trials import CORRECTED, NAIVE, PUBLISHED
from tournament.experiments.runner import Experiment, Result, Runner
from tournament.experiments.runner.arguments import count, of_trials
from tournament.experiments.runner.output import Table, grouped, measured_ratio, values_of
from tournament.page import plots
from tournament.statistics.pairs import share_interval

TABLES = (NAIVE, PUBLISHED, CORRECTED)
PRICES = {f"{CORRECTED} / {cheap}": (CORRECTED, cheap) for cheap in (NAIVE, PUBLISHED)}
"""Pairs of searches whose nodes are compared, the more expensive one first."""
EARLIER_SIZES = (12, 40)
"""Graph sizes of the simulation that the page of results quotes."""

TOGETHER = "all"

Results = Sequence[Mapping[str, Any]]

SIZES = (12, 16, 20, 24, 28, 32, 40, 48, 64)
DENSITIES = (2, 3, 4)


def _columns(template: str, names: Iterable[str]) -> str:
    """Return the columns of a template for each of the names."""
    return " | ".join(template.replace("NAME", name) for name in names)


KIND_COLUMNS = "nodes {size} | moves {density} | graphs {graphs:,d}"
PRICE_COLUMNS = " | ".join(
    (
        KIND_COLUMNS,
        _columns("NAME: searched {NAME[nodes]:,.1f}", TABLES),
        _columns("NAME {NAME[0]:.2f} | ± SE {NAME[1]:.2f}", PRICES),
    )
)
ERROR_CAPTION = (
    "nodes, moves: of a graph, and on average of a node that is not terminal; from, to: 95 %"
    " intervals; given up: searches at the most nodes"
)
PRICE_CAPTION = (
    "searched: positions generated on average; ratios of sums over graphs that both finished"
)

LINES = ("-", "--")
ROOM = 1.45
"""Height of the axes over that of the highest point."""


def _finished(results: Results, windows: str, *names: str) -> list[list[dict[str, Any]]]:
    """Return each name's results on the graphs that all of them finished."""
    rows = [[result[windows][name] for name in names] for result in results]
    complete = [row for row in rows if None not in row]
    return [[row[number] for row in complete] for number in range(len(names))]


def errors_of(searched: Results) -> dict[str, Any]:
    """Return the shares of errors with one table, in percent, with 95 % intervals.

    Entries of a graph depend on each other: their interval is by graphs. If no entry is wrong,
    it is the wider interval of the share of graphs with a wrong entry.
    """
    graphs, keys = len(searched), ("root_wrong", "entries_wrong", "entries")
    roots, wrong, counted = (values_of(searched, key) for key in keys)
    share = float(roots.mean()) if graphs else math.nan
    entries = measured_ratio(wrong, counted)
    spoilt = int((wrong > 0).sum())
    half = normal_quantile() * entries.standard_error
    ends = (max(0.0, entries.mean - half), entries.mean + half)
    if spoilt == 0:
        ends = share_interval(0.0, graphs)
    return {
        "graphs": graphs,
        "roots_wrong": int(roots.sum()),
        "root": 100 * share,
        "root_interval": [100 * end for end in share_interval(share, graphs)],
        "entries_counted": int(counted.sum()),
        "entries_wrong": int(wrong.sum()),
        "entries": 100 * entries.mean,
        "entries_interval": [100 * end for end in ends],
        "graphs_with_wrong_entries": spoilt,
    }


def row_of(results: Results, windows: str, size: str, density: str) -> dict[str, Any]:
    """Return the row of graphs of one kind, searched in one way."""
    row: dict[str, Any] = {"windows": windows, "size": size, "density": density}
    row["graphs"] = len(results)
    for name in TABLES:
        (finished,) = _finished(results, windows, name)
        row[name] = {"given_up": len(results) - len(finished), **errors_of(finished)}
    for name, compared in zip(TABLES, _finished(results, windows, *TABLES), strict=True):
        row[name]["nodes"] = measured_ratio(
            values_of(compared, "nodes"), np.ones(len(compared))
        ).mean
    for price, names in PRICES.items():
        pair = _finished(results, windows, *names)
        row[price] = list(measured_ratio(*(values_of(one, "nodes") for one in pair))[:2])
    return row


def tables_of(result: Result) -> list[Table]:
    """Return three tables for each way to search: wrong roots, wrong entries and costs."""
    tables = []
    for windows in trials.WINDOWS:
        rows = [row for row in result["rows"] if row["windows"] == windows]
        for key, words in (("root", "roots"), ("entries", "entries")):
            wrong = f"NAME % {{NAME[{key}]:.2f}}"
            ends = f"from {{NAME[{key}_interval][0]:.2f}} | to {{NAME[{key}_interval][1]:.2f}}"
            own = _columns(f"{wrong} | {ends} | given up {{NAME[given_up]:,d}}", TABLES)
            columns = f"{KIND_COLUMNS} | {own}"
            tables.append(Table(columns, f"Wrong {words}, {windows}", ERROR_CAPTION, rows))
        price = f"Nodes, {windows}, at most {result['most_nodes']:,}"
        tables.append(Table(PRICE_COLUMNS, price, PRICE_CAPTION, rows))
    return tables


def _share_panel(by_size: Mapping[str, Results], key: str, what: str) -> plots.Panel:
    """Return shares of wrong roots or entries by size, with room for the legend above."""
    curves = []
    for line, (windows, rows) in zip(LINES, by_size.items(), strict=True):
        sizes = [int(row["size"]) for row in rows]
        for color, name in enumerate(TABLES):
            own = [row[name] for row in rows]
            shares, ends = ([row[k] for row in own] for k in (key, f"{key}_interval"))
            errors = [(high - low) / (2 * normal_quantile()) for low, high in ends]
            label = f"{name}, {windows}"
            curves.append(plots.Curve(label, sizes, shares, errors, color, line=line))
    top = ROOM * max(1.0, *(share for curve in curves for share in curve.y))
    return plots.Panel(curves, {"xlabel": "nodes", "ylabel": what, "ylim": (-0.03 * top, top)})


def draw(result: Result) -> list[plots.Panel]:
    """Draw wrong roots and wrong entries against size."""
    by_size = grouped(result["by_size"], "windows")
    return [
        _share_panel(by_size, "root", "wrong roots, %"),
        _share_panel(by_size, "entries", "wrong entries, %"),
    ]


def measure(run: Runner) -> dict[str, Any]:
    """Return a row per way and kind of graphs, then the earlier simulation's sizes, then all."""
    cells = {
        (density, size): run.trials(
            trials.graph_trial,
            trials.Graphs(size, density, run.options.most_nodes),
            title=f"{size} nodes, {density} moves: graphs",
        )
        for density, size in product(DENSITIES, SIZES)
    }

    def pooled(windows: str, text: str, low: int = 0, high: int = max(SIZES)) -> dict[str, Any]:
        parts = [part for (_, size), part in cells.items() if low <= size <= high]
        return row_of(list(chain(*parts)), windows, text, TOGETHER)

    low, high = EARLIER_SIZES
    rows = []
    for windows in trials.WINDOWS:
        for (density, size), results in cells.items():
            rows.append(row_of(results, windows, str(size), str(density)))
        rows += [pooled(windows, f"{low}-{high}", low, high), pooled(windows, TOGETHER)]
    sizes = [pooled(way, str(size), size, size) for way in trials.WINDOWS for size in SIZES]
    graphs = sum(map(len, cells.values()))
    return {"graphs": graphs, "rows": rows, "by_size": sizes}


EXPERIMENT = Experiment(
    name="score-range",
    paper="Muller 2007",
    summary="contingency minimax on graphs with cycles: wrong roots and entries, and the price",
    options=(
        of_trials(500),
        count("--most-nodes", 200_000, "a search that generates more is given up"),
    ),
    measure=measure,
    tables=tables_of,
    echoed=("trials", "seed", "most_nodes"),
    draw=draw,
    drawing_title="Contingency minimax on {graphs:,} graphs with cycles",
)
