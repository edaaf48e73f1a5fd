"""Compilation of kernels: waiting for it in a way that a stop ends, and reporting it."""

import contextlib
import logging
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextvars import ContextVar
from typing import Any, TextIO, TypeVar

Result = TypeVar("Result")

COMPILER = "compiler"
"""The name of the threads that compile."""
POLL_SECONDS = 0.02
"""The longest time until a stop takes effect."""
WARM_UP_COMMAND = "python -m othello warm-up"

logger = logging.getLogger("othello.jit")
"""Logs once that compilation has begun."""


class StillCompilingError(Exception):
    """Raised by a search that is stopped while its kernel compiles; the compilation continues."""


_STOPS: ContextVar[tuple[Callable[[], object], ...]] = ContextVar("stops", default=())
"""Functions that end this thread's waits for kernels by returning true."""


@contextlib.contextmanager
def stopped_by(stop: Callable[[], object]) -> Iterator[None]:
    """Within, end this thread's waits for kernels with StillCompilingError if `stop()` is true."""
    token = _STOPS.set((*_STOPS.get(), stop))
    try:
        yield
    finally:
        _STOPS.reset(token)


def stopped_by_flag(flag: Any) -> contextlib.AbstractContextManager[None]:
    """As `stopped_by` with the stop flag of limits, int64[1] or None.

    A flag that is raised already asks for an answer of one ply, which needs the kernel.
    """
    if flag is None or flag[0]:
        return contextlib.nullcontext()
    return stopped_by(lambda: flag[0])


def wait_for(done: threading.Event) -> None:
    """Wait for a compilation; StillCompilingError if this thread is stopped before."""
    while not done.wait(POLL_SECONDS):
        if any(stop() for stop in _STOPS.get()):
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


def in_its_own_thread(compiled: Callable[[], Result]) -> Result:
    """Return `compiled()`, called in another thread, so that Ctrl-C and stops take effect at once.

    StillCompilingError or KeyboardInterrupt leaves that thread running: its kernel is not lost.
    """
    if _is_importing():
        return compiled()
    future: Future[Result] = Future()
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())

    def work() -> None:
        try:
            future.set_result(compiled())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=work, name=COMPILER, daemon=True).start()
    wait_for(done)
    return future.result()


class FirstRun:
    """Counts the kernels that this process compiles, and reports them meanwhile.

    A terminal shows one line, which is rewritten and finally removed. Elsewhere, and in a worker
    process, there is a line at the beginning. numba compiles in one thread at a time.
    `cpu_seconds` count only threads that also do other work. `cached` is False if compiled kernels
    cannot be stored.
    """

    def __init__(self, cached: bool = True) -> None:
        self.cached = cached
        self.kernels = 0
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self._under_way: list[str] = []
        self._began = self._cpu_began = 0.0
        self._reported = False

    @property
    def under_way(self) -> bool:
        """True while a kernel compiles."""
        return bool(self._under_way)

    def begin(self, kernel: str) -> None:
        """Note that a kernel compiles now, for itself or because the one before calls it."""
        if not self._under_way:
            self._began, self._cpu_began = time.monotonic(), time.thread_time()
        self.kernels += 1
        self._under_way.append(kernel)
        reason = (
            "the first run only" if self.cached else "no folder stores them: set NUMBA_CACHE_DIR"
        )
        if _is_terminal():
            seconds = self.seconds + time.monotonic() - self._began
            _write_line(
                f"compiling ({reason}): {self._under_way[0]};"
                f" {self.kernels} kernels, {seconds:.0f} s"
            )
        elif not self._reported:
            self._reported = True
            hint = f"; `{WARM_UP_COMMAND}` does all of them" if self.cached else ""
            logger.warning(f"compiling kernels for this machine ({reason}{hint}) ...")

    def end(self) -> None:
        """Note that the latest kernel has compiled."""
        self._under_way.pop()
        if self._under_way:
            return
        self.seconds += time.monotonic() - self._began
        if threading.current_thread().name != COMPILER:
            self.cpu_seconds += time.thread_time() - self._cpu_began
        if _is_terminal():
            _write_line("")


FIRST_RUN = FirstRun()
"""The compilations of this process."""


def _is_terminal() -> bool:
    """True if a line can be rewritten: in the main process, unless a display has the terminal."""
    stream: TextIO | None = sys.stderr
    return stream is sys.__stderr__ and stream is not None and stream.isatty()


def _write_line(text: str) -> None:
    """Replace the terminal's line with a text, and put the cursor at its beginning."""
    width = shutil.get_terminal_size().columns - 1
    stream = getattr(sys.stderr, "styled", sys.stderr)  # see othello.cli.command
    print(f"\r{text[:width]:<{width}}", end="\r", file=stream, flush=True)
