"""Where the parts of the panel are: the graph, the list of moves, the editor's buttons."""

from typing import NamedTuple

from othello.window.layout import Layout, Rect, shares

EDITOR_BUTTONS = (
    ("brush_black", "Black disc"),
    ("brush_white", "White disc"),
    ("brush_empty", "No disc"),
    ("edit_turn", "Change turn"),
    ("edit_start", "Start position"),
    ("edit_clear", "Empty board"),
    ("edit_invert", "Invert"),
    ("edit_drop", "Cancel"),
    ("edit_done", "Done"),
)


EDITOR_COLUMNS = 3


def editor_buttons(layout: Layout) -> tuple[tuple[str, Rect], ...]:
    """The editor's buttons, in the place of the tabs and what is below them."""
    if layout.body is None:
        return ()
    top = layout.tabs[0][1].y
    rows = -(-len(EDITOR_BUTTONS) // EDITOR_COLUMNS)
    gap = layout.size(8)
    height = min(layout.size(44), (layout.body.bottom - top - gap * (rows - 1)) // rows)
    names = [name for name, _ in EDITOR_BUTTONS]
    placed: list[tuple[str, Rect]] = []
    for row in range(rows):
        line = Rect(layout.body.x, top + row * (height + gap), layout.body.width, height)
        placed += shares(line, names[row * EDITOR_COLUMNS : (row + 1) * EDITOR_COLUMNS], gap)
    return tuple(placed)


def graph_plot(place: Rect, unit: float) -> Rect:
    """The part of the graph that holds the curve."""
    left, rim = round(34 * unit), round(10 * unit)
    return Rect(place.x + left, place.y + rim, place.width - left - rim, place.height - 2 * rim)


def graph_x(plot: Rect, step: int, steps: int) -> int:
    """The column of a position; steps is how many moves the axis is long."""
    return plot.x + round(step * (plot.width - 1) / max(1, steps))


def step_at(plot: Rect, x: int, steps: int) -> int:
    """The position nearest to a column."""
    return min(max(round((x - plot.x) * max(1, steps) / max(1, plot.width - 1)), 0), steps)


class Grid(NamedTuple):
    """The cells of the move list: two moves in a row, as many rows as fit, scrolled."""

    place: Rect
    columns: int
    row_height: int
    first_row: int

    @property
    def rows(self) -> int:
        """How many rows are visible."""
        return max(1, self.place.height // self.row_height)

    def cell(self, index: int) -> Rect | None:
        """The place of move `index`, from 0; None if it is scrolled away."""
        row, column = index // self.columns - self.first_row, index % self.columns
        if not 0 <= row < self.rows:
            return None
        width = self.place.width // self.columns
        return Rect(
            self.place.x + column * width,
            self.place.y + row * self.row_height,
            width,
            self.row_height,
        )

    def index_at(self, point: tuple[int, int]) -> int | None:
        """The move at a point, whether or not there is one of that number."""
        if not self.place.contains(point):
            return None
        column = (point[0] - self.place.x) * self.columns // max(1, self.place.width)
        row = (point[1] - self.place.y) // self.row_height
        if row >= self.rows:
            return None
        return (row + self.first_row) * self.columns + column


def move_grid(body: Rect, unit: float, moves: int, current: int) -> Grid:
    """The grid of a list of moves, scrolled so that the current one is seen."""
    place = body.inset(round(8 * unit))
    row_height = max(1, round(25 * unit))
    columns = min(4, max(2, int(place.width / (92 * unit))))
    rows = max(1, place.height // row_height)
    wanted = max(0, current - 1) // columns
    last = max(0, -(-moves // columns) - rows)
    return Grid(place, columns, row_height, min(last, max(0, wanted - rows // 2)))


def tool_at(layout: Layout, point: tuple[int, int]) -> str | None:
    """The editor's button at a point, or one of the bar's."""
    for name, place in (*layout.buttons, *editor_buttons(layout)):
        if place.contains(point):
            return name
    return None
