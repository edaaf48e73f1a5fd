"""Games that are played again: what is the same but for a symmetry of the board adds nothing."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from othello.position import Position
from othello.symmetry import SYMMETRIES, transform_square
from tournament.games.match import ALL_DISCS, GameRecord
from tournament.games.openings import Canonical, canonical_opening, compute_classes, squares_of
from tournament.games.schedule import Fixture

IMAGES = np.array(
    [[transform_square(square, index) for square in range(64)] for index in range(SYMMETRIES)],
    np.uint8,
)
"""uint8[8, 64]: where a square goes under each symmetry."""

WORD_BYTES = 8


class Course(NamedTuple):
    """What a game consists of: equal for games that differ in nothing but a symmetry of the board.

    `position` is the canonical one of the opening, so that openings that lead to it in
    another order are the same too. `moves` are those after the opening, under the symmetry
    that makes its position canonical; the least of their images where there are several.
    """

    a_black: bool
    result: int
    position: Position
    moves: bytes


def _moves_after(game: GameRecord) -> str:
    """The moves after the opening, as the transcript has them."""
    moves = game.black.moves + game.white.moves
    return game.transcript[-2 * moves :] if moves else ""


def course(fixture: Fixture, game: GameRecord) -> Course:
    """The course of a game."""
    squares = squares_of(_moves_after(game))
    position, symmetries = canonical_opening(fixture.opening)
    moves = min(
        image[squares].tobytes() for index, image in enumerate(IMAGES) if symmetries >> index & 1
    )
    return Course(fixture.a_black, game.result, position, moves)


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


def _distinct(outcomes: list[int], begun: list[Canonical], squares: np.ndarray) -> int:
    """How many games of equally many moves differ, begun from these positions."""
    positions = np.array([found.position for found in begun], np.uint64)
    symmetries = np.array([found.symmetries for found in begun])
    moves = _least_images(squares, symmetries)
    rows = np.column_stack((np.array(outcomes, np.uint64), positions, moves))
    return len(set(rows.view(f"V{rows.shape[1] * WORD_BYTES}").ravel().tolist()))


def distinct_games(games: Iterable[tuple[Fixture, GameRecord]]) -> int:
    """How many of the games have a `course` of their own; one without a move has.

    For all games of a length at once: a tournament may have a hundred thousand of them.
    """
    games = list(games)
    compute_classes(fixture.opening for fixture, _ in games)
    outcomes, begun, moves = defaultdict(list), defaultdict(list), defaultdict(list)
    for fixture, game in games:
        text = _moves_after(game)
        outcomes[len(text)].append(2 * (game.result + ALL_DISCS) + fixture.a_black)
        begun[len(text)].append(canonical_opening(fixture.opening))
        moves[len(text)].append(text)
    without = len(moves.pop(0, ()))
    return without + sum(
        _distinct(
            outcomes[length], begun[length], squares_of("".join(texts)).reshape(len(texts), -1)
        )
        for length, texts in moves.items()
    )
