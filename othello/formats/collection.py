"""Games and positions of files and texts in any format, and games written as PGN or SGF."""

import errno
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from othello.cli.errors import short_repr
from othello.files import FilePath, replace_file
from othello.formats import annotated, ggf, obf, pgn, sgf, wthor
from othello.formats.entry import Entry
from othello.formats.reading import (
    SUFFIXES,
    FormatError,
    OnError,
    open_text,
    parsed,
    raise_error,
    stream_of,
)
from othello.game import Game
from othello.game_tree import GameTree
from othello.position import PASS_SPELLINGS

WRITABLE = (".pgn", ".sgf")
"""Suffixes of `write_file`."""
_START_CHARACTERS = 2**12  # enough to recognise a format; the longest line of a transcript
_RECOGNISED_BY_SUFFIX = (".ggf", ".obf", annotated.SUFFIX, ".pgn", ".sgf", ".wtb")
_BOARD_SIGNS = r"[-.XxOo*]"
_DIAGRAM = re.compile(rf"(?:\s|{_BOARD_SIGNS})+")
_JSON = re.compile(r'\s*\{\s*["}]')
_MOVES = re.compile(rf"\s*(?:[0-9]+\s*\.|[a-h][1-8]|{'|'.join(PASS_SPELLINGS)})", re.IGNORECASE)
# Skips whole values, which may contain brackets, from one start only.
_SGF = re.compile(
    r"(?:[^(]|\((?!\s*;))*\(\s*;"
    r"(?:[^\[]|\[[^\]\\]*(?:\\.[^\]\\]*)*\])*?GM\s*\[\s*[0-9]{1,2}\s*\]",
    re.DOTALL,
)
# A heading, or moves with numbers up to a result, below comments.
_PGN = re.compile(
    r'(?s:.*\n)?\s*\[\s*\w+\s+"[^"\n]*"\s*\]\s*\n|'
    r"(?:\s*(?:\{[^}]*\}|[;%][^\n]*\n))*"
    r'\s*(?:\[\s*\w+\s+"|1\s*\.[^\[\]]*?\s(?:[0-9]{1,2}-[0-9]{1,2}|1/2-1/2|\*)\s*(?:\n|$))'
)
_EXPECTED = "moves such as f5d6c3"
_LATER_MOVE = re.compile(r"\s*(?!1\s*\.)[0-9]+\s*\.")
_PROBLEM = re.compile(rf"\s*(?:%|{_BOARD_SIGNS}{{64}})")


def names_in_folder(path: FilePath, suffix: str) -> list[str]:
    """Names in the first file of the same folder with a suffix, in either case."""
    files = sorted(file for file in Path(path).parent.iterdir() if file.suffix.lower() == suffix)
    return wthor.read_names(files[0]) if files else []


def name_at(names: Sequence[str], index: int, kind: str) -> str:
    """Name at an index, or "player 3" if the list is shorter."""
    return names[index] if index < len(names) else f"{kind} {index}"


def _wthor_entries(path: FilePath, on_error: OnError) -> Iterator[Entry]:
    """Games of a `.wtb` file, named by the `.jou` and `.trn` files next to it."""
    players, tournaments = names_in_folder(path, ".jou"), names_in_folder(path, ".trn")
    records, header, numbers = wthor.read_records(path, on_error)
    date = str(header.game_year) if header.game_year else ""
    for number, record in zip(numbers.tolist(), records.tolist(), strict=True):
        tournament, black, white, black_discs, _, moves = record
        try:
            tree = GameTree().with_line(moves[moves != wthor.END].tolist())
        except ValueError as error:
            on_error(FormatError(f"{path}: game {number}: {error}"))
            continue
        yield Entry(
            name_at(players, black, "player"),
            name_at(players, white, "player"),
            name_at(tournaments, tournament, "tournament"),
            date,
            2 * black_discs - 64,
            tree,
            number=number,
        )


def _plain_entries(kind: str, stream: TextIO, name: str, on_error: OnError) -> Iterator[Entry]:
    """Position of a "board"; otherwise one game on all lines of a text, or a game a line."""
    whole = stream.read(_START_CHARACTERS)
    parts = filter(str.strip, iter(lambda: stream.read(_START_CHARACTERS), ""))
    whole += next(parts, "")
    if not whole.strip():
        return
    make = Game.from_board if kind == "board" else Game.from_transcript
    try:
        if kind == "board" or not next(parts, ""):
            yield Entry.of(make(whole))
            return
    except ValueError as error:
        if kind == "board":
            raise FormatError(f"{name}: {error}") from None

    def entry(line: str) -> Entry:
        if not _MOVES.match(line):
            raise ValueError(f"{short_repr(line.strip())} is neither a board nor {_EXPECTED}")
        return Entry.of(Game.from_transcript(line))

    stream.seek(0)  # line by line, so that errors name the line
    yield from parsed(_transcripts(stream, name), entry, name, on_error)


