"""What a search writes while it runs: counters, the moves in hand, the best line."""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods

MOST_PLIES = 128
"""The longest line that a search can follow; 60 moves with a pass after each fit in."""
MOST_MOVES = 64
STATIC, ESTIMATED = MOST_MOVES, MOST_MOVES + 1

NODES, LEAVES, EVALUATIONS, BUDGET, ALARM, STOPPED, PRUNED = range(7)
NO_BUDGET = np.iinfo(np.int64).max
_LENGTH = MOST_PLIES


@jitmethods
class Workspace(NamedTuple):
    """Scratch memory of one search at a time.

    `counters` is int64[8], indexed by NODES (positions generated), LEAVES
    (horizon nodes and finished games), EVALUATIONS (calls of the evaluator),
    BUDGET (nodes at which to give up), ALARM (1 once its time is used),
    STOPPED (1 once the search has given up) and PRUNED (nodes that a pruning
    rule answered). `stop` is int64[1]: another thread writes 1 there to end
    the search.
    `queue` is int64[MOST_PLIES + 1, MOST_MOVES + 2]: the packed moves of each
    ply and, for pruning rules, the static value of its node and whether what
    it last returned rests on an estimate: STATIC and ESTIMATED are the columns.
    `line` is int64[MOST_PLIES + 1, MOST_PLIES + 1]: the best line from each
    ply on, its length in the last column.
    """

    counters: np.ndarray
    stop: np.ndarray
    queue: np.ndarray
    line: np.ndarray

    def exhausted(self):
        """Whether the search must end now, its result being worthless."""
        counters = self.counters
        if counters[NODES] >= counters[BUDGET] or counters[ALARM] != 0 or self.stop[0] != 0:
            counters[STOPPED] = 1
            return True
        return False

    def clear_line(self, ply):
        """Forget the best line from `ply` on."""
        self.line[ply, _LENGTH] = 0

    def prepend(self, ply, move):
        """The best line from `ply` on is `move` and the best line from the next ply."""
        length = self.line[ply + 1, _LENGTH]
        self.line[ply, 0] = move
        for index in range(length):
            self.line[ply, index + 1] = self.line[ply + 1, index]
        self.line[ply, _LENGTH] = length + 1


def new_workspace() -> Workspace:
    """An empty workspace without a budget."""
    counters = np.zeros(8, np.int64)
    counters[BUDGET] = NO_BUDGET
    return Workspace(
        counters,
        np.zeros(1, np.int64),
        np.zeros((MOST_PLIES + 1, MOST_MOVES + 2), np.int64),
        np.zeros((MOST_PLIES + 1, MOST_PLIES + 1), np.int64),
    )


def start(workspace: Workspace, budget: int = NO_BUDGET) -> None:
    """Set every counter to zero and the budget to `budget` nodes."""
    workspace.counters[:] = 0
    workspace.queue[0, ESTIMATED] = 0
    workspace.counters[BUDGET] = budget


def best_line(workspace: Workspace) -> tuple[int, ...]:
    """The best line of the last search, from its root; PASS stands for a pass."""
    length = int(workspace.line[0, _LENGTH])
    return tuple(int(move) for move in workspace.line[0, :length])
