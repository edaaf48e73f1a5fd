"""The solver from five to eleven empty squares, without an evaluation.

Null-window search as in `last_empties`. Up to `parity_empties` squares moves are ordered by parity
alone, beyond that fastest first: the fewest replies. A fail-soft bound is a lower bound if it is
above `alpha`, otherwise an upper bound. `tables` are EndgameTables, `thread` is a record of
ENDGAME_THREAD.
"""

import numpy as np

from othello.bits import CORNERS, NONE, ONE, count, lowest
from othello.jit import jit, step
from othello.rules import flips, legal_moves
from othello.stability import stable_discs
from players.engine.endgame_table import (
    UNKNOWN_MOVE,
    bucket_of,
    lower_of,
    move_of,
    pack,
    prefetch,
    probe,
    store,
    upper_of,
)
from players.engine.last_empties import (
    NO_RESULT,
    final_discs,
    last_four,
    last_one,
    last_three,
    last_two,
    odd_quadrants,
)
from players.engine.search_memory import must_stop

SQUARE_MASK = np.uint64(63)
KEY_SHIFT = np.uint64(6)
REPLY_WEIGHT, CORNER_REPLY_WEIGHT, PARITY_WEIGHT = 16, 16, 8
"""Move ordering: price of a reply, extra price in a corner, bonus for an odd quadrant."""
KEY_OFFSET = 1 << 20
TABLE_MOVE_KEY = 1 << 18
_UNKNOWN = np.uint64(UNKNOWN_MOVE)
_WIPEOUT = np.uint64(64)


@jit
def pick_best(last, row, thread, index):
    """Swap the largest of the keys `index` to `last` into `index`; return it."""
    best, place = thread.keys[row, index], index
    for other in range(index + ONE, last + ONE):
        if thread.keys[row, np.uint64(other)] > best:
            best, place = thread.keys[row, np.uint64(other)], np.uint64(other)
    if place != index:
        thread.keys[row, place] = thread.keys[row, index]
        thread.keys[row, index] = best
        flipped = thread.flipped[row, place]
        thread.flipped[row, place] = thread.flipped[row, index]
        thread.flipped[row, index] = flipped
    return best


@step
def stability_bound(own, opp, alpha, empties, thread):
    """Upper bound from the opponent's stable discs; 64 (no bound) if alpha is too low for a cut."""
    if empties >= thread.stability_empties and alpha >= 2 * empties:
        return 64 - 2 * count(opp & stable_discs(own, opp))
    return 64


@jit
def last_few(own, opp, alpha, thread):
    """Return a fail-soft bound with four empty squares or fewer."""
    empty_squares = ~(own | opp)
    empties = count(empty_squares)
    if empties == 4:
        return last_four(own, opp, alpha, empty_squares, thread)
    if empties == 0:
        return final_discs(own, opp)
    first = np.uint64(lowest(empty_squares))
    if empties == 1:
        return last_one(own, first, thread)
    empty_squares &= empty_squares - ONE
    second = np.uint64(lowest(empty_squares))
    if empties == 2:
        return last_two(own, opp, alpha, first, second, thread)
    third = np.uint64(lowest(empty_squares & (empty_squares - ONE)))
    return last_three(own, opp, alpha, first, second, third, thread)


@jit
def solve_by_parity(own, opp, alpha, thread):
    """Return a fail-soft bound with five empty squares or fewer; odd quadrants come first."""
    empty_squares = ~(own | opp)
    empties = count(empty_squares)
    if empties <= 4:
        return last_few(own, opp, alpha, thread)
    # End of the game, or a pass.
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return final_discs(own, opp)
        return -solve_by_parity(opp, own, -alpha - 1, thread)
    # Move loop: odd quadrants first.
    best = NO_RESULT
    odd = odd_quadrants(empty_squares)
    group = moves & odd
    next_group = moves & ~odd
    if group == NONE:
        group, next_group = next_group, NONE
    while group != NONE:
        square = lowest(group)
        group &= group - ONE
        flipped = flips(own, opp, square)
        thread.nodes += ONE
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << np.uint64(square))
        others = empty_squares ^ (ONE << np.uint64(square))
        score = -last_four(after_own, after_opp, -alpha - 1, others, thread)
        if score > best:
            best = score
            if best > alpha:
                return best
        if group == NONE:
            group, next_group = next_group, NONE
    return best


