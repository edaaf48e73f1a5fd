"""The fixed parts of the window: buttons, players, status, best line, tabs."""

from typing import NamedTuple

import pygame

from players.window.drawing.board import paint_board, side_sign
from players.window.drawing.canvas import Canvas
from players.window.drawing.fonts import font
from players.window.drawing.layout import ALWAYS, BAR_BUTTONS, Layout, Rect, shares
from players.window.drawing.scene import BoardScene, Part, Scene, Target
from players.window.drawing.themes import Colour
from players.window.translation import _

LABELS = dict((*BAR_BUTTONS, *ALWAYS))
TAB_TEXT = 14
HEADLINE_SIZES, STATUS_SIZES = (19, 17, 15, 13, 11), (14, 13, 12, 11)
"""Text sizes of the status; the largest one that fits is used."""
LEADS = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
"""The sign at the end of a line that can be clicked."""
TRANSPORT_BUTTONS = ("first", "back", "go", "forward", "last")


class Button(NamedTuple):
    """A button in its place; `on` if it is switched on."""

    place: Rect
    label: str
    on: bool = False


class Notice(NamedTuple):
    """A text in the middle of a place, perhaps in a frame."""

    text: str


class Card(NamedTuple):
    """A side's player, discs, clock ("" without one) and turn."""

    black: bool
    name: str
    discs: int
    clock: str = ""
    hurried: bool = False
    to_move: bool = False


class Status(NamedTuple):
    """The side to move or the result, details, and perhaps a button."""

    headline: str
    detail: str
    button: Button | None = None


class BestLine(NamedTuple):
    """The best line and its title; `leads` if a click goes there."""

    title: str
    line: str
    leads: bool = False


def bar_part(layout: Layout, active: frozenset[str] = frozenset()) -> Part:
    """The bar, with the buttons that are switched on."""
    buttons = tuple(
        Button(place, _(LABELS[name]), name in active) for name, place in layout.buttons
    )
    targets = tuple(Target(place, name) for name, place in layout.buttons)
    return Part(layout.bar, buttons, paint_buttons, targets)


def starting_scene(layout: Layout, seconds: float) -> Scene:
    """The first picture, before the rules are loaded: the start position and a reason to wait."""
    detail = (
        _("Setting up for this computer. First start only, a minute or two.")
        if seconds > 1.5
        else ""
    )
    parts = {
        "board": Part(layout.frame, BoardScene(), paint_board),
        "bar": bar_part(layout),
        "status": Part(layout.status, Status(_("Starting …"), detail), paint_status),
    }
    return Scene(parts)


def paint_buttons(canvas: Canvas, part: Part) -> None:
    """Paint buttons with their labels."""
    theme = canvas.theme
    for button in part.content:
        face = theme.accent if button.on else theme.raised
        canvas.box(button.place, face, canvas.size(8))
        ink = theme.on_accent if button.on else theme.text
        size = canvas.size(14)
        canvas.write(button.label, button.place, size, ink, bold=button.on, align="centre")


def paint_players(canvas: Canvas, part: Part) -> None:
    """Paint both players."""
    for place, card in zip(canvas.layout.cards, part.content, strict=True):
        _card(canvas, place, card)


