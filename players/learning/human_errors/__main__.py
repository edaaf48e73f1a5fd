"""Fit the errors of people of every strength: python -m players.learning.human_errors."""

from typing import Any

import numpy as np

from othello.cli.command import exit_with
from players.engine.level_player import HUMAN_ERRORS_FILE
from players.learning.batches import digest_of
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.human_errors import fit
from players.learning.human_errors.samples import (
    BATCH,
    FEWEST_GAMES,
    HUMAN_GAMES,
    Recipe,
    read_decisions,
    read_human_games,
)

HELD_OUT = 5
"""Every fifth batch is held out of the fit."""


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the parameters of all phases, and notes; errors as of `read_human_games`.

    ValueError if all held-out games are among the others.
    """
    games = read_human_games(run.recipe.data)
    run = run._replace(recipe=run.recipe._replace(data_digest=games.digest))
    paths = run.collect(HUMAN_GAMES)
    held_out = paths[HELD_OUT - 1 :: HELD_OUT]
    others = [path for path in paths if path not in held_out]
    fitted, other = read_decisions(others), read_decisions(held_out)
    other = other.pick(~np.isin(other.game, fitted.game))
    if not len(other.counts):
        raise ValueError(f"{run.recipe.data}: too few games to hold some out")
    errors = fit.fit(fitted)
    notes = {
        "data_digest": games.digest,
        "people": games.players,
        "ratings": [round(float(end)) for end in (games.ratings.min(), games.ratings.max())],
        "choices": len(fitted.counts),
        "held_out": f"one batch of {BATCH} in {HELD_OUT}",
        "likelihood": round(fit.decision_moves(other).likelihood(errors), 4),
        "likelihood_by_chance": round(-float(np.log(other.counts).mean()), 4),
        "choices_sha256": digest_of(*fitted),
    }
    return {name: np.float32(part) for name, part in errors._asdict().items()}, notes


LEARNER = Learner(
    name="human_errors",
    summary=f"""\
Fit the errors of people of every strength. Players with {FEWEST_GAMES} games or more in the WTHOR
database are rated. Games are drawn evenly over the ratings, the engine judges every legal
move in them, and the likelihood of the moves played is fitted.""",
    examples="""\
  {command} --data wthor --games 50 --out mine.npz
  {command} --data wthor --jobs 2 --out mine.npz

A run with more --games judges only the new ones.""",
    total=Setting("games", f"games to judge, in batches of {BATCH}", HELD_OUT * BATCH, default=400),
    options=[Setting("data", "folder with the database's .wtb files and its .JOU file"), SEED],
    out=HUMAN_ERRORS_FILE,
    recipe=Recipe,
    learn=learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
