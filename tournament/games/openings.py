"""Openings: a line of moves of any length, or a position; its name and its class.

>>> [opening_name(opening) for opening in (0, "f5d6c3")]
['c4c3c2b2', 'f5d6c3']
>>> start("f5d6c3").side
'white'
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from othello.cli.errors import UserError
from othello.game import Game
from othello.notation import board_text, parse_board, parse_transcript
from othello.openings import four_move_openings
from othello.position import Position
from othello.symmetry import SYMMETRIES, canonical, image

Opening = int | str
"""The number, 0 to 243, of a four-move opening; any other transcript; or a board as text.

Transcripts have no passes. Boards are written by `notation.board_text`.
"""

MOST_CLASSES = 2**17
"""Openings whose class is cached."""

_DISCS = "XO-"


class CanonicalOpening(NamedTuple):
    """The canonical position of an opening, and the symmetries that lead to it.

    `symmetries` has a bit for each of the eight; several are set where the position is symmetric.
    """

    position: Position
    symmetries: int


def is_board(opening: Opening) -> bool:
    """True if the opening is a position, which need not arise from the starting position."""
    return isinstance(opening, str) and opening[:1] in _DISCS and opening != ""


def opening_order(opening: Opening) -> tuple[bool, Opening]:
    """Sort key of openings: numbers first, as in the store."""
    return isinstance(opening, str), opening


def opening_name(opening: Opening) -> str:
    """Return the transcript of an opening, or its board."""
    return opening if isinstance(opening, str) else four_move_openings()[opening].transcript


def first_position(opening: Opening) -> Game:
    """Return a game before the opening's first move: at the start, or at the opening's board."""
    return Game.from_board(str(opening)) if is_board(opening) else Game()


def start(opening: Opening) -> Game:
    """Return the game at the end of the opening; UserError for an illegal one."""
    game = first_position(opening)
    if not is_board(opening):
        game.play_all(_moves(opening))
    return game


def _moves(opening: Opening) -> tuple[int, ...]:
    """Return the moves of an opening that is not a board."""
    if isinstance(opening, int):
        return four_move_openings()[opening].moves
    return parse_transcript(opening)


def opening_of(text: str) -> Opening:
    """Parse a transcript or a board; UserError gives the reason for a failure.

    Transcripts of the 244 four-move openings become their numbers.
    """
    board = text.lstrip()[:1] in "Xx*Oo-."
    try:
        game = Game.from_board(text) if board else Game.from_transcript(text)
    except ValueError as error:
        raise UserError(str(error)) from None
    if game.over:
        raise UserError("the game is over")
    if board:
        return board_text(*parse_board(text))
    transcript = game.transcript()
    return _numbers().get(transcript, transcript)


@lru_cache
def _numbers() -> dict[str, int]:
    return {opening.transcript: opening.index for opening in four_move_openings()}


def replay(opening: Opening, transcript: str) -> Game:
    """Return the game of a transcript that includes the opening's moves.

    IllegalMoveError or NotationError for an invalid transcript.
    """
    game = first_position(opening)
    game.play_all(parse_transcript(transcript))
    return game


@lru_cache(MOST_CLASSES)
def canonical_opening(opening: Opening) -> CanonicalOpening:
    """Return the canonical position of an opening and the symmetries that lead to it."""
    position = start(opening).position
    least = canonical(position)
    symmetries = sum(1 << index for index in range(SYMMETRIES) if image(position, index) == least)
    return CanonicalOpening(least, symmetries)


def board_class(opening: Opening) -> Position:
    """Return the canonical position of an opening, which identifies its class.

    Openings of one class lead to the same position, or to images of it under the board's eight
    symmetries. Colours do not count: each opening is played with both.
    """
    return canonical_opening(opening).position


def class_numbers(openings: Iterable[Opening]) -> list[int]:
    """Number the classes of openings from 0 in order of appearance; return each opening's class."""
    numbers: dict[Position, int] = {}
    return [numbers.setdefault(board_class(opening), len(numbers)) for opening in openings]
