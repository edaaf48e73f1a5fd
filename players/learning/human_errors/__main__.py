"""Fit the errors of people of every strength: python -m players.learning.human_errors."""

import argparse
from typing import Any

import numpy as np

from othello.cli.command import exit_with
from othello.cli.output import print_table
from players.engine.level_player import HUMAN_ERRORS_FILE
from players.learning.batches import digest_of
from players.learning.command import SEED, Learner, Run, Setting, recipe_from
from players.learning.human_errors import fit
from players.learning.human_errors.samples import (
    BATCH,
    FEWEST_GAMES,
    HUMAN_GAMES,
    Recipe,
    games_of_batch,
    read_decisions,
    read_human_games,
)

HELD_OUT = 5
"""Every fifth batch is held out of the fit."""


def print_compared(rows: list[dict[str, Any]]) -> None:
    """Print the losses of people and of the fitted model."""
    table = []
    for row in rows:
        pairs = list(zip(row["people"], row["model"], strict=True))
        shares = (f"{100 * share:.0f} %" for pair in pairs[1:] for share in pair)
        losses = (f"{discs:.2f}" for discs in pairs[0])
        table.append((row["class"], f"{row['choices']:,}", *losses, *shares))
    best, blunder = f"up to {fit.BEST_LOSES:g} lost", f"over {fit.BLUNDER_LOSES:g} lost"
    headings = ("rating", "choices", "lost", "fitted", best, "fitted", blunder, "fitted")
    print_table(headings, table, "Discs lost per move in held-out games, and the fitted values")


def make_recipe(options: argparse.Namespace) -> Recipe:
    """Return the recipe for these options; errors are those of `read_human_games`."""
    recipe = recipe_from(options, Recipe)
    return recipe._replace(data_digest=read_human_games(recipe.data).digest)


def split(batches: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return the batches for the fit, and those held out."""
    held = batches[HELD_OUT - 1 :: HELD_OUT]
    return [batch for number, batch in enumerate(batches, 1) if number % HELD_OUT], held


def check_held_out(recipe: Recipe, ratings: np.ndarray, batches: int) -> None:
    """ValueError if the held-out batches contain only games of the others."""
    if len(ratings) > 2 * BATCH * batches:
        return
    drawn = [games_of_batch(recipe, number, ratings, BATCH) for number in range(batches)]
    fitted, held = (set().union(*part) for part in split(drawn))
    if held <= fitted:
        raise ValueError(f"{recipe.data}: too few games to hold some out")


def _learn(run: Run) -> None:
    games = read_human_games(run.recipe.data)
    check_held_out(run.recipe, games.ratings, -(-run.options.games // BATCH))
    paths = run.collect(HUMAN_GAMES, run.options.games, "judging")
    fitted, other = map(read_decisions, split(paths))
    other = other.pick(~np.isin(other.game, fitted.game))
    errors = fit.fit(fitted)
    moves = fit.decision_moves(other)
    rows = fit.compare(moves, errors)
    notes = {
        "people": games.players,
        "ratings": [round(float(end)) for end in (games.ratings.min(), games.ratings.max())],
        "choices": len(fitted.counts),
        "held_out": f"one batch of {BATCH} in {HELD_OUT}",
        "likelihood": round(moves.likelihood(errors), 4),
        "likelihood_by_chance": round(-float(np.log(other.counts).mean()), 4),
        "choices_sha256": digest_of(*fitted),
        "compared": rows,
    }
    if run.save({name: np.float32(part) for name, part in errors._asdict().items()}, **notes):
        return
    print_compared(rows)
    print(f"{run.options.out}: from {len(fitted.counts):,} choices in {run.options.games} games")


LEARNER = Learner(
    name="human_errors",
    summary=f"""\
Fit the errors of people of every strength. Players with {FEWEST_GAMES} games or more in the WTHOR
database are rated. Games are drawn evenly over the ratings, the engine judges every legal
move in them, and the likelihood of the moves played is fitted.""",
    examples="""\
  {command} --data wthor --games 50 --out mine.npz
  {command} --data wthor --jobs 2 --out mine.npz

The folder --work keeps the choices: a stopped run resumes where it was, and a run with
more --games judges only the new ones.""",
    options=[
        Setting("data", "folder with the database's .wtb files and its .JOU file"),
        Setting("games", f"games to judge, in batches of {BATCH}", HELD_OUT * BATCH, default=400),
        Setting("depth", "plies that the judge looks ahead", 2, 20),
        Setting("solved", "empty squares from which it searches to the end", 2, 24),
        SEED,
        Setting("evaluator", "evaluator of the judge: patterns, or patterns@FILE"),
    ],
    out=HUMAN_ERRORS_FILE,
    samples="the judged choices",
    work=".decisions",
    recipe=Recipe,
    make_recipe=make_recipe,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
