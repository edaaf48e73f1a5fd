"""The midgame search: principal variation search, hand-specialised for Othello.

`scout` is the null-window search. `principal` searches a window with a principal variation: the
first move with the full window, the others by `scout`. If `depth` is the number of empty squares,
the search goes to the end of the game, and the solver does the last part.

A fail-soft bound is a lower bound if it is above `alpha`, otherwise an upper bound.

Sources: Marsland and Campbell 1982 (principal variation search); Buro 1997, "Experiments with
Multi-ProbCut and a new high-quality evaluation function for Othello".
"""

import numpy as np

from othello.bits import NONE, ONE, count
from othello.jit import jit
from othello.position import PASS, hash_of
from othello.rules import final_score, flips, legal_moves
from players.engine.midgame_steps import (
    NO_MOVE,
    NO_VALUE,
    defer_move,
    leaf_bound,
    list_hash_move_first,
    list_moves,
    pack_for_window,
    pick_best_move,
    play,
    probcuts_of_pair,
    probe_table,
    release_move,
    static_eval_for_probcut,
    static_value,
    update_pv,
)
from players.engine.midgame_table import bucket_of, move_of, probe, store
from players.engine.search_memory import NO_SEARCH, PROBCUT_PAIRS, must_stop


@jit
def scout(own, opp, depth, alpha, static_eval, ply, search):
    """Return a fail-soft bound of the value for `alpha`; worthless once the search is stopped.

    depth: plies left, 1 or more. static_eval: evaluation of the position, NO_VALUE if not computed.
    """
    # A pass costs no ply. Leaves: end of the game, solver, last ply.
    thread, moves = search.thread, legal_moves(own, opp)
    if moves == NONE and legal_moves(opp, own) != NONE:
        return -scout(opp, own, depth, -alpha - 1, NO_VALUE, ply + 1, search)
    empties = np.int64(64 - count(own | opp))
    depth = min(depth, empties)
    value = leaf_bound(own, opp, moves, depth, empties, alpha, search)
    if value != NO_VALUE:
        return value
    # Table cut: a bound of a search as deep and no more selective.
    entry = probe_table(own, opp, depth, alpha, search)
    if entry.bound != NO_VALUE:
        return entry.bound
    # Multi-ProbCut: a shallower search far enough from alpha replaces the deeper one.
    static_eval = static_eval_for_probcut(own, opp, moves, depth, static_eval, search)
    for pair in range(PROBCUT_PAIRS if static_eval != NO_VALUE else 0):
        for cut in probcuts_of_pair(pair, empties, depth, alpha, static_eval, thread):
            if cut.promising:
                thread.probcut_nesting += 1
                value = scout(own, opp, cut.depth, cut.alpha, static_eval, ply, search)
                thread.probcut_nesting -= 1
                if (value > cut.alpha) == cut.fails_high:
                    return alpha + 1 if cut.fails_high else alpha
    # Hash move, before the others are generated.
    best, best_move = NO_VALUE, NO_MOVE
    if entry.move != NO_MOVE and moves >> entry.move & ONE != NONE:
        best_move, moves = entry.move, moves ^ (ONE << entry.move)
        child = play(own, opp, best_move, flips(own, opp, best_move), thread)
        best = -scout(*child, depth - 1, -alpha - 1, NO_VALUE, ply + 1, search)
    # Move loop: moves that another thread searches come last (ABDADA).
    if best <= alpha and moves != NONE:
        number, index = list_moves(own, opp, moves, depth, ply, search), np.int64(0)
        while index < number and best <= alpha:
            square = pick_best_move(index, number, ply, thread)
            if defer_move(own, opp, square, depth, index, best != NO_VALUE, ply, search):
                continue  # the deferred move has the lowest key now: pick again for this index
            child = play(own, opp, square, thread.flipped[ply, index], thread)
            static_eval = thread.static_evals[ply, index]
            value = -scout(*child, depth - 1, -alpha - 1, static_eval, ply + 1, search)
            release_move(*child, depth, search)
            if value > best:
                best, best_move = value, square
            index += 1
    # Store: a bound, unless the search was stopped.
    if must_stop(thread.endgame, search.stop):
        return np.int64(0)
    if depth >= thread.table_depth:
        data = pack_for_window(best, best_move, depth, alpha, alpha + 1, thread)
        store(entry.key, search.table, entry.bucket, data)
    return best


@jit
def principal(own, opp, depth, alpha, beta, ply, search):
    """Return the value inside a window, a bound outside; worthless once the search is stopped.

    Writes the principal variation from `ply` on to `thread.pv`.
    """
    # Horizon, end of the game, or a pass, which costs no ply.
    thread, table = search.thread, search.table
    thread.pv_lengths[ply] = 0
    moves = legal_moves(own, opp)
    if depth <= 0:
        return static_value(own, opp, moves, search)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return np.int64(final_score(own, opp))
        value = -principal(opp, own, depth, -beta, -alpha, ply + 1, search)
        update_pv(ply, np.int64(PASS), thread)
        return value
    if must_stop(thread.endgame, search.stop):
        return np.int64(0)
    # Internal iterative deepening: without a hash move a shallower search finds one.
    depth = min(depth, np.int64(64 - count(own | opp)))
    key = hash_of(own, opp)
    bucket = bucket_of(key, table)
    data = probe(key, table, bucket)
    if data == NONE and depth >= thread.iid_depth:
        principal(own, opp, depth - 2, alpha, beta, ply, search)
        data = probe(key, table, bucket)
        if ply == 0:
            thread.root_move = NO_SEARCH  # the shallower move is not a result of this depth
    table_move = NO_MOVE if data == NONE else move_of(data)
    # Move loop: the first move with the full window, the others with a null window and a re-search
    # inside the window. Moves that another thread searches come last.
    number = list_hash_move_first(table_move, own, opp, moves, depth, ply, search)
    index = np.int64(0)
    best, best_move, raised_alpha = NO_VALUE, NO_MOVE, alpha
    while index < number and best < beta:
        square = pick_best_move(index, number, ply, thread)
        if defer_move(own, opp, square, depth, index, index > 0, ply, search):
            continue  # as in `scout`
        child = play(own, opp, square, thread.flipped[ply, index], thread)
        static_eval = thread.static_evals[ply, index]
        value = NO_VALUE
        if index > 0 and depth > 1:
            value = -scout(*child, depth - 1, -raised_alpha - 1, static_eval, ply + 1, search)
        if index == 0 or depth == 1 or raised_alpha < value < beta:
            value = -principal(*child, depth - 1, -beta, -raised_alpha, ply + 1, search)
            if value > best and value > raised_alpha and not must_stop(thread.endgame, search.stop):
                update_pv(ply, np.int64(square), thread)
        release_move(*child, depth, search)
        if must_stop(thread.endgame, search.stop):
            return np.int64(0)
        if value > best:
            best, best_move = value, square
            raised_alpha = max(raised_alpha, best)
            if ply == 0:
                thread.root_move, thread.root_value = np.int64(square), value
        index += 1
    store(key, table, bucket, pack_for_window(best, best_move, depth, alpha, beta, thread))
    return best
