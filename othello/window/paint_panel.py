"""The bar and the panel: buttons, players, words, moves, features."""

import pygame

from othello.window.canvas import box, dot, font, write
from othello.window.discs import face_of
from othello.window.layout import ALWAYS, BAR_BUTTONS, TAB_BUTTONS, Layout, Rect
from othello.window.panel_layout import EDITOR_BUTTONS
from othello.window.scene import Card, Scene
from othello.window.themes import Theme, mixed

LABELS = dict((*BAR_BUTTONS, *ALWAYS, *TAB_BUTTONS, *EDITOR_BUTTONS))


def bar(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The buttons at the top."""
    for name, place in layout.buttons:
        on = name in scene.active
        face = theme.accent if on else theme.raised
        if name == scene.pressed:
            face = mixed(face, theme.text, 0.2)
        box(surface, place, face, layout.size(8))
        ink = theme.on_accent if on else theme.text
        write(surface, LABELS[name], place, layout.size(14), ink, bold=on, align="centre")


def card(surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, side: Card) -> None:
    """A player: disc, name, clock and number of discs."""
    border = theme.accent if side.to_move else theme.border
    box(
        surface,
        place,
        theme.panel,
        layout.size(10),
        border,
        layout.size(2.4 if side.to_move else 1),
    )
    inside = place.inset(layout.size(12), layout.size(10))
    diameter = layout.size(26)
    half = inside.height // 2
    image = face_of(theme, side.black, diameter)
    surface.blit(image, (inside.x, inside.y + (half - diameter) // 2))
    if side.thinking:
        centre = (inside.x + diameter // 2, inside.y + half // 2)
        dot(surface, centre, diameter + layout.size(8), theme.accent, 255, layout.size(2))
    counted = font(layout.size(30), True).size("64")[0] + layout.size(4)
    count = Rect(inside.right - counted, inside.y, counted, half)
    write(surface, str(side.discs), count, layout.size(30), theme.text, bold=True, align="right")
    left = inside.x + diameter + layout.size(10)
    kind = Rect(left, inside.y, max(0, count.x - left), half)
    if font(layout.size(14)).size(side.kind)[0] <= kind.width:
        write(surface, side.kind, kind, layout.size(14), theme.muted)
    below = Rect(inside.x, inside.y + half, inside.width, half)
    if side.clock:
        ink = theme.bad if side.hurried else theme.text
        spot = write(surface, side.clock, below, layout.size(19), ink, bold=True, align="right")
        below = below._replace(width=max(0, spot.x - below.x - layout.size(6)))
    write(surface, side.name, below, layout.size(16), theme.text, bold=side.to_move)


def status(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """Whose turn it is, and a word beside it."""
    place = layout.status
    half = place.height // 2
    upper = Rect(place.x, place.y, place.width, half)
    lower = Rect(place.x, place.y + half, place.width, place.height - half)
    write(surface, scene.headline, upper, layout.size(19), theme.text, bold=True)
    write(surface, scene.detail, lower, layout.size(14), theme.muted)


def line(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The best line."""
    if layout.line is None:
        return
    box(surface, layout.line, theme.panel, layout.size(8), theme.border)
    inside = layout.line.inset(layout.size(12), layout.size(5))
    half = inside.height // 2
    write(surface, scene.line_title, inside._replace(height=half), layout.size(13), theme.muted)
    lower = Rect(inside.x, inside.y + half, inside.width, inside.height - half)
    write(surface, scene.line, lower, layout.size(15), theme.text)


def transport(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The buttons that step through the game."""
    for name, place in layout.transport:
        face = mixed(theme.raised, theme.text, 0.2) if name == scene.pressed else theme.raised
        box(surface, place, face, layout.size(8))
        ink = mixed(theme.raised, theme.muted, 0.45) if name in scene.disabled else theme.text
        _icon(surface, name, place, min(layout.size(8), place.height // 4), ink, scene.going)


def _icon(
    surface: pygame.Surface, name: str, place: Rect, size: int, ink: tuple, going: bool
) -> None:
    """A sign of the transport, `size` pixels to each side of the middle."""
    x, y = place.centre
    if name == "go" and going:
        for left in (x - size * 3 // 4, x + size // 4):
            pygame.draw.rect(surface, ink, (left, y - size, max(2, size // 2), 2 * size))
        return
    way = -1 if name in ("first", "back") else 1
    points = [(x - way * size * 2 // 3, y - size), (x + way * size * 2 // 3, y)]
    points.append((x - way * size * 2 // 3, y + size))
    pygame.draw.polygon(surface, ink, points)
    pygame.draw.aalines(surface, ink, True, points)
    if name in ("first", "last"):
        edge = x + way * size * 2 // 3
        pygame.draw.rect(surface, ink, (edge - 1, y - size, max(2, size // 3), 2 * size))
