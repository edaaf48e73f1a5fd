"""A position from the view of the side to move, for Python and for kernels; names of moves."""

import operator
from typing import Any, NamedTuple

import numpy as np

from othello import rules
from othello.bits import NONE, bit, count, squares
from othello.cli.errors import UserError, short_repr
from othello.drawing import board_svg
from othello.jit import jit, jitmethods

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


STAGES = 65
"""The number of stages of a game, which are numbers of discs, 0 to 64: see `Position.stage`."""


@jit("uint64(uint64)")
def mixed(word: np.uint64) -> np.uint64:
    """Return a hash of `word` in which every bit depends on every other.

    Source: the finaliser of Steele, Lea and Flood 2014, "Fast splittable
    pseudorandom number generators".
    """
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@jit("uint64(uint64, uint64)")
def hash_of(own: np.uint64, opp: np.uint64) -> np.uint64:
    """Return the hash of a position: every bit depends on every bit of both bitboards."""
    return mixed(mixed(own) + opp * np.uint64(0x9E3779B97F4A7C15))


class _Discs(NamedTuple):
    """The fields of a position."""

    own: np.uint64
    opp: np.uint64


@jitmethods
class KernelPosition(_Discs):
    """The methods of a position for kernels and Python; moves must be legal."""

    __slots__ = ()

    def legal(self) -> np.uint64:
        """Return the set of squares where the side to move may play."""
        return rules.legal_moves(self.own, self.opp)

    def play(self, move: int) -> "Position":
        """Return the position after the side to move plays the legal square `move`."""
        flipped = rules.flips(self.own, self.opp, move)
        return Position(self.opp ^ flipped, self.own | flipped | bit(move))

    def passed(self) -> "Position":
        """Return the same board with the other side to move."""
        return Position(self.opp, self.own)

    def final(self) -> int:
        """Return the result if the game ends here, in hundredths of a disc for the side to move."""
        return rules.final_score(self.own, self.opp)

    def key(self) -> np.uint64:
        """Return a 64-bit hash of the position."""
        return hash_of(self.own, self.opp)

    def plies_left(self) -> int:
        """Return the number of empty squares, the most plies that can follow without passes."""
        return 64 - count(self.own | self.opp)

    def first(self) -> bool:
        """True if the side to move is the one that began, provided that no side has passed."""
        return count(self.own | self.opp) % 2 == 0

    def stage(self) -> int:
        """Return the number of discs, the index into tables of a game's stages."""
        return count(self.own | self.opp)

    def ends_within(self, depth: int) -> bool:
        """True if a search of `depth` plies reaches the end of the game."""
        return depth >= 64 - count(self.own | self.opp)

    def over(self) -> bool:
        """True if neither side can move."""
        return not self.legal() and not self.passed().legal()


class Position(KernelPosition):
    """The discs of the side to move (`own`) and of the other side (`opp`), as bitboards.

    It is immutable and without colours, which `Game` has. Both fields are numpy.uint64, so that
    kernels compile once. OverflowError for a number that does not fit in 64 bits, ValueError for a
    square with discs of both sides.

    >>> position = START.play("f5").play("d6")
    >>> [move_name(move) for move in position.legal_squares()]
    ['c3', 'c4', 'c5', 'c6', 'c7']
    >>> position
    Position(own=0x0000003010000000, opp=0x0000080808000000)
    """

    __slots__ = ()

    def __new__(cls, own: int | np.uint64, opp: int | np.uint64) -> "Position":
        """Convert to uint64; numba would compile a second, signed version otherwise."""
        mine, theirs = np.uint64(own), np.uint64(opp)
        if mine & theirs:
            raise ValueError(f"{move_name(squares(mine & theirs)[0])} holds discs of both sides")
        return super().__new__(cls, mine, theirs)

    @classmethod
    def _make(cls, iterable: Any) -> "Position":  # type: ignore[override]
        return cls(*iterable)

    def __repr__(self) -> str:
        """Return the Python expression of the position."""
        return f"Position(own=0x{int(self.own):016X}, opp=0x{int(self.opp):016X})"

    def _repr_svg_(self) -> str:
        """Return a picture for notebooks: the side to move is black, and dots are its moves."""
        board = "".join("-XO"[(self.own >> n & 1) + 2 * (self.opp >> n & 1)] for n in range(64))
        return board_svg(board, self.legal_squares())

    def legal_squares(self) -> list[int]:
        """Return the squares where the side to move may play, lowest first."""
        return squares(self.legal())

    def play(self, move: int | str) -> "Position":
        """Return the position after a square, 19 or "d3", or after PASS if no square is legal.

        IllegalMoveError for a move against the rules, NotationError for a text that is not a move.
        In kernels `play` is `play_unchecked`.
        """
        square = parse_move(move) if isinstance(move, str) else operator.index(move)
        if square == PASS:
            if self.legal() != NONE or self.over():
                raise IllegalMoveError("cannot pass: " + self.objection(PASS))
            return self.passed()
        if not 0 <= square < 64:
            move_name(square)  # raises
        own, opp = self
        mover, other = rules.discs_after(own, opp, square)
        if mover == opp or int(own | opp) >> square & 1:
            raise IllegalMoveError(f"cannot play {move_name(square)}: {self.objection(square)}")
        return Position(mover, other)

    def play_unchecked(self, square: int) -> "Position":
        """Return the position after a legal square, without a check: for loops."""
        return Position(*rules.discs_after(self.own, self.opp, square))

    def objection(self, move: int) -> str:
        """Return the reason why a square or PASS, an illegal move, is not allowed."""
        if self.over():
            return "the game is over"
        if move == PASS:
            return "there is a legal move"
        return "the square is occupied" if (self.own | self.opp) & bit(move) else "it flips nothing"


START = Position(0x0000000810000000, 0x0000001008000000)
"""The start of a game, black to move: black on e4 and d5, white on d4 and e5."""
