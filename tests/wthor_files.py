"""Files of WTHOR, which the program only reads."""

import struct

HEADER = struct.Struct("<4BIHH4B")
GAME = struct.Struct("<HHHBB60s")
NAME_BYTES = {".jou": 20, ".trn": 26}


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
