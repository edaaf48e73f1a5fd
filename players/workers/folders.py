"""Temporary folders that go with the program that made them, at the next start at the latest.

A folder has a file that is locked for as long as its program lives: whoever can lock it has found
a folder that a killed program left.
"""

import atexit
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from multiprocessing import current_process
from pathlib import Path
from typing import Any

from othello.files import locked

FOLDERS = "othello-run-"
"""Begins the names of the folders."""

LOCK = "lock"
READY = "ready"
"""The files of a folder: the one that is locked, and one that is there once it is locked."""

LONGEST_PARENT = 60
SHORT_PARENT = Path("/tmp")
"""A socket's whole name has at most 107 bytes, 103 on some systems."""


def _remove(path: Path, lock: Any) -> None:
    """Remove a folder and the lock of its file, None where there are no locks."""
    if lock is not None:
        lock.release()
    shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def locked_folder(parent: Path) -> Iterator[Path]:
    """A new folder in `parent`, gone afterwards; what killed programs left there goes first."""
    _sweep(parent)
    path, lock = Path(tempfile.mkdtemp(prefix=FOLDERS, dir=parent)), None
    try:
        lock = locked(path / LOCK)
        (path / READY).touch()  # only now can a sweep see the folder
        yield path
    finally:
        _remove(path, lock)


@lru_cache
def place_of_sockets() -> Path:
    """The folder in which this process's `multiprocessing` keeps its sockets, until it ends.

    `multiprocessing` would make one of its own, which stays when the process is killed; where
    it looks for one is not documented.
    """
    usual = Path(tempfile.gettempdir())
    parent = usual if len(os.fsencode(usual)) <= LONGEST_PARENT else SHORT_PARENT
    until_the_end = contextlib.ExitStack()
    path = until_the_end.enter_context(locked_folder(parent))
    atexit.register(until_the_end.close)
    current_process()._config["tempdir"] = str(path)  # type: ignore[attr-defined]
    return path


def _sweep(parent: Path) -> None:
    """Remove the folders in `parent` that are this user's and whose program is gone."""
    own = os.getuid() if hasattr(os, "getuid") else 0
    for path in parent.glob(f"{FOLDERS}*/{READY}"):
        with contextlib.suppress(OSError):
            if path.parent.lstat().st_uid != own:
                continue
            lock = locked(path.with_name(LOCK))
            if lock is not None:
                _remove(path.parent, lock)
