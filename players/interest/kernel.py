"""Interest search: a line goes on while its moves are worth what they cost.

A move has a cost, little for an interesting one. A node searches its moves, cheapest
first, while their costs stay within what the mover's side may still spend on the line;
a line ends where the side to move can afford nothing more. The window decides what is
cut off, as in alpha-beta, but not what a move costs, except through the moves that the
search remembers: table moves, killers, replies and follow-ups.

Source: Rollason 2014, "Interest search - another way to do minimax".
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, bit, lowest
from othello.jit import jit, step
from othello.position import PASS
from players.interest.budgets import Budgets, left_after
from players.interest.moves import PLAYED, Memory, priced_cost, queue_moves
from players.search.bounds import (
    EXACT,
    LOWER,
    NOTHING_SEARCHED,
    UNSETTLED,
    UPPER,
    Answer,
    Outcome,
    Window,
    improved,
    turned,
)
from players.search.ordering import unpack_move
from players.search.table import NO_MOVE
from players.search.workspace import (
    LEAVES,
    NODES,
    PRUNED,
    Workspace,
    after_move,
    after_pass,
    evaluated,
    finished,
    leaf,
)


class InterestSearch(NamedTuple):
    """What a search is made of; a variation is another type in a field.

    evaluator: `value(state)`. terms: see players.interest.terms. costs: see
    players.interest.costs. siblings, horizon, lines and skipping: see players.interest.budgets.
    table: see players.interest.table. samples: see players.interest.samples. floor: a side that
    may spend less ends its line. cheap: a node whose mover may spend less asks for no static
    values, see players.interest.moves. One search at a time may use terms, table, memory and
    workspace.
    """

    evaluator: Any
    terms: Any
    costs: Any
    siblings: Any
    horizon: Any
    lines: Any
    skipping: Any
    table: Any
    samples: Any
    memory: Memory
    floor: int
    cheap: int
    workspace: Workspace


@step
def line_ends(budgets, ply, search):
    """Whether the node is a leaf, its mover having nothing left to spend or plies to go."""
    out_of_money = budgets.mine < search.floor and search.horizon.ends(ply)
    return ply > 0 and (budgets.depth <= 0 or out_of_money)


@step
def last_ply(budgets, ply, search):
    """Whether all successors of the node are taken as leaves.

    So it is where they can afford nothing, and where the node itself cannot but its
    line may not end with this side to move.
    """
    if budgets.depth <= 1:
        return True
    if not search.horizon.ends(ply + 1):
        return False
    return budgets.theirs < search.floor or (budgets.mine < search.floor and ply > 0)


@jit
def affords(place, cost, earlier, budgets, ply, search):
    """Whether a move is searched, after others that cost `earlier`; the cheapest always is."""
    if place == 0 or ply == 0:
        return True
    if not search.skipping.skips(search.siblings.charge(earlier) + cost, budgets.mine):
        return True
    search.workspace.counters[PRUNED] += 1
    return False


@step
def settled(stored, window):
    """What the table's bounds say of a node with this window."""
    if stored.lower == stored.upper:
        return Answer(True, stored.lower, EXACT, 0)
    if stored.lower >= window.beta:
        return Answer(True, stored.lower, LOWER, 0)
    return Answer(stored.upper <= window.alpha, stored.upper, UPPER, 0)


@jit
def try_leaf(state, move, outcome, place, search):
    """The outcome at a node after one more move, whose successor is a leaf."""
    search.workspace.counters[NODES] += 1
    static = leaf(state.play(move), search)
    return improved(outcome, Outcome(-static, EXACT, move, place))


@step
def search_leaves(state, moves, window, ply, search):
    """The value of a node all of whose successors are leaves, and its bound.

    They are made one by one until a cutoff, remembered moves first.
    """
    workspace = search.workspace
    outcome = NOTHING_SEARCHED
    hints = search.memory.hints(NO_MOVE, ply, workspace.queue)
    place = np.int64(0)
    for hint in (hints.killer, hints.reply, hints.second_killer, hints.follow_up):
        if hint >= 0 and outcome.score < window.beta and bit(hint) & moves != NONE:
            moves ^= bit(hint)
            outcome = try_leaf(state, hint, outcome, place, search)
            place += 1
    while moves != NONE and outcome.score < window.beta:
        move = lowest(moves)
        moves &= moves - ONE
        outcome = try_leaf(state, move, outcome, place, search)
        place += 1
    cut = outcome.score >= window.beta
    workspace.counters[PRUNED] += 1
    workspace.clear_line(ply + 1)
    workspace.prepend(ply, outcome.move)
    if cut:
        search.memory.learn(outcome.move, ply, workspace.queue)
    return outcome.score, LOWER if cut and moves != NONE else EXACT


@step
def decided(state, budgets, ply, search):
    """What settles a node whose line is of no more interest, by its static value, counted."""
    if not search.lines.asks() or ply == 0:
        return UNSETTLED
    static, ending = evaluated(state, search), search.horizon.ends(ply)
    if not search.lines.decided(static, budgets.mine - search.floor, ply, ending):
        return UNSETTLED
    search.workspace.counters[LEAVES] += 1
    search.workspace.counters[PRUNED] += 1
    return Answer(True, search.lines.worth(static, ply, ending), EXACT, 0)


