"""Fitting how people choose to what they chose, and how well it tells what others lose."""

from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.level_player import (
    FIRST_EMPTIES,
    HumanErrors,
    MoveFeatures,
    move_features,
    phase_of,
)
from players.learning.human_errors.samples import Decisions

DRAWN_TO = np.array([-1.5, 0.35, 0.0, np.log(20.0), -0.2, 0.0, 1.0])
DEVIATIONS = np.array([2.0, 0.3, 0.3, 1.0, 0.5, 0.5, 2.0])
"""The parameters of a phase, `bend` as its logarithm, are drawn towards these by a normal law."""
BEND = HumanErrors._fields.index("bend")
CLASSES = (0, 900, 1100, 1300, 1500, 1700, 1900, 9999)
"""Ratings at which the classes of the table begin and end."""
NUMBERS = (2, 6, 11, 99)
"""Numbers of moves at which the classes of the table begin and end."""
BEST_LOSES, BLUNDER_LOSES = 0.5, 8.0
"""Discs: a move that loses no more is a best one; one that loses more is a blunder."""


class Offered(NamedTuple):
    """All legal moves of decisions, those of one together, and what is known of each.

    decision: int64[m], the place of the decision. starts: int64[n], where each begins. played:
    int64[n], the place of the move played. phase, rating, number: float64[m] or int64[m].
    """

    decision: np.ndarray
    starts: np.ndarray
    played: np.ndarray
    phase: np.ndarray
    rating: np.ndarray
    number: np.ndarray
    seen: MoveFeatures

    def likelihood(self, errors: HumanErrors) -> float:
        """The mean log-likelihood of the moves played."""
        appeal, total = self._weighed(errors)
        return float((appeal[self.played] - np.log(total)).mean())

    def chances(self, errors: HumanErrors) -> np.ndarray:
        """How likely each move is: float64[m]."""
        appeal, total = self._weighed(errors)
        return np.asarray(np.exp(appeal) / total[self.decision])

    def _weighed(self, errors: HumanErrors) -> tuple[np.ndarray, np.ndarray]:
        """The appeal of each move below that of the decision's best, and the sum of exp of it."""
        appeal = errors.appeal(self.phase, self.rating, self.number, self.seen)
        appeal -= np.maximum.reduceat(appeal, self.starts)[self.decision]
        return appeal, np.add.reduceat(np.exp(appeal), self.starts)


def offered_by(decisions: Decisions) -> Offered:
    """What is known of the moves of decisions."""
    counts = decisions.counts.astype(np.int64)
    starts = np.cumsum(counts) - counts
    decision = np.repeat(np.arange(len(counts)), counts)
    values = decisions.values.astype(float)
    lost = (np.maximum.reduceat(values, starts)[decision] - values) / SCORE_SCALE
    moves = decisions.moves.tolist()
    seen = [
        move_features(Position(*board), moves[start : start + number])
        for board, start, number in zip(decisions.boards, starts, counts, strict=True)
    ]
    empties = 64 - np.bitwise_count(decisions.boards.sum(axis=1)).astype(np.int64)
    return Offered(
        decision,
        starts,
        np.flatnonzero(decisions.moves == decisions.played[decision]),
        phase_of(empties)[decision],
        decisions.ratings.astype(float)[decision],
        counts.astype(float)[decision],
        MoveFeatures(lost, *np.concatenate(seen, axis=1)),
    )


def _errors(parameters: np.ndarray) -> HumanErrors:
    values = parameters.copy()
    values[BEND] = np.exp(values[BEND])
    return HumanErrors(*values[:, np.newaxis])


def fit_phase(offered: Offered) -> HumanErrors:
    """What makes the choices of one phase likeliest, the phase counted as number 0."""
    number = len(offered.starts)

    def cost(parameters: np.ndarray) -> float:
        """Minus the logarithm of the posterior, a decision."""
        away = (parameters - DRAWN_TO) / DEVIATIONS
        return (away**2).sum() / 2 / number - offered.likelihood(_errors(parameters))

    return _errors(minimize(cost, DRAWN_TO, method="L-BFGS-B").x)


def of_phase(decisions: Decisions, phase: int) -> Decisions:
    """Those of one phase."""
    empties = 64 - np.bitwise_count(decisions.boards.sum(axis=1)).astype(np.int64)
    return decisions.pick(phase_of(empties) == phase)


def fit(decisions: Decisions) -> HumanErrors:
    """How people chose, phase by phase; ValueError names a phase in which nobody did."""
    found = []
    for phase, first in enumerate(FIRST_EMPTIES):
        chosen = of_phase(decisions, phase)
        if not len(chosen.counts):
            raise ValueError(f"no choice from {first} empty squares on: more games are needed")
        offered = offered_by(chosen)
        found.append(fit_phase(offered._replace(phase=np.zeros_like(offered.phase))))
    return HumanErrors(*(np.concatenate(column) for column in zip(*found, strict=True)))


def mean_losses(lost: np.ndarray, weights: np.ndarray) -> list[float]:
    """Of moves with their weights: discs lost, the share of the best and that of blunders."""
    shares = (lost, lost <= BEST_LOSES, lost > BLUNDER_LOSES)
    return [float((share * weights).sum() / weights.sum()) for share in shares]


def compare(offered: Offered, errors: HumanErrors) -> list[dict[str, Any]]:
    """What people lost beside what is said of them, by rating, phase and number of moves."""
    expected = offered.chances(errors)
    played = np.zeros(len(expected))
    played[offered.played] = 1.0
    parts: list[tuple[str, str, np.ndarray]] = []
    for least, behind in zip(CLASSES, CLASSES[1:], strict=False):
        name = f"{least} to {behind - 1}" if least > 0 and behind < CLASSES[-1] else ""
        name = name or (f"below {behind}" if not least else f"from {least}")
        parts.append(("rating", name, (offered.rating >= least) & (offered.rating < behind)))
    for phase, first in enumerate(FIRST_EMPTIES):
        parts.append(("empty squares", f"from {max(1, first)}", offered.phase == phase))
    for least, behind in zip(NUMBERS, NUMBERS[1:], strict=False):
        name = f"{least} to {behind - 1}" if behind < NUMBERS[-1] else f"from {least}"
        parts.append(("moves", name, (offered.number >= least) & (offered.number < behind)))
    rows = []
    for by, name, rows_of in parts:
        if not played[rows_of].any():
            continue
        people, said = (
            [round(mean, 3) for mean in mean_losses(offered.seen.lost[rows_of], each[rows_of])]
            for each in (played, expected)
        )
        count = int(played[rows_of].sum())
        rows.append({"by": by, "class": name, "choices": count, "people": people, "model": said})
    return rows
