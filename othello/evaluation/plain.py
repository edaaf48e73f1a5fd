"""A plain evaluator: mobility and corners. A finished game has its result as value."""

from typing import NamedTuple

from othello.bits import CORNERS, NONE, count
from othello.jit import jitmethods


@jitmethods
class Mobility(NamedTuple):
    """Difference of legal moves and of corners.

    Both weights are in hundredths of a disc and set by hand.
    """

    move: int = 60
    corner: int = 900

    def value(self, state):
        """Return the value of `state` for the side to move, in hundredths of a disc."""
        moves = state.legal()
        replies = state.passed().legal()
        if moves == NONE and replies == NONE:
            return state.final()
        corners = count(state.own & CORNERS) - count(state.opp & CORNERS)
        return self.move * (count(moves) - count(replies)) + self.corner * corners
