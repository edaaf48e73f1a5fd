"""Bill's evaluation: four features, weighed by disc count into the odds of winning.

Source: Lee and Mahajan 1988, "A pattern classification approach to evaluation
function learning"; 1990, "The development of a world class Othello program".
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, ONE, count
from othello.evaluation.features import Tables, read_features
from othello.jit import jit, jitmethods

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


@jit
def inputs(features):
    """The four numbers that the classifier weighs: edge, mobility, potential, squares.

    The edge in best edges; the others as the relative advantage of the side to
    move, (own - opp) / (own + opp + offset): ten moves against nine is not what
    two against one is.
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
    """The weighted sum of all terms of the inputs `x`, with the weights for so many discs."""
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
