"""Games and boards in text and files: pasted, opened, saved; folders and rows to choose from."""

import datetime
import os
from collections.abc import Sequence
from pathlib import Path

import platformdirs

from othello import notation
from othello.files import replace_file
from othello.formats import collection, ggf
from othello.formats.collection import Entry
from othello.game import Game
from othello.window.model.overlays import Row

SUFFIXES = (".ggf", ".sgf", ".wtb", ".obf", ".txt", ".csv")
MOST_TEXT = 2**20
"""The longest text that is pasted."""


def pasted(text: str) -> list[Entry]:
    """The games or positions of a text; ValueError, in one line, if it holds none."""
    if len(text) > MOST_TEXT:
        raise ValueError(f"{len(text)} characters are too many to paste")
    if not text.strip():
        raise ValueError("the clipboard is empty")
    return collection.read(text.strip(), "clipboard")


def opened(path: Path) -> list[Entry]:
    """The games or positions of a file; ValueError or OSError, in one line, if it holds none."""
    return collection.read_file(path)


def saved(path: Path, game: Game, names: Sequence[str], at_date: str = "") -> None:
    """Write the whole game, undone moves too: `.ggf` in GGF, anything else as a transcript.

    A transcript is of a game from the start position; from another one the
    board is written. OSError or ValueError, in one line, if it cannot be.
    """
    game = whole(game)
    if path.suffix.lower() == ".ggf":
        heading = {"PB": names[0], "PW": names[1], "PC": "Othello laboratory"}
        if at_date:
            heading["DT"] = at_date
        ggf.write_games(path, [ggf.from_game(game, heading)])
        return
    replace_file(path, (transcript_or_board(game) + "\n").encode())


def whole(game: Game) -> Game:
    """The game at its last move, wherever it stands now."""
    game = game.copy()
    while game.redo() is not None:
        pass
    return game


def transcript_or_board(game: Game) -> str:
    """The moves, if the game began at the start position; else the board."""
    moves = notation.transcript_text(move for move in game.moves if move >= 0)
    try:
        if moves and Game.from_transcript(moves) == game:
            return moves
    except ValueError:
        pass
    return game.board()


def today() -> str:
    """The date and time as GGF writes them."""
    return datetime.datetime.now().strftime("%Y.%m.%d_%H:%M:%S")


def stamped(suffix: str) -> str:
    """A file name with the date and time in it."""
    return f"othello-{datetime.datetime.now():%Y%m%d-%H%M%S}{suffix}"


def pictures_folder() -> Path:
    """Where screenshots go: the user's pictures, or the working folder where there is none."""
    folder = Path(platformdirs.user_pictures_dir())
    return folder if os.path.isdir(folder) else Path.cwd()


def games_folder() -> Path:
    """Where games are looked for at first: the user's documents, or the working folder."""
    folder = Path(platformdirs.user_documents_dir())
    return folder if os.path.isdir(folder) else Path.cwd()


def folder_rows(folder: Path) -> list[Row]:
    """A folder's parent, its folders and the files that may hold games."""
    rows = [Row("..", "folder above", folder.parent)]
    try:
        items = sorted(folder.iterdir(), key=lambda item: item.name.lower())
    except OSError as error:
        return [*rows, Row(error.strerror or str(error), "cannot be read")]
    shown = [item for item in items if not item.name.startswith(".")]
    rows += [Row(f"{item.name}/", "folder", item) for item in shown if os.path.isdir(item)]
    rows += [
        Row(item.name, _kind(item), item)
        for item in shown
        if item.suffix.lower() in SUFFIXES and os.path.isfile(item)
    ]
    return rows


def _kind(path: Path) -> str:
    """What a file holds, by the end of its name."""
    kinds = {".ggf": "GGF games", ".sgf": "SGF games", ".wtb": "WTHOR games", ".obf": "problems"}
    return kinds.get(path.suffix.lower(), "transcripts")


def entry_row(number: int, entry: Entry) -> Row:
    """A line that tells a game of a file from the others."""
    label = f"{number}. {entry.black} \N{EN DASH} {entry.white}" if entry.black else f"{number}."
    parts = [entry.place, entry.date[:10]]
    if entry.black and entry.result is not None:
        black = 32 + entry.result / 2
        label += f"  {black:g}:{64 - black:g}"
    if not entry.black:
        parts.append(notation.transcript_text(entry.moves[:20]) if entry.moves else "position")
    return Row(label, "  ".join(part for part in parts if part), entry)
