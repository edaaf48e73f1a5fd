"""What the terms of interest search see of a board's rim: corners, runs from them, edges."""

import numpy as np

from othello.bits import NONE, ONE
from othello.evaluation.edge_states import EDGE_LENGTH
from othello.evaluation.plain import C_SQUARES, CORNERS, EDGE_SQUARES
from othello.jit import jit

RIM = CORNERS | C_SQUARES | EDGE_SQUARES
NOT_A_FILE = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_H_FILE = np.uint64(0x7F7F7F7F7F7F7F7F)
A_FILE = np.uint64(0x0101010101010101)
GATHER = np.uint64(0x0102040810204080)
"""Times this, the bits of the a-file come to lie side by side in the highest byte."""
BYTE = np.uint64(255)
EIGHT = np.uint64(8)
RUN = 6
"""Steps from a corner to the far end of an edge that holds the other corner."""
FIRST_X, SECOND_X = 3**EDGE_LENGTH, 3 ** (EDGE_LENGTH + 1)


@jit("uint64(uint64)")
def beside(word):
    """The squares next to a set in its rows and columns."""
    sideways = ((word << ONE) & NOT_A_FILE) | ((word >> ONE) & NOT_H_FILE)
    return sideways | (word << EIGHT) | (word >> EIGHT)


@jit("uint64(uint64)")
def around(word):
    """A set and the squares next to it in all eight directions."""
    word |= ((word << ONE) & NOT_A_FILE) | ((word >> ONE) & NOT_H_FILE)
    return word | (word << EIGHT) | (word >> EIGHT)


@jit("uint64(uint64)")
def anchored(discs):
    """The discs on the rim that form runs from corners held, which nothing can turn."""
    rim = discs & RIM
    found = rim & CORNERS
    if found == NONE:
        return NONE
    for _ in range(RUN):
        found |= rim & beside(found)
    return found


@jit("uint64(uint64, int64)")
def _file_byte(word, file):
    """One file of a word as a byte, its first rank lowest."""
    return (((word >> np.uint64(file)) & A_FILE) * GATHER) >> np.uint64(56)


@jit("int64(uint64, uint64, int64)")
def _digit(own, opp, square):
    """0 for an empty square, 1 for an own disc on it, 2 for the other side's."""
    shift = np.uint64(square)
    return np.int64((own >> shift) & ONE) + 2 * np.int64((opp >> shift) & ONE)


@jit
def edge_sum(own, opp, digits, edges):
    """The worth of the four edges for `own`, in thousandths of the best edge.

    `digits` is that of `ternary_digits`, `edges` the table of edge stability.
    """
    b2, g2 = _digit(own, opp, 9), _digit(own, opp, 14)
    b7, g7 = _digit(own, opp, 49), _digit(own, opp, 54)
    top = digits[own & BYTE] + 2 * digits[opp & BYTE] + FIRST_X * b2 + SECOND_X * g2
    own_last, opp_last = own >> np.uint64(56), opp >> np.uint64(56)
    bottom = digits[own_last] + 2 * digits[opp_last] + FIRST_X * b7 + SECOND_X * g7
    left = digits[_file_byte(own, 0)] + 2 * digits[_file_byte(opp, 0)]
    left += FIRST_X * b2 + SECOND_X * b7
    right = digits[_file_byte(own, 7)] + 2 * digits[_file_byte(opp, 7)]
    right += FIRST_X * g2 + SECOND_X * g7
    rows = edges[np.uint64(top)] + edges[np.uint64(bottom)]
    return rows + edges[np.uint64(left)] + edges[np.uint64(right)]


def ternary_digits() -> np.ndarray:
    """Each byte read in base 3 as if its bits were digits: int64[256]."""
    places = 3 ** np.arange(EDGE_LENGTH)
    bits = np.arange(256)[:, None] >> np.arange(EDGE_LENGTH) & 1
    return (bits @ places).astype(np.int64)
