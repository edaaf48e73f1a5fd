"""Games and boards in text and files: pasted, opened, saved; folders and rows to choose from."""

import datetime
import os
import re
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import platformdirs

from othello import notation
from othello.cli.errors import first_line
from othello.files import replace_file
from othello.formats import annotated, collection, ggf, reading, reviews, side_lines, writing
from othello.formats.annotated import AnnotatedGame
from othello.formats.collection import Entry
from othello.formats.reading import FormatError
from othello.formats.reviews import Reviews
from othello.game import Game
from othello.game_tree import GameTree
from players.window import disk
from players.window.game.judgements import review_rows
from players.window.overlays import Row
from players.window.translation import _, ngettext

SUFFIXES = reading.SUFFIXES
EXPORTS = (".csv", ".json")
"""Names that a review is exported to."""
OWN_FOLDER = "Othello"
"""The folder for games that are saved."""
PLACE = "Othello laboratory"
MOST_TEXT = 2**18
"""The longest text that is pasted."""


class OpenedFile(NamedTuple):
    """The games or positions of a text or a file, and the errors of others in it, left out."""

    entries: list[Entry]
    errors: list[FormatError]


def pasted(text: str) -> OpenedFile:
    """The games or positions of a text; ValueError, in one line, if it holds none."""
    if len(text) > MOST_TEXT:
        raise ValueError(_("{count} characters are too many to paste").format(count=len(text)))
    if not text.strip():
        raise ValueError(_("The clipboard is empty"))
    errors: list[FormatError] = []
    return OpenedFile(collection.read(text.strip(), "clipboard", errors.append), errors)


def _read_through(path: Path) -> None:
    with reading.open_bytes(path) as file:
        file.read()


def opened(path: Path) -> OpenedFile:
    """The games or positions of a file; ValueError or OSError, in one line, if it holds none."""
    disk.ask(lambda: _read_through(path))  # so that the system has it at hand
    errors: list[FormatError] = []
    return OpenedFile(collection.read_file(path, errors.append), errors)


def left_out(errors: Sequence[FormatError]) -> str:
    """How many games were left out of what was read and why the first one, in a line; or ""."""
    if not errors:
        return ""
    line = ngettext("{count} game skipped: {why}", "{count} games skipped: {why}", len(errors))
    return line.format(count=len(errors), why=errors[0])


def saved(
    path: Path, tree: GameTree, names: Sequence[str], at_date: str = "", known: Reviews = ()
) -> None:
    """Write a game: with all its lines and comments if the name ends in .sgf or .othello.

    `known` is what a review found, which `.othello` keeps as well. `.ggf` and `.pgn` keep the main
    line with its comments, GGF with its review. A name in `.csv` or `.json` gets the review alone,
    move by move of the main line. Any other name gets the main line as a transcript, or the last
    board of a game that did not begin at the start position. Formats that are read only are
    refused.
    OSError or ValueError, in one line, if it cannot be.
    """
    suffix = path.suffix.lower()
    if suffix == ".ggf":
        ggf.write_games(path, [ggf_game(tree, names, at_date, known)])
    elif suffix == annotated.SUFFIX:
        parts = (names[0], names[1], PLACE, at_date, tree.start, tree.black_starts)
        annotated.write_game(path, AnnotatedGame(*parts, tree.lines(), tree.comments(), known))
    elif suffix in writing.ENDINGS:
        writing.write_entries(path, [_entry_of_tree(tree, names, at_date)])
    elif suffix in EXPORTS:
        replace_file(path, _review_text(suffix, tree, known).encode())
    elif suffix in SUFFIXES and suffix != ".txt":
        refused = _("{file}: can't write {ending}. Use .ggf instead.")
        raise ValueError(refused.format(file=path.name, ending=suffix))
    else:
        replace_file(path, (transcript_or_board(tree.game(tree.main_line)) + "\n").encode())


def _entry_of_tree(tree: GameTree, names: Sequence[str], at_date: str) -> Entry:
    """A game as a file has it, with the names of its sides."""
    game = tree.game(tree.main_line)
    return Entry(
        *(names[0], names[1], PLACE, at_date, game.result(), game.moves),
        *(tree.start, tree.black_starts, tree.lines()[1:], tree.comments()),
    )


