"""Alpha-beta: one kernel for every game, evaluator and convention.

Sources: Knuth and Moore 1975; Fishburn 1983 (fail-soft); "Minimax with
alpha/beta pruning" (papers/alpha-beta.txt) for the kinds of nodes and bounds.
"""

from typing import Any, NamedTuple

from othello.bits import NONE, ONE, lowest
from othello.jit import jit
from othello.position import PASS
from players.bounds import (
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
from players.conventions import AtLeast, FullWindow, LazyLastPly
from players.ordering import ByValue, pack, take_next
from players.table import NoTable
from players.tree_shape import NoTreeShape
from players.workspace import EVALUATIONS, LEAVES, NODES, Workspace, new_workspace


class Window(NamedTuple):
    """The scores that matter: those between alpha and beta."""

    alpha: int
    beta: int


class Search(NamedTuple):
    """What a search is made of; a variation of the algorithm is another type in a field.

    evaluator: `value(state)`. order: see players.ordering. cutoff, generation
    and scout: see players.conventions. table: see players.table. shape: see
    players.tree_shape. workspace: one search at a time may use it.
    """

    evaluator: Any
    order: Any
    cutoff: Any
    generation: Any
    scout: Any
    table: Any
    shape: Any
    workspace: Workspace


def new_search(
    evaluator: Any,
    order: Any = None,
    cutoff: Any = None,
    **others: Any,
) -> Search:
    """A search with `evaluator` under the conventions of Zhang 1995 unless told otherwise.

    Children by static value, cutoff at `score >= beta`, a lazy last ply, full
    windows, no table, no record of the tree's shape.
    """
    parts: dict[str, Any] = {
        "generation": LazyLastPly(),
        "scout": FullWindow(),
        "table": NoTable(),
        "shape": NoTreeShape(),
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
        queue[ply, size] = pack(priority, move)
        size += 1
    if not search.generation.counts_searched(depth):
        counters[NODES] += size
    return size


@jit
def leaf(state, ply, search):
    """The static value of `state` at the horizon, counted."""
    search.workspace.counters[LEAVES] += 1
    search.workspace.counters[EVALUATIONS] += 1
    search.workspace.clear_line(ply)
    return search.evaluator.value(state)


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


@jit
def answers(stored, window, cutoff):
    """Whether the table's bounds settle a node with this window."""
    return (
        stored.lower == stored.upper
        or cutoff.cuts(stored.lower, window.beta)
        or cutoff.cuts(-stored.upper, -window.alpha)
    )


@jit
def answer(stored, window, cutoff):
    """The score and bound that settle a node, given that the table can."""
    if stored.lower == stored.upper:
        return stored.lower, EXACT
    if cutoff.cuts(stored.lower, window.beta):
        return stored.lower, LOWER
    return stored.upper, UPPER


@jit
def real_kind(outcome, alpha, cut):
    """PV, CUT or ALL, for a node that was entered with `alpha`."""
    if cut:
        return CUT
    return PV if outcome.score >= alpha else ALL


@jit
def alphabeta(state, window, depth, ply, predicted, search):
    """The fail-soft value of `state` for the side to move, and the bound that it is.

    `window` holds the scores that matter; `depth` is in plies, a pass costing
    none; `ply` is the distance from the root, which no table entry answers;
    `predicted` is the kind of node expected, for the record only. Both results
    are worthless once `workspace.exhausted()`. Otherwise the bound always
    holds; under the criterion `Above` a value within the closed window is exact.
    No line, passes included, may be longer than workspace.MOST_PLIES - 1.
    """
    workspace = search.workspace
    if depth > 1 and workspace.exhausted():  # so that a search of one ply always ends
        return 0, EXACT
    if depth <= 0:
        return leaf(state, ply, search), EXACT
    workspace.clear_line(ply)
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            workspace.counters[LEAVES] += 1
            return state.final(), EXACT
        turned = Window(-window.beta, -window.alpha)
        expected = predicted_successor(predicted, 0)
        score, bound = alphabeta(passed, turned, depth, ply + 1, expected, search)
        workspace.prepend(ply, PASS)
        return -score, -bound
    stored = search.table.probe(state, depth)
    if ply > 0 and answers(stored, window, search.cutoff):
        return answer(stored, window, search.cutoff)

    size = generate(state, moves, depth, ply, stored.move, search)
    outcome = Outcome(-INFINITY, UPPER, PASS, 0)
    alpha = window.alpha
    belief = predicted
    index = 0
    cut = False
    while index < size and not cut:
        move = take_next(workspace.queue, ply, index, size)
        child = state.play(move)
        if search.generation.counts_searched(depth):
            workspace.counters[NODES] += 1
        if depth == 1:
            score, bound = -leaf(child, ply + 1, search), EXACT
        else:
            expected = predicted_successor(belief, index)
            inconclusive = True
            if search.scout.scouts(index):
                narrow = Window(-alpha - search.cutoff.width, -alpha)
                score, bound = alphabeta(child, narrow, depth - 1, ply + 1, expected, search)
                raised = -score > alpha and not search.cutoff.cuts(-score, window.beta)
                inconclusive = raised and bound != EXACT
            if inconclusive:
                whole = Window(-window.beta, -alpha)
                score, bound = alphabeta(child, whole, depth - 1, ply + 1, expected, search)
            score, bound = -score, -bound
            if workspace.exhausted():
                return 0, EXACT
        outcome = improved(outcome, score, bound, move, index)
        if outcome.rank == index and (score >= alpha or ply == 0):
            workspace.prepend(ply, move)
        cut = search.cutoff.cuts(score, window.beta)
        if index == 0 and not cut:
            belief = revised(belief, score > alpha, score >= alpha)
        alpha = max(alpha, score)
        index += 1

    bound = LOWER if cut and index < size else outcome.bound
    kind = real_kind(outcome, window.alpha, cut)
    first_best = index == 1 if kind == CUT else outcome.rank == 0
    search.shape.record(depth, predicted, kind, first_best, size == 1)
    search.table.store(state, depth, outcome.score, bound, outcome.move)
    return outcome.score, bound
