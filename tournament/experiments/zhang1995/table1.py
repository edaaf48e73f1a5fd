"""Table 1 of Zhang 1995: nodes generated and decision quality on random trees.

Random trees of depth 10 and mean branching 5, whose root has 5 children, are searched to every
depth from 1 to 10 by alpha-beta and by forward estimation with exact and with learned bounds. The
quality of a depth is the share of trees in which its first move is that of alpha-beta at full
depth. The learned bounds are forgotten before each search.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import of_trials
from tournament.experiments.runner.output import Measured, measured
from tournament.experiments.zhang1995 import paper
from tournament.experiments.zhang1995 import tree_trials as trials

LINES = ("-", "--", ":")
SAVED = "saved_"
SAVED_NODES = tuple(np.subtract(paper.EXACT_NODES, paper.LEARNED_NODES))
SERIES = (
    ("alpha-beta", "alphabeta_", "", paper.ALPHABETA_NODES, paper.QUALITY),
    ("exact bounds", "exact_", "exact_", paper.EXACT_NODES, paper.QUALITY),
    ("learned bounds", "learned_", "learned_", paper.LEARNED_NODES, paper.LEARNED_QUALITY),
)
"""Of each algorithm its name, how keys of ours and of the paper's begin, and the paper's numbers of
nodes and quality."""


def _told(name: str, ours: Measured, published: float, key: str, published_key: str) -> dict:
    """The entries of a row about one mean."""
    return {
        f"{key}{name}": ours.mean,
        f"{key}{name}_standard_error": ours.standard_error,
        f"{published_key}published_{name}": float(published),
        f"{published_key}{name}_errors_apart": paper.errors_apart(ours, published),
    }


def rows_of(searched: paper.Searched) -> list[dict[str, Any]]:
    """The rows of the table, one per depth."""
    rows = []
    saved = searched.nodes[:, 1] - searched.nodes[:, 2]
    for index, depth in enumerate(paper.PAPER_DEPTHS):
        row: dict[str, Any] = {"depth": depth}
        for number, (_, *keys, nodes, quality) in enumerate(SERIES):
            found = searched.told(number, depth)
            row |= _told("nodes", found["nodes"], nodes[index], *keys)
            row |= _told("quality", found["quality"], quality[index], *keys)
        less = measured(saved[:, index])
        rows.append(row | _told("nodes", less, SAVED_NODES[index], SAVED, SAVED))
    return rows


def lines_of(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows as they are printed: the depths of one algorithm below each other."""
    lines = []
    for name, ours, theirs, *_ in (*SERIES, ("exact less learned", SAVED, SAVED)):
        for row in rows:
            line = {"algorithm": name, "depth": row["depth"]}
            for quantity in ("nodes", "quality"):
                line |= {
                    quantity: row.get(f"{ours}{quantity}"),
                    f"{quantity}_error": row.get(f"{ours}{quantity}_standard_error"),
                    f"{quantity}_published": row.get(f"{theirs}published_{quantity}"),
                    f"{quantity}_apart": row.get(f"{theirs}{quantity}_errors_apart"),
                }
            lines.append(line)
    return lines


def draw(found: Found) -> list[plots.Panel]:
    """Nodes and quality against depth, ours and the paper's of each algorithm."""
    panels = []
    nodes = "nodes", "nodes generated", "log"
    quality = "quality", "first move that of depth 10, %", "linear"
    for place, (quantity, label, scale) in enumerate((nodes, quality)):
        curves = []
        for number, (name, key, _, *published) in enumerate(SERIES):
            y, theirs = f"{key}{quantity}", f"{name}, Zhang 1995"
            ours = plots.curve(name, found["rows"], "depth", y, f"{y}_standard_error", number)
            curves.append(ours._replace(line=LINES[number]))
            points = paper.PAPER_DEPTHS, published[place]
            curves.append(plots.Curve(theirs, *points, None, number, True))
        panels.append(plots.Panel(curves, {"xlabel": "depth", "ylabel": label, "yscale": scale}))
    return panels


def measure(run: Runner) -> dict[str, Any]:
    """The rows of the table; the algorithms are searched in the order of SERIES."""
    interpretation = paper.interpretation_of(run.options)
    bounds = trials.NO_BOUNDS, trials.EXACT_BOUNDS, trials.LEARNED_BOUNDS
    algorithms = [trials.Algorithm(each, interpretation=interpretation) for each in bounds]
    rows = rows_of(paper.search_all(run, algorithms))
    return {
        "branching": paper.BRANCHING,
        "depth": paper.PAPER_DEPTH,
        "conventions": interpretation._asdict(),
        "rows": rows,
        "lines": lines_of(rows),
    }


EXPERIMENT = Experiment(
    name="table1",
    paper="Zhang 1995",
    summary="Zhang 1995, Table 1: nodes and decision quality on random trees",
    size=Size(0.1, 0.5, "--trials 20", measured=True),
    examples="--plot table1.png; --trials 100 --no-mirror --cut-depth 1; --json",
    options=(of_trials(paper.TRIALS), paper.interpretation_options(learning=True)),
    measure=measure,
    tables=Table(
        "algorithm {algorithm} | depth {depth:d} | nodes {nodes:.3f} | ± SE {nodes_error:.3f}"
        " | paper {nodes_published:.3f} | apart {nodes_apart:+.1f} | quality % {quality:.1f}"
        " | ± SE {quality_error:.1f} | paper {quality_published:.1f} | apart {quality_apart:+.1f}",
        "Table 1 of Zhang 1995: {trials:,} random trees, mean branching 5",
        "nodes: positions generated, without the root; quality: first move that of alpha-beta at"
        " depth 10; apart: difference to the paper in standard errors of a difference; exact less"
        " learned: what learned bounds save, tree by tree",
        "lines",
    ),
    asked=("trials", "seed"),
    aside=("lines",),
    draw=draw,
    drawing_title="Table 1 of Zhang 1995 on {trials:,} random trees, mean branching 5",
)
