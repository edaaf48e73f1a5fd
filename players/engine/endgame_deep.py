"""The solver from twelve empty squares: the pattern evaluation orders the moves.

Null-window search as in `last_empties`. The evaluation only orders moves, except in the selective
pass, which goes down to eight empty squares.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, ONE, bit, count, lowest
from othello.evaluation.patterns.sums import pattern_states_of, weights_of_stage
from othello.evaluation.patterns.weights import Weights, estimate
from othello.jit import jit, step
from othello.rules import SCORE_SCALE, final_score, flips, legal_moves
from players.engine.endgame_shallow import (
    KEY_SHIFT,
    SQUARE_MASK,
    pick_best,
    solve_shallow,
    stability_bound,
)
from players.engine.endgame_table import (
    UNKNOWN_MOVE,
    EndgameTables,
    bucket_of,
    claim,
    lower_of,
    move_of,
    pack,
    prefetch,
    probe,
    release,
    store,
    upper_of,
)
from players.engine.last_empties import NO_RESULT, final_discs, odd_quadrants
from players.engine.last_ply import Parent, child_value, last_ply, shared_terms
from players.engine.search_memory import must_stop

DEEPEST_SELECTIVE = 4
"""Most plies of a shallow search in the selective pass."""
INFINITY = np.int64(1 << 20)
"""Larger than any value. int64: a Python literal would compile a second `shallow_value`."""
ORDER_WINDOW = 500
"""Hundredths of a disc below the best move beyond which move ordering needs no exact value."""
REPLY_WEIGHT, CORNER_REPLY_WEIGHT, PARITY_WEIGHT = 250, 250, 50
"""Hundredths of a disc in move ordering: a reply, one more in a corner, an odd quadrant."""
EMPTIES_PER_PLY, MOST_ORDER_PLIES = 3, 2
"""Move ordering searches one ply for each EMPTIES_PER_PLY squares beyond `eval_empties`."""
_KEY_OFFSET = 1 << 24
_TABLE_MOVE_KEY = 1 << 25
_UNKNOWN = np.uint64(UNKNOWN_MOVE)


class EndgameSearch(NamedTuple):
    """Arguments of one thread's solver.

    tables: transposition tables for bounds and moves. hints: the selective pass's table, for hash
    moves only. marks: uint64, positions that threads are searching; see `claim`. thread: a record
    of ENDGAME_THREAD. stop: int64[1]; 1 ends the search.
    """

    weights: Weights
    tables: EndgameTables
    hints: np.ndarray
    marks: np.ndarray
    thread: np.record
    stop: np.ndarray


@jit
def shallow_value(own, opp, depth, alpha, beta, weights, counters):
    """Return the fail-soft value of a search of `depth` plies; counters: see `last_ply`."""
    moves = legal_moves(own, opp)
    if moves == NONE:
        replies = legal_moves(opp, own)
        if replies == NONE:
            return np.int64(final_score(own, opp))
        if depth > 0:
            return -shallow_value(opp, own, depth, -beta, -alpha, weights, counters)
    if depth <= 0:
        return estimate(own, opp, moves, legal_moves(opp, own), weights)
    if depth == 1:
        return last_ply(own, opp, moves, beta, weights, counters)
    best = -INFINITY
    while moves != NONE and best < beta:
        placed = moves & (~moves + ONE)
        moves ^= placed
        flipped = flips(own, opp, lowest(placed))
        mover, other, low = opp ^ flipped, own | flipped | placed, -max(alpha, best)
        value = shallow_value(mover, other, depth - 1, -beta, low, weights, counters)
        best = max(best, -value)
    return best


@step
def _hash_move(own, opp, entry, hints):
    """Return the move of the table entry, or of the hints."""
    if entry != NONE:
        return move_of(entry)
    hint = probe(own, opp, hints, bucket_of(own, opp, hints))
    return _UNKNOWN if hint == NONE else move_of(hint)


@step
def _fewest_deep(thread):
    """Return the fewest empty squares that `solve_deep` searches itself."""
    return thread.eval_empties if thread.selective_margin == 0 else thread.selective_empties


@step
def _selective_bound(own, opp, alpha, size, search):
    """Return a bound if a shallow search is more than the margin from alpha, or NO_RESULT."""
    thread, margin = search.thread, search.thread.selective_margin
    if margin == 0:  # outside the selective pass
        return NO_RESULT
    high, low = SCORE_SCALE * alpha + SCORE_SCALE + margin, SCORE_SCALE * alpha - margin
    depth = min(DEEPEST_SELECTIVE, (size - 8) // 4)
    value = shallow_value(own, opp, depth, low, high, search.weights, thread.last_ply[:])
    if value >= high:
        return alpha + 1
    return alpha if value <= low else NO_RESULT


@step
def _early_bound(own, opp, alpha, size, entry, search):
    """Return a bound on its side of `alpha` by table, stability or selective cut, or NO_RESULT."""
    if entry != NONE:
        if lower_of(entry) > alpha:
            return lower_of(entry)
        if upper_of(entry) <= alpha:
            return upper_of(entry)
    highest = stability_bound(own, opp, alpha, size, search.thread)
    if highest <= alpha:
        return highest
    return _selective_bound(own, opp, alpha, size, search)


@step
def _list_moves(own, opp, moves, row, search):
    """Write the moves and their flips to the node's row; return the index of the last."""
    thread, table, index = search.thread, search.tables.large, NONE
    while moves != NONE:
        square = lowest(moves)
        moves &= moves - ONE
        flipped = flips(own, opp, square)
        prefetch(table, bucket_of(opp ^ flipped, own | flipped | bit(square), table))
        thread.keys[row, index] = np.uint64(square)
        thread.flipped[row, index] = flipped
        index += ONE
    return index - ONE


