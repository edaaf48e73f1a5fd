"""Ctrl-C and SIGTERM: a first request to stop lets a run finish what it has in hand.

The state of the requests lies in their handler, which is looked up where it is needed.
"""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

from othello.cli.command import INTERRUPTED

AT_ONCE = 2
"""So many requests ask to stop at once; SIGTERM counts as so many."""

ALL_NOTED = 2**31
"""More requests than anybody makes."""

PATIENCE_SECONDS = 5.0
"""After the end has begun, requests are ignored for so long; then one ends the process."""


class StopRequests:
    """The handler of SIGINT and SIGTERM; `count` is how often a stop was asked for.

    A request raises KeyboardInterrupt, unless it is noted or held. Once it was raised, what
    follows is cleaning up, which no further request disturbs.
    """

    def __init__(self) -> None:
        self.count = 0
        self._noted = 0
        self._ending: float | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """One more request."""
        if self._ending is None:
            self.count += AT_ONCE if number == signal.SIGTERM else 1
            self._leave_if_due()
        elif time.monotonic() - self._ending > PATIENCE_SECONDS:
            os._exit(INTERRUPTED)

    def _leave_if_due(self) -> None:
        """KeyboardInterrupt if there are more requests than are noted."""
        if self.count > self._noted:
            self.leave()

    def leave(self) -> NoReturn:
        """Raise KeyboardInterrupt; from now on requests are ignored."""
        self._ending = time.monotonic()
        raise KeyboardInterrupt

    @property
    def ending(self) -> bool:
        """Whether KeyboardInterrupt was raised."""
        return self._ending is not None

    @contextlib.contextmanager
    def noted(self, count: int = ALL_NOTED) -> Iterator[None]:
        """Within, so many requests are only counted: who enters looks at the count."""
        before, self._noted = self._noted, count
        try:
            yield
        finally:
            self._noted = before

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Within, requests wait; KeyboardInterrupt at the end if one is due then."""
        with self.noted():
            yield
        if not self.ending:
            self._leave_if_due()


def requests() -> StopRequests:
    """Those that this process hears; where none are heard, those of nobody."""
    handler = signal.getsignal(signal.SIGTERM)
    return handler if isinstance(handler, StopRequests) else StopRequests()


@contextlib.contextmanager
def heard() -> Iterator[None]:
    """Within, SIGINT and SIGTERM are requests to stop; no-op outside the main thread.

    What a shell has this process ignore stays ignored. Once a request was obeyed the
    handler stays, since the process is about to end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = StopRequests()
    before = {
        number: signal.getsignal(number)
        for number in (signal.SIGTERM, signal.SIGINT)
        if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN
    }
    for number in before:
        signal.signal(number, asked)
    try:
        yield
    finally:
        if not asked.ending:
            for number, handler in before.items():
                signal.signal(number, handler)
