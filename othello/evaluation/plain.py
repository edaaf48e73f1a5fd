"""A plain evaluator: mobility with corners.

It gives a finished game its result, so that a search may stop at one.
"""

from typing import NamedTuple

from othello.bits import CORNERS, NONE, count
from othello.jit import jitmethods


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
