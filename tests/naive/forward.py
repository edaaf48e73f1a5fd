"""Slow and obvious forward estimation: Zhang 1995, conditions (1) to (3)."""

from typing import Any, NamedTuple

from naive import search as naive_search

FAR = 1 << 30
"""Beyond every score."""


class Conditions(NamedTuple):
    """`margin(state, depth, side)`, side "below" or "above", and two depths."""

    margin: Any
    fail_high_depth: int
    fail_low_depth: int


class Tally:
    """Numbers of generated and pruned nodes."""

    def __init__(self):
        self.nodes = 0
        self.pruned = 0


def ordered(state, evaluator):
    """Moves of `state` by static value, best first; among equals lowest first."""
    moves = naive_search.members(state.legal())
    return sorted(moves, key=lambda move: (int(evaluator.value(state.play(move))), move))


def estimate(state, window, depth, conditions, evaluator):
    """Estimated bound outside the window, or None."""
    alpha, beta = window
    static = int(evaluator.value(state))
    least = static - conditions.margin(state, depth, "below")
    if depth >= conditions.fail_high_depth and least >= beta:
        return least
    most = static + conditions.margin(state, depth, "above")
    return most if depth >= conditions.fail_low_depth and most <= alpha else None


def search(state, window, depth, root, conditions, evaluator, tally):
    """Fail-soft value of `state`; children by static value, the last ply one by one."""
    alpha, beta = window
    if depth == 0:
        return int(evaluator.value(state))
    moves = naive_search.members(state.legal())
    if not moves:
        if not naive_search.successors(state):
            return int(state.final())
        return -search(state.passed(), (-beta, -alpha), depth, False, conditions, evaluator, tally)
    if not root and not state.ends_within(depth):
        bound = estimate(state, window, depth, conditions, evaluator)
        if bound is not None:
            tally.pruned += 1
            return bound
    lazily = depth == 1
    tally.nodes += 0 if lazily else len(moves)
    best = -FAR
    for move in moves if lazily else ordered(state, evaluator):
        tally.nodes += lazily
        inner = (-beta, -max(alpha, best))
        child = state.play(move)
        best = max(best, -search(child, inner, depth - 1, False, conditions, evaluator, tally))
        if best >= beta:
            break
    return best
