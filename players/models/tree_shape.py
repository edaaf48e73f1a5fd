"""The shape of a search tree: how many nodes of each kind, and how well ordered.

`shaped` searches the tree of `players.search.alphabeta` with full windows and without a pruning
rule, node for node, and counts what that need not know: kinds, and what was predicted of them.

Source: "Minimax with alpha/beta pruning", sections "What search trees look like" and "Predicting
the kind of a node".
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE
from othello.jit import jit, jitmethods
from players.search.alphabeta import (
    NO_ESTIMATE,
    begin,
    begin_pass,
    end_pass,
    generate,
    horizon,
    known,
    leave,
    next_move,
)
from players.search.bounds import ALL, CUT, EXACT, NOTHING_SEARCHED, PV, Outcome, Window, turned
from players.search.workspace import MOST_PLIES, after_move, finished


@jitmethods
class TreeShape(NamedTuple):
    """Counts the interior nodes of a search by remaining depth.

    `kinds` is int64[MOST_PLIES, 3, 3]: nodes by depth, predicted kind and real
    kind (PV, CUT, ALL). `first_best` is int64[MOST_PLIES, 3]: those whose first
    successor was the one that mattered, by real kind: it cut, or it was the
    best of a pv node. Both leave out nodes with a single move, where nothing
    can be ordered; `forced` is int64[MOST_PLIES, 3] and counts them. A pass
    and a node that the table answered are not counted.
    """

    kinds: np.ndarray
    first_best: np.ndarray
    forced: np.ndarray

    def record(self, depth, predicted, kind, first_best, forced):
        """Count one node."""
        if forced:
            self.forced[depth, kind] += 1
        else:
            self.kinds[depth, predicted, kind] += 1
            if first_best:
                self.first_best[depth, kind] += 1


def new_tree_shape() -> TreeShape:
    """A record without a node."""
    return TreeShape(
        np.zeros((MOST_PLIES, 3, 3), np.int64),
        np.zeros((MOST_PLIES, 3), np.int64),
        np.zeros((MOST_PLIES, 3), np.int64),
    )


@jit("int64(int64, int64)")
def predicted_successor(kind, index):
    """The kind that successor number `index` of a node believed to be `kind` should have."""
    if kind == ALL or (kind == PV and index > 0):
        return CUT
    if kind == CUT:
        return ALL
    return PV


@jit("int64(int64, boolean, boolean)")
def revised(kind, raised_alpha, met_alpha):
    """What to believe of a node, predicted to be `kind`, whose first successor did not cut.

    A successor that raised alpha makes it a pv node; one that stayed below
    alpha leaves little hope of a cutoff.
    """
    if raised_alpha:
        return PV
    if kind == CUT and not met_alpha:
        return ALL
    return kind


@jit(about_seconds=6)
def shaped(state, window, depth, ply, predicted, search, shape):
    """Score and bound as `alphabeta` returns them; the nodes are counted in `shape`.

    `predicted`: the expected kind of the node. There is no limit but the depth.
    """
    if depth <= 0:
        return horizon(state, ply, search), EXACT
    begin(state, ply, search)
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return finished(state, search), EXACT
        swapped = begin_pass(state, passed, window, ply, search)
        expected = predicted_successor(predicted, 0)
        below = shaped(passed, swapped, depth, ply + 1, expected, search, shape)
        return end_pass(below, ply, search)
    table_move, answer = known(state, window, depth, ply, search)
    if answer.settles:
        return answer.score, answer.bound
    size, index = generate(state, moves, depth, ply, table_move, search), np.int64(0)
    outcome, cut, alpha, belief = NOTHING_SEARCHED, False, window.alpha, predicted
    while index < size and not cut:
        move, child = next_move(state, index, size, depth, ply, search)
        expected, inner = predicted_successor(belief, index), Window(-window.beta, -alpha)
        score, bound = turned(shaped(child, inner, depth - 1, ply + 1, expected, search, shape))
        outcome = after_move(outcome, Outcome(score, bound, move, index), alpha, ply, search)
        cut = search.conventions.cutoff.cuts(score, window.beta)
        if index == 0 and not cut:
            belief = revised(belief, score > alpha, score >= alpha)
        alpha, index = max(alpha, score), index + 1
    kind = CUT if cut else PV if outcome.score >= window.alpha else ALL
    shape.record(depth, predicted, kind, outcome.rank == 0, size == 1)
    return leave(state, outcome, NO_ESTIMATE, depth, ply, index == size, search)
