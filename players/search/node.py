"""What every search does at a node: its window, its ends, and what its moves have shown so far.

`search` is that of `players.search.alphabeta` or of `players.interest.kernel`: of its fields these
steps use evaluator, ranges and workspace. A move is in hand from `ranges.begin_move` on.
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
def leaf(state, ply, search):
    """The static value of `state`, where a line ends, counted."""
    search.workspace.counters[LEAVES] += 1
    static = evaluated(state, search)
    search.ranges.at_leaf(state, ply)
    return static


@step
def finished(state, ply, search):
    """The result of the game that ends with `state`, counted."""
    search.workspace.counters[LEAVES] += 1
    result = state.final()
    search.ranges.at_end(result, ply)
    return result


@step
def after_pass(found, ply, search):
    """Score and bound of a node whose side must pass, from those of its successor."""
    search.ranges.after_pass(ply)
    search.workspace.prepend(ply, PASS)
    score, bound = found
    return -score, -bound


@step
def seen(found, ply, ranges):
    """Score and bound of the move in hand, from those that a search of its successor returned."""
    ranges.look(ply)
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


@step
def after_move(outcome, latest, alpha, ply, search):
    """The outcome after the move in hand; the best line begins with it if it met alpha as the best.

    At the root it need not meet alpha, so that there is always a line.
    """
    search.ranges.end_move(latest.move, ply)
    best = improved(outcome, latest)
    if best.rank == latest.rank and (latest.score >= alpha or ply == 0):
        search.workspace.prepend(ply, latest.move)
    return best
