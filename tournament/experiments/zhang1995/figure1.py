"""Figure 1(a) of Zhang 1995: nodes against depth on uniform trees.

The branching factors of the paper's figure are illegible in our copy: ours span its range. Figure
1(b), with random branching, has the numbers of Table 1 for b = 5.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from othello.cli.parser import whole
from players.models.random_trees import WIDEST
from tournament.experiments.runner import Experiment, Result, Runner
from tournament.experiments.runner.arguments import count, of_trials, option
from tournament.experiments.runner.output import Table, grouped, measured
from tournament.experiments.zhang1995 import table1 as paper
from tournament.experiments.zhang1995 import tree_trials as trials
from tournament.experiments.zhang1995.tree_trials import Interpretation
from tournament.page import plots

FEWEST_TREES = 10
"""A curve ends where the budget allows fewer trees: their mean says too little."""
MOST_NODES = 1_000_000_000
"""A whole figure takes about ten minutes on two cores."""
MILLION = 1_000_000
SHOWN_BRANCHING = 10
COUNTED = ("lazy", "full")
"""Conventions under which the claim is judged."""
ALPHABETA, ESTIMATION = "alpha-beta", "forward estimation"
BOUNDS = {ALPHABETA: trials.NO_BOUNDS, ESTIMATION: trials.EXACT_BOUNDS}
KEYS = {"alphabeta": ALPHABETA, "estimation": ESTIMATION}
"""Names of curves by the prefix of their keys."""
LINE_STYLES = {"alphabeta": "-", "estimation": "--"}


def ratio(first: np.ndarray, second: np.ndarray) -> float:
    """Return the mean of one sample over that of another, in the trees of both."""
    common = min(first.size, second.size)
    return float(first[:common].mean() / second[:common].mean())


class Growth(NamedTuple):
    """The nodes of an algorithm in each tree, by depth from 1 on, and the reason for the end."""

    algorithm: str
    branching: int
    nodes: list[np.ndarray]
    ending: str

    def statistics(self, depth: int) -> dict[str, Any]:
        """Return the statistics of a depth, None beyond the end.

        `per_ply`: square root of the factor by which the last two plies multiply the nodes.
        """
        if not 1 <= depth <= len(self.nodes):
            keys = ("nodes", "nodes_standard_error", "trees", "effective_branching", "per_ply")
            return dict.fromkeys(keys)
        nodes = self.nodes[depth - 1]
        mean, error, trees = measured(nodes)
        return {
            "nodes": mean,
            "nodes_standard_error": error,
            "trees": trees,
            "effective_branching": mean ** (1 / depth),
            "per_ply": math.sqrt(ratio(nodes, self.nodes[depth - 3])) if depth > 2 else None,
        }


def grow(
    run: Runner, branching: int, name: str, conventions: Interpretation, enough: float = math.inf
) -> Growth:
    """Return the growth of an algorithm on uniform trees, within the node budget per depth.

    Beyond `enough` nodes per tree nothing deeper is searched.
    """
    options = run.options
    nodes: list[np.ndarray] = []
    algorithm = trials.Algorithm(BOUNDS[name], interpretation=conventions)
    for depth in range(1, options.max_depth + 1):
        expected = 0.0
        if depth > 3:  # nodes grow in steps of two plies
            expected = float(nodes[-1].mean()) * ratio(nodes[-2], nodes[-3])
        trees = min(options.trials, int(options.most_nodes / max(1.0, expected)))
        if trees < min(FEWEST_TREES, options.trials):
            ending = f"depth {depth}: about {expected:,.0f} nodes a tree"
            return Growth(name, branching, nodes, ending)
        trees_of_depth = trials.Trees(branching, depth, uniform=True)
        comparison = trials.Comparison(trees_of_depth, (algorithm,))
        title = f"{run.name}: {name}, b = {branching}, depth {depth}"
        results = run.trials(trials.full_depth, comparison, trees, title)
        nodes.append(np.array([one["nodes"][0] for one in results], float))
        if nodes[-1].mean() > enough:
            break
    return Growth(name, branching, nodes, "the figure ends here")


def claims_of(run: Runner) -> list[dict[str, Any]]:
    """Return the depths that a million nodes reach under both conventions.

    "With one million node generations, alpha-beta pruning cannot reach depth 10 on a
    uniform tree with branching factor 10 on average, while forward estimation can search
    to depth 11 on average." The answer depends on whether the children at the horizon count as
    generated when the first is searched, or each when it is searched.
    """
    claims = []
    for generation in COUNTED:
        conventions = paper.interpretation_of(run.options)._replace(generation=generation)
        for one in [grow(run, SHOWN_BRANCHING, name, conventions, MILLION) for name in BOUNDS]:
            reached = sum(float(nodes.mean()) <= MILLION for nodes in one.nodes)
            row = {"generation": generation, "algorithm": one.algorithm, "reached": reached}
            for prefix, depth in (("", reached), ("next_", reached + 1)):
                statistics = one.statistics(depth)
                row |= {
                    f"{prefix}{key}": statistics[key] for key in ("nodes", "nodes_standard_error")
                }
            claims.append(row)
    return claims


def row_of(pair: list[Growth], depth: int) -> dict[str, Any]:
    """Return the row of alpha-beta and forward estimation at one depth of the same trees."""
    row: dict[str, Any] = {"branching": pair[0].branching, "depth": depth}
    for key, one in zip(KEYS, pair, strict=True):
        row |= {f"{key}_{name}": value for name, value in one.statistics(depth).items()}
    nodes = [one.nodes[depth - 1] for one in pair if depth <= len(one.nodes)]
    return {**row, "ratio": ratio(*nodes) if len(nodes) == len(pair) else None}


def measure(run: Runner) -> dict[str, Any]:
    """Return the growth of nodes, the end of each curve, and the claims."""
    options, conventions = run.options, paper.interpretation_of(run.options)
    rows, curves = [], []
    for branching in options.branching:
        pair = [grow(run, branching, name, conventions) for name in BOUNDS]
        for depth in range(1, max(len(one.nodes) for one in pair) + 1):
            rows.append(row_of(pair, depth))
        for one in pair:
            last = {"depth": len(one.nodes), **one.statistics(len(one.nodes)), "ending": one.ending}
            del last["nodes_standard_error"]
            curves.append({"branching": branching, "algorithm": one.algorithm, **last})
    result = {"conventions": conventions._asdict(), "rows": rows, "curves": curves}
    return {**result, "claims": claims_of(run)}


def draw(result: Result) -> list[plots.Panel]:
    """Draw nodes against depth, a color per branching."""
    curves: list[plots.Curve] = []
    for color, (branching, rows) in enumerate(grouped(result["rows"], "branching").items()):
        for key, name in KEYS.items():
            label = f"{name}, b = {branching}"
            measured_rows = [row for row in rows if row.get(f"{key}_nodes")]
            nodes = f"{key}_nodes"
            curve = plots.curve(
                label, measured_rows, "depth", nodes, f"{nodes}_standard_error", color
            )
            curves.append(curve._replace(line=LINE_STYLES[key]))
    settings = {"xlabel": "tree depth", "ylabel": "nodes generated", "yscale": "log"}
    return [plots.Panel(curves, settings)]


TITLE = "Uniform random trees, up to {trials:,} a depth; after Zhang 1995, Figure 1(a)"
BUDGET = (
    "node budget for all trees of a depth: it limits the number of deep trees, and a curve ends"
    f" where {FEWEST_TREES} would cost more"
)

EXPERIMENT = Experiment(
    name="figure1a",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 1(a): nodes against depth on uniform random trees",
    options=(
        of_trials(paper.TRIALS),
        option(
            "--branching N...",
            "branching factors of the trees (default: %(default)s)",
            whole(2, WIDEST),
            (2, 5, 10, 20),
        ),
        count("--max-depth", 16, "depth of the deepest trees"),
        count("--most-nodes", MOST_NODES, BUDGET),
        paper.generation_option(),
    ),
    measure=measure,
    tables=(
        Table(
            "b {branching:d} | depth {depth:d} | AB nodes {alphabeta_nodes:,.1f}"
            " | ± SE {alphabeta_nodes_standard_error:,.1f} | trees {alphabeta_trees:,d}"
            " | FE nodes {estimation_nodes:,.1f} | ± SE {estimation_nodes_standard_error:,.1f}"
            " | trees {estimation_trees:,d} | AB/FE {ratio:.2f}",
            TITLE,
            "AB: alpha-beta; FE: forward estimation with exact extremes; nodes: positions"
            " generated, without the root",
        ),
        Table(
            "b {branching:d} | algorithm {algorithm} | last depth {depth:d} | trees {trees:,d}"
            " | nodes {nodes:,.0f} | nodes ** (1 / depth) {effective_branching:.2f}"
            " | per ply {per_ply:.2f} | why it ends there {ending}",
            "Where each curve ends",
            "nodes ** (1 / depth) and per ply, the square root of nodes(depth) / nodes(depth - 2):"
            " effective branching factors at the last depth; a"
            f" curve ends where {FEWEST_TREES} trees together take more than {{most_nodes:,}}"
            " nodes",
            "curves",
        ),
        Table(
            "generation {generation} | algorithm {algorithm} | reaches depth {reached:d}"
            " | nodes {nodes:,.0f} | ± SE {nodes_standard_error:,.0f}"
            " | next depth {next_nodes:,.0f} | ± SE {next_nodes_standard_error:,.0f}",
            "With a million nodes, uniform trees, b = 10",
            "lazy: children at the horizon are generated one by one; full: all children of a node"
            " are generated at once",
            "claims",
        ),
    ),
    echoed=("trials", "seed", "most_nodes"),
    draw=draw,
    drawing_title=TITLE,
)
