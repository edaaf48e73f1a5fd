"""The end of the game, four empty squares and fewer: no move generation, no table.

Every kernel here answers one question about a position: is its result for the side
to move above `alpha`? What it returns is a lower bound of the result if it is above
`alpha` and an upper bound otherwise, in discs. `memory`, a record of ENDGAME_MEMORY, counts the
moves played.

Source: Delorme, Edax 4.x, endgame.c and count_last_flip; Okuhara's later forms.
"""

import numpy as np

from othello.bits import NONE, ONE, QUADRANTS, around, count, lowest
from othello.jit import jit
from othello.rules import flips

NO_RESULT = -128
"""What stands for the result of a side that has no move; below every result."""

A_FILE = np.uint64(0x0101010101010101)
GATHER = np.uint64(0x0102040810204080)
"""Times this, the bits of the a-file come to lie side by side in the highest byte."""
TOP_BYTE, BYTE = np.uint64(56), np.uint64(255)
SEVEN, THREE = np.uint64(7), np.uint64(3)


def _turned_on_line(place: int, own: int) -> int:
    """How many discs turn on a line of eight, full but for `place`, whose own discs are `own`."""
    turned = 0
    for step in (1, -1):
        squares = range(place + step, 8 if step > 0 else -1, step)
        for number, square in enumerate(squares):
            if own >> square & 1:
                turned += number
                break
    return turned


def _diagonal(square: int, step: int) -> int:
    """The squares of the diagonal through a square, as an int; `step` 9 falls, 7 rises."""
    rank, file = divmod(square, 8)
    slope = 1 if step == 9 else -1
    return sum(
        1 << 8 * (rank + slope * (other - file)) + other
        for other in range(8)
        if 0 <= rank + slope * (other - file) < 8
    )


