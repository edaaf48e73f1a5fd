"""What every search does at a node: its window, its ends, and what its moves have shown so far.

`search` is that of `players.search.alphabeta` or of `players.interest.kernel`: of its fields these
steps use evaluator and workspace.
"""

from typing import NamedTuple

from othello.jit import step
from othello.position import PASS
from players.search.bounds import EXACT, INFINITY, UPPER, join
from players.search.workspace import EVALUATIONS, LEAVES


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
def evaluated(state, search):
    """The static value of `state`, counted."""
    search.workspace.counters[EVALUATIONS] += 1
    return search.evaluator.value(state)


@step
def leaf(state, search):
    """The static value of `state`, where a line ends, counted."""
    search.workspace.counters[LEAVES] += 1
    return evaluated(state, search)


@step
def finished(state, search):
    """The result of the game that ends with `state`, counted."""
    search.workspace.counters[LEAVES] += 1
    return state.final()


@step
def turned(found):
    """Score and bound as the other side sees them."""
    score, bound = found
    return -score, -bound


@step
def after_pass(found, ply, search):
    """Score and bound of a node whose side must pass, from those of its successor."""
    search.workspace.prepend(ply, PASS)
    return turned(found)


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


@step
def after_move(outcome, latest, alpha, ply, search):
    """The outcome after the latest move; the best line begins with it if it met alpha as the best.

    At the root it need not meet alpha, so that there is always a line.
    """
    best = improved(outcome, latest)
    if best.rank == latest.rank and (latest.score >= alpha or ply == 0):
        search.workspace.prepend(ply, latest.move)
    return best
