"""Colours of the themes, and a surface to paint on: text, rounded rectangles, smooth circles."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import pygame

from players.window.drawing import fonts
from players.window.drawing.fonts import font, pieces
from players.window.drawing.layout import Layout, Rect
from players.window.translation import N_

Colour = tuple[int, int, int]


class Shades:
    """A colour in the dark, the light and the safe theme."""

    def __init__(self, dark: Colour, light: Colour, safe: Colour) -> None:
        self._of = {"dark": dark, "light": light, "safe": safe}

    def __get__(self, theme: "Theme", owner: object = None) -> Colour:
        """The colour in a theme."""
        return self._of[theme.name]


@dataclass(frozen=True)
class Theme:
    """A set of colours.

    `good`, `fair`, `poor` and `bad` rate a move. In the safe theme they differ for every kind of
    colour vision; no rating is shown by its colour alone. Source: Okabe and Ito 2008, "Color
    universal design": sky blue, yellow, orange.
    """

    name: str
    title: str

    window = Shades((23, 26, 31), (241, 240, 235), (24, 26, 32))
    panel = Shades((33, 37, 44), (254, 254, 252), (35, 38, 46))
    raised = Shades((46, 52, 61), (232, 231, 225), (48, 53, 63))
    border = Shades((58, 65, 76), (209, 208, 200), (64, 70, 82))
    text = Shades((233, 236, 240), (32, 36, 40), (238, 240, 244))
    muted = Shades((157, 166, 178), (98, 103, 110), (166, 172, 184))
    accent = Shades((94, 190, 138), (27, 112, 76), (86, 180, 233))
    on_accent = Shades((12, 26, 19), (255, 255, 255), (8, 22, 34))
    frame = Shades((38, 43, 50), (222, 219, 208), (42, 46, 55))
    frame_text = Shades((166, 175, 187), (88, 87, 78), (174, 181, 193))
    board = Shades((35, 121, 82), (72, 152, 106), (74, 96, 128))
    board_line = Shades((22, 88, 58), (47, 117, 79), (48, 64, 90))
    board_text = Shades((240, 248, 243), (255, 255, 255), (250, 250, 252))
    black = Shades((28, 30, 34), (30, 31, 34), (16, 17, 20))
    black_rim = Shades((78, 84, 92), (84, 88, 92), (104, 110, 122))
    white = Shades((246, 246, 242), (255, 255, 253), (252, 252, 250))
    white_rim = Shades((196, 198, 194), (196, 199, 193), (204, 206, 208))
    last_move = Shades((255, 196, 70), (196, 62, 30), (240, 228, 66))
    good = Shades((122, 222, 150), (20, 116, 62), (120, 200, 245))
    fair = Shades((222, 216, 120), (124, 104, 8), (214, 214, 214))
    poor = Shades((246, 164, 82), (176, 88, 8), (240, 210, 90))
    bad = Shades((255, 122, 112), (188, 36, 36), (250, 150, 40))


_TITLES = {"dark": N_("Dark"), "light": N_("Light"), "safe": N_("Colour-blind safe")}
THEMES = {name: Theme(name, title) for name, title in _TITLES.items()}
TEXTS = 1500
"""The number of cached texts."""
LEAST_THUMB = 12
"""The least height of a scroll bar's thumb, in design pixels."""
SMOOTH = 4
"""The factor by which circles are drawn larger before they are scaled down."""


