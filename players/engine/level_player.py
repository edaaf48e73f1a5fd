"""The player `engine`: by itself the strong engine, and with `level=` one of its levels."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from othello.not_reentrant import not_reentrant
from othello.position import Position
from players.engine.human_choice import chance_of, shipped_human_errors
from players.engine.player import EngineOptions, EnginePlayer
from players.engine.request import EngineResult
from players.limits import Limits
from players.move_values import LEAST_DEPTH, MoveValue, values_at
from players.protocol import NOTHING_TO_CHOOSE, Choice, Player
from players.registry import register

BESIDE_LEVEL = ("level", "threads", "table")
"""The options that do not change what a level is."""
MOST_MEGABYTES = 8
"""What the tables of a level that looks a number of plies ahead take at most: it fills no more."""


class Strength(NamedTuple):
    """How a level plays.

    It looks `depth` plies ahead, its own move counted, and from `ending` empty squares on to the
    end of the game; or thinks `seconds` for each move and looks as far as it can. With a `rating`
    it then chooses as people of that rating do, of `players.engine.human_choice`.
    """

    depth: int | None = None
    ending: int = 0
    seconds: float | None = None
    rating: int | None = None


JUDGE = Strength(8, 12)
"""How far the levels look that choose as people do."""
LEVEL_RATINGS = (-300, 100, 450, 750, 1000, 1250, 1450, 1650, 1850, 2050, 2500)
"""Those of the levels that play as people. Few who were rated are below the fourth or above the
last but one: what levels beyond are like is drawn on from the others."""
STRENGTHS = (
    *(JUDGE._replace(rating=rating) for rating in LEVEL_RATINGS),
    Strength(5, 11),
    Strength(7, 13),
    Strength(9, 15),
    Strength(12, 18),
    Strength(seconds=5),
)
"""Level 1 first."""


def strength_of(level: int) -> Strength:
    """How level `level` plays, 1 the weakest; ValueError for one that there is not."""
    if not 1 <= level <= len(STRENGTHS):
        raise ValueError(f"level is from 1 to {len(STRENGTHS)}, not {level}")
    return STRENGTHS[level - 1]


def chosen_as_people(
    position: Position, values: Sequence[MoveValue], rating: int, seed: int
) -> MoveValue:
    """Choose among the values of all moves as people of a rating do, in the game of a seed."""
    chances = shipped_human_errors().chances(position, values, rating)
    (value,) = chance_of(seed, position).choices(values, chances.tolist())
    return value


class LevelPlayer:
    """Plays with the strength of a level; `judge` says what its moves are worth.

    The same game with the same seed has the same moves. Limits can only make it look less far; one
    that errs as people do looks LEAST_DEPTH plies ahead at the least.
    """

    tells_values = False

    def __init__(self, strength: Strength, judge: EnginePlayer) -> None:
        self._strength, self._judge = strength, judge
        self._seed = 0

    def watch(self, told: Callable[[EngineResult], object] | None) -> None:
        """From now on tell what each stage of a search found; None tells nobody."""
        self._judge.watch(told)

    @not_reentrant
    def new_game(self, seed: int = 0) -> None:
        """Forget the game before; the chances are those of game `seed`."""
        self._seed = seed
        self._judge.new_game(seed)

    @not_reentrant
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """The move that seems best to this level."""
        if position.over():
            raise ValueError(NOTHING_TO_CHOOSE)
        limits = limits or Limits()
        empties = int(position.plies_left())
        depth = empties if empties <= self._strength.ending else self._strength.depth
        depth = min(each for each in (depth, limits.depth) if each is not None)
        if self._strength.rating is None:
            return self._judge.choose(position, limits._replace(depth=depth, clock=None))
        began, depth = time.thread_time(), max(depth, LEAST_DEPTH)
        values = values_at(self._judge, position, depth, limits.stop).moves
        value = chosen_as_people(position, values, self._strength.rating, self._seed)
        return Choice(
            move=value.move,
            score=value.score,
            depth=depth,
            cpu_seconds=time.thread_time() - began,
            variation=value.line,
        )


def _alone(options: EngineOptions) -> None:
    """ValueError for options that would change what a level is."""
    defaults = EngineOptions()._asdict()
    given = (name for name, value in options._asdict().items() if value != defaults[name])
    if others := " and no ".join(name for name in given if name not in BESIDE_LEVEL):
        raise ValueError(f"a level says itself how it plays: no {others} beside it")


@register("engine")
def engine(options: EngineOptions) -> Player:
    """The strong engine: selective search on the pattern evaluation, and the exact solver.

    `level` makes it one of the STRENGTHS, from a beginner's, 1, to full
    strength; ValueError for other options than `threads` and `table` beside it.
    """
    if options.level is None:
        return EnginePlayer(options)
    strength = strength_of(options.level)
    _alone(options)
    if strength.seconds is not None:
        return EnginePlayer(options._replace(level=None, seconds=strength.seconds))
    table = min(options.table, MOST_MEGABYTES)
    return LevelPlayer(strength, EnginePlayer(options._replace(level=None, table=table)))


def supported_limits_of(given: Mapping[str, Any]) -> tuple[str, ...]:
    """What limits the engine knows with these options: a level that errs as people do, depth."""
    level = given.get("level")
    rated = level is not None and strength_of(level).rating is not None
    return ("depth",) if rated else EnginePlayer.supported_limits


def chance_in(given: Mapping[str, Any]) -> bool:
    """Whether the engine with these options may choose otherwise in another game."""
    strength = Strength() if given.get("level") is None else strength_of(given["level"])
    drawn = (given.get("vary"), strength.seconds, strength.rating)
    return int(given.get("threads") or 1) > 1 or any(each is not None for each in drawn)


engine.supported_limits = supported_limits_of  # type: ignore[attr-defined]
engine.chance_in = chance_in  # type: ignore[attr-defined]
