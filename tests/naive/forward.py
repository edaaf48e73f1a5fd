"""Forward estimation, slowly and obviously: Zhang 1995, (1) to (3)."""

from typing import Any, NamedTuple

from naive import search as naive_search

FAR = 1 << 30
"""No score is so far from 0."""


class Conditions(NamedTuple):
    """What decides: `margin(state, depth, side)`, side "below" or "above", and two depths."""

    margin: Any
    cut_depth: int
    mirror_depth: int


class Tally:
    """What a search generated, and how many nodes it pruned."""

    def __init__(self):
        self.nodes = 0
        self.pruned = 0


def ordered(state, evaluator):
    """The moves of `state`, the best static value first and the lowest move first of equals."""
    moves = naive_search.members(state.legal())
    return sorted(moves, key=lambda move: (int(evaluator.value(state.play(move))), move))


def settled(state, window, depth, conditions, evaluator):
    """The bound that the static value makes likely; None where it settles nothing."""
    alpha, beta = window
    static = int(evaluator.value(state))
    least = static - conditions.margin(state, depth, "below")
    if depth >= conditions.cut_depth and least >= beta:
        return least
    most = static + conditions.margin(state, depth, "above")
    return most if depth >= conditions.mirror_depth and most <= alpha else None


def search(state, window, depth, root, conditions, evaluator, tally):
    """The fail-soft value of `state`, children by static value, the last ply one by one."""
    alpha, beta = window
    if depth == 0:
        return int(evaluator.value(state))
    moves = naive_search.members(state.legal())
    if not moves:
        if not naive_search.successors(state):
            return int(state.final())
        return -search(state.passed(), (-beta, -alpha), depth, False, conditions, evaluator, tally)
    if not root and not state.solved_by(depth):
        bound = settled(state, window, depth, conditions, evaluator)
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
