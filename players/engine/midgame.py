"""The midgame search: principal variation search, hand-specialised for Othello.

`scout` answers one question about a position: is its value above `alpha`? `principal` finds the
value inside a window and the line that leads to it, asking `scout` about all moves but the first.
Both are of some depth; a depth of all empty squares is a search to the end of the game, whose last
part is the solver's. `memory` is a record of `players.engine.midgame_memory`.

Sources: Marsland and Campbell 1982 (principal variation search); Buro 1997, "Experiments with
Multi-ProbCut and a new high-quality evaluation function for Othello"; Plaat and others 1996
(enhanced transposition cutoff).
"""

import numpy as np

from othello.bits import CORNERS, NONE, ONE, bit, count, lowest
from othello.evaluation.patterns.sums import parent_of, weights_of_stage
from othello.evaluation.patterns.weights import estimate
from othello.jit import jit, step
from othello.position import PASS, hash_of
from othello.rules import SCORE_SCALE, final_score, flips, legal_moves
from players.engine.endgame_shallow import ended, solve_shallow
from players.engine.endgame_table import prefetch
from players.engine.last_empties import NODES
from players.engine.last_ply import common_of, last_ply, value_after
from players.engine.midgame_memory import (
    DEPTHS,
    EMPTIES,
    FULL_WIDTH,
    NO_SEARCH,
    PAIRS,
    TO_THE_END,
)
from players.engine.midgame_table import (
    HIGHEST,
    LOWEST,
    UNKNOWN_MOVE,
    bucket_of,
    holds,
    lower_of,
    move_of,
    probe,
    store,
    upper_of,
)

NO_VALUE = np.int64(-(1 << 40))
"""Stands where a value would, if none is known; less than every value."""
NO_COST = np.int64(0)
EVALUATIONS = np.int64(0)
"""Where in `memory.last_ply` the evaluations are counted."""
MOST = np.int64(64 * SCORE_SCALE)
_UNKNOWN = np.uint64(UNKNOWN_MOVE)
_SQUARE_BITS = 6
_SQUARE_MASK = 63
_MIDDLE_KEY = np.int64(1 << 30)


@jit
def static_value(own, opp, moves, memory, weights):
    """The evaluation of a position whose legal moves are `moves`; its result if it is over."""
    replies = legal_moves(opp, own)
    if moves == NONE and replies == NONE:
        return np.int64(final_score(own, opp))
    memory.last_ply[EVALUATIONS] += ONE
    return np.int64(estimate(own, opp, moves, replies, weights))


@step
def _best_of_one_ply(own, opp, moves, beta, memory, weights):
    """The best value after one of the moves, or the first that is at least `beta`."""
    before = memory.last_ply[EVALUATIONS]
    value = last_ply(own, opp, moves, beta, weights, memory.last_ply[:], EVALUATIONS)
    memory.endgame[NODES] += memory.last_ply[EVALUATIONS] - before
    return np.int64(value)


@step
def _take_best(index, number, ply, memory):
    """Bring the largest of the keys from `index` on to `index`; its square."""
    best, place = memory.keys[ply, index], index
    for other in range(index + 1, number):
        if memory.keys[ply, other] > best:
            best, place = memory.keys[ply, other], other
    if place != index:
        memory.keys[ply, place] = memory.keys[ply, index]
        memory.keys[ply, index] = best
        flipped, static = memory.flipped[ply, place], memory.statics[ply, place]
        memory.flipped[ply, place] = memory.flipped[ply, index]
        memory.statics[ply, place] = memory.statics[ply, index]
        memory.flipped[ply, index], memory.statics[ply, index] = flipped, static
    return np.uint64(best & _SQUARE_MASK)


@step
def _keep_move(number, square, flipped, replies, static, worth, ply, memory):
    """Write a move to row `number` of its ply; it is worth so much besides what replies cost."""
    key = _MIDDLE_KEY + worth - memory.reply_weight * np.int64(count(replies))
    key -= memory.corner_weight * np.int64(count(replies & CORNERS))
    memory.keys[ply, number] = (key << _SQUARE_BITS) | np.int64(square)
    memory.flipped[ply, number] = flipped
    memory.statics[ply, number] = static


