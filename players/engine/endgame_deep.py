"""The solver from twelve empty squares: the pattern evaluation orders the moves.

Zero-window search as in `last_empties`: is the result above `alpha`? The evaluation decides
nothing but the order, except in a pass of estimates, which goes down to eight empty squares.

Source of `claim`: Weill 1996, "The ABDADA distributed minimax search algorithm", simplified.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, ONE, bit, count, lowest
from othello.evaluation.patterns.sums import parent_of, weights_of_stage
from othello.evaluation.patterns.weights import Weights, estimate
from othello.jit import jit, step
from othello.position import mixed
from othello.rules import SCORE_SCALE, final_score, flips, legal_moves
from players.engine.endgame_shallow import (
    KEY_SHIFT,
    SQUARE_MASK,
    ended,
    highest_result,
    solve_shallow,
    take_best,
)
from players.engine.endgame_table import (
    UNKNOWN_MOVE,
    EndgameTables,
    bucket_of,
    lower_of,
    move_of,
    pack,
    prefetch,
    probe,
    store,
    upper_of,
)
from players.engine.last_empties import NO_RESULT, final_discs, odd_quadrants
from players.engine.last_ply import Parent, common_of, last_ply, value_after

DEEPEST_ESTIMATE = 4
BEYOND_EVERY_VALUE = np.int64(1 << 20)
"""Beyond every value: no literal, lest a second `shallow_value` be compiled, which no cache has."""
WORST_TOLD = 500
"""How much worse than the best a move is, in hundredths of a disc, if the order need not say it."""
_MIDDLE_KEY = 1 << 24
_TABLE_MOVE_KEY = 1 << 25
_UNKNOWN = np.uint64(UNKNOWN_MOVE)


class EndgameSearch(NamedTuple):
    """What one thread's solver works with.

    tables: of these bounds and moves are taken; hints: a table of which moves alone are.
    marks: what threads are busy with, uint64, see `claim`. memory: a record of ENDGAME_MEMORY.
    stop: int64[1]; 1 ends the search.
    """

    weights: Weights
    tables: EndgameTables
    hints: np.ndarray
    marks: np.ndarray
    memory: np.record
    stop: np.ndarray


@jit("uint64(uint64, uint64)")
def mark_of(own, opp):
    """A word that stands for a position which a thread is busy with."""
    return mixed(own ^ (opp * np.uint64(0x9E3779B97F4A7C15)))


@step
def claim(own, opp, may_wait, marks):
    """Mark a position; False if it is left to the other thread, which is busy with it."""
    mark = mark_of(own, opp)
    place = mark & np.uint64(marks.size - 1)
    if may_wait and marks[place] == mark:
        return False
    marks[place] = mark
    return True


@step
def release(own, opp, marks):
    """Take the mark off a position."""
    marks[mark_of(own, opp) & np.uint64(marks.size - 1)] = NONE


@jit
def shallow_value(own, opp, depth, alpha, beta, weights, counters):
    """The fail-soft value of a search of `depth` plies, in hundredths of a disc.

    counters: what `last_ply` keeps.
    """
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
        return last_ply(own, opp, moves, beta, weights, counters, 0)
    best = -BEYOND_EVERY_VALUE
    while moves != NONE and best < beta:
        placed = moves & (~moves + ONE)
        moves ^= placed
        flipped = flips(own, opp, lowest(placed))
        mover, other, low = opp ^ flipped, own | flipped | placed, -max(alpha, best)
        value = shallow_value(mover, other, depth - 1, -beta, low, weights, counters)
        best = max(best, -value)
    return best


@step
def _move_to_try(own, opp, known, hints):
    """The move that the table knows, or else the table of hints."""
    if known != NONE:
        return move_of(known)
    hint = probe(own, opp, hints, bucket_of(own, opp, hints))
    return _UNKNOWN if hint == NONE else move_of(hint)


@step
def _least_deep(memory):
    """The fewest empty squares left to `solve_deep`: where it orders, or settles by estimates."""
    return memory.deep if memory.margin == 0 else memory.estimated


@step
def _estimate(own, opp, alpha, size, search):
    """A bound of the result if a shallow search is more than a margin from alpha, or NO_RESULT.

    In a pass of estimates alone: the margin is 0 otherwise.
    """
    memory, margin = search.memory, search.memory.margin
    if margin == 0:
        return NO_RESULT
    high, low = SCORE_SCALE * alpha + SCORE_SCALE + margin, SCORE_SCALE * alpha - margin
    depth = min(DEEPEST_ESTIMATE, (size - 8) // 4)
    value = shallow_value(own, opp, depth, low, high, search.weights, memory.last_ply[:])
    if value >= high:
        return alpha + 1
    return alpha if value <= low else NO_RESULT


@step
def _bound_at_once(own, opp, alpha, size, known, search):
    """A bound on its side of `alpha` by the table, stable discs or an estimate, else NO_RESULT."""
    if known != NONE:
        if lower_of(known) > alpha:
            return lower_of(known)
        if upper_of(known) <= alpha:
            return upper_of(known)
    highest = highest_result(own, opp, alpha, size, search.memory)
    if highest <= alpha:
        return highest
    return _estimate(own, opp, alpha, size, search)


@step
def _list_moves(own, opp, moves, row, search):
    """Write the moves of a node and the discs that they turn to its row; the number of the last."""
    memory, words, index = search.memory, search.tables.large, NONE
    while moves != NONE:
        square = lowest(moves)
        moves &= moves - ONE
        flipped = flips(own, opp, square)
        prefetch(words, bucket_of(opp ^ flipped, own | flipped | bit(square), words))
        memory.keys[row, index] = np.uint64(square)
        memory.flipped[row, index] = flipped
        index += ONE
    return index - ONE


@step
def _enhanced(own, opp, alpha, last, row, search):
    """A result above `alpha` that a move reaches by the table or by a wipe-out, else NO_RESULT."""
    memory, words, index = search.memory, search.tables.large, NONE
    asks = np.int64(row) >= memory.enhanced
    while index <= last:
        flipped = memory.flipped[row, index]
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << memory.keys[row, index])
        if after_own == NONE:
            return 64
        known = NONE
        if asks:
            known = probe(after_own, after_opp, words, bucket_of(after_own, after_opp, words))
        if known != NONE and -upper_of(known) > alpha:
            return -upper_of(known)
        index += ONE
    return NO_RESULT


@step
def _key_first(table_move, last, row, memory):
    """Give the move that the table knows a key above those of all others; how many have one."""
    index = NONE
    while index <= last:
        if memory.keys[row, index] == table_move:
            memory.keys[row, index] |= np.uint64(_TABLE_MOVE_KEY) << KEY_SHIFT
            return ONE
        index += ONE
    return NONE


@step
def _order(own, opp, index, last, row, search):
    """Give the moves of a row from `index` on keys: by replies, parity and a shallow search.

    Returns how many moves have one now: all.
    """
    memory, weights, best = search.memory, search.weights, -BEYOND_EVERY_VALUE
    odd = odd_quadrants(~(own | opp))
    plies = min(memory.most_plies, (np.int64(row) - memory.deep) // memory.squares_a_ply)
    common = common_of(own, opp, weights)
    stage = weights_of_stage(weights.entries, common.row)
    parent = Parent(common, stage, parent_of(own, opp, weights.added))
    while index <= last:
        square = memory.keys[row, index]
        placed, flipped = ONE << square, memory.flipped[row, index]
        mover, other = opp ^ flipped, own | flipped | placed
        replies = legal_moves(mover, other)
        key = _MIDDLE_KEY - memory.deep_reply * count(replies)
        key -= memory.deep_corner_reply * count(replies & CORNERS)
        if placed & odd != NONE:
            key += memory.deep_odd
        if plies > 0:
            low, high, kept = -BEYOND_EVERY_VALUE, WORST_TOLD - best, memory.last_ply[:]
            value = -shallow_value(mover, other, plies, low, high, weights, kept)
        else:
            again = legal_moves(other, mover)
            value = -value_after(mover, other, replies, again, placed, flipped, parent, weights)
        key, best = key + value, max(best, value)
        memory.keys[row, index] = (np.uint64(key) << KEY_SHIFT) | square
        index += ONE
    return index


@jit
def solve_deep(own, opp, alpha, root, search):
    """A bound of the result with any number of empty squares; worthless once the search is ended.

    At the `root` (1, else 0) no bound is taken from the table, and `memory.best_move` is set.
    """
    # End of the game, or a pass.
    memory, words, stop = search.memory, search.tables.large, search.stop
    size, least = 64 - count(own | opp), _least_deep(memory)
    if ended(memory, stop):
        return 0
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return final_discs(own, opp)
        return -solve_deep(opp, own, -alpha - 1, root, search)
    # Table cut, stability cut, and in a pass of estimates a cut by a shallow search.
    bucket = bucket_of(own, opp, words)
    known = probe(own, opp, words, bucket)
    if root == 0:
        bound = _bound_at_once(own, opp, alpha, size, known, search)
        if bound != NO_RESULT:
            return bound
    # Enhanced cutoff: the table may know a move that is good enough.
    row = np.uint64(size)
    last = _list_moves(own, opp, moves, row, search)
    if root == 0:
        reached = _enhanced(own, opp, alpha, last, row, search)
        if reached > alpha:
            return reached
    # Move loop: the table's move before others have keys, last what another thread is busy with.
    best, best_move, index = NO_RESULT, _UNKNOWN, NONE
    keyed = _key_first(_move_to_try(own, opp, known, search.hints), last, row, memory)
    while index <= last and best <= alpha:
        if index == keyed:
            keyed = _order(own, opp, index, last, row, search)
        key = take_best(last, row, memory, index)
        square, flipped = key & SQUARE_MASK, memory.flipped[row, index]
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        shared, may_wait = size >= memory.shared, index != NONE and key != square
        if shared and not claim(after_own, after_opp, may_wait, search.marks):
            memory.keys[row, index] = square
            continue
        memory.nodes += ONE
        if size <= least:
            score = -solve_shallow(after_own, after_opp, -alpha - 1, search.tables, memory, stop)
        else:
            score = -solve_deep(after_own, after_opp, -alpha - 1, np.int64(0), search)
        if shared:
            release(after_own, after_opp, search.marks)
        if score > best:
            best, best_move = score, square
        index += ONE
    # Store: a bound on its side of alpha.
    if ended(memory, stop):
        return 0
    lower, upper = (best, 64) if best > alpha else (-64, best)
    store(own, opp, words, bucket, pack(lower, upper, best_move, size, memory.age))
    memory.best_move = best_move
    return best
