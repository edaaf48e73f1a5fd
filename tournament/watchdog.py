"""A file in which every game under way says whose turn it is and since when.

A player may hang where nothing in its process can interrupt it, so another process has to
see it. A file needs nothing but its name to be reached from any process, and a report costs
two microseconds.
"""

import contextlib
import os
import shutil
import struct
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

if sys.platform != "win32":
    import fcntl

MOVE_SECONDS = 600.0
"""How long a move may take, when no other bound is given, before its player has lost."""

PREPARING_SECONDS = 1800.0
"""How long the making of a player may take, which compiles its kernels the first time."""

_TURN = struct.Struct("<dq??")

FOLDERS = "othello-run-"
"""Begins the names of the temporary folders in which the files lie."""

FILE = "turns"
LOCK = "lock"


class Turn(NamedTuple):
    """The last report of a game: the monotonic clock's seconds then, the process, and the side.

    `preparing` is whether the side's player is only being made, which may compile.
    """

    since: float
    process: int
    black_to_move: bool
    preparing: bool = False

    def allowed(self, move_seconds: float) -> float:
        """The seconds for what the player is doing, where a move may take so many."""
        return max(PREPARING_SECONDS, move_seconds) if self.preparing else move_seconds

    def overdue(self, move_seconds: float) -> bool:
        """Whether the player has taken longer."""
        return time.monotonic() - self.since > self.allowed(move_seconds)


class TurnReport:
    """One game's place in the file, to be called with whether it is black's turn."""

    def __init__(self, path: Path, number: int) -> None:
        self._file = open(path, "r+b", buffering=0)  # noqa: SIM115 - closed by __exit__
        self._place = number * _TURN.size

    def __enter__(self) -> "TurnReport":
        """The report itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the file."""
        self._file.close()

    def __call__(self, black_to_move: bool, preparing: bool = False) -> None:
        """Say that a turn begins, or that a player is being made."""
        turn = Turn(time.monotonic(), os.getpid(), black_to_move, preparing)
        self._file.seek(self._place)
        self._file.write(_TURN.pack(*turn))


@contextlib.contextmanager
def turns_file() -> Iterator[Path]:
    """An empty file of turns that is gone afterwards; what killed programs left goes first."""
    _sweep(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=FOLDERS, ignore_cleanup_errors=True) as folder:
        path = Path(folder, FILE)
        with open(path.with_name(LOCK), "wb") as lock:
            _lock(lock)
            path.touch()  # only now can a sweep see the folder
            yield path


def _sweep(parent: Path) -> None:
    """Remove the folders in `parent` that are this user's and whose program is gone."""
    if sys.platform == "win32":
        return
    for path in parent.glob(f"{FOLDERS}*/{FILE}"):
        with contextlib.suppress(OSError), open(path.with_name(LOCK), "r+b") as lock:
            if path.parent.lstat().st_uid == os.getuid() and _lock(lock):
                shutil.rmtree(path.parent, ignore_errors=True)


def _lock(file: IO[bytes]) -> bool:
    """Whether the file could be locked, which lasts until it is closed, by a kill too."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # another program has it, or the file system knows no locks
        return False
    return True


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
    if len(data) < _TURN.size or not any(data):
        return None
    return Turn(*_TURN.unpack(data))
