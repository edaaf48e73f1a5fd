"""Discs that can never turn again, whatever is played: what is certain of a result early."""

import numpy as np

from othello.bits import (
    ENDS_OF_COLUMNS,
    ENDS_OF_ROWS,
    EVERY_SQUARE,
    NONE,
    NOT_A_FILE,
    NOT_H_FILE,
    RIM,
    count,
)
from othello.jit import jit
from othello.rules import SCORE_SCALE

ROW, RISING, COLUMN, FALLING = (np.uint64(stride) for stride in (1, 7, 8, 9))
"""The strides from a square to its neighbour along each axis of the board."""
TWO = np.uint64(2)


@jit("uint64(uint64, uint64, uint64, uint64)")
def _full_lines(empty, stride, upward, downward):
    """The squares with no empty one on their line along an axis.

    `upward` and `downward` hold the squares that a step of `stride` up or down the
    bits may reach without leaving the board. The empties are spread along their lines.
    """
    reached, way = empty, upward
    back, way_back = empty, downward
    for _ in range(3):  # 1, 2 and 4 steps
        reached |= way & (reached << stride)
        way &= way << stride
        back |= way_back & (back >> stride)
        way_back &= way_back >> stride
        stride *= TWO
    return ~(reached | back)


@jit("uint64(uint64, uint64, uint64)")
def _held(own, opp, stride):
    """The squares whose discs, if `own`, cannot turn along an axis because of their neighbours.

    Of the stable discs one of the own colour is a neighbour, which would have to turn too,
    or both neighbours are of the other, so that nothing can be put beside the disc.
    """
    beside = (own << stride) | (own >> stride)
    return beside | ((opp << stride) & (opp >> stride))


@jit("uint64(uint64, uint64)")
def stable_discs(own: np.uint64, opp: np.uint64) -> np.uint64:
    """The discs of both sides that are shown to be stable: no play ever turns them.

    A disc is if it cannot turn along any of the four axes: it lies at an end of the axis, its line
    is full, or stable neighbours hold it. Found from the corners and the full lines outwards until
    nothing changes. Some discs are stable for other reasons. A step may leave the board only beside
    an end of its axis, where nothing depends on it.
    """
    empty = ~(own | opp)
    rows = ENDS_OF_ROWS | _full_lines(empty, ROW, NOT_A_FILE, NOT_H_FILE)
    columns = ENDS_OF_COLUMNS | _full_lines(empty, COLUMN, EVERY_SQUARE, EVERY_SQUARE)
    rising = RIM | _full_lines(empty, RISING, NOT_H_FILE, NOT_A_FILE)
    falling = RIM | _full_lines(empty, FALLING, NOT_A_FILE, NOT_H_FILE)
    stable = (own | opp) & rows & columns & rising & falling
    before = NONE
    while stable != before:
        before = stable
        mine, theirs = own & stable, opp & stable
        stable |= (
            own
            & (rows | _held(mine, theirs, ROW))
            & (columns | _held(mine, theirs, COLUMN))
            & (rising | _held(mine, theirs, RISING))
            & (falling | _held(mine, theirs, FALLING))
        )
        stable |= (
            opp
            & (rows | _held(theirs, mine, ROW))
            & (columns | _held(theirs, mine, COLUMN))
            & (rising | _held(theirs, mine, RISING))
            & (falling | _held(theirs, mine, FALLING))
        )
    return stable


@jit("UniTuple(int64, 2)(uint64, uint64)")
def result_bounds(own: np.uint64, opp: np.uint64) -> tuple[int, int]:
    """The lowest and the highest result that stable discs leave open, for the side holding `own`.

    In hundredths of a disc. A side keeps its stable discs, and a result counts the loser's
    discs twice from 64, the empties being the winner's.
    """
    stable = stable_discs(own, opp)
    lowest = 2 * count(own & stable) - 64
    highest = 64 - 2 * count(opp & stable)
    return SCORE_SCALE * lowest, SCORE_SCALE * highest
