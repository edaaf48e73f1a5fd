"""Stable discs, which can never turn again, and the bounds on a result that follow."""

import numpy as np

from othello.bits import (
    ENDS_OF_COLUMNS,
    ENDS_OF_ROWS,
    EVERY_SQUARE,
    NONE,
    NOT_A_FILE,
    NOT_H_FILE,
    RIM,
)
from othello.jit import jit

ROW, RISING, COLUMN, FALLING = (np.uint64(stride) for stride in (1, 7, 8, 9))
"""Strides from a square to its neighbour along each axis of the board."""
TWO = np.uint64(2)


@jit("uint64(uint64, uint64, uint64, uint64)")
def _full_lines(empty, stride, upward, downward):
    """Return the squares whose line along an axis is full.

    `upward` and `downward` hold the squares that a step of `stride` up or down the bits can reach
    without leaving the board. Empty squares are spread along their lines.
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
def _protected(own, opp, stride):
    """Return the squares where an own disc cannot turn along an axis because of its neighbours.

    `own` and `opp` are stable discs. A neighbour of the own colour would have to turn too; between
    two neighbours of the other colour no disc can be placed.
    """
    beside = (own << stride) | (own >> stride)
    return beside | ((opp << stride) & (opp >> stride))


@jit("uint64(uint64, uint64)")
def stable_discs(own: np.uint64, opp: np.uint64) -> np.uint64:
    """Return discs of both sides that are proven to be stable: no play ever turns them.

    A disc is stable if it cannot turn along any of the four axes: it lies at an end of the axis,
    its line is full, or stable neighbours protect it. The search goes outwards from the corners and
    the full lines until nothing changes. Other stable discs are not found. A step can leave the
    board only at an end of its axis, where that does no harm.
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
            & (rows | _protected(mine, theirs, ROW))
            & (columns | _protected(mine, theirs, COLUMN))
            & (rising | _protected(mine, theirs, RISING))
            & (falling | _protected(mine, theirs, FALLING))
        )
        stable |= (
            opp
            & (rows | _protected(theirs, mine, ROW))
            & (columns | _protected(theirs, mine, COLUMN))
            & (rising | _protected(theirs, mine, RISING))
            & (falling | _protected(theirs, mine, FALLING))
        )
    return stable
