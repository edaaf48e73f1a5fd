"""The middle part of the solver: from five empty squares to eleven, without an evaluation.

Zero-window search as in `last_empties`: is the result above `alpha`? Up to FEW empty
squares moves are tried by parity alone; beyond, those first that leave the other side the fewest
replies.
"""

import numpy as np

from othello.bits import CORNERS, NONE, ONE, count, lowest
from othello.jit import jit
from othello.rules import flips, legal_moves
from othello.stability import stable_discs
from players.engine.endgame_table import (
    UNKNOWN_MOVE,
    bucket_of,
    lower_of,
    move_of,
    prefetch,
    probe,
    store,
    upper_of,
)
from players.engine.last_empties import (
    NO_MOVE,
    NODES,
    final_discs,
    last_four,
    last_one,
    last_three,
    last_two,
    odd_quadrants,
)
from players.search.workspace import ALARM, BUDGET

AGE, HALT = np.uint64(1), np.uint64(2)
"""Where in a thread's memory stand the problem's number and, as 1, that its search is to end."""
FEW, TABLED, ENHANCED, STABLE, REPLY, CORNER_REPLY, ODD = (
    np.uint64(place) for place in range(8, 15)
)
"""Where in a thread's memory the settings stand, see `settings`."""
FIRST_ROW, ROW = 64, 128
"""Where the rows of moves begin, one for each number of empty squares, and their length:
keys, and from HALF_ROW on the discs that turn."""
HALF_ROW = np.uint64(64)
MEMORY_WORDS = FIRST_ROW + 65 * ROW

SQUARE_MASK = np.uint64(63)
KEY_SHIFT = np.uint64(6)
MIDDLE_KEY = 1 << 20
TABLE_MOVE = 1 << 18
_UNKNOWN = np.uint64(UNKNOWN_MOVE)


@jit("uint64(uint64, uint64[::1], uint64, uint64)")
def take_best(last, memory, keys, index):
    """Bring the largest of the keys from `index` to `last` to `index`; the key."""
    best, place = memory[keys + index], index
    for other in range(index + ONE, last + ONE):
        if memory[keys + np.uint64(other)] > best:
            best, place = memory[keys + np.uint64(other)], np.uint64(other)
    if place != index:
        memory[keys + place] = memory[keys + index]
        memory[keys + index] = best
        flipped = memory[keys + HALF_ROW + place]
        memory[keys + HALF_ROW + place] = memory[keys + HALF_ROW + index]
        memory[keys + HALF_ROW + index] = flipped
    return best


@jit("boolean(uint64[::1], int64[::1])")
def ended(memory, stop):
    """Whether the search must end now, its results being worthless."""
    return (
        stop[0] != 0
        or (memory[HALT] | memory[np.uint64(ALARM)]) != NONE
        or memory[NODES] >= memory[np.uint64(BUDGET)]
    )


@jit("int64(uint64, uint64, int64, uint64[::1])")
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


@jit("int64(uint64, uint64, int64, uint64[::1])")
def solve_by_parity(own, opp, alpha, memory):
    """A bound of the result with FEW empty squares or fewer: odd quadrants first."""
    empties = ~(own | opp)
    size = count(empties)
    if size <= 4:
        return last_few(own, opp, alpha, memory)
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return final_discs(own, opp)
        return -solve_by_parity(opp, own, -alpha - 1, memory)
    best = NO_MOVE
    odd = odd_quadrants(empties)
    part = moves & odd
    rest = moves & ~odd
    if part == NONE:
        part, rest = rest, NONE
    while part != NONE:
        square = lowest(part)
        part &= part - ONE
        flipped = flips(own, opp, square)
        memory[NODES] += ONE
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


@jit("int64(uint64, uint64, int64, uint64[::1], uint64[::1], int64[::1])")
def solve_shallow(own, opp, alpha, words, memory, stop):
    """A bound of the result with any number of empty squares; worthless once `stop` is raised."""
    size = 64 - count(own | opp)
    few = np.int64(memory[FEW])
    if size <= few:
        return solve_by_parity(own, opp, alpha, memory)
    if ended(memory, stop):
        return 0
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return final_discs(own, opp)
        return -solve_shallow(opp, own, -alpha - 1, words, memory, stop)

    # what the table knows
    tabled = np.int64(memory[TABLED])
    table_move, bucket = _UNKNOWN, NONE
    if size >= tabled:
        bucket = bucket_of(own, opp, words)
        known = probe(own, opp, words, bucket)
        if known != NONE:
            if lower_of(known) > alpha:
                return lower_of(known)
            if upper_of(known) <= alpha:
                return upper_of(known)
            table_move = move_of(known)

    # what stable discs leave open: where alpha is high, lest they be counted in vain
    if size >= np.int64(memory[STABLE]) and alpha >= 2 * size:
        highest = 64 - 2 * count(opp & stable_discs(own, opp))
        if highest <= alpha:
            return highest

    # the moves, with their keys
    keys = np.uint64(FIRST_ROW + ROW * size)
    index = NONE
    odd = odd_quadrants(~(own | opp))
    reply, corner_reply = np.int64(memory[REPLY]), np.int64(memory[CORNER_REPLY])
    left = moves
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        flipped = flips(own, opp, square)
        if flipped == opp:
            memory[NODES] += ONE
            return 64
        placed = ONE << np.uint64(square)
        after_own, after_opp = opp ^ flipped, own | flipped | placed
        key = MIDDLE_KEY
        if size > tabled:
            prefetch(words, bucket_of(after_own, after_opp, words))
        replies = legal_moves(after_own, after_opp)
        key -= reply * count(replies) + corner_reply * count(replies & CORNERS)
        if placed & odd != NONE:
            key += np.int64(memory[ODD])
        if np.uint64(square) == table_move:
            key += TABLE_MOVE
        memory[keys + index] = (np.uint64(key) << KEY_SHIFT) | np.uint64(square)
        memory[keys + HALF_ROW + index] = flipped
        index += ONE

    # the search
    last = index - ONE
    best, best_move, index = NO_MOVE, _UNKNOWN, NONE
    while index <= last and best <= alpha:
        square = take_best(last, memory, keys, index) & SQUARE_MASK
        flipped = memory[keys + HALF_ROW + index]
        memory[NODES] += ONE
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        if size == few + 1:
            score = -solve_by_parity(after_own, after_opp, -alpha - 1, memory)
        else:
            score = -solve_shallow(after_own, after_opp, -alpha - 1, words, memory, stop)
        if score > best:
            best, best_move = score, square
        index += ONE
    if ended(memory, stop):
        return 0
    if size >= tabled:
        lower, upper = (best, 64) if best > alpha else (-64, best)
        store(own, opp, words, bucket, lower, upper, best_move, np.uint64(size), memory[AGE])
    return best
