"""Minimax without pruning: what every other search is measured against."""

from othello.bits import NONE, ONE, lowest
from othello.jit import jit
from players.bounds import INFINITY


@jit
def minimax(state, depth, evaluator):
    """The value of `state` for the side to move, searched `depth` plies, a pass costing none."""
    if depth <= 0:
        return evaluator.value(state)
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return state.final()
        return -minimax(passed, depth, evaluator)
    best = -INFINITY
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        best = max(best, -minimax(state.play(move), depth - 1, evaluator))
    return best