def drawable(text: str) -> str:
    """The text without characters that no font can draw, as in odd names of files."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")


@lru_cache(maxsize=TEXTS)
def _text(text: str, size: int, colour: Colour, bold: bool) -> pygame.Surface:
    return font(size, bold, text).render(drawable(text), True, colour)


def clear_caches() -> None:
    """Drop the fonts and all rendered texts, which another language draws differently."""
    fonts.clear_caches()
    fitted.cache_clear()
    wrapped.cache_clear()
    _text.cache_clear()


@lru_cache(maxsize=TEXTS)
def fitted(text: str, size: int, bold: bool, width: int) -> str:
    """The text, cut with an ellipsis if it is wider than `width` pixels."""
    text = drawable(text)
    measure = font(size, bold, text).size
    if measure(text)[0] <= width:
        return text

    def cut(length: int) -> str:
        return text[:length].rstrip() + "\N{HORIZONTAL ELLIPSIS}"

    longest = bisect_right(range(len(text)), width, key=lambda length: measure(cut(length))[0]) - 1
    return cut(longest) if longest > 0 else ""


@lru_cache(maxsize=100)
def wrapped(text: str, size: int, width: int, most: int) -> tuple[str, ...]:
    """The text in at most `most` lines of `width` pixels.

    The last line takes the rest, and a long word is not wrapped.
    """
    measure = font(size, text=text).size
    lines = [""]
    for piece in pieces(drawable(text)):
        if lines[-1] and len(lines) < most and measure(lines[-1] + piece)[0] > width:
            lines.append(piece.lstrip(" "))
        else:
            lines[-1] += piece
    return tuple(lines)


class Canvas(NamedTuple):
    """A surface with its layout and theme."""

    surface: pygame.Surface
    layout: Layout
    theme: Theme

    def size(self, design: float) -> int:
        """A length of `design` pixels in pixels, at least one."""
        return self.layout.size(design)

    def write(
        self,
        text: str,
        place: Rect,
        size: int,
        colour: Colour,
        *,
        bold: bool = False,
        align: str = "left",
    ) -> pygame.Rect:
        """Write a line in a rectangle, centred vertically and cut to its width.

        `align` is left, centre or right. Return the text's rectangle.
        """
        image = _text(fitted(text, size, bold, place.width), size, colour, bold)
        spare = place.width - image.get_width()
        x = place.x + {"left": 0, "centre": spare // 2, "right": spare}[align]
        height = font(size, bold, text).get_height()  # an image with low letters is higher
        return self.surface.blit(image, (x, place.y + (place.height - height) // 2))

    def write_fitting(
        self,
        text: str,
        place: Rect,
        sizes: Sequence[int],
        colour: Colour,
        *,
        bold: bool = False,
        align: str = "left",
    ) -> None:
        """Write a line in the first of these sizes, in design pixels, in which it fits.

        If none fits, only the part before a wide gap is written.
        """
        first, last = text.partition("   ")[0], self.size(sizes[-1])
        found = [(part, self.size(size)) for part in (text, first) for size in sizes]
        fits = (f for f in found if font(f[1], bold, f[0]).size(f[0])[0] <= place.width)
        shown, size = next(fits, (first, last))
        self.write(shown, place, size, colour, bold=bold, align=align)

    def write_lines(
        self, text: str, place: Rect, size: int, colour: Colour, most: int, *, align: str = "left"
    ) -> None:
        """Write a text in at most `most` lines, centred vertically."""
        lines = wrapped(text, size, place.width, most)
        height = min(3 * size // 2, place.height // len(lines))
        y = place.y + (place.height - height * len(lines)) // 2
        for number, line in enumerate(lines):
            row = place._replace(y=y + number * height, height=height)
            self.write(line, row, size, colour, align=align)

    def box(
        self, place: Rect, colour: Colour, radius: int, border: Colour | None = None, width: int = 1
    ) -> None:
        """Paint a rectangle with round corners, and a border if one is given."""
        pygame.draw.rect(self.surface, colour, tuple(place), border_radius=radius)
        if border is not None:
            pygame.draw.rect(self.surface, border, tuple(place), width, border_radius=radius)

    def ring(self, place: Rect) -> None:
        """Paint a ring in two colours around a place, visible on any background."""
        for width, colour in ((4, self.theme.window), (2.5, self.theme.text)):
            shape, radius = tuple(place.inset(-self.size(2))), self.size(8)
            pygame.draw.rect(self.surface, colour, shape, self.size(width), border_radius=radius)

    def dot(self, centre: tuple[int, int], diameter: int, colour: Colour, ring: int = 0) -> None:
        """Paint a smooth filled circle around a point, or a ring of `ring` pixels."""
        pygame.draw.aacircle(self.surface, colour, centre, max(2, diameter) / 2, ring)

    def curve(self, points: Sequence[tuple[int, int]], colour: Colour) -> None:
        """Paint a smooth line through points; a dot at a single one."""
        if len(points) == 1:
            self.dot(points[0], max(4, self.size(5)), colour)
            return
        for shift in range(max(1, self.size(2))):
            pygame.draw.aalines(self.surface, colour, False, [(x, y + shift) for x, y in points])

    def scroll_bar(self, track: Rect, above: int, room: int, below: int) -> None:
        """Paint a scroll bar for rows above, in view and below; nothing in an empty track."""
        if track.width:
            self.box(track, self.theme.raised, self.size(3))
            count = above + room + below
            height = min(track.height, max(self.size(LEAST_THUMB), track.height * room // count))
            y = min(track.y + track.height * above // count, track.bottom - height)
            self.box(track._replace(y=y, height=height), self.theme.muted, self.size(3))

    def blit(self, image: pygame.Surface, centre: tuple[int, int]) -> None:
        """Paint a picture around a point."""
        x, y = centre[0] - image.get_width() // 2, centre[1] - image.get_height() // 2
        self.surface.blit(image, (x, y))


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two: the first at 0, the second at 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
