"""Where the parts of an overlay are: pure geometry, as in `layout`."""

from othello.window.layout import Layout, Rect

BOX = (660, 560)
HEADING, QUERY, FOOT, ROW = 58, 40, 38, 38


def overlay_box(layout: Layout) -> Rect:
    """The box of an overlay, in the middle of the window."""
    width = min(layout.size(BOX[0]), layout.width - layout.size(20))
    height = min(layout.size(BOX[1]), layout.height - layout.size(20))
    return Rect((layout.width - width) // 2, (layout.height - height) // 2, width, height)


def list_place(layout: Layout) -> Rect:
    """The rows of a list, below its heading and above its foot."""
    box = overlay_box(layout)
    top = layout.size(HEADING + QUERY)
    rim = layout.size(14)
    height = max(0, box.height - top - layout.size(FOOT))
    return Rect(box.x + rim, box.y + top, box.width - 2 * rim, height)


def list_rows(layout: Layout) -> int:
    """How many rows of a list are in sight."""
    return max(1, list_place(layout).height // layout.size(ROW))


def list_row_at(layout: Layout, point: tuple[int, int]) -> int | None:
    """The row at a point, counted from the first in sight; None elsewhere."""
    place = list_place(layout)
    if not place.contains(point):
        return None
    row = (point[1] - place.y) // layout.size(ROW)
    return row if row < list_rows(layout) else None
