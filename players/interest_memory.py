"""What a search remembers of moves that refuted: killers, replies and follow-ups."""

from typing import NamedTuple

import numpy as np

from othello.jit import jit, jitmethods
from players.interest_terms import Hints
from players.table import NO_MOVE
from players.workspace import MOST_MOVES, MOST_PLIES

PLAYED = MOST_MOVES + 1
"""The column of a workspace's queue that holds the move being tried at a ply."""
REPLIES = MOST_PLIES + 1
FOLLOW_UPS = REPLIES + 2
ROWS = FOLLOW_UPS + 2
"""The first row of what was best after the other side's last move, and after one's own."""


@jit
def _after(moves, row, queue, ply):
    """What `row` holds for the move tried at `ply`, NO_MOVE for a pass or none."""
    if ply < 0 or queue[ply, PLAYED] < 0:
        return NO_MOVE
    return moves[row, queue[ply, PLAYED]]


@jitmethods
class Memory(NamedTuple):
    """Killers by ply, replies by the other side's last move, follow-ups by one's own.

    `moves` is int64[ROWS, MOST_MOVES]: two killers in the row of each ply, then two
    rows each of replies and follow-ups, for the root's side and for the other.
    """

    moves: np.ndarray

    def hints(self, table_move, ply, queue):
        """What is remembered for a node at `ply`."""
        side = ply & 1
        return Hints(
            table_move,
            self.moves[ply, 0],
            self.moves[ply, 1],
            _after(self.moves, REPLIES + side, queue, ply - 1),
            _after(self.moves, FOLLOW_UPS + side, queue, ply - 2),
        )

    def learn(self, move, ply, queue):
        """Remember the move that raised alpha or refuted at `ply`."""
        side = ply & 1
        if self.moves[ply, 0] != move:
            self.moves[ply, 1] = self.moves[ply, 0]
            self.moves[ply, 0] = move
        if ply > 0 and queue[ply - 1, PLAYED] >= 0:
            self.moves[REPLIES + side, queue[ply - 1, PLAYED]] = move
        if ply > 1 and queue[ply - 2, PLAYED] >= 0:
            self.moves[FOLLOW_UPS + side, queue[ply - 2, PLAYED]] = move

    def forget(self):
        """Remember nothing."""
        self.moves[:] = NO_MOVE


def new_memory() -> Memory:
    """A memory of nothing."""
    return Memory(np.full((ROWS, MOST_MOVES), NO_MOVE, np.int64))
