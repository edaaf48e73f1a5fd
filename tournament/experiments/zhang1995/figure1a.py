"""Figure 1(a) of Zhang 1995: nodes against depth on uniform random trees.

The figure's branching factors are not to be read in our copy, so that some are
taken that span its range. Beside alpha-beta and forward estimation with exact
extremes stands alpha-beta under a perfect order, counted by its formula, and the
text's claim about a million nodes is answered.
"""

import math
from functools import cache
from typing import Any

from players.models.random_trees import WIDEST
from players.search.bounds import ALL, CUT, PV
from tournament.experiments.runner import plots
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Size
from tournament.experiments.runner.output import Column, Table
from tournament.experiments.zhang1995.figure1 import (
    ALPHABETA,
    ASKED,
    ENDING_TABLE,
    GROWTH_CAPTION,
    GROWTH_COLUMNS,
    GROWTH_TITLE,
    LINE_STYLES,
    NODES_CAPTION,
    NODES_COLUMNS,
    PERFECT,
    Growth,
    GrowthPair,
    Place,
    budget_of,
    curves_of,
    endings_of,
    growth_options,
    pairs_of,
    panels_of,
    row_of,
)
from tournament.experiments.zhang1995.paper import interpretation_of

MILLION = 1_000_000
SHOWN_BRANCHING = 10
GENERATIONS = ("lazy", "full")
OUT_OF_REACH, WITHIN_REACH = 10, 11
"""The claim: the depth that alpha-beta does not reach, and the one that forward estimation does."""


