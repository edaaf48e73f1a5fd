"""Worker processes: each ends with its parent and with all processes that it has started.

A process that a player starts may leave its parent and its group. It is found by its ancestors and
by a mark in its environment; psutil reads both on every system.
"""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from typing import NoReturn

import psutil

IS_WORKER = False
"""True in the worker processes of a pool."""

LOOK_SECONDS = 0.5
"""The interval at which `end_with` checks that a process is alive."""

POOL_MARK = "OTHELLO_WORKERS"
"""The environment variable that marks processes started by workers; its value names the pool."""

EXIT_SECONDS = 0.01
"""The time for a killed process to end before the next check."""
MOST_LOOKS = 20
"""The most checks for processes to kill, since one may start another meanwhile."""


def end_with(number: int) -> None:
    """End this process, with all that it has started, as soon as the process `number` has ended."""

    def watch() -> None:
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(number)
            while process.is_running() and not _ended(process):
                time.sleep(LOOK_SECONDS)
        exit_worker(1)

    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def marked(mark: str) -> Iterator[None]:
    """Within, mark started processes with the name of their pool."""
    before = os.environ.get(POOL_MARK)
    os.environ[POOL_MARK] = mark
    try:
        yield
    finally:
        os.environ.pop(POOL_MARK)
        if before is not None:
            os.environ[POOL_MARK] = before


def exit_worker(code: int) -> NoReturn:
    """End this worker now with all processes that it has started, even if threads run."""
    kill_started(os.getpid(), os.environ.get(POOL_MARK, ""))
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)


def _ended(process: psutil.Process) -> bool:
    """True if a process has ended, even if its parent has not waited for it."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.Error:
        return True


def started(number: int | None, mark: str) -> set[psutil.Process]:
    """Return the descendants of a process, and marked processes, without this process."""
    found: set[psutil.Process] = set()
    if number is not None:
        with contextlib.suppress(psutil.Error):
            found.update(psutil.Process(number).children(recursive=True))
    for process in psutil.process_iter() if mark else ():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(POOL_MARK) == mark:
                found.add(process)
    return {process for process in found if process.pid != os.getpid() and not _ended(process)}


def kill_started(number: int | None, mark: str = "", *, itself: bool = False) -> None:
    """Kill the descendants of a process and marked processes, and then the process `itself`.

    `number` is its id; "" stands for no mark.
    """
    if itself and number is not None:
        with contextlib.suppress(psutil.Error):
            psutil.Process(number).suspend()  # so that it cannot answer without them
    for _ in range(MOST_LOOKS):
        found = started(number, mark)
        for process in found:
            with contextlib.suppress(psutil.Error):
                process.kill()
        if not found:
            break
        time.sleep(EXIT_SECONDS)
    if itself and number is not None:
        with contextlib.suppress(psutil.Error):
            psutil.Process(number).kill()
