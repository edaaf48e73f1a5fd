"""Alpha-beta: one kernel for every game, evaluator and convention.

Sources: Knuth and Moore 1975; Fishburn 1983 (fail-soft); "Minimax with
alpha/beta pruning" (papers/alpha-beta.txt) for the kinds of nodes and bounds.
"""

from typing import Any, NamedTuple

from othello.bits import NONE, ONE, lowest
from othello.jit import jit
from othello.position import PASS
from players.forward.rules import NoPruning
from players.search.bounds import (
    ALL,
    CUT,
    EXACT,
    INFINITY,
    LOWER,
    PV,
    UPPER,
    join,
    predicted_successor,
    revised,
)
from players.search.conventions import AtLeast, FullWindow, LazyLastPly
from players.search.ordering import ByValue, pack, take_next, unpack_priority
from players.search.score_range import NoRanges
from players.search.table import NoTable
from players.search.tree_shape import NoTreeShape
from players.search.workspace import (
    ESTIMATED,
    EVALUATIONS,
    LEAVES,
    NODES,
    PRUNED,
    STATIC,
    Workspace,
    new_workspace,
)


class Window(NamedTuple):
    """The scores that matter: those between alpha and beta."""

    alpha: int
    beta: int


class Search(NamedTuple):
    """What a search is made of; a variation of the algorithm is another type in a field.

    evaluator: `value(state)`. order: see players.search.ordering. cutoff, generation
    and scout: see players.search.conventions. rule: see players.forward.rules.
    table: see players.search.table. shape: see players.search.tree_shape. ranges: see
    players.search.score_range. One search at a time may use ranges and workspace.
    """

    evaluator: Any
    order: Any
    cutoff: Any
    generation: Any
    scout: Any
    rule: Any
    table: Any
    shape: Any
    ranges: Any
    workspace: Workspace


def new_search(
    evaluator: Any,
    order: Any = None,
    cutoff: Any = None,
    **others: Any,
) -> Search:
    """A search with `evaluator` under the conventions of Zhang 1995 unless told otherwise.

    Children by static value, cutoff at `score >= beta`, a lazy last ply, full
    windows, no pruning by estimate, no table, no record of the tree's shape, no
    score ranges.
    """
    parts: dict[str, Any] = {
        "generation": LazyLastPly(),
        "scout": FullWindow(),
        "rule": NoPruning(),
        "table": NoTable(),
        "shape": NoTreeShape(),
        "ranges": NoRanges(),
        "workspace": new_workspace(),
        **others,
    }
    return Search(evaluator, order or ByValue(), cutoff or AtLeast(), **parts)


@jit
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
            priority = search.order.priority(child, depth - 1, is_table_move, search.evaluator)
            counters[EVALUATIONS] += search.order.evaluations(is_table_move)
            if search.rule.learns() and search.order.tells(priority):
                cost = priority - search.workspace.queue[ply, STATIC]
                search.rule.observe(state, cost, ply)
        queue[ply, size] = pack(priority, move)
        size += 1
    if not search.generation.counts_searched(depth):
        counters[NODES] += size
    return size


@jit
def mark(estimated, ply, search):
    """Note whether what the node at `ply` returns rests on an estimate, if anything can."""
    if search.rule.estimates():
        search.workspace.queue[ply, ESTIMATED] = estimated


@jit
def leaf(state, ply, search):
    """The static value of `state` at the horizon, counted."""
    search.workspace.counters[LEAVES] += 1
    search.workspace.clear_line(ply)
    mark(0, ply, search)
    static = evaluated(state, search)
    search.ranges.at_leaf(state, static, 0, ply)
    return static


@jit
def evaluated(state, search):
    """The static value of `state`, counted."""
    search.workspace.counters[EVALUATIONS] += 1
    return search.evaluator.value(state)


@jit
def announce(child, packed, ply, search):
    """Note the static value of a successor, taken from the queue, where the rule reads it."""
    if search.rule.reads_statics():
        priority = unpack_priority(packed)
        known = search.order.tells(priority)
        search.workspace.queue[ply, STATIC] = -priority if known else evaluated(child, search)


class Outcome(NamedTuple):
    """What the successors of a node have shown so far; `rank` is the best one's place."""

    score: int
    bound: int
    move: int
    rank: int


@jit
def improved(outcome, score, bound, move, rank):
    """The outcome after one more successor, whose value for the mover is `score`.

    Of two with equal scores the one of which more is known is the better: a
    move whose score is exact beats an earlier one that may be worth less.
    """
    if score > outcome.score:
        return Outcome(score, bound, move, rank)
    if score == outcome.score and join(outcome.bound, bound) != outcome.bound:
        return Outcome(score, bound, move, rank)
    return outcome


class Answer(NamedTuple):
    """What settles a node without a search, if `settles`; `estimated` is 1 unless it is proven."""

    settles: bool
    score: int
    bound: int
    estimated: int


@jit
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
    return Answer(False, 0, EXACT, 0)


@jit
def foreseen(state, window, depth, ply, search):
    """What the pruning rule says of a node with this window, counted if that settles it."""
    static = search.workspace.queue[ply, STATIC]
    score, bound = search.rule.estimate(state, static, window, depth, search.cutoff)
    if bound == EXACT:
        return Answer(False, 0, EXACT, 0)
    search.workspace.counters[PRUNED] += 1
    return Answer(True, score, bound, 1)


@jit
def without_search(state, stored, window, depth, ply, search):
    """What settles a node other than the root before it is searched, if anything does."""
    known, score, bound = search.ranges.answers(ply, window, search.cutoff)
    if known:
        mark(0, ply, search)
        return Answer(True, score, bound, 0)
    answer = remembered(stored, window, search)
    if not answer.settles and search.rule.estimates():
        answer = foreseen(state, window, depth, ply, search)
    mark(answer.estimated, ply, search)
    return answer


