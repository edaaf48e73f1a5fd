"""Figure 2 of Zhang 1995: decision quality against nodes when margins are scaled by delta.

The trees of Table 1, searched to every depth by alpha-beta and by forward estimation with on-line
learned bounds times delta, condition (3).
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from tournament.experiments.runner import Experiment, Result, Runner, Table
from tournament.experiments.runner.arguments import of_trials, plot
from tournament.experiments.zhang1995 import table1 as paper
from tournament.experiments.zhang1995.table1 import Searched
from tournament.experiments.zhang1995.tree_trials import LEARNED_BOUNDS, Algorithm
from tournament.page import plots

BUDGETS = (20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000)
"""In nodes, about evenly spaced in their logarithm."""
CURVE_RESAMPLES = 400

DRAWN_DELTAS = (1.0, 0.8, 0.6, 0.5, 0.4, 0.2, 0.1)
RECOMMENDED = 0.5
NAMES = ("alpha-beta", *(f"delta {delta:g}" for delta in DRAWN_DELTAS))
ROW_KEYS = ("alphabeta", *(f"delta_{delta:g}" for delta in DRAWN_DELTAS))
LABELS = ("AB", *(f"{delta:g}" for delta in DRAWN_DELTAS))
QUALITIES = " | ".join(
    f"{label} {{{key}_quality:.1f}}" for label, key in zip(LABELS, ROW_KEYS, strict=True)
)
ALPHABETA_ROW, CHOSEN = 0, 1 + DRAWN_DELTAS.index(RECOMMENDED)

PUBLISHED_POINTS = (
    (paper.ALPHABETA_NODES, paper.QUALITY),
    (paper.LEARNED_NODES, paper.LEARNED_QUALITY),
)
"""The curves of alpha-beta and delta 1 from Table 1; the paper prints no numbers of the others."""


class Quality(NamedTuple):
    """Quality, float[algorithms, budgets], and the same for each resample of the trees."""

    quality: np.ndarray
    resampled: np.ndarray

    def less(self, number: int) -> "Quality":
        """Return the quality less that of one algorithm."""
        resampled = self.resampled - self.resampled[:, number : number + 1]
        return Quality(self.quality - self.quality[number], resampled)

    def mean(self) -> "Quality":
        """Return the mean over the budgets, as a single budget."""
        resampled = self.resampled.mean(axis=2, keepdims=True)
        return Quality(self.quality.mean(axis=1, keepdims=True), resampled)

    @property
    def standard_error(self) -> np.ndarray:
        """Standard error of the quality: float[algorithms, budgets]."""
        return self.resampled.std(axis=0, ddof=1)


def _interpolated(means: Iterable[np.ndarray], budgets: Sequence[float]) -> np.ndarray:
    """Return the quality, float[algorithms, budgets]; means: of nodes and quality, by depth."""
    nodes, quality = means
    pairs = zip(np.log(nodes), quality, strict=True)
    return np.array([np.interp(np.log(budgets), log_nodes, means) for log_nodes, means in pairs])


def at_equal_nodes(searched: Searched, budgets: Sequence[float]) -> Quality:
    """Return the quality of each algorithm at each budget, in nodes.

    Between two depths the quality is interpolated in the logarithm of the nodes; beyond the last
    depth it stays. Errors come from resampling the trees: all algorithms search the same trees, so
    that their differences vary less than their qualities.
    """
    trees = len(searched.nodes)
    random = np.random.default_rng(0)
    weights = random.multinomial(trees, np.full(trees, 1 / trees), CURVE_RESAMPLES) / trees
    means = (np.einsum("rt,tad->rad", weights, values) for values in searched)
    resampled = [_interpolated(each, budgets) for each in zip(*means, strict=True)]
    ours = _interpolated((values.mean(axis=0) for values in searched), budgets)
    return Quality(ours, np.array(resampled))


def budget_rows(quality: Quality) -> list[dict[str, Any]]:
    """Return a row for each of BUDGETS: qualities, gains over alpha-beta, the best algorithm."""
    gain = quality.less(ALPHABETA_ROW)
    rows = []
    for index, nodes in enumerate(BUDGETS):
        row: dict[str, Any] = {"nodes": nodes}
        for number, key in enumerate(ROW_KEYS):
            row[f"{key}_quality"] = float(quality.quality[number, index])
            row[f"{key}_gain"] = float(gain.quality[number, index])
            row[f"{key}_gain_standard_error"] = float(gain.standard_error[number, index])
        best = int(np.argmax(quality.quality[:, index]))
        row["best"] = LABELS[best]
        for key in ("gain", "gain_standard_error"):
            row[f"best_{key}"] = row[f"{ROW_KEYS[best]}_{key}"]
        rows.append(row)
    return rows


def points_of(searched: Searched) -> list[dict[str, Any]]:
    """Return the points of the figure: every algorithm at every depth."""
    points = []
    for (number, name), depth in product(enumerate(NAMES), paper.PAPER_DEPTHS):
        point = {"algorithm": name, "depth": depth}
        for key, measured in searched.means(number, depth).items():
            point |= {key: measured.mean, f"{key}_standard_error": measured.standard_error}
        points.append(point)
    return points


def rows_of(points: Sequence[dict[str, Any]], quality: Quality) -> list[dict[str, Any]]:
    """Return a row per algorithm: its full depth, and its gain at equal nodes."""
    rows = [dict(point) for point in points if point["depth"] == paper.PAPER_DEPTH]
    for key, other in (("gain", ALPHABETA_ROW), ("over_recommended", CHOSEN)):
        apart = quality.less(other).mean()
        for row, mean, error in zip(rows, apart.quality, apart.standard_error, strict=True):
            row |= {key: float(mean[0]), f"{key}_standard_error": float(error[0])}
    return rows


def draw(result: Result) -> list[plots.Panel]:
    """Draw quality against nodes."""
    errors = "quality_standard_error"
    curves = plots.curves_by(result["points"], "algorithm", "nodes", "quality", errors)
    for color, (nodes, quality) in enumerate(PUBLISHED_POINTS):
        label = f"{NAMES[color]}, Zhang 1995"
        curves.append(plots.Curve(label, nodes, quality, None, color, True))
    axes = {"xlabel": "nodes generated", "ylabel": "first move that of depth 10, %"}
    return [plots.Panel(curves, {**axes, "xscale": "log"})]


def measure(run: Runner) -> dict[str, Any]:
    """Return the points of the figure, and the algorithms at equal nodes."""
    interpretation = paper.interpretation_of(run.options)
    algorithms = [Algorithm(interpretation=interpretation)]
    algorithms += [Algorithm(LEARNED_BOUNDS, delta, interpretation) for delta in DRAWN_DELTAS]
    searched = paper.search_all(run, algorithms)
    points, quality = points_of(searched), at_equal_nodes(searched, BUDGETS)
    return {
        "conventions": interpretation._asdict(),
        "rows": rows_of(points, quality),
        "budgets": budget_rows(quality),
        "points": points,
    }


TITLE = "{trials:,} random trees, mean branching 5; after Zhang 1995, Figure 2"

EXPERIMENT = Experiment(
    name="figure2",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 2: decision quality against nodes on random trees",
    options=(of_trials(paper.TRIALS), plot(), paper.interpretation_options()),
    measure=measure,
    tables=(
        Table(
            "algorithm {algorithm} | nodes {nodes:,.1f} | ± SE {nodes_standard_error:,.1f}"
            " | quality % {quality:.1f} | ± SE {quality_standard_error:.1f} | over AB {gain:+.2f}"
            f" | ± SE {{gain_standard_error:.2f}} | over {RECOMMENDED:g} {{over_recommended:+.2f}}"
            " | ± SE {over_recommended_standard_error:.2f}",
            TITLE,
            "nodes and quality at depth 10; quality: first move that of alpha-beta at depth 10;"
            f" over AB, over {RECOMMENDED:g}: by how much the quality is higher than alpha-beta's"
            f" and that of delta {RECOMMENDED:g} at equal nodes, in percent points, mean of the"
            f" {len(BUDGETS)} numbers of nodes below",
        ),
        Table(
            f"nodes {{nodes:,d}} | {QUALITIES} | best {{best}} | over AB {{best_gain:+.1f}}"
            " | ± SE {best_gain_standard_error:.1f}",
            "Quality at equal nodes, %",
            "AB: alpha-beta; the others: by delta; interpolated between depths in the logarithm of"
            " the nodes; what depth 10 does not use up buys nothing more",
            "budgets",
        ),
    ),
    echoed=("trials", "seed"),
    draw=draw,
    drawing_title=TITLE,
)
