"""The games of late, each kept in a file of its own: neither quitting nor a kill loses one.

The files are those of `players.analyse.kept_games`: the window opens them like any other.
"""

import os
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from othello.files import replace_file
from othello.formats import annotated
from othello.formats.annotated import AnnotatedGame
from othello.game import Game
from othello.game_tree import GameTree
from players import registry
from players.analyse import kept_games
from players.analyse.kept_games import KeptGame, files_of
from players.levels import HUMAN
from players.outside.listed import PROTOCOLS
from players.window import disk
from players.window.game.exchange import today
from players.window.game.judgements import review_results
from players.window.game.live_game import LiveGame
from players.window.game.own_record import OwnRecord
from players.window.translation import _

MOST_FILES = 5000
"""With more, the oldest are removed: 60 moves with their review take some 15 kB."""
KEEP_SECONDS = 1.0
"""A game that changes is written so often at most."""


def is_program(spec: str) -> bool:
    """Return whether a player is another program, which is started and may never answer."""
    return registry.parts(spec)[0] in PROTOCOLS


class LastGame(NamedTuple):
    """A game that was kept: its file, what is in it, and the file's content."""

    path: Path
    kept: KeptGame
    written: bytes

    @property
    def moves(self) -> int:
        """The number of moves of its main line."""
        return len(self.kept.game.lines[0])

    def game(self) -> Game:
        """The game as far as it stands."""
        game = Game(self.kept.game.start, black_to_move=self.kept.game.black_starts)
        game.play_all(self.kept.at)
        return game

    @property
    def ended(self) -> bool:
        """Whether it cannot go on where it stands: it is over, or a flag fell there."""
        kept = self.kept
        return self.game().over or (kept.time_up is not None and kept.flag_at == kept.at)

    def tree(self) -> GameTree:
        """All its lines."""
        game = self.kept.game
        return GameTree.from_lines(game.start, game.black_starts, game.lines, game.comments)[0]


def begun(live: LiveGame) -> KeptGame:
    """What is kept of a game from its first move on: when it was, what it began with."""
    line, given = live.tree.main_line, live.begun_with.main_line
    same = sum(1 for place in range(len(given)) if line[: place + 1] == given[: place + 1])
    game = AnnotatedGame(date=today())
    sides = live.sides[0], live.sides[1]
    return kept_games.with_levels(KeptGame(game, sides, given=same))


def kept_of(live: LiveGame, origin: KeptGame) -> KeptGame:
    """What is kept of a game: all lines, comments, its review, who plays, where it stands.

    `origin` says what is not seen of it now, see `begun`. A program stays named in the file where
    a person sits in its place.
    """
    tree = live.tree
    lines, comments, known = tree.lines(), tree.comments(), review_results(tree, live.kept)
    parts = tree.start, tree.black_starts, lines, comments, known
    game = AnnotatedGame(live.names[0], live.names[1], "", origin.game.date, *parts)
    kept = origin._replace(game=game, at=live.path, played_here=live.played_here)
    flag_at = live.clocks.flag_at if live.time_up is not None else ()
    kept = kept._replace(time_up=live.time_up, flag_at=flag_at)
    black, white = (
        before if now == HUMAN and is_program(before) else now
        for now, before in zip(live.sides, origin.sides, strict=True)
    )
    sides = black, white
    return kept if sides == kept.sides else kept_games.with_levels(kept._replace(sides=sides))


def read(path: Path) -> LastGame:
    """The game of a file; ValueError for none, OSError where the system refuses."""
    kept, text = kept_games.read(path)
    return LastGame(path, kept, text.encode("utf-8", "surrogateescape"))


def _content(path: Path) -> bytes | None:
    with suppress(FileNotFoundError):
        return path.read_bytes()
    return None


