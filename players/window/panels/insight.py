"""Why: what the regions of the board say to the evaluation, and what a move changes."""

from collections.abc import Sequence

from players.window.drawing.canvas import Canvas
from players.window.drawing.fonts import font
from players.window.drawing.frame import Words, paint_balance, paint_words
from players.window.drawing.layout import Rect, placed
from players.window.drawing.scene import Part
from players.window.explaining import Regions, Share, insight_seen
from players.window.panels.panel import UNDERSTAND, Command, Named, Panel, View, tab_command
from players.window.state import State
from players.window.translation import N_, _
from players.window.wording import waiting_text

MOST_DISCS = 6.0
"""The discs at which a region's bar is full."""
REGION_COLUMNS = 3
LEAST_WITH_HEAD = 100
"""The design pixels of height from which on there is room for words above the regions."""
LEAST_FRAMED = 20
"""The design pixels of height from which on a region has a frame."""


def show(view: View) -> Part | None:
    """The regions as they lie on the board; None where only the features are known."""
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


def as_it_lies(parts: Sequence[Share], view: int) -> list[Share]:
    """The parts with the regions first, as they lie on a turned board: a side is named by place."""
    regions = list(parts[: REGION_COLUMNS**2])
    for place, part in zip(placed(view, REGION_COLUMNS), parts, strict=False):
        name = part.name if place % 2 == 0 else parts[place].name  # a corner keeps its square's
        regions[place] = part._replace(name=name)
    return [*regions, *parts[REGION_COLUMNS**2 :]]


def paint(canvas: Canvas, part: Part) -> None:
    """The regions as they lie on the board, and below them the moves, the tempo, the sum."""
    scene: Regions = part.content
    inside = _head(canvas, part.place.inset(canvas.size(10), canvas.size(5)), scene.by)
    width = inside.width // REGION_COLUMNS
    sizes = min(canvas.size(14), inside.height // 4), min(canvas.size(12), inside.height // 4)
    narrow = width < 2 * font(sizes[0], True).size("+00.0")[0] + canvas.size(16)
    heights = (2, 2, 2, 3) if narrow else (1, 1, 1, 1)
    for index, part_shown in enumerate(as_it_lies(scene.parts, canvas.layout.view)):
        row, column = divmod(index, REGION_COLUMNS)
        top, end = (inside.height * sum(heights[:n]) // sum(heights) for n in (row, row + 1))
        cell = Rect(inside.x + column * width, inside.y + top, width, end - top)
        if cell.height >= LEAST_FRAMED * canvas.layout.unit:
            framed = cell.inset(canvas.size(3), 1)
            canvas.box(framed, canvas.theme.panel, canvas.size(5), canvas.theme.border)
        cell = cell.inset(canvas.size(9), 1)
        if narrow:
            worth, more = _discs(part_shown.worth), _discs(part_shown.changed)
            _stacked(canvas, cell, (worth, more, part_shown.name)[: heights[row]], sizes)
        else:
            _region(canvas, cell, part_shown, sizes)


def _head(canvas: Canvas, inside: Rect, by: str) -> Rect:
    """What the numbers are, and `by` what they change, where there is room; what is left below."""
    if inside.height < LEAST_WITH_HEAD * canvas.layout.unit:
        return inside
    head, size = inside._replace(height=canvas.size(22)), canvas.size(13)
    spot = canvas.write(_("Discs for black"), head, size, canvas.theme.text, bold=True)
    rest = head.right_of(spot.right + canvas.size(8))
    canvas.write(by, rest, size, canvas.theme.muted, align="right")
    return Rect(inside.x, head.bottom, inside.width, inside.bottom - head.bottom)


def _stacked(canvas: Canvas, place: Rect, lines: tuple[str, ...], sizes: tuple[int, int]) -> None:
    """Lines below each other, the first in bold."""
    height = place.height // len(lines)
    for number, text in enumerate(lines):
        size, ink = (sizes[1], canvas.theme.muted) if number else (sizes[0], canvas.theme.text)
        canvas.write(text, place.row(number, height), size, ink, bold=not number, align="centre")


def _region(canvas: Canvas, place: Rect, part: Share, sizes: tuple[int, int]) -> None:
    """A part's worth and what a move changes, its name and a bar where there is room."""
    theme = canvas.theme
    large, small = sizes
    measure = font(small).size
    named = max(measure(_("On move"))[0], measure(part.name)[0]) + canvas.size(8)
    if place.height < 2 * large + canvas.size(4):
        canvas.write(part.name, place, small, theme.muted)
        worth = place._replace(width=place.width - font(small).size("+00.0")[0] - canvas.size(6))
        canvas.write(_discs(part.worth), worth, large, theme.text, bold=True, align="right")
        canvas.write(_discs(part.changed), place, small, theme.muted, align="right")
        return
    half = place.height // 2
    upper, lower = place.row(0, half), place.row(1, half)
    canvas.write(_discs(part.worth), upper, large, theme.text, bold=True)
    canvas.write(_discs(part.changed), upper, small, theme.muted, align="right")
    canvas.write(part.name, lower, small, theme.muted)
    track = lower.right_of(lower.x + named)
    if track.width > named:
        track = track.inset(0, max(1, half // 2 - canvas.size(4)))
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
