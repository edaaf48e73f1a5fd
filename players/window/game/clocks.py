"""The clocks of a game, and the time that they give an engine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from players.levels import HUMAN as HUMAN
from players.limits import ClockLeft, Limits

BLACK, WHITE = 0, 1
RESERVE_SECONDS, RESERVE_SHARE = 2.5, 0.5
"""The time that an engine keeps for delays of a busy machine: the smaller of these seconds and this
share of its first time. With no more than that left it moves at once."""
LATE_SHARE = 0.6
"""The share of that reserve at which any engine that still thinks is stopped."""
ADDED_SHARE = 0.8
"""The share of the increment that an engine may use for a move."""


TIME, RESIGNED, AGREED = ENDINGS = "time", "resigned", "agreed"
"""Reasons why a game ends although moves are left."""


class Ending(NamedTuple):
    """The end of a game after the moves `at`, although moves are left.

    `reason` is one of ENDINGS, `loser` a side, or None after an agreed draw.
    """

    reason: str
    loser: int | None
    at: tuple[int, ...]

    def points(self, side: int) -> float:
        """The points of a side: 1, 0.5 or 0."""
        return 0.5 if self.loser is None else float(self.loser != side)


class SavedClocks(NamedTuple):
    """Clocks of a saved game: minutes of each side, and seconds of the increment.

    `times` are paths of moves, each with the seconds that black and white have left there.
    """

    minutes: float
    increment: float
    times: tuple[tuple[tuple[int, ...], list[float]], ...]


class Clocks:
    """Two clocks that count down, at most one at a time; `now` is the present time in seconds.

    A side gets `increment` seconds after each of its moves, unless its time was up before. Each
    place of the game, a path of moves, keeps the times with which it was left.
    """

    def __init__(self, minutes: float, increment: float = 0.0) -> None:
        self.minutes, self.increment = minutes, increment
        self._left = [minutes * 60.0, minutes * 60.0]
        self._left_at: dict[tuple[int, ...], list[float]] = {(): [*self._left]}
        self._running: int | None = None
        self._since = 0.0

    def saved(self, path: tuple[int, ...], now: float) -> SavedClocks | None:
        """The clocks as they are at `path` now; None if they are off."""
        here = [self.left(side, now) for side in (BLACK, WHITE)]
        times = tuple({**self._left_at, path: here}.items())
        return SavedClocks(self.minutes, self.increment, times) if self.on else None

    @classmethod
    def restored(cls, saved: SavedClocks, path: tuple[int, ...]) -> "Clocks":
        """Saved clocks, with the times of `path`."""
        clocks = cls(saved.minutes, saved.increment)
        clocks._left_at |= {place: list(left) for place, left in saved.times}
        clocks._left = list(clocks._left_at[path])
        return clocks

    @property
    def on(self) -> bool:
        """True if the game has clocks."""
        return self.minutes > 0

    @property
    def reserve(self) -> float:
        """The seconds that an engine keeps on its clock."""
        return min(RESERVE_SECONDS, RESERVE_SHARE * 60.0 * self.minutes)

    def run(self, side: int | None, now: float) -> None:
        """Run the clock of a side, BLACK or WHITE, and stop the other; None stops both."""
        if side == self._running:
            return
        if self._running is not None:
            self._left[self._running] = self.left(self._running, now)
        self._running, self._since = side, now

    def charge(self, side: int, used: float) -> None:
        """Stop a side's clock after `used` seconds, whatever it showed."""
        self._left[side] -= used
        if side == self._running:
            self._running = None

    def move(self, old: tuple[int, ...], new: tuple[int, ...], now: float) -> None:
        """Stop both clocks, keep their times for the place `old`, and show those of `new`.

        A place that was never left has the times of the nearest place before it.
        """
        self.run(None, now)
        self._left_at[old] = self._left
        nearest = new
        while nearest and nearest not in self._left_at:
            nearest = nearest[:-1]
        self._left = list(self._left_at[nearest])

    def forget(self, path: tuple[int, ...]) -> None:
        """Forget the times of a place, because its move is played again."""
        self._left_at.pop(path, None)

    def add_increment(self, side: int) -> None:
        """Add the increment to a side's clock; no-op if its time is up."""
        if self._left[side] > 0:
            self._left[side] += self.increment

    def left(self, side: int, now: float) -> float:
        """The seconds that a side has left, at least 0."""
        used = max(0.0, now - self._since) if side == self._running else 0.0
        return max(0.0, self._left[side] - used)

    def allowed(self, side: int, moves: int, now: float) -> Limits:
        """The limits of a side's move when it has `moves` to make.

        `seconds` is a fair share of the time left beyond the reserve, 0 if it has to move at once.
        """
        left = max(0.0, self.left(side, now) - self.reserve)
        share = left / max(1, moves) + min(ADDED_SHARE * self.increment, left)
        return Limits(seconds=min(share, left), clock=ClockLeft(left, self.increment))

    def fallen(self, now: float) -> int | None:
        """The side whose time is up; None while both have some."""
        return next((side for side in (BLACK, WHITE) if self.left(side, now) <= 0), None)


@contextmanager
def stopped_after(seconds: float | None, stop: Any) -> Iterator[None]:
    """Raise the flag `stop` after `seconds`, at once for 0 or less, never for None."""
    alarm = threading.Timer(seconds or 0.0, stop.__setitem__, (0, 1))
    alarm.daemon = True
    if seconds is not None and seconds > 0:
        alarm.start()
    elif seconds is not None:
        stop[0] = 1
    try:
        yield
    finally:
        alarm.cancel()


def clock_text(seconds: float) -> str:
    """Seconds as text: "4:05", with tenths below ten seconds."""
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"
