"""The layout of a window of any size: pure geometry, in pixels."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from players.window.drawing.fonts import columns
from players.window.translation import N_, _

SIDE = 8
LANDSCAPE, PORTRAIT = (1160, 740), (600, 960)
"""Window sizes at which one unit is one pixel."""
SMALLEST_UNIT, LARGEST_UNIT = 0.55, 4.0
SHRINKING = 0.7
"""The exponent by which text shrinks less than a small window."""

MARGIN, GAP = 16, 10
LEAST_PANEL, LARGEST_PANEL = 225, 470
WIDE = 1.12
"""The ratio of width to height above which a window has no height to spare."""
ENOUGH = 0.87
"""The share of the largest board to which it may shrink for the panel."""
CARD, STATUS, LINE, TABS, TRANSPORT = 86, 54, 50, 30, 40
GRAPH, LEAST_LIST = 122, 74
"""Heights and widths in design pixels, as above."""
LISTS = ((150, ENOUGH), (110, ENOUGH), (LEAST_LIST, 0.75))
"""Heights of lists below a board, the best first, with the least share of the board for each."""

BAR_BUTTONS = (
    ("new", N_("New game")),
    ("undo_turn", N_("Undo")),
    ("redo_turn", N_("Redo")),
    ("hint", N_("Hint")),
    ("analyse", N_("Analyse")),
    ("values", N_("Values")),
    ("review", N_("Review")),
    ("open", N_("Open")),
    ("save", N_("Save")),
    ("share", N_("Share")),
)
"""Commands in the bar with their labels; buttons without room are left out."""
CALM_BUTTONS = ("new", "undo_turn", "hint")
"""Commands in the bar while a game is played without analysis."""
GROUP_STARTS, GROUP_GAP = ("hint", "open"), 3  # times as wide as other gaps
ALWAYS = (("menu", N_("Menu")), ("help", "?"))  # for which room is kept
BarButtons = tuple[tuple[str, str], ...]
TAB_MARGIN = 2  # signs beside the label of a tab
TIGHTNESSES = (1.0, 0.92, 0.85, 0.82, 0.8)
"""Shares of their usual width that the bar's buttons may have; the first that fits is used."""


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


def unit_of(width: int, height: int, zoom: float = 1.0) -> float:
    """The size of a design pixel in a window."""
    reference = LANDSCAPE if width >= WIDE * height else PORTRAIT
    fitting = min(width / reference[0], height / reference[1])
    if fitting < 1:  # text shrinks less than the window does
        fitting **= SHRINKING
    return min(max(fitting * zoom, SMALLEST_UNIT), LARGEST_UNIT)


