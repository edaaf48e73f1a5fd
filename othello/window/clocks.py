"""A clock for each side."""

BLACK, WHITE = 0, 1


class Clocks:
    """Two clocks that count down; one at most runs.

    Time is told to them: they read no clock of their own.
    """

    def __init__(self, minutes: float) -> None:
        self.minutes = minutes
        self._left = [minutes * 60.0, minutes * 60.0]
        self._running: int | None = None
        self._since = 0.0

    @property
    def on(self) -> bool:
        """Whether the game is played with clocks."""
        return self.minutes > 0

    def run(self, side: int | None, now: float) -> None:
        """Let the clock of `side`, BLACK or WHITE, run and the other one stand; None stops both."""
        if side == self._running:
            return
        if self._running is not None:
            self._left[self._running] = self.left(self._running, now)
        self._running, self._since = side, now

    def left(self, side: int, now: float) -> float:
        """The seconds that a side has left, at least 0."""
        used = now - self._since if side == self._running else 0.0
        return max(0.0, self._left[side] - used)

    def fallen(self, now: float) -> int | None:
        """The side whose time is up; None while both have some."""
        if not self.on:
            return None
        return next((side for side in (BLACK, WHITE) if self.left(side, now) <= 0), None)


def clock_text(seconds: float) -> str:
    """Seconds as a clock shows them: "4:05", and tenths in the last ten seconds."""
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"
