"""Insight: worth of the board's regions to the evaluation, and the change by a move."""

from collections.abc import Sequence

from players.window.drawing.canvas import Canvas
from players.window.drawing.fonts import font
from players.window.drawing.frame import Notice, paint_balance, paint_notice
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part
from players.window.explaining import OTHER_PARTS, Insight, Share, visible_insight
from players.window.panels.panel import Panel, View, tab_command
from players.window.translation import N_, _
from players.window.wording import waiting_text

MOST_DISCS = 6.0
"""Discs at which the bar of a region is full."""
LEAST_TWO_COLUMNS = 300
"""Least width for two columns, in design pixels."""
LEAST_WITH_HEAD = 100
"""Least height for a heading, in design pixels."""
LEAST_FRAMED = 20
"""Least height of a part with a frame, in design pixels."""


def show(view: View) -> Part | None:
    """Return the parts of the evaluation, or the reason for an empty tab."""
    body = view.body_of("insight")
    if body is None:
        return None
    insight = visible_insight(view.state, view.explainer)
    if insight is None:
        return Part(body, Notice(waiting_text(view.state)), paint_notice)
    return Part(body, insight, paint)


def summary(parts: Sequence[Share]) -> list[Share]:
    """Return six parts: corners, edges, centre, mobility, tempo, total."""
    regions, others = list(parts[: -len(OTHER_PARTS)]), parts[-len(OTHER_PARTS) :]
    corners, edges, (centre,) = regions[:3:2] + regions[6::2], regions[1::2], regions[4:5]
    groups = (_("Corners"), corners), (_("Edges"), edges)
    joined = [
        Share(name, sum(part.worth for part in group), sum(part.changed for part in group))
        for name, group in groups
    ]
    return [*joined, centre, *others]


def paint(canvas: Canvas, part: Part) -> None:
    """Paint the six parts in one column or two."""
    scene: Insight = part.content
    inside = _head(canvas, part.place.inset(canvas.size(10), canvas.size(5)), scene.by)
    shown = summary(scene.parts)
    columns = 2 if inside.width >= canvas.size(LEAST_TWO_COLUMNS) else 1
    rows, width = len(shown) // columns, inside.width // columns
    sizes = min(canvas.size(14), inside.height // rows), min(canvas.size(12), inside.height // rows)
    for index, each in enumerate(shown):
        row, column = divmod(index, columns)
        top, end = (inside.height * place // rows for place in (row, row + 1))
        cell = Rect(inside.x + column * width, inside.y + top, width, end - top)
        if cell.height >= LEAST_FRAMED * canvas.layout.unit:
            framed = cell.inset(canvas.size(3), 1)
            canvas.box(framed, canvas.theme.panel, canvas.size(5), canvas.theme.border)
        _part(canvas, cell.inset(canvas.size(9), 1), each, sizes)


def _head(canvas: Canvas, inside: Rect, by: str) -> Rect:
    """Paint the heading if there is room; return the place below."""
    if inside.height < LEAST_WITH_HEAD * canvas.layout.unit:
        return inside
    head, size = inside._replace(height=canvas.size(22)), canvas.size(13)
    spot = canvas.write(_("Discs for black"), head, size, canvas.theme.text, bold=True)
    rest = head.right_of(spot.right + canvas.size(8))
    canvas.write(by, rest, size, canvas.theme.muted, align="right")
    return Rect(inside.x, head.bottom, inside.width, inside.bottom - head.bottom)


def _part(canvas: Canvas, place: Rect, part: Share, sizes: tuple[int, int]) -> None:
    """Paint a part: its name, worth, change, and a bar if there is room."""
    theme = canvas.theme
    large, small = sizes
    name = font(small, text=part.name).size(part.name)[0] + canvas.size(8)
    upper, lower = place, None
    if place.height >= 2 * large + canvas.size(4):
        upper, lower = place.halves()
    change = font(small).size("+00.0")[0] + canvas.size(6)
    worth = upper.right_of(upper.x + name)
    worth = worth._replace(width=max(0, worth.width - change))
    text = _("{discs} discs").format(discs=_discs(part.worth))
    if font(large, True, text).size(text)[0] > worth.width:
        text = _discs(part.worth)  # the heading names the unit
    canvas.write(part.name, upper, small, theme.muted)
    canvas.write(text, worth, large, theme.text, bold=True, align="right")
    canvas.write(_discs(part.changed), upper, small, theme.muted, align="right")
    if lower is not None:
        track = lower.inset(0, max(1, lower.height // 2 - canvas.size(4)))
        paint_balance(canvas, track, part.worth / MOST_DISCS)


def _discs(discs: float) -> str:
    rounded = round(discs, 1)
    return f"{rounded:+.1f}".replace("-", "\N{MINUS SIGN}") if rounded else "0.0"


PANELS = {
    "insight": Panel(
        show=show,
        commands=(tab_command("insight", N_("Insight: what each region is worth")),),
    )
}
