"""The pattern evaluation: a sum of learned weights, one for each pattern's state on the board.

A pattern is a set of squares, and its state what stands on them. Each pattern lies on the board
in all its images under the eight symmetries, which share its weights, so that a position and its
images have one value. What is counted besides, above all both sides' moves, has a weight for each
number. Weights are kept for stages of the game.

Sources: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
Othello"; Buro 1998, "From simple features to sophisticated evaluation functions".
"""

from typing import NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, ONE, QUADRANTS, X_SQUARES, around, count
from othello.evaluation.pattern_places import COUNT_STARTS, HIGHEST
from othello.evaluation.pattern_sums import sum_of_states, weights_of_stage
from othello.jit import jit, jitmethods

_COUNT_STARTS = tuple(np.uint64(start) for start in COUNT_STARTS)
_5 = np.uint64(5)


class Weights(NamedTuple):
    """Learned weights, and what they are read with.

    entries: int16[stages, ENTRIES], hundredths of a disc. rows: uint64[65], the stage
    of each number of discs. added: `row_numbers(SLOTS)`.
    """

    entries: np.ndarray
    rows: np.ndarray
    added: np.ndarray


@jit
def sum_of_patterns(own, opp, row, weights):
    """The sum of the weights of all instances, in hundredths of a disc."""
    return sum_of_states(own, opp, weights.added, weights_of_stage(weights.entries, row))


@jit("uint64(uint64)")
def odd_quadrants(empties):
    """How many quarters of the board have an odd number of the squares in `empties`."""
    odd = NONE
    for quadrant in QUADRANTS:
        odd += np.uint64(count(empties & quadrant)) & ONE
    return odd


@jit("UniTuple(uint64, 8)(uint64, uint64, uint64, uint64)")
def counts_of_moves(own, opp, moves, replies):
    """The entries of what is counted but for the last two of COUNTS, in their order.

    `moves` are legal for the side to move, `replies` for the other side.
    """
    empties = ~(own | opp)
    corners = _5 * np.uint64(count(moves & CORNERS)) + np.uint64(count(replies & CORNERS))
    x_squares = _5 * np.uint64(count(moves & X_SQUARES)) + np.uint64(count(replies & X_SQUARES))
    return (
        _COUNT_STARTS[0] + np.uint64(count(moves)),
        _COUNT_STARTS[1] + np.uint64(count(replies)),
        _COUNT_STARTS[2] + np.uint64(count(moves & ~replies)),
        _COUNT_STARTS[3] + np.uint64(count(replies & ~moves)),
        _COUNT_STARTS[4] + np.uint64(count(around(opp) & empties)),
        _COUNT_STARTS[5] + np.uint64(count(around(own) & empties)),
        _COUNT_STARTS[6] + corners,
        _COUNT_STARTS[7] + x_squares,
    )


@jit("UniTuple(uint64, 2)(uint64, uint64)")
def counts_of_squares(odd, discs):
    """The entries of so many quadrants with an odd number of empty squares, and of the discs."""
    return _COUNT_STARTS[8] + odd, _COUNT_STARTS[9] + discs


@jit("UniTuple(uint64, 10)(uint64, uint64, uint64, uint64)")
def counts_of(own, opp, moves, replies):
    """The entries of what is counted, in the order of COUNTS; arguments as `counts_of_moves`."""
    occupied = own | opp
    others = counts_of_squares(odd_quadrants(~occupied), np.uint64(count(occupied)))
    return counts_of_moves(own, opp, moves, replies) + others


@jit
def estimate(own, opp, moves, replies, weights):
    """The expected result of a position in hundredths of a disc, the game not being over.

    `moves` are legal for the side to move, `replies` for the other side.
    """
    row = weights.rows[np.uint64(count(own | opp))]
    total = sum_of_patterns(own, opp, row, weights)
    for entry in counts_of(own, opp, moves, replies):
        total += np.int64(weights.entries[row, entry])
    return min(max(total, -HIGHEST), HIGHEST)


@jitmethods
class Patterns(NamedTuple):
    """The pattern evaluation with learned weights."""

    weights: Weights

    def value(self, state):
        """The value of `state` for the side to move, in hundredths of a disc."""
        moves, replies = np.uint64(state.legal()), np.uint64(state.passed().legal())
        if moves == NONE and replies == NONE:
            return state.final()
        return estimate(state.own, state.opp, moves, replies, self.weights)
