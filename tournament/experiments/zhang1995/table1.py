"""Table 1 and Figure 2 of Zhang 1995: nodes generated and decision quality on random trees.

The quality of a depth is the share of trees in which its first move is that of alpha-beta at full
depth. Learned bounds are cleared before each search. Figure 2 scales them by delta, condition (3).
--generation offers other ways of counting, which the paper leaves open.
"""

import argparse
import math
from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from tournament.experiments.runner import Experiment, Result, Runner
from tournament.experiments.runner.arguments import Option, of_trials, option
from tournament.experiments.runner.output import Measured, Table, measured, measured_share
from tournament.experiments.zhang1995 import tree_trials as trials
from tournament.experiments.zhang1995.tree_trials import GENERATIONS, Interpretation
from tournament.page import plots

BRANCHING = 5
PAPER_DEPTH = 10
PAPER_DEPTHS = range(1, PAPER_DEPTH + 1)
TRIALS = 1000

QUALITY = (39.3, 52.5, 61.4, 67.3, 71.6, 76.4, 79.8, 82.2, 87.0, 100.0)
"""Quality of alpha-beta and of forward estimation with exact bounds, by depth, in percent."""
LEARNED_QUALITY = (39.3, 52.5, 61.5, *QUALITY[3:])

ALPHABETA_NODES = (
    *(5.0, 16.872, 64.934, 162.410, 481.141),
    *(1100.197, 2993.929, 6591.826, 17226.045, 37402.340),
)
EXACT_NODES = (
    *(5.0, 16.872, 49.445, 134.679, 318.996),
    *(767.819, 1689.049, 3856.462, 8192.156, 18387.580),
)
LEARNED_NODES = (
    *(5.0, 16.872, 48.903, 133.933, 317.857),
    *(766.321, 1687.089, 3854.028, 8188.984, 18383.889),
)
"""Positions generated, by depth, from 1 on."""

DEFAULT = Interpretation()


def errors_apart(ours: Measured, published: float) -> float:
    """Return the difference of our mean and the published one in standard errors; 0 if equal.

    The published mean is from TRIALS trees and has a standard error as ours would with as many.
    """
    if ours.mean == published:
        return 0.0
    if not ours.standard_error > 0:
        return math.nan
    factor = math.sqrt(1 + ours.trials / TRIALS)
    return (ours.mean - published) / (factor * ours.standard_error)


class Searched(NamedTuple):
    """float[trees, algorithms, depths]: nodes, and 100 where the first move was right, else 0."""

    nodes: np.ndarray
    quality: np.ndarray

    def means(self, algorithm: int, depth: int) -> dict[str, Measured]:
        """Return the means of an algorithm at a depth, counted from 1, by field name."""
        nodes, quality = (values[:, algorithm, depth - 1] for values in self)
        return {"nodes": measured(nodes), "quality": measured_share(quality)}


def search_all(run: Runner, algorithms: Sequence[trials.Algorithm]) -> Searched:
    """Search the paper's trees to every depth; the first algorithm's last move is right."""
    comparison = trials.Comparison(trials.Trees(BRANCHING, PAPER_DEPTH), tuple(algorithms))
    results = run.trials(trials.every_depth, comparison)
    moves = np.array([result["move"] for result in results])
    nodes = np.array([result["nodes"] for result in results], float)
    return Searched(nodes, 100.0 * (moves == moves[:, :1, -1:]))


def generation_option() -> Option:
    """Return the option for conventions of counting; the default reproduces the paper's Table 1."""
    generated = (
        "children count as generated together, at the horizon one by one (lazy); always"
        " together (full); only when searched (searched); default: %(default)s"
    )
    return option("--generation", generated, default=DEFAULT.generation, choices=tuple(GENERATIONS))


def interpretation_of(options: argparse.Namespace) -> Interpretation:
    """Return the interpretation that the options name."""
    return DEFAULT._replace(generation=options.generation)


SAVED = "saved_"
SAVED_NODES = tuple(np.subtract(EXACT_NODES, LEARNED_NODES))
SERIES = (
    ("alpha-beta", "alphabeta_", "", ALPHABETA_NODES, QUALITY),
    ("exact bounds", "exact_", "exact_", EXACT_NODES, QUALITY),
    ("learned bounds", "learned_", "learned_", LEARNED_NODES, LEARNED_QUALITY),
)
"""Of each algorithm: name, prefix of our keys and of the paper's, the paper's nodes and quality."""


