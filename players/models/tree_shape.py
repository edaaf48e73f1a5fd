"""Shape of a search tree: nodes by kind, and the quality of the move ordering.

`shaped_search` visits the tree of `players.search.alphabeta` with full windows and no pruning
rule, node for node.

Source: "Minimax with alpha/beta pruning", sections "What search trees look like" and "Predicting
the kind of a node".
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE
from othello.jit import jit, jitmethods
from othello.rules import MOST_PLIES
from players.protocol import EXACT
from players.search.alphabeta import (
    NOT_ESTIMATED,
    begin_node,
    begin_pass,
    cut_before_moves,
    end_pass,
    evaluate_horizon,
    generate,
    next_move,
    store_result,
)
from players.search.bounds import ALL, CUT, NO_MOVE_SEARCHED, PV, Outcome, Window, negated
from players.search.workspace import evaluate_end, update_best


@jitmethods
class TreeShape(NamedTuple):
    """Counts of interior nodes by remaining depth.

    `kinds` is int64[MOST_PLIES, 3, 3]: by depth, predicted kind and real kind (PV, CUT, ALL).
    `first_best` is int64[MOST_PLIES, 3]: nodes by real kind whose first move caused the cutoff, or
    was the best of a PV node. Nodes with a single move, passes and table cuts are not counted.
    """

    kinds: np.ndarray
    first_best: np.ndarray

    def record(self, depth, predicted, kind, first_best):
        """Count one node."""
        self.kinds[depth, predicted, kind] += 1
        if first_best:
            self.first_best[depth, kind] += 1


def new_tree_shape() -> TreeShape:
    """Counts of zero."""
    return TreeShape(np.zeros((MOST_PLIES, 3, 3), np.int64), np.zeros((MOST_PLIES, 3), np.int64))


@jit("int64(int64, int64)")
def child_node_type(kind, index):
    """Expected type of successor number `index` of a node of an expected type."""
    if kind == ALL or (kind == PV and index > 0):
        return CUT
    if kind == CUT:
        return ALL
    return PV


@jit
def shaped_search(state, window, depth, ply, predicted, search, shape):
    """Return score and bound as `alphabeta` does; counts the nodes in `shape`.

    `predicted`: expected type of the node. Depth is the only limit.
    """
    # Horizon, end of the game and pass.
    if depth <= 0:
        return evaluate_horizon(state, ply, search), EXACT
    begin_node(state, ply, search)
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return evaluate_end(state, search), EXACT
        inner = begin_pass(state, passed, window, ply, search)
        expected = child_node_type(predicted, 0)
        result = shaped_search(passed, inner, depth, ply + 1, expected, search, shape)
        return end_pass(result, ply, search)
    # Table cut.
    hash_move, answer = cut_before_moves(state, window, depth, ply, search)
    if answer.cuts:
        return answer.score, answer.bound
    # Move loop; the first move may change the expected type.
    size, index = generate(state, moves, depth, ply, hash_move, search), np.int64(0)
    best, cutoff, alpha, node_type = NO_MOVE_SEARCHED, False, window.alpha, predicted
    while index < size and not cutoff:
        move, child = next_move(state, index, size, depth, ply, search)
        expected, full = child_node_type(node_type, index), Window(-window.beta, -alpha)
        result = shaped_search(child, full, depth - 1, ply + 1, expected, search, shape)
        score, bound = negated(result)
        best = update_best(best, Outcome(score, bound, move, index), alpha, ply, search)
        cutoff = score >= window.beta
        if cutoff:
            search.order.learn_cutoff(move, depth, ply)
        if index == 0 and not cutoff:
            if score > alpha:
                node_type = PV
            elif score < alpha and predicted == CUT:
                node_type = ALL
        alpha, index = max(alpha, score), index + 1
    # Count and store.
    kind = CUT if cutoff else PV if best.score >= window.alpha else ALL
    if size > 1:
        shape.record(depth, predicted, kind, best.rank == 0)
    return store_result(state, best, NOT_ESTIMATED, depth, ply, index == size, search)
