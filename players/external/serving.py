"""Input and search of a served player: lines arrive while it searches, and some end the search.

One thread reads, the main thread answers in order. Kernels release Python's lock, so that the
reading thread can raise the stop flag of the search at once.
"""

import io
import threading
import time
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from othello.cli.errors import first_line, place_of
from othello.position import Position
from players import registry
from players.limits import LARGEST_DEPTH, ClockLeft, Limits
from players.move_values import LEAST_DEPTH, MoveValues, deepening_values
from players.protocol import Choice

LONGEST_REQUEST = 2**16
"""Most characters of a line; the rest of a longer one is dropped."""
TOO_LONG = f"a line of more than {LONGEST_REQUEST} characters"
OWN_LIMITS = ("depth", "nodes", "seconds", "limit", "game_seconds", "level")
"""Options that limit a player's search; with one of them the client's depth is ignored."""
RESERVE_MOVES = 4
"""Moves that time is kept for beyond the last one."""
USED_SHARE = 0.8
"""Share of a time per move that is used: machines are busy at times."""
DEFAULT_HINT_DEPTH = 8
"""Depth of values of moves if none is set."""
LONGEST_ERROR = 200
"""Most characters of a player's error message."""
QUIT = "quit"
SCRIPT_SECONDS = 0.5
"""Lines within this time after a question belong to the same script."""


def is_too_long(line: str) -> bool:
    """True if a line from an `Inbox` is the beginning of one that is too long."""
    return len(line.removesuffix("\n")) > LONGEST_REQUEST


def _first_word(line: str) -> str:
    if is_too_long(line):
        return ""
    words = line.split(maxsplit=2)
    if len(words) > 1 and words[0].isdigit():
        words = words[1:]
    return words[0] if words else ""


class Inbox:
    """Queue of lines to answer, and the stop flag of the search that runs."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._stop: Any = None
        self._stoppers: Collection[str] = ()
        self._began = 0.0

    def put(self, line: str) -> None:
        """Add a line; stop the search if the first word does that."""
        with self._changed:
            self._lines.append(line)
            if self._stops(line) or (_first_word(line) == QUIT and self._is_separate()):
                self._stop[0] = 1
            self._changed.notify()

    def close(self) -> None:
        """Mark the end of the input."""
        with self._changed:
            self._closed = True
            if self._is_separate():
                self._stop[0] = 1
            self._changed.notify()

    def next(self) -> str | None:
        """Wait for the next line and return it; None after the last."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._closed)
            return self._lines.popleft() if self._lines else None

    @contextmanager
    def search(self, stoppers: Collection[str] = ()) -> Iterator[Any]:
        """Within, lines with these first words raise the stop flag, int64[1], that is yielded.

        `quit` and the end of the input always do, unless they come with the question itself, as in
        a script: then it is answered first.
        """
        with self._changed:
            self._stop = stop = np.zeros(1, np.int64)
            self._stoppers = stoppers
            self._began = time.monotonic()
            if any(map(self._stops, self._lines)):
                stop[0] = 1
        try:
            yield stop
        finally:
            with self._changed:
                self._stop = None

    def read(self, stream: io.BufferedReader) -> None:
        """Put all lines of a stream; for a thread of its own."""
        try:
            lines = io.TextIOWrapper(stream, "utf-8-sig", "replace", newline="\n")
            for line in iter(lambda: lines.readline(LONGEST_REQUEST + 1), ""):
                end = line
                while is_too_long(end) and not end.endswith("\n"):
                    end = lines.readline(LONGEST_REQUEST + 1)
                self.put(line)
        except (OSError, ValueError):
            pass
        finally:
            self.close()

    def _stops(self, line: str) -> bool:
        return self._stop is not None and _first_word(line) in self._stoppers

    def _is_separate(self) -> bool:
        """True if a search runs whose question came some time ago."""
        return self._stop is not None and time.monotonic() - self._began > SCRIPT_SECONDS


class TimeLeft(NamedTuple):
    """Time of a side, for the next `moves`, or for all if it is 0."""

    seconds: float
    moves: int = 0


class Thinker:
    """A player with the depth and time that a client sends.

    SpecError for a bad specification.
    """

    def __init__(self, spec: str) -> None:
        self.player = registry.make(spec)
        self.name = registry.canonical(spec)
        self._options: dict[str, Any] = registry.parse(spec)[1]
        self._takes_depth = "depth" in registry.supported_limits(spec)
        self._depth: int | None = None
        self._games = 0
        self._ready = False

    @property
    def depth(self) -> int | None:
        """Search depth: the player's own, or the client's, or None."""
        own = self._options.get("depth")
        return self._depth if own is None else own

    def set_depth(self, depth: int) -> None:
        """Set the search depth, unless the specification has a limit."""
        if self._takes_depth and not any(name in self._options for name in OWN_LIMITS):
            self._depth = max(1, min(depth, LARGEST_DEPTH))

    def begin_game(self) -> None:
        """Begin a new game."""
        self._ready = False

    def prepare(self) -> None:
        """Clear the player for a new game, if it is not ready."""
        if not self._ready:
            self.player.new_game(self._games)
            self._games += 1
            self._ready = True

    def choose(self, position: Position, stop: Any, left: TimeLeft | None = None) -> Choice:
        """Return the player's choice in a position with a move; worthless once `stop` is raised."""
        self.prepare()
        return self.player.choose(position, self.limits(position, stop, left))

    def values(self, position: Position, stop: Any) -> Iterator[MoveValues]:
        """Yield the values of all moves at growing depths; stop at the depth that is set."""
        self.prepare()
        depth = max(LEAST_DEPTH, self.depth or DEFAULT_HINT_DEPTH)
        return deepening_values(self.player, position, depth, stop)

    def limits(self, position: Position, stop: Any, left: TimeLeft | None) -> Limits:
        """Return the limits of a move: the client's depth, and a share of the time left."""
        if left is None:
            return Limits(depth=self._depth, stop=stop)
        own = getattr(self.player, "seconds", self._options.get("seconds"))
        moves = left.moves or (int(position.plies_left()) + 1) // 2 + RESERVE_MOVES
        share = max(0.001, (USED_SHARE if left.moves else 1.0) * left.seconds / moves)
        return Limits(
            depth=self.depth,
            nodes=self._options.get("nodes"),
            seconds=share if own is None else min(share, own),
            stop=stop,
            interest=self._options.get("limit"),
            clock=None if left.moves else ClockLeft(left.seconds, longest=own),
        )


def error_line(error: Exception) -> str:
    """Return a player's error in one line for the client."""
    line = first_line(error)[:LONGEST_ERROR]
    return f"the player failed: {type(error).__name__}: {line}{place_of(error)}"
