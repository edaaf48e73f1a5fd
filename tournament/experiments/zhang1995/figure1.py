"""Figure 1 of Zhang 1995: nodes against depth, (a) on uniform trees, (b) on random branching.

The branching factors of (a) are not to be read in our copy, so that some are
taken that span its range. Beside alpha-beta and forward estimation with exact
extremes stands alpha-beta under a perfect order, counted by its formula, and the
text's claim about a million nodes is answered. In (b) a node has 1 to 2b - 1 children, all numbers
equally likely, the root has b; the paper's numbers are known for b = 5 and depths 1 to 10, from its
Table 1.
"""

import math
from functools import cache
from typing import Any

from players.models.random_trees import WIDEST
from players.search.bounds import ALL, CUT, PV
from tournament.experiments.runner import Experiment, Runner, Size, Table, plots
from tournament.experiments.zhang1995 import growth, paper
from tournament.experiments.zhang1995.growth import Growth, GrowthPair, nodes_told

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
    if one.subject.name == growth.ALPHABETA:
        claim, shown = f"not depth {OUT_OF_REACH}", one.depth > reached
        refuted = reached >= OUT_OF_REACH
    else:
        claim, shown = f"depth {WITHIN_REACH}", reached >= WITHIN_REACH
        refuted = not shown and one.depth > reached
    return claim, "no" if refuted else "yes" if shown else "not measured"


def _claim(generation: str, one: Growth) -> dict[str, Any]:
    """How deep an algorithm gets with a million nodes, and what the next depth takes."""
    reached = reached_by(one)
    claim, holds = verdict(one)
    return {
        "generation": generation,
        "algorithm": one.subject.name,
        "reached": reached,
        **nodes_told("nodes", one.at(reached)),
        **nodes_told("next_nodes", one.at(reached + 1)),
        "claim": claim,
        "holds": holds,
    }


def claims_of(run: Runner) -> list[dict[str, Any]]:
    """How deep a million nodes reach under both conventions, beside the claim of section 2.

    "With one million node generations, alpha-beta pruning cannot reach depth 10 on a
    uniform tree with branching factor 10 on average, while forward estimation can search
    to depth 11 on average." Whether that holds depends on whether the children at the
    horizon count as generated when the first is searched, or each when it is searched.
    """
    budget = growth.budget_of(run.options)._replace(enough=MILLION)
    asked, claims = paper.interpretation_of(run.options), []
    for generation in GENERATIONS:
        counted = asked._replace(generation=generation)
        pair = growth.pair_of(run, True, SHOWN_BRANCHING, budget, counted)
        claims += [_claim(generation, one) for one in pair.both]
    return claims


def _uniform_row(pair: GrowthPair, depth: int, generation: str) -> dict[str, Any]:
    """A row of the table, with the perfect order beside the others."""
    perfect = minimal_nodes(pair.branching, depth, generation)
    row = {**growth.row_of(pair, depth), "perfect_nodes": perfect, "perfect_per_ply": None}
    if depth > 2:
        before = minimal_nodes(pair.branching, depth - 2, generation)
        row["perfect_per_ply"] = math.sqrt(perfect / before)
    row["perfect_effective_branching"] = perfect ** (1 / depth)
    row["perfect_leaves"] = minimal_leaves(pair.branching, depth)
    return row


def _perfect_curves(pairs: list[GrowthPair], generation: str) -> list[plots.Curve]:
    """The perfect order for every branching, as deep as the others."""
    return [
        plots.Curve(
            f"{growth.PERFECT}, b = {pair.branching}",
            range(1, pair.deepest + 1),
            [minimal_nodes(pair.branching, depth + 1, generation) for depth in range(pair.deepest)],
            color=color,
            line=growth.LINE_STYLES[growth.PERFECT],
        )
        for color, pair in enumerate(pairs)
    ]


def measure_uniform(run: Runner) -> dict[str, Any]:
    """How nodes grow, where each curve ends, and what a million nodes reach."""
    options, pairs = run.options, growth.pairs_of(run, uniform=True)
    return {
        "conventions": paper.interpretation_of(options)._asdict(),
        "rows": [
            _uniform_row(pair, depth, options.generation)
            for pair in pairs
            for depth in range(1, pair.deepest + 1)
        ],
        "curves": growth.endings_of(pairs),
        "claims": claims_of(run),
        "drawn": growth.curves_of(pairs) + _perfect_curves(pairs, options.generation),
    }


