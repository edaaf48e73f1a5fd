"""The clocks of a game, and what they leave an engine for a move. All seconds are of wall time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from players.levels import HUMAN as HUMAN
from players.limits import ClockLeft, Limits

BLACK, WHITE = 0, 1
RESERVE_SECONDS, RESERVE_SHARE = 2.5, 0.5
"""What an engine leaves on its clock for what a busy machine may cost: the less of so many seconds
and of such a share of all that it had. With no more than that left it moves at once."""

LATE_SHARE = 0.6
"""The share of that reserve at which an engine that thinks on is stopped, whoever it is."""


ADDED_SHARE = 0.8
"""The part of what is added after a move that an engine may use for it."""


class Clocks:
    """Two clocks that count down, one at most at a time; the present time is passed in.

    After each of its moves a side gets `increment` seconds. `flag` is the side whose time was up
    after the moves `flag_at`, None without one.
    """

    def __init__(self, minutes: float, increment: float = 0.0) -> None:
        self.minutes, self.increment = minutes, increment
        self.flag: int | None = None
        self.flag_at: tuple[int, ...] = ()
        self._left = [minutes * 60.0, minutes * 60.0]
        self._running: int | None = None
        self._since = 0.0

    @property
    def on(self) -> bool:
        """Whether the game is played with clocks."""
        return self.minutes > 0

    @property
    def reserve(self) -> float:
        """The seconds that an engine leaves on its clock."""
        return min(RESERVE_SECONDS, RESERVE_SHARE * 60.0 * self.minutes)

    @property
    def late(self) -> float:
        """With fewer seconds than this left, an engine that still thinks is to move at once."""
        return self.reserve * LATE_SHARE

    def switched_off(self) -> "Clocks":
        """No clocks for who goes on, and the flag as it fell."""
        clocks = Clocks(0)
        clocks.flag, clocks.flag_at = self.flag, self.flag_at
        return clocks

    def run(self, side: int | None, now: float) -> None:
        """Let the clock of `side`, BLACK or WHITE, run and the other one stand; None stops both."""
        if side == self._running:
            return
        if self._running is not None:
            self._left[self._running] = self.left(self._running, now)
        self._running, self._since = side, now

    def charge(self, side: int, used: float) -> None:
        """Stop a side's clock, which has run for so many seconds whatever it showed meanwhile."""
        self._left[side] -= used
        if side == self._running:
            self._running = None

    def add_increment(self, side: int) -> None:
        """Add what a side gets after its move."""
        self._left[side] += self.increment

    def left(self, side: int, now: float) -> float:
        """The seconds that a side has left, at least 0."""
        used = max(0.0, now - self._since) if side == self._running else 0.0
        return max(0.0, self._left[side] - used)

    def allowed(self, side: int, moves: int, now: float) -> Limits:
        """What a side may use for a move, when it has `moves` to make.

        `seconds` is a fair share of what is left but the reserve, 0 for a move that is due at once.
        """
        left = max(0.0, self.left(side, now) - self.reserve)
        share = left / max(1, moves) + min(ADDED_SHARE * self.increment, left)
        return Limits(seconds=min(share, left), clock=ClockLeft(left, self.increment))

    def fallen(self, now: float) -> int | None:
        """The side whose time is up; None while both have some."""
        if not self.on:
            return None
        return next((side for side in (BLACK, WHITE) if self.left(side, now) <= 0), None)


@contextmanager
def stopped_after(seconds: float | None, stop: Any) -> Iterator[None]:
    """Raise `stop` after so many seconds of wall time, at once if none are left; None for never."""
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
    """Seconds as a clock shows them: "4:05", and tenths in the last ten seconds."""
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"