@step
def known(state, window, budgets, ply, search):
    """The table's move, and what is known to settle a node, if anything does."""
    stored = search.table.recall(state, budgets, search.horizon.ends(ply))
    if ply == 0:
        return stored.move, UNSETTLED
    return stored.move, settled(stored, window)


@step
def answer_at_once(state, moves, window, budgets, ply, search):
    """The table's move, and what settles a node before its moves are searched, if anything does."""
    # Last ply: the line is decided, or its successors are leaves; such a node is never given up.
    answer = decided(state, budgets, ply, search)
    if answer.settles:
        return NO_MOVE, answer
    if last_ply(budgets, ply, search):
        score, bound = search_leaves(state, moves, window, ply, search)
        return NO_MOVE, Answer(True, score, bound, 0)
    if search.workspace.exhausted():
        return NO_MOVE, Answer(True, 0, EXACT, 0)
    # Table cut: what is known settles any node but the root.
    return known(state, window, budgets, ply, search)


@step
def begin_pass(window, budgets, ply, search):
    """Window and budgets of the successor of a pass, which costs neither side anything."""
    search.workspace.queue[ply, PLAYED] = PASS
    return Window(-window.beta, -window.alpha), Budgets(budgets.theirs, budgets.mine, budgets.depth)


@step
def generate(state, moves, table_move, budgets, ply, search):
    """The number of moves of `state`, queued with their costs, cheapest first."""
    hints = search.memory.hints(table_move, ply, search.workspace.queue)
    search.samples.note(state, hints)
    cheap = budgets.mine < search.cheap and ply > 0
    return queue_moves(state, moves, ply, hints, cheap, search)


@step
def next_move(state, index, ply, search):
    """Of the queued moves that of number `index`, and its successor."""
    move = unpack_move(search.workspace.queue[ply, index])
    search.workspace.queue[ply, PLAYED] = move
    return move, state.play(move)


@step
def concludes(score, bound, alpha, beta):
    """True if the null-window result makes a re-search unnecessary."""
    return score <= alpha or score >= beta or bound == EXACT


@step
def leave(state, outcome, window, budgets, searched, ply, search):
    """Score and bound of a node, which are kept; `searched`: with all of its moves."""
    # After a cutoff the moves that are left may be worth more.
    cut = outcome.score >= window.beta
    bound = LOWER if cut and not searched else outcome.bound
    if outcome.score > window.alpha:
        search.memory.learn(outcome.move, ply, search.workspace.queue)
    ending = search.horizon.ends(ply)
    search.table.keep(state, budgets, ending, outcome.score, bound, outcome.move)
    return outcome.score, bound


@jit(about_seconds=10)
def interest(state, window, budgets, ply, search):
    """The fail-soft value of `state` for the side to move, and the bound that it is.

    `window` holds the scores that matter, `budgets` what each side may spend below,
    `ply` is the distance from the root, which no table entry answers. Both results are
    worthless once `workspace.exhausted()`, except where the successors of the root
    are leaves. Nothing was left out if `counters[PRUNED]` is still what it was and the
    table knew nothing before: then the value is that of minimax.
    """
    # Horizon: the side to move has nothing to spend.
    workspace, queue = search.workspace, search.workspace.queue
    workspace.clear_line(ply)
    if line_ends(budgets, ply, search):
        workspace.counters[PRUNED] += 1
        return leaf(state, search), EXACT
    # End of the game, or a pass, which costs neither side anything.
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return finished(state, search), EXACT
        inner, swapped = begin_pass(window, budgets, ply, search)
        return after_pass(interest(passed, inner, swapped, ply + 1, search), ply, search)
    # Last ply and table cut: what is decided, ends with leaves or is known needs no search here.
    table_move, answer = answer_at_once(state, moves, window, budgets, ply, search)
    if answer.settles:
        return answer.score, answer.bound
    # Move loop: the cheapest first, until a cutoff or one that cannot be afforded.
    size = generate(state, moves, table_move, budgets, ply, search)
    outcome, alpha = NOTHING_SEARCHED, window.alpha
    earlier = index = np.int64(0)
    while index < size and outcome.score < window.beta:
        cost = priced_cost(queue[ply, index])
        if not affords(index, cost, earlier, budgets, ply, search):
            break
        move, child = next_move(state, index, ply, search)
        spent = min(budgets.mine, cost + search.siblings.charge(earlier))
        below, conclusive = left_after(budgets, spent), False
        # Scout: most moves do not raise alpha, which the narrowest window shows for less.
        if index > 0:
            least = Window(-alpha - 1, -alpha)
            score, bound = turned(interest(child, least, below, ply + 1, search))
            conclusive = concludes(score, bound, alpha, window.beta)
        # First search, or re-search of one that raised alpha by an unknown amount.
        if not conclusive:
            whole = Window(-window.beta, -alpha)
            score, bound = turned(interest(child, whole, below, ply + 1, search))
        if workspace.exhausted():
            return 0, EXACT
        outcome = after_move(outcome, Outcome(score, bound, move, index), alpha, ply, search)
        alpha, earlier, index = max(alpha, score), earlier + cost, index + 1
    # Store: a later visit with no more to spend is answered by it.
    return leave(state, outcome, window, budgets, index == size, ply, search)
