"""Files and folders, asked for no longer than a limit; memory that is free goes back.

A network share that is gone never answers: the thread of the window reads, writes and looks for
files by `ask` alone.
"""

import ctypes
import errno
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TimeIsUp
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from players.window.translation import _


def give_back_memory() -> None:
    """Give back what the C library of Linux would keep: after much was read or compiled."""
    with suppress(AttributeError, OSError, TypeError):  # there is no such thing elsewhere
        ctypes.CDLL(None).malloc_trim(0)


ANSWER_SECONDS = 5.0
"""The longest that the window stands still for a disk."""
WRITE_SECONDS = 15.0
"""The longest that it waits for what a thread writes already."""

Answer = TypeVar("Answer")


def ask(work: Callable[[], Answer]) -> Answer:
    """Return what `work` returns, or raise what it raises; OSError after ANSWER_SECONDS.

    It runs in a thread of its own, which is left alone then.
    """
    future: Future[Answer] = Future()

    def run() -> None:
        from othello.jit import ignore_overflow

        ignore_overflow()
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, name="disk", daemon=True).start()
    try:
        return future.result(ANSWER_SECONDS)
    except TimeIsUp:
        raise OSError(errno.ETIMEDOUT, _("disk not responding")) from None


def exists(path: str | Path, test: Callable[[str | Path], bool] = os.path.exists) -> bool:
    """Return whether a file is there, or passes another test; False where there is no answer."""
    with suppress(OSError):
        return ask(partial(test, path))
    return False


def is_folder(path: str | Path) -> bool:
    """Return whether a folder is there; False where there is no answer."""
    return exists(path, os.path.isdir)


def join(thread: threading.Thread | None) -> bool:
    """Wait for a thread that uses a disk, WRITE_SECONDS at most; return whether it has ended."""
    if thread is not None:
        thread.join(WRITE_SECONDS)
    return thread is None or not thread.is_alive()