def minimal_leaves(branching: int, depth: int) -> int:
    """The leaves of the minimal tree: where the best successor always comes first.

    Source: Knuth and Moore 1975, "An analysis of alpha-beta pruning".
    """
    return branching ** -(-depth // 2) + branching ** (depth // 2) - 1


@cache
def minimal_nodes(branching: int, depth: int, generation: str, kind: int = PV) -> int:
    """The positions generated below a node of the minimal tree with `depth` plies left.

    The siblings that a convention generates beside those searched are counted too;
    `generation` is a name in players.search_players.GENERATIONS.
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


def reached_by(one: Growth) -> int:
    """The deepest depth that takes a million nodes or less."""
    return sum(float(nodes.mean()) <= MILLION for nodes in one.nodes)


def verdict(one: Growth) -> tuple[str, str]:
    """What the paper claims of an algorithm, and whether it holds."""
    reached = reached_by(one)
    if one.subject.name == ALPHABETA:
        claim, shown = f"not depth {OUT_OF_REACH}", one.depth > reached
        refuted = reached >= OUT_OF_REACH
    else:
        claim, shown = f"depth {WITHIN_REACH}", reached >= WITHIN_REACH
        refuted = not shown and one.depth > reached
    return claim, "no" if refuted else "yes" if shown else "not measured"


def _claim(generation: str, one: Growth) -> dict[str, Any]:
    """How deep an algorithm gets with a million nodes, and what the next depth takes."""
    reached = reached_by(one)
    last, after = one.at(reached), one.at(reached + 1)
    claim, holds = verdict(one)
    return {
        "generation": generation,
        "algorithm": one.subject.name,
        "reached": reached,
        "nodes": last.mean if last else None,
        "nodes_standard_error": last.standard_error if last else None,
        "next_nodes": after.mean if after else None,
        "next_nodes_standard_error": after.standard_error if after else None,
        "claim": claim,
        "holds": holds,
    }


def claims_of(place: Place) -> list[dict[str, Any]]:
    """How deep a million nodes reach under both conventions, beside the claim of section 2.

    "With one million node generations, alpha-beta pruning cannot reach depth 10 on a
    uniform tree with branching factor 10 on average, while forward estimation can search
    to depth 11 on average." Whether that holds depends on whether the children at the
    horizon count as generated when the first is searched, or each when it is searched.
    """
    options = place.run.options
    budget = budget_of(options)._replace(enough=MILLION)
    claims = []
    for generation in GENERATIONS:
        interpretation = interpretation_of(options)._replace(generation=generation)
        pair = place.pair(SHOWN_BRANCHING, interpretation, budget)
        claims += [_claim(generation, one) for one in pair.both]
    return claims


def _row(pair: GrowthPair, depth: int, generation: str) -> dict[str, Any]:
    """A row of the table, with the perfect order beside the others."""
    perfect = minimal_nodes(pair.branching, depth, generation)
    row = {**row_of(pair, depth), "perfect_nodes": perfect, "perfect_per_ply": None}
    if depth > 2:
        before = minimal_nodes(pair.branching, depth - 2, generation)
        row["perfect_per_ply"] = math.sqrt(perfect / before)
    row["perfect_effective_branching"] = perfect ** (1 / depth)
    row["perfect_leaves"] = minimal_leaves(pair.branching, depth)
    return row


def _perfect_curve(pair: GrowthPair, generation: str, color: int) -> plots.Curve:
    """The perfect order for one branching, as deep as the others."""
    depths = range(1, pair.deepest + 1)
    nodes = [minimal_nodes(pair.branching, depth, generation) for depth in depths]
    return plots.Curve(
        f"{PERFECT}, b = {pair.branching}", depths, nodes, None, color, line=LINE_STYLES[PERFECT]
    )


def _perfect_curves(pairs: list[GrowthPair], generation: str) -> list[plots.Curve]:
    """The perfect order for every branching."""
    return [_perfect_curve(pair, generation, color) for color, pair in enumerate(pairs)]


def measure(run: ExperimentRun) -> dict[str, Any]:
    """How nodes grow, where each curve ends, and what a million nodes reach."""
    options, place = run.options, Place(run, "figure1a", True)
    pairs = pairs_of(place)
    return {
        "conventions": interpretation_of(options)._asdict(),
        "rows": [
            _row(pair, depth, options.generation)
            for pair in pairs
            for depth in range(1, pair.deepest + 1)
        ],
        "curves": endings_of(pairs),
        "claims": claims_of(place),
        "drawn": curves_of(pairs) + _perfect_curves(pairs, options.generation),
    }


TITLE = "Uniform random trees, up to {trials:,} a depth; after Zhang 1995, Figure 1(a)"


EXPERIMENT = Experiment(
    name="figure1a",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 1(a): nodes against depth on uniform random trees",
    size=Size(10, 60, "--max-depth 8 --trials 20"),
    examples=(
        "--plot figure1a.png",
        "--branching 3,10 --generation full",
        "--json",
        "--trials 20 --most-nodes 10000000",
    ),
    options=growth_options(WIDEST),
    measure=measure,
    tables=(
        Table(NODES_COLUMNS, TITLE, NODES_CAPTION),
        Table(
            (
                *GROWTH_COLUMNS,
                Column("perfect per ply", "perfect_per_ply", "{:.2f}"),
                Column("perfect nodes", "perfect_nodes", "{:,d}"),
            ),
            GROWTH_TITLE,
            f"{GROWTH_CAPTION}; perfect: alpha-beta where the best child is always first",
        ),
        ENDING_TABLE,
        Table(
            (
                Column("generation", "generation"),
                Column("algorithm", "algorithm"),
                Column("reaches depth", "reached", "{:d}"),
                Column("nodes", "nodes", "{:,.0f}"),
                Column("± SE", "nodes_standard_error", "{:,.0f}"),
                Column("next depth", "next_nodes", "{:,.0f}"),
                Column("± SE", "next_nodes_standard_error", "{:,.0f}"),
                Column("paper", "claim"),
                Column("holds", "holds"),
            ),
            "With a million nodes, uniform trees, b = 10",
            "lazy: children at the horizon are generated one by one; full: all children of a"
            " node are "
            "generated at once",
            "claims",
        ),
    ),
    asked=ASKED,
    aside=("drawn",),
    draw=lambda found: panels_of(found["drawn"]),
    drawing_title=TITLE,
)
