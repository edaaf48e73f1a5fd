"""The record of the games that the window keeps: read by a thread, and again what is new."""

import threading
from pathlib import Path
from typing import NamedTuple

from players.analyse.kept_games import files_of, read
from players.analyse.own_games import KeptSummary, OwnMistake, mistakes_of, summary_of
from players.analyse.record import Record, record_of
from players.window import disk
from players.window.translation import _

LOOK_SECONDS = 2.0
"""While the record is looked at, the folder is read again after so long, if a game was kept."""


class _ReadGame(NamedTuple):
    """What a file amounts to: the game and the person's mistakes in it.

    `mark` tells the file from another one in its place.
    """

    mark: tuple[int, int]
    game: KeptSummary
    mistakes: tuple[OwnMistake, ...]


class OwnRecord:
    """What the games of a folder amount to; `record` is None before it is known.

    `section` is the page of it that is looked at, `done` and `files` say how many files are read
    of how many, `failure` why no game of them could be, `times_read` how often all were read. None
    in place of a folder holds no games.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder, self.section = folder, 0
        self.record: Record | None = None
        self.done = self.files = self.times_read = 0
        self.failure = ""
        self._games: dict[Path, _ReadGame] = {}
        self._reader: threading.Thread | None = None
        self._read_of = -1
        self._next = 0.0
        self._closed = False

    @property
    def reading(self) -> bool:
        """Whether files are being read."""
        return self._reader is not None and self._reader.is_alive()

    def look(self, now: float, written: int) -> None:
        """Read what is new, if so many games had been kept; once a frame while it is looked at."""
        if self.reading or now < self._next or written == self._read_of:
            return
        self._next, self._read_of = now + LOOK_SECONDS, written
        self._reader = threading.Thread(target=self._run, name="record", daemon=True)
        self._reader.start()

    @property
    def holds_games(self) -> bool:
        """Whether a game was read, of the record or not."""
        return bool(self._games)

    def games(self) -> list[tuple[Path, KeptSummary]]:
        """All games with their files, the one that was kept last first."""
        return [(path, each.game) for path, each in self._games.items()]

    def mistakes(self) -> list[OwnMistake]:
        """The person's mistakes in all games, those of the game that was kept last first."""
        return [mistake for each in self._games.values() for mistake in each.mistakes]

    def close(self) -> None:
        """Stop reading, and wait for that."""
        self._closed = True
        disk.join(self._reader)

    def _run(self) -> None:
        """Read the folder; for the thread."""
        from othello.jit import ignore_overflow

        ignore_overflow()
        self.failure = ""
        try:
            self._read()
        except Exception as error:  # said in the window: there, nobody sees the thread's end
            self.failure = f"{type(error).__name__}: {error}"

    def _read(self) -> None:
        paths = files_of(self.folder) if self.folder is not None else []
        self.done, self.files, games, failure = 0, len(paths), {}, ""
        for path in paths:
            if self._closed:
                return
            try:
                seen = path.stat()
                mark = seen.st_mtime_ns, seen.st_size
                known = self._games.get(path)
                if known is None or known.mark != mark:
                    kept = read(path)[0]
                    known = _ReadGame(mark, summary_of(kept), mistakes_of(kept))
                games[path] = known
            except (OSError, ValueError, RecursionError):
                pass  # no game, or removed meanwhile
            except Exception as error:  # one bad file hides no good ones
                failure = f"{path.name}: {type(error).__name__}: {error}"
            self.done += 1
        self._games = games
        own = (each.game.own for each in games.values())
        self.record = record_of(game for game in own if game is not None)
        self.failure = "" if self.record.games else failure
        self.times_read += 1

    def progress(self) -> str:
        """How much is read, in words."""
        reading = _("Reading your games: {done} of {count}")
        return reading.format(done=self.done, count=self.files)


def waiting_words(own: OwnRecord) -> str:
    """Why there is no record to show, in words; "" where there is one."""
    if own.failure:
        return own.failure
    if own.record is None:
        return own.progress()
    return "" if own.record.games else _("No saved games yet. Play one.")
