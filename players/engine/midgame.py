"""The midgame search: principal variation search, hand-specialised for Othello.

`scout` answers one question about a position: is its value above `alpha`? `principal` finds the
value inside a window and the line that leads to it, asking `scout` about all moves but the first.
Both are of some depth; a depth of all empty squares is a search to the end of the game, whose last
part is the solver's.

Sources: Marsland and Campbell 1982 (principal variation search); Buro 1997, "Experiments with
Multi-ProbCut and a new high-quality evaluation function for Othello".
"""

import numpy as np

from othello.bits import NONE, ONE, count
from othello.jit import jit
from othello.position import PASS, hash_of
from othello.rules import final_score, flips, legal_moves
from players.engine.endgame_shallow import ended
from players.engine.midgame_memory import CUT_SEARCHES, NO_SEARCH
from players.engine.midgame_steps import (
    NO_VALUE,
    UNKNOWN,
    answer_at_once,
    begin_line,
    cuts_of_pair,
    defer_move,
    keep_bound,
    list_moves,
    list_with,
    look_up,
    pack_in_window,
    play,
    static_for_cuts,
    static_value,
    take_best_move,
)
from players.engine.midgame_table import bucket_of, move_of, probe, store


@jit
def scout(own, opp, depth, alpha, static, ply, search):
    """A bound of the value on its side of `alpha`; worthless once the search is ended.

    depth: plies left, 1 or more. static: the evaluation of the position, NO_VALUE if not known.
    """
    # A pass costs no ply; the end of the game, the solver and the last ply answer at once.
    memory, moves = search.memory, legal_moves(own, opp)
    if moves == NONE and legal_moves(opp, own) != NONE:
        return -scout(opp, own, depth, -alpha - 1, NO_VALUE, ply + 1, search)
    empties = np.int64(64 - count(own | opp))
    depth = min(depth, empties)
    value = answer_at_once(own, opp, moves, depth, empties, alpha, search)
    if value != NO_VALUE:
        return value
    # Table cut: what a search as deep and no more selective found before.
    tabled = look_up(own, opp, depth, alpha, search)
    if tabled.bound != NO_VALUE:
        return tabled.bound
    # Multi-ProbCut: a shallower search far enough from alpha stands for the deeper one.
    static = static_for_cuts(own, opp, moves, depth, static, search)
    for pair in range(CUT_SEARCHES if static != NO_VALUE else 0):
        for cut in cuts_of_pair(pair, empties, depth, alpha, static, memory):
            if cut.promising:
                memory.open_cuts += 1
                value = scout(own, opp, cut.depth, cut.alpha, static, ply, search)
                memory.open_cuts -= 1
                if (value > cut.alpha) == cut.above:
                    return alpha + 1 if cut.above else alpha
    # The table's move, before the others are looked at.
    best, best_move = NO_VALUE, UNKNOWN
    if tabled.move != UNKNOWN and moves >> tabled.move & ONE != NONE:
        best_move, moves = tabled.move, moves ^ (ONE << tabled.move)
        child = play(own, opp, best_move, flips(own, opp, best_move), memory)
        best = -scout(*child, depth - 1, -alpha - 1, NO_VALUE, ply + 1, search)
    # Move loop: until one is good enough, last what another thread is busy with.
    if best <= alpha and moves != NONE:
        number, index = list_moves(own, opp, moves, depth, ply, search), 0
        while index < number and best <= alpha:
            square = take_best_move(index, number, ply, memory)
            if defer_move(own, opp, square, depth, index, best != NO_VALUE, ply, search):
                continue
            child = play(own, opp, square, memory.flipped[ply, index], memory)
            static = memory.statics[ply, index]
            value = -scout(*child, depth - 1, -alpha - 1, static, ply + 1, search)
            search.sharing.done_with(*child, depth)
            if value > best:
                best, best_move = value, square
            index += 1
    # Store: a bound, unless the search was ended.
    if ended(memory.endgame, search.stop):
        return np.int64(0)
    keep_bound(best, best_move, depth, alpha, tabled, search)
    return best


@jit
def principal(own, opp, depth, alpha, beta, ply, search):
    """The value of a position inside a window, a bound outside; worthless once it is ended.

    The best line from `ply` on is left in the memory.
    """
    # Horizon, end of the game, or a pass, which costs no ply.
    memory, words = search.memory, search.words
    memory.lengths[ply] = 0
    moves = legal_moves(own, opp)
    if depth <= 0:
        return static_value(own, opp, moves, search)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return np.int64(final_score(own, opp))
        value = -principal(opp, own, depth, -beta, -alpha, ply + 1, search)
        begin_line(ply, PASS, memory)
        return value
    if ended(memory.endgame, search.stop):
        return np.int64(0)
    # Internal deepening: the table's move, if need be of a shallower search.
    depth = min(depth, np.int64(64 - count(own | opp)))
    key = hash_of(own, opp)
    bucket = bucket_of(key, words)
    data = probe(key, words, bucket)
    if data == NONE and depth >= memory.internal:
        principal(own, opp, depth - 2, alpha, beta, ply, search)
        data = probe(key, words, bucket)
        if ply == 0:
            memory.root_move = NO_SEARCH
    table_move = UNKNOWN if data == NONE else move_of(data)
    # Move loop: all but the first are asked by a scout whether they are better.
    number, index = list_with(table_move, own, opp, moves, depth, ply, search), 0
    best, best_move, floor = NO_VALUE, UNKNOWN, alpha
    while index < number and best < beta:
        square = take_best_move(index, number, ply, memory)
        if defer_move(own, opp, square, depth, index, index > 0, ply, search):
            continue
        child = play(own, opp, square, memory.flipped[ply, index], memory)
        static = memory.statics[ply, index]
        value = NO_VALUE
        if index > 0 and depth > 1:
            value = -scout(*child, depth - 1, -floor - 1, static, ply + 1, search)
        if index == 0 or depth == 1 or floor < value < beta:
            value = -principal(*child, depth - 1, -beta, -floor, ply + 1, search)
            if value > best and value > floor and not ended(memory.endgame, search.stop):
                begin_line(ply, np.int64(square), memory)
        search.sharing.done_with(*child, depth)
        if ended(memory.endgame, search.stop):
            return np.int64(0)
        if value > best:
            best, best_move = value, square
            floor = max(floor, best)
            if ply == 0:
                memory.root_move, memory.root_value = np.int64(square), value
        index += 1
    store(key, words, bucket, pack_in_window(best, best_move, depth, alpha, beta, memory))
    return best
