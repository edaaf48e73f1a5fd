"""The whole picture of a scene, in a layout and a theme."""

from typing import Any

import pygame

from players.window.drawing import paint_board, paint_overlay, paint_panel
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.scene import Scene
from players.window.drawing.themes import Theme


class Painter:
    """Paints scenes; what stays the same from frame to frame is painted once."""

    def __init__(self) -> None:
        self._key: object = None
        self._background: pygame.Surface | None = None

    def paint(self, surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
        """Paint everything."""
        surface.blit(self._still(layout, theme, scene.board.coordinates), (0, 0))
        paint_board.board(surface, layout, theme, scene.board)
        paint_panel.bar(surface, layout, theme, scene)
        for place, card in zip(layout.cards, scene.cards, strict=True):
            paint_panel.card(surface, layout, theme, place, card)
        paint_panel.status(surface, layout, theme, scene)
        paint_panel.graph(surface, layout, theme, scene.curve)
        paint_panel.line(surface, layout, theme, scene)
        paint_panel.body(surface, layout, theme, scene)
        paint_panel.transport(surface, layout, theme, scene)
        paint_overlay.toast(surface, layout, theme, scene.toast)
        paint_overlay.overlay(surface, layout, theme, scene.overlay)

    def _still(self, layout: Layout, theme: Theme, coordinates: bool) -> pygame.Surface:
        """The window without anything that changes."""
        key = (layout, theme, coordinates)
        if self._background is None or key != self._key:
            self._key = key
            self._background = pygame.Surface((layout.width, layout.height))
            self._background.fill(theme.window)
            paint_board.background(self._background, layout, theme, coordinates)
        return self._background


def changed(before: Scene, after: Scene, layout: Layout) -> list[Rect]:
    """The parts of a window in which two scenes differ; all of it where something lies over."""
    if (before.overlay, before.toast) != (after.overlay, after.toast):
        return [Rect(0, 0, layout.width, layout.height)]
    parts: list[tuple[Rect | None, bool]] = [
        (layout.frame, before.board != after.board),
        (layout.cards[0], before.cards[0] != after.cards[0]),
        (layout.cards[1], before.cards[1] != after.cards[1]),
        (layout.status, (before.headline, before.detail) != (after.headline, after.detail)),
        (layout.graph, before.curve != after.curve),
        (layout.line, (before.line_title, before.line) != (after.line_title, after.line)),
    ]
    found = [place for place, differs in parts if differs and place is not None]
    covered = ("overlay", "toast", "board", "cards", "headline", "detail", "curve")
    rest: dict[str, Any] = {name: None for name in (*covered, "line_title", "line")}
    if before._replace(**rest) != after._replace(**rest):  # buttons, tabs, lists
        found.append(layout.bar)
        left, top = layout.status.x, layout.status.bottom
        found.append(Rect(left, top, layout.width - left, layout.height - top))
    return found
