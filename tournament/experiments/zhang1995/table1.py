"""Table 1 of Zhang 1995: nodes generated and decision quality on random trees.

Random trees of depth 10 and mean branching 5, whose root has 5 children, are
searched to every depth from 1 to 10 by alpha-beta and by forward estimation
with exact and with learned bounds. The quality of a depth is the share of trees
in which its first move is that of alpha-beta at full depth. The learned bounds
are forgotten before each search.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import of_trials
from tournament.experiments.runner.output import Measured, measured, measured_share
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


def rows_of(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of the table, one per depth."""
    nodes = np.array([result["nodes"] for result in results], float)
    moves = np.array([result["move"] for result in results])
    same = 100.0 * (moves == moves[:, :1, -1:])
    rows = []
    for index in range(paper.PAPER_DEPTH):
        row: dict[str, Any] = {"depth": index + 1}
        for number, (_, key, published_key, *published) in enumerate(SERIES):
            keys = key, published_key
            generated = measured(nodes[:, number, index])
            row |= _told("nodes", generated, published[0][index], *keys)
            row |= _told(
                "quality", measured_share(same[:, number, index]), published[1][index], *keys
            )
        saved = measured(nodes[:, 1, index] - nodes[:, 2, index])
        row |= _told("nodes", saved, SAVED_NODES[index], SAVED, SAVED)
        rows.append(row)
    return rows


def lines_of(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows as they are printed: the depths of one algorithm below each other."""
    lines = []
    for name, ours, theirs, *_ in (*SERIES, ("exact less learned", SAVED, SAVED)):
        for row in rows:
            lines.append({"algorithm": name, "depth": row["depth"]})
            for quantity in ("nodes", "quality"):
                lines[-1] |= {
                    quantity: row.get(f"{ours}{quantity}"),
                    f"{quantity}_error": row.get(f"{ours}{quantity}_standard_error"),
                    f"{quantity}_published": row.get(f"{theirs}published_{quantity}"),
                    f"{quantity}_apart": row.get(f"{theirs}{quantity}_errors_apart"),
                }
    return lines


def draw(found: Found) -> list[plots.Panel]:
    """Nodes and quality against depth, ours and the paper's of each algorithm."""
    panels = []
    for place, (quantity, label, scale) in enumerate(
        (
            ("nodes", "nodes generated", "log"),
            ("quality", "first move that of depth 10, %", "linear"),
        )
    ):
        curves = []
        for number, (name, key, _, *published) in enumerate(SERIES):
            y, theirs = f"{key}{quantity}", f"{name}, Zhang 1995"
            ours = plots.curve(name, found["rows"], "depth", y, f"{y}_standard_error", number)
            curves.append(ours._replace(line=LINES[number]))
            points = paper.PAPER_DEPTHS, published[place]
            curves.append(plots.Curve(theirs, *points, None, number, True))
        axes = {"xlabel": "depth", "ylabel": label, "yscale": scale}
        panels.append(plots.Panel(curves, axes))
    return panels


def measure(run: Runner) -> dict[str, Any]:
    """The rows of the table; the algorithms are searched in the order of SERIES."""
    interpretation = paper.interpretation_of(run.options)
    algorithms = tuple(
        trials.Algorithm(bounds, interpretation=interpretation)
        for bounds in (trials.NO_BOUNDS, trials.EXACT_BOUNDS, trials.LEARNED_BOUNDS)
    )
    asked = trials.Comparison(trials.Trees(paper.BRANCHING, paper.PAPER_DEPTH), algorithms)
    rows = rows_of(run.trials(trials.every_depth, asked))
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
