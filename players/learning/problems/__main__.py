"""Problems from the program's own games, each move scored: python -m players.learning.problems."""

import argparse
import sys

from othello.command_line import until_closed
from othello.formats import obf
from players.engine.midgame_memory import FULL_WIDTH
from players.learning.command import Learner, Run, check_least, recipe_from
from players.learning.problems.samples import BATCH, PROBLEMS, Recipe

DEFAULT = Recipe()
FEWEST_EMPTIES, MOST_EMPTIES = 14, 50


def _recipe_of(options: argparse.Namespace) -> Recipe:
    """The recipe that the options ask for; ValueError, in one line, for a senseless one."""
    check_least(options, positions=1, depth=2, selectivity=0)
    if options.selectivity > FULL_WIDTH:
        raise ValueError(f"--selectivity must be {FULL_WIDTH} or less")
    if not FEWEST_EMPTIES <= options.fewest <= options.most <= MOST_EMPTIES:
        raise ValueError(
            f"--fewest and --most must be in order, from {FEWEST_EMPTIES} to {MOST_EMPTIES}"
        )
    return recipe_from(options, Recipe)


def _learn(run: Run) -> None:
    """Play, score, write."""
    wanted, out = run.options.positions, run.options.out
    with run.progress("scoring", "problems", wanted) as told:
        paths = PROBLEMS.collect(run.recipe, wanted, run.work, run.jobs, told)
    found = [problem for path in paths for problem in obf.read_problems(path).problems][:wanted]
    obf.write_problems(out, found, [f" {run.typed}"])
    print(f"{len(found)} problems in {out}")


LEARNER = Learner(
    name="problems",
    summary="""\
Make problems for `python -m tournament experiment engine-moves`: positions of games
that the program plays against itself, each move scored by a deep search, as OBF.""",
    examples=f"""\
  {{command}} --positions 20 --depth 8 --out few.obf
  {{command}} --jobs 2 --out own-30.obf
  {{command}} --fewest 36 --most 44 --seed 2 --out own-40.obf

The problems lie in the folder --work too, in files of {BATCH}, so a stopped run goes on where it
was. A thousand take half an hour of one core at the defaults.""",
    options=[
        ("positions", 1000, "problems, each of a game of its own"),
        ("fewest", DEFAULT.fewest, "empty squares, at the least"),
        ("most", DEFAULT.most, "empty squares, at the most"),
        ("depth", DEFAULT.depth, "plies of the search that scores a move, the move counted"),
        ("selectivity", DEFAULT.selectivity, f"of that search, to {FULL_WIDTH} for full width"),
        ("seed", DEFAULT.seed, "of the games"),
        ("evaluator", DEFAULT.evaluator, "plays and is searched with"),
    ],
    out="problems.obf",
    kept="the problems made so far",
    work=".work",
    recipe_of=_recipe_of,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    sys.exit(until_closed(main))
