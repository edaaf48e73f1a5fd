"""The last ply of a search on the pattern evaluation: all moves of a position, one value.

The positions after its moves are near each other. What they have in common is read once, and a
move's value found from what the move changes.
"""

import numpy as np

from othello.bits import NONE, ONE, QUADRANTS, bit, count, lowest
from othello.evaluation.pattern_places import HIGHEST
from othello.evaluation.pattern_sums import parent_of, sum_after, weights_of_stage
from othello.evaluation.patterns import counts_of_moves, counts_of_squares
from othello.jit import jit, step
from othello.rules import final_score, flips, legal_moves

LOWEST = -(1 << 20)
"""Below every value."""


@jit("UniTuple(uint64, 2)(uint64)")
def _odd_quadrants(empties):
    """How many quadrants have an odd number of empty squares, and the squares of all these."""
    number = squares = NONE
    for quadrant in QUADRANTS:
        if np.uint64(count(empties & quadrant)) & ONE:
            number += ONE
            squares |= quadrant
    return number, squares


@step
def _of_squares(entries, row, odd, discs):
    """The weights of so many odd quadrants and of so many discs."""
    one, other = counts_of_squares(odd, discs)
    return np.int64(entries[row, one]) + np.int64(entries[row, other])


@step
def _of_moves(entries, row, own, opp, moves, replies):
    """The weights of what is counted of both sides' moves and discs."""
    total = np.int64(0)
    for entry in counts_of_moves(own, opp, moves, replies):
        total += np.int64(entries[row, entry])
    return total


@jit
def last_ply(own, opp, moves, beta, weights, counters, evaluations):
    """The best value for the side to move after one of `moves`, which are legal and not none.

    A move's value is what `Patterns.value` says of the position after it, in hundredths of a
    disc, for the side that made it. Ends at the first that is not below `beta`, and returns it.
    `counters` is uint64[::1]; the positions that were valued are added to the one numbered
    `evaluations`.
    """
    best = LOWEST
    discs = np.uint64(count(own | opp)) + ONE
    row = weights.rows[discs]
    entries = weights.entries
    stage = weights_of_stage(entries, row)
    parent = parent_of(own, opp, weights.added, stage)
    number, odd = _odd_quadrants(~(own | opp))
    fewer = _of_squares(entries, row, number - ONE, discs)  # a move into an odd one makes it even
    more = _of_squares(entries, row, number + ONE, discs)
    left = moves
    while left != NONE and best < beta:
        move = lowest(left)
        placed = bit(move)
        left ^= placed
        flipped = flips(own, opp, move)
        mover, other = opp ^ flipped, own | flipped | placed
        replies, again = legal_moves(mover, other), legal_moves(other, mover)
        if replies == NONE and again == NONE:
            value = final_score(mover, other)
        else:
            value = fewer if placed & odd != NONE else more
            value += _of_moves(entries, row, mover, other, replies, again)
            value += sum_after(parent, flipped, move, weights.added, stage)
            value = min(max(value, -HIGHEST), HIGHEST)
        best = max(best, -value)
    counters[evaluations] += np.uint64(count(moves ^ left))
    return best
