"""Steps of the midgame search: table, ProbCut, move ordering, principal variation.

`@step` functions are inlined into `players.engine.midgame`.

Sources: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
Othello"; Weill 1996, "The ABDADA distributed minimax search algorithm", simplified.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, ONE, bit, count, lowest
from othello.evaluation.patterns.sums import pattern_states_of, weights_of_stage
from othello.evaluation.patterns.weights import estimate
from othello.jit import jit, step
from othello.position import hash_of
from othello.rules import SCORE_SCALE, final_score, flips, legal_moves
from players.engine.endgame_shallow import solve_shallow
from players.engine.endgame_table import (
    BUSY_MARKS,
    UNKNOWN_MOVE,
    EndgameTables,
    claim,
    prefetch,
    release,
)
from players.engine.last_ply import Parent, child_value, last_ply, shared_terms
from players.engine.midgame_table import (
    HIGHEST,
    LOWEST,
    bucket_of,
    holds,
    lower_of,
    move_of,
    pack,
    probe,
    upper_of,
)
from players.engine.search_memory import DEPTH_ROWS, EMPTIES, TO_THE_END, must_stop

NO_VALUE = np.int64(-(1 << 40))
"""Below every value: no bound, or no evaluation yet."""
MAX_SCORE = np.int64(64 * SCORE_SCALE)
NO_MOVE = np.uint64(UNKNOWN_MOVE)
_SQUARE_BITS = 6
_SQUARE_MASK = 63
_KEY_OFFSET = np.int64(1 << 30)
"""Keeps keys positive."""


class MidgameSearch(NamedTuple):
    """Arguments of one thread's search.

    thread: a record of MIDGAME_THREAD. table: the midgame's transposition table, with the busy
    marks behind it: an array of their own would slow every call down. weights: of the pattern
    evaluation. stop: int64[1]; 1 ends the search.
    """

    thread: np.record
    table: np.ndarray
    endgame_tables: EndgameTables
    weights: Any
    stop: np.ndarray


@jit
def static_value(own, opp, moves, search):
    """Return the evaluation of a position with legal `moves`; the result if the game is over."""
    replies = legal_moves(opp, own)
    if moves == NONE and replies == NONE:
        return np.int64(final_score(own, opp))
    return np.int64(estimate(own, opp, moves, replies, search.weights))


@step
def leaf_bound(own, opp, moves, depth, empties, alpha, search):
    """Return a fail-soft bound of a finished game, by the solver or the last ply, else NO_VALUE."""
    thread = search.thread
    if moves == NONE:
        return np.int64(final_score(own, opp))
    if depth == empties and empties <= thread.solver_empties:
        # Whole discs exceed alpha if they exceed its floor.
        alpha_discs = alpha // SCORE_SCALE
        discs = solve_shallow(
            own, opp, alpha_discs, search.endgame_tables, thread.endgame, search.stop
        )
        return SCORE_SCALE * np.int64(discs)
    if depth == 1:
        before = thread.last_ply[0]
        value = last_ply(own, opp, moves, alpha + 1, search.weights, thread.last_ply[:])
        thread.endgame.nodes += thread.last_ply[0] - before
        return np.int64(value)
    return np.int64(0) if must_stop(thread.endgame, search.stop) else NO_VALUE


@step
def pick_best_move(index, number, ply, thread):
    """Swap the largest key of entries `index` to `number` - 1 into `index`; return its square."""
    best, place = thread.keys[ply, index], index
    for other in range(index + 1, number):
        if thread.keys[ply, other] > best:
            best, place = thread.keys[ply, other], other
    if place != index:
        thread.keys[ply, place] = thread.keys[ply, index]
        thread.keys[ply, index] = best
        flipped, static_eval = thread.flipped[ply, place], thread.static_evals[ply, place]
        thread.flipped[ply, place] = thread.flipped[ply, index]
        thread.static_evals[ply, place] = thread.static_evals[ply, index]
        thread.flipped[ply, index], thread.static_evals[ply, index] = flipped, static_eval
    return np.uint64(best & _SQUARE_MASK)


@step
def _add_move(slot, square, flipped, replies, static_eval, bonus, ply, thread):
    """Write a move to `slot` of its ply's row, with `bonus` in the key of its order."""
    key = _KEY_OFFSET + bonus - thread.reply_weight * np.int64(count(replies))
    key -= thread.corner_weight * np.int64(count(replies & CORNERS))
    thread.keys[ply, slot] = (key << _SQUARE_BITS) | np.int64(square)
    thread.flipped[ply, slot] = flipped
    thread.static_evals[ply, slot] = static_eval


