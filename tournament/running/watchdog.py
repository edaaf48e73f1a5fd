"""A file in which every game under way says whose turn it is and since when.

A player may hang where nothing in its process can interrupt it, so another process has to
see it. A file needs nothing but its name to be reached from any process, and a report costs
two microseconds.
"""

import contextlib
import os
import struct
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from players.workers.folders import locked_folder

MOVE_SECONDS = 600.0
"""How long a move may take, when no other bound is given, before its player has lost."""

PREPARING_SECONDS = 1800.0
"""How long the making of a player may take, which compiles its kernels the first time."""

_TURN = struct.Struct("<dq???")

FILE = "turns"


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
    with locked_folder(Path(tempfile.gettempdir())) as folder:
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
