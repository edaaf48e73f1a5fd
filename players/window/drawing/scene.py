"""The scene: everything that the window shows, and the targets of clicks."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from players.window.dialogs import Row
from players.window.drawing.canvas import Canvas
from players.window.drawing.layout import Rect

START_BLACK, START_WHITE = 0x0000000810000000, 0x0000001008000000
BAR_LEAST, BAR_SHARE = 5, 56
"""The least width of a scroll bar in pixels, and the width of a list divided by a bar's."""
NOWHERE = Rect(0, 0, 0, 0)
COMMAND = "command"
"""The panel of targets that mean a command, by its name."""


class Target(NamedTuple):
    """A place that can be clicked; `meaning` is passed to its panel."""

    place: Rect
    meaning: Any
    panel: str = COMMAND


class Part(NamedTuple):
    """The content of a panel in its place, with its painter and targets.

    `scrolling` is the range of the state's `scrolled`, None for a part over which the wheel steps
    through the game. `room` rows of a list are in view, and `above` rows are above them.
    """

    place: Rect
    content: Any
    paint: Callable[[Canvas, "Part"], None]
    targets: tuple[Target, ...] = ()
    scrolling: tuple[int, int] | None = None
    room: int = 0
    above: int = 0

    @property
    def below(self) -> int:
        """The number of rows below those in view."""
        least, most = self.scrolling or (0, 0)
        return most - least - self.above

    @property
    def track(self) -> Rect:
        """The place of the scroll bar; without width if all rows are in view."""
        least, most = self.scrolling or (0, 0)
        width = max(BAR_LEAST, self.place.width // BAR_SHARE) if self.room and most > least else 0
        return self.place._replace(x=self.place.right - width, width=width)

    def scrolled_at(self, y: int) -> int:
        """The value of the state's `scrolled` for a scroll bar centred at `y`."""
        least, most = self.scrolling or (0, 0)
        rows = most - least + self.room
        row = (y - self.place.y) * rows // max(1, self.place.height) - self.room // 2
        return min(max(least + row, least), most)

    def scrolled_by(self, now: int, rows: int) -> int:
        """The value of the state's `scrolled` after a number of rows."""
        least, most = self.scrolling or (0, 0)
        return min(max(min(max(now, least), most) + rows, least), most)


class Mark(NamedTuple):
    """A move's value on its square; `rating` is 0 for the best, 4 for a blunder.

    `proof` is a text about its certainty, "" for an estimate.
    """

    square: int
    text: str
    rating: int
    proof: str = ""


class BoardScene(NamedTuple):
    """The board: discs and sets of squares as bitboards, squares as numbers or None.

    `flips` holds turning discs with their progress from 0 to 1. `numbered` holds the squares of
    the line shown, in its order. `arrows` lead from its last move over the discs turned, as pairs
    of squares. `balance` is the value from -1 for white to 1 for black, with its
    text; None without a bar.
    """

    black: int = START_BLACK
    white: int = START_WHITE
    black_to_move: bool = True
    legal: int = 0
    preview: int = 0
    hover: int | None = None
    last_move: int | None = None
    hint: int | None = None
    marks: tuple[Mark, ...] = ()
    flips: tuple[tuple[int, float], ...] = ()
    flips_to_black: bool = True
    editing: bool = False
    numbered: tuple[int, ...] = ()
    arrows: tuple[tuple[int, int], ...] = ()
    balance: tuple[float, str] | None = None


class DialogScene(NamedTuple):
    """A dialog in its `box`: a list, or a text with the button that accepts it.

    `field` is the place of the `typed` text; `caret` and `anchor` are as in TextField.

    A list has `above` rows above those in view and `below` rows below; `visible` rows fit in
    `inside`. `rows` are those in view with their places; `selected` is a row's number. `heads` are
    the column heads with their places, `order` is as in Chooser. An `error` replaces the hint.
    """

    box: Rect
    title: str
    field: Rect
    typed: str
    caret: int
    anchor: int
    hint: str
    close: Rect
    inside: Rect = NOWHERE
    rows: tuple[tuple[Rect, Row], ...] = ()
    selected: int = 0
    above: int = 0
    below: int = 0
    visible: int = 1
    heads: tuple[tuple[str, Rect], ...] = ()
    order: tuple[int, bool] | None = None
    error: str = ""
    button: str = ""
    accept: Rect = NOWHERE

    @property
    def track(self) -> Rect:
        """The place of the scroll bar; without width if all rows are in view."""
        width = (self.box.right - self.inside.right) * bool(self.above or self.below)
        return self.inside._replace(x=self.inside.right, width=width)


class Scene(NamedTuple):
    """Everything that the window shows; `parts` are those of its panels, by name.

    `ring` is the place of the keyboard's cursor.
    """

    parts: Mapping[str, Part]
    dialog: DialogScene | None = None
    toast: str = ""
    ring: Rect | None = None

    def target_at(self, point: tuple[int, int]) -> Target | None:
        """The target at a point, or None."""
        targets = (target for part in self.parts.values() for target in part.targets)
        return next((target for target in targets if target.place.contains(point)), None)

    def part_at(self, point: tuple[int, int]) -> Part | None:
        """The part at a point, or None."""
        return next((part for part in self.parts.values() if part.place.contains(point)), None)
