"""Lines of the board as numbers in base 3, and their features.

A line is a row, column or diagonal, read square by square: digit 0 for an empty square, 1 for an
own disc, 2 for a disc of the other side. Each of the eight ranks adds a precomputed amount to every
line, so that 16 vector additions read the whole board.

The features of lines are potential mobility, weighted squares and the price of flips. A feature is
a sum over the interior lines; a table holds its value for every state of every kind of line, as
whole hundredths of a plain square. All weights are set by hand, in the spirit of Lee and Mahajan
1988 and 1990; learning weighs the sums, not the squares.

The state of an edge is a number in base 3, too: squares 0 to 7 along the edge (a1 to h1), then the
X-squares next to the first (b2) and to the last one (g2).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from othello.bits import ONE
from othello.jit import COMPILED, jit, step

EDGE_LENGTH = 8
A_FILE = np.uint64(0x0101010101010101)
GATHER = np.uint64(0x0102040810204080)
"""A product with this moves the bits of the a-file into the highest byte."""
LOW_BYTE = np.uint64(255)
FIRST_X, SECOND_X = 3**EDGE_LENGTH, 3 ** (EDGE_LENGTH + 1)

SHORTEST_DIAGONAL = 3

LINE_LANES = 48
"""The number of lines, rounded up to three vectors of sixteen."""

THIRD = pow(3, -1, 1 << 16)
"""The inverse of 3 in sixteen bits."""

EMPTY, OWN, OPP = range(3)

SQUARE_CLASSES = ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4")
"""One square of each class under the board's symmetries."""

POTENTIAL = dict(zip(SQUARE_CLASSES, (60, 50, 80, 80, 0, 80, 110, 115, 130, 130), strict=True))
"""Worth of an empty square next to an opponent's disc, a possible later move.

A move to an X-square is not an asset, and one to the middle is the quietest.
"""

HELD = dict(zip(SQUARE_CLASSES, (300, 40, 100, 90, 10, 60, 80, 110, 105, 100), strict=True))
"""Worth of a disc on a square: corners stay, X-squares give them away."""

RUN_WEIGHT = (0.0, 1.0, 1.5, 1.75, 1.8, 1.7, 1.5, 1.3, 1.2)
"""Factor of a run's mean square by its length, the sequence penalty.

Two discs in a row are not worth twice one, and a wall of seven is worth less than three: the
opponent can move against it everywhere.
"""

FLIP_WEIGHT = (0.0, 1.0, 2.0, 2.7, 3.3, 3.9, 4.4)
"""Price of flips in discs, by the number of discs that turn in one direction.

Source: Lee and Mahajan's non-linear sequence length, as literature reports it.
"""

FLIP_PRICE = {
    "row2": 4,
    "row3": 3,
    "row4": 2,
    "diagonal3": 6,
    "diagonal4": 3,
    "diagonal5": 3,
    "diagonal6": 3,
    "diagonal7": 2,
    "diagonal8": 1,
}
"""Price of turning one disc on a line, in hundredths of an average move.

Flips open moves for the opponent. The proportions are those of Bill's penalties at a fifth of their
size: with larger ones mobility predicted results less well.
"""

FIELD_BITS = 21
"""Bits of a feature in a packed word, enough for its sum over the board."""


@jit("uint64(uint64, int64)")
def _file_byte(word, file):
    """Return one file of a bitboard as a byte, its first rank lowest."""
    return (((word >> np.uint64(file)) & A_FILE) * GATHER) >> np.uint64(56)


@jit("int64(uint64, uint64, int64)")
def _digit(own, opp, square):
    """Return 0 for an empty square, 1 for an own disc, 2 for a disc of the other side."""
    shift = np.uint64(square)
    return np.int64((own >> shift) & ONE) + 2 * np.int64((opp >> shift) & ONE)


