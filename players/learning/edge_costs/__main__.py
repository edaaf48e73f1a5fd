"""Learn edge costs: python -m players.learning.edge_costs plays, searches, counts, writes."""

from typing import Any

from othello.cli.command import exit_with
from othello.formats.wthor import MOST_MOVES
from players.forward import edge_costs
from players.learning.batches import digest_of_evaluator
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.edge_costs.samples import (
    CENSUSES,
    Recipe,
    join_samples,
    quantiles_by_stage,
    read_batch,
)

FIRST_GAMES = 2
"""Number of games that `first_sha256` covers."""


def learn(run: Run) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the census and the errors of static values, and notes about both.

    ValueError if the sample is too small for margins.
    """
    recipe = run.recipe
    sample = join_samples(read_batch(path) for path in run.collect(CENSUSES))
    deep = quantiles_by_stage(sample.discs, sample.errors)
    notes = {
        "evaluator_sha256": digest_of_evaluator(recipe.evaluator),
        "searches": int(sample.searches),
        "edges": int(sample.edges.histogram.sum()),
        "passes": int(sample.passes.histogram.sum()),
        "positions": int(sample.discs.size),
        "first_sha256": CENSUSES.digest_of_first(recipe, FIRST_GAMES),
    }
    return (sample.edges, sample.passes, deep), notes


LEARNER = Learner(
    name="edge_costs",
    summary="""\
Learn the costs of edges in Othello's game tree, and the errors of static values against
deeper searches. Forward estimation prunes by them.""",
    examples=f"""\
  {{command}} --out mine.npz
  {{command}} --games 10 --most {Recipe().fewest} --out data/edge_costs_10_games.npz
  {{command}} --evaluator mobility --depth 4 --out mobility_costs.npz --jobs 1

The second uses ten games, as the paper does. The number of jobs does not change the result.""",
    total=Setting("games", "games to sample", 1, default=2500),
    options=[
        Setting("depth", "plies of the counted searches", 1, MOST_MOVES),
        Setting("most", "random first plies, at most", Recipe().fewest, 40),
        SEED,
        Setting("evaluator", "evaluator whose edge costs are learned"),
    ],
    out=edge_costs.SHIPPED_COSTS,
    recipe=Recipe,
    learn=learn,
    save=lambda path, about, learned: edge_costs.write(path, about, *learned),
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
