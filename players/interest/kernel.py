"""Interest search: a line goes on while its moves are worth what they cost.

A move has a cost, little for an interesting one. A node searches its moves, cheapest
first, while their costs stay within what the mover's side may still spend on the line;
a line ends where the side to move can afford nothing more. The window decides what is
cut off, as in alpha-beta, but not what a move costs, except through the moves that the
search remembers: table moves, killers, replies and follow-ups.

Source: Rollason 2014, "Interest search - another way to do minimax".
"""

from typing import Any, NamedTuple

from othello.bits import NONE, ONE, bit, lowest
from othello.jit import jit
from othello.position import PASS
from players.interest.budgets import Budgets
from players.interest.moves import PLAYED, Memory, priced_cost, queue_moves
from players.search.alphabeta import Outcome, Window, improved
from players.search.bounds import EXACT, INFINITY, LOWER, UPPER
from players.search.conventions import AtLeast
from players.search.ordering import unpack_move
from players.search.table import NO_MOVE
from players.search.workspace import EVALUATIONS, LEAVES, NODES, PRUNED, Workspace


class InterestSearch(NamedTuple):
    """What a search is made of; a variation is another type in a field.

    evaluator: `value(state)`. terms: see players.interest.terms. costs: see
    players.interest.costs. tally, siblings, horizon, second: see
    players.interest.budgets. lines, skipping: see players.interest.budgets. scout: see
    players.search.conventions. table: see players.interest.table. samples: see
    players.interest.samples. ranges: see players.search.score_range. floor: a side that may spend
    less ends its line. wide: plies from the root on at which every move is searched. cheap:
    a node whose mover may spend less asks for no static values, see
    players.interest.moves. One search at a time may use terms, ranges, memory and workspace.
    """

    evaluator: Any
    terms: Any
    costs: Any
    tally: Any
    siblings: Any
    horizon: Any
    second: Any
    lines: Any
    skipping: Any
    scout: Any
    table: Any
    samples: Any
    ranges: Any
    memory: Memory
    floor: int
    wide: int
    cheap: int
    workspace: Workspace


@jit
def line_ends(budgets, ply, search):
    """Whether the node is a leaf, its mover having nothing left to spend or plies to go."""
    if ply < search.wide:
        return False
    return budgets.depth <= 0 or (budgets.mine < search.floor and search.horizon.ends(ply))


@jit
def last_ply(budgets, ply, search):
    """Whether all successors of the node are taken as leaves.

    So it is where they can afford nothing, and where the node itself cannot but its
    line may not end with this side to move.
    """
    if ply + 1 < search.wide:
        return False
    if budgets.depth <= 1:
        return True
    if not search.horizon.ends(ply + 1):
        return False
    return budgets.theirs < search.floor or (budgets.mine < search.floor and ply >= search.wide)


@jit
def affords(place, cost, earlier, budgets, ply, search):
    """Whether a move is searched, after others that cost `earlier`; the cheapest always is."""
    if place == 0 or ply < search.wide:
        return True
    if not search.skipping.skips(search.siblings.charge(earlier) + cost, budgets.mine):
        return True
    search.workspace.counters[PRUNED] += 1
    return False


@jit
def settled(stored, window):
    """Whether the table's bounds settle a node with this window, with which score and bound."""
    if stored.lower == stored.upper:
        return True, stored.lower, EXACT
    if stored.lower >= window.beta:
        return True, stored.lower, LOWER
    return stored.upper <= window.alpha, stored.upper, UPPER


@jit
def evaluated(state, search):
    """The static value of `state`, counted."""
    search.workspace.counters[EVALUATIONS] += 1
    return search.evaluator.value(state)


@jit
def leaf(state, depth, ply, search):
    """The static value of `state`, where a line ends that may have `depth` plies left, counted."""
    search.workspace.counters[LEAVES] += 1
    static = evaluated(state, search)
    search.ranges.at_leaf(state, static, depth, ply)
    return static


@jit
def try_leaf(state, move, outcome, place, depth, ply, search):
    """The outcome at a node after one more move, whose successor is a leaf."""
    search.workspace.counters[NODES] += 1
    search.ranges.begin_move(ply)
    score = -leaf(state.play(move), depth - 1, ply + 1, search)
    search.ranges.look(ply)
    search.ranges.end_move(move, ply)
    return improved(outcome, score, EXACT, move, place)


@jit
def search_leaves(state, moves, window, depth, ply, search):
    """The value of a node all of whose successors are leaves, and its bound.

    They are made one by one until a cutoff, remembered moves first.
    """
    workspace = search.workspace
    search.ranges.enter(state, depth, ply, search.evaluator)
    outcome = Outcome(-INFINITY, UPPER, PASS, 0)
    hints = search.memory.hints(NO_MOVE, ply, workspace.queue)
    place = 0
    for hint in (hints.killer, hints.reply, hints.second_killer, hints.follow_up):
        if hint >= 0 and outcome.score < window.beta and bit(hint) & moves != NONE:
            moves ^= bit(hint)
            outcome = try_leaf(state, hint, outcome, place, depth, ply, search)
            place += 1
    while moves != NONE and outcome.score < window.beta:
        move = lowest(moves)
        moves &= moves - ONE
        outcome = try_leaf(state, move, outcome, place, depth, ply, search)
        place += 1
    cut = outcome.score >= window.beta
    workspace.counters[PRUNED] += 1
    search.ranges.leave(state, depth, ply, moves == NONE)
    workspace.clear_line(ply + 1)
    workspace.prepend(ply, outcome.move)
    if cut:
        search.memory.learn(outcome.move, ply, workspace.queue)
    return outcome.score, LOWER if cut and moves != NONE else EXACT


