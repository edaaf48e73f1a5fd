"""Why: what the regions of the board say to the evaluation, and what a move changes."""

from collections.abc import Sequence

from players.window.drawing.canvas import Canvas
from players.window.drawing.fonts import font
from players.window.drawing.frame import Words, paint_balance, paint_words
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part
from players.window.explaining import OTHER_PARTS, Regions, Share, insight_seen
from players.window.panels.panel import UNDERSTAND, Command, Named, Panel, View, tab_command
from players.window.state import State
from players.window.translation import N_, _
from players.window.wording import waiting_text

MOST_DISCS = 6.0
"""The discs at which a region's bar is full."""
LEAST_TWO_COLUMNS = 300
"""The design pixels of width from which on two parts stand side by side."""
LEAST_WITH_HEAD = 100
"""The design pixels of height from which on there is room for words above the regions."""
LEAST_FRAMED = 20
"""The design pixels of height from which on a region has a frame."""


def show(view: View) -> Part | None:
    """What the parts of the board say; None where only the features are known."""
    body = view.body_of("insight")
    if body is None:
        return None
    seen = insight_seen(view.state, view.explainer)
    if seen is None:
        return Part(body, Words(waiting_text(view.state)), paint_words)
    return Part(body, seen.regions, paint) if seen.regions is not None else None


def switch(state: State) -> None:
    """Show what the board's regions say, then the evaluation's features, then the moves again."""
    following = {"tab_moves": "tab_insight", "tab_lines": "tab_insight"}
    following |= {"tab_insight": "tab_features"}
    state.tab = following.get(state.tab, "tab_moves")


def summary(parts: Sequence[Share]) -> list[Share]:
    """Six parts: all corners, all edges between them, the centre, moves, being on move, the sum."""
    regions, others = list(parts[: -len(OTHER_PARTS)]), parts[-len(OTHER_PARTS) :]
    corners, edges, (centre,) = regions[:3:2] + regions[6::2], regions[1::2], regions[4:5]
    groups = (_("Corners"), corners), (_("Edges"), edges)
    joined = [
        Share(name, sum(part.worth for part in group), sum(part.changed for part in group))
        for name, group in groups
    ]
    return [*joined, centre, *others]


def paint(canvas: Canvas, part: Part) -> None:
    """The six parts in one column or two."""
    scene: Regions = part.content
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
    """What the numbers are, and `by` what they change, where there is room; what is left below."""
    if inside.height < LEAST_WITH_HEAD * canvas.layout.unit:
        return inside
    head, size = inside._replace(height=canvas.size(22)), canvas.size(13)
    spot = canvas.write(_("Discs for black"), head, size, canvas.theme.text, bold=True)
    rest = head.right_of(spot.right + canvas.size(8))
    canvas.write(by, rest, size, canvas.theme.muted, align="right")
    return Rect(inside.x, head.bottom, inside.width, inside.bottom - head.bottom)


def _part(canvas: Canvas, place: Rect, part: Share, sizes: tuple[int, int]) -> None:
    """A part's name, its worth and what a move changes, and a bar where there is room."""
    theme = canvas.theme
    large, small = sizes
    name = font(small, text=part.name).size(part.name)[0] + canvas.size(8)
    upper, lower = place, None
    if place.height >= 2 * large + canvas.size(4):
        upper, lower = place.halves()
    change = font(small).size("+00.0")[0] + canvas.size(6)
    worth = upper.right_of(upper.x + name)
    worth = worth._replace(width=max(0, worth.width - change))
    told = _("{discs} discs").format(discs=_discs(part.worth))
    if font(large, True, told).size(told)[0] > worth.width:
        told = _discs(part.worth)  # the head says the unit
    canvas.write(part.name, upper, small, theme.muted)
    canvas.write(told, worth, large, theme.text, bold=True, align="right")
    canvas.write(_discs(part.changed), upper, small, theme.muted, align="right")
    if lower is not None:
        track = lower.inset(0, max(1, lower.height // 2 - canvas.size(4)))
        paint_balance(canvas, track, part.worth / MOST_DISCS)


def _discs(discs: float) -> str:
    rounded = round(discs, 1)
    return f"{rounded:+.1f}".replace("-", "\N{MINUS SIGN}") if rounded else "0.0"


PANEL = Panel(
    show=show,
    commands=(
        Command("insight", ("i",), N_("Why: what the evaluation sees"), switch, UNDERSTAND),
        tab_command("insight", N_("Regions of the board")),
    ),
    lines=(Named(UNDERSTAND, "insight"),),
)
