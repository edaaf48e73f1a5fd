"""Learn what moves cost: python -m players.learning.interest samples, labels, fits and writes."""

import argparse
import hashlib
import sys

from othello import evaluation
from othello.command_line import print_table, until_closed
from othello.evaluation.tables import save
from players.interest.costs import WEIGHTS
from players.learning.command import Learner, Run, check_least, recipe_from
from players.learning.interest.fit import HELD_OUT, choices_of, learn
from players.learning.interest.samples import BATCH, NODE_BATCHES, Recipe, make_batch, read_batch

DEFAULT = Recipe()
MOST_ONE_IN = 2**20


def _recipe_of(options: argparse.Namespace) -> Recipe:
    """The recipe that the options ask for; ValueError, in one line, for a senseless one."""
    check_least(options, games=2 * BATCH, nodes=100, depth=1, one_in=1)
    if options.one_in & (options.one_in - 1) or options.one_in > MOST_ONE_IN:
        raise ValueError(f"--one-in must be a power of two, {MOST_ONE_IN:,} at most")
    return recipe_from(options, Recipe)


def digest_of_first_game(recipe: Recipe) -> str:
    """A digest of the nodes of the first game, for anyone to check theirs by."""
    nodes = make_batch(recipe, 0, games=1)
    return hashlib.sha256(b"".join(part.tobytes() for part in nodes.values())).hexdigest()


def _learn(run: Run) -> None:
    """Sample, label, fit, validate, write."""
    recipe, out = run.recipe, run.options.out
    games = -(-run.options.games // BATCH) * BATCH
    with run.progress("learning", "games", games) as told:
        paths = NODE_BATCHES.collect(recipe, games, run.work, run.jobs, told)
    choices = choices_of([read_batch(path) for path in paths], evaluation.named(recipe.evaluator))
    arrays, report = learn(choices)
    about = {
        "command": run.typed,
        "recipe": recipe._asdict(),
        "games": games,
        "nodes": int(choices.chosen.size),
        "held_out": f"one batch in {HELD_OUT}",
        "first_game_sha256": digest_of_first_game(recipe),
        "scores": report,
    }
    save(out, about, arrays)
    rows = [
        (name, f"{scores['log_likelihood']:.4f}", f"{100 * scores['accuracy']:.1f}")
        for name, scores in report.items()
    ]
    print_table(("terms", "log-likelihood", "preferred move %"), rows, "On games held out")
    print(f"{out}: from {games} games, {about['nodes']} nodes")


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
        ("games", 400, f"games to sample, in batches of {BATCH}"),
        ("nodes", DEFAULT.nodes, "nodes of each search that is sampled"),
        ("one-in", DEFAULT.one_in, "of its interior nodes is noted, a power of two"),
        ("depth", DEFAULT.depth, "plies of the search that labels"),
        ("seed", DEFAULT.seed, "of the games"),
        ("evaluator", DEFAULT.evaluator, "of the searches"),
    ],
    out=WEIGHTS,
    kept="the nodes",
    work=".nodes",
    recipe_of=_recipe_of,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    sys.exit(until_closed(main))
