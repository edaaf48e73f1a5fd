"""Alpha-beta: one kernel for every game, evaluator and convention.

The score and the bound that `alphabeta` returns are worthless once `budget.exhausted()`.
Otherwise the bound holds, unless the result rests on the estimate of a pruning rule:
`workspace.queue[ply, ESTIMATED]` is then 1. The root, ply 0, and a side that must pass are never
pruned. No line, passes included, may exceed workspace.MOST_PLIES - 1 plies.

Sources: Knuth and Moore 1975; Fishburn 1983 (fail-soft); Marsland and Campbell 1982 (null windows);
"Minimax with alpha/beta pruning" (kinds of nodes and bounds).
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, lowest
from othello.jit import jit, step
from othello.position import PASS
from players.budget import NODES, PRUNED, Budget, new_budget
from players.protocol import EXACT, LOWER, UPPER
from players.search.bounds import (
    NO_CUT,
    NO_MOVE_SEARCHED,
    EarlyResult,
    Outcome,
    Window,
    is_conclusive,
    negated,
)
from players.search.conventions import Conventions, NoPruning, Scout
from players.search.ordering import (
    ByHashMoveThenValue,
    ByValue,
    pack,
    pick_best,
    unpack_priority,
)
from players.search.table import NoTable, new_table
from players.search.workspace import (
    ESTIMATED,
    STATIC,
    Workspace,
    evaluate_end,
    evaluate_leaf,
    negate_pass,
    new_workspace,
    update_best,
)

NOT_ESTIMATED = np.int64(0)
"""int64: a Python literal would compile a second specialisation of each step."""


class Search(NamedTuple):
    """The parts of a search; a variation of the algorithm is another type in a field.

    evaluator: `value(state)`. order: see players.search.ordering. conventions: see
    players.search.conventions. rule: see players.forward.rules. table: see players.search.table.
    Order, table, budget and workspace serve one search at a time.
    """

    evaluator: Any
    order: Any
    conventions: Conventions
    rule: Any
    table: Any
    budget: Budget
    workspace: Workspace


def new_search(
    evaluator: Any, order: Any = None, rule: Any = None, table: Any = None, **conventions: Any
) -> Search:
    """Search with `evaluator`; by default ordered by static value, without pruning and table.

    conventions: fields of `Conventions` by name, in place of those of Zhang 1995.
    """
    return Search(
        evaluator,
        ByValue() if order is None else order,
        Conventions(**conventions),
        NoPruning() if rule is None else rule,
        NoTable() if table is None else table,
        new_budget(),
        new_workspace(),
    )


def fast_search(evaluator: Any, bits: int) -> Search:
    """Exact alpha-beta for learners: null windows and a table of 2 ** `bits` entries.

    No history: with an empty table, a position's move does not depend on earlier searches.
    """
    return new_search(evaluator, ByHashMoveThenValue(), table=new_table(bits), scouting=Scout())


@step
def set_estimated(estimated, ply, search):
    """Note whether the result of the node at `ply` rests on an estimate, if the rule makes any."""
    if search.rule.estimates():
        search.workspace.queue[ply, ESTIMATED] = estimated


@step
def begin_node(state, ply, search):
    """Clear line and estimate of a node; evaluate the root for a rule that observes_edges."""
    search.workspace.clear_line(ply)
    set_estimated(NOT_ESTIMATED, ply, search)
    if ply == 0 and search.rule.observes_edges():
        search.workspace.queue[0, STATIC] = search.evaluator.value(state)


@step
def table_cut(stored, window, search):
    """Result of the node if the table's bounds cut; estimated ones only if the rule estimates."""
    estimates = search.rule.estimates()
    lower_usable = estimates or stored.lower_estimated == 0
    upper_usable = estimates or stored.upper_estimated == 0
    if lower_usable and upper_usable and stored.lower == stored.upper:
        estimated = max(stored.lower_estimated, stored.upper_estimated)
        return EarlyResult(True, stored.lower, EXACT, estimated)
    if lower_usable and stored.lower >= window.beta:
        return EarlyResult(True, stored.lower, LOWER, stored.lower_estimated)
    if upper_usable and stored.upper <= window.alpha:
        return EarlyResult(True, stored.upper, UPPER, stored.upper_estimated)
    return NO_CUT


@step
def estimate_cut(state, window, depth, ply, search):
    """Result of the node if the pruning rule cuts; counts pruned nodes."""
    static = search.workspace.queue[ply, STATIC]
    score, bound = search.rule.estimate(state, static, window, depth)
    if bound == EXACT:
        return NO_CUT
    search.budget.counters[PRUNED] += 1
    return EarlyResult(True, score, bound, 1)


@step
def cut_before_moves(state, window, depth, ply, search):
    """Hash move, and the result of the table or the rule; the root is always searched."""
    stored = search.table.probe(state, depth)
    if ply == 0:
        return stored.move, NO_CUT
    early = table_cut(stored, window, search)
    if not early.cuts and search.rule.estimates():
        early = estimate_cut(state, window, depth, ply, search)
    set_estimated(early.estimated, ply, search)
    return stored.move, early


@step
def generate(state, moves, depth, ply, hash_move, search):
    """Queue the moves of `state` with their priorities and return their number."""
    queue = search.workspace.queue
    orders = search.conventions.counting.orders(depth)
    size = 0
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        priority = 0
        if orders:
            priority = search.order.priority(
                state.play(move), move, depth - 1, ply, move == hash_move, search.evaluator
            )
            if search.rule.observes_edges() and search.order.is_static_value(priority):
                edge_cost = priority - queue[ply, STATIC]  # both static values for the mover
                search.rule.observe(state, move, edge_cost, ply)
        queue[ply, size] = pack(priority, move)
        size += 1
    if not search.conventions.counting.counts_searched(depth):
        search.budget.counters[NODES] += size
    return size