@jit
def list_by_value(own, opp, moves, depth, ply, memory, words, weights):
    """As `list_moves`, with the evaluation, far from the horizon after a search of one ply."""
    common = common_of(own, opp, weights)
    stage = weights_of_stage(weights.entries, common.row)
    parent = parent_of(own, opp, weights.added, stage)
    number = 0
    while moves != NONE:
        square = lowest(moves)
        moves &= moves - ONE
        placed = bit(square)
        flipped = flips(own, opp, square)
        after_own, after_opp = opp ^ flipped, own | flipped | placed
        if depth > memory.tabled:
            prefetch(words, bucket_of(hash_of(after_own, after_opp), words))
        replies, again = legal_moves(after_own, after_opp), legal_moves(after_opp, after_own)
        static = value_after(
            *(after_own, after_opp, replies, again, placed, flipped),
            *(common, parent, stage, weights),
        )
        memory.last_ply[EVALUATIONS] += ONE
        value = static
        if depth >= memory.searched_order and replies != NONE:
            value = _best_of_one_ply(after_own, after_opp, replies, MOST + 1, memory, weights)
        _keep_move(number, square, flipped, replies, static, -value, ply, memory)
        number += 1
    return number


@jit
def list_moves(own, opp, moves, depth, ply, memory, words, weights):
    """Write the moves of a node to the rows of its ply, with keys for their order; their number.

    Near the horizon by the other side's replies, further from it by the evaluation as well.
    """
    if depth >= memory.valued_order:
        return list_by_value(own, opp, moves, depth, ply, memory, words, weights)
    number = 0
    while moves != NONE:
        square = lowest(moves)
        moves &= moves - ONE
        flipped = flips(own, opp, square)
        after_own, after_opp = opp ^ flipped, own | flipped | bit(square)
        if depth > memory.tabled:
            prefetch(words, bucket_of(hash_of(after_own, after_opp), words))
        replies = legal_moves(after_own, after_opp)
        _keep_move(number, square, flipped, replies, NO_VALUE, NO_COST, ply, memory)
        number += 1
    return number


@step
def _enhanced(own, opp, moves, depth, alpha, memory, words):
    """The value that the table's bound of a child gives, if that is above `alpha`; NO_VALUE."""
    while moves != NONE:
        square = lowest(moves)
        moves &= moves - ONE
        flipped = flips(own, opp, square)
        key = hash_of(opp ^ flipped, own | flipped | bit(square))
        data = probe(key, words, bucket_of(key, words))
        if data != NONE and holds(data, depth - 1, memory.level) and -upper_of(data) > alpha:
            return np.int64(-upper_of(data))
    return NO_VALUE


