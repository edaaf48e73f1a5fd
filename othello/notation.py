"""Squares, boards and transcripts as text, in the field's usual spellings."""

import re
from collections.abc import Iterable

from othello.position import FILES as FILES
from othello.position import PASS as PASS
from othello.position import PASS_SPELLINGS, Position
from othello.position import NotationError as NotationError
from othello.position import move_name as move_name
from othello.position import parse_move as parse_move
from othello.position import parse_square as parse_square
from othello.position import square_name as square_name

BLACK_DISC, WHITE_DISC, EMPTY_SQUARE = "X", "O", "-"

_DISCS = dict(zip("Xx*Oo-.", "XXXOO--", strict=True))
LONGEST_TRANSCRIPT = 128
"""The longest possible transcript: 64 squares, and a pass before each."""
_TOKEN = re.compile(rf"\s+|\d+\.+|(?P<move>[a-h][1-8]|{'|'.join(PASS_SPELLINGS)})", re.IGNORECASE)


def transcript_text(moves: Iterable[int]) -> str:
    """Return a transcript such as "f5d6c3d3": the names of all moves, passes as "--"."""
    return "".join(map(move_name, moves))


def parse_transcript(text: str) -> tuple[int, ...]:
    """Return the moves of a transcript such as "f5d6c3d3", "F5 D6 -- D3" or "1. f5 d6 2. c3".

    Passes are returned only where they are written; legality is not checked. NotationError for a
    character that cannot be read, or for more than LONGEST_TRANSCRIPT moves.
    """
    moves: list[int] = []
    place = 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            unreadable = text[place : place + 4]
            raise NotationError(
                f"{unreadable!r} at character {place + 1}: expected a square or a pass"
            )
        if token["move"]:
            if len(moves) == LONGEST_TRANSCRIPT:
                raise NotationError(f"more than {LONGEST_TRANSCRIPT} moves, the most of any game")
            moves.append(parse_move(token["move"]))
        place = token.end()
    return tuple(moves)


def board_text(position: Position, black_to_move: bool) -> str:
    """Return 64 squares from a1, b1 to h8, a blank and the side to move.

    X is black, O is white and - is empty: the form of FFO's problem files.
    """
    mover, other = (BLACK_DISC, WHITE_DISC) if black_to_move else (WHITE_DISC, BLACK_DISC)
    own, opp = int(position.own), int(position.opp)
    squares = (
        mover if own >> square & 1 else other if opp >> square & 1 else EMPTY_SQUARE
        for square in range(64)
    )
    return f"{''.join(squares)} {mover}"


def diagram(position: Position, black_to_move: bool) -> str:
    """Return the board in nine lines: the letters of files, then each rank's number and squares."""
    squares = board_text(position, black_to_move)
    ranks = (f"{rank + 1} {' '.join(squares[8 * rank : 8 * rank + 8])}" for rank in range(8))
    return "\n".join(["  " + " ".join(FILES), *ranks])


def parse_board(text: str) -> tuple[Position, bool]:
    """Return the position of a board in text, and True if black is to move.

    The text has 64 squares from a1, b1 to h8 and the side to move, with blanks and line ends
    anywhere. X, x or * is black, O or o white, - or . empty. NotationError names the wrong
    character or square.
    """
    discs = ""
    for place, character in enumerate(text, start=1):
        if character.isspace():
            continue
        if character not in _DISCS:
            raise NotationError(f"{character!r} at character {place} is not X, O or -")
        if len(discs) == 65:
            raise NotationError(
                "the board has more than 65 characters: 64 squares and X or O expected"
            )
        discs += _DISCS[character]
    if len(discs) < 65:
        missing = "side to move" if len(discs) == 64 else f"square {square_name(len(discs))}"
        raise NotationError(f"the board ends before the {missing}: 64 squares and X or O expected")
    if discs[64] == EMPTY_SQUARE:
        raise NotationError("the side to move, after 64 squares, is X or O")
    black, white = (
        sum(1 << square for square in range(64) if discs[square] == disc)
        for disc in (BLACK_DISC, WHITE_DISC)
    )
    if discs[64] == BLACK_DISC:
        return Position(black, white), True
    return Position(white, black), False


def side_name(black: bool) -> str:
    """Return "black" or "white"."""
    return "black" if black else "white"
