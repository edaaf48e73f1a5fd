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
from players.search.bounds import EXACT, LOWER
from players.search.conventions import AtLeast, FullWindow, LazyLastPly, NoPruning, Scout
from players.search.node import (
    NOTHING_SEARCHED,
    Outcome,
    Window,
    after_move,
    after_pass,
    evaluated,
    finished,
    leaf,
    turned,
)
from players.search.ordering import (
    ByTableMoveThenValue,
    ByValue,
    pack,
    take_next,
    unpack_priority,
)
from players.search.settling import (
    NO_ESTIMATE,
    begin,
    known,
    mark,
)
from players.search.table import NoTable, new_table
from players.search.workspace import (
    ESTIMATED,
    EVALUATIONS,
    NODES,
    STATIC,
    Workspace,
    new_workspace,
)


class Search(NamedTuple):
    """What a search is made of; a variation of the algorithm is another type in a field.

    evaluator: `value(state)`. order: see players.search.ordering. cutoff, generation
    and scout: see players.search.conventions. rule: see players.forward.rules.
    table: see players.search.table. One search at a time may use table and workspace.
    """

    evaluator: Any
    order: Any
    cutoff: Any
    generation: Any
    scout: Any
    rule: Any
    table: Any
    workspace: Workspace


def new_search(
    evaluator: Any,
    order: Any = None,
    cutoff: Any = None,
    **others: Any,
) -> Search:
    """A search with `evaluator` under the conventions of Zhang 1995 unless told otherwise.

    Children by static value, cutoff at `score >= beta`, a lazy last ply, full
    windows, no pruning by estimate, no table.
    """
    parts: dict[str, Any] = {
        "generation": LazyLastPly(),
        "scout": FullWindow(),
        "rule": NoPruning(),
        "table": NoTable(),
        "workspace": new_workspace(),
        **others,
    }
    return Search(evaluator, order or ByValue(), cutoff or AtLeast(), **parts)


def fast_search(evaluator: Any, bits: int, **others: Any) -> Search:
    """Exact alpha-beta, as fast as it goes: narrow windows, a table of 2 ** `bits`, its move first.

    `others` as of `new_search`.
    """
    table = new_table(bits)
    return new_search(evaluator, ByTableMoveThenValue(), scout=Scout(), table=table, **others)


@step
def generate(state, moves, depth, ply, table_move, search):
    """The number of successors of `state`, which are queued with their priorities.

    Positions that this generates and evaluations that the order makes are counted.
    """
    counters = search.workspace.counters
    queue = search.workspace.queue
    orders = search.generation.orders(depth)
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
    if not search.generation.counts_searched(depth):
        counters[NODES] += size
    return size


@step
def horizon(state, ply, search):
    """The static value of `state`, which has no plies left, counted."""
    search.workspace.clear_line(ply)
    mark(NO_ESTIMATE, ply, search)
    return leaf(state, search)


@step
def announce(child, packed, depth, ply, search):
    """Note the static value of a successor where anything reads it, from the queue if it is there.

    `depth` is that of the node, `ply` the successor's.
    """
    if search.rule.reads_statics():
        priority = unpack_priority(packed)
        known = search.generation.orders(depth) and search.order.tells(priority)
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
    if search.generation.counts_searched(depth):
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
def joined_estimate(estimated, alone, ply, search):
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
    return score <= window.alpha or search.cutoff.cuts(score, window.beta) or bound == EXACT


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
            announce(child, search.workspace.queue[ply, index], depth, ply + 1, search)
            conclusive = False
            # Scout: most moves do not raise alpha, which the narrowest window shows for less.
            if search.scout.scouts(index):
                least = Window(-alpha - search.cutoff.width, -alpha)
                score, bound = turned(alphabeta(child, least, depth - 1, ply + 1, search))
                conclusive = concludes(score, bound, Window(alpha, window.beta), search)
            # First search, or re-search of one that raised alpha by an unknown amount.
            if not conclusive:
                whole = Window(-window.beta, -alpha)
                score, bound = turned(alphabeta(child, whole, depth - 1, ply + 1, search))
            if search.workspace.exhausted():
                return 0, EXACT
        outcome = after_move(outcome, Outcome(score, bound, move, index), alpha, ply, search)
        cut = search.cutoff.cuts(score, window.beta)
        estimated = joined_estimate(estimated, cut and index + 1 < size, ply, search)
        alpha, index = max(alpha, score), index + 1
    # Store: after a cutoff the moves that are left may be worth more.
    return leave(state, outcome, estimated, depth, ply, index == size, search)
