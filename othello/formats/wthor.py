"""WTHOR, the database of human tournament games: files of games, players and tournaments.

The games of a year are a `.wtb` file, which refers to players (`.jou`) and tournaments (`.trn`) by
their indices in these lists of names. FormatError for a file against the format, one line with the
file and the place; OSError from the system.

Source: Fédération française d'Othello, ffothello.org/wthor/Format_WThor.pdf.
"""

import os
import struct
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from othello.files import FilePath
from othello.formats.reading import FormatError, OnError, open_bytes, raise_error

_HEADER = struct.Struct("<4BIHH4B")
_DISCS = ("black_discs", "theoretical")

MOST_MOVES = 60
"""Most moves of a game, without passes."""
END = 64
"""Fills an array of moves after the last one of a game."""

RECORD = np.dtype(
    [
        *((name, "<u2") for name in ("tournament", "black", "white")),
        *((name, "u1") for name in _DISCS),
        ("moves", "u1", MOST_MOVES),
    ]
)
"""A game in an array: the indices of its names, black's discs and the moves.

`black_discs`, with empties for the winner, is the real outcome, 0 to 64, and `theoretical` that of
perfect play from `Header.depth` empties. `moves` are squares without passes, filled up with END;
they may be illegal.
"""

_MOST_DISCS = 64
_NAME_BYTES = {".jou": 20, ".trn": 26}
_BYTES = {
    square: 11 + 10 * (square // 8) + square % 8  # the rank's digit comes first
    for square in range(64)
    if square not in (27, 28, 35, 36)  # occupied from the start
}
_NO_SQUARE = 255
_SQUARES = np.full(256, _NO_SQUARE, np.uint8)
_SQUARES[[0, *_BYTES.values()]] = END, *_BYTES
"""Meaning of each byte of a move: a square, END or _NO_SQUARE."""


class Header(NamedTuple):
    """Header of a file.

    The file was made in `century` (20 for 2000 to 2099), `year` (0 to 99), `month`
    and `day`. One of the counts `games` and `names` is that of its records, the
    other is 0. The games were played in `game_year`; `kind` is 1 for solitaires,
    otherwise 0; theoretical scores are perfect from `depth` empties on.
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
    """Header of a `.wtb`, `.jou` or `.trn` file; its counts are not compared with its size.

    FormatError for a folder or device and for a file shorter than a header.
    """
    with open_bytes(path) as stream:
        start = stream.read(_HEADER.size)
    if len(start) < _HEADER.size:
        raise FormatError(f"{path}: {len(start)} bytes, but a header takes {_HEADER.size}")
    return Header(*_HEADER.unpack(start))


def read_content(path: FilePath, count: int, width: int) -> bytes:
    """All `count` records, of `width` bytes each, behind the header.

    FormatError, before anything is read, for a file of another size.
    """
    expected = _HEADER.size + count * width
    with open_bytes(path) as stream:
        size = os.fstat(stream.fileno()).st_size
        if size != expected:
            counted = f"a header and the {count} records it counts make {expected}"
            raise FormatError(f"{path}: {size} bytes, but {counted}")
        stream.seek(_HEADER.size)
        return stream.read(count * width)


def _wrong(moves: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """True for each square of games, uint8[games, 60], that cannot be a move."""
    wrong = moves == _NO_SQUARE
    wrong[:, 1:] |= (moves[:, 1:] != END) & (moves[:, :-1] == END)
    return wrong


def _fault(record: np.void, moves: NDArray[np.uint8]) -> str:
    """Fault of a game for an error message; `moves` are the decoded moves of its record."""
    for name in _DISCS:
        if record[name] > _MOST_DISCS:
            return f": {name} is {record[name]}, over 64"
    ply = int(_wrong(moves[np.newaxis])[0].argmax())
    problem = "no square to play" if moves[ply] == _NO_SQUARE else "after the game's end"
    return f", move {ply + 1}: byte {record['moves'][ply]} is {problem}"


def read_records(
    path: FilePath, on_error: OnError = raise_error
) -> tuple[NDArray[np.void], Header, NDArray[np.int64]]:
    """Games of a `.wtb` file as one array, RECORD[games]; its header; the numbers of the games.

    The numbers are those in the file, int64[games] from 1. Bad games are left out, and
    `on_error` is called with the error of each.
    """
    header = read_header(path)
    if header.board_size not in (0, 8):  # 0: not given
        raise FormatError(f"{path}: byte 12 says board size {header.board_size}, not 8")
    content = read_content(path, header.games, RECORD.itemsize)
    records = np.frombuffer(content, RECORD).copy()
    moves = _SQUARES[records["moves"]]
    wrong = _wrong(moves).any(axis=1)
    for name in _DISCS:
        wrong |= records[name] > _MOST_DISCS
    for game in np.flatnonzero(wrong).tolist():
        on_error(FormatError(f"{path}: game {game + 1}{_fault(records[game], moves[game])}"))
    records["moves"] = moves
    return records[~wrong], header, np.flatnonzero(~wrong) + 1


def read_names(path: FilePath) -> list[str]:
    """Names of a `.jou` or `.trn` file, in the order of their indices."""
    suffix = Path(path).suffix.lower()
    if suffix not in _NAME_BYTES:
        raise FormatError(f"{path}: a file of names ends in {' or '.join(_NAME_BYTES)}")
    width = _NAME_BYTES[suffix]
    content = read_content(path, read_header(path).names, width)
    names: list[str] = []
    for start in range(0, len(content), width):
        name, zero, _ = content[start : start + width].partition(b"\0")
        if not zero:
            raise FormatError(f"{path}: name {len(names) + 1} has no zero byte at its end")
        names.append(name.decode("latin-1"))
    return names
