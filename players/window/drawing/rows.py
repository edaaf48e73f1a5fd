"""Rows of text in columns: the list of several panels."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from players.window.drawing.board import rating_colour, side_sign
from players.window.drawing.canvas import Canvas
from players.window.drawing.fonts import font
from players.window.drawing.layout import Layout, Rect, split
from players.window.drawing.scene import NOWHERE, Part, targets_of

ROW, TEXT, SMALL, PADDING = 22, 14, 12, 4
"""Height of a row, two text sizes, and padding of rows and cells, in design pixels."""
MARGIN = 8
FOLLOWING = 5
"""Rows kept in view below the current one."""


class TextRow(NamedTuple):
    """Cells in columns of these shares; `meaning` is that of a click, None for none.

    The second cell and later ones end at the right if `right`. `ratings` colour the cells, None for
    the usual colour. `black` selects the disc shown before the second cell. `link` is the meaning
    of a click on the last cell. A `joined` row continues the one above.
    """

    cells: tuple[str, ...]
    shares: tuple[float, ...] = (1,)
    meaning: Any = None
    right: bool = False
    ratings: tuple[int | None, ...] = ()
    black: bool | None = None
    head: bool = False
    current: bool = False
    link: Any = None
    joined: bool = False
    place: Rect = NOWHERE


def text_width(layout: Layout, body: Rect) -> int:
    """Return the width of a row with a single cell."""
    return max(1, body.width - 2 * layout.size(MARGIN) - 3 * layout.size(PADDING))


def rows_part(
    panel: str,
    layout: Layout,
    body: Rect,
    rows: Sequence[TextRow],
    scrolled: int = 0,
    *,
    fixed: Sequence[TextRow] = (),
) -> Part:
    """Return the rows in view, with the current one among them; `fixed` ones are always above."""
    inside = body.inset(layout.size(MARGIN), layout.size(PADDING))
    height = max(1, min(layout.size(ROW), inside.height))
    room = max(1, inside.height // height - len(fixed))
    last = max(0, len(rows) - room)
    current = next((number for number, row in enumerate(rows) if row.current), 0)
    first = min(last, max(0, min(current, current + 1 + FOLLOWING - room)))
    top = min(max(first + scrolled, 0), last)
    shown, targets = [], []
    for number, row in enumerate((*fixed, *rows[top : top + room])):
        place = inside.row(number, height)
        shown.append(row._replace(place=place))
        if row.link is not None:
            targets.append((split(place, row.shares, sum(row.shares))[-1], row.link))
        if row.meaning is not None:
            targets.append((place, row.meaning))
    found = targets_of(panel, targets)
    return Part(body, tuple(shown), paint_rows, found, (-first, last - first), room)


def paint_rows(canvas: Canvas, part: Part) -> None:
    """Paint the rows in view."""
    for number, row in enumerate(part.content):
        if row.current:
            lines = takewhile(lambda other: other.joined, part.content[number + 1 :])
            box = row.place._replace(height=row.place.height * (1 + len(tuple(lines))))
            canvas.box(box, canvas.theme.raised, canvas.size(5), canvas.theme.accent)
        inside = row.place.inset(canvas.size(PADDING), 0)
        places = split(inside, row.shares, sum(row.shares))
        for column, place in enumerate(places):
            _cell(canvas, row, column, place)


def _cell(canvas: Canvas, row: TextRow, column: int, place: Rect) -> None:
    """Paint a cell; a heading that does not fit loses its threshold."""
    theme, text, is_last = canvas.theme, row.cells[column], column == len(row.cells) - 1
    rank = row.ratings[column] if row.ratings else None
    ink = theme.muted if row.head else theme.text
    if rank is not None:
        ink = rating_colour(theme, rank)
    elif row.link is not None and is_last:
        ink = theme.accent
    if column == 1 and row.black is not None:
        sign = canvas.size(14)
        side_sign(canvas, (place.x + sign // 2, place.centre[1]), sign, row.black)
        place = place.right_of(place.x + sign + canvas.size(PADDING))
    if not is_last and row.link is None:
        place = place._replace(width=max(0, place.width - canvas.size(PADDING)))
    size = canvas.size(SMALL if row.head else TEXT)
    if row.head and font(size, text=text).size(text)[0] > place.width:
        text = text.partition(" >")[0]
    bold = not row.head and column == (0 if row.right else 1)
    align = "right" if row.right and column else "left"
    canvas.write(text, place, size, ink, bold=bold, align=align)
