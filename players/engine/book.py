"""A book of openings: values of the moves of positions that were searched beforehand.

A position and its eight images are one entry, stored as the least of them. A move to another
position of the book has the value of best play from there; any other move has the value of a
search of the position after it.
"""

import functools
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello.bits import squares
from othello.cli.errors import UserError
from othello.evaluation.tables import load_arrays
from othello.files import data_file
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE, legal_moves
from othello.symmetry import SYMMETRIES, canonical, image, transform_square
from players.protocol import MAX_SCORE, Choice

BOOK_FILE = "book.npz"
SHIPPED, NO_BOOK = "shipped", "none"
"""Names of the shipped book and of no book."""


class BookMove(NamedTuple):
    """A move and its value for the side that plays it.

    depth: plies of the search after the move; 0 if the position after it is in the book.
    """

    square: int
    value: int
    depth: int


class Content(NamedTuple):
    """Arrays of a book.

    positions: uint64[n, 2], canonical, ascending; the side to move has a move in each. counts:
    uint8[n], legal moves. values (int16) and depths (uint8): of all moves of the first position in
    order of squares, then of the next.
    """

    positions: np.ndarray
    counts: np.ndarray
    values: np.ndarray
    depths: np.ndarray


class Book:
    """Looks up positions in the content of a book."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._own = np.ascontiguousarray(content.positions[:, 0])
        self._ends = np.cumsum(content.counts, dtype=np.int64)

    def moves(self, position: Position) -> tuple[BookMove, ...]:
        """Return all legal moves, best first; () if the position is not in the book.

        Images of a position have images of the same best move.
        """
        least = canonical(position)
        row = self._row(least)
        if row is None:
            return ()
        end = int(self._ends[row])
        part = slice(end - int(self.content.counts[row]), end)
        back = next(index for index in range(SYMMETRIES) if image(least, index) == position)
        columns = (squares(least.legal()), self.content.values[part], self.content.depths[part])
        moves = [
            BookMove(int(transform_square(square, back)), int(value), int(depth))
            for square, value, depth in zip(*columns, strict=True)
        ]
        return tuple(sorted(moves, key=lambda move: -move.value))

    def choose(self, position: Position, vary: float | None, rng: random.Random) -> Choice | None:
        """Return the best move with its expected line; None if the position is not in the book.

        With `vary`, return a random move at most `vary` discs worse than the best.
        """
        moves = self.moves(position)
        if not moves:
            return None
        square, value = moves[0].square, moves[0].value
        if vary is not None:
            least = value - round(SCORE_SCALE * vary)
            square, value, _ = rng.choice([move for move in moves if move.value >= least])
        line = self._line(position, square)
        return Choice(square, value, depth=len(line), variation=line)

    def _line(self, position: Position, first: int) -> tuple[int, ...]:
        """Return `first`, then the best moves until the book ends, with passes."""
        line = [first]
        while True:
            position = position.play(line[-1])
            if not squares(position.legal()) and self.moves(position.passed()):
                line.append(PASS)
                position = position.passed()
            if not (moves := self.moves(position)):
                return tuple(line)
            line.append(moves[0].square)

    def _row(self, least: Position) -> int | None:
        """Return the row of a canonical position."""
        first = int(np.searchsorted(self._own, least.own, "left"))
        last = int(np.searchsorted(self._own, least.own, "right"))
        row = first + int(np.searchsorted(self.content.positions[first:last, 1], least.opp))
        return row if row < last and self.content.positions[row, 1] == least.opp else None


def read_book(path: Path) -> Book:
    """Read a book from a file; UserError for a bad one."""
    arrays = load_arrays(path, dict.fromkeys(Content._fields))
    content = Content(*(arrays[name] for name in Content._fields))
    if fault := _fault(content):
        raise UserError(f"{path}: not a book: {fault}")
    return Book(content)


def _fault(content: Content) -> str:
    """Return a description of the first fault in the arrays, or ""."""
    positions, counts, values, depths = content
    kinds = (np.uint64, np.uint8, np.int16, np.uint8)
    if [part.dtype for part in content] != [np.dtype(kind) for kind in kinds]:
        return "arrays of other dtypes"
    if counts.ndim != 1 or not len(counts) or positions.shape != (len(counts), 2):
        return "no positions"
    if values.shape != (counts.sum(dtype=np.int64),) or values.shape != depths.shape:
        return "not one value and depth per move"
    own, opp = positions[:, 0], positions[:, 1]
    ascending = (own[:-1] < own[1:]) | ((own[:-1] == own[1:]) & (opp[:-1] < opp[1:]))
    if not ascending.all() or (own & opp).any():
        return "positions out of order"
    legal = [int(legal_moves(*pair)).bit_count() for pair in zip(own, opp, strict=True)]
    beyond = (np.abs(values.astype(int)) > MAX_SCORE).any()
    if legal != counts.tolist() or not all(legal) or beyond:
        return "values do not fit the legal moves"
    return ""


@functools.cache
def shipped_book() -> Book:
    """Return the book that comes with the program."""
    with data_file(BOOK_FILE) as path:
        return read_book(path)


def load_book(name: str) -> Book | None:
    """Load a book by name or path: "none", "shipped" or a file; UserError for a bad file."""
    if name == NO_BOOK:
        return None
    return shipped_book() if name == SHIPPED else read_book(Path(name))