@jit
def edge_sum(own, opp, digits, edges):
    """Return the worth of the four edges for `own`, in thousandths of the best edge.

    `digits` is the result of `ternary_digits`, `edges` the table of edge stability. `edge_worth`
    returns the same if the numbers of all lines have been read.
    """
    b2, g2 = _digit(own, opp, 9), _digit(own, opp, 14)
    b7, g7 = _digit(own, opp, 49), _digit(own, opp, 54)
    top = digits[own & LOW_BYTE] + 2 * digits[opp & LOW_BYTE] + FIRST_X * b2 + SECOND_X * g2
    own_last, opp_last = own >> np.uint64(56), opp >> np.uint64(56)
    bottom = digits[own_last] + 2 * digits[opp_last] + FIRST_X * b7 + SECOND_X * g7
    left = digits[_file_byte(own, 0)] + 2 * digits[_file_byte(opp, 0)]
    left += FIRST_X * b2 + SECOND_X * b7
    right = digits[_file_byte(own, 7)] + 2 * digits[_file_byte(opp, 7)]
    right += FIRST_X * g2 + SECOND_X * g7
    rows = edges[np.uint64(top)] + edges[np.uint64(bottom)]
    return rows + edges[np.uint64(left)] + edges[np.uint64(right)]


def ternary_digits() -> np.ndarray:
    """Return each byte read in base 3 as if its bits were digits: int64[256]."""
    places = 3 ** np.arange(EDGE_LENGTH)
    bits = np.arange(256)[:, None] >> np.arange(EDGE_LENGTH) & 1
    return (bits @ places).astype(np.int64)


class Line(NamedTuple):
    """A line: its kind, and its squares in reading order.

    Lines of one kind are images of each other under the board's symmetries.
    """

    kind: str
    squares: tuple[int, ...]


@step
def rank_byte(word, rank):
    """Return a rank of a bitboard, 0 to 7, as a byte."""
    return (word >> np.uint64(8 * rank)) & LOW_BYTE


def add_digits(added: np.ndarray, lanes: Iterable[Sequence[int]]) -> None:
    """Add to a table what the discs of each rank contribute to the number of each lane.

    added: uint16[8, 256, lanes]. `lanes` are sequences of squares, the lowest digit first.
    """
    for lane, squares in enumerate(lanes):
        for place, square in enumerate(squares):
            rank, file = divmod(square, 8)
            held = np.flatnonzero(np.arange(256) >> file & 1)
            added[rank, held, lane] += 3**place


def _interior_rows() -> list[Line]:
    """Return rows and columns 2 to 7; "row2" is next to an edge, "row4" in the middle."""
    lines = []
    for number in range(1, 7):
        kind = f"row{min(number, 7 - number) + 1}"
        lines.append(Line(kind, tuple(8 * number + column for column in range(8))))
        lines.append(Line(kind, tuple(8 * row + number for row in range(8))))
    return lines


def _diagonals() -> list[Line]:
    """Return diagonals of three squares and more; "diagonal8" is the longest."""
    lines = []
    for offset in range(SHORTEST_DIAGONAL - 8, 9 - SHORTEST_DIAGONAL):
        falling = tuple(9 * row + offset for row in range(8) if 0 <= row + offset < 8)
        rising = tuple(7 * row + 7 + offset for row in range(8) if 0 <= 7 - row + offset < 8)
        lines.append(Line(f"diagonal{len(falling)}", falling))
        lines.append(Line(f"diagonal{len(rising)}", rising))
    return lines