@jit
def scout(own, opp, depth, alpha, static, owed, ply, memory, words, endings, weights, stop):
    """A bound of the value on its side of `alpha`; worthless once the search is ended.

    depth: plies left, 1 or more. static: the evaluation of the position, NO_VALUE if not known.
    owed: hundredths of a ply that late moves on the way here have cost and the depth has not paid.
    endings: the solver's table. `memory.proven` is left saying whether the bound is one of the
    result under perfect play.
    """
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            memory.proven = 1
            return np.int64(final_score(own, opp))
        return -scout(
            *(opp, own, depth, -alpha - 1, NO_VALUE, owed, ply + 1),
            *(memory, words, endings, weights, stop),
        )
    empties = np.int64(64 - count(own | opp))
    if depth >= empties:
        depth = empties
        if empties <= memory.solved:
            discs = solve_shallow(own, opp, alpha // SCORE_SCALE, endings, memory.endgame[:], stop)
            memory.proven = 1
            return SCORE_SCALE * np.int64(discs)
    memory.proven = 0
    if depth == 1:
        return _best_of_one_ply(own, opp, moves, alpha + 1, memory, weights)
    if ended(memory.endgame[:], stop):
        return np.int64(0)

    # what the table knows
    key, bucket, table_move = NONE, NONE, _UNKNOWN
    if depth >= memory.tabled:
        key = hash_of(own, opp)
        bucket = bucket_of(key, words)
        data = probe(key, words, bucket)
        if data != NONE:
            if holds(data, depth, memory.level):
                memory.proven = np.int64(holds(data, empties, FULL_WIDTH))
                if lower_of(data) > alpha:
                    return np.int64(lower_of(data))
                if upper_of(data) <= alpha:
                    return np.int64(upper_of(data))
                memory.proven = 0
            table_move = move_of(data)

    # a cut where a shallower search is far enough from alpha
    if memory.deviations > 0 and memory.open_cuts < memory.most_open_cuts:
        if static == NO_VALUE and depth > 2:
            static = static_value(own, opp, moves, memory, weights)
        few = min(empties, EMPTIES - 1)
        row = TO_THE_END if depth == empties else min(depth, DEPTHS - 1)
        for pair in range(PAIRS if static != NO_VALUE else 0):
            shallow = np.int64(memory.shallow[few, row, pair])
            if shallow == NO_SEARCH or (shallow == 0 and memory.static_cuts == 0):
                continue
            bias = np.int64(memory.bias[few, row, pair])
            margin = memory.deviations * np.int64(memory.sigma[few, row, pair]) // 100
            gate = np.int64(memory.gate[few, row, pair])
            expected = static + np.int64(memory.lead[few, row, pair])
            high, low = alpha + 1 + margin - bias, alpha - margin - bias
            if expected >= high - gate and high <= MOST:
                memory.open_cuts += 1
                value = static
                if shallow > 0:
                    value = scout(
                        *(own, opp, shallow, high - 1, static, NO_COST, ply),
                        *(memory, words, endings, weights, stop),
                    )
                memory.open_cuts -= 1
                memory.proven = 0
                if value >= high:
                    return alpha + 1
            if expected <= low + gate and low >= -MOST:
                memory.open_cuts += 1
                value = static
                if shallow > 0:
                    value = scout(
                        *(own, opp, shallow, low, static, NO_COST, ply),
                        *(memory, words, endings, weights, stop),
                    )
                memory.open_cuts -= 1
                memory.proven = 0
                if value <= low:
                    return alpha

    # what the table knows of the children
    if depth >= memory.enhanced:
        known = _enhanced(own, opp, moves, depth, alpha, memory, words)
        if known != NO_VALUE:
            return known

    # the table's move, before the others are looked at
    best, best_move, proven = NO_VALUE, _UNKNOWN, np.int64(1)
    if table_move != _UNKNOWN and moves >> table_move & ONE != NONE:
        flipped = flips(own, opp, table_move)
        moves ^= ONE << table_move
        memory.endgame[NODES] += ONE
        best_move = table_move
        best = -scout(
            *(opp ^ flipped, own | flipped | (ONE << table_move), depth - 1, -alpha - 1),
            *(NO_VALUE, owed, ply + 1, memory, words, endings, weights, stop),
        )
        proven = memory.proven

    # the other moves; late ones, where that is asked for, less deep until one is good after all
    if best <= alpha and moves != NONE:
        number = list_moves(own, opp, moves, depth, ply, memory, words, weights)
        index = 0
        while index < number and best <= alpha:
            square = _take_best(index, number, ply, memory)
            flipped = memory.flipped[ply, index]
            memory.endgame[NODES] += ONE
            after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
            cost, less = owed, np.int64(0)
            if memory.late_cost > 0 and index >= memory.late_free and depth >= memory.late_from:
                cost += memory.late_cost * (index + 1 - memory.late_free)
                less = min(cost // 100, depth - 2) if depth < empties else np.int64(0)
                cost -= 100 * less
            value = -scout(
                *(after_own, after_opp, depth - 1 - less, -alpha - 1),
                *(memory.statics[ply, index], cost, ply + 1),
                *(memory, words, endings, weights, stop),
            )
            if value > alpha and less > 0:
                value = -scout(
                    *(after_own, after_opp, depth - 1, -alpha - 1),
                    *(memory.statics[ply, index], NO_COST, ply + 1),
                    *(memory, words, endings, weights, stop),
                )
            proven = memory.proven if value > alpha else proven & memory.proven
            if value > best:
                best, best_move = value, square
            index += 1

    if ended(memory.endgame[:], stop):
        return np.int64(0)
    memory.proven = proven & memory.proofs
    if depth >= memory.tabled:
        lower, upper = (best, HIGHEST) if best > alpha else (LOWEST, best)
        level = memory.level
        if memory.proven != 0:
            depth, level = empties, np.int64(FULL_WIDTH)
        store(key, words, bucket, lower, upper, best_move, depth, level, memory.age)
    return best


@jit
def _begin_line(ply, move, memory):
    """Set the best line from a ply on to a move and the best line from the next ply on."""
    memory.lines[ply, 0] = move
    length = memory.lengths[ply + 1]
    for place in range(length):
        memory.lines[ply, place + 1] = memory.lines[ply + 1, place]
    memory.lengths[ply] = length + 1


@jit
def principal(own, opp, depth, alpha, beta, ply, memory, words, endings, weights, stop):
    """The value of a position inside a window, a bound outside; worthless once it is ended.

    The best line from `ply` on is left in the memory. At ply 0 excluded moves are left out.
    """
    memory.lengths[ply] = 0
    moves = legal_moves(own, opp)
    if depth <= 0:
        return static_value(own, opp, moves, memory, weights)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return np.int64(final_score(own, opp))
        value = -principal(
            opp, own, depth, -beta, -alpha, ply + 1, memory, words, endings, weights, stop
        )
        _begin_line(ply, PASS, memory)
        return value
    if ended(memory.endgame[:], stop):
        return np.int64(0)
    depth = min(depth, np.int64(64 - count(own | opp)))
    if ply == 0:
        moves &= ~memory.excluded

    # the table's move, if need be of a shallower search
    key = hash_of(own, opp)
    bucket = bucket_of(key, words)
    data = probe(key, words, bucket)
    if data == NONE and depth >= memory.internal and (ply > 0 or memory.excluded == NONE):
        principal(own, opp, depth - 2, alpha, beta, ply, memory, words, endings, weights, stop)
        data = probe(key, words, bucket)
        if ply == 0:
            memory.root_move = NO_SEARCH
    table_move = _UNKNOWN if data == NONE else move_of(data)

    number = list_moves(own, opp, moves, max(depth, 3), ply, memory, words, weights)
    for index in range(number):
        if np.uint64(memory.keys[ply, index] & _SQUARE_MASK) == table_move:
            memory.keys[ply, index] += _MIDDLE_KEY << _SQUARE_BITS
    best, best_move, floor = NO_VALUE, _UNKNOWN, alpha
    for index in range(number):
        square = _take_best(index, number, ply, memory)
        flipped = memory.flipped[ply, index]
        after_own, after_opp = opp ^ flipped, own | flipped | (ONE << square)
        memory.endgame[NODES] += ONE
        value = NO_VALUE
        if index > 0 and depth > 1:
            value = -scout(
                *(after_own, after_opp, depth - 1, -floor - 1, memory.statics[ply, index]),
                *(NO_COST, ply + 1, memory, words, endings, weights, stop),
            )
        if index == 0 or depth == 1 or floor < value < beta:
            value = -principal(
                *(after_own, after_opp, depth - 1, -beta, -floor, ply + 1),
                *(memory, words, endings, weights, stop),
            )
            if value > best and value > floor and not ended(memory.endgame[:], stop):
                _begin_line(ply, np.int64(square), memory)
        if ended(memory.endgame[:], stop):
            return np.int64(0)
        if value > best:
            best, best_move = value, square
            floor = max(floor, best)
            if ply == 0:
                memory.root_move, memory.root_value = np.int64(square), value
        if best >= beta:
            break

    if ply > 0 or memory.excluded == NONE:
        lower, upper = best, best
        if best <= alpha:
            lower = np.int64(LOWEST)
        elif best >= beta:
            upper = np.int64(HIGHEST)
        store(key, words, bucket, lower, upper, best_move, depth, memory.level, memory.age)
    return best