def _review_text(suffix: str, tree: GameTree, known: Reviews) -> str:
    """What a review found as CSV or JSON; ValueError if there is nothing."""
    rows = review_rows(tree, known)
    if not any(row.review for row in rows):
        raise ValueError(_("No reviewed moves to save. Press R to review the game first."))
    return (reviews.csv_text if suffix == ".csv" else reviews.json_text)(rows)


def ggf_game(
    tree: GameTree, names: Sequence[str], at_date: str, known: Reviews = ()
) -> ggf.GgfGame:
    """A game of GGF; FormatError for what GGF has no way to write."""
    heading = {"PB": names[0], "PW": names[1], "PC": PLACE}
    if at_date:
        heading["DT"] = at_date
    record = ggf.from_game(tree.game(tree.main_line), heading)
    tags = reviews.written(record.tags, dict(known))
    record = record._replace(tags=side_lines.written(tags, tree.comments()))
    try:
        ggf.write([record])
    except FormatError as error:
        other = _("{reason}. A name ending in {ending} can save it.")
        raise FormatError(other.format(reason=error, ending=annotated.SUFFIX)) from None
    return record


def transcript_or_board(game: Game) -> str:
    """The moves, if the game began at the start position; else the board."""
    moves = notation.transcript_text(move for move in game.moves if move >= 0)
    with suppress(ValueError):
        if moves and Game.from_transcript(moves) == game:
            return moves
    return game.board()


def today() -> str:
    """The date and time as GGF writes them."""
    return datetime.datetime.now().strftime("%Y.%m.%d_%H:%M:%S")


def stamped(suffix: str) -> str:
    """A file name with the date and time in it."""
    return f"othello-{datetime.datetime.now():%Y%m%d-%H%M%S}{suffix}"


def home() -> Path:
    """The user's home folder."""
    return Path(os.path.expanduser("~"))


def _or_here(folder: str) -> Path:
    """The folder, or the working folder where there is none, or home where that is gone too."""
    if disk.is_folder(folder):
        return Path(folder)
    try:
        return Path.cwd()
    except FileNotFoundError:
        return home()


def pictures_folder() -> Path:
    """Where screenshots go: the user's pictures, or beside the saved games where there is none."""
    pictures = Path(platformdirs.user_pictures_dir())
    return pictures if disk.is_folder(pictures) else own_folder()


def games_folder() -> Path:
    """Where games are looked for at first: where they are saved, or in the user's documents."""
    own = own_folder()
    return own if disk.is_folder(own) else _or_here(platformdirs.user_documents_dir())


def own_folder() -> Path:
    """Where games are saved unless another folder is typed: one of its own in the documents."""
    documents = Path(platformdirs.user_documents_dir())
    return (documents if disk.is_folder(documents) else home()) / OWN_FOLDER


def from_home(path: Path) -> str:
    """A path in short, with `~` for the home folder."""
    return str(Path("~") / path.relative_to(home())) if path.is_relative_to(home()) else str(path)


def told_saved(path: Path) -> str:
    """What is said of a file that was written: its name first, so that it is never cut."""
    return _("Saved: {file}, in {folder}").format(file=path.name, folder=from_home(path.parent))


def nearest(folder: Path) -> Path:
    """The folder, or where it is gone the nearest one above it that is there; or home."""
    with suppress(OSError):
        folders = folder, *folder.parents
        return disk.ask(lambda: next(filter(os.path.isdir, folders), folder))
    return home()


_PATH = re.compile(r"[/\\~.]|[A-Za-z]:[/\\]|.*/")
"""How a text begins that is a path; a dot may begin a name too, which no list shows."""


def typed_path(text: str, folder: Path) -> Path | None:
    """The path that a text stands for, seen from `folder`: in quotes, or as a URI, too.

    None for a text that is none.
    """
    text = text.strip().strip("\"'")
    if text.lower().startswith("file:"):
        try:
            address = urlsplit(text)
        except ValueError:
            return None
        text = re.sub(r"^/(?=[A-Za-z]:)", "", unquote(address.path))
    return folder / os.path.expanduser(text) if _PATH.match(text) else None


