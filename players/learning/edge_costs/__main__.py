"""Learn edge costs: python -m players.learning.edge_costs plays, searches, counts, writes."""

import sys
from pathlib import Path
from typing import Any

from othello.cli.command import exit_with
from othello.cli.output import print_table
from othello.formats.wthor import MOST_MOVES
from players.forward import edge_costs
from players.forward.edge_costs import EdgeCosts
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

MARGIN_QUANTILE = 0.95
MARGIN_STAGES = (10, 20, 21, 30, 31, 40, 41, 50, 51)


def write(sample: Sample, recipe: Recipe, command: str, path: Path) -> None:
    """Write what a sample gives; ValueError if it is too small for margins."""
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


def summary(costs: EdgeCosts) -> dict[str, Any]:
    """Return the likely increments and some margins by depth, in hundredths of a disc."""
    margins = costs.margins(MARGIN_QUANTILE)
    by_stage = {
        str(stage): {
            "falls": margins.falls[stage, 1:].tolist(),
            "rises": margins.rises[stage, 1:].tolist(),
        }
        for stage in MARGIN_STAGES
    }
    return {
        "about": dict(costs.about),
        "increments": [round(end, 1) for end in costs.increments()],
        "margins": by_stage,
    }


def print_tables(costs: EdgeCosts) -> None:
    """Print the likely increments, and margins, in discs."""
    found = summary(costs)
    print_table(["below", "above"], [[*map(_discs, found["increments"])]], "Likely increments")
    rows = [
        [f"{stage} {kind}", *map(_discs, by_depth)]
        for stage, margin in found["margins"].items()
        for kind, by_depth in margin.items()
    ]
    title = f"Margins in discs by depth in plies, quantile {MARGIN_QUANTILE}"
    print_table(["discs", *map(str, range(1, len(rows[0])))], rows, title)


def _discs(hundredths: float) -> str:
    return f"{hundredths / 100:.1f}"


def _learn(run: Run) -> None:
    options, recipe = run.options, run.recipe
    paths = run.collect(CENSUSES, options.games)
    sample = join_samples(read_batch(path, recipe.deepest) for path in paths)
    write(sample, recipe, run.typed, options.out)
    costs = edge_costs.load(options.out)
    if not run.print_json(**summary(costs)):
        print_tables(costs)
    print(f"{options.out}: from {len(sample.moves)} games", file=sys.stderr)


LEARNER = Learner(
    name="edge_costs",
    summary="""\
Learn the costs of edges in Othello's game tree, and the errors of static values against
deeper searches. Forward estimation prunes by them.""",
    examples=f"""\
  {{command}} --out mine.npz
  {{command}} --games 10 --most {Recipe().fewest} --out data/edge_costs_10_games.npz
  {{command}} --evaluator mobility --depth 4 --out mobility_costs.npz --jobs 1

The second uses ten games, as the paper does. The number of jobs does not change the result.
The folder --work keeps the samples: a stopped run resumes where it was.""",
    options=[
        Setting("games", "games to sample", 1, default=2500),
        Setting("depth", "plies of the counted searches", 1, MOST_MOVES),
        Setting("fewest", "random first plies, at least"),
        Setting("most", "random first plies, at most", 0, 40),
        Setting("positions", "positions near each game that are searched more deeply", 1),
        Setting("deep", "plies of those searches", 1),
        Setting("deepest", "plies for the first of these positions", 1, MOST_MOVES),
        SEED,
        Setting("evaluator", "evaluator whose edge costs are learned"),
    ],
    ascending=[("fewest", "most"), ("deep", "deepest")],
    out=edge_costs.SHIPPED_COSTS,
    samples="the samples",
    work=".games",
    recipe=Recipe,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
