"""A position as the side to move sees it; it plays in Python and in kernels alike."""

from typing import NamedTuple

import numpy as np

from othello import rules
from othello.bits import NONE, bit, count
from othello.jit import jit, jitmethods

PASS = -1
"""The move of a side that has no legal one."""

STAGES = 65
"""Stages of a game are numbers of discs, 0 to 64: see `Position.stage`."""


@jit("uint64(uint64)")
def mixed(word):
    """A hash of `word` in which every bit depends on every other.

    Source: the finaliser of Steele, Lea and Flood 2014, "Fast splittable
    pseudorandom number generators".
    """
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@jit("uint64(uint64, uint64)")
def hash_of(own, opp):
    """The hash of a position: every bit depends on every bit of both words."""
    return mixed(mixed(own) + opp * np.uint64(0x9E3779B97F4A7C15))


class _Discs(NamedTuple):
    """The fields of a position."""

    own: np.uint64
    opp: np.uint64


@jitmethods
class Position(_Discs):
    """The discs of the side to move (`own`) and of the other side (`opp`), as words.

    Immutable and without colours: `Game` knows who is black. Both fields are
    numpy.uint64, so that kernels compile once. OverflowError for a word that
    does not fit in 64 bits.
    """

    __slots__ = ()

    def __new__(cls, own, opp):
        """Coerce to uint64; numba would otherwise compile a second, signed version."""
        return super().__new__(cls, np.uint64(own), np.uint64(opp))

    @classmethod
    def _make(cls, iterable):  # type: ignore[override]
        return cls(*iterable)

    def legal(self):
        """The set of squares where the side to move may play."""
        return rules.legal_moves(self.own, self.opp)

    def play(self, move):
        """The position after the side to move plays the square `move`, assumed legal."""
        flipped = rules.flips(self.own, self.opp, move)
        return Position(self.opp ^ flipped, self.own | flipped | bit(move))

    def passed(self):
        """The same board with the other side to move."""
        return Position(self.opp, self.own)

    def final(self):
        """The result, in hundredths of a disc for the side to move, were the game over here."""
        return rules.final_score(self.own, self.opp)

    def key(self):
        """A 64-bit hash of the position."""
        return hash_of(self.own, self.opp)

    def plies_left(self):
        """The most plies that the game can still last: the number of empty squares."""
        return 64 - count(self.own | self.opp)

    def first(self):
        """Whether the side to move is the one that began, if nobody has passed."""
        return count(self.own | self.opp) % 2 == 0

    def stage(self):
        """The number of discs: what tables of a game's stages are indexed by."""
        return count(self.own | self.opp)

    def solved_by(self, depth):
        """Whether a search of `depth` plies reaches results, which are no static values."""
        return depth >= 64 - count(self.own | self.opp)

    def over(self):
        """Whether neither side can move."""
        return self.legal() == NONE and self.passed().legal() == NONE


START = Position(0x0000000810000000, 0x0000001008000000)
"""The start of a game, black to move: black on e4 and d5, white on d4 and e5."""
