"""Bill's evaluation: four features of both sides, combined by disc count into the odds of winning.

Lee and Mahajan's Bill took the opponent's features from the position before the last move. That
saves half of the work, but the value of a position then depends on the last move. A transposition
table needs a value that does not. So both sides' features are read from the same board.

Source: Lee and Mahajan 1988, "A pattern classification approach to evaluation
function learning"; 1990, "The development of a world class Othello program".
"""

from typing import NamedTuple

import numpy as np

from othello.bits import C_SQUARES, CORNERS, EDGE_SQUARES, NONE, ONE, X_SQUARES, count, x_squares_of
from othello.evaluation.lines import FIELD_BITS, INTERIOR_LINES, edge_worth, read_lines
from othello.exclusive import synchronized
from othello.jit import jit, jitmethods

FIELD = (1 << FIELD_BITS) - 1

BESIDE_X = np.uint64(0x0024420000422400)
SECOND_ROWS = np.uint64(0x0018004242001800)
INNER_CORNERS = np.uint64(0x0000240000240000)
INNER = np.uint64(0x0000183C3C180000)

CORNER_WORTH = 80
C_SQUARE_WORTH = 180
X_SQUARE_WORTH = 100
SAFE_X_SQUARE_WORTH = 240
"""Worth of a move to an X-square whose corner is occupied."""
MIDDLE_OF_EDGE_WORTH = 150
BESIDE_X_WORTH = 70
SECOND_ROW_WORTH = 70
INNER_CORNER_WORTH = 60
INNER_WORTH = 60
"""Worth of a legal move to each class of squares, in hundredths of an average move.

The edge table values corners themselves; here a move counts as a tempo. Moves to the edge and to
safe X-squares remain for one side alone, while moves to the middle come and go. The numbers are set
by hand: each was moved in the direction that lowered the cross entropy of a logistic regression on
270,000 positions of self-play. A plain count of moves did better than Bill's own numbers.
"""

MOBILITY_OFFSET = 200
POTENTIAL_OFFSET = 300
SQUARES_OFFSET = 300
"""Added to the sum of both sides' feature, since small counts mean little."""
EDGE_UNIT = 1000.0

INPUTS = 4
TERMS = 15
"""1, the four inputs x, and the ten products of two: x0 x0, x0 x1, ... x3 x3."""

_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14 = np.arange(TERMS, dtype=np.uint64)

KNOTS = 65
KNOTS_PER_LOG_ODDS = 2.0
"""Calibration knots lie at log-odds -16, -15.5, ... 16."""


class Tables(NamedTuple):
    """Tables of the features, and room for the numbers of the lines.

    added: uint16[8, 256, LANES], so that a line's number is its row in `lines`. lines:
    int64[29511, 2]. edges: int16[59049], thousandths. numbers: uint16[LANES], written by every
    evaluation, so that only one search at a time may use it.

    Kernels index them with unsigned numbers: the check for a negative index made an evaluation take
    twice as long.
    """

    added: np.ndarray
    lines: np.ndarray
    edges: np.ndarray
    numbers: np.ndarray


class Features(NamedTuple):
    """The features of both sides.

    edge: edge stability of the side to move minus the opponent's, over four edges, in thousandths
    of the best edge. mobility: worth of the legal moves minus the price of their flips, at least 0,
    in hundredths of an average move. potential: weighted empty squares next to the other side's
    discs. squares: weighted squares with sequence penalty. Both in hundredths of a plain square.
    """

    edge: int
    own_mobility: int
    opp_mobility: int
    own_potential: int
    opp_potential: int
    own_squares: int
    opp_squares: int


@jit("int64(uint64, uint64)")
def worth_of_moves(moves, occupied):
    """Return the worth of a set of legal moves, in hundredths of an average one."""
    safe = x_squares_of(occupied)
    return (
        CORNER_WORTH * count(moves & CORNERS)
        + C_SQUARE_WORTH * count(moves & C_SQUARES)
        + X_SQUARE_WORTH * count(moves & X_SQUARES & ~safe)
        + SAFE_X_SQUARE_WORTH * count(moves & safe)
        + MIDDLE_OF_EDGE_WORTH * count(moves & EDGE_SQUARES)
        + BESIDE_X_WORTH * count(moves & BESIDE_X)
        + SECOND_ROW_WORTH * count(moves & SECOND_ROWS)
        + INNER_CORNER_WORTH * count(moves & INNER_CORNERS)
        + INNER_WORTH * count(moves & INNER)
    )


