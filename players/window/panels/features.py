"""The features of Bill's evaluation, for black and for white."""

from players.window.drawing.canvas import Canvas
from players.window.drawing.frame import Words, paint_balance, paint_words
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part
from players.window.explaining import Insight, insight_seen
from players.window.panels.panel import UNDERSTAND, Named, Panel, View, tab_command
from players.window.translation import N_, _
from players.window.wording import waiting_text

STRONGEST = 1.5
"""The log-odds at which a feature's bar is full."""
SHARES = (0.34, 0.16, 0.16, 0.34)
"""The part of the width that each column takes: the name, black, white, the bar."""


def show(view: View) -> Part | None:
    """The features; behind the tab of the regions too where there are no weights of these."""
    seen = insight_seen(view.state, view.explainer)
    body = view.body_of("features")
    if seen is not None and seen.regions is None:
        body = body or view.body_of("insight")
    if body is None:
        return None
    if seen is None:
        return Part(body, Words(waiting_text(view.state)), paint_words)
    return Part(body, seen, paint)


def paint(canvas: Canvas, part: Part) -> None:
    """Bars to the right for black, to the left for white."""
    theme = canvas.theme
    scene: Insight = part.content
    inside = part.place.inset(canvas.size(10))
    rows = len(scene.features) + 2
    height = min(canvas.size(34), inside.height // rows)
    widths = [int(inside.width * share) for share in SHARES]
    lefts = [inside.x + sum(widths[:column]) for column in range(len(SHARES))]
    columns = [Rect(x, inside.y, width, height) for x, width in zip(lefts, widths, strict=True)]
    half = columns[3]._replace(width=widths[3] // 2)
    heads = (_("Black"), columns[1]), (_("White"), columns[2]), (_("for white"), half)
    for text, spot in (*heads, (_("for black"), half._replace(x=half.right))):
        canvas.write(text, spot, canvas.size(12), theme.muted, align="centre")
    for row, feature in enumerate(scene.features, start=1):
        places = [column.row(row, height) for column in columns]
        for column, text in enumerate((feature.name, feature.black, feature.white)):
            align = "centre" if column else "left"
            canvas.write(text, places[column], canvas.size(14), theme.text, align=align)
        track = places[3].inset(canvas.size(6), max(1, height // 2 - canvas.size(5)))
        paint_balance(canvas, track, feature.added / STRONGEST)
    foot = Rect(inside.x, inside.y + (rows - 1) * height, inside.width, height)
    canvas.write(scene.note, foot, canvas.size(13), theme.muted)


PANEL = Panel(
    show=show,
    commands=(tab_command("features", N_("Features of the evaluation")),),
    lines=(Named(UNDERSTAND, "insight"),),
)
