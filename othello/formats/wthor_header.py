"""The shape that all files of the WTHOR database share: a header and records of one size."""

import os
import struct
from typing import NamedTuple

from othello.files import FilePath, replace_file
from othello.formats.errors import FormatError
from othello.formats.reading import open_bytes

_HEADER = struct.Struct("<4BIHH4B")


class Header(NamedTuple):
    """What a file says of itself.

    It was made in `century` (20 for 2000 to 2099), `year` (0 to 99), `month` and
    `day`. One of the counts `games` and `names` is that of its records, the other
    is 0. `game_year` is when the games were played; `kind` is 1 for solitaires,
    otherwise 0; `depth` is the empties from which theoretical scores are perfect.

    Source: Fédération française d'Othello, ffothello.org/wthor/Format_WThor.pdf.
    """

    century: int
    year: int
    month: int
    day: int
    games: int = 0
    names: int = 0
    game_year: int = 0
    board_size: int = 8
    kind: int = 0
    depth: int = 0
    reserved: int = 0


def read_header(path: FilePath) -> Header:
    """The header of a `.wtb`, `.jou` or `.trn` file, its counts not compared with its size.

    FormatError for a folder or device and for a file shorter than a header.
    """
    with open_bytes(path) as stream:
        start = stream.read(_HEADER.size)
    if len(start) < _HEADER.size:
        raise FormatError(f"{path}: {len(start)} bytes, but a header takes {_HEADER.size}")
    return Header(*_HEADER.unpack(start))


def read_content(path: FilePath, count: int, width: int) -> bytes:
    """The `count` records, of `width` bytes each, that follow the header.

    FormatError, before anything is read, for a file of any other size.
    """
    expected = _HEADER.size + count * width
    with open_bytes(path) as stream:
        size = os.fstat(stream.fileno()).st_size
        if size != expected:
            counted = f"a header and the {count} records it counts make {expected}"
            raise FormatError(f"{path}: {size} bytes, but {counted}")
        stream.seek(_HEADER.size)
        return stream.read(count * width)


def write_content(path: FilePath, header: Header, content: bytes) -> None:
    """Write a header and records, whole or not at all; FormatError if the header has no room."""
    try:
        start = _HEADER.pack(*header)
    except struct.error as error:
        raise FormatError(f"{path}: no room for {header}: {error}") from None
    replace_file(path, start + content)
