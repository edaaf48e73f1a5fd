"""Alpha-beta: one kernel for every game, evaluator and convention.

Both results of `alphabeta` are worthless once `workspace.exhausted()`. Otherwise the bound always
holds, unless a rule pruned and `workspace.queue[ply, ESTIMATED]` is 1; under `Above` a value within
the closed window is exact. The root, ply 0, and a side that must pass are never pruned. No line,
passes included, may be longer than workspace.MOST_PLIES - 1.

Sources: Knuth and Moore 1975; Fishburn 1983 (fail-soft); "Minimax with alpha/beta pruning" for the
kinds of nodes and bounds.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, lowest
from othello.jit import jit, step
from players.search.bounds import (
    EXACT,
    LOWER,
    NOTHING_SEARCHED,
    UNSETTLED,
    UPPER,
    Answer,
    Outcome,
    Window,
    turned,
)
from players.search.conventions import Conventions, NoPruning, Scout
from players.search.ordering import (
    ByTableMoveThenValue,
    ByValue,
    pack,
    take_next,
    unpack_priority,
)
from players.search.table import NoTable, new_table
from players.search.workspace import (
    ESTIMATED,
    EVALUATIONS,
    NODES,
    PRUNED,
    STATIC,
    Workspace,
    after_move,
    after_pass,
    evaluated,
    finished,
    leaf,
    new_workspace,
)

NO_ESTIMATE = np.int64(0)
"""No estimate: int64, since numba would compile a second version of each step for a literal."""


class Search(NamedTuple):
    """What a search is made of; a variation of the algorithm is another type in a field.

    evaluator: `value(state)`. order: see players.search.ordering. conventions: see
    players.search.conventions. rule: see players.forward.rules. table: see players.search.table.
    One search at a time may use table and workspace.
    """

    evaluator: Any
    order: Any
    conventions: Conventions
    rule: Any
    table: Any
    workspace: Workspace


def new_search(
    evaluator: Any, order: Any = None, rule: Any = None, table: Any = None, **conventions: Any
) -> Search:
    """A search with `evaluator`; by default children by static value, no pruning and no table.

    conventions: fields of `Conventions` by name, in place of those of Zhang 1995.
    """
    return Search(
        evaluator,
        ByValue() if order is None else order,
        Conventions(**conventions),
        NoPruning() if rule is None else rule,
        NoTable() if table is None else table,
        new_workspace(),
    )


def fast_search(evaluator: Any, bits: int) -> Search:
    """Exact alpha-beta, as fast as it goes: scouts, and a table of 2 ** `bits` entries."""
    return new_search(evaluator, ByTableMoveThenValue(), table=new_table(bits), scouting=Scout())


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
    if low and search.conventions.cutoff.cuts(stored.lower, window.beta):
        return Answer(True, stored.lower, LOWER, stored.lower_estimated)
    if high and search.conventions.cutoff.cuts(-stored.upper, -window.alpha):
        return Answer(True, stored.upper, UPPER, stored.upper_estimated)
    return UNSETTLED


@step
def foreseen(state, window, depth, ply, search):
    """What the pruning rule says of a node with this window, counted if that settles it."""
    static = search.workspace.queue[ply, STATIC]
    score, bound = search.rule.estimate(state, static, window, depth, search.conventions.cutoff)
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


@step
def generate(state, moves, depth, ply, table_move, search):
    """The number of successors of `state`, which are queued with their priorities.

    Positions that this generates and evaluations that the order makes are counted.
    """
    counters = search.workspace.counters
    queue = search.workspace.queue
    orders = search.conventions.counting.orders(depth)
    size = 0
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        priority = 0
        if orders:
            child = state.play(move)
            is_table_move = move == table_move
            priority = search.order.priority(
                child, move, depth - 1, ply, is_table_move, search.evaluator
            )
            counters[EVALUATIONS] += search.order.evaluations(is_table_move)
            if search.rule.learns() and search.order.tells(priority):
                cost = priority - search.workspace.queue[ply, STATIC]
                search.rule.observe(state, cost, ply)
        queue[ply, size] = pack(priority, move)
        size += 1
    if not search.conventions.counting.counts_searched(depth):
        counters[NODES] += size
    return size


@step
def horizon(state, ply, search):
    """The static value of `state`, which has no plies left, counted."""
    search.workspace.clear_line(ply)
    mark(NO_ESTIMATE, ply, search)
    return leaf(state, search)


@step
def store_static_eval(child, packed, depth, ply, search):
    """Note the static value of a successor where anything reads it, from the queue if it is there.

    `depth` is that of the node, `ply` the successor's.
    """
    if search.rule.reads_statics():
        priority = unpack_priority(packed)
        known = search.conventions.counting.orders(depth) and search.order.tells(priority)
        search.workspace.queue[ply, STATIC] = -priority if known else evaluated(child, search)


@step
def begin_pass(state, passed, window, ply, search):
    """The window of `passed`, the successor of a pass, whose static value is noted if needed."""
    if search.rule.reads_statics():
        search.workspace.queue[ply + 1, STATIC] = evaluated(passed, search)
        if search.rule.learns():
            cost = -search.workspace.queue[ply + 1, STATIC] - search.workspace.queue[ply, STATIC]
            search.rule.observe_pass(state, cost, ply)
    return Window(-window.beta, -window.alpha)


@step
def end_pass(found, ply, search):
    """Score and bound of a node whose side must pass, from those `found` of its successor."""
    mark(search.workspace.queue[ply + 1, ESTIMATED], ply, search)
    return after_pass(found, ply, search)


@step
def next_move(state, index, size, depth, ply, search):
    """The best of the queued moves from number `index` on, and its successor, counted if due."""
    move = take_next(search.workspace.queue, ply, index, size)
    if search.conventions.counting.counts_searched(depth):
        search.workspace.counters[NODES] += 1
    return move, state.play(move)


@step
def at_horizon(state, child, ply, search):
    """The score of the move in hand, which leads from `state` to the horizon at `child`."""
    score = -horizon(child, ply + 1, search)
    if search.rule.learns():
        search.rule.observe(state, score - search.workspace.queue[ply, STATIC], ply)
    return score


@step
def propagate_heuristic_flag(estimated, alone, ply, search):
    """Whether a node's result so far rests on an estimate, after one more successor.

    A cutoff that leaves successors unsearched is a lower bound and rests on the
    one that caused it `alone`; any other result rests on all of them.
    """
    if not search.rule.estimates():
        return 0
    latest = search.workspace.queue[ply + 1, ESTIMATED]
    return latest if alone else max(estimated, latest)


@step
def concludes(score, bound, window, search):
    """True if the null-window result makes a re-search unnecessary."""
    return (
        score <= window.alpha
        or search.conventions.cutoff.cuts(score, window.beta)
        or bound == EXACT
    )


@step
def leave(state, outcome, estimated, depth, ply, searched, search):
    """Score and bound of a node, kept in the table; `searched`: with all of its moves."""
    bound = outcome.bound if searched else LOWER
    search.table.store(state, depth, outcome.score, bound, outcome.move, estimated)
    mark(estimated, ply, search)
    return outcome.score, bound


@jit(about_seconds=6)
def alphabeta(state, window, depth, ply, search):
    """The fail-soft value of `state` for the side to move, and the bound that it is.

    `depth`: plies left, a pass costing none; `ply`: from the root.
    """
    # Horizon: a search of one ply is never given up, so that there is always a move.
    if depth > 1 and search.workspace.exhausted():
        return 0, EXACT
    if depth <= 0:
        return horizon(state, ply, search), EXACT
    # End of the game, or a pass, which costs no ply.
    begin(state, ply, search)
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return finished(state, search), EXACT
        swapped = begin_pass(state, passed, window, ply, search)
        return end_pass(alphabeta(passed, swapped, depth, ply + 1, search), ply, search)
    # Table cut and pruning: what is known settles any node but the root.
    table_move, answer = known(state, window, depth, ply, search)
    if answer.settles:
        return answer.score, answer.bound
    # Move loop: the likely best first, since a cutoff spares the others.
    size, index = generate(state, moves, depth, ply, table_move, search), np.int64(0)
    outcome, estimated, cut = NOTHING_SEARCHED, NO_ESTIMATE, False
    alpha = window.alpha
    while index < size and not cut:
        move, child = next_move(state, index, size, depth, ply, search)
        if depth == 1:
            score, bound = at_horizon(state, child, ply, search), EXACT
        else:
            store_static_eval(child, search.workspace.queue[ply, index], depth, ply + 1, search)
            conclusive = False
            # Scout: most moves do not raise alpha, which the narrowest window shows for less.
            if search.conventions.scouting.scouts(index):
                least = Window(-alpha - search.conventions.cutoff.width, -alpha)
                score, bound = turned(alphabeta(child, least, depth - 1, ply + 1, search))
                conclusive = concludes(score, bound, Window(alpha, window.beta), search)
            # First search, or re-search of one that raised alpha by an unknown amount.
            if not conclusive:
                whole = Window(-window.beta, -alpha)
                score, bound = turned(alphabeta(child, whole, depth - 1, ply + 1, search))
            if search.workspace.exhausted():
                return 0, EXACT
        outcome = after_move(outcome, Outcome(score, bound, move, index), alpha, ply, search)
        cut = search.conventions.cutoff.cuts(score, window.beta)
        estimated = propagate_heuristic_flag(estimated, cut and index + 1 < size, ply, search)
        alpha, index = max(alpha, score), index + 1
    # Store: after a cutoff the moves that are left may be worth more.
    return leave(state, outcome, estimated, depth, ply, index == size, search)
