"""Games that are played again: what is the same but for a symmetry of the board adds nothing."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from othello.symmetry import SYMMETRIES, transform_square
from tournament.match import GameRecord
from tournament.schedule import Fixture

IMAGES = np.array(
    [[transform_square(square, index) for square in range(64)] for index in range(SYMMETRIES)],
    np.uint8,
)
"""uint8[8, 64]: where a square goes under each symmetry."""


class Course(NamedTuple):
    """What a game consists of: equal for games that differ in nothing but a symmetry of the board.

    `moves` are those after the opening, the least of their eight images, so that
    openings that lead to the same position in another order are the same too.
    """

    a_black: bool
    result: int
    moves: bytes


def course(fixture: Fixture, game: GameRecord) -> Course:
    """The course of a game."""
    text = np.frombuffer(game.transcript.encode(), np.uint8).reshape(-1, 2)
    squares = text[:, 0] - ord("a") + 8 * (text[:, 1] - ord("1"))
    after = squares[len(squares) - min(len(squares), game.black.moves + game.white.moves) :]
    return Course(fixture.a_black, game.result, min(row.tobytes() for row in IMAGES[:, after]))


def distinct_games(games: Iterable[tuple[Fixture, GameRecord]]) -> int:
    """How many of the games differ from all others; one without a move does so."""
    courses = [course(fixture, game) for fixture, game in games]
    empty = sum(not one.moves for one in courses)
    return empty + len({one for one in courses if one.moves})
