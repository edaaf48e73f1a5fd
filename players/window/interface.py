"""The screen around the game: an open dialog, a tab, a message, moving discs, the clipboard."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pygame

from othello.formats.reading import without_bom
from othello.game import Game
from othello.game_tree import Cursor, GameTree
from othello.position import Position
from players.window.dialogs import Dialog

TOAST_SECONDS = 3.5
"""Seconds that a message is shown."""
MOVE_SECONDS = 0.8
"""Seconds from one move of a line to the next."""


class Animation(NamedTuple):
    """The discs of a move, which turn to black or to white from `start` on, in `seconds`."""

    squares: tuple[int, ...]
    to_black: bool
    start: float
    seconds: float


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


class Clipboard:
    """The system's clipboard; SDL keeps the text itself on a system without one."""

    def put(self, text: str) -> None:
        """Copy a text to the clipboard."""
        with suppress(pygame.error, NotImplementedError):
            pygame.scrap.put_text(text)

    def get(self) -> str:
        """The text on the clipboard."""
        with suppress(pygame.error, NotImplementedError):
            return without_bom(pygame.scrap.get_text())
        return ""


@dataclass(eq=False)
class Interface:
    """The state of mouse, keyboard and screen, which no file keeps.

    `hover` is the square under the mouse, `typed` the first letter of a square, `key_sign` the text
    of the last key. `focus` names the part with the keyboard's cursor, "" without one, and
    `focused` holds its last target in each part. `scrolled` counts rows from the usual place of a
    list. A `toast` is shown until `toast_until`. A `playback` replaces the game on the board.
    `moved_at` is the time of the last move. `explaining` is True until the coach knows the reasons
    of all mistakes.
    """

    read_clock: Callable[[], float]
    dialog: Dialog | None = None
    tab: str = "tab_moves"
    scrolled: int = 0
    hover: int | None = None
    pointer: tuple[int, int] = (-1, -1)
    typed: str = ""
    key_sign: str = ""
    focus: str = ""
    focused: dict[str, Any] = field(default_factory=dict)
    toast: str = ""
    toast_until: float = 0.0
    animation: Animation | None = None
    playback: Playback | None = None
    moved_at: float = 0.0
    explaining: bool = False
    fullscreen: bool = False
    quit: bool = False

    def notify(self, text: str, seconds: float = TOAST_SECONDS) -> None:
        """Show a message for some seconds."""
        self.toast, self.toast_until = text, self.read_clock() + seconds

    def play_line(self, position: Position, black: bool, moves: Sequence[int]) -> None:
        """Play a line on the board, move by move, without changing the game."""
        self.animation, self.playback = None, Playback(position, black, moves, self.read_clock())

    def update(self, now: float) -> None:
        """End finished animations and messages, and play the next move of a line; once a frame."""
        if self.animation is not None and now >= self.animation.start + self.animation.seconds:
            self.animation = None
        if self.toast and now >= self.toast_until:
            self.toast = ""
        if self.playback is not None:
            self.playback.update(now)

    def show_new_position(self) -> None:
        """Drop what belongs to the position shown before."""
        self.animation = self.playback = None
        self.typed, self.scrolled = "", 0
