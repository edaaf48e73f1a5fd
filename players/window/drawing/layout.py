"""The layout of a window of any size: pure geometry, in pixels."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from players.window.drawing.fonts import columns
from players.window.translation import N_, _

LANDSCAPE = (1160, 740)
PORTRAIT = (620, 1000)
"""Window sizes at which one unit is one pixel; a tall window has the panel below the board."""
TALL = 1.25
"""Least ratio of height to width of a tall window."""
SMALLEST_UNIT, LARGEST_UNIT = 0.55, 4.0
SHRINKING = 0.7
"""The exponent by which text shrinks less than a small window."""

MARGIN, GAP = 16, 10
LEAST_PANEL, LARGEST_PANEL, LEAST_BELOW, LESSON_BELOW = 225, 470, 350, 510
CARD, LEAST_CARD, STATUS, LINE, TABS, TRANSPORT = 86, 58, 54, 50, 30, 40
GRAPH, LEAST_LIST = 122, 74
"""Heights and widths in design pixels, as above."""
BAR_BUTTONS = (
    ("new", N_("New game")),
    ("undo_turn", N_("Undo")),
    ("hint", N_("Hint")),
    ("analyse", N_("Analyse")),
    ("values", N_("Values")),
    ("review", N_("Review")),
    ("open", N_("Open")),
    ("share", N_("Share")),
    ("learn", N_("Learn")),
)
"""Commands in the bar with their labels; buttons without room are left out."""
CALM_BUTTONS = ("new", "undo_turn", "hint", "learn")
"""Commands in the bar while a game is played without analysis."""
ALWAYS = (("menu", N_("Menu")), ("help", "?"))  # for which room is kept
BarButtons = tuple[tuple[str, str], ...]
TIGHTEST = 0.8
"""Least share of their usual width that the bar's buttons may have."""


class Rect(NamedTuple):
    """A rectangle in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle."""
        return self.x + self.width // 2, self.y + self.height // 2

    def contains(self, point: tuple[int, int]) -> bool:
        """True if a point is inside."""
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def right_of(self, x: int) -> "Rect":
        """The part from a column on."""
        return self._replace(x=x, width=max(0, self.right - x))

    def row(self, number: int, height: int) -> "Rect":
        """Its row `number`, from 0, if each is `height` pixels high."""
        return self._replace(y=self.y + number * height, height=height)

    def halves(self) -> tuple["Rect", "Rect"]:
        """Its upper and its lower half."""
        half = self.height // 2
        return self._replace(height=half), self._replace(y=self.y + half, height=self.height - half)

    def inset(self, across: int, down: int | None = None) -> "Rect":
        """The rectangle without margins of `across` and `down` pixels."""
        down = across if down is None else down
        width, height = max(0, self.width - 2 * across), max(0, self.height - 2 * down)
        return Rect(self.x + across, self.y + down, width, height)


class Layout(NamedTuple):
    """The places in a window; None, or missing, for those without room.

    `unit` is the size of a design pixel. `frame` is the board with its coordinates, `board` its 64
    squares; `body` is for the content of the tabs.
    """

    width: int
    height: int
    unit: float
    bar: Rect
    buttons: tuple[tuple[str, Rect], ...]
    frame: Rect
    board: Rect
    cards: tuple[Rect, Rect]
    status: Rect
    graph: Rect | None
    line: Rect | None
    tabs: Rect | None
    body: Rect | None
    transport: Rect

    def size(self, design: float) -> int:
        """A length of `design` pixels in pixels, at least one."""
        return max(1, round(design * self.unit))


