"""The lines of the board as numbers in base 3, all of them at once.

A line is a row, column or diagonal read square by square: digit 0 for an empty
square, 1 for a disc of the side that the number is read for, 2 for one of the
other side. Each of the eight ranks adds a precomputed amount to every line, so
that 16 vector additions read the whole board, whatever the lines are.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jit

SHORTEST_DIAGONAL = 3


class Line(NamedTuple):
    """A line: what kind it is, and its squares in reading order.

    Lines of one kind are images of each other under the board's symmetries.
    """

    kind: str
    squares: tuple[int, ...]


@jit("uint64(uint64, int64)")
def _rank(word, shift):
    """The byte of a word that starts at bit `shift`."""
    return (word >> np.uint64(shift)) & np.uint64(255)


def _interior_rows() -> list[Line]:
    """Rows and columns 2 to 7; "row2" is next to an edge, "row4" in the middle."""
    lines = []
    for number in range(1, 7):
        kind = f"row{min(number, 7 - number) + 1}"
        lines.append(Line(kind, tuple(8 * number + column for column in range(8))))
        lines.append(Line(kind, tuple(8 * row + number for row in range(8))))
    return lines


def _diagonals() -> list[Line]:
    """Diagonals of three squares and more; "diagonal8" is the longest."""
    lines = []
    for offset in range(SHORTEST_DIAGONAL - 8, 9 - SHORTEST_DIAGONAL):
        falling = tuple(9 * row + offset for row in range(8) if 0 <= row + offset < 8)
        rising = tuple(7 * row + 7 + offset for row in range(8) if 0 <= 7 - row + offset < 8)
        lines.append(Line(f"diagonal{len(falling)}", falling))
        lines.append(Line(f"diagonal{len(rising)}", rising))
    return lines


def _edges() -> list[Line]:
    """The four edges, each with its two X-squares after its eight squares."""
    top = (0, 1, 2, 3, 4, 5, 6, 7, 9, 14)
    bottom = tuple(square ^ 56 for square in top)
    left = tuple(8 * (square % 8) + square // 8 for square in top)
    right = tuple(square ^ 7 for square in left)
    return [Line("edge", squares) for squares in (top, bottom, left, right)]


INTERIOR_LINES = tuple(_interior_rows() + _diagonals())
"""The 34 lines whose moves and runs are valued: all but the edges and the shortest diagonals."""

EDGES = tuple(_edges())

LINES = INTERIOR_LINES + EDGES

LANES = 48
"""The lines, and room to fill three vectors of sixteen."""


THIRD = pow(3, -1, 1 << 16)
"""What times 3 is 1 in sixteen bits."""


def contributions(starts: np.ndarray | None = None) -> np.ndarray:
    """What the discs of each rank add to each line: uint16[8, 256, LANES].

    With `starts`, one for each interior line, a line's number counts from
    there, as the row of a table. The first rank is read once for `own` and, twice
    over, for `opp`, so a third of the start is added whatever stands on it.
    """
    added = np.zeros((8, 256, LANES), np.uint16)
    if starts is not None:
        added[0, :, : len(starts)] = starts.astype(np.uint64) * THIRD % (1 << 16)
    for lane, line in enumerate(LINES):
        for place, square in enumerate(line.squares):
            rank, file = divmod(square, 8)
            holding = [byte for byte in range(256) if byte >> file & 1]
            added[rank, holding, lane] += 3**place
    return added


def ternary(line: Line, own: int, opp: int) -> int:
    """The number of one line, read square by square."""
    digits = ((own >> square & 1) + 2 * (opp >> square & 1) for square in line.squares)
    return sum(digit * 3**place for place, digit in enumerate(digits))


@jit
def read_lines(own, opp, added, numbers):
    """Write the number of every line, read for `own`, to `numbers`, uint16[LANES].

    `added` is the table of contributions. One loop without a branch, which
    LLVM turns into vector additions.
    """
    own0, opp0 = added[0, _rank(own, 0)], added[0, _rank(opp, 0)]
    own1, opp1 = added[1, _rank(own, 8)], added[1, _rank(opp, 8)]
    own2, opp2 = added[2, _rank(own, 16)], added[2, _rank(opp, 16)]
    own3, opp3 = added[3, _rank(own, 24)], added[3, _rank(opp, 24)]
    own4, opp4 = added[4, _rank(own, 32)], added[4, _rank(opp, 32)]
    own5, opp5 = added[5, _rank(own, 40)], added[5, _rank(opp, 40)]
    own6, opp6 = added[6, _rank(own, 48)], added[6, _rank(opp, 48)]
    own7, opp7 = added[7, _rank(own, 56)], added[7, _rank(opp, 56)]
    for lane in range(LANES):
        ones = own0[lane] + own1[lane] + own2[lane] + own3[lane]
        ones += own4[lane] + own5[lane] + own6[lane] + own7[lane]
        twos = opp0[lane] + opp1[lane] + opp2[lane] + opp3[lane]
        twos += opp4[lane] + opp5[lane] + opp6[lane] + opp7[lane]
        numbers[lane] = ones + twos + twos
