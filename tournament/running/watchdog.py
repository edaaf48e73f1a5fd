"""A file with the turn of every game under way, for the process that watches the players.

A hanging player cannot be interrupted from within its process. A file can be reached from any
process by its name, and a report takes two microseconds.
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
"""The default limit of a move, after which the player has lost."""

PREPARING_SECONDS = 1800.0
"""The limit for making a player, which compiles its kernels the first time."""

_TURN = struct.Struct("<dq???")

FILE = "turns"


class ReportedTurn(NamedTuple):
    """The last report of a game: its time on the monotonic clock, the process, and the side.

    `moved` is True if the side has moved in this game, `preparing` while its player is made.
    """

    since: float
    process: int
    black_to_move: bool
    moved: bool = False
    preparing: bool = False

    def allowed(self, move_seconds: float) -> float:
        """Return the seconds for the current step, where a move may take `move_seconds`."""
        return max(PREPARING_SECONDS, move_seconds) if self.preparing else move_seconds

    def overdue(self, move_seconds: float) -> bool:
        """True if the player has taken longer than allowed."""
        return time.monotonic() - self.since > self.allowed(move_seconds)


class TurnReport:
    """Writes the reports of one game; called when a turn begins or a player is made."""

    def __init__(self, path: Path, number: int) -> None:
        self._file = open(path, "r+b", buffering=0)  # noqa: SIM115 - closed by __exit__
        self._place = number * _TURN.size

    def __enter__(self) -> "TurnReport":
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def __call__(self, black_to_move: bool, moved: bool = False, preparing: bool = False) -> None:
        """Write a `ReportedTurn`."""
        turn = ReportedTurn(time.monotonic(), os.getpid(), black_to_move, moved, preparing)
        self._file.seek(self._place)
        self._file.write(_TURN.pack(*turn))


@contextlib.contextmanager
def turns_file() -> Iterator[Path]:
    """Create an empty file of turns and delete it afterwards."""
    with locked_folder(Path(tempfile.gettempdir())) as folder:
        path = folder / FILE
        path.touch()
        yield path


def clear(path: Path, number: int) -> None:
    """Clear the report of a game, as if it had not begun."""
    with open(path, "r+b", buffering=0) as file:
        file.seek(number * _TURN.size)
        file.write(bytes(_TURN.size))


def last_turn(path: Path, number: int) -> ReportedTurn | None:
    """Return the last report of a game, None if it has not begun."""
    with open(path, "rb", buffering=0) as file:
        file.seek(number * _TURN.size)
        data = file.read(_TURN.size)
    return ReportedTurn(*_TURN.unpack(data)) if len(data) == _TURN.size and any(data) else None
