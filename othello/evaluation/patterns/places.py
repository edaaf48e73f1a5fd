"""Places of the patterns on the board, and the indices of states and counts among the weights.

A pattern is a set of squares; its state is their content. A pattern occurs on the board in all its
images under the eight symmetries, which share its weights, so that a position and its images have
the same value. Further features are counts, above all of both sides' moves; they have a weight for
each number.
"""

import functools
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from othello.evaluation.lines import add_digits, rank_byte, read_lines
from othello.jit import COMPILED, jit
from othello.position import parse_square
from othello.rules import SCORE_SCALE
from othello.symmetry import SYMMETRIES, transform_square

_NAMED_SQUARES = {
    "corner of 9": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner of 10": "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "corner 2x5": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "edge and X-squares": "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "edge block": "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "second row": "a2 b2 c2 d2 e2 f2 g2 h2",
    "third row": "a3 b3 c3 d3 e3 f3 g3 h3",
    "fourth row": "a4 b4 c4 d4 e4 f4 g4 h4",
    "diagonal of 8": "a1 b2 c3 d4 e5 f6 g7 h8",
    "diagonal of 7": "b1 c2 d3 e4 f5 g6 h7",
    "diagonal of 6": "c1 d2 e3 f4 g5 h6",
    "diagonal of 5": "d1 e2 f3 g4 h5",
    "diagonal of 4": "e1 f2 g3 h4",
}


def _from_the_middle(square: int) -> tuple[int, int]:
    """Return the ring around the middle of the board in which a square lies, and its distance."""
    steps = [abs(2 * place - 7) for place in divmod(square, 8)]
    return max(steps), sum(steps)


PATTERNS = {
    name: tuple(sorted(map(parse_square, text.split()), key=_from_the_middle))
    for name, text in _NAMED_SQUARES.items()
}
"""The squares of each pattern in its named place, those that change most often first.

Their digits are the lowest of a state, so that the states of a search lie close together.
"""

COUNTS = {
    "own moves": 65,
    "opp moves": 65,
    "own moves alone": 65,
    "opp moves alone": 65,
    "own potential": 65,
    "opp potential": 65,
    "corner moves": 25,
    "X-square moves": 25,
    "odd quadrants": 5,
    "discs": 65,
}
"""Counts and the number of their entries.

They are the legal moves of each side; those that are illegal for the other side; the empty squares
next to the other side's discs; moves to corners and to X-squares, five times the own ones plus the
other side's; quadrants with an odd number of empty squares; and discs.
"""
_SIZES = {name: 3 ** len(squares) for name, squares in PATTERNS.items()} | COUNTS
ENTRIES_OF = {
    name: slice(end - size, end)
    for (name, size), end in zip(_SIZES.items(), accumulate(_SIZES.values()), strict=True)
}
"""The entries of each of PATTERNS, by state, and of COUNTS, by number."""
ENTRIES = sum(_SIZES.values())
"""The number of entries of a stage."""
COUNT_STARTS = tuple(ENTRIES_OF[name].start for name in COUNTS)
PATTERN_ENTRIES = COUNT_STARTS[0]

HIGHEST = 64 * SCORE_SCALE


class Instance(NamedTuple):
    """A pattern's place on the board.

    `symmetry` takes `squares`, in this order, to the pattern's own squares. The state is a number
    in base 3 with the first square's digit lowest: 0 for an empty square, 1 for an own disc, 2 for
    one of the other side. The index of its entry is `offset` plus the state.
    """

    pattern: str
    symmetry: int
    squares: tuple[int, ...]
    offset: int


def _instances() -> tuple[Instance, ...]:
    """Return all places of all patterns, by symmetry; each set of squares once."""
    found = []
    for name, squares in PATTERNS.items():
        present: set[frozenset[int]] = set()
        for symmetry in (0, 2, 4, 6, 1, 3, 5, 7):  # the cheapest first
            source = {int(transform_square(place, symmetry)): place for place in range(64)}
            image = tuple(source[square] for square in squares)
            if frozenset(image) not in present:
                present.add(frozenset(image))
                found.append(Instance(name, symmetry, image, ENTRIES_OF[name].start))
    return tuple(sorted(found, key=lambda instance: instance.symmetry))


INSTANCES = _instances()
LANES = 64
"""The number of instances, rounded up to full vectors."""
FEATURES = len(INSTANCES) + len(COUNTS)

OFFSETS = np.array([instance.offset for instance in INSTANCES], np.uint64)

SUMS = 8
"""The number of 16-bit sums in which the weights of all instances are added up."""
HEAVIEST = np.iinfo(np.int16).max // -(-len(INSTANCES) // SUMS)
"""The largest weight of an instance, in hundredths of a disc, so that no such sum overflows."""


def _states_in_order(order: Sequence[int], squares: Sequence[int]) -> np.ndarray:
    """Return the index in another order of squares of each state in this order: int32[3**n]."""
    numbers = np.zeros(1, np.int32)
    for square in reversed(order):  # the lowest digit changes fastest: it comes last
        digit = np.int32(3 ** squares.index(square))
        numbers = (numbers[:, None] + digit * np.arange(3, dtype=np.int32)).ravel()
    return numbers


@functools.cache
def columns() -> np.ndarray:
    """Return the index of each entry among the distinct weights: int32[ENTRIES].

    States that are images of each other under a symmetry share a weight. Distinct weights are
    numbered by states with the squares in ascending order, independent of the order of entries.
    """
    least, ascending = np.arange(ENTRIES, dtype=np.int32), np.arange(ENTRIES, dtype=np.int32)
    for name, placed in PATTERNS.items():
        squares, entries = sorted(placed), ENTRIES_OF[name]
        ascending[entries] = entries.start + _states_in_order(placed, squares)
        for symmetry in range(1, SYMMETRIES):
            image = [int(transform_square(square, symmetry)) for square in squares]
            if set(image) == set(squares):
                moved = entries.start + _states_in_order(image, squares)
                least[entries] = np.minimum(least[entries], moved)
    distinct = least == np.arange(ENTRIES)
    return (np.cumsum(distinct, dtype=np.int32) - 1)[least[ascending]]


SQUARES_RANK = 8
"""The index of single discs after those of the ranks."""
ALIGNMENT = 64
"""Alignment in bytes, so that no vector of an array crosses a cache line."""


@functools.cache
def row_numbers() -> np.ndarray:
    """Return what own discs add to the states of INSTANCES: uint16[9, 256, LANES].

    The first eight tables are for the ranks, by the rank's byte. The last is for a single disc, by
    its square, with zeros for 64, no square. It is small enough to stay in the processor's cache.
    """
    size = (SQUARES_RANK + 1) * 256 * LANES
    space = np.zeros(size + ALIGNMENT, np.uint16)
    first = -space.ctypes.data % ALIGNMENT // space.itemsize
    added = space[first : first + size].reshape(-1, 256, LANES)
    add_digits(added[:SQUARES_RANK], [instance.squares for instance in INSTANCES])
    added[SQUARES_RANK, :64] = added[:SQUARES_RANK, 1 << np.arange(8)].reshape(64, LANES)
    return added


if COMPILED:

    @jit
    def read_states(own, opp, added, numbers):
        """Write the state of every instance to `numbers`, uint16[LANES], rank by rank.

        The loop has no branch, so that LLVM turns it into vector additions.
        """
        for lane in range(LANES):
            ones = twos = np.uint16(0)
            for rank in range(8):
                ones += added[rank, rank_byte(own, rank), lane]
                twos += added[rank, rank_byte(opp, rank), lane]
            numbers[lane] = ones + twos + twos

else:
    read_states = read_lines
