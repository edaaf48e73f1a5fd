"""A book of openings: what each move is worth in positions that were searched beforehand.

A position stands for its eight images, and is in the book as the least of them. A move that leads
to another position of the book is worth what the best play from there leads to, another one what
a search of the position after it found.
"""

import functools
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello.bits import squares
from othello.cli.errors import UserError
from othello.evaluation.tables import load_arrays, save
from othello.files import data_file
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE, legal_moves
from othello.symmetry import SYMMETRIES, canonical, image, transform_square
from players.protocol import MOST, Choice

BOOK_FILE = "book.npz"
SHIPPED, NO_BOOK = "shipped", "none"
"""What stands for the shipped book, and for none, where a player's book is named."""


class BookMove(NamedTuple):
    """A move and its value in hundredths of a disc for the side that plays it.

    depth: plies of the search after the move that found the value; 0 if the position after it is
    in the book.
    """

    square: int
    value: int
    depth: int


class Content(NamedTuple):
    """What a book holds, as arrays.

    positions: uint64[n, 2], canonical, ascending; the side to move has a move in each. counts:
    uint8[n], how many. Values, int16, and depths, uint8, are of all moves of the first position
    in the order of their squares, then of the next.
    """

    positions: np.ndarray
    counts: np.ndarray
    values: np.ndarray
    depths: np.ndarray


class Book:
    """Looks positions up in the content of a book."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._own = np.ascontiguousarray(content.positions[:, 0])
        self._ends = np.cumsum(content.counts, dtype=np.int64)

    def __len__(self) -> int:
        """The number of positions, images counted once."""
        return len(self._own)

    def moves(self, position: Position) -> tuple[BookMove, ...]:
        """All legal moves, best first; () if the position is not in the book.

        Of equal ones that with the lesser square of the canonical position is first, so that
        images of a position have images of the same best move.
        """
        least = canonical(position)
        row = self._row(least)
        if row is None:
            return ()
        end = int(self._ends[row])
        part = slice(end - int(self.content.counts[row]), end)
        back = next(index for index in range(SYMMETRIES) if image(least, index) == position)
        columns = (squares(least.legal()), self.content.values[part], self.content.depths[part])
        found = [
            BookMove(int(transform_square(square, back)), int(value), int(depth))
            for square, value, depth in zip(*columns, strict=True)
        ]
        return tuple(sorted(found, key=lambda move: -move.value))

    def answer(
        self, position: Position, vary: float | None = None, chance: random.Random | None = None
    ) -> Choice | None:
        """The best move, as a player's answer with the line it expects; None without one.

        With `vary` a random one, by `chance`, of those at most so many discs worse than the best.
        """
        moves = self.moves(position)
        if not moves:
            return None
        square, value = moves[0].square, moves[0].value
        if vary is not None and chance is not None:
            least = value - round(SCORE_SCALE * vary)
            square, value, _ = chance.choice([move for move in moves if move.value >= least])
        line = self.line(position, square)
        return Choice(square, value, depth=len(line), variation=line)

    def line(self, position: Position, first: int | None = None) -> tuple[int, ...]:
        """The best moves from a position on, as long as it is in the book; passes are PASS.

        With `first` that move comes before them.
        """
        line: list[int] = []
        while moves := self.moves(position):
            square = moves[0].square if line or first is None else first
            line.append(square)
            position = position.play(square)
            if not squares(position.legal()) and self.moves(position.passed()):
                line.append(PASS)
                position = position.passed()
        return tuple(line)

    def _row(self, least: Position) -> int | None:
        """The row of a canonical position."""
        first = int(np.searchsorted(self._own, least.own, "left"))
        last = int(np.searchsorted(self._own, least.own, "right"))
        row = first + int(np.searchsorted(self.content.positions[first:last, 1], least.opp))
        return row if row < last and self.content.positions[row, 1] == least.opp else None


def read_book(path: Path) -> Book:
    """The book in a file; UserError, in one line, for a bad one."""
    arrays = load_arrays(path, dict.fromkeys(Content._fields))
    content = Content(*(arrays[name] for name in Content._fields))
    if fault := _fault(content):
        raise UserError(f"{path}: not a book: {fault}")
    return Book(content)


def _fault(content: Content) -> str:
    """What is wrong with the arrays, "" if nothing is."""
    positions, counts, values, depths = content
    kinds = (np.uint64, np.uint8, np.int16, np.uint8)
    if [part.dtype for part in content] != [np.dtype(kind) for kind in kinds]:
        return "numbers of other sizes"
    if counts.ndim != 1 or not len(counts) or positions.shape != (len(counts), 2):
        return "no positions"
    if values.shape != (counts.sum(dtype=np.int64),) or values.shape != depths.shape:
        return "not one value for each move"
    own, opp = positions[:, 0], positions[:, 1]
    ascending = (own[:-1] < own[1:]) | ((own[:-1] == own[1:]) & (opp[:-1] < opp[1:]))
    if not ascending.all() or (own & opp).any():
        return "positions out of order"
    legal = [int(legal_moves(*pair)).bit_count() for pair in zip(own, opp, strict=True)]
    if legal != counts.tolist() or not all(legal) or not (np.abs(values.astype(int)) <= MOST).all():
        return "values of other moves"
    return ""


def save_book(path: Path, about: Mapping[str, Any], content: Content) -> None:
    """Write what `read_book` reads."""
    save(path, about, content._asdict())


@functools.cache
def shipped_book() -> Book:
    """The book that comes with the program, read at the first call."""
    with data_file(BOOK_FILE) as path:
        return read_book(path)


def book_named(name: str) -> Book | None:
    """The book of a name or a file: "none", "shipped" or a path; UserError for a bad file."""
    if name == NO_BOOK:
        return None
    return shipped_book() if name == SHIPPED else read_book(Path(name))
