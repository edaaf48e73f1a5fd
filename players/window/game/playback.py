"""A line that is played on the board, move by move, without changing the game."""

from collections.abc import Sequence
from contextlib import suppress

from othello.game import Game
from othello.game_tree import Cursor, GameTree
from othello.position import Position

MOVE_SECONDS = 0.8
"""Seconds from one move of a line to the next."""


class Playback(Cursor):
    """A cursor in a line from a position on, which an illegal move ends.

    `black` is True if black is to move. `now` is the time at which the first move is shown.
    """

    def __init__(self, position: Position, black: bool, moves: Sequence[int], now: float) -> None:
        super().__init__()
        self.moves, self._began, self._stopped = tuple(moves), now, False
        game = Game(position, black_to_move=black)
        with suppress(ValueError):
            game.play_all(moves)
        self.tree = GameTree.of(game)
        self.line = self.tree.main_line
        self.update(now)

    def update(self, now: float) -> None:
        """Show the moves that are due, unless the line is stopped."""
        if not self._stopped:
            self.show_line(self.line, 1 + int((now - self._began) / MOVE_SECONDS))

    def step_by(self, by: int) -> bool:
        """Stop `by` moves further on; False if that is before the first move."""
        self._stopped = True
        self.show_line(self.line, self.step + by)
        return self.step > 0
