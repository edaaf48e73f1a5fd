"""The mistakes of a game: where, how much each lost, and what is true of it on the board."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from othello.bits import count
from othello.position import Position
from players.coach.accuracy import GOOD, JudgedLoss, Play, play_of, rating
from players.coach.facts import Fact
from players.coach.reasons import facts_of
from players.coach.words import SIDE_NAMES, Names, Translate, said_of
from players.move_values import MoveValue

OPENING, MIDGAME, ENDGAME = "opening", "midgame", "endgame"
"""The phases of a game: the first twenty moves, the next twenty, the last twenty."""
PHASES = (OPENING, MIDGAME, ENDGAME)
OPENING_EMPTIES, MIDGAME_EMPTIES = 40, 20
"""Each phase has more empty squares than this before the move."""


class JudgedMove(NamedTuple):
    """A move of a game beside the best one; its `number` counts from 1, without passes.

    `position` is that of the side that moved; `exact` says that the loss is that under perfect
    play.
    """

    number: int
    black: bool
    position: Position
    played: MoveValue
    best: MoveValue
    exact: bool

    @property
    def lost(self) -> int:
        """What the move lost, in hundredths of a disc; 0 or more."""
        return max(0, self.best.score - self.played.score)

    @property
    def rating(self) -> int:
        """BEST to BLUNDER."""
        return rating(self.lost)

    @property
    def phase(self) -> str:
        """OPENING, MIDGAME or ENDGAME."""
        empties = int(self.position.plies_left())
        if empties > OPENING_EMPTIES:
            return OPENING
        return MIDGAME if empties > MIDGAME_EMPTIES else ENDGAME

    @property
    def loss(self) -> JudgedLoss:
        """What it lost, and whether there was a choice."""
        return JudgedLoss(self.lost, count(self.position.legal()) > 1)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is true of the move beside the best one, what tells most first."""
        return _facts(self.position, self.played, self.best)


@lru_cache(maxsize=4096)
def _facts(position: Position, played: MoveValue, best: MoveValue) -> tuple[Fact, ...]:
    return facts_of(position, played, best)


def mistakes(moves: Iterable[JudgedMove]) -> list[JudgedMove]:
    """The moves that were worse than good, in their order: inaccuracies, mistakes and blunders."""
    return [move for move in moves if move.rating > GOOD]


def why(move: JudgedMove, translate: Translate = str) -> str:
    """Return in one or two sentences why a move is worse than the best one.

    The sentences rest on the rules alone and are the ones that the window shows. They are English;
    `translate` gives the text of another language for each text of `players.coach.words`.
    """
    side, other = SIDE_NAMES if move.black else SIDE_NAMES[::-1]
    names = Names(move.played.move, move.best.move, translate(side), translate(other))
    return said_of(move.facts, names, (move.played, move.best), translate)


def play_of_side(moves: Iterable[JudgedMove], black: bool) -> Play:
    """How one side of a game played."""
    return play_of(move.loss for move in moves if move.black == black)