def _entries(name: str, ours: Measured, published: float, key: str, published_key: str) -> dict:
    """Return the entries of a row about one mean."""
    return {
        f"{key}{name}": ours.mean,
        f"{key}{name}_standard_error": ours.standard_error,
        f"{published_key}published_{name}": float(published),
        f"{published_key}{name}_errors_apart": errors_apart(ours, published),
    }


def rows_of(searched: Searched) -> list[dict[str, Any]]:
    """Return the rows of the table, one per depth."""
    rows = []
    saved = searched.nodes[:, 1] - searched.nodes[:, 2]
    for index, depth in enumerate(PAPER_DEPTHS):
        row: dict[str, Any] = {"depth": depth}
        for number, (_, *keys, nodes, quality) in enumerate(SERIES):
            means = searched.means(number, depth)
            row |= _entries("nodes", means["nodes"], nodes[index], *keys)
            row |= _entries("quality", means["quality"], quality[index], *keys)
        less = measured(saved[:, index])
        rows.append(row | _entries("nodes", less, SAVED_NODES[index], SAVED, SAVED))
    return rows


def _columns(name: str, form: str, ours: str, theirs: str) -> str:
    """Return the columns of nodes or quality; `ours` and `theirs` are prefixes of keys."""
    error, apart = (
        f"{{{ours}{name}_standard_error:{form}}}",
        f"{{{theirs}{name}_errors_apart:+.1f}}",
    )
    paper = f"{{{theirs}published_{name}:{form}}}"
    return f"{{{ours}{name}:{form}}} | ± SE {error} | paper {paper} | apart {apart}"


def tables() -> list[Table]:
    """Return a table for each algorithm, and one for the nodes that learned bounds save."""
    caption = (
        "nodes: positions generated, without the root; quality: first move that of alpha-beta at"
        " depth 10; apart: difference to the paper in standard errors of a difference"
    )
    title = "Table 1 of Zhang 1995, {trials:,} random trees, mean branching 5: "
    result = []
    for name, *keys, _, _ in SERIES:
        nodes, quality = _columns("nodes", ".3f", *keys), _columns("quality", ".1f", *keys)
        columns = f"depth {{depth:d}} | nodes {nodes} | quality % {quality}"
        result.append(Table(columns, f"{title}{name}", caption))
    columns = f"depth {{depth:d}} | nodes {_columns('nodes', '.3f', SAVED, SAVED)}"
    return [*result, Table(columns, f"{title}exact less learned bounds, tree by tree", caption)]


def measure_table(run: Runner) -> dict[str, Any]:
    """Return the rows of the table; the algorithms are searched in the order of SERIES."""
    interpretation = interpretation_of(run.options)
    bounds = trials.NO_BOUNDS, trials.EXACT_BOUNDS, trials.LEARNED_BOUNDS
    algorithms = [trials.Algorithm(each, interpretation=interpretation) for each in bounds]
    return {
        "branching": BRANCHING,
        "depth": PAPER_DEPTH,
        "conventions": interpretation._asdict(),
        "rows": rows_of(search_all(run, algorithms)),
    }


TABLE1 = Experiment(
    name="table1",
    paper="Zhang 1995",
    summary="Zhang 1995, Table 1: nodes and decision quality on random trees",
    options=(of_trials(TRIALS), generation_option()),
    measure=measure_table,
    tables=tables(),
    echoed=("trials", "seed"),
)

BUDGETS = (20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000)
"""In nodes, about evenly spaced in their logarithm."""
CURVE_RESAMPLES = 400

DRAWN_DELTAS = (1.0, 0.8, 0.6, 0.5, 0.4, 0.2, 0.1)
NAMES = ("alpha-beta", *(f"delta {delta:g}" for delta in DRAWN_DELTAS))

PUBLISHED_POINTS = ((ALPHABETA_NODES, QUALITY), (LEARNED_NODES, LEARNED_QUALITY))
"""The curves of alpha-beta and delta 1 from Table 1; the paper prints no numbers of the others."""


