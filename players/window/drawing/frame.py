"""The contents of panels: buttons, players, status, best line, tabs, notices, rows of text."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import pygame

from players.window.drawing.board import paint_board, rating_colour, side_sign
from players.window.drawing.canvas import Canvas, wrapped
from players.window.drawing.fonts import columns, font
from players.window.drawing.layout import ALWAYS, BAR_BUTTONS, Layout, Rect, split
from players.window.drawing.scene import COMMAND, NOWHERE, BoardScene, Part, Scene, Target
from players.window.translation import _

LABELS = dict((*BAR_BUTTONS, *ALWAYS))
TAB_SIZES = BUTTON_SIZES = (14, 12, 10)  # the first one in which all tabs fit, or the label
TAB_MARGIN = 2  # signs beside the label of a tab
HEADLINE_SIZES, STATUS_SIZES, NAME_SIZES = (19, 17, 15, 13, 11), (14, 13, 12, 11), (16, 14, 12, 10)
"""Text sizes of the status and of players' names; the largest one that fits is used."""
LEADS, BACK = "\N{RIGHTWARDS ARROW}", "\N{LEFTWARDS ARROW}"
"""Signs that Japanese fonts have too; LEADS ends a line that can be clicked."""


class Button(NamedTuple):
    """A button in its place; `on` if it is switched on."""

    place: Rect
    label: str
    on: bool = False


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


def bar_part(layout: Layout, active: frozenset[str] = frozenset()) -> Part:
    """The bar, with the buttons that are switched on."""
    buttons = (Button(place, _(LABELS[name]), name in active) for name, place in layout.buttons)
    targets = (Target(place, name) for name, place in layout.buttons)
    return Part(layout.bar, tuple(buttons), paint_buttons, tuple(targets))


def starting_scene(layout: Layout, seconds: float, clicked: bool = False) -> Scene:
    """The first picture, before the rules are loaded: the start position and a reason to wait.

    `clicked`: a click waits for the rules.
    """
    wait = _("First start only: a minute or two.")
    ready = _("You can already make your move.")
    status = Status(_("Starting …"), wait if seconds > 1.5 else ready)
    parts = {
        "board": Part(layout.frame, BoardScene(), paint_board),
        "bar": bar_part(layout),
        "status": Part(layout.status, status, paint_status),
    }
    return Scene(parts, toast=_("One moment: your click is kept.") if clicked else "")


def paint_buttons(canvas: Canvas, part: Part) -> None:
    """Paint buttons with their labels."""
    theme = canvas.theme
    for button in part.content:
        face = theme.accent if button.on else theme.raised
        canvas.box(button.place, face, canvas.size(8))
        ink = theme.on_accent if button.on else theme.text
        shown = button.label, button.place, BUTTON_SIZES, ink
        canvas.write_fitting(*shown, bold=button.on, align="centre")


def paint_players(canvas: Canvas, part: Part) -> None:
    """Paint both players."""
    for place, card in zip(canvas.layout.cards, part.content, strict=True):
        _card(canvas, place, card)


def _card(canvas: Canvas, place: Rect, side: Card) -> None:
    theme = canvas.theme
    border = theme.accent if side.to_move else theme.border
    canvas.box(place, theme.panel, canvas.size(10), border, canvas.size(2.4 if side.to_move else 1))
    inside = place.inset(canvas.size(12), canvas.size(10))
    half = inside.height // 2
    diameter = min(canvas.size(32), half)
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
    canvas.write_fitting(side.name, below, NAME_SIZES, theme.text, bold=side.to_move)


def paint_status(canvas: Canvas, part: Part) -> None:
    """Paint the status."""
    headline, detail, button = part.content
    upper, lower = part.place.halves()
    if button is not None:
        paint_buttons(canvas, part._replace(content=(button,)))
        upper = upper._replace(width=max(0, button.place.x - upper.x))
    canvas.write_fitting(headline, upper, HEADLINE_SIZES, canvas.theme.text, bold=True)
    shown, least = detail.partition("   ")[0], canvas.size(STATUS_SIZES[-1])
    if font(least, text=shown).size(shown)[0] > lower.width:
        canvas.write_lines(shown, lower, least, canvas.theme.muted, 2)
    else:
        canvas.write_fitting(detail, lower, STATUS_SIZES, canvas.theme.muted)


