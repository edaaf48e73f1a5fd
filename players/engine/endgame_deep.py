"""The upper part of the solver, from twelve empty squares: an evaluation orders the moves.

Zero-window search as in `last_empties`: is the result above `alpha`? The evaluator is any
NamedTuple with `value(state)`; it decides nothing but the order.
"""

import numpy as np

from othello.bits import CORNERS, NONE, ONE, bit, count, lowest
from othello.jit import jit
from othello.position import Position, mixed
from othello.rules import SCORE_SCALE, flips, legal_moves
from othello.stability import stable_discs
from players.engine.endgame_shallow import (
    AGE,
    ENHANCED,
    FIRST_ROW,
    HALF_ROW,
    KEY_SHIFT,
    ROW,
    SQUARE_MASK,
    STABLE,
    ended,
    solve_shallow,
    take_best,
)
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
from players.engine.last_empties import NO_MOVE, NODES, final_discs, odd_quadrants

(
    DEEP,
    MOST_PLIES,
    SQUARES_A_PLY,
    DEEP_REPLY,
    DEEP_CORNER_REPLY,
    DEEP_ODD,
) = (np.uint64(place) for place in range(16, 22))
SHARED, MARGIN = np.uint64(22), np.uint64(23)
"""Where in a thread's memory the settings of this part of the search stand."""
DEEPEST_ESTIMATE = 4
MIDDLE_KEY = 1 << 24
TABLE_MOVE = 1 << 23
FAR = np.int64(1 << 20)
_UNKNOWN = np.uint64(UNKNOWN_MOVE)


@jit("uint64(uint64, uint64)")
def mark_of(own, opp):
    """A word that stands for a position which a thread is busy with."""
    return mixed(own ^ (opp * np.uint64(0x9E3779B97F4A7C15)))


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
    best = np.int64(-FAR)
    while moves != NONE and best < beta:
        move = lowest(moves)
        moves &= moves - ONE
        child = position.play(move)
        best = max(best, -shallow_value(child, evaluator, depth - 1, -beta, -max(alpha, best)))
    return best


@jit
def solve_deep(own, opp, alpha, root, evaluator, words, hints, marks, memory, stop):
    """A bound of the result with any number of empty squares; worthless once `stop` is raised.

    At the root no bound is taken from the table, and the best move is left in `memory`.
    """
    size = 64 - count(own | opp)
    if ended(memory, stop):
        return 0
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return final_discs(own, opp)
        return -solve_deep(opp, own, -alpha - 1, root, evaluator, words, hints, marks, memory, stop)

    # what the table knows, and what stable discs leave open
    table_move = _UNKNOWN
    bucket = bucket_of(own, opp, words)
    known = probe(own, opp, words, bucket)
    if known != NONE:
        if lower_of(known) > alpha and root == 0:
            return lower_of(known)
        if upper_of(known) <= alpha and root == 0:
            return upper_of(known)
        table_move = move_of(known)
    else:
        hint = probe(own, opp, hints, bucket_of(own, opp, hints))
        if hint != NONE:
            table_move = move_of(hint)
    if root == 0 and size >= np.int64(memory[STABLE]) and alpha >= 2 * size:
        highest = 64 - 2 * count(opp & stable_discs(own, opp))
        if highest <= alpha:
            return highest

    # in a pass of estimates, a result that a shallow search puts far enough from alpha
    margin = np.int64(memory[MARGIN])
    if margin > 0 and size >= np.int64(memory[DEEP]) and root == 0:
        high, low = SCORE_SCALE * alpha + SCORE_SCALE + margin, SCORE_SCALE * alpha - margin
        depth = min(DEEPEST_ESTIMATE, (size - 8) // 4)
        value = shallow_value(Position(own, opp), evaluator, depth, np.int64(low), np.int64(high))
        if value >= high:
            return alpha + 1
        if value <= low:
            return alpha

    # the moves, with their keys
    keys = np.uint64(FIRST_ROW + ROW * size)
    index = NONE
    odd = odd_quadrants(~(own | opp))
    left = moves
    while left != NONE:
        square = lowest(left)
        left &= left - ONE
        flipped = flips(own, opp, square)
        after_own, after_opp = opp ^ flipped, own | flipped | bit(square)
        child = bucket_of(after_own, after_opp, words)
        prefetch(words, child)
        memory[keys + index] = np.uint64(square)
        memory[keys + HALF_ROW + index] = flipped
        index += ONE
    last = index - ONE
    index, enhanced = NONE, np.int64(memory[ENHANCED])
    while index <= last and root == 0:
        flipped = memory[keys + HALF_ROW + index]
        placed = ONE << memory[keys + index]
        after_own, after_opp = opp ^ flipped, own | flipped | placed
        if after_own == NONE:
            return 64
        known = NONE
        if size >= enhanced:
            known = probe(after_own, after_opp, words, bucket_of(after_own, after_opp, words))
        if known != NONE and -upper_of(known) > alpha:
            return -upper_of(known)
        index += ONE
    far = np.int64(FAR)  # no literal: it would compile a second `shallow`, which the cache loses
    deep_from = np.int64(memory[DEEP])
    depth = min(np.int64(memory[MOST_PLIES]), (size - deep_from) // np.int64(memory[SQUARES_A_PLY]))
    reply = np.int64(memory[DEEP_REPLY])
    corner_reply = np.int64(memory[DEEP_CORNER_REPLY])

    index = NONE
    while index <= last:
        square = memory[keys + index]
        flipped = memory[keys + HALF_ROW + index]
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        replies = legal_moves(after_own, after_opp)
        key = MIDDLE_KEY - reply * count(replies) - corner_reply * count(replies & CORNERS)
        if (ONE << square) & odd != NONE:
            key += np.int64(memory[DEEP_ODD])
        if square == table_move:
            key += TABLE_MOVE
        else:
            key -= shallow_value(Position(after_own, after_opp), evaluator, depth, -far, far)
        memory[keys + index] = (np.uint64(key) << KEY_SHIFT) | square
        index += ONE

    # the search; what another thread is busy with is put off to the end
    shared = size >= np.int64(memory[SHARED])
    best, best_move, index = NO_MOVE, _UNKNOWN, NONE
    while index <= last and best <= alpha:
        key = take_best(last, memory, keys, index)
        square = key & SQUARE_MASK
        flipped = memory[keys + HALF_ROW + index]
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        if shared:
            mark = mark_of(after_own, after_opp)
            place = mark & np.uint64(marks.size - 1)
            if index != NONE and key != square and marks[place] == mark:
                memory[keys + index] = square
                continue
            marks[place] = mark
        memory[NODES] += ONE
        if size <= deep_from:
            score = -solve_shallow(after_own, after_opp, -alpha - 1, words, memory, stop)
        else:
            score = -solve_deep(
                after_own,
                after_opp,
                -alpha - 1,
                np.int64(0),
                evaluator,
                words,
                hints,
                marks,
                memory,
                stop,
            )
        if shared:
            marks[place] = NONE
        if score > best:
            best, best_move = score, square
        index += ONE

    # the store
    if ended(memory, stop):
        return 0
    lower, upper = (best, 64) if best > alpha else (-64, best)
    store(own, opp, words, bucket, lower, upper, best_move, np.uint64(size), memory[AGE])
    memory[keys] = best_move
    return best
