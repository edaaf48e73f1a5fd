"""Names of squares and moves, and the errors for wrong ones."""

from othello.cli.errors import UserError, short_repr

PASS = -1
"""The move of a side without a legal move."""
FILES = "abcdefgh"
PASS_NAME = "--"
PASS_SPELLINGS = (PASS_NAME, "pass", "pa", "ps", "@@@@", "@@")


class NotationError(UserError):
    """A text that cannot be read; the message says what is wrong and where."""


class IllegalMoveError(UserError):
    """A move against the rules; the message names the side, the move and the reason."""


def square_name(square: int) -> str:
    """Return the name of a square: "a1" for 0, "h8" for 63; NotationError for others."""
    if not 0 <= square < 64:
        raise NotationError(f"{square} is not a square, 0 to 63")
    return f"{FILES[square % 8]}{square // 8 + 1}"


_SQUARES = {
    name: square
    for square in range(64)
    for name in (square_name(square), square_name(square).upper())
}


def parse_square(text: str) -> int:
    """Return the square, 0 to 63, of a name such as "d3" or "D3"; NotationError for others."""
    square = _SQUARES.get(text)
    if square is None:
        raise NotationError(f"{short_repr(text)} is not a square, a1 to h8")
    return square


def move_name(move: int) -> str:
    """Return the name of a move: that of its square, "--" for a pass; NotationError for others."""
    return PASS_NAME if move == PASS else square_name(move)


def parse_move(text: str) -> int:
    """Return the move of a name: a square, or PASS for one of PASS_SPELLINGS in any case.

    NotationError for others.
    """
    if text not in _SQUARES and text.lower() in PASS_SPELLINGS:
        return PASS
    return parse_square(text)
