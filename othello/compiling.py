"""Waiting for kernels that compile: in a thread of their own, so that a stop is heard at once."""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

Found = TypeVar("Found")

COMPILER = "compiler"
"""The name of the threads that compile."""
HEARD_SECONDS = 0.02
"""How long it takes at most until a stop is heard."""


class StillCompilingError(Exception):
    """Raised by a search that was stopped while its kernel compiled, which then goes on."""


class _Stops(threading.local):
    """What may stop a thread that waits for a kernel."""

    def __init__(self) -> None:
        self.asked: list[Callable[[], object]] = []


_STOPS = _Stops()


@contextlib.contextmanager
def stopped_by(stop: Callable[[], object]) -> Iterator[None]:
    """Within, let `stop()` end this thread's waits for kernels: StillCompilingError where true."""
    _STOPS.asked.append(stop)
    try:
        yield
    finally:
        _STOPS.asked.pop()


def stopped_by_flag(flag: Any) -> contextlib.AbstractContextManager[None]:
    """As `stopped_by` with the stop flag of limits, int64[1] or None.

    One that is raised already asks for an answer of one ply, which needs the kernel.
    """
    if flag is None or flag[0]:
        return contextlib.nullcontext()
    return stopped_by(lambda: flag[0])


def wait_for(done: threading.Event) -> None:
    """Wait for what compiles; StillCompilingError if this thread is stopped before."""
    while not done.wait(HEARD_SECONDS):
        if any(stop() for stop in _STOPS.asked):
            raise StillCompilingError(
                "stopped while kernels compiled, as they do once on a machine"
            )


def _is_importing() -> bool:
    """True if a module is being imported here: another thread could wait for its import."""
    frame = sys._getframe(1)
    while frame.f_back is not None:
        frame = frame.f_back
        if getattr(frame.f_globals.get("__spec__"), "_initializing", False):
            return True
    return False


def in_its_own_thread(compiled: Callable[[], Found]) -> Found:
    """Return `compiled()`, which another thread calls, so that Ctrl-C and stops are heard.

    StillCompilingError or KeyboardInterrupt leaves that thread at work: what it compiles is kept.
    """
    if threading.current_thread().name == COMPILER or _is_importing():
        return compiled()
    found: list[Found] = []
    failed: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            found.append(compiled())
        except BaseException as error:
            failed.append(error)
        finally:
            done.set()

    threading.Thread(target=work, name=COMPILER, daemon=True).start()
    wait_for(done)
    if failed:
        raise failed[0]
    return found[0]
