"""An alarm that ends a search once its thread has used its CPU seconds."""

import sys
import threading
import time

import numpy as np

from players.workspace import ALARM

SHORTEST_WAIT_SECONDS = 0.0005
LONGEST_WAIT_SECONDS = 3600.0


def _thread_clock() -> int | None:
    """The CPU clock of the calling thread, where other threads can read it."""
    if sys.platform == "linux":
        return time.pthread_getcpuclockid(threading.get_ident())
    return None


class Alarm:
    """Raises ALARM in `counters` when the entering thread has used `seconds`.

    CPU seconds on Linux, so that a loaded machine costs a player nothing;
    elapsed seconds elsewhere. With None it never rings. Use as a context.
    """

    def __init__(self, seconds: float | None, counters: np.ndarray) -> None:
        self._seconds = seconds
        self._counters = counters
        self._left = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> "Alarm":
        if self._seconds is not None:
            clock = _thread_clock()
            self._thread = threading.Thread(target=self._watch, args=(clock,), daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._left.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self, clock: int | None) -> None:
        """Wait until the seconds are used; a thread uses at most what elapses."""
        assert self._seconds is not None
        end = self._now(clock) + self._seconds
        remaining = self._seconds
        while remaining > 0:
            if self._left.wait(min(max(remaining, SHORTEST_WAIT_SECONDS), LONGEST_WAIT_SECONDS)):
                return
            remaining = end - self._now(clock)
        self._counters[ALARM] = 1

    @staticmethod
    def _now(clock: int | None) -> float:
        return time.monotonic() if clock is None else time.clock_gettime(clock)