def _transcripts(stream: TextIO, name: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; FormatError for one that continues moves of another."""
    for number, line in enumerate(iter(lambda: stream.readline(_START_CHARACTERS), ""), start=1):
        if _LATER_MOVE.match(line):
            problem = "continues moves of a line above, so these are not games of a line each"
            raise FormatError(f"{name}: line {number}: {problem}")
        if line.strip():
            yield number, line


def kind_of(text: str, suffix: str = "") -> str:
    """Kind of a text, by the suffix of its file or else by its first characters.

    One of ".wtb", ".ggf", ".pgn", ".sgf", ".obf", ".othello", "board" and "transcript".
    """
    if suffix in _RECOGNISED_BY_SUFFIX:
        return suffix
    start = text[:_START_CHARACTERS]
    if _PGN.match(start):
        return ".pgn"
    if _JSON.match(start):
        return annotated.SUFFIX
    if _SGF.match(start):
        return ".sgf"
    if "(;" in start:
        return ".ggf"
    problem = _PROBLEM.match(start) is not None
    if _DIAGRAM.fullmatch(start) and (len("".join(start.split())) <= 65 or not problem):
        return "board"
    return ".obf" if problem else "transcript"


def kind_of_file(path: FilePath) -> str:
    """Kind of a file as of `kind_of`; errors as of `open_text`."""
    with open_text(path) as stream:
        return kind_of(stream.read(_START_CHARACTERS), Path(path).suffix.lower())


def _all(
    entries: Callable[[OnError], Iterable[Entry]], name: str, on_error: OnError
) -> list[Entry]:
    """All entries; FormatError without any.

    `entries` is called with a callback for the errors of games that are left out.
    """
    errors: list[FormatError] = []
    result = list(entries(errors.append))
    if not result:
        raise errors[0] if errors else FormatError(f"{name}: no game or position in it")
    for error in errors:
        on_error(error)
    return result


def read(text: str, name: str = "text", on_error: OnError = raise_error) -> list[Entry]:
    """Games or positions of a text: GGF, PGN, SGF, JSON, OBF, a board or transcripts.

    FormatError, which begins with `name`, for anything else. `on_error` is called with the error of
    each bad game among others.
    """
    return _all(lambda left_out: _of_stream(stream_of(text), name, "", left_out), name, on_error)


def read_file(path: FilePath, on_error: OnError = raise_error) -> list[Entry]:
    """Games or positions of a file: of WTHOR if it ends in `.wtb`, otherwise as of `read`.

    The `.jou` and `.trn` files in the same folder name WTHOR's players. FormatError for a file
    against its format, OSError from the system; `on_error` is as of `read`.
    """
    if Path(path).suffix.lower() in (".jou", ".trn"):
        raise FormatError(f"{path}: names of WTHOR; its games are in files that end in .wtb")
    return _all(lambda left_out: entries_of_file(path, left_out), str(path), on_error)


def files_below(path: Path, suffixes: Collection[str] = SUFFIXES) -> Iterator[Path]:
    """A file, or all files below a folder with one of the `suffixes`, sorted in each folder.

    Names that begin with a dot are left out.
    """
    if not path.is_dir():
        yield path
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith(".") and Path(name).suffix.lower() in suffixes:
                yield Path(folder, name)


def files_named(source: str) -> list[Path]:
    """Files of a command's argument: one, or all below a folder; empty for a text of games.

    FormatError for a folder without files of games, and for a missing file.
    """
    path = Path(source)
    try:
        exists = bool(source) and path.exists()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return []  # a transcript may be longer than any file name
    if exists:
        files = list(files_below(path))
        if not files:
            raise FormatError(f"{path}: no file in it that ends in {', '.join(sorted(SUFFIXES))}")
        return files
    if source.lower().endswith(SUFFIXES):
        raise FormatError(f"{source}: {os.strerror(errno.ENOENT)}")
    if kind_of(source) == "transcript" and not _MOVES.match(source):
        raise FormatError(f"{short_repr(source)} is neither a file, a board nor {_EXPECTED}")
    return []


def entries_of_file(path: FilePath, on_error: OnError) -> Iterator[Entry]:
    """Games or positions of a file one by one; errors as of `read_file`.

    An empty file is no error.
    """
    suffix = Path(path).suffix.lower()
    if suffix == ".wtb":
        yield from _wthor_entries(path, on_error)
    else:
        with open_text(path) as stream:
            yield from _of_stream(stream, str(path), suffix, on_error)


def _of_stream(stream: TextIO, name: str, suffix: str, on_error: OnError) -> Iterable[Entry]:
    """Games or positions of a text of any kind; a suffix may name the kind."""
    kind = kind_of(stream.read(_START_CHARACTERS), suffix)
    stream.seek(0)
    if kind == ".ggf":
        return map(ggf.entry_of, ggf.games_of(stream.read(), name, on_error))
    if kind == ".sgf":
        return sgf.read(stream.read(annotated.MOST_CHARACTERS + 1), name, on_error)
    if kind == annotated.SUFFIX:
        return [annotated.read(stream.read(annotated.MOST_CHARACTERS + 1), name)]
    if kind == ".pgn":
        return pgn.read_stream(stream, name, on_error)
    if kind == ".obf":
        return (
            Entry(place=one.comment, tree=GameTree(*one[:2]), scores=one.scores)
            for one in obf.read_stream(stream, name, on_error)
        )
    return _plain_entries(kind, stream, name, on_error)


def text_of(entries: Iterable[Entry], ending: str) -> str:
    """Games as the text of a PGN or SGF file.

    FormatError for texts that the format cannot hold and for other endings than WRITABLE.
    """
    if ending not in WRITABLE:
        raise FormatError(f"{ending!r} is not {' or '.join(WRITABLE)}")
    return pgn.write(entries) if ending == ".pgn" else sgf.write(entries)


def write_file(path: FilePath, entries: Iterable[Entry]) -> None:
    """Write games as PGN or SGF by the suffix of the name, whole or not at all."""
    replace_file(path, text_of(entries, Path(path).suffix.lower()).encode())