def path_rows(path: Path) -> list[Row]:
    """What a path that is being typed leads to: a file, a folder with what is in it, or beginnings.

    These are the names in its folder that begin as its last part does.
    """
    try:
        return disk.ask(lambda: _path_rows(path))
    except OSError as error:
        return [Row(str(path), error.strerror or str(error))]


def _path_rows(path: Path) -> list[Row]:
    if os.path.isfile(path):
        return [Row(path.name, _kind(path), path)]
    if os.path.isdir(path):
        return [Row(f"{path}/", _("folder"), path), *_folder_rows(path)[1:]]
    inside = _folder_rows(path.parent)[1:] if os.path.isdir(path.parent) else []
    found = [row for row in inside if row.label.lower().startswith(path.name.lower())]
    return found or [Row(str(path), _("missing"))]


def folder_rows(folder: Path) -> list[Row]:
    """A folder's parent, its folders and the files that may hold games."""
    try:
        return disk.ask(lambda: _folder_rows(folder))
    except OSError as error:
        above = Row("..", _("parent folder"), folder.parent)
        return [above, Row(error.strerror or str(error), _("can't be read"))]


def _folder_rows(folder: Path) -> list[Row]:
    rows = [Row("..", _("parent folder"), folder.parent)]
    items = sorted(folder.iterdir(), key=lambda item: item.name.lower())
    shown = [item for item in items if not item.name.startswith(".")]
    files = (item for item in shown if item.suffix.lower() in SUFFIXES and os.path.isfile(item))
    rows += [Row(f"{item.name}/", _("folder"), item) for item in shown if os.path.isdir(item)]
    return rows + [Row(item.name, _kind(item), item) for item in files]


def _kind(path: Path) -> str:
    kinds = {
        ".ggf": _("GGF games"),
        ".pgn": _("PGN games"),
        ".sgf": _("SGF games"),
        ".wtb": _("WTHOR games"),
        ".obf": _("problems"),
        annotated.SUFFIX: _("a game with its lines"),
    }
    return kinds.get(path.suffix.lower(), _("transcripts"))


def entry_row(number: int, entry: Entry) -> Row:
    """A line that tells a game of a file from the others; WTHOR's games have their own numbers."""
    number = entry.number or number
    label = f"{number}. {entry.black} \N{EN DASH} {entry.white}" if entry.black else f"{number}."
    parts = [entry.place, entry.date[:10]]
    if entry.black and entry.score:
        label += f"  {entry.score}"
    if not entry.black:
        parts.append(notation.transcript_text(entry.moves[:20]) if entry.moves else _("position"))
    return Row(label, "  ".join(part for part in parts if part), entry)


class MadeFiles:
    """Files that take their time: a thread makes and writes each, beside the window."""

    def __init__(self) -> None:
        self._makers: list[threading.Thread] = []
        self._told: deque[str] = deque()

    @property
    def working(self) -> bool:
        """Whether a file is being made, or there is something to say."""
        return bool(self._told) or any(maker.is_alive() for maker in self._makers)

    def make(self, path: Path, content: Callable[[], bytes]) -> None:
        """Write what `content` makes to a file."""
        self._makers = [maker for maker in self._makers if maker.is_alive()]
        maker = threading.Thread(target=self._run, args=(path, content), name="files", daemon=True)
        self._makers.append(maker)
        maker.start()

    def take_words(self) -> str:
        """How making a file ended, in a line, once; "" without one."""
        return self._told.popleft() if self._told else ""

    def close(self) -> None:
        """Wait for what is being made, as long as for any disk."""
        for maker in self._makers:
            disk.join(maker)

    def _run(self, path: Path, content: Callable[[], bytes]) -> None:
        try:
            replace_file(path, content())
            self._told.append(told_saved(path))
        except Exception as error:  # said in the window: there, nobody sees the thread's end
            why = error.strerror if isinstance(error, OSError) else None
            self._told.append(f"{path.name}: {why or first_line(error)}")
