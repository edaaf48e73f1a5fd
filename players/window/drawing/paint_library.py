"""The replies in the library: a line each, with a bar for its share of the games."""

import pygame

from players.window.drawing.canvas import box, font, mixed, write
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.scene import LibraryScene, ReplyRow
from players.window.drawing.themes import Theme
from players.window.translation import N_, _

HEADS = ("", N_("Games"), N_("Share"), N_("Won"), N_("Result"), N_("Engine"))
SHARES = (0.10, 0.20, 0.19, 0.16, 0.175, 0.175)
"""The part of a line's width that each column takes."""
SHARE = 2
"""The column with the bar."""


def replies(surface: pygame.Surface, layout: Layout, theme: Theme, scene: LibraryScene) -> None:
    """The title, the heads of the columns and a line for each reply."""
    assert layout.body is not None
    inside = layout.body.inset(layout.size(6), layout.size(2))
    if not scene.rows:
        write(surface, scene.title, inside, layout.size(14), theme.muted, align="centre")
        return
    height = scene.rows[0].place.height
    title = inside._replace(height=height)
    spot = write(surface, scene.title, title, layout.size(13), theme.text, bold=True)
    left = spot.right + layout.size(8)
    rest = title._replace(x=left, width=max(0, title.right - left))
    write(surface, scene.reading, rest, layout.size(12), theme.muted, align="right")
    heads = _columns(title._replace(y=title.bottom))
    for number, (text, place) in enumerate(zip(HEADS, heads, strict=True)):
        align = "centre" if number == SHARE else "right"
        write(surface, _(text), place, layout.size(12), theme.muted, align=align)
    for row in scene.rows:
        _row(surface, layout, theme, row)


def _columns(line: Rect) -> list[Rect]:
    """The places of the columns in a line."""
    x, found = float(line.x), []
    for share in SHARES:
        width = line.width * share
        found.append(Rect(round(x), line.y, round(x + width) - round(x), line.height))
        x += width
    return found


def _row(surface: pygame.Surface, layout: Layout, theme: Theme, row: ReplyRow) -> None:
    """A reply's line."""
    places = _columns(row.place)
    size = layout.size(14)
    write(surface, row.name, places[0], size, theme.text, bold=True)
    bar = places[SHARE].inset(layout.size(6), layout.size(3))
    box(surface, bar, theme.raised, layout.size(3))
    length = round(bar.width * row.share)
    if length > 1:
        ink = mixed(theme.panel, theme.accent, 0.6)
        box(surface, bar._replace(width=length), ink, layout.size(3))
    if bar.width > font(layout.size(12)).size("100 %")[0]:
        text = f"{100 * row.share:.0f} %"
        write(surface, text, bar, layout.size(12), theme.text, align="centre")
    for place, text in zip(
        (places[1], *places[SHARE + 1 :]), (row.games, row.won, row.score, row.value), strict=True
    ):
        write(surface, text, place, size, theme.text, align="right")