@jit(about_seconds=10)
def interest(state, window, budgets, ply, search):
    """The fail-soft value of `state` for the side to move, and the bound that it is.

    `window` holds the scores that matter, `budgets` what each side may spend below,
    `ply` is the distance from the root, which no table entry answers. Both results are
    worthless once `workspace.exhausted()`, except where the successors of the root
    are leaves. Nothing was left out if `counters[PRUNED]` is still what it was and the
    table knew nothing before: then the value is that of minimax. With ranges a known final
    result stands for the value that a search of its node would give.
    """
    workspace = search.workspace
    queue = workspace.queue
    workspace.clear_line(ply)
    if line_ends(budgets, ply, search):
        workspace.counters[PRUNED] += 1
        return leaf(state, budgets.depth, ply, search), EXACT
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            workspace.counters[LEAVES] += 1
            result = state.final()
            search.ranges.at_end(result, ply)
            return result, EXACT
        queue[ply, PLAYED] = PASS
        turned = Window(-window.beta, -window.alpha)
        swapped = Budgets(budgets.theirs, budgets.mine, budgets.depth)
        score, bound = interest(passed, turned, swapped, ply + 1, search)
        search.ranges.after_pass(ply)
        workspace.prepend(ply, PASS)
        return -score, -bound
    ending = search.horizon.ends(ply)
    if search.lines.asks() and ply >= search.wide:
        static = evaluated(state, search)
        if search.lines.decided(static, budgets.mine - search.floor, ply, ending):
            workspace.counters[LEAVES] += 1
            workspace.counters[PRUNED] += 1
            search.ranges.at_leaf(state, static, budgets.depth, ply)
            return search.lines.worth(static, ply, ending), EXACT
    if last_ply(budgets, ply, search):
        return search_leaves(state, moves, window, budgets.depth, ply, search)
    if workspace.exhausted():
        return 0, EXACT
    stored = search.table.recall(state, budgets, ending)
    search.ranges.enter(state, budgets.depth, ply, search.evaluator)
    if ply > 0:
        known, score, bound = search.ranges.answers(ply, window, AtLeast(1))
        if not known and ply >= search.wide:
            known, score, bound = settled(stored, window)
        if known:
            return score, bound

    hints = search.memory.hints(stored.move, ply, queue)
    search.samples.note(state, hints)
    cheap = budgets.mine < search.cheap and ply >= search.wide
    size = queue_moves(state, moves, ply, hints, cheap, search)
    outcome = Outcome(-INFINITY, UPPER, PASS, 0)
    alpha = window.alpha
    earlier = 0
    index = 0
    while index < size and outcome.score < window.beta:
        cost = priced_cost(queue[ply, index])
        if not affords(index, cost, earlier, budgets, ply, search):
            break
        move = unpack_move(queue[ply, index])
        child = state.play(move)
        queue[ply, PLAYED] = move
        spent = min(budgets.mine, cost + search.siblings.bequest(earlier))
        below = search.tally.left_after(budgets, spent)
        search.ranges.begin_move(ply)
        inconclusive = True
        if search.scout.scouts(index):
            narrow = Window(-alpha - 1, -alpha)
            score, bound = interest(child, narrow, below, ply + 1, search)
            search.ranges.look(ply)
            inconclusive = -score > alpha and -score < window.beta and bound != EXACT
        if inconclusive:
            whole = Window(-window.beta, -alpha)
            score, bound = interest(child, whole, below, ply + 1, search)
            search.ranges.look(ply)
        least = min(budgets.mine, priced_cost(queue[ply, 0]))
        if -score > alpha and search.second.again(spent - least) and not workspace.exhausted():
            below = search.tally.left_after(budgets, least)
            whole = Window(-window.beta, -alpha)
            score, bound = interest(child, whole, below, ply + 1, search)
            search.ranges.look(ply)
        if workspace.exhausted():
            return 0, EXACT
        search.ranges.end_move(move, ply)
        outcome = improved(outcome, -score, -bound, move, index)
        if outcome.rank == index and (-score >= alpha or ply == 0):
            workspace.prepend(ply, move)
        alpha = max(alpha, -score)
        earlier += cost
        index += 1

    cut = outcome.score >= window.beta
    bound = LOWER if cut and index < size else outcome.bound
    if outcome.score > window.alpha:
        search.memory.learn(outcome.move, ply, queue)
    search.table.keep(state, budgets, ending, outcome.score, bound, outcome.move)
    search.ranges.leave(state, budgets.depth, ply, index == size)
    return outcome.score, bound
