"""What the window shows around the game: an open dialog, a tab, a message, moving discs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from othello.position import Position
from players.window.dialogs import Dialog
from players.window.game.clocks import Animation
from players.window.game.playback import Playback

TOAST_SECONDS = 3.5
"""Seconds that a message is shown."""


@dataclass(eq=False)
class Interface:
    """The state of mouse, keyboard and screen, which no file keeps.

    `hover` is the square under the mouse, `typed` the first letter of a square, `key_sign` the text
    of the last key. `scrolled` counts rows from the usual place of a list. A `toast` is shown until
    `toast_until`. A `playback` replaces the game on the board. `moved_at` is the time of the last
    move.
    """

    read_clock: Callable[[], float]
    dialog: Dialog | None = None
    tab: str = "tab_moves"
    scrolled: int = 0
    hover: int | None = None
    pointer: tuple[int, int] = (-1, -1)
    typed: str = ""
    key_sign: str = ""
    toast: str = ""
    toast_until: float = 0.0
    animation: Animation | None = None
    playback: Playback | None = None
    moved_at: float = 0.0
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
        if self.animation is not None and self.animation.over(now):
            self.animation = None
        if self.toast and now >= self.toast_until:
            self.toast = ""
        if self.playback is not None:
            self.playback.update(now)

    def show_new_position(self) -> None:
        """Drop what belongs to the position shown before."""
        self.animation = self.playback = None
        self.typed, self.scrolled = "", 0