@jit
def list_by_eval(own, opp, moves, depth, ply, search):
    """As `list_moves`, ordered by the evaluation too."""
    thread, table, weights = search.thread, search.table, search.weights
    shared = shared_terms(own, opp, weights)
    stage = weights_of_stage(weights.entries, shared.row)
    parent = Parent(shared, stage, pattern_states_of(own, opp, weights.added))
    number = np.int64(0)
    while moves != NONE:
        square = lowest(moves)
        moves &= moves - ONE
        placed = bit(square)
        flipped = flips(own, opp, square)
        after_own, after_opp = opp ^ flipped, own | flipped | placed
        if depth > thread.table_depth:
            prefetch(table, bucket_of(hash_of(after_own, after_opp), table))
        replies, own_moves_after = (
            legal_moves(after_own, after_opp),
            legal_moves(after_opp, after_own),
        )
        static_eval = child_value(
            after_own, after_opp, replies, own_moves_after, placed, flipped, parent, weights
        )
        _add_move(number, square, flipped, replies, static_eval, -static_eval, ply, thread)
        number += 1
    return number


@jit
def list_moves(own, opp, moves, depth, ply, search):
    """Write the moves of a node to its ply's row, fastest first; return their number."""
    thread, table = search.thread, search.table
    if depth >= thread.eval_order_depth:
        return list_by_eval(own, opp, moves, depth, ply, search)
    number = np.int64(0)
    while moves != NONE:
        square = lowest(moves)
        moves &= moves - ONE
        flipped = flips(own, opp, square)
        after_own, after_opp = opp ^ flipped, own | flipped | bit(square)
        if depth > thread.table_depth:
            prefetch(table, bucket_of(hash_of(after_own, after_opp), table))
        replies = legal_moves(after_own, after_opp)
        _add_move(number, square, flipped, replies, NO_VALUE, np.int64(0), ply, thread)
        number += 1
    return number


class TableEntry(NamedTuple):
    """The table's data of a node: hash, bucket, hash move, and a bound that cuts or NO_VALUE."""

    key: np.uint64
    bucket: np.uint64
    move: np.uint64
    bound: np.int64


@step
def probe_table(own, opp, depth, alpha, search):
    """Probe the table; `bound` is set if it proves the value above `alpha`, or not above it."""
    thread, table = search.thread, search.table
    if depth < thread.table_depth:
        return TableEntry(NONE, NONE, NO_MOVE, NO_VALUE)
    key = hash_of(own, opp)
    bucket = bucket_of(key, table)
    data = probe(key, table, bucket)
    if data == NONE:
        return TableEntry(key, bucket, NO_MOVE, NO_VALUE)
    bound = NO_VALUE
    if holds(data, depth, thread.selectivity):
        if lower_of(data) > alpha:
            bound = np.int64(lower_of(data))
        elif upper_of(data) <= alpha:
            bound = np.int64(upper_of(data))
    return TableEntry(key, bucket, move_of(data), bound)


class ProbCut(NamedTuple):
    """A null-window search at `alpha`, `depth` plies deep, that may cut.

    It cuts by failing high if `fails_high`, by failing low otherwise. promising: True if the
    expected value lies beyond the search's bound, or short of it by at most the slack.
    """

    depth: np.int64
    alpha: np.int64
    fails_high: bool
    promising: bool


