"""IAGO's formula: edges, current and potential mobility, weighed by the move's number.

Source: Rosenbloom 1982, "A world-championship-level Othello program", in the
form of Norvig 1992, section 18.12, with the edge table of this project.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE, around, count
from othello.evaluation.bill import Tables
from othello.evaluation.lines import edge_worth, read_lines
from othello.jit import jit, jitmethods
from othello.one_caller import in_turn
from othello.rules import SCORE_SCALE

EDGE_WEIGHT = 312000
EDGE_WEIGHT_PER_MOVE = 6240
EDGE_SCALE = 32000
BEST_EDGE_OF_IAGO = 7800
"""What IAGO gives an edge full of own discs: two corners of 700, two C-squares of 1200, four
others of 1000, all stable (literature 1.6). Ours gives the best edge 1000.
"""
LARGEST_ESTIMATE = 6300.0
"""An estimate is never quite a wiped-out board."""
EARLY_MOBILITY = (50000, 2000)
LATE_MOBILITY = (75000, 1000)
EARLY_MOVES = 25
POTENTIAL_WEIGHT = 20000
PER_DISC = 12000
"""Units of the formula to a disc, so that the mean error in our own learning games is least."""


@jit
def advantage(own, opp):
    """The relative advantage of one count over another, -1 to 1."""
    return (own - opp) / (own + opp + 2)


@in_turn
@jitmethods
class Iago(NamedTuple):
    """IAGO's formula; see the module. `tables` serve the edges alone."""

    tables: Tables

    def value(self, state):
        """The value of `state` for the side to move, in hundredths of a disc."""
        moves = state.legal()
        replies = state.passed().legal()
        if moves == NONE and replies == NONE:
            return state.final()
        numbers = self.tables.numbers
        read_lines(state.own, state.opp, self.tables.added, numbers)
        edge = edge_worth(numbers, self.tables.edges)
        empty = ~(state.own | state.opp)
        move = 61 - count(empty)
        base, growth = EARLY_MOBILITY if move < EARLY_MOVES else LATE_MOBILITY
        total = (EDGE_WEIGHT + EDGE_WEIGHT_PER_MOVE * move) / EDGE_SCALE * edge
        total *= BEST_EDGE_OF_IAGO / 1000
        total += (base + growth * move) * advantage(count(moves), count(replies))
        own_potential = count(around(state.opp) & empty)
        opp_potential = count(around(state.own) & empty)
        total += POTENTIAL_WEIGHT * advantage(own_potential, opp_potential)
        score = total * SCORE_SCALE / PER_DISC
        return np.int64(min(max(score, -LARGEST_ESTIMATE), LARGEST_ESTIMATE))
