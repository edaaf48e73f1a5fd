"""Where the parts of an overlay are: pure geometry, in pixels, as in `layout`."""

from collections.abc import Sequence

from othello.window.view.layout import Layout, Rect

HelpLines = Sequence[tuple[str, str]]
"""Keys with what they do; a heading has no keys."""

LIST_WIDTH, LIST_HEIGHT = 680, 620
HELP = (1060, 720)
MANY = 12
"""Fewer lines of help stand in a smaller box, one below the other."""
PROMPT = (760, 200)
HEADING, QUERY, FOOT, ROW, HELP_ROW = 58, 40, 38, 38, 23
"""Sizes in design pixels."""


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


def list_place(layout: Layout, total: int) -> Rect:
    """The rows of a list, below its heading and above its foot."""
    box = list_box(layout, total)
    top = layout.size(HEADING + QUERY)
    margin = layout.size(14)
    height = max(0, box.height - top - layout.size(FOOT))
    return Rect(box.x + margin, box.y + top, box.width - 2 * margin, height)


def list_rows(layout: Layout, total: int) -> int:
    """How many rows of a list are in sight."""
    return max(1, list_place(layout, total).height // layout.size(ROW))


def list_row_at(layout: Layout, total: int, point: tuple[int, int]) -> int | None:
    """The row at a point, counted from the first in sight; None elsewhere."""
    place = list_place(layout, total)
    if not place.contains(point):
        return None
    row = (point[1] - place.y) // layout.size(ROW)
    return row if row < list_rows(layout, total) else None


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
