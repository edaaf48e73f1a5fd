"""Saved games: each has a file of its own, so that neither quitting nor a kill loses one.

`saved_games` describes the files; the window opens them like any other.
"""

import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from othello.files import replace_file
from othello.formats import annotated
from othello.formats.entry import Entry
from players import registry
from players.external.engine_list import PROTOCOLS
from players.levels import HUMAN
from players.window import timed_files
from players.window.game import saved_games
from players.window.game.clocks import Clocks
from players.window.game.import_export import today
from players.window.game.judgements import FileValues, review_results
from players.window.game.live_game import LiveGame
from players.window.game.record import OwnMove, Record, record_of
from players.window.game.saved_games import SavedGame, SavedSummary, files_of, summary_of
from players.window.translation import _

CLOCK_SECONDS = 5.0
"""The time on a running clock between two saves."""
SAVE_SECONDS = 1.0
"""The least time between two saves."""
LOOK_SECONDS = 2.0
"""The least time between two looks at the folder for the record."""


def _origin_of(live: LiveGame, folder: Path) -> SavedGame:
    """A saved game without its moves: file, date, players and the length of the line given."""
    date, given = today(), os.path.commonprefix([live.tree.main_line, live.original_tree.main_line])
    name = f"{date.replace('.', '-').replace(':', '-')}_{live.number:x}{annotated.SUFFIX}"
    sides = live.sides[0], live.sides[1]
    origin = SavedGame(Entry(date=date), sides, given=len(given), path=folder / name)
    return saved_games.with_levels(origin)


def _saved_game(live: LiveGame, origin: SavedGame) -> SavedGame:
    """The game as it is saved: lines, comments, review, players and the position shown.

    `origin` adds what the live game does not know. Players who are changed in the game are noted
    as help, later ones are not noted.
    """
    tree, review = live.tree, review_results(live.tree, live.review_values)
    heading = live.names[0], live.names[1], "", origin.entry.date
    entry = Entry(*heading, tree.game().result(), tree, review)
    kept = origin._replace(
        entry=entry,
        at=live.path,
        played_here=live.played_here,
        ending=live.early_end,
        clocks=live.clocks.saved(live.path, live.read_clock()),
        assisted=live.assisted or origin.assisted,
    )
    sides = live.sides[0], live.sides[1]
    if sides == kept.sides or live.concluded:
        return kept
    return saved_games.with_levels(kept._replace(sides=sides, assisted=True))


