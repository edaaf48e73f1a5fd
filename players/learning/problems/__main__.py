"""Problems from the program's own games, each move scored: python -m players.learning.problems."""

import argparse
import sys
from pathlib import Path

from othello import evaluation
from othello.command_line import new_parser, until_closed
from othello.display import display_for
from othello.formats import obf
from players.engine.midgame_memory import FULL_WIDTH
from players.learning.command import (
    add_files,
    add_numbers,
    as_typed,
    check_files,
    check_least,
    jobs,
    run,
)
from players.learning.problems.samples import BATCH, Recipe, make_problems

COMMAND = "python -m players.learning.problems"
OUT = "problems.obf"
FEWEST_EMPTIES, MOST_EMPTIES = 14, 50


def _parser() -> argparse.ArgumentParser:
    """The options."""
    recipe = Recipe()
    parser = new_parser(
        COMMAND,
        "Make problems for `python -m tournament experiment engine-moves`: positions of games\n"
        "that the program plays against itself, each move scored by a deep search, as OBF.",
        f"""
examples:
  {COMMAND} --positions 20 --depth 8 --out few.obf
  {COMMAND} --jobs 2 --out own-30.obf
  {COMMAND} --fewest 36 --most 44 --seed 2 --out own-40.obf

The problems lie in the folder --work too, in files of {BATCH}, so a stopped run goes on where it
was. A thousand take half an hour of one core at the defaults.""",
    )
    add_numbers(
        parser,
        [
            ("positions", 1000, "problems, each of a game of its own"),
            ("fewest", recipe.fewest, "empty squares, at the least"),
            ("most", recipe.most, "empty squares, at the most"),
            ("depth", recipe.depth, "plies of the search that scores a move, the move counted"),
            ("selectivity", recipe.selectivity, f"of that search, to {FULL_WIDTH} for full width"),
            ("seed", recipe.seed, "of the games"),
        ],
    )
    parser.add_argument(
        "--evaluator", default=recipe.evaluator, help="plays and is searched with (%(default)s)"
    )
    add_files(parser, Path(OUT), "the problems made so far")
    return parser


def _recipe_of(options: argparse.Namespace) -> Recipe:
    """What the options ask for; ValueError, in one line, for senseless ones."""
    check_least(options, positions=1, depth=2, selectivity=0)
    if options.selectivity > FULL_WIDTH:
        raise ValueError(f"--selectivity must be {FULL_WIDTH} or less")
    if not FEWEST_EMPTIES <= options.fewest <= options.most <= MOST_EMPTIES:
        raise ValueError(
            f"--fewest and --most must be in order, from {FEWEST_EMPTIES} to {MOST_EMPTIES}"
        )
    evaluation.named(options.evaluator)  # so that an unknown one is told of at once
    return Recipe(**{name: getattr(options, name) for name in Recipe._fields})


def main(arguments: list[str] | None = None) -> int:
    """Play, score, write; return an exit code."""
    options = _parser().parse_args(arguments)
    return run(COMMAND, lambda: _run(options, as_typed(COMMAND, arguments)))


def _run(options: argparse.Namespace, typed: str) -> int:
    """Carry out what the options say."""
    recipe = _recipe_of(options)
    check_files(options)
    work = options.work or options.out.with_suffix(".work")
    with display_for(sys.stderr, "problems") as display:
        display.begin("scoring", 0, options.positions, quick=True)
        found = make_problems(recipe, options.positions, work, jobs(options), display.update)
    obf.write_problems(options.out, found, [f" {typed}"])
    print(f"{len(found)} problems in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(until_closed(main))
