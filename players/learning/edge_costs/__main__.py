"""Learn edge costs: python -m players.learning.edge_costs plays, searches, counts, writes."""

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

from othello.cli.command import exit_with
from othello.cli.output import print_table, save_figure
from othello.formats.wthor import MOST_MOVES
from players import registry
from players.forward import edge_costs
from players.forward.census import BEGAN, BIN, NO_COST, PROBABILITIES, REPLIED, histogram_quantiles
from players.forward.edge_costs import Costs, EdgeCosts
from players.forward.rules import HIGHEST_COST, LOWEST_COST
from players.learning.batches import digest_of_evaluator, digest_of_games
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.edge_costs.samples import (
    CENSUSES,
    Recipe,
    Sample,
    join_samples,
    quantiles_by_stage,
    read_batch,
)

SHOWN = (0.005, 0.1, 0.5, 0.9, 0.995)
PARTS = {"4-63": slice(4, 64), **{f"{n}-{n + 11}": slice(n, n + 12) for n in range(4, 64, 12)}}
"""Disc counts shown together."""
MARGIN_QUANTILE = 0.95
MARGIN_STAGES = (10, 20, 21, 30, 31, 40, 41, 50, 51)
LINE_PER_PLY = 120
"""The paper's most likely increment in hundredths of a disc, as far as it can be converted."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--player", metavar="SPEC", help="who plays (default: the searches that are counted)"
    )


def _check(options: argparse.Namespace) -> None:
    """SpecError for a player that there is not."""
    if options.player:
        registry.make(options.player)


def write(sample: Sample, recipe: Recipe, command: str, path: Path) -> None:
    """Write what was learned from a sample; ValueError if it is too small for margins."""
    deep = quantiles_by_stage(sample.discs, sample.errors)
    about: dict[str, Any] = {
        "command": command,
        "recipe": recipe._asdict(),
        "evaluator_sha256": digest_of_evaluator(recipe.evaluator),
        "games": len(sample.moves),
        "searches": int(sample.searches),
        "edges": int(sample.edges.histogram.sum()),
        "passes": int(sample.passes.histogram.sum()),
        "positions": int(sample.discs.size),
        "first_games_sha256": digest_of_games(sample.moves),
    }
    edge_costs.write(path, about, sample.edges, sample.passes, deep)


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
        "increments": [round(end, 1) for end in costs.increments()],
        "margins": {
            str(stage): {
                "falls": margins.falls[stage, 1:].tolist(),
                "rises": margins.rises[stage, 1:].tolist(),
            }
            for stage in MARGIN_STAGES
        },
    }


def print_tables(costs: EdgeCosts) -> None:
    """Print extremes, quantiles, likely increments and margins."""
    told = summary(costs)
    rows = [
        [name, f"{figures.pop('edges') / 1000:,.0f}", *map(_discs, figures.values())]
        for name, figures in {**told["edges"], "passes": told["passes"]}.items()
    ]
    title = "Edge costs in discs: means for the mover, the rest for the side that began"
    headings = ["at", "edges/k", "began", "repl.", "lowest", *(f"{p:.3g}" for p in SHOWN)]
    print_table([*headings, "highest"], rows, title)
    print_table(["below", "above"], [[*map(_discs, told["increments"])]], "Likely increments")
    rows = [
        [f"{stage} {kind}", *map(_discs, found)]
        for stage, margin in told["margins"].items()
        for kind, found in margin.items()
    ]
    title = f"Margins in discs by depth in plies, quantile {MARGIN_QUANTILE}"
    print_table(["at", *map(str, range(1, len(rows[0])))], rows, title)


def _discs(hundredths: float) -> str:
    return f"{hundredths / 100:.1f}"


def draw(costs: EdgeCosts, path: Path) -> None:
    """Draw the histogram, the extremes by disc count and the margins by depth.

    The command has seen to it that matplotlib is there.
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
    save_figure(figure, path)


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


def _learn(run: Run) -> None:
    options, recipe = run.options, run.recipe
    paths = run.collect(CENSUSES, options.games)
    sample = join_samples(read_batch(path, recipe.deepest) for path in paths)
    write(sample, recipe, run.typed, options.out)
    costs = edge_costs.load(options.out)
    if not run.as_json(**summary(costs)):
        print_tables(costs)
    if options.plot is not None:
        draw(costs, options.plot)
    print(f"{options.out}: from {len(sample.moves)} games", file=sys.stderr)


LEARNER = Learner(
    name="edge_costs",
    summary="""\
Learn what the edges of searches cost, and how far deeper searches lie from
the static value, in games of Othello; print it and write it for forward estimation.""",
    examples=f"""\
  {{command}} --plot data/results/edge-costs.png
  {{command}} --games 10 --most {Recipe().fewest} --out data/edge_costs_10_games.npz
  {{command}} --evaluator mobility --depth 4 --out mobility_costs.npz --jobs 1

The second has as many games as the paper's.
The same options give the same figures, whatever the jobs.
What is done lies in the folder --work, so a stopped run goes on where it was.""",
    options=[
        Setting("games", "games to sample", 1, default=2500),
        Setting("depth", "plies of the searches whose edges are counted", 1, MOST_MOVES),
        Setting("fewest", "random first plies, at least"),
        Setting("most", "random first plies, at most", 0, 40),
        Setting("positions", "positions near each game that are searched deeper", 1),
        Setting("deep", "plies of those searches", 1),
        Setting("deepest", "plies of the first of them", 1, MOST_MOVES),
        SEED,
        Setting("evaluator", "whose edge costs"),
    ],
    ascending=[("fewest", "most"), ("deep", "deepest")],
    add_options=_add_options,
    plot="what was learned",
    out=edge_costs.SHIPPED_COSTS,
    kept="what is done",
    work=".games",
    recipe=Recipe,
    check=_check,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