def arrange(
    width: int, height: int, zoom: float = 1.0, calm: bool = False, below: float = LEAST_BELOW
) -> Layout:
    """The layout of a window in pixels; `zoom` scales the text.

    `calm`: fewer buttons, and no graph, best line or tabs. `below`: least design pixels below the
    board of a tall window.
    """
    tall = height >= TALL * width
    usual = PORTRAIT if tall else LANDSCAPE
    fitting = min(width / usual[0], height / usual[1])
    if fitting < 1:  # text shrinks less than the window does
        fitting **= SHRINKING
    unit = min(max(fitting * zoom, SMALLEST_UNIT), LARGEST_UNIT)
    margin, gap = round(MARGIN * unit), round(GAP * unit)
    offered = tuple(each for each in BAR_BUTTONS if not calm or each[0] in CALM_BUTTONS)
    buttons = _bar_buttons(offered, width, unit)
    bar_height = max(place.bottom for name, place in buttons) + round(9 * unit)
    inside = Rect(margin, bar_height + gap, width - 2 * margin, height - bar_height - gap - margin)
    if tall:
        side = max(8, min(inside.width, inside.height - round(below * unit)))
        frame = Rect((width - side) // 2, inside.y, side, side)
        panel = inside._replace(y=frame.bottom + gap, height=inside.height - side - gap)
    else:
        side = max(8, min(inside.height, inside.width - round(LEAST_PANEL * unit) - margin))
        panel_width = min(inside.width - side - margin, round(LARGEST_PANEL * unit))
        frame = Rect((width - side - margin - panel_width) // 2, inside.y, side, side)
        panel = Rect(frame.right + margin, inside.y, max(0, panel_width), inside.height)
    bar = Rect(0, 0, width, bar_height)
    cell = max(1, int(side / 8.7))  # the frame has room for coordinates
    board = frame.inset((side - 8 * cell) // 2)._replace(width=8 * cell, height=8 * cell)
    return Layout(width, height, unit, bar, buttons, frame, board, *_panel(panel, unit, calm))


def label_width(label: str, unit: float, tightness: float = 1.0) -> int:
    """The width of a button in pixels; `tightness` is the share of its usual width."""
    return round((8.3 * columns(_(label)) + 22) * unit * tightness)


def _bar_buttons(offered: BarButtons, width: int, unit: float) -> tuple[tuple[str, Rect], ...]:
    """The bar's buttons with their places, as many as fit; the last ones are at the right."""
    gap, height, top, margin = (round(size * unit) for size in (6, 32, 9, MARGIN))
    for count in range(len(offered), -1, -1):
        labels = [label for _name, label in (*offered[:count], *ALWAYS)]
        usual = sum(label_width(label, unit) for label in labels)
        tightness = min(1.0, (width - 2 * margin - gap * (len(labels) - 1)) / usual)
        if tightness >= TIGHTEST:
            break
    placed, left, right = [], margin, width - margin
    for name, label in offered[:count]:
        wide = label_width(label, unit, tightness)
        placed.append((name, Rect(left, top, wide, height)))
        left += wide + gap
    for name, label in reversed(ALWAYS):
        right -= label_width(label, unit, tightness)
        placed.append((name, Rect(right, top, label_width(label, unit, tightness), height)))
        right -= gap
    return tuple(placed)


def _panel(panel: Rect, unit: float, calm: bool) -> tuple:
    """The panel's parts from top to bottom; the transport is at the bottom."""

    def tall(design: float) -> int:
        return round(design * unit)

    def place(height: int) -> Rect:
        return Rect(panel.x, y, panel.width, height)

    y, gap = panel.y, tall(GAP)
    half = (panel.width - gap) // 2
    room = panel.height - tall(STATUS) - tall(TRANSPORT) - tall(TABS + LEAST_LIST) - 3 * gap
    fits = tall(LEAST_CARD) <= room  # lower cards leave room for the tabs
    card = place(min(tall(CARD), room) if fits else tall(CARD))._replace(width=half)
    y = card.bottom + gap
    status = place(tall(STATUS))
    y = status.bottom + gap
    foot = panel.bottom - tall(TRANSPORT)
    free = foot - gap - y
    graph = line = tabs = body = None
    if calm:
        body, free = place(free) if free >= tall(LEAST_LIST) else None, 0
    if free >= tall(GRAPH + TABS + LEAST_LIST) + gap:
        graph = place(tall(GRAPH) + max(0, min(tall(70), (free - tall(460)) // 3)))
        y, free = graph.bottom + gap, free - graph.height - gap
    if free >= tall(LINE + GAP + TABS + LEAST_LIST):
        line = place(tall(LINE))
        y, free = line.bottom + gap, free - line.height - gap
    if free >= tall(TABS + LEAST_LIST):
        tabs = place(tall(TABS))
        body = tabs._replace(y=tabs.bottom, height=free - tabs.height)
    y = max(foot, y)
    cards = card, card._replace(x=panel.right - half)
    return cards, status, graph, line, tabs, body, place(tall(TRANSPORT))


def split(row: Rect, parts: Sequence[float], gap: int = 0) -> list[Rect]:
    """Divide a row into columns with these shares of its width, and gaps between them."""
    scale = (row.width + gap) / (sum(parts) or 1)  # there may be no parts
    edges = [row.x + round(scale * part) for part in accumulate(parts, initial=0)]
    return [row._replace(x=start, width=end - gap - start) for start, end in pairwise(edges)]


def cell_of(layout: Layout, square: int) -> Rect:
    """The place of a square."""
    cell = layout.board.width // 8
    row, column = divmod(square, 8)
    return Rect(layout.board.x + column * cell, layout.board.y + row * cell, cell, cell)
