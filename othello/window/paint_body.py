"""The panel's middle: the list of moves, the features, the editor's buttons."""

import pygame

from othello.window.canvas import box, dot, write
from othello.window.layout import Layout, Rect
from othello.window.paint_board import rating_colour
from othello.window.paint_panel import LABELS
from othello.window.panel_layout import editor_buttons, move_grid
from othello.window.scene import Cell, Insight, Scene
from othello.window.themes import Theme

STRONGEST = 1.5
"""The log-odds at which a feature's bar is full."""


def body(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The tabs and what is below them."""
    if layout.body is None:
        return
    if scene.editing:
        _tools(surface, layout, theme, scene)
        return
    for name, place in layout.tabs:
        on = name == scene.tab
        ink = theme.text if on else theme.muted
        write(surface, LABELS[name], place, layout.size(14), ink, bold=on, align="centre")
        height = layout.size(3 if on else 1)
        under = Rect(place.x, place.bottom - height, place.width, height)
        pygame.draw.rect(surface, theme.accent if on else theme.border, tuple(under))
    if scene.tab == "tab_insight" and scene.insight is not None:
        insight(surface, layout, theme, layout.body, scene.insight)
    elif scene.tab == "tab_moves" and scene.cells:
        _moves(surface, layout, theme, scene.cells)
    else:
        empty = layout.body.inset(layout.size(10))
        write(surface, scene.empty_text, empty, layout.size(14), theme.muted, align="centre")


def _tools(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The editor's buttons."""
    for name, place in editor_buttons(layout):
        on = name in scene.active or name == "edit_done"
        box(surface, place, theme.accent if on else theme.raised, layout.size(8))
        ink = theme.on_accent if on else theme.text
        write(surface, LABELS[name], place, layout.size(14), ink, bold=on, align="centre")


def _moves(surface: pygame.Surface, layout: Layout, theme: Theme, cells: tuple[Cell, ...]) -> None:
    """The list of moves with what they lost."""
    assert layout.body is not None
    current = next((cell.number for cell in cells if cell.current), 0)
    grid = move_grid(layout.body, layout.unit, len(cells), current)
    for index, cell in enumerate(cells):
        place = grid.cell(index)
        if place is not None:
            _move(surface, layout, theme, place, cell)


def _move(surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, cell: Cell) -> None:
    """One move: its number, its colour, its name, its loss."""
    if cell.current:
        box(surface, place.inset(1), theme.raised, layout.size(5), theme.accent)
    inside = place.inset(layout.size(5), 0)
    ink = theme.muted if cell.ahead else theme.text
    number = inside._replace(width=layout.size(20))
    write(surface, str(cell.number), number, layout.size(12), theme.muted, align="right")
    diameter = layout.size(11)
    x = number.right + layout.size(5)
    centre = (x + diameter // 2, place.y + place.height // 2)
    dot(surface, centre, diameter + 2, theme.muted)
    dot(surface, centre, diameter, theme.black if cell.black else theme.white)
    x += diameter + layout.size(5)
    name = Rect(x, place.y, layout.size(22), place.height)
    write(surface, cell.name, name, layout.size(14), ink, bold=cell.current)
    if cell.rating is None:
        return
    rest = Rect(name.right, place.y, max(0, inside.right - name.right), place.height)
    colour = rating_colour(theme, cell.rating)
    if cell.lost:
        write(surface, cell.lost, rest, layout.size(13), colour, align="right")
    else:
        dot(surface, (rest.right - layout.size(6), rest.centre[1]), layout.size(7), colour)


def insight(
    surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, told: Insight
) -> None:
    """Bars to the right for black, to the left for white."""
    inside = place.inset(layout.size(10))
    rows = len(told.features) + 2
    height = min(layout.size(34), inside.height // rows)
    columns = _columns(inside, layout)
    heads = ("", "Black", "White", "for white     for black")
    for text, (x, width) in zip(heads, columns, strict=True):
        spot = Rect(x, inside.y, width, height)
        write(
            surface,
            text,
            spot,
            layout.size(12),
            theme.muted,
            align="left" if not text else "centre",
        )
    for row, feature in enumerate(told.features, start=1):
        y = inside.y + row * height
        texts = (feature.name, feature.black, feature.white)
        for column, text in enumerate(texts):
            spot = Rect(columns[column][0], y, columns[column][1], height)
            align = "centre" if column else "left"
            write(surface, text, spot, layout.size(14), theme.text, align=align)
        _feature_bar(
            surface, layout, theme, Rect(columns[3][0], y, columns[3][1], height), feature.added
        )
    foot = Rect(inside.x, inside.y + (rows - 1) * height, inside.width, height)
    write(surface, told.note, foot, layout.size(13), theme.muted)


def _columns(inside: Rect, layout: Layout) -> list[tuple[int, int]]:
    """Where the columns of the features begin, and how wide they are."""
    shares = (0.32, 0.14, 0.14, 0.40)
    x, found = inside.x, []
    for share in shares:
        width = int(inside.width * share)
        found.append((x, width))
        x += width
    return found


def _feature_bar(
    surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, added: float
) -> None:
    track = place.inset(layout.size(6), max(1, place.height // 2 - layout.size(5)))
    box(surface, track, theme.raised, track.height // 2)
    middle = track.centre[0]
    length = round(min(1.0, abs(added) / STRONGEST) * track.width / 2)
    start = middle if added > 0 else middle - length
    if length > 1:
        pygame.draw.rect(surface, theme.accent, (start, track.y, length, track.height))
    pygame.draw.line(surface, theme.muted, (middle, track.y - 2), (middle, track.bottom + 1))
