r"""Games as CSV, one a row among other columns, as eOthello and `tournament export` write them.

The first row names the columns: the moves stand in `game_moves`, `moves` or `transcript`; players,
place and date are read where columns have their names. Without such a row the one column that
holds moves is read. FormatError for anything else, one line with the file and the line.

>>> rows = "eOthello_game_id,winner,game_moves\n1,-1,d3c5d6\n"
>>> [game.game.transcript() for game in read(rows)]
['d3c5d6']

Source: the columns of the games of eothello.com, as published in "Othello Games" of Kaggle.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TextIO

from othello import notation
from othello.formats.reading import FormatError, Refused, check_lines, strictly
from othello.game import Game

LONGEST_LINE = 2**15
_MOVES = ("game_moves", "moves", "transcript")
_COLUMNS = {
    "moves": _MOVES,
    "board": ("opening",),
    "black": ("black", "black_name"),
    "white": ("white", "white_name"),
    "place": ("place", "tournament"),
    "date": ("date",),
}
_TRANSCRIPT = re.compile(r"(?:[a-h][1-8]\s*){4,}", re.IGNORECASE)
_BOARD = re.compile(r"[-XO]{64} [XO]")


class CsvGame(NamedTuple):
    """A game of a row, and what the row says of it."""

    black: str
    white: str
    place: str
    date: str
    game: Game


def _is_transcript(cell: str) -> bool:
    """True if a cell, in quotes or not, holds four moves or more and nothing else."""
    return _TRANSCRIPT.fullmatch(cell.strip().strip('"').strip()) is not None


def is_csv(text: str) -> bool:
    """True if the first line names a column of moves, or one of the first two has such a cell."""
    rows = [line.split(",") for line in text.split("\n", 2)[:2] if "," in line]
    names = {cell.strip(' "').lower() for cell in rows[0]} if rows else set()
    return not names.isdisjoint(_MOVES) or any(_is_transcript(cell) for row in rows for cell in row)


def _columns(row: Sequence[str]) -> tuple[dict[str, int], bool]:
    """The places of the columns by what they hold, and whether the row names them."""
    names = [cell.strip().lower() for cell in row]
    found = {
        field: names.index(name)
        for field, known in _COLUMNS.items()
        for name in reversed(known)
        if name in names
    }
    if "moves" in found:
        return found, True
    moves = [place for place, cell in enumerate(row) if _is_transcript(cell)]
    if len(moves) != 1:
        raise ValueError(f"no column of moves, which is named {' or '.join(_MOVES)}")
    return {"moves": moves[0]}, False


def _game(row: Sequence[str], columns: dict[str, int]) -> CsvGame:
    """The game of a row; ValueError if it is none."""
    cells = {field: row[place].strip() for field, place in columns.items() if place < len(row)}
    if "moves" not in cells:
        raise ValueError(f"{len(row)} columns, but moves stand in column {columns['moves'] + 1}")
    board = cells.get("board", "")
    game = Game.from_board(board) if _BOARD.fullmatch(board) else Game()
    game.play_all(notation.parse_transcript(cells["moves"]))
    black, white, place, date = (cells.get(field, "") for field in CsvGame._fields[:-1])
    return CsvGame(black, white, place, date, game)


def read_stream(stream: TextIO, name: str, refused: Refused) -> Iterator[CsvGame]:
    """The games of a stream one by one; `refused` is called with the error of each bad row."""
    rows = csv.reader(iter(lambda: stream.readline(LONGEST_LINE), ""))
    columns: dict[str, int] | None = None
    good = bad = 0
    while True:
        try:
            row = next(rows, None)
            if row is None:
                return
            if not any(cell.strip() for cell in row):
                continue
            if columns is None:
                columns, names = _columns(row)
                if names:
                    continue
            yield _game(row, columns)
            good += 1
        except (ValueError, csv.Error) as error:
            fault = FormatError(f"{name}: line {rows.line_num}: {error}")
            if columns is None:
                raise fault from None
            refused(fault)
            bad += 1
            check_lines(name, good, bad)


def read(text: str, name: str = "text", refused: Refused = strictly) -> list[CsvGame]:
    """The games of a text; `name` is what FormatError calls it, `refused` takes the errors."""
    return list(read_stream(io.StringIO(text, newline=None), name, refused))
