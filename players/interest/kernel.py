"""Interest search: alpha-beta whose lines end when the side to move cannot pay for a move.

A move has a cost, small for an interesting one. A node searches its moves, cheapest first, while
the mover's budget for the line lasts; a line ends when the side to move can afford nothing more.
The window does not influence costs, except through hash moves, killers, replies and follow-ups.

Source: Rollason 2014, "Interest search - another way to do minimax".
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, bit, lowest
from othello.jit import jit, step
from othello.position import PASS
from players.interest.costs import Budgets, LineRule, budgets_after, lines_end
from players.interest.moves import PLAYED, Memory, priced_cost, queue_moves
from players.search.bounds import (
    EXACT,
    LOWER,
    NO_ANSWER,
    NO_MOVE_SEARCHED,
    UPPER,
    Answer,
    Outcome,
    Window,
    better,
    negated,
)
from players.search.ordering import unpack_move
from players.search.table import NO_MOVE
from players.search.workspace import (
    LEAVES,
    NODES,
    PRUNED,
    Workspace,
    evaluate,
    evaluate_end,
    evaluate_leaf,
    negate_pass,
    update_best,
)


class InterestSearch(NamedTuple):
    """The parts of a search.

    evaluator: `value(state)`. terms: see players.interest.terms. costs, line_rule and parity: see
    players.interest.costs. siblings: percent of the costs of earlier siblings that a move pays
    too. skip: moves that the budget cannot pay for are not searched. table: see
    players.interest.table. samples: see players.interest.moves. floor: least budget that continues
    a line. cheap: least budget whose node asks for static values to order its moves. Terms, table,
    memory and workspace serve one search at a time.
    """

    evaluator: Any
    terms: Any
    costs: Any
    siblings: int
    parity: int
    line_rule: LineRule
    skip: bool
    table: Any
    samples: Any
    memory: Memory
    floor: int
    cheap: int
    workspace: Workspace


@step
def is_leaf(budgets, ply, search):
    """True if the mover has no budget or no plies left."""
    spent = budgets.mine < search.floor and lines_end(search.parity, ply)
    return ply > 0 and (budgets.depth <= 0 or spent)


@step
def is_last_ply(budgets, ply, search):
    """True if all successors are leaves.

    Either they can afford nothing, or the node itself cannot but lines may not end at its ply.
    """
    if budgets.depth <= 1:
        return True
    if not lines_end(search.parity, ply + 1):
        return False
    return budgets.theirs < search.floor or (budgets.mine < search.floor and ply > 0)


@step
def sibling_charge(earlier, search):
    """Share of the costs of earlier siblings that a move pays too."""
    return search.siblings * earlier // 100


@jit
def is_affordable(index, cost, earlier, budgets, ply, search):
    """True if move number `index` is searched after others that cost `earlier`.

    The cheapest move and those of the root always are.
    """
    if index == 0 or ply == 0 or not search.skip:
        return True
    if sibling_charge(earlier, search) + cost <= budgets.mine:
        return True
    search.workspace.counters[PRUNED] += 1
    return False


@step
def table_cut(stored, window):
    """Answer of the table's bounds."""
    if stored.lower == stored.upper:
        return Answer(True, stored.lower, EXACT, 0)
    if stored.lower >= window.beta:
        return Answer(True, stored.lower, LOWER, 0)
    return Answer(stored.upper <= window.alpha, stored.upper, UPPER, 0)


@jit
def search_leaf(state, move, best, index, search):
    """Better of `best` and a move whose successor is a leaf."""
    search.workspace.counters[NODES] += 1
    score = -evaluate_leaf(state.play(move), search)
    return better(best, Outcome(score, EXACT, move, index))


@step
def search_leaves(state, moves, window, ply, search):
    """Score and bound of a node whose successors are leaves, generated until a cutoff."""
    workspace = search.workspace
    best, index = NO_MOVE_SEARCHED, np.int64(0)
    # Killers, reply and follow-up first.
    hints = search.memory.hints(NO_MOVE, ply, workspace.queue)
    for hint in (hints.killer, hints.reply, hints.second_killer, hints.follow_up):
        if hint >= 0 and best.score < window.beta and bit(hint) & moves != NONE:
            moves ^= bit(hint)
            best = search_leaf(state, hint, best, index, search)
            index += 1
    # Other moves, lowest first.
    while moves != NONE and best.score < window.beta:
        move = lowest(moves)
        moves &= moves - ONE
        best = search_leaf(state, move, best, index, search)
        index += 1
    # Principal variation and killers; after a cutoff the other moves may be better.
    cutoff = best.score >= window.beta
    workspace.counters[PRUNED] += 1
    workspace.clear_line(ply + 1)
    workspace.prepend(ply, best.move)
    if cutoff:
        search.memory.learn(best.move, ply, workspace.queue)
    return best.score, LOWER if cutoff and moves != NONE else EXACT


@step
def line_cut(state, budgets, ply, search):
    """Answer of the line rule: a static value far from the expected score ends the line."""
    if not search.line_rule.active or ply == 0:
        return NO_ANSWER
    static, ending = evaluate(state, search), lines_end(search.parity, ply)
    if not search.line_rule.ends_line(static, budgets.mine - search.floor, ply, ending):
        return NO_ANSWER
    search.workspace.counters[LEAVES] += 1
    search.workspace.counters[PRUNED] += 1
    return Answer(True, search.line_rule.line_value(static, ply, ending), EXACT, 0)


