"""Figure 1(a) of Zhang 1995: nodes against depth on uniform random trees.

The figure's branching factors are not to be read in our copy, so that some are
taken that span its range. Beside alpha-beta and forward estimation with exact
extremes stands alpha-beta under a perfect order, counted by its formula, and the
text's claim about a million nodes is answered.
"""

import argparse
import math
from typing import Any

from players.models.random_trees import WIDEST
from tournament.experiments import figure1, million_nodes, perfect_order, plots
from tournament.experiments.figure1 import (
    LINES,
    PERFECT,
    ROW_CAPTION,
    ROW_COLUMNS,
    Pair,
    Place,
    asked_of,
    curves_of,
    draw,
    ending_table,
    endings_of,
    pairs_of,
    row_of,
)
from tournament.experiments.output import Column, Shown, print_tables
from tournament.experiments.plots import Curve
from tournament.experiments.trials import Measurement

SUMMARY = "Zhang 1995, Figure 1(a): nodes against depth on uniform random trees"
EXAMPLES = (
    "python -m tournament experiment figure1a --plot figure1a.png",
    "python -m tournament experiment figure1a --branching 3,10 --generation full",
    "python -m tournament experiment figure1a --json",
    "python -m tournament experiment figure1a --trials 20 --most-nodes 10000000",
)
NAME = "figure1a"

COLUMNS = (
    *ROW_COLUMNS,
    Column("perfect", "perfect_nodes", "{:,d}"),
    Column("per ply", "perfect_per_ply", "{:.2f}"),
)
CAPTION = f"{ROW_CAPTION}; perfect: nodes of alpha-beta where the best child is always first"


def _row(pair: Pair, depth: int, generation: str) -> dict[str, Any]:
    """A row of the table, with the perfect order beside the others."""
    perfect = perfect_order.nodes(pair.branching, depth, generation)
    row = {**row_of(pair, depth), "perfect_nodes": perfect, "perfect_per_ply": None}
    if depth > 2:
        before = perfect_order.nodes(pair.branching, depth - 2, generation)
        row["perfect_per_ply"] = math.sqrt(perfect / before)
    row["perfect_effective_branching"] = perfect ** (1 / depth)
    row["perfect_leaves"] = perfect_order.leaves(pair.branching, depth)
    return row


def _perfect_curve(pair: Pair, generation: str, color: int) -> Curve:
    """The perfect order for one branching, as deep as the others."""
    depths = range(1, pair.deepest + 1)
    nodes = [perfect_order.nodes(pair.branching, depth, generation) for depth in depths]
    return Curve(
        f"{PERFECT}, b = {pair.branching}", depths, nodes, None, color, line=LINES[PERFECT]
    )


def _perfect_curves(pairs: list[Pair], generation: str) -> list[Curve]:
    """The perfect order for every branching."""
    return [_perfect_curve(pair, generation, color) for color, pair in enumerate(pairs)]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    figure1.add_arguments(parser, WIDEST)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    with Measurement(options) as measurement:
        place = Place(measurement, NAME, True)
        pairs = pairs_of(place, options)
        claims = million_nodes.claims_of(place, options)
    result = {
        **asked_of(NAME, options),
        "rows": [
            _row(pair, depth, options.generation)
            for pair in pairs
            for depth in range(1, pair.deepest + 1)
        ],
        "curves": endings_of(pairs),
        "claims": claims,
    }
    title = f"Uniform random trees, up to {options.trials:,} a depth; after Zhang 1995, Figure 1(a)"
    tables = [
        Shown(result["rows"], COLUMNS, title, CAPTION),
        ending_table(result["curves"], options),
        million_nodes.claim_table(claims),
    ]
    print_tables(result, tables, options.json)
    draw(curves_of(pairs) + _perfect_curves(pairs, options.generation), options, title)
    return 0
