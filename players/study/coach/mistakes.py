"""Judged moves of a game: losses, phases, mistakes and their reasons."""

from collections.abc import Iterable
from typing import NamedTuple

from othello.bits import count
from othello.formats.entry import Reviewed
from othello.position import Position
from players.move_values import MoveValue
from players.study.coach.accuracy import GOOD, Play, play_of, rating
from players.study.coach.order import facts_of
from players.study.coach.words import SIDE_NAMES, Fact, Names, Translate, explanation

OPENING, MIDGAME, ENDGAME = "opening", "midgame", "endgame"
"""Phases of a game of twenty moves each."""
OPENING_EMPTIES, MIDGAME_EMPTIES = 40, 20
"""Phases have more empty squares than this before the move."""


class JudgedMove(NamedTuple):
    """A move of a game and the best move; its `number` counts from 1, without passes.

    `position` is the one before the move, as its player sees it. `exact` is True if the loss is the
    one under perfect play.
    """

    number: int
    black: bool
    position: Position
    played: MoveValue
    best: MoveValue
    exact: bool

    @property
    def lost(self) -> int:
        """Loss of the move in hundredths of a disc, 0 or more."""
        return max(0, self.best.score - self.played.score)

    @property
    def rating(self) -> int:
        """Rating of the move, BEST to BLUNDER."""
        return rating(self.lost)

    @property
    def phase(self) -> str:
        """Phase of the game: OPENING, MIDGAME or ENDGAME."""
        empties = int(self.position.plies_left())
        if empties > OPENING_EMPTIES:
            return OPENING
        return MIDGAME if empties > MIDGAME_EMPTIES else ENDGAME

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Facts about the move compared with the best one, the most important first."""
        return facts_of(self.position, self.played, self.best)


def reviewed_values(move: int, review: Reviewed) -> tuple[MoveValue, MoveValue]:
    """Values of a move and of the best one, out of the review of a file."""
    line = review.played_line if review.played_line[:1] == (move,) else (move,)

    def value(score: int, line: tuple[int, ...]) -> MoveValue:
        bounds = (score, score) if review.proven else ()
        return MoveValue(line[0], score, review.proven, line, *bounds)

    return value(review.score, line), value(review.best_score, review.line)


def mistakes(moves: Iterable[JudgedMove]) -> list[JudgedMove]:
    """Inaccuracies, mistakes and blunders, in their order."""
    return [move for move in moves if move.rating > GOOD]


def names_of(move: JudgedMove, translate: Translate = str) -> Names:
    """Return the names in sentences about a move."""
    side, other = SIDE_NAMES if move.black else SIDE_NAMES[::-1]
    return Names(move.played.move, move.best.move, translate(side), translate(other))


def why(move: JudgedMove, translate: Translate = str) -> str:
    """Return one or two sentences on why a move is worse than the best one.

    The sentences rest on the rules alone; the window shows the same. `translate` maps each text of
    `players.study.coach.words` to another language.
    """
    return explanation(move.facts, names_of(move, translate), (move.played, move.best), translate)


def play_of_side(moves: Iterable[JudgedMove], black: bool) -> Play:
    """Play of one side of a game."""
    own = (move for move in moves if move.black == black)
    return play_of((move.lost, count(move.position.legal()) > 1) for move in own)