class Autosave:
    """Saves games to a folder as they change, in a thread, because disks can be slow.

    Without a folder nothing is saved, and training games never are. `fault` is the reason why a
    game is not saved yet, "" if all are. `written` counts the saves.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.fault, self.written = "", 0
        self.record = OwnRecord(folder)
        self._games: dict[int, SavedGame] = {}
        self._changed = set[int]()
        self._waiting: dict[Path, bytes] = {}
        self._writer: threading.Thread | None = None
        self._mark: tuple[Any, ...] = ()
        self._next = 0.0

    def latest(self, without: int = -1) -> SavedGame | None:
        """The game saved last that can be read; the game of the number `without` is left out."""
        present = self._games.get(without)

        def find() -> SavedGame | None:
            for path in files_of(self.folder):
                if present is None or path != present.path:
                    with suppress(ValueError, OSError, RecursionError):
                        return saved_games.read(path)
            return None

        with suppress(OSError):
            return timed_files.run_with_timeout(find)
        return None

    def holds(self, path: Path) -> bool:
        """True if the file is in the folder of the saved games."""
        folder = os.path.dirname(os.path.abspath(path))
        return self.folder is not None and folder == os.path.abspath(self.folder)

    def resume(self, live: LiveGame, last: SavedGame) -> None:
        """Show a saved game, by hand for other programs: it may be a stranger's file.

        Its changes are saved to its file.
        """
        entry, numbers = last.entry, {kept.path: number for number, kept in self._games.items()}
        black, white = (
            HUMAN if registry.split_spec(spec)[0] in PROTOCOLS else spec for spec in last.sides
        )
        names, number = (entry.black, entry.white), numbers.get(last.path)
        clocks = Clocks.restored(last.clocks, last.at) if last.clocks is not None else None
        live.start(last.game(), names, (black, white), entry.tree, number, clocks)
        live.started = clocks is not None
        live.played_here = last.played_here
        live.ending = last.ending
        self._games[live.number] = last

    def keep(self, live: LiveGame, now: float) -> None:
        """Save the game if it has changed and the last save is long enough ago; once a frame."""
        if self._writer is not None and self._writer.is_alive():
            return
        if now >= self._next and (self.note(live) or self._waiting):
            self._next = now + SAVE_SECONDS
            self._writer = timed_files.start_thread(self._write_all, "autosave")

    def flush(self, live: LiveGame) -> None:
        """Save the game if it has changed, and wait for that no longer than for any disk."""
        self.note(live)
        if timed_files.wait_for(self._writer):
            self._writer = timed_files.start_thread(self._write_all, "autosave")
            timed_files.wait_for(self._writer)

    def note(self, live: LiveGame) -> bool:
        """Take the game to be saved next; False if it has not changed since the last call."""
        reviewed = any(not isinstance(each, FileValues) for each in live.review_values.values())
        changed = reviewed or live.tree != live.original_tree
        known = self._games.get(live.number)
        timed = live.clocks.on and live.started
        changed = changed or (known is not None and (timed or known.ending != live.early_end))
        changed = changed or (live.number in self._changed and bool(live.original_tree.replies))
        if self.folder is None or not changed or live.number in live.training_games:
            return False
        depths = [values.depth for values in live.review_values.values()]
        review = len(depths), sum(depths)
        players = tuple(live.sides), tuple(live.names), live.early_end, live.assisted
        left = [live.clocks.left(side, live.read_clock()) // CLOCK_SECONDS for side in (0, 1)]
        mark = (live.number, live.tree, live.path, players, review, left)
        if mark == self._mark:
            return False
        self._mark = mark
        self._changed.add(live.number)
        origin = known or _origin_of(live, self.folder)
        kept = self._games[live.number] = _saved_game(live, origin)
        assert kept.path is not None
        self._waiting[kept.path] = saved_games.text_of(kept).encode("utf-8", "replace")
        return True

    def _write_all(self) -> None:
        """Write the waiting games; one that cannot be written waits for the next time."""
        fault = ""
        for path in list(self._waiting):
            content = self._waiting.pop(path)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(path, content)
                self.written += 1
            except OSError as error:
                self._waiting.setdefault(path, content)  # unless a newer one waits by now
                fault = _("Can't autosave this game: {reason}")
                fault = fault.format(reason=error.strerror or error)
        self.fault = fault


class OwnRecord:
    """The record of the saved games, which a thread reads; `record` is None until then.

    `section` is the page that is shown. `done` of `files` files are read, `failure` is the reason
    why no game could be, `times_read` counts complete readings of the folder.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder, self.section = folder, 0
        self.record: Record | None = None
        self.done = self.files = self.times_read = 0
        self.failure = ""
        self._games: dict[Path, tuple[tuple[int, int], SavedSummary]] = {}
        self._reader: threading.Thread | None = None
        self._read_at = -1
        self._next = 0.0
        self._closed = False

    @property
    def reading(self) -> bool:
        """True while files are being read."""
        return self._reader is not None and self._reader.is_alive()

    def update(self, now: float, written: int) -> None:
        """Read changed files if more games are `written`; once a frame while it is shown."""
        if self.reading or now < self._next or written == self._read_at:
            return
        self._next, self._read_at = now + LOOK_SECONDS, written
        self._reader = timed_files.start_thread(self._run, "record")

    def games(self) -> list[tuple[Path, SavedSummary]]:
        """All games with their files, the one saved last first."""
        return [(path, game) for path, (_mark, game) in self._games.items()]

    def mistakes(self) -> list[OwnMove]:
        """The person's mistakes in all games, those of the game saved last first."""
        own = (game.own.judged for _path, game in self.games() if game.own is not None)
        return [move for judged in own for move in judged if move.titles]

    def close(self) -> None:
        """Stop reading, and wait for that."""
        self._closed = True
        timed_files.wait_for(self._reader)

    def _run(self) -> None:
        self.failure = ""
        try:
            self._read()
        except Exception as error:  # the window shows it: nobody sees a thread end
            self.failure = f"{type(error).__name__}: {error}"

    def _read(self) -> None:
        paths = files_of(self.folder)
        self.done, self.files, games, failure = 0, len(paths), {}, ""
        for path in paths:
            if self._closed:
                return
            try:
                stat = path.stat()
                mark = stat.st_mtime_ns, stat.st_size
                known = self._games.get(path)
                if known is None or known[0] != mark:
                    known = mark, summary_of(saved_games.read(path))
                games[path] = known
            except (OSError, ValueError, RecursionError):
                pass  # not a game, or removed meanwhile
            except Exception as error:  # one bad file must not hide the good ones
                failure = f"{path.name}: {type(error).__name__}: {error}"
            self.done += 1
        self._games = games
        own = (game.own for _mark, game in games.values())
        self.record = record_of(game for game in own if game is not None)
        self.failure = "" if self.record.games else failure
        self.times_read += 1

    def progress(self) -> str:
        """The share of the files that is read, as text."""
        reading = _("Reading your games: {done} of {count}")
        return reading.format(done=self.done, count=self.files)

    @property
    def notice(self) -> str:
        """The reason why there is no record to show; "" if there is one."""
        if self.failure or self.record is None:
            return self.failure or self.progress()
        return "" if self.record.games else _("No saved games yet. Play one.")
