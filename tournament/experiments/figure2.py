"""Figure 2 of Zhang 1995: decision quality against nodes when less than the bounds is believed.

The trees of Table 1, searched to every depth by alpha-beta and by forward
estimation with on-line learned bounds times delta, condition (3). The text's
claims: delta 1 decides as full search does at the full depth; with a small one,
"for instance 0.2, the saving in computation for a deep search cannot pay off the
loss in decision quality"; "0.5 will be a good choice".
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.experiments import plots, trials, zhang
from tournament.experiments.conventions import add_conventions, conventions_of
from tournament.experiments.equal_nodes import (
    BUDGETS,
    Quality,
    Searched,
    at_equal_nodes,
    budget_rows,
    budget_table,
)
from tournament.experiments.output import Column, Shown, print_tables
from tournament.experiments.plots import Curve, Panel
from tournament.experiments.sample import measured
from tournament.experiments.tree_trials import (
    LEARNED_BOUNDS,
    Algorithm,
    Comparison,
    Conventions,
    Trees,
    every_depth,
)

SUMMARY = "Zhang 1995, Figure 2: decision quality against nodes on random trees"
EXAMPLES = (
    "python -m tournament experiment figure2 --plot figure2.png",
    "python -m tournament experiment figure2 --trials 100 --learned extremes",
    "python -m tournament experiment figure2 --json",
)
DELTAS = (1.0, 0.8, 0.6, 0.5, 0.4, 0.2, 0.1)
RECOMMENDED = 0.5
NAMES = ("alpha-beta", *(f"delta {delta:g}" for delta in DELTAS))
KEYS = ("alphabeta", *(f"delta_{delta:g}" for delta in DELTAS))
LABELS = ("AB", *(f"{delta:g}" for delta in DELTAS))
ALPHABETA, CHOSEN = 0, 1 + DELTAS.index(RECOMMENDED)


def question(conventions: Conventions) -> Comparison:
    """What the trials are asked, the algorithms in the order of NAMES."""
    algorithms = [Algorithm(conventions=conventions)]
    algorithms += [Algorithm(LEARNED_BOUNDS, delta, conventions) for delta in DELTAS]
    return Comparison(Trees(zhang.BRANCHING, zhang.DEPTH), tuple(algorithms))


def searched(results: Sequence[dict[str, Any]]) -> Searched:
    """The results of the trials as arrays; right is the move of alpha-beta at full depth."""
    moves = np.array([result["move"] for result in results])
    right = 100.0 * (moves == moves[:, ALPHABETA : ALPHABETA + 1, -1:])
    return Searched(np.array([result["nodes"] for result in results], float), right)


def points_of(all_searched: Searched) -> list[dict[str, Any]]:
    """The points of the figure: every algorithm at every depth."""
    points = []
    for number, name in enumerate(NAMES):
        for index in range(zhang.DEPTH):
            nodes = measured(all_searched.nodes[:, number, index])
            quality = measured(all_searched.right[:, number, index])
            points.append(
                {
                    "algorithm": name,
                    "depth": index + 1,
                    "nodes": nodes.mean,
                    "nodes_standard_error": nodes.standard_error,
                    "quality": quality.mean,
                    "quality_standard_error": quality.standard_error,
                }
            )
    return points


def rows_of(points: Sequence[dict[str, Any]], quality: Quality) -> list[dict[str, Any]]:
    """A row for each algorithm: its full depth, and its gain at equal nodes."""
    gain, apart = quality.less(ALPHABETA).mean(), quality.less(CHOSEN).mean()
    rows = []
    for number in range(len(NAMES)):
        deepest = points[(number + 1) * zhang.DEPTH - 1]
        rows.append(
            {
                **deepest,
                "gain": float(gain.quality[number, 0]),
                "gain_standard_error": float(gain.standard_error[number, 0]),
                "over_recommended": float(apart.quality[number, 0]),
                "over_recommended_standard_error": float(apart.standard_error[number, 0]),
            }
        )
    return rows


COLUMNS = (
    Column("algorithm", "algorithm"),
    Column("nodes", "nodes", "{:,.1f}"),
    Column("± SE", "nodes_standard_error", "{:,.1f}"),
    Column("quality %", "quality", "{:.1f}"),
    Column("± SE", "quality_standard_error", "{:.1f}"),
    Column("over AB", "gain", "{:+.2f}"),
    Column("± SE", "gain_standard_error", "{:.2f}"),
    Column(f"over {RECOMMENDED:g}", "over_recommended", "{:+.2f}"),
    Column("± SE", "over_recommended_standard_error", "{:.2f}"),
)
CAPTION = (
    "nodes and quality at depth 10; quality: first move that of alpha-beta at depth 10; over AB, "
    f"over {RECOMMENDED:g}: by how much the quality is higher than alpha-beta's and that of delta "
    f"{RECOMMENDED:g} at equal nodes, in percent points, mean of the {len(BUDGETS)} numbers of "
    "nodes below"
)
PUBLISHED = (
    (zhang.ALPHABETA_NODES, zhang.QUALITY),
    (zhang.LEARNED_NODES, zhang.LEARNED_QUALITY),
)
"""The curves of alpha-beta and delta 1, which stand in Table 1; the others were only drawn."""


def _curve(points: Sequence[dict[str, Any]], name: str, color: int) -> Curve:
    """Quality against nodes of one algorithm."""
    own = [point for point in points if point["algorithm"] == name]
    nodes = [point["nodes"] for point in own]
    errors = [point["quality_standard_error"] for point in own]
    return Curve(name, nodes, [point["quality"] for point in own], errors, color)


def draw(points: Sequence[dict[str, Any]], options: argparse.Namespace, title: str) -> None:
    """Quality against nodes."""
    curves = [_curve(points, name, color) for color, name in enumerate(NAMES)]
    for color, (nodes, quality) in enumerate(PUBLISHED):
        label = f"{NAMES[color]}, Zhang 1995"
        curves.append(Curve(label, nodes, quality, None, color, True))
    axes = {"xlabel": "nodes generated", "ylabel": "first move that of depth 10, %"}
    plots.draw([Panel(curves, {**axes, "xscale": "log"})], options.plot, title)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    trials.add_arguments(parser, zhang.TRIALS)
    add_conventions(parser, learning=True)


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    conventions = conventions_of(options)
    results = trials.run("figure2", every_depth, question(conventions), options)
    all_searched = searched(results)
    points, quality = points_of(all_searched), at_equal_nodes(all_searched, BUDGETS)
    result = {
        "experiment": "figure2",
        "trials": options.trials,
        "seed": options.seed,
        "conventions": conventions._asdict(),
        "rows": rows_of(points, quality),
        "budgets": budget_rows(quality, KEYS, LABELS),
        "points": points,
    }
    title = f"{options.trials:,} random trees, mean branching 5; after Zhang 1995, Figure 2"
    tables = [
        Shown(result["rows"], COLUMNS, title, CAPTION),
        budget_table(result["budgets"], KEYS, LABELS),
    ]
    print_tables(result, tables, options.json)
    if options.plot is not None:
        draw(points, options, title)
    return 0
