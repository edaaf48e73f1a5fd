"""Games and boards as text and in files: paste, open and save; rows of files and games."""

import datetime
import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import platformdirs

from othello import notation
from othello.cli.errors import first_line, folded
from othello.files import replace_file
from othello.formats import annotated, collection, ggf, reading
from othello.formats.entry import Entry
from othello.formats.reading import FormatError
from othello.game import Game
from players.window import timed_files
from players.window.dialogs import Row
from players.window.translation import _

OWN_FOLDER = "Othello"
"""The folder of saved games, in the user's documents."""
PLACE = "Othello laboratory"
_MOVES = re.compile(r"(?<![a-z0-9])(?:[a-h][1-8][ ,-]*){2,}(?![a-z0-9])", re.IGNORECASE)
MOST_TEXT = 2**18
"""The longest text that can be pasted, in characters."""


OpenedFile = tuple[list[Entry], list[FormatError]]
"""The games or positions of a text or a file, and the errors of those left out."""


def read_pasted(text: str) -> OpenedFile:
    """Read the games or positions of a text; ValueError, in one line, if it has none.

    A sentence or a URL yields its longest row of moves.
    """
    if len(text) > MOST_TEXT:
        raise ValueError(_("{count} characters are too many to paste").format(count=len(text)))
    if not text.strip():
        raise ValueError(_("The clipboard is empty"))
    errors: list[FormatError] = []
    try:
        return collection.read(text.strip(), "clipboard", errors.append), errors
    except ValueError:
        moves = max(_MOVES.findall(text), key=len, default="")
        if not moves:
            raise
        moves = re.sub("[ ,-]+", " ", moves).strip()
        return collection.read(moves, "clipboard", errors.append), errors


def _read_through(path: Path) -> None:
    with reading.open_bytes(path) as file:
        while file.read(2**20):
            pass


def read_file(path: Path) -> OpenedFile:
    """Read the games or positions of a file; ValueError or OSError if it has none."""
    # The second read cannot hang: the system has the file in its cache by then.
    timed_files.run_with_timeout(lambda: _read_through(path))
    errors: list[FormatError] = []
    return collection.read_file(path, errors.append), errors


def save_game(path: Path, game: Entry) -> None:
    """Write a game in the format of the file's ending.

    `.othello` keeps everything, with the reviews; `.sgf` keeps lines and comments, `.ggf`
    and `.pgn` the main line with its comments. Any other ending gets a transcript, or the last
    board of a game with another start. OSError or ValueError, in one line, if that is impossible.
    """
    suffix = path.suffix.lower()
    if suffix == ".ggf":
        replace_file(path, ggf.write([ggf_game(game)]).encode())
    elif suffix == annotated.SUFFIX:
        replace_file(path, annotated.write(game).encode())
    elif suffix in collection.WRITABLE:
        collection.write_file(path, [game._replace(reviews=())])
    elif suffix in reading.SUFFIXES and suffix != ".txt":
        refused = _("{file}: can't write {ending}. Use .ggf instead.")
        raise ValueError(refused.format(file=path.name, ending=suffix))
    else:
        replace_file(path, (transcript_or_board(game.game()) + "\n").encode())


def ggf_game(entry: Entry) -> ggf.GgfGame:
    """The game as GGF; FormatError for what GGF cannot hold."""
    heading = {"PB": entry.black, "PW": entry.white, "PC": entry.place}
    if entry.date:
        heading["DT"] = entry.date
    try:
        return ggf.from_game(entry.game(), heading, dict(entry.tree.comments()))
    except FormatError as error:
        other = _("{reason}. A name ending in {ending} can save it.")
        raise FormatError(other.format(reason=error, ending=annotated.SUFFIX)) from None


def transcript_or_board(game: Game) -> str:
    """The moves of a game from the start position; the board of any other game."""
    moves = notation.transcript_text(move for move in game.moves if move >= 0)
    with suppress(ValueError):
        if moves and Game.from_transcript(moves) == game:
            return moves
    return game.board()


def today() -> str:
    """The date and time as GGF writes them."""
    return datetime.datetime.now().strftime("%Y.%m.%d_%H:%M:%S")


def home() -> Path:
    """The user's home folder."""
    return Path(os.path.expanduser("~"))


def own_folder() -> Path:
    """The folder for saved games, in the user's documents."""
    documents = Path(platformdirs.user_documents_dir())
    return (documents if timed_files.is_folder(documents) else home()) / OWN_FOLDER


def from_home(path: Path) -> str:
    """A path with `~` for the home folder."""
    return str(Path("~") / path.relative_to(home())) if path.is_relative_to(home()) else str(path)


def saved_message(path: Path) -> str:
    """The message that a file was written; its name comes first, so that it is never cut."""
    return _("Saved: {file}, in {folder}").format(file=path.name, folder=from_home(path.parent))


def nearest_folder(folder: Path) -> Path:
    """The folder or the nearest existing one above it; home if the disk does not answer."""
    with suppress(OSError):
        folders = folder, *folder.parents
        return timed_files.run_with_timeout(lambda: next(filter(os.path.isdir, folders), folder))
    return home()


def folder_rows(folder: Path, every: bool = False) -> list[Row]:
    """Rows for the folders in a folder and the files that may hold games, or for `every` file."""
    try:
        return timed_files.run_with_timeout(lambda: _folder_rows(folder, every))
    except OSError as error:
        return [Row(error.strerror or str(error), _("can't be read"))]


def _folder_rows(folder: Path, every: bool) -> list[Row]:
    items = sorted(folder.iterdir(), key=lambda item: folded(item.name))
    shown = [item for item in items if not item.name.startswith(".")]
    named = (item for item in shown if every or item.suffix.lower() in reading.SUFFIXES)
    rows = [Row(f"{item.name}/", _("folder"), item) for item in shown if os.path.isdir(item)]
    return rows + [Row(item.name, value=item) for item in named if os.path.isfile(item)]


def entry_row(number: int, entry: Entry) -> Row:
    """The row of a file's game; WTHOR's games have numbers of their own."""
    number = entry.number or number
    label = f"{number}. {entry.black} \N{EN DASH} {entry.white}" if entry.black else f"{number}."
    parts = [entry.place, entry.date[:10]]
    if entry.black and entry.score:
        label += f"  {entry.score}"
    if not entry.black:
        parts.append(notation.transcript_text(entry.moves[:20]) if entry.moves else _("position"))
    return Row(label, "  ".join(part for part in parts if part), entry)


class FileWriter:
    """Makes and writes files that take long, each in a thread."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._messages: list[str] = []

    @property
    def working(self) -> bool:
        """True while a file is being made or a message waits."""
        return bool(self._messages) or any(thread.is_alive() for thread in self._threads)

    def make(self, path: Path, content: Callable[[], bytes]) -> None:
        """Write the result of `content` to a file."""

        def run() -> None:
            try:
                replace_file(path, content())
                self._messages.append(saved_message(path))
            except Exception as error:  # the window shows it: nobody sees a thread end
                reason = error.strerror if isinstance(error, OSError) else None
                self._messages.append(f"{path.name}: {reason or first_line(error)}")

        self._threads.append(timed_files.start_thread(run, "files"))

    def take_message(self) -> str:
        """Return the next result, in a line, once; "" without one."""
        return self._messages.pop(0) if self._messages else ""

    def close(self) -> None:
        """Wait for the files no longer than for any disk."""
        for thread in self._threads:
            timed_files.wait_for(thread)
