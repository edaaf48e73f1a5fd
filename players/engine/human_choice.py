"""Which move a person of some strength plays: by what each one loses, and by what is seen of it.

`players.learning.human_errors` fits it to games of tournaments.
"""

import functools
import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello.bits import bit, count
from othello.evaluation.plain import CORNERS
from othello.evaluation.tables import load_arrays
from othello.files import data_file
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.move_values import MoveValue

HUMAN_ERRORS_FILE = "human_errors.npz"
AVERAGE = 1500.0
"""The mean rating of the people in the games of tournaments, each counted once."""
SCALE = 400.0
"""Elo by which a player has ten times the odds of another."""
FIRST_EMPTIES = (0, 12, 22, 34, 46)
"""The fewest empty squares of each phase of a game, the last phase first."""


def chance_of(seed: object, position: Position) -> random.Random:
    """The chances that belong to a position in the game numbered `seed`, whatever came before."""
    return random.Random(f"{seed} {int(position.own)} {int(position.opp)}")


class MoveFeatures(NamedTuple):
    """What is known of moves, float64[n] each.

    lost: discs that a move loses against the best one. replies: moves that it leaves to the other
    side. turned: discs that it turns. corner: 1 for a corner, else 0.
    """

    lost: np.ndarray
    replies: np.ndarray
    turned: np.ndarray
    corner: np.ndarray


class HumanErrors(NamedTuple):
    """How people choose, a number for each phase: the more `appeal` a move has, the likelier it is.

    Appeal is -bend * log(1 + lost / bend) and what `replies`, `turned` and `corner` weigh, all
    times exp(care + skill * (rating - AVERAGE) / SCALE + choice * log(number of moves)): the same
    things draw everybody, the strong more surely. Logit of McFadden 1974, "Conditional logit
    analysis of qualitative choice behavior".
    """

    care: np.ndarray
    skill: np.ndarray
    choice: np.ndarray
    bend: np.ndarray
    replies: np.ndarray
    turned: np.ndarray
    corner: np.ndarray

    def appeal(
        self, phase: np.ndarray, rating: np.ndarray, number: np.ndarray, seen: MoveFeatures
    ) -> np.ndarray:
        """The appeal of moves, each with its phase, its player's rating and how many there are."""
        bend = self.bend[phase]
        drawn = -bend * np.log1p(seen.lost / bend)
        drawn += self.replies[phase] * seen.replies + self.turned[phase] * seen.turned
        drawn += self.corner[phase] * seen.corner
        surely = self.care[phase] + self.skill[phase] * (rating - AVERAGE) / SCALE
        return np.asarray(drawn * np.exp(surely + self.choice[phase] * np.log(number)))

    def chances(self, position: Position, values: Sequence[MoveValue], rating: float) -> np.ndarray:
        """How likely a person of that rating plays each of `values`, those of all legal moves."""
        scores = np.array([value.score for value in values], float)
        lost = (scores.max() - scores) / SCORE_SCALE
        seen = MoveFeatures(lost, *move_features(position, [value.move for value in values]))
        phase = phase_of(np.full(len(values), int(position.plies_left())))
        numbers = np.full(len(values), float(len(values)))
        appeal = self.appeal(phase, np.full(len(values), rating), numbers, seen)
        weights = np.exp(appeal - appeal.max())
        return np.asarray(weights / weights.sum())


def phase_of(empties: np.ndarray) -> np.ndarray:
    """The phase of positions by their empty squares: int64 of the same shape."""
    return np.searchsorted(FIRST_EMPTIES, empties, side="right") - 1


def move_features(position: Position, moves: Sequence[int]) -> np.ndarray:
    """Return replies, flips and corner of each move, as in MoveFeatures: float64[3, n]."""
    rows = []
    for move in moves:
        child = position.play(move)
        turned = count(child.opp) - count(position.own) - 1
        rows.append((count(child.legal()), turned, bool(bit(move) & CORNERS)))
    return np.array(rows, float).T


def read_human_errors(path: Path) -> HumanErrors:
    """What is in a file; UserError, in one line, for a bad one."""
    shapes = dict.fromkeys(HumanErrors._fields, (len(FIRST_EMPTIES),))
    arrays = load_arrays(path, shapes)
    return HumanErrors(*(arrays[name].astype(float) for name in HumanErrors._fields))


@functools.cache
def shipped_human_errors() -> HumanErrors:
    """What was learned from games of tournaments."""
    with data_file(HUMAN_ERRORS_FILE) as path:
        return read_human_errors(path)
