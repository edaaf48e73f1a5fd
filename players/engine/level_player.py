"""The player `engine`: with `level=` one of its levels, else the strong engine.

The weaker levels choose among the values of all moves as people of a rating do.
`players.learning.human_errors` fits the model to games of tournaments.
"""

import functools
import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from othello.bits import bit, count
from othello.evaluation.plain import CORNERS
from othello.evaluation.tables import load_arrays
from othello.exclusive import not_reentrant
from othello.files import data_file
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.player import EngineOptions, EnginePlayer
from players.engine.request import Result
from players.levels import Level, level_of
from players.limits import Limits
from players.move_values import LEAST_DEPTH, MoveValue, values_at
from players.protocol import NOTHING_TO_CHOOSE, Choice, Player
from players.registry import register

HUMAN_ERRORS_FILE = "human_errors.npz"
AVERAGE = 1500.0
"""Mean rating of the players in tournament games, each counted once."""
SCALE = 400.0
"""Elo by which a player has ten times the odds of another."""
FIRST_EMPTIES = (0, 12, 22, 34, 46)
"""Fewest empty squares of each phase of a game, the last phase first."""


class MoveFeatures(NamedTuple):
    """Features of moves, float64[n] each: discs lost, replies, discs flipped, 1 for a corner."""

    lost: np.ndarray
    replies: np.ndarray
    turned: np.ndarray
    corner: np.ndarray


class HumanErrors(NamedTuple):
    """Model of people's moves, one number per phase: P(move) is proportional to exp(appeal).

    Appeal is -bend * log(1 + lost / bend) plus the weighted features, all times exp(care + skill *
    (rating - AVERAGE) / SCALE + choice * log(number of moves)). Stronger players have the same
    preferences and follow them more reliably. Source: McFadden 1974, "Conditional logit analysis of
    qualitative choice behavior".
    """

    care: np.ndarray
    skill: np.ndarray
    choice: np.ndarray
    bend: np.ndarray
    replies: np.ndarray
    turned: np.ndarray
    corner: np.ndarray

    def appeal(
        self, phase: np.ndarray, rating: np.ndarray, number: np.ndarray, features: MoveFeatures
    ) -> np.ndarray:
        """Return the appeal of moves; `number`: legal moves of each one's position."""
        bend = self.bend[phase]
        appeal = -bend * np.log1p(features.lost / bend)
        appeal += self.replies[phase] * features.replies + self.turned[phase] * features.turned
        appeal += self.corner[phase] * features.corner
        care = self.care[phase] + self.skill[phase] * (rating - AVERAGE) / SCALE
        return np.asarray(appeal * np.exp(care + self.choice[phase] * np.log(number)))

    def probabilities(
        self, position: Position, values: Sequence[MoveValue], rating: float
    ) -> np.ndarray:
        """Return the probability of each of `values`, which are all legal moves, at a rating."""
        scores = np.array([value.score for value in values], float)
        lost = (scores.max() - scores) / SCORE_SCALE
        features = MoveFeatures(lost, *move_features(position, [value.move for value in values]))
        phase = phase_of(np.full(len(values), int(position.plies_left())))
        numbers = np.full(len(values), float(len(values)))
        appeal = self.appeal(phase, np.full(len(values), rating), numbers, features)
        weights = np.exp(appeal - appeal.max())
        return np.asarray(weights / weights.sum())


def phase_of(empties: np.ndarray) -> np.ndarray:
    """Return the phase of positions by their empty squares: int64 of the same shape."""
    return np.searchsorted(FIRST_EMPTIES, empties, side="right") - 1


def move_features(position: Position, moves: Sequence[int]) -> np.ndarray:
    """Return replies, flips and corner of each move, as in MoveFeatures: float64[3, n]."""
    rows = []
    for move in moves:
        child = position.play(move)
        turned = count(child.opp) - count(position.own) - 1
        rows.append((count(child.legal()), turned, bool(bit(move) & CORNERS)))
    return np.array(rows, float).T


