"""The budget of a search, which kernels obey, and its ends: an alarm, and a stop by the caller."""

import math
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from typing import Any, NamedTuple, TypeVar

import numpy as np

from othello.compiling import FIRST_RUN
from othello.jit import ignore_overflow, jitmethods
from othello.rules import MOST_PLIES
from players.limits import Limits

Result = TypeVar("Result")

NODES, LEAVES, PRUNED, STOPPED, ALARM, MOST_NODES, DEPTH, INTEREST, OPEN = range(9)
"""Places of `Budget.counters`."""
POLL_SECONDS = 0.02
"""The longest time until a stop takes effect."""
NO_BUDGET = np.iinfo(np.int64).max
"""A limit of nodes, or a depth, that no search reaches."""
SHORTEST_WAIT_SECONDS = 0.0005
LONGEST_WAIT_SECONDS = 3600.0


@jitmethods
class Budget(NamedTuple):
    """Counters and limits of one search at a time: all that a kernel needs to obey limits.

    `counters` is int64[9]: NODES (positions generated), LEAVES (horizon nodes and finished games),
    PRUNED (nodes that a rule pruned), STOPPED (1 once the search has stopped), ALARM (1 once time
    is up), MOST_NODES (nodes at which to stop), DEPTH (most plies), INTEREST (most thousandths of
    interest) and OPEN (1 if nodes or seconds are limited, so that the depth is not known
    beforehand).
    `stop` is int64[1]: another thread writes 1 there to end the search.
    """

    counters: np.ndarray
    stop: np.ndarray

    def exhausted(self) -> bool:
        """True if the search must end now: a value that is not complete is worthless."""
        counters = self.counters
        if counters[NODES] >= counters[MOST_NODES] or counters[ALARM] != 0 or self.stop[0] != 0:
            counters[STOPPED] = 1
            return True
        return False


def new_budget() -> Budget:
    """Return a budget without limits."""
    return start(Budget(np.zeros(9, np.int64), np.zeros(1, np.int64)))


def start(budget: Budget, limits: Limits = Limits()) -> Budget:  # noqa: B008
    """Clear the counters and set the limits; return the budget with the stop flag of `limits`.

    Seconds need an `Alarm` for the place ALARM too.
    """
    counters = budget.counters
    counters[:] = 0
    counters[MOST_NODES] = NO_BUDGET if limits.nodes is None else limits.nodes
    counters[DEPTH] = NO_BUDGET if limits.depth is None else limits.depth
    counters[INTEREST] = NO_BUDGET if limits.interest is None else round(1000 * limits.interest)
    counters[OPEN] = limits.nodes is not None or limits.seconds is not None
    return budget if limits.stop is None else budget._replace(stop=limits.stop)


def deepest(position: Any, budget: Budget) -> int:
    """Return the depth of the budget, at least 1; at most the plies left, and those of any line."""
    return max(1, min(int(budget.counters[DEPTH]), int(position.plies_left()), MOST_PLIES - 1))


def depths(position: Any, budget: Budget) -> Iterator[int]:
    """Yield the depths to search: 1 and the limit, or 1, 2, 3 ... within nodes or seconds.

    The result of the first always counts, so that there is a move, even after a stop. Never more
    than the plies left.
    """
    last = deepest(position, budget)
    return iter(range(1, last + 1, 1 if budget.counters[OPEN] else max(1, last - 1)))


class Alarm:
    """Context that sets `flag`, int64[1], to 1 when its thread has used `seconds`; never for None.

    CPU seconds on Linux, so that a loaded machine costs a player nothing; elapsed seconds
    elsewhere and with `wall`.
    """

    def __init__(self, seconds: float | None, flag: Any, wall: bool = False) -> None:
        self._seconds, self._flag, self._wall = seconds, flag, wall
        self._clock: int | None = None
        self._end = math.inf

    def __enter__(self) -> "Alarm":
        if self._seconds is not None:
            if sys.platform == "linux" and not self._wall:  # other threads can read this clock
                self._clock = time.pthread_getcpuclockid(threading.get_ident())
            self._end = self._now() + self._seconds
            if self._seconds > 0:
                _WATCHER.add(self)
            else:
                self.ring()
        return self

    def __exit__(self, *exception: object) -> None:
        _WATCHER.discard(self)

    def remaining(self) -> float:
        """Seconds left; a thread uses at most the time that elapses."""
        return self._end - self._now()

    def ring(self) -> None:
        """Set the flag."""
        self._flag[0] = 1

    def _now(self) -> float:
        return time.monotonic() if self._clock is None else time.clock_gettime(self._clock)


class _Watcher:
    """One thread that rings all alarms of a process, started at the first alarm.

    A thread for each alarm would wait for a free core on a loaded machine. It sleeps until
    `_wakes`, on the monotonic clock.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Reset; also after a fork, whose child lacks the thread."""
        self._alarms: set[Alarm] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._wakes = -math.inf

    def add(self, alarm: Alarm) -> None:
        """Ring an alarm when its time is up; RuntimeError where no thread can start."""
        with self._changed:
            if self._thread is None:
                thread = threading.Thread(target=self._watch, daemon=True)
                thread.start()
                self._thread = thread
            self._alarms.add(alarm)
            if time.monotonic() + alarm.remaining() < self._wakes:
                self._changed.notify()

    def discard(self, alarm: Alarm) -> None:
        """Cancel an alarm."""
        with self._changed:
            self._alarms.discard(alarm)

    def _watch(self) -> None:
        """Ring every alarm whose time is up, forever."""
        with self._changed:
            while True:
                for alarm in self._alarms.copy():
                    if alarm.remaining() <= 0:
                        alarm.ring()
                        self._alarms.discard(alarm)
                soonest = min((alarm.remaining() for alarm in self._alarms), default=math.inf)
                self._wakes = time.monotonic() + soonest
                wait = min(max(soonest, SHORTEST_WAIT_SECONDS), LONGEST_WAIT_SECONDS)
                self._changed.wait(wait if self._alarms else None)


_WATCHER = _Watcher()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_WATCHER.begin)


def run_in_thread(
    search: Callable[[], Result], flag: Any, poll: Callable[[], object], seconds: float
) -> Result | None:
    """Return `search()`, called in another thread; call `poll` every `seconds` meanwhile.

    `flag` is the stop flag of the search, int64[1]. An exception such as KeyboardInterrupt raises
    it. None if it is raised while a kernel compiles, which continues in that thread.
    """
    future: Future[Result] = Future()

    def run() -> None:
        ignore_overflow()
        try:
            future.set_result(search())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        while not wait([future], seconds).done:
            poll()
            if flag[0] and FIRST_RUN.under_way:
                return None
    except BaseException:
        flag[0] = 1
        raise
    return future.result()
