"""The solver from twelve empty squares: an evaluation orders the moves.

Zero-window search as in `last_empties`: is the result above `alpha`? The evaluator is any
NamedTuple with `value(state)`; it decides nothing but the order.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, ONE, bit, count, lowest
from othello.jit import jit, step
from othello.position import Position, mixed
from othello.rules import SCORE_SCALE, flips, legal_moves
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

DEEPEST_ESTIMATE = 4
BEYOND_EVERY_VALUE = np.int64(1 << 20)
"""Beyond every value: no literal, lest a second `shallow_value` be compiled, which no cache has."""
_MIDDLE_KEY = 1 << 24
_TABLE_MOVE_KEY = 1 << 23
_UNKNOWN = np.uint64(UNKNOWN_MOVE)


class EndgameSearch(NamedTuple):
    """What one thread's solver works with.

    words: the table, of which bounds and moves are taken; hints: one of which moves alone are.
    marks: what threads are busy with, uint64, see `claim`. memory: a record of ENDGAME_MEMORY.
    stop: int64[1]; 1 ends the search.
    """

    evaluator: Any
    words: np.ndarray
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
def shallow_value(position, evaluator, depth, alpha, beta):
    """The fail-soft value of a search of `depth` plies, in hundredths of a disc."""
    if depth <= 0:
        return np.int64(evaluator.value(position))
    moves = position.legal()
    if moves == NONE:
        passed = position.passed()
        if passed.legal() == NONE:
            return np.int64(position.final())
        return -shallow_value(passed, evaluator, depth, -beta, -alpha)
    best = -BEYOND_EVERY_VALUE
    while moves != NONE and best < beta:
        move = lowest(moves)
        moves &= moves - ONE
        child = position.play(move)
        best = max(best, -shallow_value(child, evaluator, depth - 1, -beta, -max(alpha, best)))
    return best


@step
def _move_to_try(own, opp, known, hints):
    """The move that the table knows, or else the table of hints."""
    if known != NONE:
        return move_of(known)
    hint = probe(own, opp, hints, bucket_of(own, opp, hints))
    return _UNKNOWN if hint == NONE else move_of(hint)


@step
def _estimate(own, opp, alpha, size, search):
    """A bound of the result if a shallow search is more than a margin from alpha, or NO_RESULT.

    In a pass of estimates alone: the margin is 0 otherwise.
    """
    margin = search.memory.margin
    if margin == 0 or size < search.memory.deep:
        return NO_RESULT
    high, low = SCORE_SCALE * alpha + SCORE_SCALE + margin, SCORE_SCALE * alpha - margin
    depth = min(DEEPEST_ESTIMATE, (size - 8) // 4)
    value = shallow_value(Position(own, opp), search.evaluator, depth, low, high)
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
    memory, words, index = search.memory, search.words, NONE
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
    memory, words, index = search.memory, search.words, NONE
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
def _order(own, opp, last, row, table_move, search):
    """Give the moves of a row their keys: by replies, parity and the value of a shallow search."""
    memory, index = search.memory, NONE
    odd = odd_quadrants(~(own | opp))
    plies = min(memory.most_plies, (np.int64(row) - memory.deep) // memory.squares_a_ply)
    while index <= last:
        square = memory.keys[row, index]
        flipped = memory.flipped[row, index]
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        replies = legal_moves(after_own, after_opp)
        key = _MIDDLE_KEY - memory.deep_reply * count(replies)
        key -= memory.deep_corner_reply * count(replies & CORNERS)
        if (ONE << square) & odd != NONE:
            key += memory.deep_odd
        if square == table_move:
            key += _TABLE_MOVE_KEY
        else:
            child = Position(after_own, after_opp)
            key -= shallow_value(
                child, search.evaluator, plies, -BEYOND_EVERY_VALUE, BEYOND_EVERY_VALUE
            )
        memory.keys[row, index] = (np.uint64(key) << KEY_SHIFT) | square
        index += ONE


@jit
def solve_deep(own, opp, alpha, root, search):
    """A bound of the result with any number of empty squares; worthless once the search is ended.

    At the `root` (1, else 0) no bound is taken from the table, and `memory.best_move` is set.
    """
    # End of the game, or a pass.
    memory, words = search.memory, search.words
    size = 64 - count(own | opp)
    if ended(memory, search.stop):
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
    # Move loop: what another thread is busy with is put off to the end.
    _order(own, opp, last, row, _move_to_try(own, opp, known, search.hints), search)
    best, best_move, index = NO_RESULT, _UNKNOWN, NONE
    while index <= last and best <= alpha:
        key = take_best(last, row, memory, index)
        square, flipped = key & SQUARE_MASK, memory.flipped[row, index]
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        shared = size >= memory.shared
        if shared and not claim(
            after_own, after_opp, index != NONE and key != square, search.marks
        ):
            memory.keys[row, index] = square
            continue
        memory.nodes += ONE
        if size <= memory.deep:
            score = -solve_shallow(after_own, after_opp, -alpha - 1, words, memory, search.stop)
        else:
            score = -solve_deep(after_own, after_opp, -alpha - 1, np.int64(0), search)
        if shared:
            release(after_own, after_opp, search.marks)
        if score > best:
            best, best_move = score, square
        index += ONE
    # Store: a bound on its side of alpha.
    if ended(memory, search.stop):
        return 0
    lower, upper = (best, 64) if best > alpha else (-64, best)
    store(own, opp, words, bucket, pack(lower, upper, best_move, size, memory.age))
    memory.best_move = best_move
    return best
