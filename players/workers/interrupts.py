"""Ctrl-C and SIGTERM: a first request to stop lets a run finish the tasks under way.

The state is in the signal handler, which is looked up when it is needed.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from types import FrameType
from typing import NoReturn

from othello.cli import command as cli_command
from othello.cli.command import INTERRUPTED

STOP_AT_ONCE = 2
"""Number of requests that stop at once; SIGTERM counts as that many."""

UNLIMITED = 2**31
"""More requests than anybody makes."""

PATIENCE_SECONDS = 5.0
"""Seconds after the first KeyboardInterrupt until another request ends the process."""

TICK_SECONDS = 0.25
"""Seconds between checks for requests while workers are busy."""


class StopRequests:
    """Handler of SIGINT and SIGTERM; `count` is the number of requests to stop.

    A request raises KeyboardInterrupt unless it is deferred. After that the program cleans up, and
    requests are ignored for PATIENCE_SECONDS. `deferring` is the number of requests that are only
    counted.
    """

    def __init__(self) -> None:
        self.count = 0
        self.deferring = 0
        self._ending: float | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Count one more request."""
        if self._ending is None:
            self.count += STOP_AT_ONCE if number == signal.SIGTERM else 1
            if self.count > self.deferring:
                self.interrupt()
        elif time.monotonic() - self._ending > PATIENCE_SECONDS:
            os._exit(INTERRUPTED)

    def interrupt(self) -> NoReturn:
        """Raise KeyboardInterrupt, and ignore requests from now on."""
        self._ending = time.monotonic()
        raise KeyboardInterrupt

    @property
    def ending(self) -> bool:
        """True after KeyboardInterrupt was raised."""
        return self._ending is not None

    @contextlib.contextmanager
    def deferred(self, count: int = UNLIMITED) -> Iterator[None]:
        """Only count up to `count` requests; the caller must check the count."""
        before, self.deferring = self.deferring, count
        try:
            yield
        finally:
            self.deferring = before


def stop_requests() -> StopRequests:
    """Return this process's handler; a new one that counts nothing if none is installed."""
    handler = signal.getsignal(signal.SIGTERM)
    return handler if isinstance(handler, StopRequests) else StopRequests()


def first_done(futures: Collection[Future]) -> set[Future]:
    """Return the futures that are done, once there is one; KeyboardInterrupt for a request.

    A wait without a limit can miss a signal: Python checks for signals, gives up the interpreter to
    another thread, and only then sleeps. KeyboardInterrupt in `wait` could leave futures locked.
    """
    stop = stop_requests()
    with stop.deferred():
        while True:
            done, _ = wait(futures, TICK_SECONDS, FIRST_COMPLETED)
            if stop.count:
                stop.interrupt()
            if done:
                return done


@contextlib.contextmanager
def handle_stop_requests() -> Iterator[None]:
    """Handle SIGINT and SIGTERM as requests to stop; no-op outside the main thread.

    SIGINT stays ignored if the shell has it ignored. After KeyboardInterrupt the handler stays,
    since the process is about to end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    stop = StopRequests()
    before = {
        number: signal.getsignal(number)
        for number in (signal.SIGTERM, signal.SIGINT)
        if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN
    }
    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        if not stop.ending:
            for number, handler in before.items():
                signal.signal(number, handler)


def run_stoppable(command: str, act: Callable[[], int]) -> int:
    """Return the exit code of `act()`; a stop, an error or dead workers become one line."""
    try:
        with handle_stop_requests():
            return cli_command.run(command, act, "stopped; the same command resumes")
    except BrokenExecutor as error:
        print(f"{command}: {error}; the same command resumes", file=sys.stderr)
        return cli_command.BAD_INPUT
