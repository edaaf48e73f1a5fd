"""Reductions by interest's costs: unlikely moves are searched less deep, by alpha-beta's kernel.

A type of the field `depths` of a search, see players.search.variable_depth: a move so reduced is
scouted with the narrowest window, and where it raises alpha, which that verifies, searched again to
the full depth.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, lowest
from othello.jit import jit, jitmethods
from players.interest.costs import learned
from players.interest.moves import weighed
from players.interest.terms import CHEAP, OWN_TERMS, Hints, othello_terms
from players.search.table import NO_MOVE
from players.search.workspace import MOST_PLIES

NOTHING_REMEMBERED = Hints(NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE)
LARGEST_REDUCTION_UNIT = 100_000


@jit
def utility_of(state, move, child, terms):
    """The utility of a move, by the terms that need no static value and no memory."""
    terms.measure(state, move, child, NOTHING_REMEMBERED)
    weights = terms.weights[CHEAP, np.uint64(state.stage())]
    return weighed(weights, terms.found, 0, OWN_TERMS)


@jitmethods
class CostReductions(NamedTuple):
    """A ply less for every `unit` that a move costs more than the cheapest one of its node.

    Costs are LearnedCosts of interest at full scale, minus the logarithm of a move's probability in
    thousandths, so that two of them differ as the utilities do. terms: see players.interest.terms.
    best: int64[MOST_PLIES], scratch, the best utility of the node at each ply. The first move, and
    nodes of less than `least_depth`, are not reduced.
    """

    terms: Any
    best: np.ndarray
    unit: int
    least_depth: int = 3

    def estimates(self):
        """Whether moves may be searched less deep, so that scores may rest on estimates."""
        return True

    def change(self, state, candidate):
        """Minus the plies by which the move of `state` is reduced, and never to less than none."""
        if candidate.depth < self.least_depth or candidate.size == 1:
            return 0
        self.terms.prepare(state)
        if candidate.rank == 0:
            moves = state.legal()
            best = utility_of(state, candidate.move, candidate.child, self.terms)
            while moves != NONE:
                move = lowest(moves)
                moves &= moves - ONE
                best = max(best, utility_of(state, move, state.play(move), self.terms))
            self.best[candidate.ply] = best
            return 0
        utility = utility_of(state, candidate.move, candidate.child, self.terms)
        plies = (self.best[candidate.ply] - utility) // self.unit
        return -min(plies, candidate.depth - 1)


def cost_reductions(unit: int, evaluator: str = "bill") -> CostReductions:
    """Reductions in Othello by the learned costs of this evaluator; ValueError for a bad unit."""
    if not 1 <= unit <= LARGEST_REDUCTION_UNIT:
        raise ValueError(f"reduce must be from 0 to {LARGEST_REDUCTION_UNIT}, not {unit}")
    terms = othello_terms(learned(evaluator=evaluator))
    return CostReductions(terms, np.zeros(MOST_PLIES, np.int64), unit)
