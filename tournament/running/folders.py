"""Temporary folders that go with the program that made them, at the next start at the latest.

A folder has a file that is locked for as long as its program lives: whoever can lock it
finds a folder that a killed program left.
"""

import atexit
import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from multiprocessing import current_process
from pathlib import Path
from typing import IO, NamedTuple

from othello.files import lock_file

FOLDERS = "othello-run-"
"""Begins the names of the folders."""

LOCK = "lock"
READY = "ready"
"""The files of a folder: the one that is locked, and one that is there once it is locked."""

LONGEST_PARENT = 60
SHORT_PARENT = Path("/tmp")
"""A socket's whole name has at most 107 bytes, 103 on some systems."""


class _Held(NamedTuple):
    """A folder, and its locked file, which must stay open."""

    path: Path
    lock: IO[bytes]


def _made(parent: Path) -> _Held:
    """A new folder in `parent`, locked; what killed programs left there goes first."""
    _sweep(parent)
    path = Path(tempfile.mkdtemp(prefix=FOLDERS, dir=parent))
    try:
        lock = open(path / LOCK, "wb")  # noqa: SIM115 - open as long as the folder is used
        lock_file(lock)
        (path / READY).touch()  # only now can a sweep see the folder
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise
    return _Held(path, lock)


def _removed(held: _Held) -> None:
    """Remove a folder; no-op for what is gone already."""
    held.lock.close()
    shutil.rmtree(held.path, ignore_errors=True)


@contextlib.contextmanager
def run_folder() -> Iterator[Path]:
    """An empty folder that is gone afterwards."""
    held = _made(Path(tempfile.gettempdir()))
    try:
        yield held.path
    finally:
        _removed(held)


@lru_cache
def place_of_sockets() -> Path:
    """The folder in which this process's `multiprocessing` keeps its sockets, until it ends.

    `multiprocessing` would make one of its own, which stays when the process is killed; where
    it looks for one is not documented.
    """
    usual = Path(tempfile.gettempdir())
    held = _made(usual if len(os.fsencode(usual)) <= LONGEST_PARENT else SHORT_PARENT)
    atexit.register(_removed, held)
    current_process()._config["tempdir"] = str(held.path)  # type: ignore[attr-defined]
    return held.path


def _sweep(parent: Path) -> None:
    """Remove the folders in `parent` that are this user's and whose program is gone."""
    if sys.platform == "win32":
        return
    for path in parent.glob(f"{FOLDERS}*/{READY}"):
        with contextlib.suppress(OSError), open(path.with_name(LOCK), "r+b") as lock:
            if path.parent.lstat().st_uid == os.getuid() and lock_file(lock):
                shutil.rmtree(path.parent, ignore_errors=True)
