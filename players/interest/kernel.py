"""Interest search: alpha-beta whose lines end when the side to move cannot pay for a move.

A move has a cost, small for an interesting one. A node searches its moves, cheapest first, while
the mover's budget for the line lasts; a line ends when the side to move can afford nothing more.
The window does not influence costs, except through hash moves, killers, replies and follow-ups.
A reply is the stored best answer to the opponent's last move, a follow-up to one's own.

The transposition table keeps bounds with the budgets of their search. A stored bound is used if
neither side has a larger budget than then and the depth is equal: the earlier search looked at
least as far. The value may differ from that of a new search, which would see less or expect another
score. Lines must also end with the same side to move.

Source: Rollason 2014, "Interest search - another way to do minimax".
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, bit, lowest
from othello.jit import jit, jitmethods, step
from othello.position import PASS
from players.budget import LEAVES, NODES, PRUNED, Budget
from players.interest.costs import Budgets, LineRule, budgets_after, line_may_end
from players.interest.moves import Memory, cost_of, queue_moves
from players.protocol import EXACT, LOWER, UPPER
from players.search.bounds import (
    INFINITY,
    NO_CUT,
    NO_MOVE_SEARCHED,
    EarlyResult,
    Outcome,
    Window,
    better,
    is_conclusive,
    negated,
)
from players.search.ordering import unpack_move
from players.search.table import (
    NO_MOVE,
    NoTable,
    Stored,
    Table,
    narrow_bounds,
    new_entries,
    open_bounds,
    slot,
    unknown,
)
from players.search.workspace import (
    Workspace,
    evaluate_end,
    evaluate_leaf,
    negate_pass,
    update_best,
)

BUDGET_ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("lower", np.int32),
        ("upper", np.int32),
        ("mine", np.int32),
        ("theirs", np.int32),
        ("move", np.int16),
        ("depth", np.int16),
        ("used", np.int16),
        ("ending", np.int16),
    ]
)


@jitmethods
class NoBudgetTable(NoTable):
    """No table."""

    def probe_budgets(self, state, budgets, ending):
        """Infinite bounds and NO_MOVE."""
        return unknown(np.int64(NO_MOVE))

    def store_budgets(self, state, budgets, ending, score, bound, move):
        """No-op."""


@jitmethods
class BudgetTable(Table):
    """As `players.search.table.Table`, with entries BUDGET_ENTRY[2 ** bits].

    The hash move is returned for any budgets. `ending`: lines may end at this ply.
    """

    def probe_budgets(self, state, budgets, ending):
        """Bounds of `state` under these budgets, infinite if unknown, and its hash move."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key:
            return unknown(np.int64(NO_MOVE))
        enough = entry["mine"] >= budgets.mine and entry["theirs"] >= budgets.theirs
        if not enough or entry["depth"] != budgets.depth or entry["ending"] != ending:
            return unknown(np.int64(entry["move"]))
        lower, upper = np.int64(entry["lower"]), np.int64(entry["upper"])
        return Stored(lower, upper, np.int64(entry["move"]), np.int64(0), np.int64(0))

    def store_budgets(self, state, budgets, ending, score, bound, move):
        """Merge a search result into an entry with equal budgets, or replace another entry.

        Drops a contradicting bound: its search expected another score.
        """
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        current = entry["used"] != 0 and entry["key"] == key and entry["depth"] == budgets.depth
        same = entry["mine"] == budgets.mine and entry["theirs"] == budgets.theirs
        if not current or not same or entry["ending"] != ending:
            entry["used"] = 1
            entry["key"] = key
            entry["mine"] = budgets.mine
            entry["theirs"] = budgets.theirs
            entry["depth"] = budgets.depth
            entry["ending"] = ending
            open_bounds(entry)
        entry["move"] = move
        narrow_bounds(entry, score, bound)
        if entry["lower"] > entry["upper"]:
            entry["lower"] = -INFINITY if bound == UPPER else score
            entry["upper"] = INFINITY if bound == LOWER else score


def new_budget_table(bits: int) -> BudgetTable:
    """Empty table of 2 ** bits entries, 32 bytes each; ValueError outside 1 to 28."""
    return BudgetTable(new_entries(bits, BUDGET_ENTRY))


