"""Contingency minimax on its own ground: graphs with cycles, on which the truth is known.

Each graph is searched with a table that keeps scores by position, with the
ranges of the published listing, with the mended ranges, and with no table. A root is
wrong if its value is not that of retrograde analysis, an entry if its bounds
exclude it.
"""

import argparse
import math
from collections.abc import Sequence
from typing import Any

from tournament.arguments import natural
from tournament.experiments import plots, score_range_plot, trials
from tournament.experiments.graph_errors import PRICES, SEARCHED, TABLES, Results, rows_of
from tournament.experiments.graph_trials import (
    FULL,
    MENDED,
    NAIVE,
    PUBLISHED,
    WINDOWS,
    Graphs,
    graph_trial,
)
from tournament.experiments.output import Column, Shown, print_tables
from tournament.experiments.trials import Experiment, Measurement

SUMMARY = "contingency minimax on graphs with cycles: wrong roots and entries, and the price"
EXAMPLES = (
    "python -m tournament experiment score-range --plot score-range.png",
    "python -m tournament experiment score-range --json",
    "python -m tournament experiment score-range --trials 50 --most-nodes 20000",
)
SIZES = (12, 16, 20, 24, 28, 32, 40, 48, 64)
DENSITIES = (2, 3, 4)
MOST_NODES = 200_000
LEAST_SHOWN = 0.1
"""Percent; an upper end below it has two decimals."""
EARLIER = {
    NAIVE: {"root": "0.5-5.7", "entries": "5-13"},
    PUBLISHED: {"root": "0-1.3", "entries": "0.5-2.7"},
    MENDED: {"root": "0", "entries": "0"},
}
"""What an earlier simulation found on 4,400 graphs, in percent: ranges over its kinds of graphs."""

ERROR_COLUMNS = (
    Column("nodes", "size", "{:>}"),
    Column("moves", "density", "{:>}"),
    Column("graphs", "graphs", "{:>}"),
    *(Column(f"{name}: root %", f"{name} root", "{:>}") for name in TABLES),
    *(Column(f"{name}: entries %", f"{name} entries", "{:>}") for name in TABLES),
)
PRICE_COLUMNS = (
    *ERROR_COLUMNS[:3],
    *(Column(f"{name}: searched", f"{name} nodes", "{:>}") for name in TABLES),
    *(Column(f"{dear} / {cheap}", f"{dear} / {cheap}", "{:>}") for dear, cheap in PRICES),
    Column("given up", "given_up", "{:>}"),
)
ERROR_CAPTION = (
    "nodes, moves: of a graph, and on average of a node that is not terminal; with 95 % intervals; "
    "earlier: range over the kinds of graphs of a simulation on 4,400 graphs of 12 to 40 nodes"
)
PRICE_CAPTION = (
    "searched: positions generated on average; ratios of sums ± SE over graphs that both finished; "
    "given up: searches at the most nodes, naive, published, mended, no table; "
    "earlier: mended / naive of the same simulation"
)


def _text(form: str, *numbers: float) -> str:
    """Numbers in their form; a dash if one of them does not exist."""
    return "-" if any(math.isnan(number) for number in numbers) else form.format(*numbers)


def _line(row: dict[str, Any]) -> dict[str, str]:
    """A row as it is printed."""
    line = {key: row[key] for key in ("size", "density")} | {"graphs": f"{row['graphs']:,}"}
    for name in TABLES:
        errors = row[name]
        for key in ("root", "entries"):
            numbers = errors[key], *errors[f"{key}_interval"]
            decimals = 1 if numbers[-1] >= LEAST_SHOWN else 2
            line[f"{name} {key}"] = _text("{:.1f} ({:.1f}-{:.{}f})", *numbers, decimals)
        line[f"{name} nodes"] = _text("{:,.1f}", errors["nodes"])
    for dear, cheap in PRICES:
        line[f"{dear} / {cheap}"] = _text("{:.2f} ± {:.2f}", *row[f"{dear} / {cheap}"])
    line["given_up"] = " ".join(str(row[name]["given_up"]) for name in SEARCHED)
    return line


def tables_of(rows: Sequence[dict[str, Any]], most_nodes: int) -> list[Shown]:
    """Two tables for each way to search: what was wrong, and what it cost."""
    earlier = {column.key: "" for column in (*ERROR_COLUMNS, *PRICE_COLUMNS)}
    earlier |= {"size": "earlier", "density": "2+", "graphs": "4,400"}
    earlier |= {f"{name} {key}": text for name in TABLES for key, text in EARLIER[name].items()}
    earlier[f"{MENDED} / {NAIVE}"] = "1.05-2+"
    shown = []
    for windows in WINDOWS:
        lines = [_line(row) for row in rows if row["windows"] == windows]
        if windows == FULL:
            lines.append(earlier)
        price = f"Nodes, {windows}, at most {most_nodes:,}"
        shown.append(Shown(lines, ERROR_COLUMNS, f"Wrong, {windows}", ERROR_CAPTION))
        shown.append(Shown(lines, PRICE_COLUMNS, price, PRICE_CAPTION))
    return shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    trials.add_arguments(parser, 500)
    parser.add_argument(
        "--most-nodes",
        type=natural,
        default=MOST_NODES,
        metavar="N",
        help="a search that generates more is given up (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    cells: dict[tuple[int, int], Results] = {}
    with Measurement(options) as measurement:
        for density in DENSITIES:
            for size in SIZES:
                graphs = Graphs(size, density, options.most_nodes)
                experiment = Experiment("score-range", graph_trial, graphs)
                title = f"{size} nodes, {density} moves: graphs"
                cells[density, size] = measurement.results(experiment, title=title)
    rows = rows_of(cells)
    asked = {"trials": options.trials, "seed": options.seed, "most_nodes": options.most_nodes}
    result = {"experiment": "score-range", **asked, "earlier": EARLIER, "rows": rows}
    print_tables(result, tables_of(rows, options.most_nodes), options.json)
    if options.plot is not None:
        score_range_plot.draw(cells, options.plot)
    return 0
