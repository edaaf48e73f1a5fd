"""What is said for a while over the window: a notice, and what a button does."""

from players.window.drawing.canvas import Canvas, broken
from players.window.drawing.fonts import font
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Tip

TOAST_LINES = 2


def paint_toast(canvas: Canvas, text: str) -> None:
    """A notice at the foot of the lists, else on the buttons there; in two lines if it is long."""
    if not text:
        return
    layout, theme = canvas.layout, canvas.theme
    foot = layout.body or layout.transport
    height = min(layout.status.height, foot.height)
    place = foot._replace(y=foot.bottom - height, height=height)
    canvas.box(place, theme.raised, canvas.size(10), theme.accent)
    inside = place.inset(canvas.size(12), canvas.size(5))
    size = canvas.size(14)
    lines = broken(text, size, inside.width, TOAST_LINES)
    height = inside.height // TOAST_LINES
    top = inside._replace(y=inside.y + (inside.height - height * len(lines)) // 2)
    for number, line in enumerate(lines):
        canvas.write(line, top.row(number, height), size, theme.text, align="centre")


def paint_tip(canvas: Canvas, tip: Tip | None) -> None:
    """What a button does, below it or above where there is no room."""
    if tip is None:
        return
    layout, theme, size = canvas.layout, canvas.theme, canvas.size(13)
    width = min(font(size, text=tip.text).size(tip.text)[0] + canvas.size(20), layout.width)
    height, gap = canvas.size(26), canvas.size(4)
    x = min(max(0, tip.place.centre[0] - width // 2), layout.width - width)
    below = tip.place.bottom + gap
    y = below if below + height <= layout.height else tip.place.y - gap - height
    place = Rect(x, y, width, height)
    canvas.box(place, theme.raised, canvas.size(6), theme.border)
    canvas.write(tip.text, place, size, theme.text, align="centre")
