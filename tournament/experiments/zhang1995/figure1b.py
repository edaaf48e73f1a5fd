"""Figure 1(b) of Zhang 1995: nodes against depth on trees with random branching.

A node has 1 to 2b - 1 children, all numbers equally likely, the root has b. The
paper's numbers are known for b = 5 and depths 1 to 10, from its Table 1.
"""

import argparse
from typing import Any

from players.models.random_trees import WIDEST
from tournament.experiments.runner import plots
from tournament.experiments.runner.output import Column, Shown, print_tables
from tournament.experiments.runner.plots import Curve
from tournament.experiments.runner.trials import Measurement
from tournament.experiments.zhang1995 import figure1, paper
from tournament.experiments.zhang1995.figure1 import (
    ALPHABETA,
    ESTIMATION,
    GROWTH_CAPTION,
    GROWTH_COLUMNS,
    GROWTH_TITLE,
    KEYS,
    NODES_CAPTION,
    NODES_COLUMNS,
    GrowthPair,
    Place,
    asked_of,
    curves_of,
    draw,
    ending_table,
    endings_of,
    pairs_of,
    row_of,
)

SUMMARY = "Zhang 1995, Figure 1(b): nodes against depth on trees with random branching"
EXAMPLES = (
    "python -m tournament experiment figure1b --plot figure1b.png",
    "python -m tournament experiment figure1b --branching 5 --trials 100",
    "python -m tournament experiment figure1b --json",
)
NAME = "figure1b"
PUBLISHED = {ALPHABETA: paper.ALPHABETA_NODES, ESTIMATION: paper.EXACT_NODES}

COLUMNS = (
    *NODES_COLUMNS,
    Column("paper AB", "alphabeta_published", "{:,.1f}"),
    Column("paper FE", "estimation_published", "{:,.1f}"),
)
CAPTION = f"{NODES_CAPTION}; paper: Table 1 of Zhang 1995"


def _row(pair: GrowthPair, depth: int) -> dict[str, Any]:
    """A row of the table, with the paper's numbers where there are any."""
    row = row_of(pair, depth)
    for name, nodes in PUBLISHED.items():
        known = pair.branching == paper.BRANCHING and depth <= len(nodes)
        row[f"{KEYS[name]}_published"] = nodes[depth - 1] if known else None
    return row


def _published_curves(pairs: list[GrowthPair]) -> list[Curve]:
    """The paper's points, in the color of their branching."""
    return [
        Curve(
            f"{name}, b = {pair.branching}, Zhang 1995",
            range(1, len(nodes) + 1),
            nodes,
            color=color,
            published=True,
        )
        for color, pair in enumerate(pairs)
        if pair.branching == paper.BRANCHING
        for name, nodes in PUBLISHED.items()
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    figure1.add_arguments(parser, (WIDEST + 1) // 2)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    with Measurement(options) as measurement:
        pairs = pairs_of(Place(measurement, NAME, False), options)
    rows = [_row(pair, depth) for pair in pairs for depth in range(1, pair.deepest + 1)]
    result = {**asked_of(NAME, options), "rows": rows, "curves": endings_of(pairs)}
    title = (
        f"Random branching, up to {options.trials:,} trees a depth; after Zhang 1995, Figure 1(b)"
    )
    tables = [
        Shown(rows, COLUMNS, title, CAPTION),
        Shown(rows, GROWTH_COLUMNS, GROWTH_TITLE, GROWTH_CAPTION),
        ending_table(result["curves"], options),
    ]
    print_tables(result, tables, options.json)
    draw(curves_of(pairs) + _published_curves(pairs), options, title)
    return 0