@functools.cache
def shipped_human_errors() -> HumanErrors:
    """Return the model that comes with the program; UserError for a bad file."""
    with data_file(HUMAN_ERRORS_FILE) as path:
        arrays = load_arrays(path, dict.fromkeys(HumanErrors._fields, (len(FIRST_EMPTIES),)))
    return HumanErrors(*(arrays[name].astype(float) for name in HumanErrors._fields))


LEVEL_OPTIONS = ("level", "threads", "table")
"""Options that do not change how a level plays."""
MOST_MEGABYTES = 8
"""Largest tables of a level with a depth, which fills no more."""


def chosen_as_people(
    position: Position, values: Sequence[MoveValue], rating: int, seed: int
) -> MoveValue:
    """Choose among the values of all moves as people of a rating do; `seed` numbers the game.

    The choice does not depend on earlier moves.
    """
    probabilities = shipped_human_errors().probabilities(position, values, rating)
    rng = random.Random(f"{seed} {int(position.own)} {int(position.opp)}")
    return rng.choices(values, probabilities.tolist())[0]


class LevelPlayer:
    """Player of a level with a depth; `engine_player` values its moves.

    The same seed gives the same moves. Limits can only reduce its depth, to LEAST_DEPTH plies for
    levels that choose as people do.
    """

    tells_values = False

    def __init__(self, level: Level, engine_player: EnginePlayer) -> None:
        self._level, self._engine_player = level, engine_player
        self._seed = 0

    def watch(self, watcher: Callable[[Result], object] | None) -> None:
        """Call `watcher` with the result of each iteration from now on; None calls nobody."""
        self._engine_player.watch(watcher)

    @not_reentrant
    def new_game(self, seed: int = 0) -> None:
        """Forget the game before; `seed` numbers the new game for random choices."""
        self._seed = seed
        self._engine_player.new_game(seed)

    @not_reentrant
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return the move of a player of this level."""
        if position.over():
            raise ValueError(NOTHING_TO_CHOOSE)
        limits = limits or Limits()
        empties = int(position.plies_left())
        depth = empties if empties <= self._level.ending else self._level.depth
        depth = min(plies for plies in (depth, limits.depth) if plies is not None)
        if self._level.rating is None:
            return self._engine_player.choose(position, limits._replace(depth=depth, clock=None))
        began, depth = time.thread_time(), max(depth, LEAST_DEPTH)
        values = values_at(self._engine_player, position, depth, limits.stop).moves
        value = chosen_as_people(position, values, self._level.rating, self._seed)
        return Choice(
            move=value.move,
            score=value.score,
            depth=depth,
            cpu_seconds=time.thread_time() - began,
            variation=value.line,
        )


@register("engine")
def engine(options: EngineOptions) -> Player:
    """The strong engine: selective search on the pattern evaluation, and the exact solver."""
    if options.level is None:
        return EnginePlayer(options)
    level = level_of(options.level)
    defaults = EngineOptions()._asdict()
    changed = [name for name, value in options._asdict().items() if value != defaults[name]]
    if others := ", ".join(name for name in changed if name not in LEVEL_OPTIONS):
        raise ValueError(f"a level sets its own options: {others} cannot be given with level")
    if level.seconds is not None:
        return EnginePlayer(options._replace(level=None, seconds=level.seconds))
    table = min(options.table, MOST_MEGABYTES)
    return LevelPlayer(level, EnginePlayer(options._replace(level=None, table=table)))


def _level_in(options: Mapping[str, Any]) -> Level | None:
    return None if options.get("level") is None else level_of(options["level"])


def limits_with(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the limits supported with these options: depth if the level plays as people do."""
    level = _level_in(options)
    return ("depth",) if level and level.rating is not None else EnginePlayer.supported_limits


def is_random(options: Mapping[str, Any]) -> bool:
    """True if the engine with these options may vary its moves from game to game."""
    level, threads = _level_in(options), int(options.get("threads") or 1)
    varied = options.get("vary"), level and level.seconds, level and level.rating
    return threads > 1 or any(option is not None for option in varied)


engine.supported_limits = limits_with  # type: ignore[attr-defined]
engine.chance_in = is_random  # type: ignore[attr-defined]
