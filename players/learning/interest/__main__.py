"""Learn the costs of moves: python -m players.learning.interest samples, labels, fits, writes."""

from othello import evaluation
from othello.cli.command import exit_with
from othello.cli.output import print_table
from players.interest.costs import WEIGHTS
from players.learning.batches import join
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.interest.fit import (
    BATCH,
    HELD_OUT,
    NODE_BATCHES,
    SHAPES,
    Recipe,
    choices_of,
    learn,
)


def _learn(run: Run) -> None:
    recipe, games = run.recipe, run.options.games
    nodes = join(run.collect(NODE_BATCHES, games), SHAPES)
    choices = choices_of(*nodes, evaluation.named(recipe.evaluator))
    arrays, report = learn(choices)
    if run.save(
        arrays,
        games=games,
        nodes=int(choices.chosen.size),
        held_out=f"one batch in {HELD_OUT}",
        first_game_sha256=NODE_BATCHES.digest_of_first(recipe, 1),
        scores=report,
    ):
        return
    rows = [
        (name, f"{scores['log_likelihood']:.4f}", f"{100 * scores['accuracy']:.1f}")
        for name, scores in report.items()
    ]
    print_table(("terms", "log-likelihood", "preferred move %"), rows, "On held-out games")
    print(f"{run.options.out}: from {games} games, {choices.chosen.size} nodes")


LEARNER = Learner(
    name="interest",
    summary="""\
Learn the weights of interest search's terms from nodes of its own searches, labelled by
deeper ones, validate them on held-out games, and write them.""",
    examples="""\
  {command} --games 500
  {command} --games 100 --depth 4 --work nodes --out few.npz

The folder --work keeps the nodes: a stopped run resumes where it was.""",
    options=[
        Setting("games", f"games to sample, in batches of {BATCH}", 2 * BATCH, default=400),
        Setting("nodes", "nodes of each search that is sampled", 100),
        Setting("depth", "plies of the search that labels", 1),
        SEED,
        Setting("evaluator", "of the searches"),
    ],
    out=WEIGHTS,
    samples="the nodes",
    work=".nodes",
    recipe=Recipe,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
