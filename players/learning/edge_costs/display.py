"""What the command that learns edge costs shows: tables, the same as plain data, a picture."""

import io
from pathlib import Path
from typing import Any

import numpy as np

from othello.command_line import print_table
from othello.files import replace_file
from players.forward.census import BEGAN, BIN, NO_COST, PROBABILITIES, REPLIED, histogram_quantiles
from players.forward.edge_costs import READINGS, Costs, EdgeCosts
from players.forward.rules import HIGHEST_COST, LOWEST_COST

SHOWN = (0.005, 0.1, 0.5, 0.9, 0.995)
PARTS = {"4-63": slice(4, 64), **{f"{n}-{n + 11}": slice(n, n + 12) for n in range(4, 64, 12)}}
"""Disc counts shown together."""
MARGIN_QUANTILE = 0.95
MARGIN_STAGES = (10, 20, 21, 30, 31, 40, 41, 50, 51)
LINE_PER_PLY = 120
"""The paper's most likely increment in hundredths of a disc, as far as it can be converted."""


def _figures(costs: Costs, stages: slice) -> dict[str, Any]:
    """Number of edges, means for either mover, extremes and quantiles for the side that began."""
    by_mover = costs.histogram[:, stages].sum(-1)
    sums = (by_mover * costs.means[:, stages]).sum(1)
    means = sums / np.maximum(by_mover.sum(1), 1)
    quantiles = histogram_quantiles(costs.as_first(stages))
    lowest, highest = costs.extremes_as_first(stages)
    return {
        "edges": int(by_mover.sum()),
        "mean_began": round(float(means[BEGAN]), 1),
        "mean_replied": round(float(means[REPLIED]), 1),
        "lowest": lowest,
        **{str(shown): int(quantiles[PROBABILITIES.index(shown)]) for shown in SHOWN},
        "highest": highest,
    }


def summary(costs: EdgeCosts) -> dict[str, Any]:
    """What is shown, as plain data: hundredths of a disc."""
    margins = costs.margins(MARGIN_QUANTILE)
    return {
        "about": dict(costs.about),
        "edges": {name: _figures(costs.edges, part) for name, part in PARTS.items()},
        "passes": _figures(costs.passes, PARTS["4-63"]),
        "increments": {
            kind: [round(end, 1) for end in costs.increments(kind)] for kind in ("share", *READINGS)
        },
        "margins": {
            str(stage): {
                "falls": margins.falls[stage, 1:].tolist(),
                "rises": margins.rises[stage, 1:].tolist(),
            }
            for stage in MARGIN_STAGES
        },
    }


def print_tables(costs: EdgeCosts) -> None:
    """Print extremes, quantiles, readings of "most likely", and margins."""
    told = summary(costs)
    rows = [
        [name, f"{figures.pop('edges') / 1000:,.0f}", *map(_discs, figures.values())]
        for name, figures in {**told["edges"], "passes": told["passes"]}.items()
    ]
    title = "Edge costs in discs: means for the mover, the rest for the side that began"
    headings = ["at", "edges/k", "began", "repl.", "lowest", *(f"{p:.3g}" for p in SHOWN)]
    print_table([*headings, "highest"], rows, title)
    rows = [[kind, *map(_discs, ends)] for kind, ends in told["increments"].items()]
    print_table(["reading", "below", "above"], rows, "Likely increments")
    rows = [
        [f"{stage} {kind}", *map(_discs, found)]
        for stage, margin in told["margins"].items()
        for kind, found in margin.items()
    ]
    title = f"Margins in discs by depth in plies, quantile {MARGIN_QUANTILE}"
    print_table(["at", *map(str, range(1, len(rows[0])))], rows, title)


def _discs(hundredths: float) -> str:
    """Hundredths of a disc, written in discs."""
    return f"{hundredths / 100:.1f}"


def draw(costs: EdgeCosts, path: Path) -> None:
    """Draw the histogram, the extremes by disc count and the margins by depth.

    `check_files` has seen to it that matplotlib is there.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(16, 4.6), layout="constrained")
    histogram, extremes, margins = figure.subplots(1, 3)
    _draw_histogram(costs, histogram)
    _draw_extremes(costs, extremes)
    _draw_margins(costs, margins)
    for axes in (histogram, extremes, margins):
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")
    content = io.BytesIO()
    figure.savefig(content, format=path.suffix.lower().strip(".") or "png", dpi=150)
    replace_file(path, content.getvalue())


def _draw_histogram(costs: EdgeCosts, axes: Any) -> None:
    """How often each cost is met, by part of the game."""
    wide = 20  # bins that are drawn as one
    for name, part in PARTS.items():
        counts = costs.edges.as_first(part)[NO_COST % wide :]
        together = counts[: counts.size // wide * wide].reshape(-1, wide).sum(1)
        if together.any():
            discs = BIN / 100 * (wide * (np.arange(together.size) + 0.5) + NO_COST % wide - NO_COST)
            axes.semilogy(discs, together / together.sum(), lw=1, label=f"{name} discs")
    axes.set(
        xlabel="cost of an edge for the side that began, discs",
        ylabel=f"share in {wide * BIN / 100:g} disc",
        title=f"{costs.about['edges']:,} edges, {costs.evaluator}",
    )


def _draw_extremes(costs: EdgeCosts, axes: Any) -> None:
    """The widest costs by disc count, and what all but a few stay within."""
    by_stage = costs.edges.histogram.sum(0)
    stages = np.nonzero(by_stage.any(1))[0]
    extremes = costs.edges.extremes[:, stages] / 100
    lowest, highest = extremes[..., LOWEST_COST].min(0), extremes[..., HIGHEST_COST].max(0)
    axes.fill_between(stages, lowest, highest, color="C0", alpha=0.3, label="all")
    quantiles = np.apply_along_axis(histogram_quantiles, 1, by_stage[stages]) / 100
    for color, rare in enumerate(SHOWN[:2], 1):
        place = PROBABILITIES.index(rare)
        low, high = quantiles[:, place], quantiles[:, -1 - place]
        label = f"{1 - 2 * rare:.0%}"
        axes.fill_between(stages, low, high, color=f"C{color}", alpha=0.5, label=label)
    axes.set(xlabel="discs on the board", ylabel="cost for the side that moves, discs")


def _draw_margins(costs: EdgeCosts, axes: Any) -> None:
    """Margins by depth at some stages, and the line that the paper's increments make."""
    margins = costs.margins(MARGIN_QUANTILE)
    depths = np.arange(1, margins.falls.shape[1])
    for color, stage in enumerate((20, 30, 40, 50)):
        for kind, style in (("rises", "-"), ("falls", "--")):
            found = getattr(margins, kind)[stage, 1:] / 100
            axes.plot(depths, found, style, color=f"C{color}", label=f"{kind}, {stage} discs")
    axes.plot(depths, depths * LINE_PER_PLY / 100, "k:", label=f"{LINE_PER_PLY / 100:g} a ply")
    axes.set(xlabel="depth, plies", ylabel=f"margin, discs, quantile {MARGIN_QUANTILE}")