@step
def cut_before_moves(state, moves, window, budgets, ply, search):
    """Hash move, and the answer of a node that needs no search of its moves."""
    # Line rule.
    answer = line_cut(state, budgets, ply, search)
    if answer.settles:
        return NO_MOVE, answer
    # Last ply: never stopped, so that there is always a move.
    if is_last_ply(budgets, ply, search):
        score, bound = search_leaves(state, moves, window, ply, search)
        return NO_MOVE, Answer(True, score, bound, 0)
    # Stop: the result is worthless.
    if search.workspace.exhausted():
        return NO_MOVE, Answer(True, 0, EXACT, 0)
    # Table cut, never at the root.
    stored = search.table.probe_budgets(state, budgets, lines_end(search.parity, ply))
    if ply == 0:
        return stored.move, NO_ANSWER
    return stored.move, table_cut(stored, window)


@step
def begin_pass(window, budgets, ply, search):
    """Window and budgets of the successor of a pass, which costs nothing."""
    search.workspace.queue[ply, PLAYED] = PASS
    return Window(-window.beta, -window.alpha), Budgets(budgets.theirs, budgets.mine, budgets.depth)


@step
def generate(state, moves, hash_move, budgets, ply, search):
    """Queue the moves of `state` with their costs, cheapest first, and return their number."""
    hints = search.memory.hints(hash_move, ply, search.workspace.queue)
    search.samples.note(state, hints)
    cheap = budgets.mine < search.cheap and ply > 0
    return queue_moves(state, moves, ply, hints, cheap, search)


@step
def next_move(state, index, ply, search):
    """Queued move number `index`, and its successor."""
    move = unpack_move(search.workspace.queue[ply, index])
    search.workspace.queue[ply, PLAYED] = move
    return move, state.play(move)


@step
def is_conclusive(score, bound, alpha, beta):
    """True if the null-window result makes a re-search unnecessary."""
    return score <= alpha or score >= beta or bound == EXACT


@step
def store_result(state, best, window, budgets, searched, ply, search):
    """Update killers and table; return score and bound.

    `searched`: all moves were; otherwise a cutoff gives a LOWER bound.
    """
    cutoff = best.score >= window.beta
    bound = LOWER if cutoff and not searched else best.bound
    if best.score > window.alpha:
        search.memory.learn(best.move, ply, search.workspace.queue)
    ending = lines_end(search.parity, ply)
    search.table.store_budgets(state, budgets, ending, best.score, bound, best.move)
    return best.score, bound


@jit
def interest(state, window, budgets, ply, search):
    """Return the fail-soft value of `state` for the side to move, and its bound.

    `budgets`: see players.interest.costs; `ply`: distance from the root. Both results are
    worthless once `workspace.exhausted()`, unless the successors of the root are leaves. With an
    empty table, an unchanged `counters[PRUNED]` proves the minimax value.
    """
    workspace, queue = search.workspace, search.workspace.queue
    workspace.clear_line(ply)
    # Horizon: the side to move has nothing to spend.
    if is_leaf(budgets, ply, search):
        workspace.counters[PRUNED] += 1
        return evaluate_leaf(state, search), EXACT
    # No legal move: the game is over, or a pass, which costs nothing.
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return evaluate_end(state, search), EXACT
        inner, swapped = begin_pass(window, budgets, ply, search)
        return negate_pass(interest(passed, inner, swapped, ply + 1, search), ply, search)
    # Line rule, last ply, stop and table cut.
    hash_move, answer = cut_before_moves(state, moves, window, budgets, ply, search)
    if answer.settles:
        return answer.score, answer.bound
    # Move loop: cheapest first, until a cutoff or a move that the budget cannot pay for.
    size = generate(state, moves, hash_move, budgets, ply, search)
    best, alpha = NO_MOVE_SEARCHED, window.alpha
    earlier = index = np.int64(0)
    while index < size and best.score < window.beta:
        cost = priced_cost(queue[ply, index])
        if not is_affordable(index, cost, earlier, budgets, ply, search):
            break
        move, child = next_move(state, index, ply, search)
        spent = min(budgets.mine, cost + sibling_charge(earlier, search))
        below, conclusive = budgets_after(budgets, spent), False
        # Null window: a cheap proof that the move does not raise alpha.
        if index > 0:
            null = Window(-alpha - 1, -alpha)
            score, bound = negated(interest(child, null, below, ply + 1, search))
            conclusive = is_conclusive(score, bound, alpha, window.beta)
        # First move, or a re-search: the move raised alpha by an unknown amount.
        if not conclusive:
            full = Window(-window.beta, -alpha)
            score, bound = negated(interest(child, full, below, ply + 1, search))
        if workspace.exhausted():
            return 0, EXACT
        # Best move and principal variation.
        best = update_best(best, Outcome(score, bound, move, index), alpha, ply, search)
        alpha, earlier, index = max(alpha, score), earlier + cost, index + 1
    # Killers and table store.
    return store_result(state, best, window, budgets, index == size, ply, search)
