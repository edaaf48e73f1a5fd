"""What settles a node before its moves are searched: ranges, the table, a rule, fewer plies.

A score that rests on an estimate, of a pruning rule or of fewer plies, is marked as one.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import step
from players.search.bounds import EXACT, LOWER, UPPER
from players.search.node import UNSETTLED, Answer, Window, evaluated
from players.search.workspace import ESTIMATED, PRUNED, STATIC

NO_ESTIMATE = np.int64(0)
"""No estimate: int64, since numba would compile a second version of each step for a literal."""
NO_CHECK, NO_PLIES = np.int64(-1), np.int64(-1)
"""The number before that of a node's first shallow search, and the plies of none."""


class ShallowSearch(NamedTuple):
    """A shallow search of a node, number `check`, of so many plies in this window."""

    check: int
    plies: int
    window: Window


@step
def may_estimate(search):
    """Whether what a node returns may rest on an estimate: of a rule, or of fewer plies."""
    return search.rule.estimates() or search.probe.estimates() or search.depths.estimates()


@step
def reads_statics(search):
    """Whether anything asks for the static value of every interior node."""
    return search.rule.reads_statics() or search.probe.reads_statics()


@step
def mark(estimated, ply, search):
    """Note whether what the node at `ply` returns rests on an estimate, if anything can."""
    if may_estimate(search):
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
    estimates = may_estimate(search)
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
    search.ranges.enter(state, ply)
    if ply == 0:
        return stored.move, UNSETTLED
    proven, score = search.ranges.answers(ply)
    if proven:
        return stored.move, Answer(True, score, EXACT, 0)
    answer = remembered(stored, window, search)
    if not answer.settles and search.rule.estimates():
        answer = foreseen(state, window, depth, ply, search)
    mark(answer.estimated, ply, search)
    return stored.move, answer


@step
def settled_by(check, state, score, window, depth, ply, search):
    """The answer of a node's shallow search number `check`, from its score; one is counted."""
    score, bound = search.probe.settle(check, state, score, window, depth, search.cutoff)
    if bound == EXACT:
        return UNSETTLED
    search.workspace.counters[PRUNED] += 1
    mark(1, ply, search)
    return Answer(True, score, bound, 1)


@step
def next_shallow(check, answer, state, window, depth, ply, search):
    """A node's next shallow search after number `check`, and what settles the node before that.

    One of no plies is made here, by the static value. No plies: there is none any more.
    """
    checks = 0 if ply == 0 else search.probe.checks()
    static = search.workspace.queue[ply, STATIC]
    asked = ShallowSearch(check, NO_PLIES, window)
    while asked.check + 1 < checks and asked.plies <= 0 and not answer.settles:
        number = asked.check + 1
        plies, narrow = search.probe.shallow(number, state, static, window, depth, search.cutoff)
        asked = ShallowSearch(number, np.int64(plies), narrow)
        if plies == 0:
            answer = settled_by(number, state, static, window, depth, ply, search)
    return asked, answer


@step
def probed(check, state, found, window, depth, ply, search):
    """The table's move and what settles a node, after what a shallow search `found` of it."""
    begin(state, ply, search)
    search.ranges.enter(state, ply)
    move = search.table.probe(state, depth).move
    return move, settled_by(check, state, found[0], window, depth, ply, search)