@jit
def read_features(state, moves, replies, tables):
    """Return the features of `state`; `moves` and `replies` are the legal moves of both sides."""
    numbers = tables.numbers
    read_lines(state.own, state.opp, tables.added, numbers)
    own = opp = 0
    for lane in range(len(INTERIOR_LINES)):
        row = np.uint64(numbers[lane])
        own += tables.lines[row, NONE]
        opp += tables.lines[row, ONE]
    edge = edge_worth(numbers, tables.edges)
    occupied = state.own | state.opp
    return Features(
        edge,
        max(0, worth_of_moves(moves, occupied) - (own >> 2 * FIELD_BITS)),
        max(0, worth_of_moves(replies, occupied) - (opp >> 2 * FIELD_BITS)),
        own & FIELD,
        opp & FIELD,
        own >> FIELD_BITS & FIELD,
        opp >> FIELD_BITS & FIELD,
    )


@jit
def inputs(features):
    """Return the inputs of the classifier: edge, mobility, potential, squares.

    The edge is in best edges. The others are the relative advantage of the side to move, (own -
    opp) / (own + opp + offset): two moves against one are worth more than ten against nine.
    """
    return (
        features.edge / EDGE_UNIT,
        (features.own_mobility - features.opp_mobility)
        / (features.own_mobility + features.opp_mobility + MOBILITY_OFFSET),
        (features.own_potential - features.opp_potential)
        / (features.own_potential + features.opp_potential + POTENTIAL_OFFSET),
        (features.own_squares - features.opp_squares)
        / (features.own_squares + features.opp_squares + SQUARES_OFFSET),
    )


@jit
def weigh(weights, discs, x):
    """Return the weighted sum of all terms of the inputs `x` with the weights for `discs` discs."""
    edge, mobility, potential, squares = x
    row = np.uint64(discs)
    return (
        weights[row, _0]
        + edge
        * (
            weights[row, _1]
            + weights[row, _5] * edge
            + weights[row, _6] * mobility
            + weights[row, _7] * potential
            + weights[row, _8] * squares
        )
        + mobility
        * (
            weights[row, _2]
            + weights[row, _9] * mobility
            + weights[row, _10] * potential
            + weights[row, _11] * squares
        )
        + potential
        * (weights[row, _3] + weights[row, _12] * potential + weights[row, _13] * squares)
        + squares * (weights[row, _4] + weights[row, _14] * squares)
    )


@jit
def calibrated(calibration, discs, log_odds):
    """Return the expected result in hundredths of a disc, interpolated between the knots."""
    place = (log_odds + (KNOTS - 1) / 2 / KNOTS_PER_LOG_ODDS) * KNOTS_PER_LOG_ODDS
    place = min(max(place, 0.0), KNOTS - 1.001)
    row, knot = np.uint64(discs), np.uint64(place)
    low, high = calibration[row, knot], calibration[row, knot + ONE]
    return low + int((high - low) * (place - int(place)))


@synchronized
@jitmethods
class Bill(NamedTuple):
    """Bill's features with one set of weights.

    weights: float64[65, TERMS] by disc count; the sum of terms is the log-odds of winning.
    calibration: int64[65, KNOTS] maps log-odds to hundredths of a disc.
    """

    tables: Tables
    weights: np.ndarray
    calibration: np.ndarray

    def log_odds(self, state):
        """Return the natural log-odds that the side to move wins; the game must not be over."""
        moves, replies = np.uint64(state.legal()), np.uint64(state.passed().legal())
        features = read_features(state, moves, replies, self.tables)
        return weigh(self.weights, count(state.own | state.opp), inputs(features))

    def probability(self, state):
        """Return the probability that the side to move wins; the game must not be over."""
        return 1.0 / (1.0 + np.exp(-self.log_odds(state)))

    def value(self, state):
        """Return the value of `state` for the side to move, in hundredths of a disc."""
        moves, replies = np.uint64(state.legal()), np.uint64(state.passed().legal())
        if moves == NONE and replies == NONE:
            return state.final()
        features = read_features(state, moves, replies, self.tables)
        discs = count(state.own | state.opp)
        return calibrated(self.calibration, discs, weigh(self.weights, discs, inputs(features)))
