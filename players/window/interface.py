"""The screen around the game: an open dialog, a tab, a message, moving discs, the clipboard."""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import pygame

from othello.formats.reading import without_bom
from othello.game import Game
from othello.game_tree import Cursor, GameTree
from othello.position import Position
from players.window.dialogs import Dialog
from players.window.drawing.scene import NOWHERE, Part, Target

TOAST_SECONDS = 3.5
"""Seconds that a message is shown."""
MOVE_SECONDS = 0.8
"""Seconds from one move of a line to the next."""
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
TABS = {"tab": 1, "shift+tab": -1}
FIRST_SQUARE = Target(NOWHERE, 19, "board")
"""d3, where the keyboard's cursor first enters the board."""
STAGGER = 0.35
"""The share of its turn that a disc has made when the next disc, farther from the move, starts."""


class Animation(NamedTuple):
    """The discs of a move, which turn to black or to white, each in `seconds`.

    `discs` holds pairs of a square and the time at which its disc starts to turn.
    """

    discs: tuple[tuple[int, float], ...]
    to_black: bool
    seconds: float


def animation_of(
    move: int, flipped: list[int], to_black: bool, now: float, seconds: float
) -> Animation | None:
    """The animation of a move that flips these squares; None if it takes no time."""
    if seconds <= 0 or not flipped:
        return None

    def distance(square: int) -> int:
        return max(abs(square % 8 - move % 8), abs(square // 8 - move // 8))

    discs = tuple((square, now + seconds * STAGGER * (distance(square) - 1)) for square in flipped)
    return Animation(discs, to_black, seconds)


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
    """The system's clipboard, or a text of the program's own without one."""

    def __init__(self) -> None:
        self._own = ""

    def put(self, text: str) -> None:
        """Copy a text to the clipboard."""
        self._own = text
        with suppress(pygame.error, NotImplementedError):
            pygame.scrap.put_text(text)

    def get(self) -> str:
        """The text on the clipboard."""
        with suppress(pygame.error, NotImplementedError):
            return without_bom(pygame.scrap.get_text()) or self._own
        return without_bom(self._own)


@dataclass(eq=False)
class Interface:
    """The state of mouse, keyboard and screen, which no file keeps.

    `hover` is the square under the mouse, `typed` the first letter of a square, `key_sign` the text
    of the last key. `focus` names the part with the keyboard's cursor, "" without one, and
    `focused` holds its last target in each part. `scrolled` counts rows from the usual place of a
    list. A `toast` is shown until `toast_until`. A `playback` replaces the game on the board.
    `moved_at` is the time of the last move.
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
    focused: dict[str, Target] = field(default_factory=lambda: {"board": FIRST_SQUARE})
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
        if self.animation is not None:
            last_start = max(start for _, start in self.animation.discs)
            if now >= last_start + self.animation.seconds:
                self.animation = None
        if self.toast and now >= self.toast_until:
            self.toast = ""
        if self.playback is not None:
            self.playback.update(now)

    def target(self, parts: Mapping[str, Part]) -> Target | None:
        """The target under the cursor, or the nearest if it has gone; None without a cursor."""
        part = parts.get(self.focus)
        if part is None or not part.targets:
            return None
        last = self.focused.get(self.focus, part.targets[0])
        same = [target for target in part.targets if target[1:] == last[1:]]
        return min(same or part.targets, key=lambda t: math.dist(t.place.centre, last.place.centre))

    def move_cursor(self, parts: Mapping[str, Part], key: str) -> bool:
        """Move the cursor with a key, or remove it; False if the key does neither."""
        if key in TABS:  # in the order of reading; first to the board
            stops = [(part.place.y, part.place.x, n) for n, part in parts.items() if part.targets]
            names = [name for _y, _x, name in sorted(stops)]
            there = self.focus in names
            after = names.index(self.focus) + TABS[key] if there else names.index("board")
            self.focus = names[after % len(names)]
        target = self.target(parts)
        if target is None or key not in (*TABS, *ARROWS, "escape"):
            return False
        if key in ARROWS:
            target = self._next_target(parts[self.focus], target, *ARROWS[key])
        elif key == "escape":
            self.focus = ""
        self.typed, self.focused[self.focus] = "", target
        self.hover = target.meaning if self.focus == "board" else None
        return True

    def _next_target(self, part: Part, now: Target, across: int, down: int) -> Target:
        """Return the nearest target in a direction; at the end of a list, scroll it by a row."""

        def distance(target: Target) -> float:
            x, y = (b - a for a, b in zip(now.place.centre, target.place.centre, strict=True))
            ahead, aside = across * x + down * y, abs(across * y) + abs(down * x)
            return ahead + 3 * aside if ahead > 0 else math.inf

        nearest = min(part.targets, key=distance)
        if distance(nearest) < math.inf:
            return nearest
        self.scrolled = part.scrolled_by(self.scrolled, down)
        return now._replace(panel="") if down and part.room else now  # the one in its place then

    def show_new_position(self) -> None:
        """Drop what belongs to the position shown before."""
        self.animation = self.playback = None
        self.typed, self.scrolled = "", 0
