"""Learn edge costs: python -m players.learning.edge_costs plays, searches, counts, writes."""

import argparse
import sys
from pathlib import Path
from typing import Any

from othello.formats.wthor import MOST_MOVES
from players import registry
from players.forward import depth_errors, edge_costs
from players.learning.batches import digest_of_evaluator, digest_of_games
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.edge_costs.display import draw, print_tables, summary
from players.learning.edge_costs.samples import (
    CENSUSES,
    Recipe,
    Sample,
    errors_of_pairs,
    join_samples,
    quantiles_by_stage,
    read_batch,
)


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that are no single values with defaults."""
    parser.add_argument(
        "--player", metavar="SPEC", help="who plays (default: the searches that are counted)"
    )
    text = "write how far deeper searches lie from shallower ones, for probcut, too"
    parser.add_argument("--pairs", type=Path, metavar="FILE", help=text)


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


def _learn(run: Run) -> None:
    options, recipe = run.options, run.recipe
    paths = run.collect(CENSUSES, options.games)
    sample = join_samples(read_batch(path, recipe.deepest) for path in paths)
    write(sample, recipe, run.typed, options.out)
    if options.pairs is not None:
        about = {"command": run.typed, "recipe": recipe._asdict(), "games": len(sample.moves)}
        depth_errors.write(options.pairs, about, errors_of_pairs(sample.discs, sample.errors))
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
    sys.exit(main())
