"""The list of moves: each with its number, its colour, its name and what it lost; comments."""

import pygame

from players.window.drawing.canvas import box, dot, font, mixed, write
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.paint_board import rating_colour, side_sign
from players.window.drawing.scene import Cell, MovesScene, Remark
from players.window.drawing.themes import Theme


def moves(surface: pygame.Surface, layout: Layout, theme: Theme, scene: MovesScene) -> None:
    """The rows of the list that are in sight."""
    for guide in scene.guides:
        pygame.draw.rect(surface, mixed(theme.panel, theme.muted, 0.6), tuple(guide))
    for remark in scene.remarks:
        _remark(surface, layout, theme, remark)
    for cell in scene.cells:
        _move(surface, layout, theme, cell)


def _remark(surface: pygame.Surface, layout: Layout, theme: Theme, remark: Remark) -> None:
    """A line of a comment."""
    inside = remark.place.inset(layout.size(7), 0)
    ink = theme.text if remark.current else theme.muted
    write(surface, remark.text, inside, layout.size(13), ink)


def _move(surface: pygame.Surface, layout: Layout, theme: Theme, cell: Cell) -> None:
    """One move."""
    place = cell.place
    if cell.current:
        box(surface, place.inset(1), theme.raised, layout.size(5), theme.accent)
    inside = place.inset(layout.size(4), 0)
    ink = theme.muted if cell.ahead else theme.text
    small, usual = layout.size(12), layout.size(14)
    number = inside._replace(width=font(small).size("60")[0])
    write(surface, str(cell.number), number, small, theme.muted, align="right")
    side = layout.size(14)
    x = number.right + layout.size(3)
    side_sign(surface, theme, (x + side // 2, place.y + place.height // 2), side, cell.black)
    x += side + layout.size(3)
    name = Rect(x, place.y, font(usual, True).size("g8")[0] + 1, place.height)
    write(surface, cell.name, name, usual, ink, bold=cell.current or cell.main)
    if cell.rating is None:
        return
    left = name.right + layout.size(2)
    rest = Rect(left, place.y, max(0, inside.right - left), place.height)
    colour = rating_colour(theme, cell.rating)
    if cell.lost:
        write(surface, cell.lost, rest, layout.size(13), colour, align="right")
    else:
        dot(surface, (rest.right - layout.size(6), rest.centre[1]), layout.size(7), colour)
