"""Bill's evaluation: four features of both sides, weighed by disc count into the odds of winning.

Lee and Mahajan's Bill took the opponent's features from the position before the
last move, which saves half of the work but makes the value of a position depend
on the move that led to it. A transposition table and a search that compares
positions need a value that does not; so both sides are read from the same board.

Source: Lee and Mahajan 1988, "A pattern classification approach to evaluation
function learning"; 1990, "The development of a world class Othello program".
"""

from typing import NamedTuple

import numpy as np

from othello.bits import C_SQUARES, CORNERS, EDGE_SQUARES, NONE, ONE, X_SQUARES, count, x_squares_of
from othello.evaluation.lines import FIELD_BITS, INTERIOR_LINES, edge_worth, read_lines
from othello.jit import jit, jitmethods
from othello.not_reentrant import synchronized

FIELD = (1 << FIELD_BITS) - 1

BESIDE_X = np.uint64(0x0024420000422400)
SECOND_ROWS = np.uint64(0x0018004242001800)
INNER_CORNERS = np.uint64(0x0000240000240000)
INNER = np.uint64(0x0000183C3C180000)

CORNER_WORTH = 80
C_SQUARE_WORTH = 180
X_SQUARE_WORTH = 100
SAFE_X_SQUARE_WORTH = 240
"""Of a move to an X-square whose corner is taken."""
MIDDLE_OF_EDGE_WORTH = 150
BESIDE_X_WORTH = 70
SECOND_ROW_WORTH = 70
INNER_CORNER_WORTH = 60
INNER_WORTH = 60
"""What a legal move to a square of each class is worth, in hundredths of an average one.

What a corner is worth the edge table says; here a move counts as one that need not be spent
elsewhere. Edge moves and safe X-squares stay open to one side alone, while moves to the middle come
and go. Set by hand, after the direction in which each lowered the cross entropy of a logistic
regression on 270,000 positions of self-play; a plain count of moves did better than Bill's worths.
"""

MOBILITY_OFFSET = 200
POTENTIAL_OFFSET = 300
SQUARES_OFFSET = 300
"""Added to the sum of both sides' feature: small counts say little."""
EDGE_UNIT = 1000.0

INPUTS = 4
TERMS = 15
"""1, the four inputs x, and the ten products of two: x0 x0, x0 x1, ... x3 x3."""

_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14 = np.arange(TERMS, dtype=np.uint64)

KNOTS = 65
KNOTS_PER_LOG_ODDS = 2.0
"""Calibration knots lie at log-odds -16, -15.5, ... 16."""


class Tables(NamedTuple):
    """The tables that the features are read from, and room for the lines' numbers.

    added: uint16[8, 256, LANES], so that a line's number is its row in `lines`;
    lines: int64[29511, 2]; edges: int16[59049], thousandths; numbers:
    uint16[LANES], written by every evaluation, so that one search at a time may
    use it.

    Kernels index them with unsigned words: a signed index costs a check for a
    negative one, which made an evaluation take twice as long.
    """

    added: np.ndarray
    lines: np.ndarray
    edges: np.ndarray
    numbers: np.ndarray


class Features(NamedTuple):
    """What the board says of both sides.

    edge: edge stability of the side to move less the opponent's, thousandths of the best edge, over
    four edges. mobility: worth of the legal moves less the price of their flips, hundredths of an
    average move, at least 0. potential: weighted empty squares next to the other side's discs.
    squares: weighted squares with sequence penalty; both in hundredths of a plain square.
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
    """The worth of a set of legal moves, in hundredths of an average one."""
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
    """The features of `state`; `moves` are legal for the side to move, `replies` for the other."""
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
    """The four numbers that the classifier weighs: edge, mobility, potential, squares.

    The edge in best edges; the others as the relative advantage of the side to move, (own - opp) /
    (own + opp + offset): ten moves against nine is not what two against one is.
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
    """The weighted sum of all terms of the inputs `x`, with the weights for `discs` discs."""
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
    """The expected result in hundredths of a disc, read between the calibration's knots."""
    place = (log_odds + (KNOTS - 1) / 2 / KNOTS_PER_LOG_ODDS) * KNOTS_PER_LOG_ODDS
    place = min(max(place, 0.0), KNOTS - 1.001)
    row, knot = np.uint64(discs), np.uint64(place)
    low, high = calibration[row, knot], calibration[row, knot + ONE]
    return low + int((high - low) * (place - int(place)))


@synchronized
@jitmethods
class Bill(NamedTuple):
    """Bill's features under one set of weights.

    weights: float64[65, TERMS] by disc count, of terms into log-odds of
    winning. calibration: int64[65, KNOTS], log-odds into hundredths of a disc.
    """

    tables: Tables
    weights: np.ndarray
    calibration: np.ndarray

    def log_odds(self, state):
        """The natural log-odds that the side to move wins, the game not being over."""
        moves, replies = np.uint64(state.legal()), np.uint64(state.passed().legal())
        features = read_features(state, moves, replies, self.tables)
        return weigh(self.weights, count(state.own | state.opp), inputs(features))

    def probability(self, state):
        """The probability that the side to move wins, the game not being over."""
        return 1.0 / (1.0 + np.exp(-self.log_odds(state)))

    def value(self, state):
        """The value of `state` for the side to move, in hundredths of a disc."""
        moves, replies = np.uint64(state.legal()), np.uint64(state.passed().legal())
        if moves == NONE and replies == NONE:
            return state.final()
        features = read_features(state, moves, replies, self.tables)
        discs = count(state.own | state.opp)
        return calibrated(self.calibration, discs, weigh(self.weights, discs, inputs(features)))