def mean_quality(nodes: np.ndarray, quality: np.ndarray) -> np.ndarray:
    """Return each algorithm's quality, float[algorithms], as the mean over BUDGETS.

    `nodes` and `quality` are float[algorithms, depths]. Between two depths the quality is
    interpolated in the logarithm of the nodes; beyond the last depth it stays.
    """
    curves = zip(np.log(nodes), quality, strict=True)
    return np.array([np.interp(np.log(BUDGETS), *curve).mean() for curve in curves])


def gains_of(searched: Searched) -> tuple[np.ndarray, np.ndarray]:
    """Return each algorithm's gain over the first at equal nodes, and its standard error.

    Errors come from resampling the trees: all algorithms search the same trees, so that their
    differences vary less than their qualities.
    """
    trees = len(searched.nodes)
    random = np.random.default_rng(0)
    weights = random.multinomial(trees, np.full(trees, 1 / trees), CURVE_RESAMPLES) / trees
    means = (np.einsum("rt,tad->rad", weights, values) for values in searched)
    resampled = np.array([mean_quality(*each) for each in zip(*means, strict=True)])
    ours = mean_quality(*(values.mean(axis=0) for values in searched))
    return ours - ours[0], (resampled - resampled[:, :1]).std(axis=0, ddof=1)


def points_of(searched: Searched) -> list[dict[str, Any]]:
    """Return the points of the figure: every algorithm at every depth."""
    points = []
    for (number, name), depth in product(enumerate(NAMES), PAPER_DEPTHS):
        point = {"algorithm": name, "depth": depth}
        for key, ours in searched.means(number, depth).items():
            point |= {key: ours.mean, f"{key}_standard_error": ours.standard_error}
        points.append(point)
    return points


def draw(result: Result) -> list[plots.Panel]:
    """Draw quality against nodes."""
    errors = "quality_standard_error"
    curves = plots.curves_by(result["points"], "algorithm", "nodes", "quality", errors)
    for color, (nodes, quality) in enumerate(PUBLISHED_POINTS):
        label = f"{NAMES[color]}, Zhang 1995"
        curves.append(plots.Curve(label, nodes, quality, None, color, True))
    axes = {"xlabel": "nodes generated", "ylabel": "first move that of depth 10, %"}
    return [plots.Panel(curves, {**axes, "xscale": "log"})]


def measure_figure(run: Runner) -> dict[str, Any]:
    """Return the points of the figure, and each algorithm's full depth and gain at equal nodes."""
    interpretation = interpretation_of(run.options)
    bounds = (trials.NO_BOUNDS, 1.0), *((trials.LEARNED_BOUNDS, delta) for delta in DRAWN_DELTAS)
    searched = search_all(run, [trials.Algorithm(*each, interpretation) for each in bounds])
    points = points_of(searched)
    full = (point for point in points if point["depth"] == PAPER_DEPTH)
    rows = [
        {**row, "gain": float(gain), "gain_standard_error": float(error)}
        for row, gain, error in zip(full, *gains_of(searched), strict=True)
    ]
    return {"conventions": interpretation._asdict(), "rows": rows, "points": points}


FIGURE2_TITLE = "{trials:,} random trees, mean branching 5; after Zhang 1995, Figure 2"

FIGURE2 = Experiment(
    name="figure2",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 2: decision quality against nodes on random trees",
    options=(of_trials(TRIALS), generation_option()),
    measure=measure_figure,
    tables=Table(
        "algorithm {algorithm} | nodes {nodes:,.1f} | ± SE {nodes_standard_error:,.1f}"
        " | quality % {quality:.1f} | ± SE {quality_standard_error:.1f} | over AB {gain:+.2f}"
        " | ± SE {gain_standard_error:.2f}",
        FIGURE2_TITLE,
        "nodes and quality at depth 10; quality: first move that of alpha-beta at depth 10; over"
        " AB: by how much the quality is higher than alpha-beta's at equal nodes, in percent"
        f" points, mean of {len(BUDGETS)} numbers of nodes from {BUDGETS[0]} to {BUDGETS[-1]:,}",
    ),
    echoed=("trials", "seed"),
    draw=draw,
    drawing_title=FIGURE2_TITLE,
)
