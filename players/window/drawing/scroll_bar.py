"""The bar beside a list of which not all rows are in sight."""

from players.window.drawing.canvas import Canvas
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part

LEAST_THUMB = 12
"""The least height of what moves in the bar, in design pixels."""


def paint_scroll_bar(canvas: Canvas, track: Rect, above: int, room: int, below: int) -> None:
    """How many rows are above, in sight and below; nothing in a track of no width."""
    if not track.width:
        return
    theme, count = canvas.theme, above + room + below
    canvas.box(track, theme.raised, canvas.size(3))
    height = min(track.height, max(canvas.size(LEAST_THUMB), track.height * room // count))
    y = min(track.y + track.height * above // count, track.bottom - height)
    canvas.box(track._replace(y=y, height=height), theme.muted, canvas.size(3))


def paint_bar_of(canvas: Canvas, part: Part) -> None:
    """The bar of a part of the scene."""
    least, most = part.scrolling or (0, 0)
    track = part.track.inset(min(1, part.track.width // 4), canvas.size(4))
    paint_scroll_bar(canvas, track, part.above, part.room, most - least - part.above)
