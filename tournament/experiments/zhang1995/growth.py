"""What figures 1(a) and 1(b) of Zhang 1995 share: how nodes grow with depth, within a budget."""

import argparse
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tournament.experiments.runner import Runner, Table, plots
from tournament.experiments.runner.arguments import Option, count, of_trials, option
from tournament.experiments.runner.output import Measured, measured
from tournament.experiments.zhang1995 import paper
from tournament.experiments.zhang1995 import tree_trials as trials
from tournament.options import natural

DEEPEST = 16
FEWEST_TREES = 10
"""A mean of fewer says too little; where the budget does not allow these, a curve ends."""
MOST_NODES = 1_000_000_000
"""A whole figure takes about ten minutes on two cores."""

ALPHABETA, ESTIMATION, PERFECT = "alpha-beta", "forward estimation", "perfect order"
KEYS = {ALPHABETA: "alphabeta", ESTIMATION: "estimation"}
LINE_STYLES = {ALPHABETA: "-", ESTIMATION: "--", PERFECT: ":"}

NODES_COLUMNS = (
    "b {branching:d} | depth {depth:d} | AB nodes {alphabeta_nodes:,.1f}"
    " | ± SE {alphabeta_nodes_standard_error:,.1f} | trees {alphabeta_trees:,d}"
    " | FE nodes {estimation_nodes:,.1f} | ± SE {estimation_nodes_standard_error:,.1f}"
    " | trees {estimation_trees:,d} | AB/FE {ratio:.2f}"
)
GROWTH_COLUMNS = (
    "b {branching:d} | depth {depth:d} | AB per ply {alphabeta_per_ply:.2f}"
    " | FE per ply {estimation_per_ply:.2f}"
)
NODES_CAPTION = (
    "AB: alpha-beta; FE: forward estimation with exact extremes; nodes: positions generated, "
    "without the root"
)
GROWTH_TITLE = "How nodes grow"
GROWTH_CAPTION = "per ply: square root of nodes(depth) / nodes(depth - 2) in trees of both"


class Subject(NamedTuple):
    """What a curve is about: an algorithm, called `name`, and a kind of trees."""

    name: str
    algorithm: trials.Algorithm
    branching: int
    uniform: bool


class Budget(NamedTuple):
    """The most trees of a depth, the most nodes of all of them, and the deepest depth.

    Beyond `enough` nodes a tree nothing deeper is asked for.
    """

    trees: int
    most_nodes: int
    deepest: int = DEEPEST
    enough: float = math.inf


class Growth(NamedTuple):
    """The nodes of a subject in each tree, by depth from 1 on, and why they end there."""

    subject: Subject
    nodes: list[np.ndarray]
    ending: str

    @property
    def depth(self) -> int:
        """The last depth."""
        return len(self.nodes)

    def at(self, depth: int) -> Measured | None:
        """The nodes of a tree at a depth; None beyond the end."""
        return measured(self.nodes[depth - 1]) if depth <= self.depth else None

    def effective_branching(self, depth: int) -> float | None:
        """The effective branching factor nodes ** (1 / depth)."""
        at = self.at(depth)
        return at.mean ** (1 / depth) if at else None

    def per_ply(self, depth: int) -> float | None:
        """By how much two more plies multiply the nodes, as a factor for one."""
        if not 2 < depth <= self.depth:
            return None
        return math.sqrt(ratio(self.nodes[depth - 1], self.nodes[depth - 3]))


def ratio(first: np.ndarray, second: np.ndarray) -> float:
    """How many times as many nodes one sample has as the other, in the trees of both."""
    common = min(first.size, second.size)
    return float(first[:common].mean() / second[:common].mean())


def expected_nodes(nodes: list[np.ndarray]) -> float:
    """About how many nodes the next depth takes, which grow in steps of two plies."""
    if len(nodes) < 3:
        return 0.0
    return float(nodes[-1].mean()) * ratio(nodes[-2], nodes[-3])


def grow(run: Runner, subject: Subject, budget: Budget) -> Growth:
    """The growth of a subject within the budget."""
    nodes: list[np.ndarray] = []
    for depth in range(1, budget.deepest + 1):
        expected = expected_nodes(nodes)
        affordable = int(budget.most_nodes / max(1.0, expected))
        trees = min(budget.trees, affordable)
        if trees < min(FEWEST_TREES, budget.trees):
            return Growth(subject, nodes, f"depth {depth}: about {expected:,.0f} nodes a tree")
        kind = trials.Trees(subject.branching, depth, subject.uniform)
        asked = trials.Comparison(kind, (subject.algorithm,))
        title = f"{run.name}: {subject.name}, b = {subject.branching}, depth {depth}"
        found = run.trials(trials.full_depth, asked, trees, title)
        nodes.append(np.array([one["nodes"][0] for one in found], float))
        if nodes[-1].mean() > budget.enough:
            return Growth(subject, nodes, f"more than {budget.enough:,.0f} nodes")
    return Growth(subject, nodes, "the figure ends here")


