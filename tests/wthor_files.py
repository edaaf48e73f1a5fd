"""Files of WTHOR, which the program only reads."""

import struct
from typing import NamedTuple

from othello.formats import wthor

HEADER = struct.Struct("<4BIHH4B")
GAME = struct.Struct("<HHHBB60s")
NAME_BYTES = {".jou": 20, ".trn": 26}


class WthorGame(NamedTuple):
    """A game: the fields of `wthor.RECORD`, moves without END."""

    tournament: int
    black: int
    white: int
    black_discs: int
    theoretical: int
    moves: tuple[int, ...]


def read_games(path, *on_error):
    """Read the games of a `.wtb` file by number, and its header."""
    records, header, numbers = wthor.read_records(path, *on_error)
    games = [
        WthorGame(*fields, tuple(moves[moves != wthor.END].tolist()))
        for *fields, moves in records.tolist()
    ]
    return dict(zip(numbers.tolist(), games, strict=True)), header


def write_games(path, games, header):
    """Write a `.wtb` file of these games; the header's count of games is set."""
    records = []
    for game in games:
        moves = bytes(11 + 10 * (square // 8) + square % 8 for square in game.moves)
        records.append(GAME.pack(*game[:-1], moves))
    path.write_bytes(HEADER.pack(*header._replace(games=len(records))) + b"".join(records))


def write_names(path, names, header):
    """Write a `.jou` or `.trn` file of these names; the header's count of names is set."""
    width = NAME_BYTES[path.suffix.lower()]
    records = [name.encode("latin-1").ljust(width, b"\0") for name in names]
    path.write_bytes(HEADER.pack(*header._replace(names=len(records))) + b"".join(records))
