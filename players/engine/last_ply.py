"""The last ply of a search on the pattern evaluation: all moves of a position, one value.

The positions after its moves are near each other. What they have in common is read once, and a
move's value found from what the move changes. To find a move that is good enough early, those
are tried first that lately were in other positions.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, ONE, QUADRANTS, bit, count, lowest
from othello.evaluation.patterns.places import HIGHEST
from othello.evaluation.patterns.sums import parent_of, sum_after, weights_of_stage
from othello.evaluation.patterns.weights import counts_of_moves, counts_of_squares
from othello.jit import jit, step
from othello.rules import final_score, flips, legal_moves

BELOW_ALL = -(1 << 20)
"""Below every value."""
REPLIES = 4
"""How many moves are tried first: those that were good enough at last."""
NUMBERS_KEPT = 1 + REPLIES
"""How many numbers `last_ply` keeps for its next time."""


@jit("UniTuple(uint64, 2)(uint64)")
def _odd_quadrants(empties):
    """How many quadrants have an odd number of empty squares, and the squares of all these.

    Without a branch, which could not be foreseen.
    """
    number = squares = NONE
    for quadrant in QUADRANTS:
        odd = np.uint64(count(empties & quadrant)) & ONE
        number += odd
        squares |= quadrant * odd
    return number, squares


class Common(NamedTuple):
    """What all children of a position share.

    row: their stage. odd: the squares of the quadrants with an odd number of empty squares.
    fewer, more: the weights of the discs and of one odd quadrant less or more: a move into an odd
    one makes it even.
    """

    row: np.uint64
    odd: np.uint64
    fewer: int
    more: int


class Parent(NamedTuple):
    """A position with its stage's weights and its sums, see `othello.evaluation.patterns.sums`.

    Of use in the kernel in which `parent_of` is called, and in its steps.
    """

    common: Common
    stage: np.uint64
    sums: np.uint64


@step
def _of_squares(entries, row, odd, discs):
    """The weights of so many odd quadrants and of so many discs."""
    one, other = counts_of_squares(odd, discs)
    return np.int64(entries[row, one]) + np.int64(entries[row, other])


@step
def common_of(own, opp, weights):
    """What the children of a position share."""
    discs = np.uint64(count(own | opp)) + ONE
    row = weights.rows[discs]
    number, odd = _odd_quadrants(~(own | opp))
    return Common(
        row,
        odd,
        _of_squares(weights.entries, row, number - ONE, discs),
        _of_squares(weights.entries, row, number + ONE, discs),
    )


@step
def _of_counts(own, opp, moves, replies, placed, common, entries):
    """The weights of what is counted in a child."""
    total = common.fewer if placed & common.odd != NONE else common.more
    for entry in counts_of_moves(own, opp, moves, replies):
        total += np.int64(entries[common.row, entry])
    return total


@step
def value_after(mover, other, replies, again, placed, flipped, parent, weights):
    """What `Patterns.value` says of the child after a move, for its side to move.

    mover, other: the child's discs; replies, again: its legal moves, and the other side's.
    """
    if replies == NONE and again == NONE:
        return np.int64(final_score(mover, other))
    value = _of_counts(mover, other, replies, again, placed, parent.common, weights.entries)
    value += sum_after(parent.sums, flipped, lowest(placed), weights.added, parent.stage)
    return np.int64(min(max(value, -HIGHEST), HIGHEST))


@step
def _next_move(left, counters, first):
    """The move to try next: one of the REPLIES in `counters` from `first` on, or the lowest."""
    found = left
    for place in range(REPLIES - 1, -1, -1):
        known = left & counters[first + place]
        found = known if known != NONE else found
    return lowest(found)


@step
def _remember(move, counters, first):
    """Put a move before the other REPLIES, from which it is taken out."""
    moved = bit(move)
    for place in range(first, first + REPLIES):
        before = counters[place]
        counters[place] = moved
        if before == bit(move):
            break
        moved = before


@jit
def last_ply(own, opp, moves, beta, weights, counters, evaluations):
    """The best value for the side to move after one of `moves`, which are legal and not none.

    A move's value is what `Patterns.value` says of the position after it, in hundredths of a
    disc, for the side that made it. Ends at the first that is not below `beta`, and returns it.
    `counters` is uint64[::1]: to the number in the place `evaluations` the positions are added
    that were valued; in the next REPLIES places are moves, as sets of one square, that were good
    enough before, or none: those are tried first.
    """
    best, first = BELOW_ALL, evaluations + 1
    common = common_of(own, opp, weights)
    stage = weights_of_stage(weights.entries, common.row)
    parent = Parent(common, stage, parent_of(own, opp, weights.added))
    left, move = moves, 0
    while left != NONE and best < beta:
        move = _next_move(left, counters, first)
        placed = bit(move)
        left ^= placed
        flipped = flips(own, opp, move)
        mover, other = opp ^ flipped, own | flipped | placed
        replies, again = legal_moves(mover, other), legal_moves(other, mover)
        value = value_after(mover, other, replies, again, placed, flipped, parent, weights)
        best = max(best, -value)
    counters[evaluations] += np.uint64(count(moves ^ left))
    if best >= beta:
        _remember(move, counters, first)
    return best