@jit
def after_pass(state, passed, ply, search):
    """Note the static value of `passed`, the successor of a pass, where the rule reads it."""
    if search.rule.reads_statics():
        search.workspace.queue[ply + 1, STATIC] = evaluated(passed, search)
        if search.rule.learns():
            cost = -search.workspace.queue[ply + 1, STATIC] - search.workspace.queue[ply, STATIC]
            search.rule.observe_pass(state, cost, ply)


@jit
def joined_estimate(estimated, alone, ply, search):
    """Whether a node's result so far rests on an estimate, after one more successor.

    A cutoff that leaves successors unsearched is a lower bound and rests on the
    one that caused it `alone`; any other result rests on all of them.
    """
    if not search.rule.estimates():
        return 0
    latest = search.workspace.queue[ply + 1, ESTIMATED]
    return latest if alone else max(estimated, latest)


@jit
def real_kind(outcome, alpha, cut):
    """PV, CUT or ALL, for a node that was entered with `alpha`."""
    if cut:
        return CUT
    return PV if outcome.score >= alpha else ALL


@jit(about_seconds=6)
def alphabeta(state, window, depth, ply, predicted, search):
    """The fail-soft value of `state` for the side to move, and the bound that it is.

    `window` holds the scores that matter; `depth` is in plies, a pass costing
    none; `ply` is the distance from the root, which no table entry answers;
    `predicted` is the kind of node expected, for the record only. Both results
    are worthless once `workspace.exhausted()`. Otherwise the bound always
    holds, unless a rule pruned and `workspace.queue[ply, ESTIMATED]` is 1; under the
    criterion `Above` a value within the closed window is exact. The root, ply 0,
    and a side that must pass are never pruned. With ranges a final result that is known
    stands for the value of its node at any depth, and so in what the root returns.
    No line, passes included, may be longer than workspace.MOST_PLIES - 1.
    """
    workspace = search.workspace
    if depth > 1 and workspace.exhausted():  # so that a search of one ply always ends
        return 0, EXACT
    if depth <= 0:
        return leaf(state, ply, search), EXACT
    workspace.clear_line(ply)
    if ply == 0 and search.rule.learns():
        workspace.queue[0, STATIC] = evaluated(state, search)
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            workspace.counters[LEAVES] += 1
            mark(0, ply, search)
            result = state.final()
            search.ranges.at_end(result, ply)
            return result, EXACT
        after_pass(state, passed, ply, search)
        turned = Window(-window.beta, -window.alpha)
        expected = predicted_successor(predicted, 0)
        score, bound = alphabeta(passed, turned, depth, ply + 1, expected, search)
        mark(workspace.queue[ply + 1, ESTIMATED], ply, search)
        search.ranges.after_pass(ply)
        workspace.prepend(ply, PASS)
        return -score, -bound
    stored = search.table.probe(state, depth)
    search.ranges.enter(state, depth, ply, search.evaluator)
    if ply > 0:
        answer = without_search(state, stored, window, depth, ply, search)
        if answer.settles:
            return answer.score, answer.bound

    size = generate(state, moves, depth, ply, stored.move, search)
    outcome = Outcome(-INFINITY, UPPER, PASS, 0)
    alpha = window.alpha
    belief = predicted
    index = 0
    cut = False
    estimated = 0
    while index < size and not cut:
        move = take_next(workspace.queue, ply, index, size)
        child = state.play(move)
        if search.generation.counts_searched(depth):
            workspace.counters[NODES] += 1
        search.ranges.begin_move(ply)
        if depth == 1:
            score, bound = -leaf(child, ply + 1, search), EXACT
            search.ranges.look(ply)
            if search.rule.learns():
                search.rule.observe(state, score - workspace.queue[ply, STATIC], ply)
        else:
            announce(child, workspace.queue[ply, index], ply + 1, search)
            expected = predicted_successor(belief, index)
            inconclusive = True
            if search.scout.scouts(index):
                narrow = Window(-alpha - search.cutoff.width, -alpha)
                score, bound = alphabeta(child, narrow, depth - 1, ply + 1, expected, search)
                search.ranges.look(ply)
                raised = -score > alpha and not search.cutoff.cuts(-score, window.beta)
                inconclusive = raised and bound != EXACT
            if inconclusive:
                whole = Window(-window.beta, -alpha)
                score, bound = alphabeta(child, whole, depth - 1, ply + 1, expected, search)
                search.ranges.look(ply)
            score, bound = -score, -bound
            if workspace.exhausted():
                return 0, EXACT
        search.ranges.end_move(move, ply)
        outcome = improved(outcome, score, bound, move, index)
        if outcome.rank == index and (score >= alpha or ply == 0):
            workspace.prepend(ply, move)
        cut = search.cutoff.cuts(score, window.beta)
        estimated = joined_estimate(estimated, cut and index + 1 < size, ply, search)
        if index == 0 and not cut:
            belief = revised(belief, score > alpha, score >= alpha)
        alpha = max(alpha, score)
        index += 1

    bound = LOWER if cut and index < size else outcome.bound
    kind = real_kind(outcome, window.alpha, cut)
    first_best = index == 1 if kind == CUT else outcome.rank == 0
    search.shape.record(depth, predicted, kind, first_best, size == 1)
    search.table.store(state, depth, outcome.score, bound, outcome.move, estimated)
    search.ranges.leave(state, depth, ply, index == size)
    mark(estimated, ply, search)
    return outcome.score, bound