def _card(canvas: Canvas, place: Rect, side: Card) -> None:
    theme = canvas.theme
    border = theme.accent if side.to_move else theme.border
    canvas.box(place, theme.panel, canvas.size(10), border, canvas.size(2.4 if side.to_move else 1))
    inside = place.inset(canvas.size(12), canvas.size(10))
    diameter = canvas.size(32)
    half = inside.height // 2
    centre = (inside.x + diameter // 2, inside.y + half // 2)
    side_sign(canvas, centre, diameter, side.black)
    counted = font(canvas.size(30), True).size("64")[0] + canvas.size(4)
    count = Rect(inside.right - counted, inside.y, counted, half)
    canvas.write(str(side.discs), count, canvas.size(30), theme.text, bold=True, align="right")
    below = inside.row(1, half)
    if side.clock:
        ink = theme.bad if side.hurried else theme.text
        spot = canvas.write(side.clock, below, canvas.size(19), ink, bold=True, align="right")
        below = below._replace(width=max(0, spot.x - below.x - canvas.size(6)))
    canvas.write(side.name, below, canvas.size(16), theme.text, bold=side.to_move)


def paint_status(canvas: Canvas, part: Part) -> None:
    """Paint the status."""
    headline, detail, button = part.content
    upper, lower = part.place.halves()
    if button is not None:
        paint_buttons(canvas, part._replace(content=(button,)))
        upper = upper._replace(width=max(0, button.place.x - upper.x))
    canvas.write_fitting(headline, upper, HEADLINE_SIZES, canvas.theme.text, bold=True)
    canvas.write_fitting(detail, lower, STATUS_SIZES, canvas.theme.muted)


def paint_line(canvas: Canvas, part: Part) -> None:
    """Paint the best line."""
    theme = canvas.theme
    title, line, leads = part.content
    canvas.box(part.place, theme.panel, canvas.size(8), theme.border)
    inside = part.place.inset(canvas.size(12), canvas.size(5))
    upper, lower = inside.halves()
    canvas.write(title, upper, canvas.size(13), theme.accent if leads else theme.muted)
    canvas.write(line, lower, canvas.size(15), theme.text)
    for spot in (upper, lower) if leads else ():
        canvas.write(LEADS, spot, canvas.size(17), theme.accent, align="right")


def paint_tabs(canvas: Canvas, part: Part) -> None:
    """Paint the tabs, the current one underlined."""
    theme = canvas.theme
    for place, label, on in part.content:
        ink = theme.text if on else theme.muted
        canvas.write(label, place, canvas.size(TAB_TEXT), ink, bold=on, align="centre")
        height = canvas.size(3 if on else 1)
        under = Rect(place.x, place.bottom - height, place.width, height)
        pygame.draw.rect(canvas.surface, theme.accent if on else theme.border, tuple(under))


def paint_notice(canvas: Canvas, part: Part) -> None:
    """Paint a text in place of other content."""
    theme = canvas.theme
    (text,) = part.content
    inside = part.place.inset(canvas.size(10))
    size = canvas.size(14)
    most = max(1, min(3, inside.height // (2 * size)))
    canvas.write_lines(text, inside, size, theme.muted, most, align="centre")


def transport_places(layout: Layout) -> list[Rect]:
    """The places of the buttons that step through the game."""
    return shares(layout.transport, len(TRANSPORT_BUTTONS), layout.size(6))


def paint_transport(canvas: Canvas, part: Part) -> None:
    """Paint the buttons that step through the game; with a pause if an engine or a clock runs."""
    for name, place in zip(TRANSPORT_BUTTONS, transport_places(canvas.layout), strict=True):
        canvas.box(place, canvas.theme.raised, canvas.size(8))
        size = min(canvas.size(8), place.height // 4)
        _icon(canvas, name, place, size, canvas.theme.text, part.content)


def _icon(canvas: Canvas, name: str, place: Rect, size: int, ink: Colour, going: bool) -> None:
    """Paint the icon of a transport button, `size` pixels to each side of the middle."""
    x, y = place.centre
    if name == "go" and going:
        for left in (x - size * 3 // 4, x + size // 4):
            pygame.draw.rect(canvas.surface, ink, (left, y - size, max(2, size // 2), 2 * size))
        return
    way = -1 if name in ("first", "back") else 1
    near, far = x - way * size * 2 // 3, x + way * size * 2 // 3
    points = [(near, y - size), (far, y), (near, y + size)]
    if name == "go":  # filled; the others are angles
        pygame.draw.polygon(canvas.surface, ink, points)
        pygame.draw.aalines(canvas.surface, ink, True, points)
        return
    thick = max(2, size // 3)
    if name in ("first", "last"):
        points = [(point - way * thick, height) for point, height in points]
        pygame.draw.rect(canvas.surface, ink, (far - thick // 2, y - size, thick, 2 * size))
    for shift in range(-thick, thick):  # repeated smooth lines make a thick one
        line = [(point + shift / 2, height) for point, height in points]
        pygame.draw.aalines(canvas.surface, ink, False, line)
