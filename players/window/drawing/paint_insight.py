"""What the evaluations see: the regions of the board, and Bill's features."""

from collections.abc import Sequence

import pygame

from players.window.drawing.canvas import box, font, write
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.scene import Insight, Part, Regions
from players.window.drawing.themes import Theme
from players.window.drawing.turning import placed
from players.window.translation import _

STRONGEST = 1.5
"""The log-odds at which a feature's bar is full."""
MOST_DISCS = 6.0
"""The discs at which a region's bar is full."""
REGION_COLUMNS = 3
LEAST_WITH_HEAD = 100
"""The design pixels of height from which on there is room for words above the regions."""
LEAST_FRAMED = 20
"""The design pixels of height from which on a region has a frame."""


def _bar(surface: pygame.Surface, theme: Theme, track: Rect, share: float) -> None:
    """A bar from the middle: to the right for black, to the left for white, full at 1."""
    box(surface, track, theme.raised, track.height // 2)
    middle = track.centre[0]
    length = round(min(1.0, abs(share)) * track.width / 2)
    start = middle if share > 0 else middle - length
    if length > 1:
        pygame.draw.rect(surface, theme.accent, (start, track.y, length, track.height))
    pygame.draw.line(surface, theme.muted, (middle, track.y - 2), (middle, track.bottom + 1))


def as_it_lies(parts: Sequence[Part], view: int) -> list[Part]:
    """The parts with the regions first, as they lie on a turned board: a side is named by place."""
    regions = list(parts[: REGION_COLUMNS**2])
    for place, part in zip(placed(view, REGION_COLUMNS), parts, strict=False):
        name = part.name if place % 2 == 0 else parts[place].name  # a corner keeps its square's
        regions[place] = part._replace(name=name)
    return [*regions, *parts[REGION_COLUMNS**2 :]]


def regions(
    surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, scene: Regions
) -> None:
    """The regions as they lie on the board, and below them the moves, the tempo, the sum."""
    inside = place.inset(layout.size(10), layout.size(5))
    if inside.height >= LEAST_WITH_HEAD * layout.unit:
        head = inside._replace(height=layout.size(22))
        spot = write(surface, _("Discs for black"), head, layout.size(13), theme.text, bold=True)
        left = spot.right + layout.size(8)
        rest = head._replace(x=left, width=max(0, head.right - left))
        write(surface, scene.by, rest, layout.size(13), theme.muted, align="right")
        inside = Rect(inside.x, head.bottom, inside.width, inside.bottom - head.bottom)
    width = inside.width // REGION_COLUMNS
    sizes = min(layout.size(14), inside.height // 4), min(layout.size(12), inside.height // 4)
    narrow = width < 2 * font(sizes[0], True).size("+00.0")[0] + layout.size(16)
    heights = (2, 2, 2, 3) if narrow else (1, 1, 1, 1)
    for index, part in enumerate(as_it_lies(scene.parts, layout.view)):
        row, column = divmod(index, REGION_COLUMNS)
        top, end = (inside.height * sum(heights[:n]) // sum(heights) for n in (row, row + 1))
        cell = Rect(inside.x + column * width, inside.y + top, width, end - top)
        if cell.height >= LEAST_FRAMED * layout.unit:
            framed = cell.inset(layout.size(3), 1)
            box(surface, framed, theme.panel, layout.size(5), theme.border)
        cell = cell.inset(layout.size(9), 1)
        if narrow:
            lines = (_discs(part.worth), _discs(part.changed), part.name)[: heights[row]]
            _stacked(surface, theme, cell, lines, sizes)
        else:
            _part(surface, layout, theme, cell, part, sizes)


def _stacked(
    surface: pygame.Surface,
    theme: Theme,
    place: Rect,
    lines: tuple[str, ...],
    sizes: tuple[int, int],
) -> None:
    """Lines below each other, the first in bold."""
    height = place.height // len(lines)
    for number, text in enumerate(lines):
        line = place._replace(y=place.y + number * height, height=height)
        size, ink = (sizes[1], theme.muted) if number else (sizes[0], theme.text)
        write(surface, text, line, size, ink, bold=not number, align="centre")


def _part(
    surface: pygame.Surface,
    layout: Layout,
    theme: Theme,
    place: Rect,
    part: Part,
    sizes: tuple[int, int],
) -> None:
    """A part's worth and what a move changes, its name and a bar where there is room."""
    large, small = sizes
    measure = font(small).size
    named = max(measure(_("On move"))[0], measure(part.name)[0]) + layout.size(8)
    if place.height < 2 * large + layout.size(4):
        write(surface, part.name, place, small, theme.muted)
        worth = place._replace(width=place.width - font(small).size("+00.0")[0] - layout.size(6))
        write(surface, _discs(part.worth), worth, large, theme.text, bold=True, align="right")
        write(surface, _discs(part.changed), place, small, theme.muted, align="right")
        return
    half = place.height // 2
    upper, lower = place._replace(height=half), place._replace(y=place.y + half, height=half)
    write(surface, _discs(part.worth), upper, large, theme.text, bold=True)
    write(surface, _discs(part.changed), upper, small, theme.muted, align="right")
    write(surface, part.name, lower, small, theme.muted)
    track = Rect(lower.x + named, lower.y, max(0, lower.width - named), half)
    if track.width > named:
        track = track.inset(0, max(1, half // 2 - layout.size(4)))
        _bar(surface, theme, track, part.worth / MOST_DISCS)


def _discs(discs: float) -> str:
    """A number of discs with one decimal and its sign."""
    rounded = round(discs, 1)
    return f"{rounded:+.1f}".replace("-", "\N{MINUS SIGN}") if rounded else "0.0"


def features(
    surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, scene: Insight
) -> None:
    """Bars to the right for black, to the left for white."""
    inside = place.inset(layout.size(10))
    rows = len(scene.features) + 2
    height = min(layout.size(34), inside.height // rows)
    columns = _columns(inside, layout)
    heads = ("", _("Black"), _("White"), "")
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
    x, width = columns[-1]
    for text, left in ((_("for white"), x), (_("for black"), x + width // 2)):
        spot = Rect(left, inside.y, width // 2, height)
        write(surface, text, spot, layout.size(12), theme.muted, align="centre")
    for row, feature in enumerate(scene.features, start=1):
        y = inside.y + row * height
        texts = (feature.name, feature.black, feature.white)
        for column, text in enumerate(texts):
            spot = Rect(columns[column][0], y, columns[column][1], height)
            align = "centre" if column else "left"
            write(surface, text, spot, layout.size(14), theme.text, align=align)
        track = Rect(columns[3][0], y, columns[3][1], height)
        track = track.inset(layout.size(6), max(1, height // 2 - layout.size(5)))
        _bar(surface, theme, track, feature.added / STRONGEST)
    foot = Rect(inside.x, inside.y + (rows - 1) * height, inside.width, height)
    write(surface, scene.note, foot, layout.size(13), theme.muted)


def _columns(inside: Rect, layout: Layout) -> list[tuple[int, int]]:
    """Where the columns of the features begin, and how wide they are."""
    shares = (0.34, 0.16, 0.16, 0.34)
    x, found = inside.x, []
    for share in shares:
        width = int(inside.width * share)
        found.append((x, width))
        x += width
    return found