class InterestSearch(NamedTuple):
    """The parts of a search.

    evaluator: `value(state)`. terms: see players.interest.costs. costs, line_rule and leaf_parity:
    see players.interest.costs. sibling_percent: share of the costs of earlier siblings that a move
    pays too. skip: moves that the budget cannot pay for are not searched. table: BudgetTable or
    NoBudgetTable. samples: see players.interest.moves. min_budget: least budget that
    continues a line. static_order_budget: nodes with a smaller budget order moves without static
    values. Terms, table, memory, budget and workspace serve one search at a time.
    """

    evaluator: Any
    terms: Any
    costs: Any
    sibling_percent: int
    leaf_parity: int
    line_rule: LineRule
    skip: bool
    table: Any
    samples: Any
    memory: Memory
    min_budget: int
    static_order_budget: int
    budget: Budget
    workspace: Workspace


@step
def is_leaf(budgets, ply, search):
    """True if the mover has no budget or no plies left."""
    spent = budgets.mine < search.min_budget and line_may_end(search.leaf_parity, ply)
    return ply > 0 and (budgets.depth <= 0 or spent)


@step
def is_last_ply(budgets, ply, search):
    """True if all successors are leaves.

    They are if the depth is used up. If lines may end at the next ply, they also are if the
    opponent's budget is spent, or the mover's, at a ply where the line could not end.
    """
    if budgets.depth <= 1:
        return True
    if not line_may_end(search.leaf_parity, ply + 1):
        return False
    return budgets.theirs < search.min_budget or (budgets.mine < search.min_budget and ply > 0)


@step
def sibling_charge(earlier_cost, search):
    """Share of the costs of earlier siblings that a move pays too."""
    return search.sibling_percent * earlier_cost // 100


@jit
def is_affordable(index, cost, earlier_cost, budgets, ply, search):
    """True if move number `index` is searched, as the cheapest and those of the root always are.

    `earlier_cost` is the sum of the costs of the moves before it.
    """
    if index == 0 or ply == 0 or not search.skip:
        return True
    if sibling_charge(earlier_cost, search) + cost <= budgets.mine:
        return True
    search.budget.counters[PRUNED] += 1
    return False


@step
def table_cut(stored, window):
    """Result of the node if the table's bounds cut."""
    if stored.lower == stored.upper:
        return EarlyResult(True, stored.lower, EXACT, 0)
    if stored.lower >= window.beta:
        return EarlyResult(True, stored.lower, LOWER, 0)
    return EarlyResult(stored.upper <= window.alpha, stored.upper, UPPER, 0)


@jit
def search_leaf(state, move, best, index, search):
    """Better of `best` and a move whose successor is a leaf."""
    search.budget.counters[NODES] += 1
    score = -evaluate_leaf(state.play(move), search)
    return better(best, Outcome(score, EXACT, move, index))


@step
def search_leaves(state, moves, window, ply, search):
    """Score and bound of a node whose successors are leaves, generated until a cutoff."""
    workspace = search.workspace
    best, index = NO_MOVE_SEARCHED, np.int64(0)
    # Killers, reply and follow-up first.
    hints = search.memory.hints(NO_MOVE, ply)
    for hint in (hints.killer, hints.countermove, hints.second_killer, hints.follow_up):
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
    search.budget.counters[PRUNED] += 1
    workspace.clear_line(ply + 1)
    workspace.prepend(ply, best.move)
    if cutoff:
        search.memory.learn(best.move, ply)
    return best.score, LOWER if cutoff and moves != NONE else EXACT


@step
def line_cut(state, budgets, ply, search):
    """Result of the node if the line rule cuts: its static value is far from the expected score."""
    if search.line_rule.slope == 0 or ply == 0:
        return NO_CUT
    static, ending = search.evaluator.value(state), line_may_end(search.leaf_parity, ply)
    if not search.line_rule.ends_line(static, budgets.mine - search.min_budget, ply, ending):
        return NO_CUT
    search.budget.counters[LEAVES] += 1
    search.budget.counters[PRUNED] += 1
    return EarlyResult(True, search.line_rule.line_value(static, ply, ending), EXACT, 0)