@step
def evaluate_horizon(state, ply, search):
    """Static value of `state`, which has no plies left."""
    search.workspace.clear_line(ply)
    set_estimated(NOT_ESTIMATED, ply, search)
    return evaluate_leaf(state, search)


@step
def store_static_eval(child, packed, depth, child_ply, search):
    """Store a successor's static value in its row, for rules that need it.

    It may be the priority of the move. `depth` is that of the node.
    """
    if search.rule.estimates() or search.rule.observes_edges():
        priority = unpack_priority(packed)
        orders = search.conventions.counting.orders(depth)
        queued = orders and search.order.is_static_value(priority)
        static = -priority if queued else search.evaluator.value(child)
        search.workspace.queue[child_ply, STATIC] = static


@step
def begin_pass(state, passed, window, ply, search):
    """Window of the successor of a pass; notes its static value for the rule."""
    if search.rule.estimates() or search.rule.observes_edges():
        search.workspace.queue[ply + 1, STATIC] = search.evaluator.value(passed)
        if search.rule.observes_edges():
            cost = -search.workspace.queue[ply + 1, STATIC] - search.workspace.queue[ply, STATIC]
            search.rule.observe(state, np.int64(PASS), cost, ply)
    return Window(-window.beta, -window.alpha)


@step
def end_pass(child_result, ply, search):
    """Score and bound of a node without moves, from the `child_result` of its successor."""
    set_estimated(search.workspace.queue[ply + 1, ESTIMATED], ply, search)
    return negate_pass(child_result, ply, search)


@step
def next_move(state, index, size, depth, ply, search):
    """Best of the queued moves from number `index` on, and its successor."""
    move = pick_best(search.workspace.queue, ply, index, size)
    if search.conventions.counting.counts_searched(depth):
        search.budget.counters[NODES] += 1
    return move, state.play(move)


@step
def score_frontier_move(state, move, child, ply, search):
    """Score of a move from `state` to `child` at the horizon."""
    score = -evaluate_horizon(child, ply + 1, search)
    if search.rule.observes_edges():
        search.rule.observe(state, move, score - search.workspace.queue[ply, STATIC], ply)
    return score


@step
def propagate_estimated(estimated, early_cutoff, ply, search):
    """Flag of a node's result after one more successor: 1 if it rests on an estimate.

    A cutoff before the last move is a lower bound that the latest successor proves alone, so it has
    the flag of that successor. Any other result has the flag if any successor has it.
    """
    if not search.rule.estimates():
        return 0
    latest = search.workspace.queue[ply + 1, ESTIMATED]
    return latest if early_cutoff else max(estimated, latest)


@step
def store_result(state, best, estimated, depth, ply, all_searched, search):
    """Store a node in the table; return score and bound, LOWER unless `all_searched`."""
    bound = best.bound if all_searched else LOWER
    search.table.store(state, depth, best.score, bound, best.move, estimated)
    set_estimated(estimated, ply, search)
    return best.score, bound


@jit
def alphabeta(state, window, depth, ply, search):
    """Return the fail-soft value of `state` for the side to move, and its bound.

    `depth`: plies left, a pass costs none; `ply`: distance from the root.
    """
    # Stop; never at depth 1, so that the first iteration always gives a move.
    if depth > 1 and search.budget.exhausted():
        return 0, EXACT
    # Horizon: static evaluation.
    if depth <= 0:
        return evaluate_horizon(state, ply, search), EXACT
    begin_node(state, ply, search)
    moves = state.legal()
    # No legal move: the game is over, or a pass, which costs no ply.
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return evaluate_end(state, search), EXACT
        inner = begin_pass(state, passed, window, ply, search)
        return end_pass(alphabeta(passed, inner, depth, ply + 1, search), ply, search)
    # Table cut, then the pruning rule.
    hash_move, early = cut_before_moves(state, window, depth, ply, search)
    if early.cuts:
        return early.score, early.bound
    # Move loop: the likely best first, since a cutoff spares the others.
    size, index = generate(state, moves, depth, ply, hash_move, search), np.int64(0)
    best, estimated, cutoff = NO_MOVE_SEARCHED, NOT_ESTIMATED, False
    alpha = window.alpha
    while index < size and not cutoff:
        move, child = next_move(state, index, size, depth, ply, search)
        if depth == 1:
            score, bound = score_frontier_move(state, move, child, ply, search), EXACT
        else:
            store_static_eval(child, search.workspace.queue[ply, index], depth, ply + 1, search)
            conclusive = False
            # Null window: a cheap proof that the move does not raise alpha.
            if search.conventions.scouting.scouts(index):
                null = Window(-alpha - 1, -alpha)
                score, bound = negated(alphabeta(child, null, depth - 1, ply + 1, search))
                conclusive = is_conclusive(score, bound, Window(alpha, window.beta))
            # Full window: the first move, every move without null windows, and a re-search.
            if not conclusive:
                full = Window(-window.beta, -alpha)
                score, bound = negated(alphabeta(child, full, depth - 1, ply + 1, search))
            if search.budget.exhausted():
                return 0, EXACT
        # Best move, principal variation, and beta cutoff.
        best = update_best(best, Outcome(score, bound, move, index), alpha, ply, search)
        cutoff = score >= window.beta
        if cutoff:
            search.order.learn_cutoff(move, depth, ply)
        estimated = propagate_estimated(estimated, cutoff and index + 1 < size, ply, search)
        alpha, index = max(alpha, score), index + 1
    # Table store.
    return store_result(state, best, estimated, depth, ply, index == size, search)
