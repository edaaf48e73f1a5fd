"""Painting of dialogs: lists, text prompts and notices."""

import pygame

from players.window.dialogs import Chooser, Dialog, Row
from players.window.drawing.canvas import Canvas, wrapped
from players.window.drawing.fonts import columns, font
from players.window.drawing.layout import Layout, Rect, label_width, split
from players.window.drawing.scene import DialogScene
from players.window.translation import _

TOAST_LINES, TOAST_TEXT = 3, 14
LIST_WIDTH, WIDE_WIDTH, LIST_HEIGHT = 680, 1060, 620
PROMPT = (760, 200)
HEADING, QUERY, FOOT, ROW, CLOSE = 58, 40, 38, 38, 34
DARKENED = (105, 105, 105)
"""What remains of the window's colours behind a dialog, of 255."""
HEAD = 26
"""Height of a list's column headings; all sizes are in design pixels."""
COLUMN_SHARES = (0.22, 0.22, 0.11, 0.09, 0.19, 0.17)
"""Shares of the width of a list's columns."""
MANY_COLUMNS, FEW_COLUMNS = 480, 4
"""Least width in design pixels for all columns, and their number in narrower lists."""


def _toast_places(layout: Layout, text: str) -> tuple[Rect, Rect]:
    """The places of a notice, below the tabs' content or over the buttons, and of its text."""
    foot, across, down = layout.body or layout.transport, layout.size(12), layout.size(5)
    size = layout.size(TOAST_TEXT)
    lines = len(wrapped(text, size, foot.width - 2 * across, TOAST_LINES))
    height = min(lines * 3 * size // 2 + 2 * down, foot.height)
    place = foot._replace(y=foot.bottom - height, height=height)
    return place, place.inset(across, down)


def above_toast(layout: Layout, text: str) -> Layout:
    """The layout whose tabs' content ends above a notice."""
    if not text or layout.body is None:
        return layout
    place, _inside = _toast_places(layout, text)
    return layout._replace(body=layout.body._replace(height=place.y - layout.body.y))


def paint_toast(canvas: Canvas, text: str) -> None:
    """Paint a notice, in at most three lines."""
    if not text:
        return
    place, inside = _toast_places(canvas.layout, text)
    theme, size = canvas.theme, canvas.size(TOAST_TEXT)
    canvas.box(place, theme.raised, canvas.size(10), theme.accent)
    canvas.write_lines(text, inside, size, theme.text, TOAST_LINES, align="centre")


def dialog_scene(dialog: Dialog, layout: Layout) -> DialogScene:
    """Return the scene of a dialog."""
    if isinstance(dialog, Chooser):
        return _list_scene(dialog, layout)
    box = _middle(layout, *PROMPT)
    width, high, margin = label_width(dialog.button, layout.unit), layout.size(30), layout.size(12)
    accept = Rect(box.right - margin - width, box.bottom - margin - high, width, high)
    scene = _dialog_scene(dialog, layout, box, 40)
    return scene._replace(button=dialog.button, accept=accept)


def _list_scene(chooser: Chooser, layout: Layout) -> DialogScene:
    """Return a list, scrolled to its selected row."""
    head = HEAD if chooser.heads else 0
    tall = min(LIST_HEIGHT, HEADING + QUERY + head + FOOT + 6 + ROW * max(3, chooser.total))
    box = _middle(layout, WIDE_WIDTH if chooser.heads else LIST_WIDTH, tall)
    top = layout.size(HEADING + QUERY) + (layout.size(head) if head else 0)
    high, margin = layout.size(ROW), layout.size(14)
    height = max(0, box.height - top - layout.size(FOOT))
    visible = max(1, height // high)
    spare = max(0, height - visible * high - layout.size(6))  # no blank row at the end
    box = box._replace(height=box.height - spare)
    inside = Rect(box.x + margin, box.y + top, box.width - 2 * margin, height - spare)
    first = chooser.first_visible(visible)
    shown = chooser.rows[first : first + visible]
    line = inside._replace(y=inside.y - layout.size(HEAD), height=layout.size(HEAD))
    places = list_columns(layout, line, len(chooser.heads))
    return _dialog_scene(chooser, layout, box, QUERY - 10)._replace(
        inside=inside,
        rows=tuple((inside.row(place, high), row) for place, row in enumerate(shown)),
        selected=chooser.selected - first,
        above=first,
        below=len(chooser.rows) - first - len(shown),
        visible=visible,
        heads=tuple(zip(chooser.heads, places, strict=False)),
        order=chooser.order,
    )


def _dialog_scene(dialog: Dialog, layout: Layout, box: Rect, height: int) -> DialogScene:
    """Return a box with title, close button, and a text field of this height below the title."""
    line = Rect(box.x, box.y + layout.size(HEADING), box.width, layout.size(height))
    place, typed = line.inset(layout.size(22), 0), dialog.field
    field = place, typed.text, typed.caret, typed.anchor
    side, margin = layout.size(CLOSE), layout.size((HEADING - CLOSE) / 2)
    close = Rect(box.right - margin - side, box.y + margin, side, side)
    return DialogScene(box, dialog.title, *field, dialog.hint, close, error=dialog.error)


def _middle(layout: Layout, width: int, height: int) -> Rect:
    """Return a centred box of a size in design pixels, at most the window."""
    wide = min(layout.size(width), layout.width - layout.size(20))
    high = min(layout.size(height), layout.height - layout.size(20))
    return Rect((layout.width - wide) // 2, (layout.height - high) // 2, wide, high)


def list_columns(layout: Layout, line: Rect, count: int) -> list[Rect]:
    """Return the columns of a list's row; a narrow list has only the first ones."""
    inside = line.inset(layout.size(10), 0)
    shown = COLUMN_SHARES[: count if inside.width >= layout.size(MANY_COLUMNS) else FEW_COLUMNS]
    return split(inside, shown)


def paint_dialog(canvas: Canvas, scene: DialogScene | None) -> None:
    """Paint a dialog over the darkened window."""
    if scene is None:
        return
    theme = canvas.theme
    canvas.surface.fill(DARKENED, special_flags=pygame.BLEND_RGB_MULT)
    canvas.box(scene.box, theme.panel, canvas.size(14), theme.border)
    heading = scene.box._replace(height=canvas.size(HEADING)).inset(canvas.size(22), 0)
    heading = heading._replace(width=scene.close.x - heading.x)
    canvas.write(scene.title, heading, canvas.size(22), theme.text, bold=True)
    cross = "\N{MULTIPLICATION SIGN}"
    canvas.write(cross, scene.close, canvas.size(24), theme.muted, align="centre")
    foot = _prompt(canvas, scene) if scene.button else _list(canvas, scene)
    height = canvas.size(FOOT)
    line = scene.box._replace(y=scene.box.bottom - height, height=height)
    canvas.write(foot, line.inset(canvas.size(22), 0), canvas.size(13), theme.muted)


def _field(canvas: Canvas, scene: DialogScene) -> None:
    """Paint a text field with its caret, which is in view, and its selection."""
    theme, place, size = canvas.theme, scene.field, canvas.size(15)
    canvas.box(place, theme.window, canvas.size(6), theme.border)
    inside = place.inset(round(size / 1.5), 0)
    first, measure = 0, font(size, text=scene.typed).size
    while measure(scene.typed[first : scene.caret])[0] >= inside.width and first < scene.caret:
        first += max(1, (scene.caret - first) // 30)
    canvas.write(scene.typed[first:], inside, size, theme.text)
    start, end = (max(first, each) for each in sorted((scene.caret, scene.anchor)))
    left, right = (
        min(inside.right, inside.x + measure(scene.typed[first:n])[0]) for n in (start, end)
    )
    if start < end:
        mark = Rect(left, place.y, right - left, place.height).inset(0, place.height // 6)
        canvas.box(mark, theme.accent, canvas.size(3))
        rest = mark._replace(width=inside.right - left)
        canvas.write(scene.typed[start:end], rest, size, theme.on_accent)
    x = left if scene.caret <= start else right
    caret = Rect(x, place.y, canvas.size(1.5), place.height).inset(0, place.height // 5)
    pygame.draw.rect(canvas.surface, theme.text, tuple(caret))


def _paint_hint(canvas: Canvas, scene: DialogScene, place: Rect) -> None:
    """Paint the error or the hint, in two smaller lines if it is long."""
    text, usual = scene.error or scene.hint, canvas.size(14)
    ink = canvas.theme.bad if scene.error else canvas.theme.muted
    if font(usual, text=text).size(text)[0] <= place.width:
        canvas.write(text, place, usual, ink)
    else:
        canvas.write_lines(text, place, canvas.size(12), ink, 2)


def _list(canvas: Canvas, scene: DialogScene) -> str:
    """Paint the text field, headings and rows of a list; return its foot."""
    theme = canvas.theme
    if scene.typed:
        _field(canvas, scene)
    else:
        _paint_hint(canvas, scene, scene.field)
    _heads(canvas, scene)
    label = max((columns(row.label) for _place, row in scene.rows), default=1)
    detail = max((columns(row.detail) for _place, row in scene.rows), default=1)
    share = min(0.75, max(0.25, 1.12 * label / max(1, 1.12 * label + detail)))
    for number, (place, row) in enumerate(scene.rows):
        _row(canvas, place, row, number == scene.selected, share)
    track = scene.track.inset(canvas.size(4) if scene.track.width else 0, 0)
    canvas.scroll_bar(track, scene.above, len(scene.rows), scene.below)
    if not scene.rows:
        canvas.write(_("Nothing here"), scene.inside, canvas.size(15), theme.muted, align="centre")
    more = [_("{count} more").format(count=f"{scene.below:,}")] if scene.below else []
    more += [_("Click a heading to sort")] if scene.heads else []
    return "   ".join(more) or _("Escape to close")


def _row(canvas: Canvas, spot: Rect, row: Row, selected: bool, share: float) -> None:
    theme = canvas.theme
    if selected:
        canvas.box(spot.inset(0, 1), theme.raised, canvas.size(7), theme.accent)
    if row.cells:
        places = list_columns(canvas.layout, spot, len(row.cells))
        for place, text in zip(places, row.cells, strict=False):
            cell = place._replace(width=place.width - canvas.size(6))
            canvas.write(text, cell, canvas.size(14), theme.text)
        return
    inside = spot.inset(canvas.size(10), 0)
    if row.heading:
        canvas.write(row.label, inside, canvas.size(13), theme.accent, bold=True)
        return
    label = inside._replace(width=int(inside.width * share))
    detail = inside.right_of(label.right)
    canvas.write(row.label, label, canvas.size(15), theme.text, bold=row.current)
    ink = theme.accent if row.current else theme.muted
    canvas.write(row.detail, detail, canvas.size(13), ink, align="right")


def _heads(canvas: Canvas, scene: DialogScene) -> None:
    """Paint the headings, with an arrow at the one that the list is sorted by."""
    for column, (text, place) in enumerate(scene.heads):
        ink, label = canvas.theme.muted, _(text)
        if scene.order is not None and scene.order[0] == column:
            arrow = "\N{DOWNWARDS ARROW}" if scene.order[1] else "\N{UPWARDS ARROW}"
            ink, label = canvas.theme.accent, f"{label} {arrow}"
        canvas.write(label, place, canvas.size(13), ink, bold=ink == canvas.theme.accent)


def _prompt(canvas: Canvas, scene: DialogScene) -> str:
    box, theme = scene.box, canvas.theme
    _field(canvas, scene)
    below = Rect(box.x, scene.field.bottom + canvas.size(8), box.width, canvas.size(32))
    _paint_hint(canvas, scene, below.inset(canvas.size(22), 0))
    canvas.box(scene.accept, theme.accent, canvas.size(8))
    size = canvas.size(14)
    canvas.write(_(scene.button), scene.accept, size, theme.on_accent, bold=True, align="centre")
    return _("Enter to accept, Escape to close")
