"""The list of best lines: each move with its value, what is proven, what it loses, and its line."""

import pygame

from players.window.drawing.canvas import box, font, write
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.paint_board import rating_colour
from players.window.drawing.scene import LineRow
from players.window.drawing.themes import Theme


def lines(surface: pygame.Surface, layout: Layout, theme: Theme, rows: tuple[LineRow, ...]) -> None:
    """The lines in sight."""
    for row in rows:
        _line(surface, layout, theme, row)


def _line(surface: pygame.Surface, layout: Layout, theme: Theme, row: LineRow) -> None:
    """One line in its frame: the key that plays it, the move and its value, and what follows."""
    box(surface, row.place.inset(1), theme.panel, layout.size(6), theme.border)
    inside = row.place.inset(layout.size(8), layout.size(3))
    usual, small = layout.size(15), layout.size(13)
    half = inside.height // 2
    upper = inside._replace(height=half)
    lower = Rect(inside.x, inside.y + half, inside.width, inside.height - half)

    def column(text: str, widest: str, size: int, ink: tuple[int, int, int], bold: bool) -> None:
        nonlocal upper
        write(surface, text, upper, size, ink, bold=bold)
        width = font(size, bold).size(widest)[0] + layout.size(8)
        upper = upper._replace(x=upper.x + width, width=max(0, upper.width - width))

    column(str(row.number), "9", small, theme.muted, False)
    indent = upper.x - inside.x
    column(row.name, "g8", usual, theme.text, True)
    column(row.value, "+00.0", usual, rating_colour(theme, row.rating), True)
    column(row.proof, row.proof, small, theme.muted, False)
    if row.lost:
        colour = rating_colour(theme, row.rating)
        write(surface, row.lost, upper, small, colour, align="right")
    lower = lower._replace(x=lower.x + indent, width=max(0, lower.width - indent))
    write(surface, row.text, lower, small, theme.muted)
