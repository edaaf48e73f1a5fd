"""The fixed parts of the window: buttons, players, status, best line, tabs."""

from collections.abc import Collection
from typing import NamedTuple

import pygame

from players.window.drawing.board import paint_board, side_sign
from players.window.drawing.canvas import Canvas, mixed, wrapped
from players.window.drawing.fonts import columns, font
from players.window.drawing.layout import ALWAYS, BAR_BUTTONS, Layout, Rect, shares, tab_places
from players.window.drawing.scene import BoardScene, Part, Scene, Target
from players.window.drawing.themes import Colour
from players.window.translation import _

LABELS = dict((*BAR_BUTTONS, *ALWAYS))
TAB_TEXT, TAB_ROW = 14, 27
"""The size of a tab's label, and the height of a row of tabs if there are two."""
STATUS_SIZES = (14, 13, 12, 11)
"""The text sizes of the status; the largest one that fits is used."""
LEADS = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
"""The sign at the end of a line that can be clicked."""
TRANSPORT_BUTTONS = ("first", "back", "go", "forward", "last")


class Button(NamedTuple):
    """A button in its place; `on` if it is switched on."""

    place: Rect
    label: str
    on: bool = False
    pressed: bool = False


class Notice(NamedTuple):
    """A text in the middle of a place, perhaps in a frame."""

    text: str


class Card(NamedTuple):
    """A side's player, discs, clock ("" without one) and turn."""

    black: bool
    name: str
    kind: str
    discs: int
    clock: str = ""
    hurried: bool = False
    to_move: bool = False
    thinking: bool = False


class Transport(NamedTuple):
    """The buttons that step through the game: the one pressed, and those disabled."""

    going: bool = False
    pressed: str | None = None
    disabled: frozenset[str] = frozenset()


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


def bar_part(
    layout: Layout, active: frozenset[str] = frozenset(), pressed: str | None = None
) -> Part:
    """The bar, with the buttons switched on and the one pressed."""
    buttons, targets = [], []
    for name, place in layout.buttons:
        buttons.append(Button(place, _(LABELS[name]), name in active, name == pressed))
        targets.append(Target(place, name))
    return Part(layout.bar, tuple(buttons), paint_buttons, tuple(targets))


def room_for_tabs(layout: Layout, labels: Collection[str]) -> Layout:
    """The layout, with a second row of tabs if the labels do not fit in one."""
    if layout.tabs is None:
        return layout
    bold = font(layout.size(TAB_TEXT), True)
    places = tab_places(layout.tabs, list(labels))
    widths = (bold.size(_(label))[0] for label in labels)
    if all(wide <= place.width for wide, place in zip(widths, places, strict=True)):
        return layout
    tabs = layout.tabs._replace(height=2 * layout.size(TAB_ROW))
    below = layout.body or layout.graph
    assert below is not None
    below = below._replace(y=tabs.bottom, height=max(0, below.bottom - tabs.bottom))
    if layout.body is None:
        return layout._replace(tabs=tabs, graph=below)
    return layout._replace(tabs=tabs, body=below)


def _tab_places(layout: Layout, labels: list[str]) -> list[Rect]:
    """The places of the tabs, in two even rows if the layout has them."""
    assert layout.tabs is not None
    height = layout.size(TAB_ROW)
    if layout.tabs.height < 2 * height:
        return tab_places(layout.tabs, labels)
    wants = [columns(_(label)) for label in labels]
    first = min(range(1, len(wants)), key=lambda n: abs(sum(wants[:n]) - sum(wants[n:])))
    upper = layout.tabs._replace(height=height)
    return tab_places(upper, labels[:first]) + tab_places(upper.row(1, height), labels[first:])


def tabs_part(layout: Layout, labels: dict[str, str], current: str) -> Part | None:
    """The tabs by their names; None without room for them."""
    if layout.tabs is None:
        return None
    places = _tab_places(layout, list(labels.values()))
    tabs, targets = [], []
    for place, (name, label) in zip(places, labels.items(), strict=True):
        tabs.append(Button(place, _(label), name == current))
        targets.append(Target(place, name))
    return Part(layout.tabs, tuple(tabs), paint_tabs, tuple(targets))


def transport_part(layout: Layout, content: Transport, clickable: bool = True) -> Part:
    """The buttons that step through the game."""
    places = shares(layout.transport, len(TRANSPORT_BUTTONS), round(6 * layout.unit))
    targets = (Target(*pair) for pair in zip(places, TRANSPORT_BUTTONS, strict=True))
    return Part(layout.transport, content, paint_transport, tuple(targets) if clickable else ())


