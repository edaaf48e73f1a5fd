"""Compilation of kernels, as it is reported."""

import logging
import sys
import time
from typing import TextIO

from othello.cli.output import redraw

WARM_UP_COMMAND = "python -m othello warm-up"

logger = logging.getLogger("othello.jit")
"""Logs once that compilation has begun."""


class FirstRun:
    """Counts the kernels that this process compiles, and reports them meanwhile.

    A terminal shows one line, which is rewritten and finally removed. Elsewhere, and in a worker
    process, there is a line at the beginning. numba compiles in one thread at a time. `cached` is
    False if compiled kernels cannot be stored.
    """

    def __init__(self, cached: bool = True) -> None:
        self.cached = cached
        self.kernels = 0
        self.seconds = self.cpu_seconds = 0.0
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
            count = f"{self.kernels} kernels, {seconds:.0f} s"
            redraw(sys.stderr, f"compiling ({reason}): {self._under_way[0]}; {count}")
        elif not self._reported:
            self._reported = True
            hint = f"; `{WARM_UP_COMMAND}` does all of them" if self.cached else ""
            logger.warning(f"compiling kernels for this machine ({reason}{hint}) ...")

    def end(self) -> None:
        """Note that the latest kernel has compiled."""
        self._under_way.pop()
        if not self._under_way:
            self.seconds += time.monotonic() - self._began
            self.cpu_seconds += time.thread_time() - self._cpu_began
            if _is_terminal():
                redraw(sys.stderr, "")


FIRST_RUN = FirstRun()
"""The compilations of this process."""


def _is_terminal() -> bool:
    """True if a line can be rewritten: in the main process, unless a display has the terminal."""
    stream: TextIO | None = sys.stderr
    return stream is sys.__stderr__ and stream is not None and stream.isatty()
