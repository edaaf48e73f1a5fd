"""Learn what moves cost: python -m players.learning.interest samples, labels, fits and writes."""

import argparse

from othello import evaluation
from othello.cli.command import exit_with
from othello.cli.output import print_table
from players.interest.costs import WEIGHTS
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.interest.fit import HELD_OUT, choices_of, learn
from players.learning.interest.samples import BATCH, NODE_BATCHES, Recipe, read_nodes


def _check(options: argparse.Namespace) -> None:
    """ValueError, in one line, for what no node can be noted by."""
    if options.one_in & (options.one_in - 1):
        raise ValueError("--one-in must be a power of two")


def _learn(run: Run) -> None:
    recipe, games = run.recipe, NODE_BATCHES.total(run.options.games)
    nodes = read_nodes(run.collect(NODE_BATCHES, games))
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
    print_table(("terms", "log-likelihood", "preferred move %"), rows, "On games held out")
    print(f"{run.options.out}: from {games} games, {choices.chosen.size} nodes")


LEARNER = Learner(
    name="interest",
    summary="""\
Learn the weights of interest search's terms from nodes of its own searches, labelled
by a deeper one, validate them on games that were held out, and write them.""",
    examples="""\
  {command} --games 500
  {command} --games 100 --depth 4 --work nodes --out few.npz

The nodes lie in the folder --work, so a stopped run goes on where it was.""",
    options=[
        Setting("games", f"games to sample, in batches of {BATCH}", 2 * BATCH, default=400),
        Setting("nodes", "nodes of each search that is sampled", 100),
        Setting("one-in", "of its interior nodes is noted, a power of two", 1, 2**20),
        Setting("depth", "plies of the search that labels", 1),
        SEED,
        Setting("evaluator", "of the searches"),
    ],
    out=WEIGHTS,
    kept="the nodes",
    work=".nodes",
    recipe=Recipe,
    check=_check,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
