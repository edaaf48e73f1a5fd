"""The eight symmetries of the board, on bitboards, squares and positions.

A symmetry is an index 0 to 7, read as three bits. First bit 2 exchanges files
and ranks, a mirror in the diagonal a1-h8; then bit 1 reverses the ranks and
bit 0 the files. So 0 is the identity, 3 the half turn, and with a1 at the top
left 5 is the quarter turn clockwise and 6 the one anticlockwise.
"""

import numpy as np

from othello.jit import jit
from othello.position import Position

SYMMETRIES = 8
"""The number of symmetries: indices are below this."""

MIRROR_FILES, MIRROR_RANKS, TRANSPOSE = 1, 2, 4
CLOCKWISE = TRANSPOSE | MIRROR_FILES
ANTICLOCKWISE = TRANSPOSE | MIRROR_RANKS

# a shift, and the squares that change place with those a shift above them
FILE_SWAPS = (
    (np.uint64(1), np.uint64(0x5555555555555555)),
    (np.uint64(2), np.uint64(0x3333333333333333)),
    (np.uint64(4), np.uint64(0x0F0F0F0F0F0F0F0F)),
)
RANK_SWAPS = (
    (np.uint64(8), np.uint64(0x00FF00FF00FF00FF)),
    (np.uint64(16), np.uint64(0x0000FFFF0000FFFF)),
    (np.uint64(32), np.uint64(0x00000000FFFFFFFF)),
)
DIAGONAL_SWAPS = (
    (np.uint64(7), np.uint64(0x00AA00AA00AA00AA)),
    (np.uint64(14), np.uint64(0x0000CCCC0000CCCC)),
    (np.uint64(28), np.uint64(0x00000000F0F0F0F0)),
)


@jit("uint64(uint64, UniTuple(UniTuple(uint64, 2), 3))")
def _swapped(word, swaps):
    """Return `word` after three exchanges of squares.

    Source: the delta swap of chessprogramming.org/General_Setwise_Operations.
    """
    for shift, lower in swaps:
        difference = (word ^ (word >> shift)) & lower
        word ^= difference ^ (difference << shift)
    return word


@jit("uint64(uint64, int64)")
def transform(word: np.uint64, index: int) -> np.uint64:
    """Return the image of a set of squares under the symmetry `index`, 0 to 7.

    Source: chessprogramming.org/Flipping_Mirroring_and_Rotating.
    """
    if index & TRANSPOSE:
        word = _swapped(word, DIAGONAL_SWAPS)
    if index & MIRROR_RANKS:
        word = _swapped(word, RANK_SWAPS)
    if index & MIRROR_FILES:
        word = _swapped(word, FILE_SWAPS)
    return word


@jit("int64(int64, int64)")
def transform_square(square: int, index: int) -> int:
    """Return the image of a square, 0 to 63, under the symmetry `index`, 0 to 7."""
    file, rank = square & 7, square >> 3
    if index & TRANSPOSE:
        file, rank = rank, file
    if index & MIRROR_RANKS:
        rank = 7 - rank
    if index & MIRROR_FILES:
        file = 7 - file
    return 8 * rank + file


@jit("int64(int64)")
def inverse(index: int) -> int:
    """Return the inverse of a symmetry: the other quarter turn for a quarter turn, else itself."""
    if index == CLOCKWISE:
        return ANTICLOCKWISE
    if index == ANTICLOCKWISE:
        return CLOCKWISE
    return index


@jit
def image(position: Position, index: int) -> Position:
    """Return the image of a position under the symmetry `index`, with the same side to move."""
    return Position(transform(position.own, index), transform(position.opp, index))


@jit("int64(uint64, uint64)")
def canonical_turn(own: np.uint64, opp: np.uint64) -> int:
    """Return the first symmetry that takes a position to the least of its images.

    Images are compared by `own` and then by `opp`, as unsigned numbers.
    """
    turn, least_own, least_opp = 0, own, opp
    for index in range(1, SYMMETRIES):
        image_own = transform(own, index)
        if image_own > least_own:
            continue
        image_opp = transform(opp, index)
        if image_own < least_own or image_opp < least_opp:
            turn, least_own, least_opp = index, image_own, image_opp
    return turn


@jit
def canonical(position: Position) -> Position:
    """Return the least of a position's eight images."""
    return image(position, canonical_turn(position.own, position.opp))
