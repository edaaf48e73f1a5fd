"""Table 1 of Zhang 1995: nodes generated and decision quality on random trees.

Random trees of depth 10 and mean branching 5, whose root has 5 children, are
searched to every depth from 1 to 10 by alpha-beta and by forward estimation
with exact and with learned bounds. The quality of a depth is the share of trees
in which its first move is that of alpha-beta at full depth. The learned bounds
are forgotten before each search.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import of_trials
from tournament.experiments.runner.output import Measured, measured
from tournament.experiments.zhang1995 import paper
from tournament.experiments.zhang1995.paper import (
    errors_apart,
    interpretation_of,
    interpretation_options,
)
from tournament.experiments.zhang1995.tree_trials import (
    EXACT_BOUNDS,
    LEARNED_BOUNDS,
    Algorithm,
    Comparison,
    Interpretation,
    Trees,
    every_depth,
)

LINES = ("-", "--", ":")
SAVED = "saved_"
SAVED_NODES = tuple(np.subtract(paper.EXACT_NODES, paper.LEARNED_NODES))


class Series(NamedTuple):
    """One algorithm of the table: what it is called, how its keys begin, what was published."""

    name: str
    key: str
    published_key: str
    nodes: Sequence[float]
    quality: Sequence[float]


ALPHABETA_SERIES = Series("alpha-beta", "alphabeta_", "", paper.ALPHABETA_NODES, paper.QUALITY)
EXACT = Series("exact bounds", "exact_", "exact_", paper.EXACT_NODES, paper.QUALITY)
LEARNED = Series(
    "learned bounds", "learned_", "learned_", paper.LEARNED_NODES, paper.LEARNED_QUALITY
)
SERIES = (ALPHABETA_SERIES, EXACT, LEARNED)


def comparison(interpretation: Interpretation) -> Comparison:
    """What the trials are asked, the algorithms in the order of SERIES."""
    algorithms = (
        Algorithm(interpretation=interpretation),
        Algorithm(EXACT_BOUNDS, interpretation=interpretation),
        Algorithm(LEARNED_BOUNDS, interpretation=interpretation),
    )
    return Comparison(Trees(paper.BRANCHING, paper.PAPER_DEPTH), algorithms)


def _told(name: str, ours: Measured, published: float, key: str, published_key: str) -> dict:
    """The entries of a row about one mean."""
    return {
        f"{key}{name}": ours.mean,
        f"{key}{name}_standard_error": ours.standard_error,
        f"{published_key}published_{name}": float(published),
        f"{published_key}{name}_errors_apart": errors_apart(ours, published),
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
            row |= _told("quality", measured(same[:, number, index]), published[1][index], *keys)
        saved = measured(nodes[:, 1, index] - nodes[:, 2, index])
        row |= _told("nodes", saved, SAVED_NODES[index], SAVED, SAVED)
        rows.append(row)
    return rows


def _line(row: dict[str, Any], name: str, keys: tuple[str, str]) -> dict[str, Any]:
    """One line of the table: a depth of one algorithm."""
    line = {"algorithm": name, "depth": row["depth"]}
    for quantity in ("nodes", "quality"):
        line[quantity] = row.get(f"{keys[0]}{quantity}")
        line[f"{quantity}_error"] = row.get(f"{keys[0]}{quantity}_standard_error")
        line[f"{quantity}_published"] = row.get(f"{keys[1]}published_{quantity}")
        line[f"{quantity}_apart"] = row.get(f"{keys[1]}{quantity}_errors_apart")
    return line


def lines_of(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows as they are printed: the depths of one algorithm below each other."""
    series = [(one.name, (one.key, one.published_key)) for one in SERIES]
    series.append(("exact less learned", (SAVED, SAVED)))
    return [_line(row, *one) for one in series for row in rows]


def _curves(rows: Sequence[dict[str, Any]], quantity: str) -> list[plots.Curve]:
    """Ours and the paper's of each algorithm, by depth."""
    depths = [row["depth"] for row in rows]
    curves = []
    for number, one in enumerate(SERIES):
        means = [row[f"{one.key}{quantity}"] for row in rows]
        errors = [row[f"{one.key}{quantity}_standard_error"] for row in rows]
        published = [row[f"{one.published_key}published_{quantity}"] for row in rows]
        curves.append(plots.Curve(one.name, depths, means, errors, number, line=LINES[number]))
        curves.append(plots.Curve(f"{one.name}, Zhang 1995", depths, published, None, number, True))
    return curves


def draw(found: Found) -> list[plots.Panel]:
    """Nodes and quality against depth."""
    rows = found["rows"]
    return [
        plots.Panel(
            _curves(rows, "nodes"),
            {"xlabel": "depth", "ylabel": "nodes generated", "yscale": "log"},
        ),
        plots.Panel(
            _curves(rows, "quality"),
            {"xlabel": "depth", "ylabel": "first move that of depth 10, %"},
        ),
    ]


def measure(run: Runner) -> dict[str, Any]:
    """The rows of the table."""
    interpretation = interpretation_of(run.options)
    rows = rows_of(run.trials(every_depth, comparison(interpretation)))
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
    options=(of_trials(paper.TRIALS), interpretation_options(learning=True)),
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
