"""Pictures of discs, from the side that is up to the edge and to the other side."""

import math
from functools import lru_cache

import pygame

from othello.window.themes import Colour, Theme, mixed

SMOOTH = 4
PHASES = 24
"""In how many pictures a disc turns."""
SHADES = 10


@lru_cache(maxsize=64)
def disc(diameter: int, face: Colour, rim: Colour) -> pygame.Surface:
    """A disc that lies flat, with a rim and a little light from above left."""
    size = diameter * SMOOTH
    large = pygame.Surface((size, size), pygame.SRCALPHA)
    large.fill((*rim, 0))
    centre, radius = size / 2, size / 2
    pygame.draw.circle(large, rim, (centre, centre), radius)
    for shade in range(SHADES):
        share = shade / SHADES
        inner = radius * (0.95 - 0.75 * share)
        offset = radius * 0.16 * share
        colour = mixed(face, mixed(rim, (255, 255, 255), 0.25), 0.22 * share * share)
        pygame.draw.circle(large, colour, (centre - offset, centre - offset), inner)
    return pygame.transform.smoothscale(large, (diameter, diameter))


@lru_cache(maxsize=8)
def shadow(diameter: int) -> pygame.Surface:
    """The shadow that a disc throws."""
    size = diameter + max(2, diameter // 8)
    image = pygame.Surface((size * SMOOTH, size * SMOOTH), pygame.SRCALPHA)
    for ring in range(5):
        radius = (diameter / 2 + (size - diameter) / 2 * (1 - ring / 5)) * SMOOTH
        pygame.draw.circle(image, (0, 0, 0, 14 + 16 * ring), (size * 2, size * 2), radius)
    return pygame.transform.smoothscale(image, (size, size))


def face_of(theme: Theme, black: bool, diameter: int) -> pygame.Surface:
    """A disc of one colour in a theme."""
    if black:
        return disc(diameter, theme.black, theme.black_rim)
    return disc(diameter, theme.white, theme.white_rim)


@lru_cache(maxsize=4 * PHASES)
def _turned(theme: Theme, diameter: int, to_black: bool, phase: int) -> pygame.Surface:
    angle = math.pi * (phase + 0.5) / PHASES
    shown_black = to_black == (angle > math.pi / 2)
    width = max(2, round(diameter * abs(math.cos(angle))))
    return pygame.transform.smoothscale(face_of(theme, shown_black, diameter), (width, diameter))


def turning(theme: Theme, diameter: int, to_black: bool, progress: float) -> pygame.Surface:
    """A disc on its way to black or white; 0 shows the old face, 1 the new one."""
    eased = progress * progress * (3 - 2 * progress)
    return _turned(theme, diameter, to_black, min(PHASES - 1, int(eased * PHASES)))
