"""Access to files with a time limit, so that a hung disk does not hang the window.

The window's thread reads, writes and looks for files only through `run_with_timeout`: a lost
network share never answers.
"""

import ctypes
import errno
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TimeIsUp
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from othello.files import replace_file
from players.window.translation import _


def give_back_memory() -> None:
    """Return free memory to Linux, whose C library would keep it after reading or compiling."""
    with suppress(AttributeError, OSError, TypeError):  # other systems lack it
        ctypes.CDLL(None).malloc_trim(0)


ANSWER_SECONDS = 5.0
"""The longest time that the window waits for a disk."""
WRITE_SECONDS = 15.0
"""The longest time that it waits for a thread that writes."""

Answer = TypeVar("Answer")


def start_thread(work: Callable[[], object], name: str) -> threading.Thread:
    """Start a thread that may compute; it does not keep the program from ending."""

    def run() -> None:
        from othello.jit import ignore_overflow

        ignore_overflow()  # before imports that compute
        work()

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread


def run_with_timeout(work: Callable[[], Answer]) -> Answer:
    """Run `work` in a thread and return its result; OSError after ANSWER_SECONDS."""
    future: Future[Answer] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    start_thread(run, "disk")
    try:
        return future.result(ANSWER_SECONDS)
    except TimeIsUp:
        raise OSError(errno.ETIMEDOUT, _("disk not responding")) from None


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, with its folder; OSError after ANSWER_SECONDS."""

    def put() -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)

    run_with_timeout(put)


def is_folder(path: Path) -> bool:
    """True if a folder exists; False without an answer in time."""
    with suppress(OSError):
        return run_with_timeout(lambda: os.path.isdir(path))
    return False


def wait_for(thread: threading.Thread | None) -> bool:
    """Wait at most WRITE_SECONDS for a thread that writes; True if it has ended."""
    if thread is not None:
        thread.join(WRITE_SECONDS)
    return thread is None or not thread.is_alive()