TURNED = np.array(
    [[_turned_on_line(place, own) for own in range(256)] for place in range(8)], np.uint8
)
"""uint8[8, 256]: the discs that turn on a line, by the place played and the own discs."""
FALLING = np.array([_diagonal(square, 9) for square in range(64)], np.uint64)
RISING = np.array([_diagonal(square, 7) for square in range(64)], np.uint64)
BESIDE = np.array(
    [int(around(np.uint64(1 << square))) & ~(1 << square) for square in range(64)], np.uint64
)
"""uint64[64]: the squares around each, where a move needs a disc of the other side."""
QUADRANT = np.array([1 << (square // 32 * 2 + square % 8 // 4) for square in range(64)], np.uint64)
"""uint64[64]: which quarter of the board a square lies in, as one of four bits."""


@jit("int64(uint64, uint64)")
def last_turned(own, square):
    """How many discs turn when `own` plays the only empty square: all others are opponents."""
    file, rank = square & SEVEN, square >> THREE
    row = (own >> (rank << THREE)) & BYTE
    column = (((own >> file) & A_FILE) * GATHER) >> TOP_BYTE
    falling = ((own & FALLING[square]) * A_FILE) >> TOP_BYTE
    rising = ((own & RISING[square]) * A_FILE) >> TOP_BYTE
    turned = np.int64(TURNED[file, row]) + np.int64(TURNED[rank, column])
    return turned + np.int64(TURNED[file, falling]) + np.int64(TURNED[file, rising])


@jit("int64(uint64, uint64)")
def final_discs(own, opp):
    """The result of a finished game in discs, the empties being the winner's."""
    mine, theirs = count(own), count(opp)
    if mine > theirs:
        return 64 - 2 * theirs
    if mine < theirs:
        return 2 * mine - 64
    return 0


@jit
def last_one(own, square, memory):
    """The result with one empty square: the last disc is counted, not played."""
    mine = count(own)
    turned = last_turned(own, square)
    if turned != 0:
        memory.nodes += ONE
        return 2 * (mine + turned) - 62
    turned = last_turned(~own ^ (ONE << square), square)
    if turned != 0:
        memory.nodes += ONE
        return 2 * (mine - turned) - 64
    return 2 * mine - 62 if mine >= 32 else 2 * mine - 64


@jit
def last_two(own, opp, alpha, first, second, memory):
    """A bound of the result with two empty squares."""
    sign = 1
    for _ in range(2):  # the side to move; if it must pass, the other
        best = NO_RESULT
        if BESIDE[first] & opp != NONE:
            flipped = flips(own, opp, np.int64(first))
            if flipped != NONE:
                memory.nodes += ONE
                best = -last_one(opp ^ flipped, second, memory)
                if best > alpha:
                    return sign * best
        if BESIDE[second] & opp != NONE:
            flipped = flips(own, opp, np.int64(second))
            if flipped != NONE:
                memory.nodes += ONE
                best = max(best, -last_one(opp ^ flipped, first, memory))
        if best != NO_RESULT:
            return sign * best
        own, opp, alpha, sign = opp, own, -alpha - 1, -sign
    return final_discs(own, opp)


@jit
def last_three(own, opp, alpha, first, second, third, memory):
    """A bound of the result with three empty squares; one alone in its quadrant is tried first."""
    if QUADRANT[first] == QUADRANT[second]:
        first, third = third, first
    elif QUADRANT[first] == QUADRANT[third]:
        first, second = second, first
    sign = 1
    for _ in range(2):  # the side to move; if it must pass, the other
        best = NO_RESULT
        if BESIDE[first] & opp != NONE:
            flipped = flips(own, opp, np.int64(first))
            if flipped != NONE:
                memory.nodes += ONE
                after = own | flipped | (ONE << first)
                best = -last_two(opp ^ flipped, after, -alpha - 1, second, third, memory)
                if best > alpha:
                    return sign * best
        if BESIDE[second] & opp != NONE:
            flipped = flips(own, opp, np.int64(second))
            if flipped != NONE:
                memory.nodes += ONE
                after = own | flipped | (ONE << second)
                score = -last_two(opp ^ flipped, after, -alpha - 1, first, third, memory)
                best = max(best, score)
                if best > alpha:
                    return sign * best
        if BESIDE[third] & opp != NONE:
            flipped = flips(own, opp, np.int64(third))
            if flipped != NONE:
                memory.nodes += ONE
                after = own | flipped | (ONE << third)
                score = -last_two(opp ^ flipped, after, -alpha - 1, first, second, memory)
                best = max(best, score)
        if best != NO_RESULT:
            return sign * best
        own, opp, alpha, sign = opp, own, -alpha - 1, -sign
    return final_discs(own, opp)


@jit("uint64(uint64)")
def odd_quadrants(empties):
    """The squares of the quadrants with an odd number of empty squares."""
    odd = NONE
    for quadrant in QUADRANTS:
        odd |= quadrant & (NONE - (np.uint64(count(empties & quadrant)) & ONE))
    return odd


@jit
def last_four(own, opp, alpha, empties, memory):
    """A bound of the result with four empty squares, those in odd quadrants first."""
    odd = odd_quadrants(empties)
    sign = 1
    for _ in range(2):  # the side to move; if it must pass, the other
        best = NO_RESULT
        left, rest = empties & odd, empties & ~odd
        if left == NONE:
            left, rest = rest, left
        while left != NONE:
            square = np.uint64(lowest(left))
            left &= left - ONE
            if left == NONE:
                left, rest = rest, NONE
            if BESIDE[square] & opp == NONE:
                continue
            flipped = flips(own, opp, np.int64(square))
            if flipped == NONE:
                continue
            memory.nodes += ONE
            placed = ONE << square
            others = empties ^ placed
            first = np.uint64(lowest(others))
            others &= others - ONE
            second = np.uint64(lowest(others))
            third = np.uint64(lowest(others & (others - ONE)))
            after = own | flipped | placed
            score = -last_three(opp ^ flipped, after, -alpha - 1, first, second, third, memory)
            best = max(best, score)
            if best > alpha:
                return sign * best
        if best != NO_RESULT:
            return sign * best
        own, opp, alpha, sign = opp, own, -alpha - 1, -sign
    return final_discs(own, opp)
