"""What a served player hears and thinks: lines come in while it searches, and some end the search.

One thread reads, the main one answers in order. A search is given a flag that the reading thread
raises for a word that ends it; kernels release the lock of Python, so it is raised at once.
"""

import contextlib
import io
import threading
import time
from collections import deque
from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from othello.compiling import stopped_by
from othello.position import Position
from players import registry
from players.limits import ClockLeft, Limits
from players.protocol import Choice

LONGEST_REQUEST = 2**16
"""Characters of a line that is answered; the rest of a longer one is dropped."""
TOO_LONG = f"a line of more than {LONGEST_REQUEST} characters"
OWN_LIMITS = ("depth", "nodes", "seconds", "limit", "game_seconds", "level")
"""Options of a player that say how long it thinks: with one of them it is told no other depth."""
RESERVE = 4
"""Moves that time is kept for after the last one."""
USED_SHARE = 0.8
"""The share of a time for one move that is thought: machines are busy at times."""
LARGEST_DEPTH = 60
LONGEST_FAULT = 200
"""Characters of what is told of a player's error."""
QUIT = "quit"
TOGETHER_SECONDS = 0.5
"""What comes sooner after a question is taken for part of the same script."""


def is_too_long(line: str) -> bool:
    """True if a line from an `Inbox` is the beginning of one that is refused."""
    return len(line.removesuffix("\n")) > LONGEST_REQUEST


def _first_word(line: str) -> str:
    if is_too_long(line):
        return ""
    words = line.split(maxsplit=2)
    if len(words) > 1 and words[0].isdigit():
        words = words[1:]
    return words[0] if words else ""


class Inbox:
    """The lines that are heard and not yet answered, and the flag of the search that runs."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._stop: Any = None
        self._stoppers: Collection[str] | None = ()
        self._began = 0.0

    def put(self, line: str) -> None:
        """Add a line, and end the search that runs if its first word does that."""
        with self._changed:
            self._lines.append(line)
            if self._stops(line) or (_first_word(line) == QUIT and self._is_late()):
                self._stop[0] = 1
            self._changed.notify()

    def close(self) -> None:
        """Say that no more lines come."""
        with self._changed:
            self._closed = True
            if self._is_late() or (self._stop is not None and self._stoppers is None):
                self._stop[0] = 1
            self._changed.notify()

    def next(self) -> str | None:
        """The next line, as soon as there is one; None after the last."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._closed)
            return self._lines.popleft() if self._lines else None

    def begin(self, stoppers: Collection[str] | None = ()) -> Any:
        """The flag, int64[1], of a search that a line with one of these first words ends.

        Any line ends it, and the end of the lines, where they are None.
        `quit` and the end of the lines end it too, unless they come with its question, as in a
        script that is read from a file: then the question is answered first.
        """
        with self._changed:
            self._stop, self._stoppers = np.zeros(1, np.int64), stoppers
            self._began = time.monotonic()
            if any(map(self._stops, self._lines)) or (stoppers is None and self._closed):
                self._stop[0] = 1
            return self._stop

    def end(self) -> None:
        """Say that no search runs."""
        with self._changed:
            self._stop = None

    def read(self, stream: io.BufferedReader) -> None:
        """Put all lines of a stream, to its end; for a thread of its own."""
        try:
            lines = io.TextIOWrapper(stream, "utf-8", "replace", newline="\n")
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
        if self._stop is None:
            return False
        return self._stoppers is None or _first_word(line) in self._stoppers

    def _is_late(self) -> bool:
        """Whether a search runs whose question came some time ago."""
        return self._stop is not None and time.monotonic() - self._began > TOGETHER_SECONDS


class TimeLeft(NamedTuple):
    """What a client says of a side's time: for so many moves, or for all if `moves` is 0."""

    seconds: float
    moves: int = 0


class Thinker:
    """A player that is asked under what a client tells of depth and time.

    SpecError for a specification that describes none.
    """

    def __init__(self, spec: str) -> None:
        self.player = registry.make(spec)
        self.name = registry.canonical(spec)
        self._given: dict[str, Any] = registry.parse(spec)[1]
        self._knows_depth = "depth" in registry.supported_limits(spec)
        self._depth: int | None = None
        self._games = 0
        self._ready = False

    @property
    def depth(self) -> int | None:
        """The depth to search to: the player's own, or the one told; None for neither."""
        own = self._given.get("depth")
        return self._depth if own is None else own

    def tell_depth(self, depth: int) -> None:
        """Search to this depth from now on, unless the specification says how long to think."""
        if self._knows_depth and not any(name in self._given for name in OWN_LIMITS):
            self._depth = max(1, min(depth, LARGEST_DEPTH))

    def forget(self) -> None:
        """A new game begins."""
        self._ready = False

    def prepare(self) -> None:
        """Let the player forget what it should, if it has not."""
        if not self._ready:
            self.player.new_game(self._games)
            self._games += 1
            self._ready = True

    def choose(self, position: Position, stop: Any, left: TimeLeft | None = None) -> Choice:
        """What the player plays in a position that has a move; worthless once `stop` is raised."""
        with stopped_by(lambda: stop[0]):
            self.prepare()
            return self.player.choose(position, self.limits(position, stop, left))

    @property
    def ponders(self) -> bool:
        """Whether the player can think on the other side's time."""
        return hasattr(self.player, "ponder")

    def ponder(self, position: Position, inbox: Inbox) -> None:
        """Think about a position of the other side's until a line, or the end of all, comes.

        A fault of the player's is left to the next question to show.
        """
        stop = inbox.begin(None)
        try:
            if not stop[0]:
                with contextlib.suppress(Exception):
                    self.player.ponder(position, stop)  # type: ignore[attr-defined]
        finally:
            inbox.end()

    def limits(self, position: Position, stop: Any, left: TimeLeft | None) -> Limits:
        """The limits of a move: what was told of depth, and a share of the time left."""
        if left is None:
            return Limits(depth=self._depth, stop=stop)
        own = getattr(self.player, "seconds", self._given.get("seconds"))
        moves = left.moves or (int(position.plies_left()) + 1) // 2 + RESERVE
        share = max(0.001, (USED_SHARE if left.moves else 1.0) * left.seconds / moves)
        return Limits(
            depth=self.depth,
            nodes=self._given.get("nodes"),
            seconds=share if own is None else min(share, own),
            stop=stop,
            interest=self._given.get("limit"),
            clock=None if left.moves else ClockLeft(left.seconds, longest=own),
        )


def fault_line(error: Exception) -> str:
    """What a client is told, in one line, of a player that raised an error."""
    line = next(iter(str(error).splitlines()), "")[:LONGEST_FAULT]
    return f"the player failed: {type(error).__name__}: {line}"
