"""The solver from five empty squares to about twelve, without an evaluation.

Zero-window search as in `last_empties`: is the result above `alpha`? Up to `few` empty squares
moves are tried by parity alone; beyond, those first that leave the other side the fewest replies
(the fastest-first heuristic). `tables` are EndgameTables, `memory` is a record of ENDGAME_MEMORY.
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

SQUARE_MASK = np.uint64(63)
KEY_SHIFT = np.uint64(6)
MIDDLE_KEY = 1 << 20
TABLE_MOVE_KEY = 1 << 18
_UNKNOWN = np.uint64(UNKNOWN_MOVE)
_ALL_TAKEN = np.uint64(64)


@jit
def take_best(last, row, memory, index):
    """Bring the largest of a row's keys from `index` to `last` to `index`; the key."""
    best, place = memory.keys[row, index], index
    for other in range(index + ONE, last + ONE):
        if memory.keys[row, np.uint64(other)] > best:
            best, place = memory.keys[row, np.uint64(other)], np.uint64(other)
    if place != index:
        memory.keys[row, place] = memory.keys[row, index]
        memory.keys[row, index] = best
        flipped = memory.flipped[row, place]
        memory.flipped[row, place] = memory.flipped[row, index]
        memory.flipped[row, index] = flipped
    return best


@jit
def ended(memory, stop):
    """Whether the search must end now, its results being worthless."""
    return stop[0] != 0 or (memory.halt | memory.alarm) != NONE or memory.nodes >= memory.budget


@step
def highest_result(own, opp, alpha, size, memory):
    """What stable discs leave open; 64 where alpha is low, lest they be counted in vain."""
    if size >= memory.stable and alpha >= 2 * size:
        return 64 - 2 * count(opp & stable_discs(own, opp))
    return 64


@jit
def last_few(own, opp, alpha, memory):
    """A bound of the result with four empty squares or fewer."""
    empties = ~(own | opp)
    size = count(empties)
    if size == 4:
        return last_four(own, opp, alpha, empties, memory)
    if size == 0:
        return final_discs(own, opp)
    first = np.uint64(lowest(empties))
    if size == 1:
        return last_one(own, first, memory)
    empties &= empties - ONE
    second = np.uint64(lowest(empties))
    if size == 2:
        return last_two(own, opp, alpha, first, second, memory)
    third = np.uint64(lowest(empties & (empties - ONE)))
    return last_three(own, opp, alpha, first, second, third, memory)


@jit
def solve_by_parity(own, opp, alpha, memory):
    """A bound of the result with `few` empty squares or fewer: odd quadrants first."""
    empties = ~(own | opp)
    size = count(empties)
    if size <= 4:
        return last_few(own, opp, alpha, memory)
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return final_discs(own, opp)
        return -solve_by_parity(opp, own, -alpha - 1, memory)
    best = NO_RESULT
    odd = odd_quadrants(empties)
    part = moves & odd
    rest = moves & ~odd
    if part == NONE:
        part, rest = rest, NONE
    while part != NONE:
        square = lowest(part)
        part &= part - ONE
        flipped = flips(own, opp, square)
        memory.nodes += ONE
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << np.uint64(square))
        if size == 5:
            others = empties ^ (ONE << np.uint64(square))
            score = -last_four(after_own, after_opp, -alpha - 1, others, memory)
        else:
            score = -solve_by_parity(after_own, after_opp, -alpha - 1, memory)
        if score > best:
            best = score
            if best > alpha:
                return best
        if part == NONE:
            part, rest = rest, NONE
    return best


@step
def _list_moves(own, opp, moves, size, table_move, words, memory):
    """Write the moves of a node to its row, with keys for fastest first; the number of the last.

    64 if one of them leaves the other side no disc.
    """
    row, index = np.uint64(size), NONE
    odd = odd_quadrants(~(own | opp))
    while moves != NONE:
        square = np.uint64(lowest(moves))
        moves &= moves - ONE
        flipped = flips(own, opp, np.int64(square))
        if flipped == opp:
            return _ALL_TAKEN
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        if size > memory.tabled:
            prefetch(words, bucket_of(after_own, after_opp, words))
        replies = legal_moves(after_own, after_opp)
        key = MIDDLE_KEY - memory.reply * count(replies)
        key -= memory.corner_reply * count(replies & CORNERS)
        if (ONE << square) & odd != NONE:
            key += memory.odd
        if square == table_move:
            key += TABLE_MOVE_KEY
        memory.keys[row, index] = (np.uint64(key) << KEY_SHIFT) | square
        memory.flipped[row, index] = flipped
        index += ONE
    return index - ONE


@jit
def solve_shallow(own, opp, alpha, tables, memory, stop):
    """A bound of the result with any number of empty squares; worthless once the search ended."""
    # Few empty squares: parity alone.
    size = 64 - count(own | opp)
    if size <= memory.few:
        return solve_by_parity(own, opp, alpha, memory)
    if ended(memory, stop):
        return 0
    # End of the game, or a pass.
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return final_discs(own, opp)
        return -solve_shallow(opp, own, -alpha - 1, tables, memory, stop)
    # Table cut: what was proven of the position before.
    table_move, bucket = _UNKNOWN, NONE
    table = tables.large if size >= memory.large else tables.small
    if size >= memory.tabled:
        bucket = bucket_of(own, opp, table)
        known = probe(own, opp, table, bucket)
        if known != NONE:
            if lower_of(known) > alpha:
                return lower_of(known)
            if upper_of(known) <= alpha:
                return upper_of(known)
            table_move = move_of(known)
    # Stability cut: the other side keeps its stable discs.
    highest = highest_result(own, opp, alpha, size, memory)
    if highest <= alpha:
        return highest
    # A move that takes every disc wins all.
    children = tables.large if size > memory.large else tables.small
    last = _list_moves(own, opp, moves, size, table_move, children, memory)
    if last == _ALL_TAKEN:
        memory.nodes += ONE
        return 64
    # Move loop: the fewest replies first, since the first good move ends it.
    best, best_move, index, row = NO_RESULT, _UNKNOWN, NONE, np.uint64(size)
    while index <= last and best <= alpha:
        square = take_best(last, row, memory, index) & SQUARE_MASK
        flipped = memory.flipped[row, index]
        memory.nodes += ONE
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        if size == memory.few + 1:
            score = -solve_by_parity(after_own, after_opp, -alpha - 1, memory)
        else:
            score = -solve_shallow(after_own, after_opp, -alpha - 1, tables, memory, stop)
        if score > best:
            best, best_move = score, square
        index += ONE
    # Store: a bound on its side of alpha.
    if ended(memory, stop):
        return 0
    if size >= memory.tabled:
        lower, upper = (best, 64) if best > alpha else (-64, best)
        store(own, opp, table, bucket, pack(lower, upper, best_move, size, memory.age))
    return best
