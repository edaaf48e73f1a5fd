"""Learn what moves cost: python -m players.learning.interest samples, labels, fits and writes."""

import argparse
import hashlib
import sys
from pathlib import Path

from othello import evaluation
from othello.command_line import new_parser, print_table, until_closed
from othello.evaluation.tables import save
from players.interest.costs import WEIGHTS
from players.learning.command import (
    add_files,
    add_numbers,
    as_typed,
    check_files,
    check_least,
    jobs,
    progress,
    run,
)
from players.learning.interest.fit import HELD_OUT, choices_of, learn
from players.learning.interest.samples import BATCH, Recipe, make_batch, make_batches

COMMAND = "python -m players.learning.interest"
MOST_ONE_IN = 2**20


def _parser() -> argparse.ArgumentParser:
    """The options."""
    parser = new_parser(
        COMMAND,
        "Learn the weights of interest search's terms from nodes of its own searches, "
        "labelled\nby a deeper one, validate them on games that were held out, and write them.",
        f"""
examples:
  {COMMAND} --games 500
  {COMMAND} --games 100 --depth 4 --work nodes --out few.npz

The nodes lie in the folder --work, so a stopped run goes on where it was.""",
    )
    recipe = Recipe()
    add_numbers(
        parser,
        [
            ("games", 400, f"games to sample, in batches of {BATCH}"),
            ("nodes", recipe.nodes, "nodes of each search that is sampled"),
            ("one-in", recipe.one_in, "of its interior nodes is noted, a power of two"),
            ("depth", recipe.depth, "plies of the search that labels"),
            ("seed", recipe.seed, "of the games"),
        ],
    )
    parser.add_argument(
        "--evaluator", default=recipe.evaluator, help="of the searches (%(default)s)"
    )
    add_files(parser, Path(WEIGHTS), "the nodes")
    return parser


def _check(options: argparse.Namespace) -> None:
    """ValueError, in one line, for an option that makes no sense."""
    check_least(options, games=2 * BATCH, nodes=100, depth=1, one_in=1)
    if options.one_in & (options.one_in - 1) or options.one_in > MOST_ONE_IN:
        raise ValueError(f"--one-in must be a power of two, {MOST_ONE_IN:,} at most")
    check_files(options)


def digest_of_first_game(recipe: Recipe) -> str:
    """A digest of the nodes of the first game, for anyone to check theirs by."""
    nodes = make_batch(recipe, 0, games=1)
    return hashlib.sha256(b"".join(part.tobytes() for part in nodes.values())).hexdigest()


def main(arguments: list[str] | None = None) -> int:
    """Sample, label, fit, validate, write; return an exit code."""
    options = _parser().parse_args(arguments)
    return run(COMMAND, lambda: _run(options, as_typed(COMMAND, arguments)))


def _run(options: argparse.Namespace, typed: str) -> int:
    """Carry out what the options say."""
    _check(options)
    recipe = Recipe(
        evaluator=options.evaluator,
        nodes=options.nodes,
        one_in=options.one_in,
        depth=options.depth,
        seed=options.seed,
    )
    evaluation.named(options.evaluator)  # so that an unknown one is told of at once
    work = options.work or options.out.with_suffix(".nodes")
    batches = -(-options.games // BATCH)
    with progress(batches * BATCH) as told:
        nodes = make_batches(recipe, batches, work, jobs(options), told)
    choices = choices_of(nodes, evaluation.named(recipe.evaluator))
    arrays, report = learn(choices)
    about = {
        "command": typed,
        "recipe": recipe._asdict(),
        "games": batches * BATCH,
        "nodes": int(choices.chosen.size),
        "held_out": f"one batch in {HELD_OUT}",
        "first_game_sha256": digest_of_first_game(recipe),
        "scores": report,
    }
    save(options.out, about, arrays)
    rows = [
        (name, f"{scores['log_likelihood']:.4f}", f"{100 * scores['accuracy']:.1f}")
        for name, scores in report.items()
    ]
    print_table(("terms", "log-likelihood", "preferred move %"), rows, "On games held out")
    print(f"{options.out}: from {about['games']} games, {about['nodes']} nodes")
    return 0


if __name__ == "__main__":
    sys.exit(until_closed(main))