class Autosave:
    """Writes games to a folder as they change, in a thread, since disks take their time.

    None in place of a folder keeps nothing, and a training's cards are no games. `fault` says in a
    line why a game could not be kept, `written` counts the times that one was. `record` is what
    the games amount to.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.fault, self.written = "", 0
        self.record = OwnRecord(folder)
        self._paths: dict[int, Path] = {}
        self._origins: dict[int, KeptGame] = {}
        self._contents: dict[Path, bytes] = {}
        self._changed = set[int]()
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._failed: dict[int, bytes] = {}
        self._writer: threading.Thread | None = None
        self._mark: tuple[Any, ...] = ()
        self._next = 0.0

    def latest(self) -> LastGame | None:
        """The game that was kept last and can be read; None if there is none, or none is kept."""
        with suppress(OSError):
            return disk.ask(self._latest)
        return None

    def _latest(self) -> LastGame | None:
        for path in files_of(self.folder) if self.folder is not None else ():
            with suppress(ValueError, OSError, RecursionError):
                return read(path)
        return None

    @property
    def failing(self) -> bool:
        """Whether a game could not be kept yet, or is being written."""
        writes = self._writer is not None and self._writer.is_alive()
        return writes or bool(self._failed)

    def take_fault(self) -> str:
        """Why a game could not be kept, once; "" without a reason."""
        fault, self.fault = self.fault, ""
        return fault

    def number_of(self, path: Path) -> int | None:
        """The number of the game that was kept in this file since the window opened, or None."""
        return next((number for number, kept in self._paths.items() if kept == path), None)

    def holds(self, path: Path) -> bool:
        """Whether the file lies in the folder of the games that are kept."""
        if self.folder is None:
            return False
        return os.path.dirname(os.path.abspath(path)) == os.path.abspath(self.folder)

    def again(self, last: LastGame) -> LastGame:
        """A game as its file has it now, or as it was if that cannot be read any more."""
        with suppress(ValueError, OSError, RecursionError):
            return disk.ask(lambda: read(last.path))
        return last

    def goes_on(self, live: LiveGame, last: LastGame) -> None:
        """Keep the game, which goes on with that one, in the file that it was read from."""
        live.played_here = last.kept.played_here
        live.clocks.flag, live.clocks.flag_at = last.kept.time_up, last.kept.flag_at
        self._origins[live.number] = last.kept
        self._paths[live.number], self._contents[last.path] = last.path, last.written

    def keep(self, live: LiveGame, now: float) -> None:
        """Write the game if it has changed, and if the last time is long enough ago."""
        if self._writer is not None and self._writer.is_alive():
            return
        due = now >= self._next and (self.note(live) or bool(self._failed))
        if due:
            self._next = now + KEEP_SECONDS
        if due or self._waiting:
            self._begin_to_write()

    def _begin_to_write(self) -> None:
        """Write what waits, in a thread."""
        self._writer = threading.Thread(target=self._write_all, name="keeper", daemon=True)
        self._writer.start()

    def close(self, live: LiveGame) -> None:
        """Stop reading the record, and write the game if it has changed."""
        self.record.close()
        self.flush(live)

    def flush(self, live: LiveGame) -> None:
        """Write the game if it has changed, and wait for that as long as for any disk."""
        self.note(live)
        if disk.join(self._writer):
            self._begin_to_write()
            disk.join(self._writer)

    def note(self, live: LiveGame) -> bool:
        """Let the game be written soon; False if nothing has changed since the last time."""
        changed = live.touched or (live.number in self._changed and live.begun_with.replies)
        if self.folder is None or not changed or live.number in live.cards:
            return False
        looked = len(live.kept), sum(values.depth for values in live.kept.values())
        players = tuple(live.sides), tuple(live.names), live.time_up
        mark = (live.number, live.tree, live.path, players, looked)
        if mark == self._mark:
            return False
        self._mark = mark
        self._changed.add(live.number)
        if live.number not in self._origins:
            self._origins[live.number] = begun(live)
        text = kept_games.text_of(kept_of(live, self._origins[live.number]))
        self._waiting.append((live.number, text.encode("utf-8", "replace")))
        return True

    def _write_all(self) -> None:
        """Write what waits, and what could not be written the last time, which is told once."""
        tried, self._failed = self._failed, {}
        self._waiting.extendleft(tried.items())
        while self._waiting:
            number, content = self._waiting.popleft()
            try:
                self._write(self._place(number), content)
                self._failed.pop(number, None)
                self.fault = self.fault if self._failed else ""
            except OSError as error:
                self._failed[number] = content
                if content != tried.get(number):
                    fault = _("Can't autosave this game: {reason}")
                    self.fault = fault.format(reason=error.strerror or error)

    def _place(self, number: int) -> Path:
        """The file of a game: a new one at first, and where another window wrote its own since."""
        path = self._paths.get(number)
        if path is None or _content(path) not in (None, self._contents.get(path)):
            assert self.folder is not None
            began = today().replace(".", "-").replace(":", "-")
            path = self._paths[number] = self.folder / f"{began}_{number:x}{annotated.SUFFIX}"
        return path

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file, whole or not at all, and remove the oldest if there are too many."""
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        replace_file(path, content)
        self._contents[path], self.written = content, self.written + 1
        for old in files_of(path.parent)[MOST_FILES:] if new else ():
            old.unlink(missing_ok=True)
