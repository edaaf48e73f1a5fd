"""Windows, kinds of nodes, and the best move so far.

The negated bound is the bound for the other side. Source: "Minimax with alpha/beta pruning".
"""

from typing import NamedTuple

from othello.jit import step
from othello.position import PASS
from players.protocol import EXACT, UPPER

PV = 0
"""Every successor was searched and one met alpha."""
CUT = 1
"""A successor caused a cutoff."""
ALL = 2
"""Every successor was searched and none met alpha."""

INFINITY = 1 << 30
"""Above every score."""


class Window(NamedTuple):
    """The scores of interest lie between alpha and beta."""

    alpha: int
    beta: int


class EarlyResult(NamedTuple):
    """Result of a node before its moves are searched, valid if `cuts`; `estimated` is 1 or 0."""

    cuts: bool
    score: int
    bound: int
    estimated: int


NO_CUT = EarlyResult(False, 0, EXACT, 0)


class Outcome(NamedTuple):
    """Result of one move of a node, or of the best so far; `rank` counts searched moves from 0."""

    score: int
    bound: int
    move: int
    rank: int


NO_MOVE_SEARCHED = Outcome(-INFINITY, UPPER, PASS, 0)
"""Outcome of a node before its first move."""


@step
def negated(result):
    """Score and bound as the other side sees them."""
    score, bound = result
    return -score, -bound


@step
def is_conclusive(score, bound, window):
    """True if the null-window result makes a re-search unnecessary."""
    return score <= window.alpha or score >= window.beta or bound == EXACT


@step
def better(best, latest):
    """Better of two outcomes.

    Of equal scores the one with the stronger bound wins: an exact score beats an upper bound.
    """
    if latest.score > best.score:
        return latest
    if latest.score == best.score and latest.bound > best.bound:
        return latest
    return best
