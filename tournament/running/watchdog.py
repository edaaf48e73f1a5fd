"""A file in which every game under way says whose turn it is and since when, and its folder.

A player may hang where nothing in its process can interrupt it, so another process has to
see it. A file needs nothing but its name to be reached from any process, and a report costs
two microseconds.

Temporary folders go with the program that made them, at the next start at the latest. A folder
has a file that is locked for as long as its program lives: whoever can lock it finds a folder
that a killed program left.
"""

import atexit
import contextlib
import os
import shutil
import struct
import tempfile
import time
from collections.abc import Iterator
from functools import lru_cache
from multiprocessing import current_process
from pathlib import Path
from typing import Any, NamedTuple

from othello.files import locked

MOVE_SECONDS = 600.0
"""How long a move may take, when no other bound is given, before its player has lost."""

PREPARING_SECONDS = 1800.0
"""How long the making of a player may take, which compiles its kernels the first time."""

_TURN = struct.Struct("<dq???")

FILE = "turns"
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
def _locked_folder(parent: Path) -> Iterator[Path]:
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
    path = until_the_end.enter_context(_locked_folder(parent))
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


class Turn(NamedTuple):
    """The last report of a game: the monotonic clock's seconds then, the process, and the side.

    `moved` is True if the side has made a move in this game, `preparing` while its player is made
    and set up, which may compile.
    """

    since: float
    process: int
    black_to_move: bool
    moved: bool = False
    preparing: bool = False

    def allowed(self, move_seconds: float) -> float:
        """The seconds for what the player is doing, where a move may take so many."""
        return max(PREPARING_SECONDS, move_seconds) if self.preparing else move_seconds

    def overdue(self, move_seconds: float) -> bool:
        """Whether the player has taken longer."""
        return time.monotonic() - self.since > self.allowed(move_seconds)


class TurnReport:
    """One game's place in the file, to be called when a turn begins or a player is made."""

    def __init__(self, path: Path, number: int) -> None:
        self._file = open(path, "r+b", buffering=0)  # noqa: SIM115 - closed by __exit__
        self._place = number * _TURN.size

    def __enter__(self) -> "TurnReport":
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def __call__(self, black_to_move: bool, moved: bool = False, preparing: bool = False) -> None:
        """Write whose turn begins, or whose player is being made, as the fields of a `Turn`."""
        turn = Turn(time.monotonic(), os.getpid(), black_to_move, moved, preparing)
        self._file.seek(self._place)
        self._file.write(_TURN.pack(*turn))


@contextlib.contextmanager
def turns_file() -> Iterator[Path]:
    """An empty file of turns that is gone afterwards."""
    with _locked_folder(Path(tempfile.gettempdir())) as folder:
        path = folder / FILE
        path.touch()
        yield path


def clear(path: Path, number: int) -> None:
    """Make the place of a game empty, as if it had not begun."""
    with open(path, "r+b", buffering=0) as file:
        file.seek(number * _TURN.size)
        file.write(bytes(_TURN.size))


def last_turn(path: Path, number: int) -> Turn | None:
    """The last report of a game, None if it has not begun."""
    with open(path, "rb", buffering=0) as file:
        file.seek(number * _TURN.size)
        data = file.read(_TURN.size)
    return Turn(*_TURN.unpack(data)) if len(data) == _TURN.size and any(data) else None