@step
def static_eval_for_probcut(own, opp, moves, depth, static_eval, search):
    """Return the node's evaluation if ProbCut may be tried, or NO_VALUE."""
    thread = search.thread
    if thread.deviations == 0 or thread.probcut_nesting >= thread.max_probcut_nesting:
        return NO_VALUE
    if static_eval == NO_VALUE and depth > 2:
        return static_value(own, opp, moves, search)
    return static_eval


@step
def probcuts_of_pair(pair, empties, depth, alpha, static_eval, thread):
    """Return the fail-high and the fail-low cut of a pair of depths, with margin and bias."""
    empties_row = min(empties, EMPTIES - 1)
    row = TO_THE_END if depth == empties else min(depth, DEPTH_ROWS - 1)
    shallow = np.int64(thread.shallow[empties_row, row, pair])
    bias = np.int64(thread.bias[empties_row, row, pair])
    margin = thread.deviations * np.int64(thread.sigma[empties_row, row, pair]) // 100
    slack = np.int64(thread.gate[empties_row, row, pair])
    shallow_minus_static = np.int64(thread.lead[empties_row, row, pair])
    expected = static_eval + shallow_minus_static
    high, low = alpha + 1 + margin - bias, alpha - margin - bias
    searched = shallow > 0
    up = searched and expected >= high - slack and high <= MAX_SCORE
    down = searched and expected <= low + slack and low >= -MAX_SCORE
    return ProbCut(shallow, high - 1, True, up), ProbCut(shallow, low, False, down)


@step
def play(own, opp, square, flipped, thread) -> tuple[np.uint64, np.uint64]:
    """Return the discs after a move, for the side to move then; count the node."""
    thread.endgame.nodes += ONE
    return opp ^ flipped, own | flipped | (ONE << square)


@step
def defer_move(own, opp, square, depth, index, searched, ply, search):
    """Move a move whose position another thread searches to the end of the list, or mark it.

    Return True if it was moved. A node's first searched move is never deferred, and no move twice:
    a deferred move has its bare square as key, which sorts last and shows that it was deferred.
    """
    thread = search.thread
    if depth < thread.defer_depth:
        return False
    flipped, may_wait = thread.flipped[ply, index], thread.keys[ply, index] != np.int64(square)
    child_own, child_opp = opp ^ flipped, own | flipped | (ONE << square)
    marks = search.table[search.table.size - BUSY_MARKS :]
    if claim(child_own, child_opp, searched and may_wait, marks):
        return False
    thread.keys[ply, index] = np.int64(square)
    return True


@step
def release_move(own, opp, depth, search):
    """Remove the mark of a position that `defer_move` has marked."""
    if depth >= search.thread.defer_depth:
        release(own, opp, search.table[search.table.size - BUSY_MARKS :])


@jit
def update_pv(ply, move, thread):
    """Set the principal variation at `ply` to `move` and the one at the next ply."""
    thread.pv[ply, 0] = move
    length = thread.pv_lengths[ply + 1]
    for place in range(length):
        thread.pv[ply, place + 1] = thread.pv[ply + 1, place]
    thread.pv_lengths[ply] = length + 1


@step
def list_hash_move_first(table_move, own, opp, moves, depth, ply, search):
    """As `list_moves`, with the hash move first, and ordered as at depth 3 or more."""
    thread = search.thread
    number = list_moves(own, opp, moves, max(depth, 3), ply, search)
    for index in range(number):
        if np.uint64(thread.keys[ply, index] & _SQUARE_MASK) == table_move:
            thread.keys[ply, index] += _KEY_OFFSET << _SQUARE_BITS
    return number


@step
def pack_for_window(value, move, depth, alpha, beta, thread):
    """Pack a table entry for a value searched with this window: exact inside, a bound outside."""
    lower, upper = value, value
    if value <= alpha:
        lower = np.int64(LOWEST)
    elif value >= beta:
        upper = np.int64(HIGHEST)
    return pack(lower, upper, move, depth, thread.selectivity, thread.age)
