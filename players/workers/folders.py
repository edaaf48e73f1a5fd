"""Temporary folders that are removed with their program, or at the next start if it was killed.

A folder has a file that is locked while its program lives. A lock that can be acquired shows that
the program is gone.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from multiprocessing.util import Finalize, get_temp_dir
from pathlib import Path
from typing import Any

from othello.files import locked

FOLDER_PREFIX = "othello-run-"

LOCK = "lock"
READY = "ready"
"""Files of a folder: the locked one, and one that exists once the lock is held."""

LAST = -1000
"""Exit priority: after multiprocessing has removed its folder."""
LONGEST_PARENT = 60
SHORT_PARENT = Path("/tmp")
"""Parent if the usual one is too long: a socket's name has at most 103 to 107 bytes."""


def _remove(path: Path, lock: Any) -> None:
    """Remove a folder and release its lock, if there is one."""
    if lock is not None:
        lock.release()
    shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def locked_folder(parent: Path) -> Iterator[Path]:
    """Create a folder in `parent` for the time of the context; first remove stale ones."""
    _remove_stale(parent)
    path, lock = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=parent)), None
    try:
        lock = locked(path / LOCK)
        (path / READY).touch()  # `_remove_stale` ignores the folder until now
        yield path
    finally:
        _remove(path, lock)


@lru_cache
def socket_folder() -> Path:
    """Return the folder of this process's `multiprocessing` sockets, removed at exit.

    The default folder of `multiprocessing` would stay when the process is killed.
    """
    usual = Path(tempfile.gettempdir())
    parent = usual if len(os.fsencode(usual)) <= LONGEST_PARENT else SHORT_PARENT
    stack = contextlib.ExitStack()
    path = stack.enter_context(locked_folder(parent))
    Finalize(None, stack.close, exitpriority=LAST)
    before, tempfile.tempdir = tempfile.tempdir, str(path)
    try:
        get_temp_dir()  # multiprocessing makes its folder once, and keeps it
    finally:
        tempfile.tempdir = before
    return path


def _remove_stale(parent: Path) -> None:
    """Remove this user's folders in `parent` whose program is gone."""
    own = os.getuid() if hasattr(os, "getuid") else 0
    for path in parent.glob(f"{FOLDER_PREFIX}*/{READY}"):
        with contextlib.suppress(OSError):
            if path.parent.lstat().st_uid != own:
                continue
            lock = locked(path.with_name(LOCK))
            if lock is not None:
                _remove(path.parent, lock)
