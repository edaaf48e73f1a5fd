"""A file in which every game under way says whose turn it is and since when.

A player may hang where nothing in its process can interrupt it, so somebody
else has to see it. A file needs nothing but its name to be reached from any
process, and a beat costs two microseconds.
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

_BEAT = struct.Struct("<dq??")

FOLDERS = "othello-run-"
"""Begins the names of the temporary folders in which the files lie."""

FILE = "pulses"
LOCK = "lock"


class Beat(NamedTuple):
    """The last sign of a game: the monotonic clock's seconds then, the process, and the side.

    `warming` is whether the side's player is only being made, which may compile.
    """

    since: float
    process: int
    black_to_move: bool
    warming: bool = False


class Pulse:
    """One game's place in the file, to be called with whether it is black's turn."""

    def __init__(self, path: Path, number: int) -> None:
        self._file = open(path, "r+b", buffering=0)  # noqa: SIM115 - closed by __exit__
        self._place = number * _BEAT.size

    def __enter__(self) -> "Pulse":
        """The pulse itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the file."""
        self._file.close()

    def __call__(self, black_to_move: bool, warming: bool = False) -> None:
        """Say that a turn begins, or that a player is being made."""
        beat = Beat(time.monotonic(), os.getpid(), black_to_move, warming)
        self._file.seek(self._place)
        self._file.write(_BEAT.pack(*beat))


@contextlib.contextmanager
def pulses() -> Iterator[Path]:
    """An empty file of pulses that is gone afterwards; what killed programs left goes first."""
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


def forget(path: Path, number: int) -> None:
    """Make the place of a game empty, as if it had not begun."""
    with open(path, "r+b", buffering=0) as file:
        file.seek(number * _BEAT.size)
        file.write(bytes(_BEAT.size))


def last_beat(path: Path, number: int) -> Beat | None:
    """The last sign of a game, None if it has not begun."""
    with open(path, "rb", buffering=0) as file:
        file.seek(number * _BEAT.size)
        data = file.read(_BEAT.size)
    if len(data) < _BEAT.size or not any(data):
        return None
    return Beat(*_BEAT.unpack(data))