@step
def _list_moves(own, opp, moves, empties, table_move, table, thread):
    """Write the moves to their row, fastest first; return the last index, or 64 for a wipe-out."""
    row, index = np.uint64(empties), NONE
    odd = odd_quadrants(~(own | opp))
    while moves != NONE:
        square = np.uint64(lowest(moves))
        moves &= moves - ONE
        flipped = flips(own, opp, np.int64(square))
        if flipped == opp:
            return _WIPEOUT
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        if empties > thread.table_empties:
            prefetch(table, bucket_of(after_own, after_opp, table))
        replies = legal_moves(after_own, after_opp)
        key = KEY_OFFSET - REPLY_WEIGHT * count(replies)
        key -= CORNER_REPLY_WEIGHT * count(replies & CORNERS)
        if (ONE << square) & odd != NONE:
            key += PARITY_WEIGHT
        if square == table_move:
            key += TABLE_MOVE_KEY
        thread.keys[row, index] = (np.uint64(key) << KEY_SHIFT) | square
        thread.flipped[row, index] = flipped
        index += ONE
    return index - ONE


@jit
def solve_shallow(own, opp, alpha, tables, thread, stop):
    """Return a fail-soft bound of the result; worthless once the search is stopped."""
    # Few empty squares: parity orders the moves.
    empties = 64 - count(own | opp)
    if empties <= thread.parity_empties:
        return solve_by_parity(own, opp, alpha, thread)
    if must_stop(thread, stop):
        return 0
    # End of the game, or a pass.
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return final_discs(own, opp)
        return -solve_shallow(opp, own, -alpha - 1, tables, thread, stop)
    # Table cut: a bound that was proven before.
    table_move, bucket = _UNKNOWN, NONE
    table = tables.large if empties >= thread.large_table_empties else tables.small
    if empties >= thread.table_empties:
        bucket = bucket_of(own, opp, table)
        entry = probe(own, opp, table, bucket)
        if entry != NONE:
            if lower_of(entry) > alpha:
                return lower_of(entry)
            if upper_of(entry) <= alpha:
                return upper_of(entry)
            table_move = move_of(entry)
    # Stability cutoff: the other side keeps its stable discs.
    highest = stability_bound(own, opp, alpha, empties, thread)
    if highest <= alpha:
        return highest
    # A move that takes every disc wins all.
    child_table = tables.large if empties > thread.large_table_empties else tables.small
    last = _list_moves(own, opp, moves, empties, table_move, child_table, thread)
    if last == _WIPEOUT:
        thread.nodes += ONE
        return 64
    # Move loop, fastest first: the first move above alpha ends it.
    best, best_move, index, row = NO_RESULT, _UNKNOWN, NONE, np.uint64(empties)
    while index <= last and best <= alpha:
        square = pick_best(last, row, thread, index) & SQUARE_MASK
        flipped = thread.flipped[row, index]
        thread.nodes += ONE
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        if empties == thread.parity_empties + 1:
            score = -solve_by_parity(after_own, after_opp, -alpha - 1, thread)
        else:
            score = -solve_shallow(after_own, after_opp, -alpha - 1, tables, thread, stop)
        if score > best:
            best, best_move = score, square
        index += ONE
    # Store: a fail-soft bound.
    if must_stop(thread, stop):
        return 0
    if empties >= thread.table_empties:
        lower, upper = (best, 64) if best > alpha else (-64, best)
        store(own, opp, table, bucket, pack(lower, upper, best_move, empties, thread.age))
    return best