PUBLISHED_NODES = {growth.ALPHABETA: paper.ALPHABETA_NODES, growth.ESTIMATION: paper.EXACT_NODES}


def _random_row(pair: GrowthPair, depth: int) -> dict[str, Any]:
    """A row of the table, with the paper's numbers where there are any."""
    row = growth.row_of(pair, depth)
    for name, nodes in PUBLISHED_NODES.items():
        known = pair.branching == paper.BRANCHING and depth <= len(nodes)
        row[f"{growth.KEYS[name]}_published"] = nodes[depth - 1] if known else None
    return row


def _published_curves(pairs: list[GrowthPair]) -> list[plots.Curve]:
    """The paper's points, in the color of their branching."""
    return [
        plots.Curve(
            f"{name}, b = {pair.branching}, Zhang 1995",
            paper.PAPER_DEPTHS,
            nodes,
            None,
            color,
            True,
        )
        for color, pair in enumerate(pairs)
        if pair.branching == paper.BRANCHING
        for name, nodes in PUBLISHED_NODES.items()
    ]


def measure_random(run: Runner) -> dict[str, Any]:
    """How nodes grow, and where each curve ends."""
    pairs = growth.pairs_of(run, uniform=False)
    return {
        "conventions": paper.interpretation_of(run.options)._asdict(),
        "rows": [
            _random_row(pair, depth) for pair in pairs for depth in range(1, pair.deepest + 1)
        ],
        "curves": growth.endings_of(pairs),
        "drawn": growth.curves_of(pairs) + _published_curves(pairs),
    }


UNIFORM_TITLE = "Uniform random trees, up to {trials:,} a depth; after Zhang 1995, Figure 1(a)"
RANDOM_TITLE = "Random branching, up to {trials:,} trees a depth; after Zhang 1995, Figure 1(b)"

EXPERIMENT = Experiment(
    name="figure1a",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 1(a): nodes against depth on uniform random trees",
    size=Size(10, 60, "--max-depth 8 --trials 20"),
    examples="--plot figure1a.png; --branching 3,10 --generation full; --json;"
    " --trials 20 --most-nodes 10000000",
    options=growth.growth_options(WIDEST),
    measure=measure_uniform,
    tables=(
        Table(growth.NODES_COLUMNS, UNIFORM_TITLE, growth.NODES_CAPTION),
        Table(
            f"{growth.GROWTH_COLUMNS} | perfect per ply {{perfect_per_ply:.2f}}"
            " | perfect nodes {perfect_nodes:,d}",
            growth.GROWTH_TITLE,
            f"{growth.GROWTH_CAPTION}; perfect: alpha-beta where the best child is always first",
        ),
        growth.ENDING_TABLE,
        Table(
            "generation {generation} | algorithm {algorithm} | reaches depth {reached:d}"
            " | nodes {nodes:,.0f} | ± SE {nodes_standard_error:,.0f}"
            " | next depth {next_nodes:,.0f} | ± SE {next_nodes_standard_error:,.0f}"
            " | paper {claim} | holds {holds}",
            "With a million nodes, uniform trees, b = 10",
            "lazy: children at the horizon are generated one by one; full: all children of a node"
            " are generated at once",
            "claims",
        ),
    ),
    asked=growth.ASKED,
    aside=("drawn",),
    draw=lambda found: growth.panels_of(found["drawn"]),
    drawing_title=UNIFORM_TITLE,
)
RANDOM_BRANCHING = Experiment(
    name="figure1b",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 1(b): nodes against depth on trees with random branching",
    size=Size(10, 60, "--max-depth 8 --trials 20"),
    examples="--plot figure1b.png; --branching 5 --trials 100; --json",
    options=growth.growth_options((WIDEST + 1) // 2),
    measure=measure_random,
    tables=(
        Table(
            f"{growth.NODES_COLUMNS} | paper AB {{alphabeta_published:,.1f}}"
            " | paper FE {estimation_published:,.1f}",
            RANDOM_TITLE,
            f"{growth.NODES_CAPTION}; paper: Table 1 of Zhang 1995",
        ),
        Table(growth.GROWTH_COLUMNS, growth.GROWTH_TITLE, growth.GROWTH_CAPTION),
        growth.ENDING_TABLE,
    ),
    asked=growth.ASKED,
    aside=("drawn",),
    draw=lambda found: growth.panels_of(found["drawn"]),
    drawing_title=RANDOM_TITLE,
)
