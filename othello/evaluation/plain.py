"""Two plain evaluators: mobility with corners, and weighted squares.

Both give a finished game its result, so that a search may stop at one.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import C_SQUARES, CORNERS, EDGE_SQUARES, NONE, X_SQUARES, count
from othello.jit import jitmethods

CENTRE = np.uint64(0x00003C3C3C3C0000)


@jitmethods
class Mobility(NamedTuple):
    """Moves and corners: what a plain program looks at.

    Both weights are in hundredths of a disc, set by hand: one for each legal
    move more than the opponent has, one for each corner more.
    """

    move: int = 60
    corner: int = 900

    def value(self, state):
        """The value of `state` for the side to move, in hundredths of a disc."""
        moves = state.legal()
        replies = state.passed().legal()
        if moves == NONE and replies == NONE:
            return state.final()
        corners = count(state.own & CORNERS) - count(state.opp & CORNERS)
        return self.move * (count(moves) - count(replies)) + self.corner * corners


@jitmethods
class Squares(NamedTuple):
    """Weighted squares: what a beginner's program looks at.

    The weights are in hundredths of a disc, set by hand.
    """

    corner: int = 1000
    x_square: int = -400
    c_square: int = -200
    edge_square: int = 80
    centre: int = 20

    def value(self, state):
        """The value of `state` for the side to move, in hundredths of a disc."""
        if state.legal() == NONE and state.passed().legal() == NONE:
            return state.final()
        own, opp = state.own, state.opp
        return (
            self.corner * (count(own & CORNERS) - count(opp & CORNERS))
            + self.x_square * (count(own & X_SQUARES) - count(opp & X_SQUARES))
            + self.c_square * (count(own & C_SQUARES) - count(opp & C_SQUARES))
            + self.edge_square * (count(own & EDGE_SQUARES) - count(opp & EDGE_SQUARES))
            + self.centre * (count(own & CENTRE) - count(opp & CENTRE))
        )