def players_part(layout: Layout, cards: tuple[Card, Card], panel: str = "") -> Part:
    """Both players; clicks on them go to `panel`."""
    left, right = layout.cards
    place = Rect(left.x, left.y, right.right - left.x, left.height)
    targets = (Target(card, side, panel) for side, card in enumerate(layout.cards))
    return Part(place, cards, paint_players, tuple(targets) if panel else ())


def starting_scene(layout: Layout, labels: dict[str, str], seconds: float) -> Scene:
    """The first picture, before the rules are loaded: the start position and a reason to wait."""
    detail = (
        _("Setting up for this computer. First start only, a minute or two.")
        if seconds > 1.5
        else ""
    )
    cards = Card(True, "Black", "", 2), Card(False, "White", "", 2)
    parts = {
        "board": Part(layout.frame, BoardScene(), paint_board),
        "bar": bar_part(layout),
        "players": players_part(layout, cards),
        "status": Part(layout.status, Status(_("Starting …"), detail), paint_status),
        "best_line": layout.line and Part(layout.line, BestLine("", ""), paint_line),
        "tabs": tabs_part(layout, labels, next(iter(labels))),
        "transport": transport_part(layout, Transport()),
    }
    return Scene({name: part for name, part in parts.items() if part is not None})


def paint_buttons(canvas: Canvas, part: Part) -> None:
    """Paint buttons with their labels."""
    theme = canvas.theme
    for button in part.content:
        face = theme.accent if button.on else theme.raised
        if button.pressed:
            face = mixed(face, theme.text, 0.2)
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
    if side.thinking:
        canvas.dot(centre, diameter + canvas.size(8), theme.accent, 255, canvas.size(2))
    counted = font(canvas.size(30), True).size("64")[0] + canvas.size(4)
    count = Rect(inside.right - counted, inside.y, counted, half)
    canvas.write(str(side.discs), count, canvas.size(30), theme.text, bold=True, align="right")
    left = inside.x + diameter + canvas.size(10)
    kind = Rect(left, inside.y, max(0, count.x - left), half)
    if font(canvas.size(14)).size(side.kind)[0] <= kind.width:
        canvas.write(side.kind, kind, canvas.size(14), theme.muted)
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
    canvas.write(headline, upper, canvas.size(19), canvas.theme.text, bold=True)
    canvas.write(detail, lower, status_size(canvas.layout, detail, lower), canvas.theme.muted)


def status_size(layout: Layout, detail: str, place: Rect) -> int:
    """The text size of the details, smaller if they do not fit."""
    sizes = [layout.size(size) for size in STATUS_SIZES]
    return next((s for s in sizes if font(s).size(detail)[0] <= place.width), sizes[-1])


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


def paint_balance(canvas: Canvas, track: Rect, share: float) -> None:
    """Paint a bar from the middle: to the right for black, to the left for white, full at 1."""
    theme = canvas.theme
    canvas.box(track, theme.raised, track.height // 2)
    middle = track.centre[0]
    length = round(min(1.0, abs(share)) * track.width / 2)
    start = middle if share > 0 else middle - length
    if length > 1:
        place = (start, track.y, length, track.height)
        pygame.draw.rect(canvas.surface, theme.accent, place)
    ends = (middle, track.y - 2), (middle, track.bottom + 1)
    pygame.draw.line(canvas.surface, theme.muted, *ends)


def paint_tabs(canvas: Canvas, part: Part) -> None:
    """Paint the tabs, the current one underlined."""
    theme = canvas.theme
    for place, label, on, _pressed in part.content:
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
    lines = wrapped(text, size, inside.width, max(1, min(3, inside.height // (2 * size))))
    height = inside.height if len(lines) == 1 else 3 * size // 2
    top = inside._replace(y=inside.y + (inside.height - height * len(lines)) // 2)
    for number, line in enumerate(lines):
        canvas.write(line, top.row(number, height), size, theme.muted, align="centre")


def paint_transport(canvas: Canvas, part: Part) -> None:
    """Paint the buttons that step through the game."""
    theme, content = canvas.theme, part.content
    places = shares(part.place, len(TRANSPORT_BUTTONS), round(6 * canvas.layout.unit))
    for name, place in zip(TRANSPORT_BUTTONS, places, strict=True):
        face = mixed(theme.raised, theme.text, 0.2) if name == content.pressed else theme.raised
        canvas.box(place, face, canvas.size(8))
        ink = mixed(theme.raised, theme.muted, 0.45) if name in content.disabled else theme.text
        _icon(canvas, name, place, min(canvas.size(8), place.height // 4), ink, content.going)


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
