"""Games that are played again: what is the same but for a symmetry of the board adds nothing."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from othello.symmetry import SYMMETRIES, transform_square
from tournament.match import ALL_DISCS, GameRecord
from tournament.schedule import Fixture

IMAGES = np.array(
    [[transform_square(square, index) for square in range(64)] for index in range(SYMMETRIES)],
    np.uint8,
)
"""uint8[8, 64]: where a square goes under each symmetry."""

WORD_BYTES = 8


class Course(NamedTuple):
    """What a game consists of: equal for games that differ in nothing but a symmetry of the board.

    `moves` are those after the opening, the least of their eight images, so that
    openings that lead to the same position in another order are the same too.
    """

    a_black: bool
    result: int
    moves: bytes


def _moves_after(game: GameRecord) -> str:
    """The moves after the opening, as the transcript has them."""
    moves = game.black.moves + game.white.moves
    return game.transcript[-2 * moves :] if moves else ""


def _squares(text: str) -> np.ndarray:
    """The squares of moves, uint8."""
    letters = np.frombuffer(text.encode(), np.uint8).reshape(-1, 2)
    return letters[:, 0] - ord("a") + 8 * (letters[:, 1] - ord("1"))


def course(fixture: Fixture, game: GameRecord) -> Course:
    """The course of a game."""
    squares = _squares(_moves_after(game))
    return Course(fixture.a_black, game.result, min(row.tobytes() for row in IMAGES[:, squares]))


def _least_images(squares: np.ndarray) -> np.ndarray:
    """The least of the eight images of each row of squares, uint8[games, moves].

    Rows are compared a word at a time, the first square being the highest byte of a word.
    """
    games, moves = squares.shape
    padded = np.zeros((games, -(-moves // WORD_BYTES) * WORD_BYTES), np.uint8)
    rows = np.arange(games)
    least = np.full((games, padded.shape[1] // WORD_BYTES), 2**64 - 1, np.uint64)
    for image in IMAGES:
        padded[:, :moves] = image[squares]
        words = padded.view(">u8").astype(np.uint64)
        first = (words != least).argmax(axis=1)
        less = words[rows, first] < least[rows, first]
        least[less] = words[less]
    return least


def _distinct(told: list[tuple[bool, int]], squares: np.ndarray) -> int:
    """How many games of equally many moves differ; A's colour and the result are `told`."""
    colours, results = np.array(told).T
    outcome = 2 * (results + ALL_DISCS) + colours
    rows = np.column_stack((outcome.astype(np.uint64), _least_images(squares)))
    return len(set(rows.view(f"V{rows.shape[1] * WORD_BYTES}").ravel().tolist()))


def distinct_games(games: Iterable[tuple[Fixture, GameRecord]]) -> int:
    """How many of the games have a `course` of their own; one without a move has.

    For all games of a length at once: a tournament may have a hundred thousand of them.
    """
    told, moves = defaultdict(list), defaultdict(list)
    for fixture, game in games:
        text = _moves_after(game)
        told[len(text)].append((fixture.a_black, game.result))
        moves[len(text)].append(text)
    without = len(moves.pop(0, ()))
    return without + sum(
        _distinct(told[length], _squares("".join(texts)).reshape(len(texts), -1))
        for length, texts in moves.items()
    )
