"""What a line of the board is worth: potential mobility, weighted squares, the price of flips.

Each feature is a sum over the interior lines, so its value for every state of
every kind of line stands in a table. Values are whole numbers, in hundredths
of a plain square's worth. All weights are set by hand, in the spirit of Lee
and Mahajan 1988 and 1990; learning weighs the sums, not the squares.
"""

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from othello.evaluation.lines import INTERIOR_LINES, Line

EMPTY, OWN, OPP = range(3)

SQUARE_CLASSES = ("a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4")
"""One square for each class of squares that the board's symmetries carry into each other."""

POTENTIAL = dict(zip(SQUARE_CLASSES, (60, 50, 80, 80, 0, 80, 110, 115, 130, 130), strict=True))
"""What an empty square next to an opponent's disc is worth: a move there may come.

A move to an X-square is no asset, and one to the middle is the quietest.
"""

HELD = dict(zip(SQUARE_CLASSES, (300, 40, 100, 90, 10, 60, 80, 110, 105, 100), strict=True))
"""What a disc on a square is worth: corners are kept, X-squares give them away."""

RUN_WEIGHT = (0.0, 1.0, 1.5, 1.75, 1.8, 1.7, 1.5, 1.3, 1.2)
"""The sequence penalty: a run's mean square is worth this much by its length.

Two discs in a row are not twice one, and a wall of seven is worth less than
three: the opponent moves against it everywhere.
"""

FLIP_WEIGHT = (0.0, 1.0, 2.0, 2.7, 3.3, 3.9, 4.4)
"""The price of turning so many discs in one direction, in discs.

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
"""The price of turning one disc on a line, in hundredths of an average move.

It opens moves for the opponent. In the proportions of Bill's penalties, but a
fifth of their size: larger ones made mobility tell less about the result.
"""


def class_of(square: int) -> str:
    """The class of a square, named by its member in the corner a1-d1-d4."""
    rank, file = divmod(square, 8)
    near, far = sorted((min(rank, 7 - rank), min(file, 7 - file)))
    return "abcd"[far] + "1234"[near]


def potential_mobility(states: Sequence[int], line: Line) -> int:
    """The worth of the empty squares next to opponent's discs, one by one along the line."""
    return sum(
        POTENTIAL[class_of(line.squares[place])]
        for first, second in zip(range(len(states)), range(1, len(states)), strict=False)
        for place, other in ((first, second), (second, first))
        if states[place] == EMPTY and states[other] == OPP
    )


def weighted_squares(states: Sequence[int], line: Line) -> int:
    """The worth of the runs of own discs: their mean square, weighted by their length."""
    total = 0.0
    for owner, places in groupby(range(len(states)), key=lambda place: states[place]):
        if owner == OWN:
            worth = [HELD[class_of(line.squares[place])] for place in places]
            total += RUN_WEIGHT[len(worth)] * sum(worth) / len(worth)
    return round(total)


def flip_price(states: Sequence[int], line: Line) -> int:
    """The price of the discs that own moves on this line turn along it."""
    total = 0.0
    for reading in (states, states[::-1]):
        for place, state in enumerate(reading):
            if state == EMPTY:
                total += FLIP_WEIGHT[_bracketed(reading[place + 1 :])]
    return round(FLIP_PRICE[line.kind] * total)


def _bracketed(states: Sequence[int]) -> int:
    """How many opponent's discs stand before the first own one, nothing else between."""
    for number, state in enumerate(states):
        if state != OPP:
            return number if state == OWN else 0
    return 0


FEATURES = (potential_mobility, weighted_squares, flip_price)
FIELD_BITS = 21
"""Each feature takes so many bits of a packed word; its sum over the board fits in them."""


def offsets() -> np.ndarray:
    """Where the table of each interior line's kind begins: uint64[34]."""
    starts = _offsets_by_kind()
    return np.array([starts[line.kind] for line in INTERIOR_LINES], np.uint64)


def _offsets_by_kind() -> dict[str, int]:
    """Where the table of each kind of line begins, and "end" where the last one ends."""
    lengths = {line.kind: len(line.squares) for line in INTERIOR_LINES}
    starts = np.cumsum([0] + [3**length for length in lengths.values()])
    return dict(zip([*lengths, "end"], starts.tolist(), strict=True))


def table_size() -> int:
    """The number of rows of the table of all kinds of lines."""
    return _offsets_by_kind()["end"]


def line_table() -> np.ndarray:
    """Every feature of every line for both sides: int64[29511, 2].

    The row is the offset of the line's kind plus the line's number; column 0
    speaks for the side that the number was read for, column 1 for the other.
    A word packs the features, the first in the lowest bits.
    """
    starts = _offsets_by_kind()
    table = np.zeros((table_size(), 2), np.int64)
    for line in {line.kind: line for line in INTERIOR_LINES}.values():
        for number in range(3 ** len(line.squares)):
            states = [number // 3**place % 3 for place in range(len(line.squares))]
            for side, seen in enumerate((states, [(3 - state) % 3 for state in states])):
                table[starts[line.kind] + number, side] = pack(seen, line)
    return table


def pack(states: Sequence[int], line: Line) -> int:
    """The features of one line in one word."""
    return sum(
        feature(states, line) << (FIELD_BITS * field) for field, feature in enumerate(FEATURES)
    )
