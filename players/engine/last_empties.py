"""The last four empty squares: no move generation, no table.

Each kernel is a null-window search: it returns a lower bound of the result if the result is above
`alpha`, and an upper bound otherwise, in discs for the side to move. `thread`, a record of
ENDGAME_THREAD, counts the moves played.

Source: Delorme, Edax 4.x, endgame.c and count_last_flip; Okuhara's later forms.
"""

import numpy as np

from othello.bits import NONE, ONE, QUADRANTS, around, count, lowest
from othello.jit import jit
from othello.rules import flips

NO_RESULT = -128
"""Below every result: the side to move has no move."""

A_FILE = np.uint64(0x0101010101010101)
GATHER = np.uint64(0x0102040810204080)
"""Multiplier that gathers the bits of the a-file in the highest byte."""
TOP_BYTE, BYTE = np.uint64(56), np.uint64(255)
SEVEN, THREE = np.uint64(7), np.uint64(3)


def _line_flip_count(place: int, own: int) -> int:
    """Return the flips of a move to `place` on a line of eight that is full otherwise."""
    sides = range(place + 1, 8), range(place - 1, -1, -1)
    own_discs = ([number for number, at in enumerate(side) if own >> at & 1] for side in sides)
    return sum(min(numbers, default=0) for numbers in own_discs)


def _diagonal(square: int, slope: int) -> int:
    """Return the squares of a diagonal through a square, as an int; `slope` 1 falls, -1 rises."""
    rank, file = divmod(square, 8)
    places = ((rank + slope * (other - file), other) for other in range(8))
    return sum(1 << 8 * row + column for row, column in places if 0 <= row < 8)


