"""Figure 1 of Zhang 1995: nodes against depth, (a) on uniform trees, (b) on random branching.

The branching factors of the paper's figure are illegible in our copy: ours span its range. In (b)
a node has 1 to 2b - 1 children, the root b; the paper's numbers for b = 5 are those of its Table 1.
"""

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from othello.cli.parser import whole
from players.models.random_trees import WIDEST
from players.search.bounds import ALL, CUT, PV
from tournament.experiments.runner import Experiment, Result, Runner
from tournament.experiments.runner.arguments import Option, count, of_trials, option, plot
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
KEYS = {"alphabeta": ALPHABETA, "estimation": ESTIMATION, "perfect": "perfect order"}
"""Names of curves by the prefix of their keys."""
LINE_STYLES = {"alphabeta": "-", "estimation": "--", "perfect": ":"}
PUBLISHED_NODES = {"alphabeta": paper.ALPHABETA_NODES, "estimation": paper.EXACT_NODES}


def minimal_leaves(branching: int, depth: int) -> int:
    """Return the leaves of the minimal tree, where the best successor always comes first.

    Source: Knuth and Moore 1975, "An analysis of alpha-beta pruning".
    """
    return branching ** -(-depth // 2) + branching ** (depth // 2) - 1


@cache
def minimal_nodes(branching: int, depth: int, generation: str, kind: int = PV) -> int:
    """Return the positions generated below a node of the minimal tree with `depth` plies left.

    `generation` is a name in `GENERATIONS` of tree_trials; it decides whether siblings that are not
    searched count.
    """
    if depth == 0:
        return 0
    if kind == PV:
        first = minimal_nodes(branching, depth - 1, generation, PV)
        other = minimal_nodes(branching, depth - 1, generation, CUT)
        return branching + first + (branching - 1) * other
    if kind == ALL:
        return branching + branching * minimal_nodes(branching, depth - 1, generation, CUT)
    alone = generation == "searched" or (generation == "lazy" and depth == 1)
    return (1 if alone else branching) + minimal_nodes(branching, depth - 1, generation, ALL)


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


def expected_nodes(nodes: list[np.ndarray]) -> float:
    """Return an estimate of the next depth's nodes, which grow in steps of two plies."""
    if len(nodes) < 3:
        return 0.0
    return float(nodes[-1].mean()) * ratio(nodes[-2], nodes[-3])


def grow(
    run: Runner,
    kind: trials.Trees,
    name: str,
    conventions: Interpretation,
    enough: float = math.inf,
) -> Growth:
    """Return the growth of an algorithm on trees of a kind, within the node budget per depth.

    Beyond `enough` nodes per tree nothing deeper is searched.
    """
    options = run.options
    nodes: list[np.ndarray] = []
    algorithm = trials.Algorithm(BOUNDS[name], interpretation=conventions)
    for depth in range(1, kind.depth + 1):
        expected = expected_nodes(nodes)
        trees = min(options.trials, int(options.most_nodes / max(1.0, expected)))
        if trees < min(FEWEST_TREES, options.trials):
            ending = f"depth {depth}: about {expected:,.0f} nodes a tree"
            return Growth(name, kind.branching, nodes, ending)
        comparison = trials.Comparison(kind._replace(depth=depth), (algorithm,))
        title = f"{run.name}: {name}, b = {kind.branching}, depth {depth}"
        results = run.trials(trials.full_depth, comparison, trees, title)
        nodes.append(np.array([one["nodes"][0] for one in results], float))
        if nodes[-1].mean() > enough:
            break
    return Growth(name, kind.branching, nodes, "the figure ends here")


def claims_of(run: Runner) -> list[dict[str, Any]]:
    """Return the depths that a million nodes reach under both conventions.

    "With one million node generations, alpha-beta pruning cannot reach depth 10 on a
    uniform tree with branching factor 10 on average, while forward estimation can search
    to depth 11 on average." The answer depends on whether the children at the horizon count as
    generated when the first is searched, or each when it is searched.
    """
    kind, claims = trials.Trees(SHOWN_BRANCHING, run.options.max_depth, uniform=True), []
    for generation in COUNTED:
        conventions = paper.interpretation_of(run.options)._replace(generation=generation)
        for one in [grow(run, kind, name, conventions, MILLION) for name in BOUNDS]:
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
    for key, one in zip(KEYS, pair, strict=False):
        row |= {f"{key}_{name}": value for name, value in one.statistics(depth).items()}
    nodes = [one.nodes[depth - 1] for one in pair if depth <= len(one.nodes)]
    return {**row, "ratio": ratio(*nodes) if len(nodes) == len(pair) else None}


def perfect_order(branching: int, depth: int, generation: str) -> dict[str, Any]:
    """Return the values of a perfect order for a row on uniform trees."""
    nodes, per_ply = minimal_nodes(branching, depth, generation), None
    if depth > 2:
        per_ply = math.sqrt(nodes / minimal_nodes(branching, depth - 2, generation))
    return {
        "perfect_nodes": nodes,
        "perfect_per_ply": per_ply,
        "perfect_effective_branching": nodes ** (1 / depth),
        "perfect_leaves": minimal_leaves(branching, depth),
    }


def published(branching: int, depth: int, generation: str) -> dict[str, Any]:
    """Return the paper's numbers for a row on random branching, None where it has none."""
    printed = branching == paper.BRANCHING and depth <= paper.PAPER_DEPTH
    return {
        f"{key}_published": nodes[depth - 1] if printed else None
        for key, nodes in PUBLISHED_NODES.items()
    }


def measure(run: Runner, uniform: bool) -> dict[str, Any]:
    """Return the growth of nodes, the end of each curve, and on uniform trees the claims."""
    options, conventions = run.options, paper.interpretation_of(run.options)
    compared = perfect_order if uniform else published
    rows, curves = [], []
    for branching in options.branching:
        kind = trials.Trees(branching, options.max_depth, uniform)
        pair = [grow(run, kind, name, conventions) for name in BOUNDS]
        for depth in range(1, max(len(one.nodes) for one in pair) + 1):
            rows.append(row_of(pair, depth) | compared(branching, depth, options.generation))
        for one in pair:
            last = {"depth": len(one.nodes), **one.statistics(len(one.nodes)), "ending": one.ending}
            del last["nodes_standard_error"]
            curves.append({"branching": branching, "algorithm": one.algorithm, **last})
    claims = {"claims": claims_of(run)} if uniform else {}
    return {"conventions": conventions._asdict(), "rows": rows, "curves": curves, **claims}


def draw(result: Result) -> list[plots.Panel]:
    """Draw nodes against depth, a color per branching; points without errors come last."""
    curves: list[plots.Curve] = []
    for color, (branching, rows) in enumerate(grouped(result["rows"], "branching").items()):
        for key, name in KEYS.items():
            label = f"{name}, b = {branching}"
            measured_rows = [row for row in rows if row.get(f"{key}_nodes")]
            spread = None if key == "perfect" else "{}_standard_error"
            curve = plots.curve(label, measured_rows, "depth", f"{key}_nodes", spread, color)
            if measured_rows:
                curves.append(curve._replace(line=LINE_STYLES[key]))
            if f"{key}_published" in rows[0] and branching == paper.BRANCHING:
                points = paper.PAPER_DEPTHS, PUBLISHED_NODES[key]
                curves.append(plots.Curve(f"{label}, Zhang 1995", *points, None, color, True))
    curves.sort(key=lambda curve: curve.published or curve.errors is None)
    settings = {"xlabel": "tree depth", "ylabel": "nodes generated", "yscale": "log"}
    return [plots.Panel(curves, settings)]


def growth_options(most: int) -> tuple[Option, ...]:
    """Return the options of both figures; `most` is the largest branching."""
    text = "branching factors of the trees (default: %(default)s)"
    least = (
        "node budget for all trees of a depth: it limits the number of deep trees, and a curve"
        f" ends where {FEWEST_TREES} would cost more"
    )
    return (
        of_trials(paper.TRIALS),
        plot(),
        option("--branching N...", text, whole(2, most), (2, 5, 10, 20)),
        count("--max-depth", 16, "depth of the deepest trees"),
        count("--most-nodes", MOST_NODES, least),
        paper.interpretation_options(),
    )


ECHOED = ("trials", "seed", "most_nodes")
UNIFORM_TITLE = "Uniform random trees, up to {trials:,} a depth; after Zhang 1995, Figure 1(a)"
RANDOM_TITLE = "Random branching, up to {trials:,} trees a depth; after Zhang 1995, Figure 1(b)"
NODES_COLUMNS = (
    "b {branching:d} | depth {depth:d} | AB nodes {alphabeta_nodes:,.1f}"
    " | ± SE {alphabeta_nodes_standard_error:,.1f} | trees {alphabeta_trees:,d}"
    " | FE nodes {estimation_nodes:,.1f} | ± SE {estimation_nodes_standard_error:,.1f}"
    " | trees {estimation_trees:,d} | AB/FE {ratio:.2f}"
)
NODES_CAPTION = (
    "AB: alpha-beta; FE: forward estimation with exact extremes; nodes: positions generated, "
    "without the root"
)
GROWTH_TABLE = Table(
    "b {branching:d} | depth {depth:d} | AB per ply {alphabeta_per_ply:.2f}"
    " | FE per ply {estimation_per_ply:.2f}",
    "How nodes grow",
    "per ply: square root of nodes(depth) / nodes(depth - 2) in trees of both",
)
PERFECT_COLUMNS = " | perfect per ply {perfect_per_ply:.2f} | perfect nodes {perfect_nodes:,d}"
PERFECT_CAPTION = "perfect: alpha-beta where the best child is always first"
ENDING_TABLE = Table(
    "b {branching:d} | algorithm {algorithm} | last depth {depth:d} | trees {trees:,d}"
    " | nodes {nodes:,.0f} | nodes ** (1 / depth) {effective_branching:.2f}"
    " | per ply {per_ply:.2f} | why it ends there {ending}",
    "Where each curve ends",
    "nodes ** (1 / depth) and per ply: effective branching factors at the last depth; a curve "
    f"ends where {FEWEST_TREES} trees together take more than {{most_nodes:,}} nodes",
    "curves",
)

EXPERIMENT = Experiment(
    name="figure1a",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 1(a): nodes against depth on uniform random trees",
    options=growth_options(WIDEST),
    measure=lambda run: measure(run, uniform=True),
    tables=(
        Table(NODES_COLUMNS, UNIFORM_TITLE, NODES_CAPTION),
        GROWTH_TABLE._replace(
            columns=GROWTH_TABLE.columns + PERFECT_COLUMNS,
            caption=f"{GROWTH_TABLE.caption}; {PERFECT_CAPTION}",
        ),
        ENDING_TABLE,
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
    echoed=ECHOED,
    draw=draw,
    drawing_title=UNIFORM_TITLE,
)
RANDOM_BRANCHING = Experiment(
    name="figure1b",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 1(b): nodes against depth on trees with random branching",
    options=growth_options((WIDEST + 1) // 2),
    measure=lambda run: measure(run, uniform=False),
    tables=(
        Table(
            f"{NODES_COLUMNS} | paper AB {{alphabeta_published:,.1f}}"
            " | paper FE {estimation_published:,.1f}",
            RANDOM_TITLE,
            f"{NODES_CAPTION}; paper: Table 1 of Zhang 1995",
        ),
        GROWTH_TABLE,
        ENDING_TABLE,
    ),
    echoed=ECHOED,
    draw=draw,
    drawing_title=RANDOM_TITLE,
)
