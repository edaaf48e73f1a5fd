"""Fit the errors of people of every strength: python -m players.learning.human_errors.

A choice model is fitted to the moves of tournament games.
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.level_player import (
    FIRST_EMPTIES,
    HUMAN_ERRORS_FILE,
    HumanErrors,
    MoveFeatures,
    move_features,
)
from players.learning.human_games import (
    BATCH,
    FEWEST_GAMES,
    HUMAN_GAMES,
    Decisions,
    Recipe,
    read_decisions,
    read_human_games,
)
from players.learning.pipeline import DEFAULT, Learner, Run, run_as_program

HELD_OUT = 5
"""Every fifth batch is held out of the fit."""

PRIOR_MEANS = np.array([-1.5, 0.35, 0.0, np.log(20.0), -0.2, 0.0, 1.0])
PRIOR_DEVIATIONS = np.array([2.0, 0.3, 0.3, 1.0, 0.5, 0.5, 2.0])
"""Normal prior of a phase's parameters, `bend` as its logarithm."""
BEND = HumanErrors._fields.index("bend")


class DecisionMoves(NamedTuple):
    """All legal moves of decisions with their features; moves of a decision are adjacent.

    decision: int64[m], number of the decision. starts: int64[n], first move of each. played:
    int64[n], the move played. phase, rating, number: int64[m] or float64[m].
    """

    decision: np.ndarray
    starts: np.ndarray
    played: np.ndarray
    phase: np.ndarray
    rating: np.ndarray
    number: np.ndarray
    features: MoveFeatures

    def likelihood(self, errors: HumanErrors) -> float:
        """Return the mean log-likelihood of the moves played."""
        appeal = errors.appeal(self.phase, self.rating, self.number, self.features)
        appeal -= np.maximum.reduceat(appeal, self.starts)[self.decision]
        total = np.add.reduceat(np.exp(appeal), self.starts)
        return float((appeal[self.played] - np.log(total)).mean())


def decision_moves(decisions: Decisions) -> DecisionMoves:
    """Return the moves of decisions with their features."""
    counts = decisions.counts.astype(np.int64)
    starts = np.cumsum(counts) - counts
    decision = np.repeat(np.arange(len(counts)), counts)
    values = decisions.values.astype(float)
    lost = (np.maximum.reduceat(values, starts)[decision] - values) / SCORE_SCALE
    moves = decisions.moves.tolist()
    features = [
        move_features(Position(*board), moves[start : start + number])
        for board, start, number in zip(decisions.boards, starts, counts, strict=True)
    ]
    return DecisionMoves(
        decision,
        starts,
        np.flatnonzero(decisions.moves == decisions.played[decision]),
        decisions.phase[decision],
        decisions.ratings.astype(float)[decision],
        counts.astype(float)[decision],
        MoveFeatures(lost, *np.concatenate(features, axis=1)),
    )


def _errors(parameters: np.ndarray) -> HumanErrors:
    values = parameters.copy()
    values[BEND] = np.exp(values[BEND])
    return HumanErrors(*values[:, np.newaxis])


def fit_phase(moves: DecisionMoves) -> HumanErrors:
    """Return the most likely parameters for the choices of one phase, numbered 0."""
    number = len(moves.starts)

    def cost(parameters: np.ndarray) -> float:
        """Minus the log posterior per decision."""
        away = (parameters - PRIOR_MEANS) / PRIOR_DEVIATIONS
        return (away**2).sum() / 2 / number - moves.likelihood(_errors(parameters))

    return _errors(minimize(cost, PRIOR_MEANS, method="L-BFGS-B").x)


def fit(decisions: Decisions) -> HumanErrors:
    """Return the parameters of all phases; ValueError names a phase without decisions."""
    by_phase = []
    for phase, first in enumerate(FIRST_EMPTIES):
        chosen = decisions.pick(decisions.phase == phase)
        if not len(chosen.counts):
            raise ValueError(f"no choice from {first} empty squares on: more games are needed")
        moves = decision_moves(chosen)
        by_phase.append(fit_phase(moves._replace(phase=np.zeros_like(moves.phase))))
    return HumanErrors(*(np.concatenate(column) for column in zip(*by_phase, strict=True)))


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the parameters of all phases, and notes; errors as of `read_human_games`.

    ValueError if all held-out games are among the others.
    """
    games = read_human_games(run.recipe.data)
    paths = HUMAN_GAMES.collect(run._replace(recipe=run.recipe._replace(data_digest=games.digest)))
    held_out = paths[HELD_OUT - 1 :: HELD_OUT]
    fitted = read_decisions([path for path in paths if path not in held_out])
    other = read_decisions(held_out)
    other = other.pick(~np.isin(other.game, fitted.game))
    if not len(other.counts):
        raise ValueError(f"{run.recipe.data}: too few games to hold some out")
    errors = fit(fitted)
    notes = {
        "data_digest": games.digest,
        "people": games.players,
        "ratings": [round(float(end)) for end in (games.ratings.min(), games.ratings.max())],
        "choices": len(fitted.counts),
        "held_out": f"one batch of {BATCH} in {HELD_OUT}",
        "likelihood": round(decision_moves(other).likelihood(errors), 4),
        "likelihood_by_chance": round(-float(np.log(other.counts).mean()), 4),
    }
    return {name: np.float32(part) for name, part in errors._asdict().items()}, notes


LEARNER = Learner(
    "games",
    Recipe,
    learn,
    HUMAN_ERRORS_FILE,
    f"""\
Fit the errors of people of every strength. Players with {FEWEST_GAMES} games or more in the WTHOR
database are rated. Games are drawn evenly over the ratings, the engine judges every legal
move in them, and the likelihood of the moves played is fitted.""",
    """\
  {command} --data wthor --games 50 --out mine.npz
  {command} --data wthor --jobs 2 --out mine.npz

A run with more --games judges only the new ones.""",
)
LEARNER.add_total(HELD_OUT * BATCH, 400, f"games to judge, in batches of {BATCH}")
LEARNER.parser.add_argument(
    "--data", help=f"folder with the database's .wtb files and its .JOU file {DEFAULT}"
)

if __name__ == "__main__":
    run_as_program("human_errors")