FLIP_COUNTS = np.array(
    [[_line_flip_count(place, own) for own in range(256)] for place in range(8)], np.uint8
)
"""uint8[8, 256]: flips on a line, by the place played and the own discs."""
FALLING = np.array([_diagonal(square, 1) for square in range(64)], np.uint64)
RISING = np.array([_diagonal(square, -1) for square in range(64)], np.uint64)
NEIGHBOURS = np.array(
    [int(around(np.uint64(1 << square))) & ~(1 << square) for square in range(64)], np.uint64
)
"""uint64[64]: the squares around each; a move needs an opponent's disc there."""
QUADRANT = np.array([1 << (square // 32 * 2 + square % 8 // 4) for square in range(64)], np.uint64)
"""uint64[64]: quadrant of each square, as one of four bits."""


@jit("int64(uint64, uint64)")
def last_flip_count(own, square):
    """Return the number of flips when `own` plays the only empty square."""
    file, rank = square & SEVEN, square >> THREE
    row = (own >> (rank << THREE)) & BYTE
    column = (((own >> file) & A_FILE) * GATHER) >> TOP_BYTE
    falling = ((own & FALLING[square]) * A_FILE) >> TOP_BYTE
    rising = ((own & RISING[square]) * A_FILE) >> TOP_BYTE
    flip_count = np.int64(FLIP_COUNTS[file, row]) + np.int64(FLIP_COUNTS[rank, column])
    return flip_count + np.int64(FLIP_COUNTS[file, falling]) + np.int64(FLIP_COUNTS[file, rising])


@jit("int64(uint64, uint64)")
def final_discs(own, opp):
    """Return the result of a finished game in discs, empties to the winner."""
    own_discs, opp_discs = count(own), count(opp)
    if own_discs > opp_discs:
        return 64 - 2 * opp_discs
    if own_discs < opp_discs:
        return 2 * own_discs - 64
    return 0


@jit
def last_one(own, square, thread):
    """Return the result with one empty square, by counting flips."""
    own_discs = count(own)
    flip_count = last_flip_count(own, square)
    if flip_count != 0:
        thread.nodes += ONE
        return 2 * (own_discs + flip_count) - 62
    flip_count = last_flip_count(~own ^ (ONE << square), square)
    if flip_count != 0:
        thread.nodes += ONE
        return 2 * (own_discs - flip_count) - 64
    return 2 * own_discs - 62 if own_discs >= 32 else 2 * own_discs - 64


@jit
def last_two(own, opp, alpha, first, second, thread):
    """Return a bound of the result with two empty squares."""
    sign = 1
    for _ in range(2):  # the side to move; if it must pass, the other
        best = NO_RESULT
        if NEIGHBOURS[first] & opp != NONE:
            flipped = flips(own, opp, np.int64(first))
            if flipped != NONE:
                thread.nodes += ONE
                best = -last_one(opp ^ flipped, second, thread)
                if best > alpha:
                    return sign * best
        if NEIGHBOURS[second] & opp != NONE:
            flipped = flips(own, opp, np.int64(second))
            if flipped != NONE:
                thread.nodes += ONE
                best = max(best, -last_one(opp ^ flipped, first, thread))
        if best != NO_RESULT:
            return sign * best
        own, opp, alpha, sign = opp, own, -alpha - 1, -sign
    return final_discs(own, opp)


@jit
def last_three(own, opp, alpha, first, second, third, thread):
    """Return a bound of the result with three empty squares, one alone in its quadrant first."""
    if QUADRANT[first] == QUADRANT[second]:
        first, third = third, first
    elif QUADRANT[first] == QUADRANT[third]:
        first, second = second, first
    sign = 1
    for _ in range(2):  # the side to move; if it must pass, the other
        best = NO_RESULT
        if NEIGHBOURS[first] & opp != NONE:
            flipped = flips(own, opp, np.int64(first))
            if flipped != NONE:
                thread.nodes += ONE
                after = own | flipped | (ONE << first)
                best = -last_two(opp ^ flipped, after, -alpha - 1, second, third, thread)
                if best > alpha:
                    return sign * best
        if NEIGHBOURS[second] & opp != NONE:
            flipped = flips(own, opp, np.int64(second))
            if flipped != NONE:
                thread.nodes += ONE
                after = own | flipped | (ONE << second)
                score = -last_two(opp ^ flipped, after, -alpha - 1, first, third, thread)
                best = max(best, score)
                if best > alpha:
                    return sign * best
        if NEIGHBOURS[third] & opp != NONE:
            flipped = flips(own, opp, np.int64(third))
            if flipped != NONE:
                thread.nodes += ONE
                after = own | flipped | (ONE << third)
                score = -last_two(opp ^ flipped, after, -alpha - 1, first, second, thread)
                best = max(best, score)
        if best != NO_RESULT:
            return sign * best
        own, opp, alpha, sign = opp, own, -alpha - 1, -sign
    return final_discs(own, opp)


@jit("uint64(uint64)")
def odd_quadrants(empties):
    """Return the squares of the quadrants with an odd number of empty squares."""
    odd = NONE
    for quadrant in QUADRANTS:
        odd |= quadrant & (NONE - (np.uint64(count(empties & quadrant)) & ONE))
    return odd


@jit
def last_four(own, opp, alpha, empties, thread):
    """Return a bound of the result with four empty squares, those in odd quadrants first."""
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
            if NEIGHBOURS[square] & opp == NONE:
                continue
            flipped = flips(own, opp, np.int64(square))
            if flipped == NONE:
                continue
            thread.nodes += ONE
            placed = ONE << square
            others = empties ^ placed
            first = np.uint64(lowest(others))
            others &= others - ONE
            second = np.uint64(lowest(others))
            third = np.uint64(lowest(others & (others - ONE)))
            after = own | flipped | placed
            score = -last_three(opp ^ flipped, after, -alpha - 1, first, second, third, thread)
            best = max(best, score)
            if best > alpha:
                return sign * best
        if best != NO_RESULT:
            return sign * best
        own, opp, alpha, sign = opp, own, -alpha - 1, -sign
    return final_discs(own, opp)