@step
def cut_before_moves(state, moves, window, budgets, ply, search):
    """Hash move, and the result of a node that needs no search of its moves."""
    # Line rule.
    early = line_cut(state, budgets, ply, search)
    if early.cuts:
        return NO_MOVE, early
    # Last ply: never stopped, so that there is always a move.
    if is_last_ply(budgets, ply, search):
        score, bound = search_leaves(state, moves, window, ply, search)
        return NO_MOVE, EarlyResult(True, score, bound, 0)
    # Stop: the result is worthless.
    if search.budget.exhausted():
        return NO_MOVE, EarlyResult(True, 0, EXACT, 0)
    # Table cut, never at the root.
    stored = search.table.probe_budgets(state, budgets, line_may_end(search.leaf_parity, ply))
    if ply == 0:
        return stored.move, NO_CUT
    return stored.move, table_cut(stored, window)


@step
def begin_pass(window, budgets, ply, search):
    """Window and budgets of the successor of a pass, which costs nothing."""
    search.memory.begin_move(PASS, ply)
    return Window(-window.beta, -window.alpha), Budgets(budgets.theirs, budgets.mine, budgets.depth)


@step
def generate(state, moves, hash_move, budgets, ply, search):
    """Queue the moves of `state` with their costs, cheapest first, and return their number."""
    hints = search.memory.hints(hash_move, ply)
    search.samples.note(state, hints)
    without_statics = budgets.mine < search.static_order_budget and ply > 0
    return queue_moves(state, moves, ply, hints, without_statics, search)


@step
def next_move(state, index, ply, search):
    """Queued move number `index`, and its successor."""
    move = unpack_move(search.workspace.queue[ply, index])
    search.memory.begin_move(move, ply)
    return move, state.play(move)


@step
def store_result(state, best, window, budgets, all_searched, ply, search):
    """Update killers and table; return score and bound, LOWER for a cutoff before the last move."""
    cutoff = best.score >= window.beta
    bound = LOWER if cutoff and not all_searched else best.bound
    if best.score > window.alpha:
        search.memory.learn(best.move, ply)
    ending = line_may_end(search.leaf_parity, ply)
    search.table.store_budgets(state, budgets, ending, best.score, bound, best.move)
    return best.score, bound


@jit
def interest(state, window, budgets, ply, search):
    """Return the fail-soft value of `state` for the side to move, and its bound.

    `budgets`: see players.interest.costs; `ply`: distance from the root. Score and bound
    are worthless once `budget.exhausted()`; only a root whose successors are leaves is always
    completed. If the table was empty and `counters[PRUNED]` did not change, nothing was left out:
    the value is the minimax value.
    """
    workspace, queue = search.workspace, search.workspace.queue
    workspace.clear_line(ply)
    # Horizon: the side to move has nothing to spend.
    if is_leaf(budgets, ply, search):
        search.budget.counters[PRUNED] += 1
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
    hash_move, early = cut_before_moves(state, moves, window, budgets, ply, search)
    if early.cuts:
        return early.score, early.bound
    # Move loop: cheapest first, until a cutoff or a move that the budget cannot pay for.
    size = generate(state, moves, hash_move, budgets, ply, search)
    best, alpha = NO_MOVE_SEARCHED, window.alpha
    earlier_cost = index = np.int64(0)
    while index < size and best.score < window.beta:
        cost = cost_of(queue[ply, index])
        if not is_affordable(index, cost, earlier_cost, budgets, ply, search):
            break
        move, child = next_move(state, index, ply, search)
        spent = min(budgets.mine, cost + sibling_charge(earlier_cost, search))
        child_budgets, conclusive = budgets_after(budgets, spent), False
        # Null window: a cheap proof that the move does not raise alpha.
        if index > 0:
            null = Window(-alpha - 1, -alpha)
            score, bound = negated(interest(child, null, child_budgets, ply + 1, search))
            conclusive = is_conclusive(score, bound, Window(alpha, window.beta))
        # Full window: the first move, and a re-search of one that failed high.
        if not conclusive:
            full = Window(-window.beta, -alpha)
            score, bound = negated(interest(child, full, child_budgets, ply + 1, search))
        if search.budget.exhausted():
            return 0, EXACT
        # Best move and principal variation.
        best = update_best(best, Outcome(score, bound, move, index), alpha, ply, search)
        alpha, earlier_cost, index = max(alpha, score), earlier_cost + cost, index + 1
    # Killers and table store.
    return store_result(state, best, window, budgets, index == size, ply, search)