def paint_line(canvas: Canvas, part: Part) -> None:
    """Paint a title and the best line, with an arrow where a click goes."""
    theme = canvas.theme
    canvas.box(part.place, theme.panel, canvas.size(8), theme.border)
    inside = part.place.inset(canvas.size(12), canvas.size(5))
    accent = theme.accent if part.targets else theme.muted
    looks = ((13, 11, 10), accent), ((15, 13, 12), theme.text)
    for text, spot, (sizes, colour) in zip(part.content, inside.halves(), looks, strict=True):
        leads = any(target.place.contains(spot.centre) for target in part.targets)
        room = spot._replace(width=spot.width - leads * canvas.size(22))
        canvas.write_fitting(text, room, sizes, colour)
        if leads:
            canvas.write(LEADS, spot, canvas.size(17), theme.accent, align="right")


def tabs_part(row: Rect, labels: Mapping[Any, str], current: Any, panel: str = COMMAND) -> Part:
    """The tabs side by side, with widths in proportion to their labels, by their meanings."""
    places = split(row, [columns(_(label)) + TAB_MARGIN for label in labels.values()])
    placed = list(zip(places, labels, strict=True))
    tabs = tuple(Button(place, _(labels[meaning]), meaning == current) for place, meaning in placed)
    targets = tuple(Target(place, meaning, panel) for place, meaning in placed)
    return Part(row, tabs, _paint_tabs, targets)