def arrange(
    width: int, height: int, zoom: float = 1.0, graph_tab: bool = False, calm: bool = False
) -> Layout:
    """The layout of a window in pixels; `zoom` scales the text.

    `graph_tab`: the graph takes the place of the tabs' content if it has none of its own. `calm`:
    fewer buttons, and no graph, best line or tabs.
    """
    unit = unit_of(width, height, zoom)
    margin, gap = round(MARGIN * unit), round(GAP * unit)
    bar_buttons = tuple(each for each in BAR_BUTTONS if not calm or each[0] in CALM_BUTTONS)
    buttons = _bar_buttons(bar_buttons, width, unit, rows=1 if width >= WIDE * height else 2)
    bar_height = max(place.bottom for name, place in buttons) + round(9 * unit)
    inside = Rect(margin, bar_height + gap, width - 2 * margin, height - bar_height - gap - margin)
    side = min(inside.height, inside.width)
    panel_width = inside.width - side - margin
    beside = max(8, min(side, inside.width - round(LEAST_PANEL * unit) - margin))
    least = round((CARD + STATUS + TRANSPORT + 3 * GAP) * unit)
    above = max(8, min(inside.width, inside.height - least))
    largest = above
    for rows, share in LISTS:
        with_list = inside.height - least - round((TABS + rows + 2 * GAP) * unit)
        if with_list >= share * largest:
            above = min(largest, with_list)
            break
    if panel_width >= LEAST_PANEL * unit:
        panel_width = min(panel_width, round(LARGEST_PANEL * unit))
        left = (width - side - margin - panel_width) // 2
        frame = Rect(left, inside.y, side, side)
        panel = Rect(frame.right + margin, inside.y, panel_width, inside.height)
    elif width >= WIDE * height or beside >= ENOUGH * largest:  # the board gives way to the panel
        frame = Rect(inside.x, inside.y, beside, beside)
        left = frame.right + margin
        panel = Rect(left, inside.y, inside.right - left, inside.height)
    else:
        frame = Rect((width - above) // 2, inside.y, above, above)
        top = frame.bottom + gap
        panel = Rect(inside.x, top, inside.width, max(0, inside.bottom - top))
    bar = Rect(0, 0, width, bar_height)
    places = _panel(panel, unit, calm)
    layout = Layout(width, height, unit, bar, buttons, frame, _board(frame), *places)
    if graph_tab and layout.graph is None:
        layout = layout._replace(graph=layout.body, body=None)
    return layout


def _board(frame: Rect) -> Rect:
    """The squares inside the frame, which leaves room for coordinates."""
    cell = max(1, int(frame.width / 8.7))
    origin = (frame.width - 8 * cell) // 2
    return Rect(frame.x + origin, frame.y + origin, 8 * cell, 8 * cell)


def label_width(label: str, unit: float, tightness: float = 1.0) -> int:
    """The width of a button in pixels; `tightness` is the share of its usual width."""
    return round((8.3 * columns(_(label)) + 22) * unit * tightness)


def _bar_buttons(
    offered: BarButtons, width: int, unit: float, rows: int
) -> tuple[tuple[str, Rect], ...]:
    """The bar's buttons with their places, as many as fit in `rows`."""
    tried = [_buttons_so_tight(offered, width, unit, rows, each) for each in TIGHTNESSES]
    most = len(offered) + len(ALWAYS)
    return next((buttons for buttons in tried if len(buttons) == most), tried[-1])


def _buttons_so_tight(
    offered: BarButtons, width: int, unit: float, rows: int, tightness: float
) -> tuple[tuple[str, Rect], ...]:
    """The bar's buttons in a share of their usual width; the fixed ones come first."""
    gap, height, top, margin = (round(size * unit) for size in (6, 32, 9, MARGIN))
    right = width - margin
    placed = []
    for name, label in reversed(ALWAYS):
        wide = label_width(label, unit, tightness)
        right -= wide
        placed.append((name, Rect(right, top, wide, height)))
        right -= gap
    left = margin
    for name, label in offered:
        wide = label_width(label, unit, tightness)
        left += round(gap * (GROUP_GAP - 1) * tightness**6) if name in GROUP_STARTS else 0
        if left + wide > right:
            rows -= 1
            if not rows:
                break
            left, top, right = margin, top + height + gap, width - margin // 2
        placed.append((name, Rect(left, top, wide, height)))
        left += wide + gap
    return tuple(placed)


def _panel(panel: Rect, unit: float, calm: bool) -> tuple:
    """The panel's parts from top to bottom; the transport is at the bottom."""
    gap = round(GAP * unit)

    def tall(design: float) -> int:
        return round(design * unit)

    half = (panel.width - gap) // 2
    card = Rect(panel.x, panel.y, half, tall(CARD))
    cards = card, card._replace(x=panel.right - half)
    y = card.bottom + gap
    status = Rect(panel.x, y, panel.width, tall(STATUS))
    y += tall(STATUS) + gap
    foot = panel.bottom - tall(TRANSPORT)
    free = foot - gap - y
    graph = line = tabs = body = None
    if calm:
        body = Rect(panel.x, y, panel.width, free) if free >= tall(LEAST_LIST) else None
        free = 0
    if free >= tall(GRAPH + TABS + LEAST_LIST) + gap:
        height = tall(GRAPH) + max(0, min(tall(70), (free - tall(460)) // 3))
        graph = Rect(panel.x, y, panel.width, height)
        y, free = y + height + gap, free - height - gap
    if free >= tall(LINE + GAP + TABS + LEAST_LIST):
        line = Rect(panel.x, y, panel.width, tall(LINE))
        y, free = y + tall(LINE) + gap, free - tall(LINE) - gap
    if free >= tall(TABS + LEAST_LIST):
        tabs = Rect(panel.x, y, panel.width, tall(TABS))
        body = Rect(panel.x, tabs.bottom, panel.width, free - tall(TABS))
    transport = Rect(panel.x, max(foot, y), panel.width, tall(TRANSPORT))
    return cards, status, graph, line, tabs, body, transport


def tab_places(row: Rect, labels: Sequence[str]) -> list[Rect]:
    """The places of tabs side by side, with widths in proportion to their labels."""
    wants = [columns(_(label)) + TAB_MARGIN for label in labels]
    edges = [
        row.x + row.width * sum(wants[:place]) // sum(wants) for place in range(len(wants) + 1)
    ]
    return [row._replace(x=start, width=end - start) for start, end in pairwise(edges)]


def shares(row: Rect, count: int, gap: int) -> list[Rect]:
    """Divide a row into `count` equal parts."""
    edges = [row.x + place * (row.width + gap) // count for place in range(count + 1)]
    return [row._replace(x=start, width=end - gap - start) for start, end in pairwise(edges)]


def split(row: Rect, parts: Sequence[float], whole: float = 1.0) -> list[Rect]:
    """Divide a row into columns of these widths, where `whole` is the width of the row."""
    x, found = float(row.x), []
    for part in parts:
        width = row.width * part / whole
        found.append(Rect(round(x), row.y, round(x + width) - round(x), row.height))
        x += width
    return found


def cell_of(layout: Layout, square: int) -> Rect:
    """The place of a square."""
    cell = layout.board.width // 8
    row, column = divmod(square, SIDE)
    return Rect(layout.board.x + column * cell, layout.board.y + row * cell, cell, cell)


@lru_cache(maxsize=8)
def cells_of(layout: Layout) -> tuple[Rect, ...]:
    """The places of all squares."""
    return tuple(cell_of(layout, square) for square in range(64))


def beside(square: int, by: int) -> int:
    """The neighbour of a square, `by` 1, -1, 8 or -8; the square itself at the board's border."""
    row, column = divmod(square, SIDE)
    row, column = (row, column + by) if abs(by) == 1 else (row + by // SIDE, column)
    return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else square


ARROWS = {"left": -1, "right": 1, "up": -8, "down": 8}
"""The steps of the arrow keys on the board."""
