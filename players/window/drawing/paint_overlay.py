"""Overlays: lists, a line to type, the help, and the notice in the place of the status."""

import pygame

from players.window.drawing.canvas import box, broken, font, translucent, write
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.overlay_layout import (
    FOOT,
    HEADING,
    HELP_ROW,
    QUERY,
    ROW,
    help_box,
    list_box,
    list_columns,
    list_heads,
    list_place,
    prompt_box,
)
from players.window.drawing.scene import HelpScene, ListScene, PromptScene
from players.window.drawing.themes import Colour, Theme
from players.window.drawing.wrapping import columns
from players.window.translation import _, ngettext

TOAST_LINES = 2
KEYS_SHARE, MOST_KEYS_SHARE = 0.36, 0.46
"""The part of a line of help that the keys take, and how far it grows where they are long."""


def overlay(
    surface: pygame.Surface,
    layout: Layout,
    theme: Theme,
    scene: ListScene | PromptScene | HelpScene | None,
) -> None:
    """Whatever is open, over a darkened window."""
    if scene is None:
        return
    surface.blit(translucent(layout.width, layout.height, (0, 0, 0), 150), (0, 0))
    if isinstance(scene, ListScene):
        _list(surface, layout, theme, scene)
    elif isinstance(scene, PromptScene):
        _prompt(surface, layout, theme, scene)
    else:
        _help(surface, layout, theme, scene)


def _open(surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect) -> None:
    box(surface, place, theme.panel, layout.size(14), theme.border)


def _heading(surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, text: str) -> None:
    line = Rect(place.x, place.y, place.width, layout.size(HEADING)).inset(layout.size(22), 0)
    write(surface, text, line, layout.size(22), theme.text, bold=True)


def _foot(surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, text: str) -> None:
    height = layout.size(FOOT)
    line = Rect(place.x, place.bottom - height, place.width, height).inset(layout.size(22), 0)
    write(surface, text, line, layout.size(13), theme.muted)