@step
def _etc_bound(own, opp, alpha, last, row, search):
    """Return a bound above `alpha` by a child's table entry or a wipe-out, or NO_RESULT."""
    thread, table, index = search.thread, search.tables.large, NONE
    probes = np.int64(row) >= thread.etc_empties
    while index <= last:
        flipped = thread.flipped[row, index]
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << thread.keys[row, index])
        if after_own == NONE:
            return 64
        entry = NONE
        if probes:
            entry = probe(after_own, after_opp, table, bucket_of(after_own, after_opp, table))
        if entry != NONE and -upper_of(entry) > alpha:
            return -upper_of(entry)
        index += ONE
    return NO_RESULT


@step
def _key_hash_move(table_move, last, row, thread):
    """Give the hash move a key above those of all others; return how many moves have a key."""
    index = NONE
    while index <= last:
        if thread.keys[row, index] == table_move:
            thread.keys[row, index] |= np.uint64(_TABLE_MOVE_KEY) << KEY_SHIFT
            return ONE
        index += ONE
    return NONE


@step
def _order_moves(own, opp, index, last, row, search):
    """Give the moves from `index` on keys by mobility, parity and a shallow search; return all."""
    thread, weights, best = search.thread, search.weights, -INFINITY
    odd = odd_quadrants(~(own | opp))
    plies = min(MOST_ORDER_PLIES, (np.int64(row) - thread.eval_empties) // EMPTIES_PER_PLY)
    shared = shared_terms(own, opp, weights)
    stage = weights_of_stage(weights.entries, shared.row)
    parent = Parent(shared, stage, pattern_states_of(own, opp, weights.added))
    while index <= last:
        square = thread.keys[row, index]
        placed, flipped = ONE << square, thread.flipped[row, index]
        mover, other = opp ^ flipped, own | flipped | placed
        replies = legal_moves(mover, other)
        key = _KEY_OFFSET - REPLY_WEIGHT * count(replies)
        key -= CORNER_REPLY_WEIGHT * count(replies & CORNERS)
        if placed & odd != NONE:
            key += PARITY_WEIGHT
        if plies > 0:
            low, high, counters = -INFINITY, ORDER_WINDOW - best, thread.last_ply[:]
            value = -shallow_value(mover, other, plies, low, high, weights, counters)
        else:
            next_moves = legal_moves(other, mover)
            value = -child_value(
                mover, other, replies, next_moves, placed, flipped, parent, weights
            )
        key, best = key + value, max(best, value)
        thread.keys[row, index] = (np.uint64(key) << KEY_SHIFT) | square
        index += ONE
    return index


@jit
def solve_deep(own, opp, alpha, root, search):
    """Return a bound of the result on its side of `alpha`; worthless once the search is stopped.

    At the `root` (1, else 0) no table bound is used, and `thread.best_move` is set.
    """
    # End of the game, or a pass.
    thread, table, stop = search.thread, search.tables.large, search.stop
    size, fewest = 64 - count(own | opp), _fewest_deep(thread)
    if must_stop(thread, stop):
        return 0
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return final_discs(own, opp)
        return -solve_deep(opp, own, -alpha - 1, root, search)
    # Table cut, stability cut, and in the selective pass a cut by a shallow search.
    bucket = bucket_of(own, opp, table)
    entry = probe(own, opp, table, bucket)
    if root == 0:
        bound = _early_bound(own, opp, alpha, size, entry, search)
        if bound != NO_RESULT:
            return bound
    # Enhanced transposition cutoff: a child's table entry may cut.
    row = np.uint64(size)
    last = _list_moves(own, opp, moves, row, search)
    if root == 0:
        bound = _etc_bound(own, opp, alpha, last, row, search)
        if bound > alpha:
            return bound
    # Move loop: hash move before the others have keys; moves that another thread searches last.
    best, best_move, index = NO_RESULT, _UNKNOWN, NONE
    keyed = _key_hash_move(_hash_move(own, opp, entry, search.hints), last, row, thread)
    while index <= last and best <= alpha:
        if index == keyed:
            keyed = _order_moves(own, opp, index, last, row, search)
        key = pick_best(last, row, thread, index)
        square, flipped = key & SQUARE_MASK, thread.flipped[row, index]
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        shared, may_wait = size >= thread.shared_empties, index != NONE and key != square
        if shared and not claim(after_own, after_opp, may_wait, search.marks):
            thread.keys[row, index] = square
            continue
        thread.nodes += ONE
        if size <= fewest:
            score = -solve_shallow(after_own, after_opp, -alpha - 1, search.tables, thread, stop)
        else:
            score = -solve_deep(after_own, after_opp, -alpha - 1, np.int64(0), search)
        if shared:
            release(after_own, after_opp, search.marks)
        if score > best:
            best, best_move = score, square
        index += ONE
    # Store: a bound on its side of alpha.
    if must_stop(thread, stop):
        return 0
    lower, upper = (best, 64) if best > alpha else (-64, best)
    store(own, opp, table, bucket, pack(lower, upper, best_move, size, thread.age))
    thread.best_move = best_move
    return best
