r"""Games as servers export them: CSV of eOthello and of `tournament export`, JSON of Othello Quest.

The first row of CSV names the columns: the moves are in `game_moves`, `moves` or `transcript`;
players, place and date are read where columns have their names. Without such a row the one column
that holds moves is read.

>>> import io
>>> rows = io.StringIO("eOthello_game_id,winner,game_moves\n1,-1,d3c5d6\n")
>>> [game.game().transcript() for game in read_csv(rows, "rows", print)]
['d3c5d6']

A file of Othello Quest is one game; the first player is black. A move is `m`, "-" for a pass.

>>> text = '{"players": [{"name": "Ann"}, {}], "position": {"moves": [{"m": "f5"}, {"m": "d6"}]}}'
>>> game = read_quest(text, "text")
>>> game.black, game.game().transcript()
('Ann', 'f5d6')

FormatError for anything else, one line with the file and, in CSV, the line.

Source: the columns of the games of eothello.com, as published in "Othello Games" of Kaggle. Othello
Quest has no published specification: Egaroucid's reader (`input.hpp`) and public scripts.
"""

import csv
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from othello import notation
from othello.formats.entry import Entry
from othello.formats.reading import FormatError, OnError, check_lines
from othello.game import Game
from othello.position import PASS

LONGEST_LINE = 2**15
QUEST = "Othello Quest"
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


def _is_transcript(cell: str) -> bool:
    """True if a cell, in quotes or not, holds four moves or more and nothing else."""
    return _TRANSCRIPT.fullmatch(cell.strip().strip('"').strip()) is not None


def is_csv(text: str) -> bool:
    """True if the first line names a column of moves, or one of the first two has such a cell."""
    rows = [line.split(",") for line in text.split("\n", 2)[:2] if "," in line]
    names = {cell.strip(' "').lower() for cell in rows[0]} if rows else set()
    return not names.isdisjoint(_MOVES) or any(_is_transcript(cell) for row in rows for cell in row)


def _columns(row: Sequence[str]) -> tuple[dict[str, int], bool]:
    """Indices of the columns by content, and True if the row names them."""
    headings = [cell.strip().lower() for cell in row]
    columns = {
        field: headings.index(name)
        for field, names in _COLUMNS.items()
        for name in reversed(names)
        if name in headings
    }
    if "moves" in columns:
        return columns, True
    moves = [index for index, cell in enumerate(row) if _is_transcript(cell)]
    if len(moves) != 1:
        raise ValueError(f"no column of moves, which is named {' or '.join(_MOVES)}")
    return {"moves": moves[0]}, False


def _entry(row: Sequence[str], columns: dict[str, int]) -> Entry:
    """Game of a row; ValueError for anything else."""
    cells = {field: row[index].strip() for field, index in columns.items() if index < len(row)}
    if "moves" not in cells:
        raise ValueError(f"{len(row)} columns, but moves stand in column {columns['moves'] + 1}")
    board = cells.pop("board", "")
    game = Game.from_board(board) if _BOARD.fullmatch(board) else Game()
    game.play_all(notation.parse_transcript(cells.pop("moves")))
    return Entry.of(game, **cells)


def read_csv(stream: TextIO, name: str, on_error: OnError) -> Iterator[Entry]:
    """Games of a stream one by one; `on_error` is called with the error of each bad row."""
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
                columns, is_heading = _columns(row)
                if is_heading:
                    continue
            yield _entry(row, columns)
            good += 1
        except (ValueError, csv.Error) as error:
            fault = FormatError(f"{name}: line {rows.line_num}: {error}")
            if columns is None:
                raise fault from None
            on_error(fault)
            bad += 1
            check_lines(name, good, bad)


def _player_name(players: Any, number: int) -> str:
    """Name of a player, or else the account; "" if neither is a text."""
    player = players[number] if isinstance(players, list) and number < len(players) else {}
    texts = [player.get("name"), player.get("id")] if isinstance(player, dict) else []
    return next((text for text in texts if isinstance(text, str) and text), "")


def read_quest(text: str, name: str) -> Entry:
    """Game of Othello Quest; FormatError begins with `name`."""
    try:
        return _quest_entry(json.loads(text))
    except RecursionError:
        raise FormatError(f"{name}: lists in lists, too deep for a game") from None
    except ValueError as error:
        raise FormatError(f"{name}: {next(iter(str(error).splitlines()), '')}") from None


def _quest_entry(content: Any) -> Entry:
    """Game of a text's content; ValueError for anything else."""
    position = content.get("position") if isinstance(content, dict) else None
    entries = position.get("moves") if isinstance(position, dict) else None
    if not isinstance(entries, list):
        raise ValueError("JSON without a game: neither `format` nor `position` with `moves`")
    # An entry without a move says how the game ended.
    moves = [entry["m"] for entry in entries if isinstance(entry, dict) and "m" in entry]
    game = Game()
    game.play_all(PASS if move == "-" else notation.parse_move(str(move)) for move in moves)
    created, players = content.get("created"), content.get("players")
    date = created if isinstance(created, str) else ""
    return Entry.of(
        game, _player_name(players, 0), _player_name(players, 1), place=QUEST, date=date
    )
