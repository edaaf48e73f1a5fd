"""Files of the formats opened for reading, and the error for those that cannot be read.

Only regular files are opened: opening a pipe would wait for a writer.
"""

import codecs
import contextlib
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NoReturn, TextIO, TypeVar

from othello.cli.errors import UserError
from othello.files import FilePath

GAMES = (".ggf", ".othello", ".pgn", ".sgf", ".txt", ".wtb")
"""Suffixes of files of games."""
SUFFIXES = (*GAMES, ".obf")
"""Suffixes of all readable files: of games and of positions."""
READABLE = "GGF, PGN, SGF, WTHOR, OBF, transcripts"
"""Names of these formats, for help texts."""

_BOM = "\ufeff"
"""Mark before the first character of a text, as some editors write it."""
_START_BYTES = 2**12
_CONTROL_BYTES = bytes({*range(32)} - {*b"\t\n\v\f\r\x1a\x1b"})
_LINE_END = re.compile(r"\r\n|[\t-\r]")
_NOT_UTF_8 = re.compile("[\udc80-\udcff]")
_DATE = re.compile(r"([0-9]{4})(?![0-9])(?:[-./]([0-9]{1,2})(?:[-./]([0-9]{1,2}))?)?")

MOST_BAD_PARTS = 3000
"""A file with this many more bad than good games is not a file of games."""


class FormatError(UserError):
    """A file against its format; the message is one line: the file, the place and the fault."""


class PlacedError(ValueError):
    """Fault of a text and its index there."""

    def __init__(self, place: int, problem: str) -> None:
        super().__init__(problem)
        self.place = place


T = TypeVar("T")
OnError = Callable[[FormatError], object]
"""Callback of a reader: it takes the error of each game that is left out."""


def raise_error(error: FormatError) -> NoReturn:
    """Raise the error of a game that cannot be read, so that none is left out."""
    raise error from None


def left_out(errors: Sequence[FormatError]) -> str:
    """Number of games left out and the first error, in a line; "" for none."""
    count = len(errors)
    return f"{count} game{'s' * (count > 1)} left out: {errors[0]}" if count else ""


def read_and_report(command: str, read: Callable[[OnError], list[T]]) -> list[T]:
    """Return what `read` reads; it is called with a callback for errors.

    A line of the `command` on the error stream reports games that were left out. FormatError, the
    first one, if no game can be read.
    """
    errors: list[FormatError] = []
    games = read(errors.append)
    if errors and not games:
        raise errors[0]
    if errors:
        print(f"{command}: {left_out(errors)}", file=sys.stderr)
    return games


def parsed(
    parts: Iterable[tuple[int, str]], parse: Callable[[str], T], name: str, on_error: OnError
) -> Iterator[T]:
    """Values of the parts of a text, each given with the number of its first line.

    `on_error` takes the error of each part for which `parse` raises ValueError. FormatError for a
    text with many more bad parts than good ones.
    """
    good = 0
    for number, (line, part) in enumerate(parts, start=1):
        try:
            value = parse(part)
        except ValueError as error:
            if isinstance(error, PlacedError):
                line += part.count("\n", 0, error.place)
            on_error(FormatError(f"{name}: line {line}: {error}"))
            check_share(good, number, name)
        else:
            good += 1
            yield value


def check_share(good: int, number: int, name: str) -> None:
    """FormatError if very few of the first `number` games of a text are good."""
    if number - 2 * good >= MOST_BAD_PARTS:
        counts = f"{number - good:,} of its first {number:,} parts"
        raise FormatError(f"{name}: {counts} hold no game") from None


def one_line(text: str) -> str:
    """Text with a blank for each tab and line end, as a name has."""
    return _LINE_END.sub(" ", text)


def open_bytes(path: FilePath) -> BinaryIO:
    """Open a file as bytes; FormatError for a folder or device, OSError from the system."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise FormatError(f"{path}: not a file but a folder or a device")
    return open(path, "rb")


def open_text(path: FilePath) -> TextIO:
    r"""Open a file as text, UTF-8, all line ends as "\n"; errors as of `open_bytes`.

    A byte that is not UTF-8 becomes a lone surrogate: readers name its place or call `decoded`.
    FormatError for UTF-16 and for binary data: a control character in 20 bytes.
    """
    with open_bytes(path) as stream:
        start = stream.read(_START_BYTES)
    if start.startswith((codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)):
        raise FormatError(f"{path}: text in UTF-16; save it in UTF-8")
    if (len(start) - len(start.translate(None, _CONTROL_BYTES))) * 20 > len(start):
        raise FormatError(f"{path}: binary data, not a text of games or positions ({READABLE})")
    return open(path, encoding="utf-8-sig", errors="surrogateescape")


def without_bom(text: str) -> str:
    """Text without one byte order mark at its start; `open_text` leaves it out, too."""
    return text.removeprefix(_BOM)


def stream_of(text: str) -> TextIO:
    """Text as a stream of `open_text` would have it."""
    return io.StringIO(without_bom(text), newline=None)


def decoded(text: str) -> str:
    """Text of `open_text`; each byte that is not UTF-8 is read as Latin-1."""
    return _NOT_UTF_8.sub(lambda byte: chr(ord(byte[0]) - 0xDC00), text)


def char_repr(character: str) -> str:
    """Character for an error message: its `repr`, or the byte that is not UTF-8."""
    if "\udc80" <= character <= "\udcff":
        return f"byte {ord(character) - 0xDC00}, which is not UTF-8,"
    return repr(character)


def date_text(date: str, between: str, unknown: str) -> str:
    """Year, month and day at the start of a text, joined by `between`; "" without a year.

    Missing parts are `unknown`, or left out if that is "".
    """
    match = _DATE.match(date)
    return between.join(filter(None, (part or unknown for part in match.groups()))) if match else ""


@contextlib.contextmanager
def collect_errors(path: Path, on_error: OnError) -> Iterator[None]:
    """Context in which errors of reading a file go to `on_error`, OSError as FormatError."""
    try:
        yield
    except FormatError as error:
        on_error(error)
    except OSError as error:
        on_error(FormatError(f"{path}: {error.strerror or error}"))


def read_files(
    paths: Sequence[Path], read: Callable[[Path], T], on_error: OnError
) -> Iterator[tuple[Path, T]]:
    """Each file with its content by `read`; one bad file among others goes to `on_error`."""
    for path in paths:
        with collect_errors(path, on_error if len(paths) > 1 else raise_error):
            yield path, read(path)
