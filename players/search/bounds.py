"""Windows, and what a returned score says of the true one and of its node.

The bound as the other side sees it is its negation.

Source: "Minimax with alpha/beta pruning".
"""

from typing import NamedTuple

from othello.jit import jit, step
from othello.position import PASS

UPPER = -1
"""The true score is the returned one or less."""
EXACT = 0
"""The true score is the returned one."""
LOWER = 1
"""The true score is the returned one or more."""

PV = 0
"""Every successor was searched and one met alpha."""
CUT = 1
"""A successor caused a cutoff."""
ALL = 2
"""Every successor was searched and none met alpha."""

INFINITY = 1 << 30
"""Above every score."""


@jit("int64(int64, int64)")
def join(first, second):
    """The bound of a maximum that two successors share."""
    return max(first, second)


class Window(NamedTuple):
    """The scores that matter: those between alpha and beta."""

    alpha: int
    beta: int


class Answer(NamedTuple):
    """What settles a node without a search, if `settles`; `estimated` is 1 unless it is proven."""

    settles: bool
    score: int
    bound: int
    estimated: int


UNSETTLED = Answer(False, 0, EXACT, 0)
"""The answer where nothing is known, or not enough."""


class Outcome(NamedTuple):
    """What one move of a node has shown, or all so far: then of the best, number `rank`."""

    score: int
    bound: int
    move: int
    rank: int


NOTHING_SEARCHED = Outcome(-INFINITY, UPPER, PASS, 0)
"""The outcome of a node before its first move."""


@step
def turned(found):
    """Score and bound as the other side sees them."""
    score, bound = found
    return -score, -bound


@step
def improved(outcome, latest):
    """The better of a node's outcome and that of its latest move.

    Of two with equal scores the one of which more is known is the better: a
    move whose score is exact beats an earlier one that may be worth less.
    """
    if latest.score > outcome.score:
        return latest
    if latest.score == outcome.score and join(outcome.bound, latest.bound) != outcome.bound:
        return latest
    return outcome
