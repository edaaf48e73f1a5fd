"""Games that are played again: what is the same but for a symmetry of the board adds nothing."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from othello.position import Position
from othello.symmetry import SYMMETRIES, transform_square
from tournament.games.openings import (
    CanonicalColumns,
    canonical_columns,
    canonical_opening,
    squares_of,
)
from tournament.games.play import ALL_DISCS, GameRecord
from tournament.games.schedule import Fixture

IMAGES = np.array(
    [[transform_square(square, index) for square in range(64)] for index in range(SYMMETRIES)],
    np.uint8,
)
"""uint8[8, 64]: where a square goes under each symmetry."""

WORD_BYTES = 8


class GameKey(NamedTuple):
    """What a game consists of: equal for games that differ in nothing but a symmetry of the board.

    `position` is the canonical one of the opening, so that openings that lead to it in
    another order are the same too. `moves` are those after the opening, under the symmetry
    that makes its position canonical; the least of their images where there are several.
    """

    a_black: bool
    result: int
    position: Position
    moves: bytes


def moves_after(transcript: str, moves: int) -> str:
    """The moves after the opening, which are so many, as the transcript has them."""
    return transcript[-2 * moves :] if moves else ""


def course(fixture: Fixture, game: GameRecord) -> GameKey:
    """The course of a game."""
    squares = squares_of(moves_after(game.transcript, game.black.moves + game.white.moves))
    position, symmetries = canonical_opening(fixture.opening)
    moves = min(
        image[squares].tobytes() for index, image in enumerate(IMAGES) if symmetries >> index & 1
    )
    return GameKey(fixture.a_black, game.result, position, moves)


def _least_images(squares: np.ndarray, symmetries: np.ndarray) -> np.ndarray:
    """The least image of each row of squares, uint8[games, moves], under its symmetries.

    `symmetries`, int64[games], have a bit for each that counts. Rows are compared a word at
    a time, the first square being the highest byte of a word.
    """
    games, moves = squares.shape
    width = -(-moves // WORD_BYTES)
    least = np.full((games, width), 2**64 - 1, np.uint64)
    for index, image in enumerate(IMAGES):
        places = np.flatnonzero(symmetries >> index & 1)
        padded = np.zeros((len(places), width * WORD_BYTES), np.uint8)
        padded[:, :moves] = image[squares[places]]
        words, known = padded.view(">u8").astype(np.uint64), least[places]
        rows, first = np.arange(len(places)), (words != known).argmax(axis=1)
        less = words[rows, first] < known[rows, first]
        least[places[less]] = words[less]
    return least


def _distinct(outcomes: np.ndarray, begun: CanonicalColumns, squares: np.ndarray) -> int:
    """How many games of equally many moves differ, begun from these positions."""
    moves = _least_images(squares, begun.symmetries)
    rows = np.column_stack((outcomes.astype(np.uint64), begun.own, begun.opp, moves))
    return len(set(rows.view(f"V{rows.shape[1] * WORD_BYTES}").ravel().tolist()))


def distinct_courses(outcomes: np.ndarray, begun: CanonicalColumns, moves: Sequence[str]) -> int:
    """How many of the games have a `course` of their own; one without a move has.

    `outcomes`, int64[n], differ where results or A's colours do; `moves` are those after the
    opening. All games of a length are compared at once: there may be a hundred thousand.
    """
    lengths = np.array([len(text) for text in moves], np.int64)
    different = int((lengths == 0).sum())
    for length in set(lengths.tolist()) - {0}:
        places = np.flatnonzero(lengths == length)
        squares = squares_of("".join(moves[place] for place in places.tolist()))
        those = CanonicalColumns(*(column[places] for column in begun))
        different += _distinct(outcomes[places], those, squares.reshape(len(places), -1))
    return different


def outcome_numbers(results: np.ndarray, a_black: np.ndarray) -> np.ndarray:
    """A number, int64[n], for each result together with A's colour."""
    return 2 * (results + ALL_DISCS) + a_black


def distinct_games(games: Iterable[tuple[Fixture, GameRecord]]) -> int:
    """How many of the games have a `course` of their own; one without a move has."""
    games = list(games)
    results = np.array([game.result for _, game in games], np.int64)
    a_black = np.array([fixture.a_black for fixture, _ in games], np.int64)
    begun = canonical_columns([fixture.opening for fixture, _ in games])
    moves = [moves_after(game.transcript, game.black.moves + game.white.moves) for _, game in games]
    return distinct_courses(outcome_numbers(results, a_black), begun, moves)
