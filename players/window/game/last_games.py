"""The games of late, each kept in a file of its own: neither quitting nor a kill loses one.

The files are those of `othello.formats.annotated`, which say besides who plays and where the game
stands: the window opens them like any other.
"""

import datetime
import json
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from othello import notation
from othello.files import replace_file
from othello.formats import annotated
from othello.formats.annotated import AnnotatedGame
from othello.formats.reading import open_text
from othello.game import Game
from players.window.game.judgements import review_results
from players.window.game.live_game import LiveGame
from players.window.game.variations import MovePath, Tree, comments_of, from_lines, lines_of
from players.window.translation import _

FOLDER = "games"
"""The name of their folder, beside the settings."""
MOST_FILES = 50
"""With more, the oldest are removed."""
KEEP_SECONDS = 1.0
"""A game that changes is written so often at most."""
_PLAYERS, _AT, _PLAYED = "players", "at", "played_here"


class LastGame(NamedTuple):
    """A game that was kept: its file, what is in it, who plays, and the moves to where it stands.

    `played_here` is as of LiveGame, `written` is the file's content.
    """

    path: Path
    kept: AnnotatedGame
    sides: tuple[str, str]
    at: MovePath
    played_here: bool
    written: bytes

    @property
    def moves(self) -> int:
        """The number of moves of its main line."""
        return len(self.kept.lines[0])

    def game(self) -> Game:
        """The game as far as it stands."""
        game = Game(self.kept.start, black_to_move=self.kept.black_starts)
        game.play_all(self.at)
        return game

    def tree(self) -> Tree:
        """All its lines."""
        kept = self.kept
        return from_lines(kept.start, kept.black_starts, kept.lines, kept.comments)[0]


def text_of(live: LiveGame) -> str:
    """What is kept of a game: all lines, comments, its review, who plays, where it stands."""
    tree = live.tree
    lines, comments, known = lines_of(tree), comments_of(tree), review_results(tree, live.kept)
    names = live.names[0], live.names[1]
    parts = (*names, "", "", tree.start, tree.black_starts, lines, comments, known)
    content = annotated.content_of(AnnotatedGame(*parts))
    content |= {_PLAYERS: list(live.sides), _PLAYED: live.played_here}
    content[_AT] = notation.transcript_text(live.path)
    return annotated.text_of(content)


def read(path: Path) -> LastGame:
    """The game of a file; ValueError for none, OSError where the system refuses."""
    with open_text(path) as stream:  # once: another window may replace the file meanwhile
        text = stream.read(annotated.MOST_CHARACTERS + 1)
    kept = annotated.read(text, str(path))
    content = json.loads(text)
    sides, at = content.get(_PLAYERS), content.get(_AT)
    if not isinstance(at, str) or not isinstance(sides, list) or len(sides) != 2:
        raise ValueError(f"{path}: nobody says who plays")
    black, white = map(str, sides)
    moves = tuple(notation.parse_transcript(at)) if at else ()
    played = content.get(_PLAYED) is True
    written = text.encode("utf-8", "surrogateescape")
    found = LastGame(path, kept, (black, white), moves, played, written)
    if not any(line[: len(moves)] == moves for line in kept.lines):
        raise ValueError(f"{path}: no line has the place at which it stands")
    return found


def _content(path: Path) -> bytes | None:
    with suppress(FileNotFoundError):
        return path.read_bytes()
    return None


def _files(folder: Path) -> list[Path]:
    """The files of a folder of games, the latest first."""
    found: list[tuple[float, Path]] = []
    for path in folder.glob(f"*{annotated.SUFFIX}"):
        with suppress(OSError):  # another window may have removed it
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


class Keeper:
    """Writes games to a folder as they change, in a thread, since disks take their time.

    None in place of a folder keeps nothing. `fault` says in a line why a game could not be kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.fault = ""
        self._paths: dict[int, Path] = {}
        self._written: dict[Path, bytes] = {}
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._writer: threading.Thread | None = None
        self._mark: tuple[Any, ...] = ()
        self._next = 0.0

    def latest(self) -> LastGame | None:
        """The game that was kept last and can be read; None if there is none, or none is kept."""
        for path in _files(self.folder) if self.folder is not None else ():
            with suppress(ValueError, OSError, RecursionError):
                return read(path)
        return None

    def goes_on(self, number: int, last: LastGame) -> None:
        """Keep the game of that number in the file that it was read from."""
        self._paths[number], self._written[last.path] = last.path, last.written

    def keep(self, live: LiveGame, now: float) -> None:
        """Write the game if it has changed, and if the last time is long enough ago."""
        if self._writer is not None and self._writer.is_alive():
            return
        if now >= self._next and self.note(live):
            self._next = now + KEEP_SECONDS
        if self._waiting:
            self._writer = threading.Thread(target=self._write_all, name="keeper")
            self._writer.start()

    def close(self, live: LiveGame) -> None:
        """Write the game if it has changed, and wait until that is done."""
        if self._writer is not None:
            self._writer.join()
        self.note(live)
        self._write_all()

    def note(self, live: LiveGame) -> bool:
        """Let the game be written soon; False if nothing has changed since the last time."""
        if self.folder is None or not live.touched:
            return False
        looked = len(live.kept), sum(values.depth for values in live.kept.values())
        mark = (live.number, live.tree, live.path, tuple(live.sides), tuple(live.names), looked)
        if mark == self._mark:
            return False
        self._mark = mark
        self._waiting.append((live.number, text_of(live).encode("utf-8", "replace")))
        return True

    def _write_all(self) -> None:
        while self._waiting:
            number, content = self._waiting.popleft()
            try:
                self._write(self._place(number), content)
            except OSError as error:
                fault = _("the game is not kept: {reason}")
                self.fault = fault.format(reason=error.strerror or error)

    def _place(self, number: int) -> Path:
        """The file of a game: a new one at first, and where another window wrote its own since."""
        path = self._paths.get(number)
        if path is None or _content(path) not in (None, self._written.get(path)):
            assert self.folder is not None
            name = f"{datetime.datetime.now():%Y-%m-%d_%H-%M-%S}_{number:x}"
            path = self._paths[number] = self.folder / f"{name}{annotated.SUFFIX}"
        return path

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file, whole or not at all, and remove the oldest if there are too many."""
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)
        self._written[path] = content
        for old in _files(path.parent)[MOST_FILES:]:
            old.unlink(missing_ok=True)
