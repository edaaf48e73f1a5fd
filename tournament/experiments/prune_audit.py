"""A pruning rule that is checked while it prunes: how often it is wrong, by depth.

A sample of the nodes that the rule answers is searched after all, without the
rule. The audited search is the same, node for node, as the one without audit.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, lowest
from othello.jit import jit, jitmethods
from players.search.bounds import EXACT, LOWER

DEPTHS = 16
ASKED, CHECKED, WRONG, OUTSIDE = range(4)
"""Columns of the counts: nodes pruned, those checked, those on the wrong side of
the window, and those whose value lies beyond the estimated bound."""


@jit
def reaches(state, score, depth, evaluator):
    """Whether the value of `state`, searched `depth` plies without a rule, is `score` or more."""
    if depth <= 0:
        return evaluator.value(state) >= score
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return state.final() >= score
        return not reaches(passed, 1 - score, depth, evaluator)
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        if not reaches(state.play(move), 1 - score, depth - 1, evaluator):
            return True
    return False


@jitmethods
class Audited(NamedTuple):
    """`rule`, audited: one in `rate` of the nodes that it prunes is checked.

    `counts` is int64[DEPTHS, 4], by plies left, see ASKED to OUTSIDE. Nodes are
    chosen by their keys. Use `audited`.
    """

    rule: Any
    evaluator: Any
    rate: int
    counts: np.ndarray

    def reads_statics(self):
        """As the rule does."""
        return self.rule.reads_statics()

    def estimates(self):
        """As the rule does."""
        return self.rule.estimates()

    def learns(self):
        """As the rule does."""
        return self.rule.learns()

    def observe(self, state, cost, ply):
        """Let the rule learn."""
        self.rule.observe(state, cost, ply)

    def observe_pass(self, state, cost, ply):
        """Let the rule learn."""
        self.rule.observe_pass(state, cost, ply)

    def estimate(self, state, static, window, depth, cutoff):
        """What the rule says, checked for a sample."""
        score, bound = self.rule.estimate(state, static, window, depth, cutoff)
        if bound == EXACT or depth >= DEPTHS:
            return score, bound
        counts = self.counts[depth]
        counts[ASKED] += 1
        if state.key() % np.uint64(self.rate) == 0:
            counts[CHECKED] += 1
            if bound == LOWER:
                counts[WRONG] += not reaches(state, window.beta, depth, self.evaluator)
                counts[OUTSIDE] += not reaches(state, score, depth, self.evaluator)
            else:
                counts[WRONG] += reaches(state, window.alpha + 1, depth, self.evaluator)
                counts[OUTSIDE] += reaches(state, score + 1, depth, self.evaluator)
        return score, bound


def audited(rule: Any, evaluator: Any, rate: int) -> Audited:
    """The rule under an audit that has not begun."""
    return Audited(rule, evaluator, rate, np.zeros((DEPTHS, 4), np.int64))
