"""Files of the formats, opened for reading, and what is raised for one that cannot be read.

Only regular files are opened, so that none is waited for.
"""

import os
import stat
from collections.abc import Callable, Sequence
from typing import BinaryIO, TextIO

from othello.files import FilePath


class FormatError(ValueError):
    """A file against its format; the message is one line: the file, the place and what is wrong."""


Refused = Callable[[FormatError], object]
"""What a reader calls with the error of each game that it leaves out."""


def left_out(errors: Sequence[FormatError]) -> str:
    """How many games were left out of what was read and why the first one, in a line; or ""."""
    count = len(errors)
    return f"{count} game{'s' * (count > 1)} left out: {errors[0]}" if count else ""


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

    A byte that is not UTF-8 becomes a lone surrogate, which no format allows, so
    that its reader says where it stands.
    """
    _check_regular(path)
    return open(path, encoding="utf-8-sig", errors="surrogateescape")


def shown_sign(sign: str) -> str:
    """A character as an error shows it: its `repr`, or the byte that is not UTF-8."""
    if "\udc80" <= sign <= "\udcff":
        return f"byte {ord(sign) - 0xDC00}, which is not UTF-8,"
    return repr(sign)
