"""A file in which every game under way says whose turn it is and since when.

A player may hang where nothing in its process can interrupt it, so somebody
else has to see it. A file needs nothing but its name to be reached from any
process, and a beat costs two microseconds.
"""

import os
import struct
import time
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

_BEAT = struct.Struct("<dqq")  # seconds, process, whether it is black's turn


class Beat(NamedTuple):
    """The last sign of a game: the monotonic clock's seconds then, the process, and the side."""

    since: float
    process: int
    black_to_move: bool


class Pulse:
    """One game's place in the file, to be called with whether it is black's turn."""

    def __init__(self, path: Path, number: int) -> None:
        self._file = open(path, "r+b", buffering=0)  # noqa: SIM115 - closed by __exit__
        self._place = number * _BEAT.size

    def __enter__(self) -> "Pulse":
        """The pulse itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.close()

    def __call__(self, black_to_move: bool) -> None:
        """Say that a turn begins."""
        self._file.seek(self._place)
        self._file.write(_BEAT.pack(time.monotonic(), os.getpid(), black_to_move))


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
    since, process, black = _BEAT.unpack(data)
    return Beat(since, process, bool(black))
