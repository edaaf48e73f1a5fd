"""Where the moves of the list stand: rows of moves, side lines indented, comments between them."""

import textwrap
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from players.window.drawing.fonts import columns
from players.window.drawing.layout import Rect
from players.window.game.variations import Block, Listing, MovePath, Node

MOVE_ROW, LEAST_CELL, INDENT, CHARACTER = 25, 102, 14, 7.4
"""In design pixels: the height of a row, the least width of a move, the indentation of a side line
and the width of a character of a comment."""
MOST_COLUMNS = 4
MOST_INDENTS = 5
"""Side lines of side lines are indented so often at most."""
MOST_COMMENT_ROWS = 6


class MoveItem(NamedTuple):
    """A move in the list, or a line of a comment, whose `node` is None; `path` is where it leads.

    `x` and `width` are in pixels from the list's left.
    """

    path: MovePath
    node: Node | None
    text: str
    x: int
    width: int


class MoveRow(NamedTuple):
    """A row of the list; `indent` is how far its side line is moved in, 0 in the main line."""

    items: tuple[MoveItem, ...]
    indent: int


class MoveRows(NamedTuple):
    """All rows of a list, and in which of them each move stands."""

    rows: tuple[MoveRow, ...]
    row_of: dict[MovePath, int]


class MoveList(NamedTuple):
    """The rows of a list in their place, scrolled to `first_row`; `scrolling` is as of Part."""

    place: Rect
    row_height: int
    rows: tuple[MoveRow, ...]
    first_row: int
    scrolling: tuple[int, int]

    def in_sight(self) -> Iterator[tuple[MoveRow, Rect]]:
        """The rows that have room, with their places."""
        visible = max(1, self.place.height // self.row_height)
        for below, row in enumerate(self.rows[self.first_row : self.first_row + visible]):
            top = self.place.y + below * self.row_height
            yield row, Rect(self.place.x, top, self.place.width, self.row_height)

    def shown(self) -> list[tuple[MoveItem, Rect]]:
        """The items in sight with their places."""
        return [
            (item, line._replace(x=line.x + item.x, width=item.width))
            for row, line in self.in_sight()
            for item in row.items
        ]

    def guides(self) -> list[Rect]:
        """A line beside each row of a side line in sight, one pixel wide."""
        return [
            line._replace(x=line.x + row.indent - max(3, row.indent // 8), width=1)
            for row, line in self.in_sight()
            if row.indent
        ]


def move_list(
    body: Rect, unit: float, listing: Listing, current: MovePath, scrolled: int = 0
) -> MoveList:
    """The list of a tree's moves, the current one in sight unless it is `scrolled` so many rows."""
    place = body.inset(round(8 * unit))
    row_height = max(1, round(MOVE_ROW * unit))
    rows, row_of = _rows(listing, place.width, unit)
    visible = max(1, place.height // row_height)
    last = max(0, len(rows) - visible)
    first = min(last, max(0, row_of.get(current, 0) - (visible - 1) // 2))
    shown = min(last, max(0, first + scrolled))
    return MoveList(place, row_height, rows, shown, (-first, last - first))


@lru_cache(maxsize=8)
def _rows(listing: Listing, width: int, unit: float) -> MoveRows:
    """All rows of a list that is so wide."""
    columns = min(MOST_COLUMNS, max(2, int(width / (LEAST_CELL * unit))))
    cell = max(1, width // columns)
    rows: list[MoveRow] = []
    row_of: dict[MovePath, int] = {}
    for block in listing.blocks:
        indent = round(INDENT * unit * min(block.depth, MOST_INDENTS))
        if not block.moves:
            rows += _comment_rows(block, indent, width, unit)
            continue
        fitting = max(1, (width - indent) // cell)
        for start in range(0, len(block.moves), fitting):
            moves = block.moves[start : start + fitting]
            for move in moves:
                row_of[move.path] = len(rows)
            items = tuple(
                MoveItem(move.path, move.node, "", indent + place * cell, cell)
                for place, move in enumerate(moves)
            )
            rows.append(MoveRow(items, indent))
    return MoveRows(tuple(rows), row_of)


def _comment_rows(block: Block, indent: int, width: int, unit: float) -> list[MoveRow]:
    """The rows of a comment, its words wrapped."""
    wide = columns(block.comment) / max(1, len(block.comment))  # 2 for nothing but Japanese
    characters = max(8, int((width - indent) / (CHARACTER * unit * wide)))
    lines = textwrap.wrap(block.comment, characters, max_lines=MOST_COMMENT_ROWS, placeholder=" …")
    return [
        MoveRow((MoveItem(block.path, None, line, indent, width - indent),), indent)
        for line in lines
    ]