def _edges() -> list[Line]:
    """Return the four edges, each with its two X-squares after its eight squares."""
    top = (0, 1, 2, 3, 4, 5, 6, 7, 9, 14)
    bottom = tuple(square ^ 56 for square in top)
    left = tuple(8 * (square % 8) + square // 8 for square in top)
    right = tuple(square ^ 7 for square in left)
    return [Line("edge", squares) for squares in (top, bottom, left, right)]


INTERIOR_LINES = tuple(_interior_rows() + _diagonals())
"""The 34 lines with features: all except the edges and the shortest diagonals."""

EDGES = tuple(_edges())

LINES = INTERIOR_LINES + EDGES


def contributions(starts: Mapping[str, int] | None = None) -> np.ndarray:
    """Return what the discs of each rank add to each line: uint16[8, 256, LINE_LANES].

    With `starts`, one for each kind of interior line, a line's number is offset by it, as the row
    of a table. The first rank is read once for `own` and twice for `opp`, so each of its entries
    contains a third of the start.
    """
    added = np.zeros((8, 256, LINE_LANES), np.uint16)
    if starts is not None:
        rows = [starts[line.kind] * THIRD % (1 << 16) for line in INTERIOR_LINES]
        added[0, :, : len(rows)] = rows
    add_digits(added, [line.squares for line in LINES])
    return added


if COMPILED:

    @jit
    def read_lines(own, opp, added, numbers):
        """Write the number of every line, read for `own`, to `numbers`, uint16[LINE_LANES].

        `added` is the table of contributions. The loop has no branch, so that LLVM turns it into
        vector additions.
        """
        for lane in range(LINE_LANES):
            ones = twos = np.uint16(0)
            for rank in range(8):
                ones += added[rank, rank_byte(own, rank), lane]
                twos += added[rank, rank_byte(opp, rank), lane]
            numbers[lane] = ones + twos + twos

else:

    def read_lines(own, opp, added, numbers):
        """Write the number of every lane of `added` to `numbers`, rank by rank."""
        ranks = np.arange(8)
        shifts = np.uint64(8) * ranks.astype(np.uint64)
        own_bytes, opp_bytes = (((word >> shifts) & LOW_BYTE).astype(int) for word in (own, opp))
        ones, twos = added[ranks, own_bytes], added[ranks, opp_bytes]
        numbers[:] = (ones + 2 * twos).sum(axis=0, dtype=np.uint16)


@jit
def edge_worth(numbers, edges):
    """Return the worth of the four edges from the lines' `numbers`, in thousandths of the best."""
    total = 0
    for lane in range(len(INTERIOR_LINES), len(INTERIOR_LINES) + len(EDGES)):
        total += edges[np.uint64(numbers[lane])]
    return total


def class_of(square: int) -> str:
    """Return the class of a square, named by its member in the triangle a1-d1-d4."""
    rank, file = divmod(square, 8)
    near, far = sorted((min(rank, 7 - rank), min(file, 7 - file)))
    return "abcd"[far] + "1234"[near]


def potential_mobility(states: Sequence[int], line: Line) -> int:
    """Return the worth of the empty squares next to opponent's discs along the line."""
    return sum(
        POTENTIAL[class_of(line.squares[place])]
        for first, second in zip(range(len(states)), range(1, len(states)), strict=False)
        for place, other in ((first, second), (second, first))
        if states[place] == EMPTY and states[other] == OPP
    )


def weighted_squares(states: Sequence[int], line: Line) -> int:
    """Return the worth of the runs of own discs: their mean square, weighted by their length."""
    total = 0.0
    for owner, places in groupby(range(len(states)), key=lambda place: states[place]):
        if owner == OWN:
            worth = [HELD[class_of(line.squares[place])] for place in places]
            total += RUN_WEIGHT[len(worth)] * sum(worth) / len(worth)
    return round(total)


def flip_price(states: Sequence[int], line: Line) -> int:
    """Return the price of the discs that own moves on this line turn along it."""
    total = 0.0
    for reading in (states, states[::-1]):
        for place, state in enumerate(reading):
            if state == EMPTY:
                total += FLIP_WEIGHT[_bracketed(reading[place + 1 :])]
    return round(FLIP_PRICE[line.kind] * total)


def _bracketed(states: Sequence[int]) -> int:
    """Return the number of opponent's discs before the first own one, 0 if a gap comes first."""
    for number, state in enumerate(states):
        if state != OPP:
            return number if state == OWN else 0
    return 0


LINE_FEATURES = (potential_mobility, weighted_squares, flip_price)


def offsets() -> dict[str, int]:
    """Return the first row of each kind of line, and "end" for the number of rows."""
    lengths = {line.kind: len(line.squares) for line in INTERIOR_LINES}
    starts = np.cumsum([0] + [3**length for length in lengths.values()])
    return dict(zip([*lengths, "end"], starts.tolist(), strict=True))


def line_table() -> np.ndarray:
    """Return every feature of every line for both sides: int64[29511, 2].

    The row is the offset of the line's kind plus the line's number. Column 0 is for the side that
    the number is read for, column 1 for the other side. A word packs the features, the first in the
    lowest bits.
    """
    starts = offsets()
    table = np.zeros((starts["end"], 2), np.int64)
    for line in {line.kind: line for line in INTERIOR_LINES}.values():
        for number in range(3 ** len(line.squares)):
            states = [number // 3**place % 3 for place in range(len(line.squares))]
            for side, view in enumerate((states, [(3 - state) % 3 for state in states])):
                table[starts[line.kind] + number, side] = sum(
                    feature(view, line) << (FIELD_BITS * field)
                    for field, feature in enumerate(LINE_FEATURES)
                )
    return table
