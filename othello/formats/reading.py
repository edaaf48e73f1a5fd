"""Files of the formats, opened for reading, and what is raised for one that cannot be read.

Only regular files are opened, so that none is waited for.
"""

import codecs
import contextlib
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NoReturn, TextIO, TypeVar

from othello.cli.errors import UserError
from othello.files import FilePath

GAMES = (".csv", ".ggf", ".othello", ".pgn", ".sgf", ".txt", ".wtb")
"""How the names of files of games end."""
SUFFIXES = (*GAMES, ".obf")
"""How the names of all files end that can be read: those of games, and of positions."""
READABLE = "GGF, PGN, SGF, WTHOR, OBF, CSV, transcripts"
"""The formats of these files, for who may name one."""

_NOT_UTF_8 = re.compile("[\udc80-\udcff]")

MOST_BAD_LINES = 3000
"""A file of lines in which so many more are bad than good is no file of a format."""


class FormatError(UserError):
    """A file against its format; the message is one line: the file, the place and what is wrong."""


Found = TypeVar("Found")
Content = TypeVar("Content")
Refused = Callable[[FormatError], object]
"""What a reader calls with the error of each game that cannot be read, to leave it out."""


def strictly(error: FormatError) -> NoReturn:
    """Raise the error of a game that cannot be read: what readers call who leave none out."""
    raise error from None


def left_out(errors: Sequence[FormatError]) -> str:
    """How many games were left out of what was read and why the first one, in a line; or ""."""
    count = len(errors)
    return f"{count} game{'s' * (count > 1)} left out: {errors[0]}" if count else ""


def read_and_report(command: str, read: Callable[[Refused], list[Found]]) -> list[Found]:
    """What `read` gives, which is called with what takes errors; what it left out is said.

    That is a line of the `command` on the error stream. FormatError, the first one, if nothing
    else was there.
    """
    errors: list[FormatError] = []
    found = read(errors.append)
    if errors and not found:
        raise errors[0]
    if errors:
        print(f"{command}: {left_out(errors)}", file=sys.stderr)
    return found


def check_lines(name: str, good: int, bad: int) -> None:
    """FormatError for a file of so many lines that mean something and that do not."""
    if bad - good >= MOST_BAD_LINES:
        raise FormatError(f"{name}: {bad:,} of its first {good + bad:,} lines are no games")


def _check_regular(path: FilePath) -> None:
    """FormatError for a folder or device; to open a pipe would wait for a writer."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise FormatError(f"{path}: not a file but a folder or a device")


def open_bytes(path: FilePath) -> BinaryIO:
    """A file's bytes; FormatError for a folder or device, OSError where the system refuses."""
    _check_regular(path)
    return open(path, "rb")


def open_text(path: FilePath) -> TextIO:
    r"""A file's text, UTF-8, all line ends as "\n"; raises as `open_bytes` does.

    A byte that is not UTF-8 becomes a lone surrogate. Its reader says where it stands, or
    decodes it by `decoded`; no format lets one through. UTF-16 is known by its byte order mark.
    """
    with open_bytes(path) as stream:
        is_utf_16 = stream.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    if is_utf_16:
        return open(path, encoding="utf-16", errors="replace")
    return open(path, encoding="utf-8-sig", errors="surrogateescape")


def decoded(text: str, charset: str = "") -> str:
    """The text of `open_text` with its bytes that are not UTF-8 decoded.

    All of the file's bytes are decoded again by `charset`, if Python knows it and it fits; else
    each byte that is not UTF-8 alone, as Latin-1.
    """
    if _NOT_UTF_8.search(text) is None:
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode(charset)
    except (LookupError, UnicodeError):
        return _NOT_UTF_8.sub(lambda byte: chr(ord(byte[0]) - 0xDC00), text)


def shown_sign(sign: str) -> str:
    """A character as an error shows it: its `repr`, or the byte that is not UTF-8."""
    if "\udc80" <= sign <= "\udcff":
        return f"byte {ord(sign) - 0xDC00}, which is not UTF-8,"
    return repr(sign)


@contextlib.contextmanager
def refusing(path: Path, refused: Refused) -> Iterator[None]:
    """Within, what ends the reading of a file goes to `refused`, OSError as FormatError."""
    try:
        yield
    except FormatError as error:
        refused(error)
    except OSError as error:
        refused(FormatError(f"{path}: {error.strerror or error}"))


def each_file(
    paths: Sequence[Path], read: Callable[[Path], Content], refused: Refused
) -> Iterator[tuple[Path, Content]]:
    """What `read` makes of each file; `refused` is called with the error of one among others."""
    for path in paths:
        with refusing(path, refused if len(paths) > 1 else strictly):
            yield path, read(path)
