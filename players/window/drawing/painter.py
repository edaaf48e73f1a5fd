"""The whole picture of a scene, in a layout and a theme."""

import pygame

from players.window.drawing.board import paint_background
from players.window.drawing.canvas import Canvas
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.overlays import paint_overlay, paint_toast
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
        canvas = Canvas(surface, layout, theme)
        for part in scene.parts.values():
            part.paint(canvas, part)
        paint_toast(canvas, scene.toast)
        paint_overlay(canvas, scene.overlay)

    def _still(self, layout: Layout, theme: Theme, coordinates: bool) -> pygame.Surface:
        """The window without anything that changes."""
        key = (layout, theme, coordinates)
        if self._background is None or key != self._key:
            self._key = key
            self._background = pygame.Surface((layout.width, layout.height))
            self._background.fill(theme.window)
            paint_background(Canvas(self._background, layout, theme), coordinates)
        return self._background


def changed(before: Scene, after: Scene, layout: Layout) -> list[Rect]:
    """The parts of a window in which two scenes differ; all of it where something lies over."""
    if (before.overlay, before.toast) != (after.overlay, after.toast):
        return [Rect(0, 0, layout.width, layout.height)]
    pairs = ((before.parts.get(n), after.parts.get(n)) for n in {**before.parts, **after.parts})
    return [part.place for pair in pairs if pair[0] != pair[1] for part in pair if part is not None]
