"""Worker processes: how each begins, and that it ends with who started it and with all it started.

What a player starts may leave its parent and its group. It is found all the same: by whose child
it is, and by a mark in its environment, both of which psutil reads on every system.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from multiprocessing import parent_process
from typing import NoReturn

import psutil

LOOK_SECONDS = 0.5
"""How often a worker looks whether the processes that started it live."""

POOL_MARK = "OTHELLO_WORKERS"
"""The variable of the environment that marks what workers start; its value names their pool."""

EXIT_SECONDS = 0.01
"""How long a killed process may take to be gone, before it is looked for again."""
MOST_LOOKS = 20
"""How often what is to be killed is looked for, since one may start another meanwhile."""


def begin(mark: str = "") -> None:
    """Begin this process as a worker: it ends with those that started it.

    What Ctrl-C means is left to the process in front, which `mark` names, if anything does.
    """
    sys.excepthook = sys.__excepthook__
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ[POOL_MARK] = mark
    parent = parent_process()
    if parent is None:  # who is no multiprocessing's is told through a pipe
        return
    server = os.getppid()

    def watch() -> None:
        """The one in front, and where workers are forked the server, without which that is lost."""
        while parent.is_alive() and os.getppid() == server:
            parent.join(LOOK_SECONDS)
        leave(1)

    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def marked(mark: str) -> Iterator[None]:
    """Within, what is started has a mark, which names the pool that it belongs to."""
    before = os.environ.get(POOL_MARK)
    os.environ[POOL_MARK] = mark
    try:
        yield
    finally:
        os.environ.pop(POOL_MARK)
        if before is not None:
            os.environ[POOL_MARK] = before


def leave(code: int) -> NoReturn:
    """End this worker now, with all that it has started, whatever threads it has."""
    kill_started(os.getpid(), os.environ.get(POOL_MARK, ""))
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)


def _ended(process: psutil.Process) -> bool:
    """Whether a process has ended, though its parent may not have looked yet."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.Error:
        return True


def started(number: int | None, mark: str, variable: str = POOL_MARK) -> set[psutil.Process]:
    """The children of a process and theirs, and what has a mark; this process is none of them."""
    found: set[psutil.Process] = set()
    if number is not None:
        with contextlib.suppress(psutil.Error):
            found.update(psutil.Process(number).children(recursive=True))
    for one in psutil.process_iter() if mark else ():
        with contextlib.suppress(psutil.Error, OSError):
            if one.environ().get(variable) == mark:
                found.add(one)
    return {one for one in found if one.pid != os.getpid() and not _ended(one)}


def kill_started(
    number: int | None, mark: str = "", variable: str = POOL_MARK, *, itself: bool = False
) -> None:
    """Kill all that the process of a number has started, and what has a mark; then `itself` too.

    The mark is the value of a `variable` of the environment, "" for none.
    """
    if itself and number is not None:
        with contextlib.suppress(psutil.Error):
            psutil.Process(number).suspend()  # lest it answers when what it asked is gone
    for _ in range(MOST_LOOKS):
        found = started(number, mark, variable)
        for one in found:
            with contextlib.suppress(psutil.Error):
                one.kill()
        if not found:
            break
        time.sleep(EXIT_SECONDS)
    if itself and number is not None:
        with contextlib.suppress(psutil.Error):
            psutil.Process(number).kill()
