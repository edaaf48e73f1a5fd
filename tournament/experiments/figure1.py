"""What figures 1a and 1b of Zhang 1995 share: nodes against depth, and how it is shown."""

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

from tournament.experiments import growth, plots, trials, zhang
from tournament.experiments.conventions import add_conventions, conventions_of
from tournament.experiments.growth import FEWEST_TREES, Budget, Growth, Subject, grow, ratio
from tournament.experiments.output import Column, Shown
from tournament.experiments.plots import Curve, Panel
from tournament.experiments.sample import measured
from tournament.experiments.tree_trials import EXACT_BOUNDS, Algorithm, Conventions
from tournament.experiments.trials import Measurement

ALPHABETA, ESTIMATION, PERFECT = "alpha-beta", "forward estimation", "perfect order"
KEYS = {ALPHABETA: "alphabeta", ESTIMATION: "estimation"}
LINES = {ALPHABETA: "-", ESTIMATION: "--", PERFECT: ":"}


class Pair(NamedTuple):
    """The growth of both algorithms on the same trees."""

    branching: int
    alphabeta: Growth
    estimation: Growth

    @property
    def both(self) -> tuple[Growth, Growth]:
        """Alpha-beta and forward estimation."""
        return self.alphabeta, self.estimation

    @property
    def deepest(self) -> int:
        """The last depth of either."""
        return max(one.depth for one in self.both)

    def ratio(self, depth: int) -> float | None:
        """How many times as many nodes alpha-beta generates; None where either has ended."""
        if depth > min(one.depth for one in self.both):
            return None
        return ratio(self.alphabeta.nodes[depth - 1], self.estimation.nodes[depth - 1])


class Place(NamedTuple):
    """Where a pair is measured: for which experiment, and on what kind of trees."""

    measurement: Measurement
    name: str
    uniform: bool

    def pair(self, branching: int, conventions: Conventions, budget: Budget) -> Pair:
        """Both algorithms on trees with this branching."""
        algorithms = {
            ALPHABETA: Algorithm(conventions=conventions),
            ESTIMATION: Algorithm(EXACT_BOUNDS, conventions=conventions),
        }
        grown = [
            grow(self.measurement, self.name, Subject(name, one, branching, self.uniform), budget)
            for name, one in algorithms.items()
        ]
        return Pair(branching, *grown)


def add_arguments(parser: argparse.ArgumentParser, most_branching: int) -> None:
    """The options of both figures."""
    trials.add_arguments(parser, zhang.TRIALS)
    growth.add_arguments(parser, most_branching)
    add_conventions(parser)


def budget_of(options: argparse.Namespace) -> Budget:
    """The budget that the options name."""
    return Budget(options.trials, options.most_nodes, options.max_depth)


def pairs_of(place: Place, options: argparse.Namespace) -> list[Pair]:
    """Both algorithms on trees of every branching that is asked for."""
    conventions, budget = conventions_of(options), budget_of(options)
    return [place.pair(branching, conventions, budget) for branching in options.branching]


def row_of(pair: Pair, depth: int) -> dict[str, Any]:
    """What the table says of one branching and depth."""
    row: dict[str, Any] = {"branching": pair.branching, "depth": depth}
    for one in pair.both:
        at, key = one.at(depth), KEYS[one.subject.name]
        row[f"{key}_nodes"] = at.mean if at else None
        row[f"{key}_nodes_standard_error"] = at.standard_error if at else None
        row[f"{key}_trees"] = at.trials if at else None
        row[f"{key}_effective_branching"] = one.effective_branching(depth)
        row[f"{key}_per_ply"] = one.per_ply(depth)
    row["ratio"] = pair.ratio(depth)
    return row


def _ending(one: Growth) -> dict[str, Any]:
    """Where a curve ends, and why."""
    last = one.at(one.depth)
    return {
        "branching": one.subject.branching,
        "algorithm": one.subject.name,
        "depth": one.depth,
        "trees": last.trials if last else None,
        "nodes": last.mean if last else None,
        "effective_branching": one.effective_branching(one.depth),
        "per_ply": one.per_ply(one.depth),
        "ending": one.ending,
    }


def endings_of(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    """Where each curve ends, and why."""
    return [_ending(one) for pair in pairs for one in pair.both]


def asked_of(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """What was asked for, as the beginning of a result."""
    return {
        "experiment": name,
        "trials": options.trials,
        "seed": options.seed,
        "most_nodes": options.most_nodes,
        "conventions": conventions_of(options)._asdict(),
    }


ROW_COLUMNS = (
    Column("b", "branching", "{:d}"),
    Column("depth", "depth", "{:d}"),
    *(
        Column(heading.format(short), f"{key}_{quantity}", form)
        for key, short in (("alphabeta", "AB"), ("estimation", "FE"))
        for heading, quantity, form in (
            ("{} nodes", "nodes", "{:,.1f}"),
            ("± SE", "nodes_standard_error", "{:,.1f}"),
            ("trees", "trees", "{:,d}"),
            ("per ply", "per_ply", "{:.2f}"),
        )
    ),
    Column("AB/FE", "ratio", "{:.2f}"),
)
ENDING_COLUMNS = (
    Column("b", "branching", "{:d}"),
    Column("algorithm", "algorithm"),
    Column("last depth", "depth", "{:d}"),
    Column("trees", "trees", "{:,d}"),
    Column("nodes", "nodes", "{:,.0f}"),
    Column("nodes ** (1 / depth)", "effective_branching", "{:.2f}"),
    Column("per ply", "per_ply", "{:.2f}"),
    Column("why it ends there", "ending"),
)
ROW_CAPTION = (
    "AB: alpha-beta; FE: forward estimation with exact extremes; nodes: positions generated, "
    "without the root; per ply: square root of nodes(depth) / nodes(depth - 2) in trees of both"
)


def ending_table(endings: Sequence[dict[str, Any]], options: argparse.Namespace) -> Shown:
    """Where each curve ends, for people."""
    caption = (
        "nodes ** (1 / depth) and per ply: effective branching factors at the last depth; a curve "
        f"ends where {FEWEST_TREES} trees together take more than {options.most_nodes:,} nodes"
    )
    return Shown(endings, ENDING_COLUMNS, "Where each curve ends", caption)


def _curve(one: Growth, color: int) -> Curve:
    """A growth as a curve."""
    label = f"{one.subject.name}, b = {one.subject.branching}"
    points = [measured(nodes) for nodes in one.nodes]
    means = [point.mean for point in points]
    errors = [point.standard_error for point in points]
    depths = range(1, one.depth + 1)
    return Curve(label, depths, means, errors, color, line=LINES[one.subject.name])


def curves_of(pairs: Sequence[Pair]) -> list[Curve]:
    """Every growth as a curve, one color a branching."""
    return [_curve(one, color) for color, pair in enumerate(pairs) for one in pair.both]


def draw(curves: Sequence[Curve], options: argparse.Namespace, title: str) -> None:
    """Nodes against depth, if a plot is asked for."""
    settings = {"xlabel": "tree depth", "ylabel": "nodes generated", "yscale": "log"}
    if options.plot is not None:
        plots.draw([Panel(curves, settings)], options.plot, title)
