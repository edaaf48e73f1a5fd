"""Scratch memory of alpha-beta: queued moves and principal variations, and steps on them."""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods, step
from othello.position import PASS
from othello.rules import MOST_MOVES, MOST_PLIES
from players.budget import LEAVES
from players.search.bounds import better, negated

STATIC, ESTIMATED, _LENGTH, _LINE = range(MOST_MOVES, MOST_MOVES + 4)


@jitmethods
class Workspace(NamedTuple):
    """Scratch memory of alpha-beta, for one search at a time.

    `queue` is int64[MOST_PLIES + 1, MOST_MOVES + 3 + MOST_PLIES], a row for each ply: packed
    moves; STATIC, the static value of the node; ESTIMATED, 1 if its result rests on an estimate;
    the length of the principal variation from this ply on, and its moves. One array, since each
    costs seven arguments at every call.
    """

    queue: np.ndarray

    def clear_line(self, ply):
        """Empty the principal variation from `ply` on."""
        self.queue[ply, _LENGTH] = 0

    def prepend(self, ply, move):
        """Set the principal variation from `ply` on to `move` and that of the next ply."""
        length = self.queue[ply + 1, _LENGTH]
        self.queue[ply, _LINE] = move
        for column in range(_LINE, _LINE + length):
            self.queue[ply, column + 1] = self.queue[ply + 1, column]
        self.queue[ply, _LENGTH] = length + 1


def new_workspace() -> Workspace:
    """Empty workspace."""
    return Workspace(np.zeros((MOST_PLIES + 1, _LINE + MOST_PLIES), np.int64))


def best_line(workspace: Workspace) -> tuple[int, ...]:
    """Principal variation of the last search; PASS stands for a pass."""
    length = int(workspace.queue[0, _LENGTH])
    return tuple(int(move) for move in workspace.queue[0, _LINE : _LINE + length])


@step
def evaluate_leaf(state, search):
    """Static value of `state` at the horizon; counts the leaf."""
    search.budget.counters[LEAVES] += 1
    return search.evaluator.value(state)


@step
def evaluate_end(state, search):
    """Result of a finished game; counts the leaf."""
    search.budget.counters[LEAVES] += 1
    return state.final()


@step
def negate_pass(result, ply, search):
    """Score and bound of a node that must pass, from those of its successor."""
    search.workspace.prepend(ply, PASS)
    return negated(result)


@step
def update_best(best, latest, alpha, ply, search):
    """Better of two outcomes; the line starts with the latest move if it is best and met alpha.

    At the root it need not meet alpha, so that there is always a line.
    """
    best = better(best, latest)
    if best.rank == latest.rank and (latest.score >= alpha or ply == 0):
        search.workspace.prepend(ply, latest.move)
    return best
