"""Where the parts of an overlay are: pure geometry, in pixels, as in `layout`."""

from collections.abc import Sequence

from players.window.drawing.layout import Layout, Rect

HelpLines = Sequence[tuple[str, str]]
"""Keys with what they do; a heading has no keys."""

LIST_WIDTH, LIST_HEIGHT = 680, 620
HELP = (1060, 720)
MANY = 12
"""Fewer lines of help stand in a smaller box, one below the other."""
PROMPT = (760, 200)
HEADING, QUERY, FOOT, ROW, HELP_ROW = 58, 40, 38, 38, 23
"""Sizes in design pixels."""
HEAD = 26
"""The height of the heads of a list's columns."""
COLUMN_SHARES = (0.22, 0.22, 0.11, 0.09, 0.19, 0.17)
"""How much of a line each column takes, as far as a list has so many."""
MANY_COLUMNS, FEW_COLUMNS = 480, 4
"""A list less wide than so many design pixels has only its first columns."""


def _middle(layout: Layout, width: int, height: int) -> Rect:
    """A box of so many design pixels, or what there is room for, in the middle."""
    wide = min(layout.size(width), layout.width - layout.size(20))
    high = min(layout.size(height), layout.height - layout.size(20))
    return Rect((layout.width - wide) // 2, (layout.height - high) // 2, wide, high)


def help_box(layout: Layout, lines: int = MANY) -> Rect:
    """The box of the help, or of a page of few lines."""
    if lines < MANY:
        return _middle(layout, LIST_WIDTH, HEADING + FOOT + HELP_ROW * (lines + 1))
    return _middle(layout, *HELP)


def prompt_box(layout: Layout) -> Rect:
    """The box of a line to type."""
    return _middle(layout, *PROMPT)


def list_box(layout: Layout, total: int) -> Rect:
    """The box of a list of so many rows."""
    height = min(LIST_HEIGHT, HEADING + QUERY + FOOT + 6 + ROW * max(3, total))
    return _middle(layout, LIST_WIDTH, height)


def list_place(layout: Layout, total: int, heads: bool = False) -> Rect:
    """The rows of a list, below its heading, the `heads` of its columns, and above its foot."""
    box = list_box(layout, total)
    top = layout.size(HEADING + QUERY) + (layout.size(HEAD) if heads else 0)
    margin = layout.size(14)
    height = max(0, box.height - top - layout.size(FOOT))
    return Rect(box.x + margin, box.y + top, box.width - 2 * margin, height)


def list_columns(layout: Layout, line: Rect, count: int) -> tuple[Rect, ...]:
    """The columns of a list in one of its lines; the last ones are left out where it is narrow."""
    inside = line.inset(layout.size(10), 0)
    shown = COLUMN_SHARES[: count if inside.width >= layout.size(MANY_COLUMNS) else FEW_COLUMNS]
    x, found = float(inside.x), []
    for share in shown:
        width = inside.width * share / sum(shown)
        found.append(Rect(round(x), line.y, round(x + width) - round(x), line.height))
        x += width
    return tuple(found)


def list_heads(layout: Layout, total: int, count: int) -> tuple[Rect, ...]:
    """The places of the heads of a list's columns."""
    rows, height = list_place(layout, total, heads=True), layout.size(HEAD)
    return list_columns(layout, Rect(rows.x, rows.y - height, rows.width, height), count)


def list_rows(layout: Layout, total: int, heads: bool = False) -> int:
    """How many rows of a list are in sight."""
    return max(1, list_place(layout, total, heads).height // layout.size(ROW))


def list_row_at(
    layout: Layout, total: int, point: tuple[int, int], heads: bool = False
) -> int | None:
    """The row at a point, counted from the first in sight; None elsewhere."""
    place = list_place(layout, total, heads)
    if not place.contains(point):
        return None
    row = (point[1] - place.y) // layout.size(ROW)
    return row if row < list_rows(layout, total, heads) else None


def help_grid(layout: Layout, lines: int = MANY) -> tuple[int, int]:
    """How many columns and rows of the help are in sight."""
    box = help_box(layout, lines)
    rows = max(1, (box.height - layout.size(HEADING + FOOT)) // layout.size(HELP_ROW))
    return 1 if lines < MANY else max(1, min(3, box.width // layout.size(330))), rows


def help_columns(lines: HelpLines, columns: int) -> tuple[HelpLines, ...]:
    """The lines in so many columns at most, as low as can be; none breaks a list from its heading.

    Lists keep their order, from the top of a column to its foot and on at the top of the next.
    """
    starts = [place for place, (keys, _) in enumerate(lines) if not keys] or [0]
    lists = [lines[a:b] for a, b in zip(starts, [*starts[1:], len(lines)], strict=True)]
    height = max(map(len, lists), default=0)
    while len(found := _packed(lists, height)) > columns:
        height += 1
    return tuple(found)


def _packed(lists: Sequence[HelpLines], height: int) -> list[HelpLines]:
    """The lists one after the other in columns of that height."""
    found: list[list[tuple[str, str]]] = [[]]
    for each in lists:
        if found[-1] and len(found[-1]) + len(each) > height:
            found.append([])
        found[-1] += each
    return [*found]
