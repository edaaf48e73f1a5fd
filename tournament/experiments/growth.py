"""How many nodes a search generates, depth by depth, as far as the cost allows."""

import argparse
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tournament.arguments import natural
from tournament.experiments.sample import Measured, measured
from tournament.experiments.tree_trials import Algorithm, Comparison, Trees, full_depth
from tournament.experiments.trials import Experiment, Measurement

DEEPEST = 16
FEWEST_TREES = 10
"""A mean of fewer says too little; where the budget does not allow these, a curve ends."""
MOST_NODES = 1_000_000_000
"""A whole figure takes about ten minutes on two cores."""
EVERYTHING = "the figure ends here"


class Subject(NamedTuple):
    """What a curve is about: an algorithm, called `name`, and a kind of trees."""

    name: str
    algorithm: Algorithm
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


def grow(measurement: Measurement, name: str, subject: Subject, budget: Budget) -> Growth:
    """The growth of a subject within the budget; `name` is that of the experiment."""
    nodes: list[np.ndarray] = []
    for depth in range(1, budget.deepest + 1):
        expected = expected_nodes(nodes)
        affordable = int(budget.most_nodes / max(1.0, expected))
        trees = min(budget.trees, affordable)
        if trees < min(FEWEST_TREES, budget.trees):
            return Growth(subject, nodes, f"depth {depth}: about {expected:,.0f} nodes a tree")
        nodes.append(_nodes(measurement, name, subject, depth, trees))
        if nodes[-1].mean() > budget.enough:
            return Growth(subject, nodes, f"more than {budget.enough:,.0f} nodes")
    return Growth(subject, nodes, EVERYTHING)


def _nodes(
    measurement: Measurement, name: str, subject: Subject, depth: int, trees: int
) -> np.ndarray:
    """The nodes that a subject generates in each of so many trees of one depth."""
    kind = Trees(subject.branching, depth, subject.uniform)
    experiment = Experiment(name, full_depth, Comparison(kind, (subject.algorithm,)))
    title = f"{name}: {subject.name}, b = {subject.branching}, depth {depth}"
    results = measurement.results(experiment, trees, title)
    return np.array([result["nodes"][0] for result in results], float)


def branchings(most: int) -> Callable[[str], tuple[int, ...]]:
    """The kind of argument that lists branchings from 2 to `most`, such as 2,5,10."""

    def parse(text: str) -> tuple[int, ...]:
        values = tuple(natural(part) for part in text.split(","))
        for value in values:
            if not 2 <= value <= most:
                raise argparse.ArgumentTypeError(f"{value} is not within 2 to {most}")
        return values

    return parse


def add_arguments(parser: Any, most_branching: int) -> None:
    """The options for what is searched and how far."""
    parser.add_argument(
        "--branching",
        type=branchings(most_branching),
        default=(2, 5, 10, 20),
        metavar="LIST",
        help="of the trees (default: 2,5,10,20)",
    )
    parser.add_argument(
        "--max-depth",
        type=natural,
        default=DEEPEST,
        metavar="N",
        help="deepest trees (default: %(default)s)",
    )
    parser.add_argument(
        "--most-nodes",
        type=natural,
        default=MOST_NODES,
        metavar="N",
        help="for all trees of a depth together; deep trees are fewer for that, and a curve"
        f" ends where {FEWEST_TREES} would cost more (default: %(default)s)",
    )