def _paint_tabs(canvas: Canvas, part: Part) -> None:
    """Paint the tabs, the current one underlined."""
    theme, tabs = canvas.theme, part.content
    sizes = [canvas.size(size) for size in TAB_SIZES]
    fits = (
        s for s in sizes if all(font(s, on, t).size(t)[0] < p.width - s // 2 for p, t, on in tabs)
    )
    size = next(fits, sizes[-1])
    for place, label, on in tabs:
        ink = theme.text if on else theme.muted
        canvas.write(label, place, size, ink, bold=on, align="centre")
        height = canvas.size(3 if on else 1)
        under = Rect(place.x, place.bottom - height, place.width, height)
        pygame.draw.rect(canvas.surface, theme.accent if on else theme.border, tuple(under))


def notice(place: Rect, text: str) -> Part:
    """Return a text in place of other content."""
    return Part(place, text, _paint_notice, scrolling=(0, 0))


def _paint_notice(canvas: Canvas, part: Part) -> None:
    inside, size = part.place.inset(canvas.size(10)), canvas.size(TEXT)
    most = max(1, min(3, inside.height // (3 * size // 2)))
    canvas.write_lines(part.content, inside, size, canvas.theme.muted, most, align="centre")


ROW, TEXT, SMALL, PADDING, MARGIN = 22, 14, 12, 4, 8
"""Height of a row, two text sizes, padding of rows and cells, margin, in design pixels."""
FOLLOWING = 5
"""Rows kept in view below the current one."""


class TextRow(NamedTuple):
    """Cells in columns of these shares; `meaning` is that of a click, None for none.

    The second cell and later ones end at the right if `right`. `ratings` colour the cells, None for
    the usual colour. `black` selects the disc shown before the second cell. `link` is the meaning
    of a click on the last cell. A `joined` row continues the one above.
    """

    cells: tuple[str, ...]
    shares: tuple[float, ...] = (1,)
    meaning: Any = None
    right: bool = False
    ratings: tuple[int | None, ...] = ()
    black: bool | None = None
    head: bool = False
    current: bool = False
    link: Any = None
    joined: bool = False
    place: Rect = NOWHERE


def in_view(count: int, room: int, usual: int, scrolled: int) -> tuple[int, tuple[int, int]]:
    """Return the first of `room` rows in view, and the range of `scrolled`.

    `usual` is the first row if nothing is scrolled, of `count` in all.
    """
    last = max(0, count - room)
    first = min(last, max(0, usual))
    return min(max(first + scrolled, 0), last), (-first, last - first)


def text_width(layout: Layout, body: Rect) -> int:
    """Return the width of a row with a single cell."""
    return max(1, body.width - 2 * layout.size(MARGIN) - 3 * layout.size(PADDING))


def paragraph(text: str, width: int, size: int, head: bool = False) -> list[TextRow]:
    """Return a text as rows of a width in pixels."""
    return [TextRow((line,), head=head) for line in wrapped(text, size, width, 99)]


def rows_part(
    panel: str,
    layout: Layout,
    body: Rect,
    rows: Sequence[TextRow],
    scrolled: int = 0,
    *,
    fixed: Sequence[TextRow] = (),
) -> Part:
    """Return the rows in view, with the current one among them; `fixed` ones are always above."""
    inside = body.inset(layout.size(MARGIN), layout.size(PADDING))
    height = max(1, min(layout.size(ROW), inside.height))
    room = max(1, inside.height // height - len(fixed))
    current = next((number for number, row in enumerate(rows) if row.current), 0)
    usual = min(current, current + 1 + FOLLOWING - room)
    top, scrolling = in_view(len(rows), room, usual, scrolled)
    shown, targets = [], []
    for number, row in enumerate((*fixed, *rows[top : top + room])):
        place = inside.row(number, height)
        shown.append(row._replace(place=place))
        if row.link is not None:
            targets.append(Target(split(place, row.shares)[-1], row.link, panel))
        if row.meaning is not None:
            targets.append(Target(place, row.meaning, panel))
    return Part(body, tuple(shown), paint_rows, tuple(targets), scrolling, room, top)


def paint_rows(canvas: Canvas, part: Part) -> None:
    """Paint the rows in view; if one heading does not fit, all lose their thresholds."""
    for number, row in enumerate(part.content):
        if row.current:
            lines = takewhile(lambda other: other.joined, part.content[number + 1 :])
            box = row.place._replace(height=row.place.height * (1 + len(tuple(lines))))
            canvas.box(box, canvas.theme.raised, canvas.size(5), canvas.theme.accent)
        inside = row.place.inset(canvas.size(PADDING), 0)
        places = split(inside, row.shares)
        if row.head and any(
            font(canvas.size(SMALL), text=text).size(text)[0] > place.width
            for text, place in zip(row.cells, places, strict=True)
        ):
            row = row._replace(cells=tuple(text.partition(" >")[0] for text in row.cells))
        for column, place in enumerate(places):
            _cell(canvas, row, column, place)


def _cell(canvas: Canvas, row: TextRow, column: int, place: Rect) -> None:
    """Paint a cell."""
    theme, text, is_last = canvas.theme, row.cells[column], column == len(row.cells) - 1
    rank = row.ratings[column] if row.ratings else None
    ink = theme.muted if row.head else theme.text
    if rank is not None:
        ink = rating_colour(theme, rank)
    elif row.link is not None and is_last:
        ink = theme.accent
    if column == 1 and row.black is not None:
        sign = canvas.size(14)
        side_sign(canvas, (place.x + sign // 2, place.centre[1]), sign, row.black)
        place = place.right_of(place.x + sign + canvas.size(PADDING))
    if not is_last and row.link is None:
        place = place._replace(width=max(0, place.width - canvas.size(PADDING)))
    sizes = (SMALL, 11, 10, 8) if row.head else (TEXT, 12, 10, 8)
    bold = not row.head and column == (0 if row.right else 1)
    align = "right" if row.right and column else "left"
    canvas.write_fitting(text, place, sizes, ink, bold=bold, align=align)
