"""Fit how people of every strength err: python -m players.learning.human_errors --data FOLDER."""

import argparse
from typing import Any

import numpy as np

from othello.cli.command import leave
from othello.cli.output import print_table
from players.engine.level_player import HUMAN_ERRORS_FILE
from players.learning.batches import digest_of
from players.learning.command import SEED, Learner, Run, Setting, recipe_from
from players.learning.human_errors import fit
from players.learning.human_errors.ratings import FEWEST_GAMES, read_human_games
from players.learning.human_errors.samples import (
    BATCH,
    HUMAN_GAMES,
    Recipe,
    games_of_batch,
    read_decisions,
)

HELD_OUT = 5
"""One batch in so many is kept from the fit, and compared with it."""


def print_compared(rows: list[dict[str, Any]]) -> None:
    """What people lose beside what is said of them, as a table."""
    table = []
    for row in rows:
        pairs = list(zip(row["people"], row["model"], strict=True))
        shares = (f"{100 * share:.0f} %" for pair in pairs[1:] for share in pair)
        lost = (f"{discs:.2f}" for discs in pairs[0])
        table.append((row["by"], row["class"], f"{row['choices']:,}", *lost, *shares))
    best, blunder = f"up to {fit.BEST_LOSES:g} lost", f"over {fit.BLUNDER_LOSES:g} lost"
    headings = ("by", "class", "choices", "lost", "fitted", best, "fitted", blunder, "fitted")
    print_table(headings, table, "Discs lost a move in games held out, and what is fitted")


def recipe_of(options: argparse.Namespace) -> Recipe:
    """The recipe that the options ask for; errors are those of `read_human_games`."""
    recipe = recipe_from(options, Recipe)
    return recipe._replace(data_digest=read_human_games(recipe.data).digest)


def parted(batches: list[Any]) -> tuple[list[Any], list[Any]]:
    """The batches that are fitted, and those that are kept from it."""
    held = batches[HELD_OUT - 1 :: HELD_OUT]
    return [batch for number, batch in enumerate(batches, 1) if number % HELD_OUT], held


def check_held_out(recipe: Recipe, ratings: np.ndarray, batches: int) -> None:
    """ValueError if so many batches hold no game out of the fit, as they may of few games."""
    if len(ratings) > 2 * BATCH * batches:
        return
    drawn = [games_of_batch(recipe, number, ratings, BATCH) for number in range(batches)]
    fitted, held = (set().union(*part) for part in parted(drawn))
    if held <= fitted:
        raise ValueError(f"{recipe.data}: too few games to hold any out")


def _learn(run: Run) -> None:
    games = read_human_games(run.recipe.data)
    check_held_out(run.recipe, games.ratings, HUMAN_GAMES.total(run.options.games) // BATCH)
    paths = run.collect(HUMAN_GAMES, run.options.games, "judging")
    fitted, other = map(read_decisions, parted(paths))
    other = other.pick(~np.isin(other.game, fitted.game))
    errors = fit.fit(fitted)
    offered = fit.offered_by(other)
    rows = fit.compare(offered, errors)
    told = {
        "people": games.players,
        "ratings": [round(float(end)) for end in (games.ratings.min(), games.ratings.max())],
        "choices": len(fitted.counts),
        "held_out": f"one batch of {BATCH} in {HELD_OUT}",
        "likelihood": round(offered.likelihood(errors), 4),
        "likelihood_by_chance": round(-float(np.log(other.counts).mean()), 4),
        "choices_sha256": digest_of(*fitted),
        "compared": rows,
    }
    if run.save({name: np.float32(part) for name, part in errors._asdict().items()}, **told):
        return
    print_compared(rows)
    print(f"{run.options.out}: from {len(fitted.counts):,} choices in {run.options.games} games")


LEARNER = Learner(
    name="human_errors",
    summary=f"""\
Fit how people of every strength err: who played {FEWEST_GAMES} games or more in the WTHOR database
is rated by them, games are drawn evenly over these ratings, and every move that people had in
them is judged by the engine; fitted is how likely they play each.""",
    examples="""\
  {command} --data wthor --games 50 --out mine.npz
  {command} --data wthor --jobs 2 --out mine.npz

The choices lie in the folder --work, so a stopped run goes on where it was, and so does one
with more games.""",
    options=[
        Setting("data", "folder of the database's .wtb files and its .JOU file"),
        Setting("games", f"to judge, in batches of {BATCH}", HELD_OUT * BATCH, default=400),
        Setting("depth", "plies that the judge looks ahead", 2, 20),
        Setting("solved", "empty squares from which on it looks to the end", 2, 24),
        SEED,
        Setting("evaluator", "what the judge searches with: patterns, or patterns@FILE"),
    ],
    out=HUMAN_ERRORS_FILE,
    kept="the judged choices",
    work=".decisions",
    recipe=Recipe,
    recipe_of=recipe_of,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    leave(main)
