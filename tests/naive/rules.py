"""The rules of Othello, slowly and obviously, on sets of (row, column).

Judges the fast code and shares none with it. Row 0 is rank 1, column 0 is file
a; squares are 8 * row + column, and a word has one bit for each square.
"""

import functools
import random
from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[int, int]
Discs = frozenset[Place]

BOARD = frozenset((row, column) for row in range(8) for column in range(8))
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
AXES = [(0, 1), (1, 0), (1, 1), (1, -1)]
SYMMETRIES = [  # in the order in which othello.symmetry documents them
    lambda row, column: (row, column),
    lambda row, column: (row, 7 - column),
    lambda row, column: (7 - row, column),
    lambda row, column: (7 - row, 7 - column),
    lambda row, column: (column, row),
    lambda row, column: (column, 7 - row),
    lambda row, column: (7 - column, row),
    lambda row, column: (7 - column, 7 - row),
]


def place(square: int) -> Place:
    """The (row, column) of a square."""
    return divmod(int(square), 8)


def square(place: Place) -> int:
    """The square at (row, column)."""
    row, column = place
    return 8 * row + column


def discs(word: int) -> Discs:
    """The set of places that a word stands for."""
    return frozenset(place(number) for number in range(64) if int(word) & (1 << number))


def word(discs: Discs) -> int:
    """The word that stands for a set of places."""
    return sum(1 << square(disc) for disc in discs)


@functools.cache
def line_through(place: Place, axis: tuple[int, int]) -> tuple[Place, ...]:
    """All places of the line through `place` along an axis, from one border to the other."""
    row, column = place
    while (row - axis[0], column - axis[1]) in BOARD:
        row, column = row - axis[0], column - axis[1]
    line = []
    while (row, column) in BOARD:
        line.append((row, column))
        row, column = row + axis[0], column + axis[1]
    return tuple(line)


class NaivePosition(NamedTuple):
    """The discs of the side to move and of the other side."""

    own: Discs
    opp: Discs

    def empty(self) -> Discs:
        """The places without a disc."""
        return BOARD - self.own - self.opp

    def flips(self, move: Place) -> Discs:
        """The discs that turn if the side to move puts one on the empty place `move`."""
        flipped: set[Place] = set()
        for row_step, column_step in DIRECTIONS:
            run = []
            row, column = move[0] + row_step, move[1] + column_step
            while (row, column) in self.opp:
                run.append((row, column))
                row, column = row + row_step, column + column_step
            if (row, column) in self.own:
                flipped.update(run)
        return frozenset(flipped)

    def legal(self) -> Discs:
        """The places where the side to move may play."""
        return frozenset(move for move in self.empty() if self.flips(move))

    def play(self, move: Place) -> "NaivePosition":
        """The position after a legal move, as the other side sees it."""
        flipped = self.flips(move)
        return NaivePosition(self.opp - flipped, self.own | flipped | {move})

    def passed(self) -> "NaivePosition":
        """The same board as the other side sees it."""
        return NaivePosition(self.opp, self.own)

    def over(self) -> bool:
        """Whether neither side can move."""
        return not self.legal() and not self.passed().legal()

    def result(self) -> int:
        """The disc difference for the side to move, the empty places counted for the winner."""
        own, opp = len(self.own), len(self.opp)
        if own > opp:
            own = 64 - opp
        elif own < opp:
            opp = 64 - own
        return own - opp

    def words(self) -> tuple[int, int]:
        """Both sets of discs as words."""
        return word(self.own), word(self.opp)


def from_words(own: int, opp: int) -> NaivePosition:
    """The position with the discs of two words."""
    return NaivePosition(discs(own), discs(opp))


START = NaivePosition(own=frozenset({(3, 4), (4, 3)}), opp=frozenset({(3, 3), (4, 4)}))


def random_moves(seed: int) -> list[int | None]:
    """The squares of a game of random moves from the start position; None is a pass."""
    chance = random.Random(seed)
    position = START
    moves: list[int | None] = []
    while not position.over():
        legal = sorted(position.legal())
        if legal:
            move = chance.choice(legal)
            moves.append(square(move))
            position = position.play(move)
        else:
            moves.append(None)
            position = position.passed()
    return moves


def replay(moves: list[int | None]) -> Iterator[NaivePosition]:
    """The start position and the one after each move; None is a pass."""
    position = START
    yield position
    for move in moves:
        position = position.passed() if move is None else position.play(place(move))
        yield position


def random_game(seed: int) -> Iterator[NaivePosition]:
    """All positions of a random game, those where a side must pass and the last one included."""
    yield from replay(random_moves(seed))
