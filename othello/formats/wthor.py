"""WTHOR, the database of human tournament games: its games, players and tournaments as files.

A year's games are a `.wtb` file, which refers to players (`.jou`) and tournaments (`.trn`) by their
places in these lists of names. FormatError for a file against the format, one line with the file
and the place; OSError where the system refuses.

Source: Fédération française d'Othello, ffothello.org/wthor/Format_WThor.pdf.
"""

import os
import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from othello.files import FilePath, replace_file
from othello.formats.reading import FormatError, Refused, open_bytes, strictly

_HEADER = struct.Struct("<4BIHH4B")

_PLACES = ("tournament", "black", "white")
_DISCS = ("black_discs", "theoretical")

MOST_MOVES = 60
"""The most moves that a game can have, passes left out."""
END = 64
"""What fills an array of moves after a game's last one."""

RECORD = np.dtype(
    [
        *((name, "<u2") for name in _PLACES),
        *((name, "u1") for name in _DISCS),
        ("moves", "u1", MOST_MOVES),
    ]
)
"""A game in an array: the fields of WthorGame, its moves filled up with END."""

_GAME = struct.Struct("<HHHBB60s")
_LARGEST = {name: 65535 for name in _PLACES} | {name: 64 for name in _DISCS}
_NAME_BYTES = {".jou": 20, ".trn": 26}
_BOARD_SIZES = (0, 8)  # 0 where nobody said
_BYTES = {
    square: 11 + 10 * (square // 8) + square % 8  # the rank's digit comes first
    for square in range(64)
    if square not in (27, 28, 35, 36)  # occupied from the start
}
_NO_SQUARE = 255
_SQUARES = np.full(256, _NO_SQUARE, np.uint8)
_SQUARES[[0, *_BYTES.values()]] = END, *_BYTES
"""What each byte of a move means: a square, END or _NO_SQUARE."""
_Value = TypeVar("_Value")


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


class WthorGame(NamedTuple):
    """A game: the places of its names, counted from 0, black's discs and the moves.

    `black_discs`, with empties for the winner, is the real outcome, 0 to 64, and
    `theoretical` that of perfect play from `Header.depth` empties. `moves` are
    squares, 0 to 63, passes left out; whether they are legal is not looked at.
    """

    tournament: int
    black: int
    white: int
    black_discs: int
    theoretical: int
    moves: tuple[int, ...]


class WthorFile(NamedTuple):
    """The games of a file and its header; `write_games(path, *file)` writes it again."""

    games: tuple[WthorGame, ...]
    header: Header


def _check_board(path: FilePath, header: Header) -> None:
    """FormatError unless the games are played on 8 by 8 squares."""
    if header.board_size not in _BOARD_SIZES:
        raise FormatError(f"{path}: byte 12 says board size {header.board_size}, not 8")


def _wrong(moves: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of the squares of games, uint8[games, 60], cannot stand there."""
    wrong = moves == _NO_SQUARE
    wrong[:, 1:] |= (moves[:, 1:] != END) & (moves[:, :-1] == END)
    return wrong


def _fault(record: np.void, moves: NDArray[np.uint8]) -> str:
    """What is wrong with a game, behind its number; `moves` are those of its record, decoded."""
    for name in _DISCS:
        if record[name] > _LARGEST[name]:
            return f": {name} is {record[name]}, over 64"
    ply = int(_wrong(moves[np.newaxis])[0].argmax())
    what = "no square to play" if moves[ply] == _NO_SQUARE else "after the game's end"
    return f", move {ply + 1}: byte {record['moves'][ply]} is {what}"


def read_records(
    path: FilePath, refused: Refused = strictly
) -> tuple[NDArray[np.void], Header, NDArray[np.int64]]:
    """The games of a `.wtb` file as one array, RECORD[games]; its header; the games' numbers.

    The numbers are those in the file, int64[games] from 1: games that cannot be read are left out,
    and `refused` is called with the error of each.
    """
    header = read_header(path)
    _check_board(path, header)
    content = read_content(path, header.games, RECORD.itemsize)
    records = np.frombuffer(content, RECORD).copy()
    moves = _SQUARES[records["moves"]]
    wrong = _wrong(moves).any(axis=1)
    for name in _DISCS:
        wrong |= records[name] > _LARGEST[name]
    for game in np.flatnonzero(wrong).tolist():
        refused(FormatError(f"{path}: game {game + 1}{_fault(records[game], moves[game])}"))
    records["moves"] = moves
    return records[~wrong], header, np.flatnonzero(~wrong) + 1


def moves_array(path: FilePath) -> NDArray[np.uint8]:
    """The moves of a `.wtb` file for kernels, uint8[games, 60], filled up with END."""
    return np.ascontiguousarray(read_records(path)[0]["moves"])


def numbered_games(
    path: FilePath, refused: Refused = strictly
) -> tuple[dict[int, WthorGame], Header]:
    """The games of a `.wtb` file by their numbers, and its header, all as of `read_records`."""
    records, header, places = read_records(path, refused)
    lengths = np.count_nonzero(records["moves"] != END, axis=1).tolist()
    games = (
        WthorGame._make((*numbers, tuple(moves[:length].tolist())))
        for (*numbers, moves), length in zip(records.tolist(), lengths, strict=True)
    )
    return dict(zip(places.tolist(), games, strict=True)), header


def read_games(path: FilePath, refused: Refused = strictly) -> WthorFile:
    """The games of a `.wtb` file, and its header; `refused` is as of `read_records`."""
    games, header = numbered_games(path, refused)
    return WthorFile(tuple(games.values()), header)


def _packed(
    path: FilePath, values: Iterable[_Value], pack: Callable[[_Value], bytes]
) -> list[bytes]:
    """All values as records; FormatError, with its number, for one that `pack` refuses."""
    records = []
    for number, value in enumerate(values, start=1):
        try:
            records.append(pack(value))
        except ValueError as error:
            raise FormatError(f"{path}: record {number}: {error}") from None
    return records


def _pack_game(game: WthorGame) -> bytes:
    """A game's record of 68 bytes; ValueError for what has no place in one."""
    for name, largest in _LARGEST.items():
        if not 0 <= getattr(game, name) <= largest:
            raise ValueError(f"{name} is {getattr(game, name)}, not 0 to {largest}")
    if len(game.moves) > MOST_MOVES:
        raise ValueError(f"{len(game.moves)} moves, not 0 to {MOST_MOVES}")
    for ply, square in enumerate(game.moves, start=1):
        if square not in _BYTES:
            raise ValueError(f"move {ply} is {square}, no square to play")
    return _GAME.pack(*game[:-1], bytes(_BYTES[square] for square in game.moves))


def write_games(path: FilePath, games: Iterable[WthorGame], header: Header) -> None:
    """Write a `.wtb` file, whole or not at all; the header's count of games is set."""
    _check_board(path, header)
    records = _packed(path, games, _pack_game)
    write_content(path, header._replace(games=len(records)), b"".join(records))


def _name_bytes(path: FilePath) -> int:
    """How many bytes a name takes in a file, which the file's own name tells."""
    suffix = Path(path).suffix.lower()
    if suffix not in _NAME_BYTES:
        raise FormatError(f"{path}: a file of names ends in {' or '.join(_NAME_BYTES)}")
    return _NAME_BYTES[suffix]


def read_names(path: FilePath) -> list[str]:
    """The names of a `.jou` or `.trn` file, in the order that games refer to."""
    width = _name_bytes(path)
    content = read_content(path, read_header(path).names, width)
    names: list[str] = []
    for start in range(0, len(content), width):
        name, zero, _ = content[start : start + width].partition(b"\0")
        if not zero:
            raise FormatError(f"{path}: name {len(names) + 1} has no zero byte at its end")
        names.append(name.decode("latin-1"))
    return names


def write_names(path: FilePath, names: Iterable[str], header: Header) -> None:
    """Write a `.jou` or `.trn` file, whole or not at all; the header's count of names is set."""
    width = _name_bytes(path)

    def pack(name: str) -> bytes:
        encoded = name.encode("latin-1")
        if len(encoded) >= width or b"\0" in encoded:
            raise ValueError(f"{name!r} is not 0 to {width - 1} characters other than zero")
        return encoded.ljust(width, b"\0")

    records = _packed(path, names, pack)
    write_content(path, header._replace(names=len(records)), b"".join(records))