def _field(
    surface: pygame.Surface,
    layout: Layout,
    theme: Theme,
    place: Rect,
    text: str,
    marked: bool = False,
) -> None:
    """A line that is being typed; its end is always in sight."""
    box(surface, place, theme.window, layout.size(6), theme.border)
    inside = place.inset(layout.size(10), 0)
    size = layout.size(15)
    while text and font(size).size(text + "|")[0] > inside.width:
        text = text[max(1, len(text) // 30) :]
    if marked:
        mark = inside._replace(width=font(size).size(text)[0]).inset(-layout.size(3), 4)
        box(surface, mark, theme.accent, layout.size(3))
        write(surface, text, inside, size, theme.on_accent)
    else:
        write(surface, text + "|", inside, size, theme.text)


def _said(surface: pygame.Surface, layout: Layout, ink: Colour, place: Rect, text: str) -> None:
    """What is said of a list or a line to type: in two smaller lines where it is long."""
    usual, small = layout.size(14), layout.size(12)
    if font(usual, text=text).size(text)[0] <= place.width:
        write(surface, text, place, usual, ink)
        return
    lines = broken(text, small, place.width, 2)
    height = place.height // len(lines)
    for number, line in enumerate(lines):
        spot = place._replace(y=place.y + number * height, height=height)
        write(surface, line, spot, small, ink)


def label_share(scene: ListScene) -> float:
    """The part of a row that the labels take: what they need beside the details."""
    label = max((columns(row.label) for row in scene.rows), default=1)
    detail = max((columns(row.detail) for row in scene.rows), default=1)
    return min(0.75, max(0.25, 1.12 * label / max(1, 1.12 * label + detail)))


def _list(surface: pygame.Surface, layout: Layout, theme: Theme, scene: ListScene) -> None:
    place = list_box(layout, scene.total)
    _open(surface, layout, theme, place)
    _heading(surface, layout, theme, place, scene.title)
    query = Rect(place.x, place.y + layout.size(HEADING), place.width, layout.size(QUERY - 10))
    query = query.inset(layout.size(22), 0)
    if scene.query:
        _field(surface, layout, theme, query, scene.query)
    else:
        _said(surface, layout, theme.muted, query, scene.hint)
    rows = list_place(layout, scene.total, bool(scene.heads))
    if scene.heads:
        _heads(surface, layout, theme, scene)
    height = layout.size(ROW)
    for index, row in enumerate(scene.rows):
        spot = Rect(rows.x, rows.y + index * height, rows.width, height)
        if row.selected:
            box(surface, spot.inset(0, 1), theme.raised, layout.size(7), theme.accent)
        if row.cells:
            columns = list_columns(layout, spot, len(row.cells))
            for place_of_cell, text in zip(columns, row.cells, strict=False):
                cell = place_of_cell._replace(width=place_of_cell.width - layout.size(6))
                write(surface, text, cell, layout.size(14), theme.text)
            continue
        inside = spot.inset(layout.size(10), 0)
        label = inside._replace(width=int(inside.width * label_share(scene)))
        detail = Rect(label.right, spot.y, inside.right - label.right, height)
        write(surface, row.label, label, layout.size(15), theme.text, bold=row.current)
        ink = theme.accent if row.current else theme.muted
        write(surface, row.detail, detail, layout.size(13), ink, align="right")
    if not scene.rows:
        write(surface, _("Nothing here"), rows, layout.size(15), theme.muted, align="centre")
    hidden = ((_("{count} above"), scene.above), (_("{count} below"), scene.below))
    more = [text.format(count=count) for text, count in hidden if count]
    more += [_("Left, right or a click on a head: sort")] * bool(scene.heads)
    _foot(surface, layout, theme, place, "   ".join(more) or _("Escape closes"))


def _heads(surface: pygame.Surface, layout: Layout, theme: Theme, scene: ListScene) -> None:
    """The heads of the columns, with a triangle at the one that the list is sorted by."""
    places = list_heads(layout, scene.total, len(scene.heads))
    for column, (text, place) in enumerate(zip(scene.heads, places, strict=False)):
        sorted_by = scene.order is not None and scene.order[0] == column
        ink = theme.accent if sorted_by else theme.muted
        spot = write(surface, _(text), place, layout.size(13), ink, bold=sorted_by)
        if scene.order is not None and sorted_by:
            size = layout.size(4)
            x, y = spot.right + 2 * size, place.centre[1]
            tip = size if scene.order[1] else -size
            corners = ((x - size, y - tip), (x + size, y - tip), (x, y + tip))
            pygame.draw.polygon(surface, ink, corners)


def _prompt(surface: pygame.Surface, layout: Layout, theme: Theme, scene: PromptScene) -> None:
    place = prompt_box(layout)
    _open(surface, layout, theme, place)
    _heading(surface, layout, theme, place, scene.title)
    field = Rect(place.x, place.y + layout.size(HEADING), place.width, layout.size(40))
    _field(surface, layout, theme, field.inset(layout.size(22), 0), scene.text, scene.marked)
    below = Rect(place.x, field.bottom + layout.size(8), place.width, layout.size(32))
    ink = theme.bad if scene.error else theme.muted
    _said(surface, layout, ink, below.inset(layout.size(22), 0), scene.error or scene.hint)
    _foot(surface, layout, theme, place, _("Enter accepts, Escape closes"))


def _help(surface: pygame.Surface, layout: Layout, theme: Theme, scene: HelpScene) -> None:
    """Keys in columns."""
    place = help_box(layout, sum(map(len, scene.columns)))
    _open(surface, layout, theme, place)
    _heading(surface, layout, theme, place, scene.title)
    inside = place.inset(layout.size(22), layout.size(HEADING))
    row_height, gap = layout.size(HELP_ROW), layout.size(22)
    width = (inside.width - gap * (len(scene.columns) - 1)) // len(scene.columns)
    keys = _keys_width(layout, scene, width)
    for number, lines in enumerate(scene.columns):
        column = Rect(inside.x + number * (width + gap), inside.y, width, row_height)
        for row, line in enumerate(lines[scene.top : scene.top + scene.rows]):
            spot = column._replace(y=column.y + row * row_height)
            _help_line(surface, layout, theme, spot, *line, keys)
    more = ngettext(
        "{count} more row: down arrow or wheel",
        "{count} more rows: down arrow or wheel",
        scene.below,
    ).format(count=scene.below)
    _foot(surface, layout, theme, place, more if scene.below else _("Any key closes"))


def _keys_width(layout: Layout, scene: HelpScene, width: int) -> int:
    """The width of the keys in a line of help that is so wide."""
    measure = font(layout.size(13)).size
    keys = (measure(keys)[0] for lines in scene.columns for keys, words in lines)
    needed = max(keys, default=0) + layout.size(10)
    return int(min(max(needed, width * KEYS_SHARE), width * MOST_KEYS_SHARE))


def _help_line(
    surface: pygame.Surface,
    layout: Layout,
    theme: Theme,
    spot: Rect,
    keys: str,
    words: str,
    keys_width: int,
) -> None:
    """A heading, or keys and what they do."""
    if not keys:
        write(surface, words, spot, layout.size(15), theme.accent, bold=True)
        return
    left = spot._replace(width=keys_width)
    right = Rect(left.right, spot.y, spot.right - left.right, spot.height)
    write(
        surface,
        keys,
        left.inset(layout.size(4), 0)._replace(x=left.x),
        layout.size(13),
        theme.muted,
    )
    write(surface, words, right, layout.size(13), theme.text)


def toast(surface: pygame.Surface, layout: Layout, theme: Theme, text: str) -> None:
    """A notice in the place of the status, in two lines if it is long: it covers no square."""
    if not text:
        return
    place = layout.status
    box(surface, place, theme.text, layout.size(10))
    inside = place.inset(layout.size(12), layout.size(5))
    size = layout.size(14)
    lines = broken(text, size, inside.width, TOAST_LINES)
    height = inside.height // TOAST_LINES
    top = inside.y + (inside.height - height * len(lines)) // 2
    for number, line in enumerate(lines):
        spot = Rect(inside.x, top + number * height, inside.width, height)
        write(surface, line, spot, size, theme.window, align="centre")
