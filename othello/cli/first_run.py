"""What is said while kernels are compiled, which happens in the first run on a machine only."""

import logging
import shutil
import sys
import threading
import time
from multiprocessing import parent_process
from typing import TextIO

from othello.compiling import COMPILER

WARM_UP_COMMAND = "python -m othello warm-up"

logger = logging.getLogger("othello.jit")
"""Told once that compiling has begun."""
kernel_logger = logging.getLogger("othello.jit.kernel")
"""Told of each kernel that takes long."""


class FirstRun:
    """Counts what is compiled, and says so while it lasts.

    On a terminal in one line that is rewritten and taken away at the end; elsewhere, and in a
    worker process, in a line at the beginning and one for each kernel that takes long. For
    numba's compiler, which works in one thread at a time. `cpu_seconds` are those of threads that
    had more to do than to compile. `kept` is False if there is no folder for what is compiled.
    """

    def __init__(self, kept: bool = True) -> None:
        self.kept = kept
        self.kernels = 0
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self._under_way: list[str] = []
        self._began = self._cpu_began = 0.0
        self._said = False

    @property
    def under_way(self) -> bool:
        """Whether a kernel is being compiled."""
        return bool(self._under_way)

    @property
    def _why(self) -> str:
        """Why kernels are compiled now."""
        return "the first run only" if self.kept else "no folder keeps them: name NUMBA_CACHE_DIR"

    def begin(self, kernel: str, about_seconds: float | None) -> None:
        """A kernel is compiled now, for itself or because the one before calls it."""
        if not self._under_way:
            self._began, self._cpu_began = time.monotonic(), time.thread_time()
        self.kernels += 1
        told = kernel if about_seconds is None else f"{kernel}, about {about_seconds:.0f} s"
        self._under_way.append(told)
        if _is_terminal():
            self._rewrite()
            return
        if not self._said:
            self._said = True
            ahead = f"; `{WARM_UP_COMMAND}` does all of them" if self.kept else ""
            logger.warning(f"compiling kernels for this machine ({self._why}{ahead}) ...")
        if about_seconds is not None:
            kernel_logger.warning("compiling %s ...", told)

    def end(self) -> None:
        """The kernel begun last is compiled."""
        self._under_way.pop()
        if self._under_way:
            return
        self.seconds += time.monotonic() - self._began
        if threading.current_thread().name != COMPILER:
            self.cpu_seconds += time.thread_time() - self._cpu_began
        if _is_terminal():
            _write_line("")

    def _rewrite(self) -> None:
        """Show the kernel that was asked for, how many there were, and for how long."""
        seconds = self.seconds + time.monotonic() - self._began
        _write_line(
            f"compiling ({self._why}): {self._under_way[0]};"
            f" {self.kernels} kernels, {seconds:.0f} s"
        )


FIRST_RUN = FirstRun()
"""What this process has compiled."""


def _is_terminal() -> bool:
    """Whether a line can be rewritten: in the process in front, if no display has the terminal."""
    stream: TextIO | None = sys.stderr
    in_front = stream is sys.__stderr__ and parent_process() is None
    return in_front and stream is not None and stream.isatty()


def _write_line(text: str) -> None:
    """Put a text in the place of the terminal's line, and the cursor at its beginning."""
    width = shutil.get_terminal_size().columns - 1
    stream = getattr(sys.stderr, "styled", sys.stderr)  # see othello.cli.command
    print(f"\r{text[:width]:<{width}}", end="\r", file=stream, flush=True)
