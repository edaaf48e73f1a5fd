"""What settles a node before its moves are searched: the table, a rule.

A score that rests on an estimate is marked as one.
"""

import numpy as np

from othello.jit import step
from players.search.bounds import EXACT, LOWER, UPPER
from players.search.node import UNSETTLED, Answer, evaluated
from players.search.workspace import ESTIMATED, PRUNED, STATIC

NO_ESTIMATE = np.int64(0)
"""No estimate: int64, since numba would compile a second version of each step for a literal."""


@step
def mark(estimated, ply, search):
    """Note whether what the node at `ply` returns rests on an estimate, if anything can."""
    if search.rule.estimates():
        search.workspace.queue[ply, ESTIMATED] = estimated


@step
def begin(state, ply, search):
    """Begin a node: no best line yet, no estimate, and for a rule that learns the root's value."""
    search.workspace.clear_line(ply)
    mark(NO_ESTIMATE, ply, search)
    if ply == 0 and search.rule.learns():
        search.workspace.queue[0, STATIC] = evaluated(state, search)


@step
def remembered(stored, window, search):
    """What the table's bounds say of a node with this window.

    A search whose rule makes no estimates uses none.
    """
    estimates = search.rule.estimates()
    low = estimates or stored.lower_estimated == 0
    high = estimates or stored.upper_estimated == 0
    if low and high and stored.lower == stored.upper:
        either = max(stored.lower_estimated, stored.upper_estimated)
        return Answer(True, stored.lower, EXACT, either)
    if low and search.cutoff.cuts(stored.lower, window.beta):
        return Answer(True, stored.lower, LOWER, stored.lower_estimated)
    if high and search.cutoff.cuts(-stored.upper, -window.alpha):
        return Answer(True, stored.upper, UPPER, stored.upper_estimated)
    return UNSETTLED


@step
def foreseen(state, window, depth, ply, search):
    """What the pruning rule says of a node with this window, counted if that settles it."""
    static = search.workspace.queue[ply, STATIC]
    score, bound = search.rule.estimate(state, static, window, depth, search.cutoff)
    if bound == EXACT:
        return UNSETTLED
    search.workspace.counters[PRUNED] += 1
    return Answer(True, score, bound, 1)


@step
def known(state, window, depth, ply, search):
    """The table's move, and what settles a node before its moves are searched, if anything does.

    Nothing settles the root.
    """
    stored = search.table.probe(state, depth)
    if ply == 0:
        return stored.move, UNSETTLED
    answer = remembered(stored, window, search)
    if not answer.settles and search.rule.estimates():
        answer = foreseen(state, window, depth, ply, search)
    mark(answer.estimated, ply, search)
    return stored.move, answer
