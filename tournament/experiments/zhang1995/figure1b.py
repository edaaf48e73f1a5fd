"""Figure 1(b) of Zhang 1995: nodes against depth on trees with random branching.

A node has 1 to 2b - 1 children, all numbers equally likely, the root has b. The
paper's numbers are known for b = 5 and depths 1 to 10, from its Table 1.
"""

from typing import Any

from players.models.random_trees import WIDEST
from tournament.experiments.runner import plots
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Size
from tournament.experiments.runner.output import Column, Table
from tournament.experiments.zhang1995 import paper
from tournament.experiments.zhang1995.figure1 import (
    ALPHABETA,
    ASKED,
    ENDING_TABLE,
    ESTIMATION,
    GROWTH_CAPTION,
    GROWTH_COLUMNS,
    GROWTH_TITLE,
    KEYS,
    NODES_CAPTION,
    NODES_COLUMNS,
    GrowthPair,
    Place,
    curves_of,
    endings_of,
    growth_options,
    pairs_of,
    panels_of,
    row_of,
)
from tournament.experiments.zhang1995.paper import interpretation_of

PUBLISHED_NODES = {ALPHABETA: paper.ALPHABETA_NODES, ESTIMATION: paper.EXACT_NODES}


def _row(pair: GrowthPair, depth: int) -> dict[str, Any]:
    """A row of the table, with the paper's numbers where there are any."""
    row = row_of(pair, depth)
    for name, nodes in PUBLISHED_NODES.items():
        known = pair.branching == paper.BRANCHING and depth <= len(nodes)
        row[f"{KEYS[name]}_published"] = nodes[depth - 1] if known else None
    return row


def _published_curves(pairs: list[GrowthPair]) -> list[plots.Curve]:
    """The paper's points, in the color of their branching."""
    return [
        plots.Curve(
            f"{name}, b = {pair.branching}, Zhang 1995",
            range(1, len(nodes) + 1),
            nodes,
            color=color,
            published=True,
        )
        for color, pair in enumerate(pairs)
        if pair.branching == paper.BRANCHING
        for name, nodes in PUBLISHED_NODES.items()
    ]


def measure(run: ExperimentRun) -> dict[str, Any]:
    """How nodes grow, and where each curve ends."""
    pairs = pairs_of(Place(run, "figure1b", False))
    return {
        "conventions": interpretation_of(run.options)._asdict(),
        "rows": [_row(pair, depth) for pair in pairs for depth in range(1, pair.deepest + 1)],
        "curves": endings_of(pairs),
        "drawn": curves_of(pairs) + _published_curves(pairs),
    }


TITLE = "Random branching, up to {trials:,} trees a depth; after Zhang 1995, Figure 1(b)"


EXPERIMENT = Experiment(
    name="figure1b",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 1(b): nodes against depth on trees with random branching",
    size=Size(10, 60, "--max-depth 8 --trials 20"),
    examples=("--plot figure1b.png", "--branching 5 --trials 100", "--json"),
    options=growth_options((WIDEST + 1) // 2),
    measure=measure,
    tables=(
        Table(
            (
                *NODES_COLUMNS,
                Column("paper AB", "alphabeta_published", "{:,.1f}"),
                Column("paper FE", "estimation_published", "{:,.1f}"),
            ),
            TITLE,
            f"{NODES_CAPTION}; paper: Table 1 of Zhang 1995",
        ),
        Table(GROWTH_COLUMNS, GROWTH_TITLE, GROWTH_CAPTION),
        ENDING_TABLE,
    ),
    asked=ASKED,
    aside=("drawn",),
    draw=lambda found: panels_of(found["drawn"]),
    drawing_title=TITLE,
)
