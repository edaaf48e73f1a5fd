"""Learn the pattern evaluation: python -m players.learning.patterns plays, labels, fits, writes."""

import argparse
from typing import Any

import numpy as np

from othello.command_line import leave, print_table
from othello.evaluation.patterns.places import columns, row_numbers
from othello.evaluation.patterns.weights import PATTERN_WEIGHTS, save_weights
from players.learning.batches import digest_of
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.patterns import fit
from players.learning.patterns.plan import JUDGED, Plan, Round
from players.learning.patterns.rounds import Rounds, keep_plan, learn
from players.workers.choice import pool_of

QUICK, QUICK_JUDGED = {"rounds": 1, "games": 40_000, "label_depth": 3, "exact": 52}, 200
"""What --quick takes in place of other defaults, and how many positions put a stage to scale."""
FIRST_ROUND, FIRST_DEPTH, FIRST_EXACT = 4, 3, 52
"""The first round of several plays one game for so many of each later one, and labels no deeper
and solves from no fewer discs than this: it only teaches the next one to play."""


def plan_of(options: argparse.Namespace) -> Plan:
    """The plan that the options ask for."""
    rounds = []
    for number in range(options.rounds):
        usual = Round(options.games, least=options.label_depth, exact=options.exact)
        if number == 0 and options.rounds > 1:
            games, least = -(-options.games // FIRST_ROUND), min(options.label_depth, FIRST_DEPTH)
            usual = Round(games, least=least, exact=max(options.exact, FIRST_EXACT))
        play = usual.play._replace(depth=options.play_depth, batch=options.batch)
        rounds.append(usual._replace(play=play))
    judged = QUICK_JUDGED if options.quick else JUDGED
    return Plan(tuple(rounds), options.evaluator, options.ridge, seed=options.seed, judged=judged)


def held_out_errors(rounds: Rounds, plan: Plan, weights: np.ndarray) -> list[dict[str, Any]]:
    """What the weights say of the last round's positions that were kept from the fit, by stage."""
    found = []
    for stage, first in enumerate(plan.first_discs):
        sample = rounds.sample(len(plan.rounds) - 1, stage)
        drawn = np.ascontiguousarray(sample.positions[sample.held_out])
        features = fit.table_of_features(drawn, columns(), row_numbers())
        said = fit.predictions(features, weights[stage])
        if errors := fit.errors_of(said, sample.labels[sample.held_out]):
            found.append({"discs": first, "positions": len(drawn), **errors})
    return found


def _print_errors(errors: list[dict[str, Any]]) -> None:
    rows = [
        (
            *(f"from {error['discs']}", f"{error['positions']:,}", f"{error['variance']:.1f}"),
            *(f"{error['squared_error']:.1f}", f"{error['slope']:.2f}"),
        )
        for error in errors
    ]
    headings = ("discs", "positions", "variance of labels", "squared error", "slope")
    print_table(headings, rows, "Against the labels of games held out, in discs")


def _learn(run: Run) -> None:
    plan, out = run.recipe, run.options.out
    keep_plan(plan, run.work)
    with pool_of(run.jobs) as workers:
        rounds, weights = learn(plan, run.work, workers, "learning")
    errors = held_out_errors(rounds, plan, weights)
    about = {
        "command": run.typed,
        "plan": plan._asdict(),
        "weights_sha256": digest_of(weights),
        "held_out": errors,
    }
    save_weights(out, about, weights, plan.first_discs)
    if run.as_json(about):
        return
    _print_errors(errors)
    print(f"{out}: {weights.shape[0]} stages of {weights.shape[1]:,} weights")


LEARNER = Learner(
    name="patterns",
    summary="""\
Learn the weights of board patterns from games that the program plays against itself:
rounds of games, whose positions are labelled from the end of the game to its start, by
exact results and by searches that use what is learned already.""",
    examples="""\
  {command} --quick --out mine.npz
  {command} --games 400000 --jobs 2 --out mine.npz
  python -m tournament match alphabeta:depth=6,evaluator=patterns@mine.npz alphabeta:depth=6

Games and labels lie in the folder --work, so a stopped run goes on where it was.""",
    options=[
        Setting("rounds", "rounds of games", 1, default=2),
        Setting("games", "games of each round but the first, a quarter of it", 1, default=400_000),
        Setting("label-depth", "plies that label a position, at the least", 1, default=4),
        Setting("play-depth", "plies of the search that plays the games", 1, default=2),
        Setting("exact", "discs from which positions are solved", default=48),
        Setting("batch", "games in a file, which a kill can cost", 1, default=5000),
        SEED,
        Setting("ridge", "of the regression"),
        Setting("evaluator", "plays the first round"),
    ],
    quick=QUICK,
    out=PATTERN_WEIGHTS,
    kept="the games and labels",
    work=".work",
    recipe=Plan,
    recipe_of=plan_of,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    leave(main)