class GrowthPair(NamedTuple):
    """The growth of alpha-beta and of forward estimation on the same trees."""

    branching: int
    both: tuple[Growth, Growth]

    @property
    def deepest(self) -> int:
        """The last depth of either."""
        return max(one.depth for one in self.both)

    def ratio(self, depth: int) -> float | None:
        """How many times as many nodes alpha-beta generates; None where either has ended."""
        if depth > min(one.depth for one in self.both):
            return None
        return ratio(*(one.nodes[depth - 1] for one in self.both))


def pair_of(
    run: Runner, uniform: bool, branching: int, budget: Budget, asked: trials.Interpretation
) -> GrowthPair:
    """Both algorithms on trees with this branching."""
    alphabeta, estimation = (
        grow(run, Subject(name, trials.Algorithm(bounds, 1.0, asked), branching, uniform), budget)
        for name, bounds in ((ALPHABETA, trials.NO_BOUNDS), (ESTIMATION, trials.EXACT_BOUNDS))
    )
    return GrowthPair(branching, (alphabeta, estimation))


def branchings(most: int) -> Callable[[str], tuple[int, ...]]:
    """The kind of argument that lists branchings from 2 to `most`, such as 2,5,10."""

    def parse(text: str) -> tuple[int, ...]:
        values = tuple(natural(part) for part in text.split(","))
        for value in values:
            if not 2 <= value <= most:
                raise argparse.ArgumentTypeError(f"{value} is not within 2 to {most}")
        return values

    return parse


def growth_options(most_branching: int) -> Sequence[Option]:
    """The options of both figures."""
    return (
        of_trials(paper.TRIALS),
        option(
            "--branching LIST",
            "of the trees (default: 2,5,10,20)",
            branchings(most_branching),
            (2, 5, 10, 20),
        ),
        count("--max-depth", DEEPEST, "deepest trees"),
        count(
            "--most-nodes",
            MOST_NODES,
            "for all trees of a depth together; deep trees are fewer for that, and a curve"
            f" ends where {FEWEST_TREES} would cost more",
        ),
        paper.interpretation_options(),
    )


def budget_of(options: argparse.Namespace) -> Budget:
    """The budget that the options name."""
    return Budget(options.trials, options.most_nodes, options.max_depth)


def pairs_of(run: Runner, uniform: bool) -> list[GrowthPair]:
    """Both algorithms on trees of every branching that is asked for."""
    asked = budget_of(run.options), paper.interpretation_of(run.options)
    return [pair_of(run, uniform, branching, *asked) for branching in run.options.branching]


def nodes_told(key: str, at: Measured | None) -> dict[str, Any]:
    """The entries of a row about nodes, None beyond the end of a curve."""
    return {key: at and at.mean, f"{key}_standard_error": at and at.standard_error}


def row_of(pair: GrowthPair, depth: int) -> dict[str, Any]:
    """What the table says of one branching and depth."""
    row: dict[str, Any] = {"branching": pair.branching, "depth": depth}
    for one in pair.both:
        at, key = one.at(depth), KEYS[one.subject.name]
        row |= nodes_told(f"{key}_nodes", at)
        row[f"{key}_trees"] = at and at.trials
        row[f"{key}_effective_branching"] = one.effective_branching(depth)
        row[f"{key}_per_ply"] = one.per_ply(depth)
    row["ratio"] = pair.ratio(depth)
    return row


def endings_of(pairs: Sequence[GrowthPair]) -> list[dict[str, Any]]:
    """Where each curve ends, and why."""
    return [
        {
            "branching": pair.branching,
            "algorithm": one.subject.name,
            "depth": one.depth,
            "trees": last and last.trials,
            "nodes": last and last.mean,
            "effective_branching": one.effective_branching(one.depth),
            "per_ply": one.per_ply(one.depth),
            "ending": one.ending,
        }
        for pair in pairs
        for one in pair.both
        for last in [one.at(one.depth)]
    ]


ASKED = ("trials", "seed", "most_nodes")
"""The options that stand at the beginning of a result."""
ENDING_TABLE = Table(
    "b {branching:d} | algorithm {algorithm} | last depth {depth:d} | trees {trees:,d}"
    " | nodes {nodes:,.0f} | nodes ** (1 / depth) {effective_branching:.2f}"
    " | per ply {per_ply:.2f} | why it ends there {ending}",
    "Where each curve ends",
    "nodes ** (1 / depth) and per ply: effective branching factors at the last depth; a curve "
    f"ends where {FEWEST_TREES} trees together take more than {{most_nodes:,}} nodes",
    "curves",
)


def curves_of(pairs: Sequence[GrowthPair]) -> list[plots.Curve]:
    """Every growth as a curve, one color a branching."""
    return [
        plots.Curve(
            f"{one.subject.name}, b = {pair.branching}",
            range(1, one.depth + 1),
            [measured(nodes).mean for nodes in one.nodes],
            [measured(nodes).standard_error for nodes in one.nodes],
            color,
            line=LINE_STYLES[one.subject.name],
        )
        for color, pair in enumerate(pairs)
        for one in pair.both
    ]


def panels_of(curves: Sequence[plots.Curve]) -> list[plots.Panel]:
    """Nodes against depth."""
    settings = {"xlabel": "tree depth", "ylabel": "nodes generated", "yscale": "log"}
    return [plots.Panel(curves, settings)]
