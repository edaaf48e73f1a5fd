"""The scene: all that the window shows at one moment, and what a click means where."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from players.window.drawing.canvas import Canvas
from players.window.drawing.layout import Rect
from players.window.overlays import Row

START_BLACK, START_WHITE = 0x0000000810000000, 0x0000001008000000
BAR_LEAST, BAR_SHARE = 5, 56
"""A scroll bar is so many pixels wide, or one part in so many of its list."""
NOWHERE = Rect(0, 0, 0, 0)
COMMAND = "command"
"""A target that stands for a command, whose name it means."""


class Target(NamedTuple):
    """A place that can be clicked; `meaning` is for the panel that it belongs to."""

    place: Rect
    meaning: Any
    panel: str = COMMAND


def targets_of(name: str, rows: Sequence[tuple[Any, Any]]) -> tuple[Target, ...]:
    """Targets of a panel: places with what they mean."""
    return tuple(Target(place, meaning, name) for place, meaning in rows)


class Part(NamedTuple):
    """What one panel shows in its place, who paints it, and where it can be clicked.

    `scrolling` are the least and the greatest value of the state's `scrolled` that make a
    difference; None for a part over which the wheel steps through the game. `room` is how many rows
    of a list are in sight, `above` how many are out of sight above them.
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
        """How many rows are out of sight below those in sight."""
        least, most = self.scrolling or (0, 0)
        return most - least - self.above

    @property
    def track(self) -> Rect:
        """The place of the scroll bar; of no width where all rows are in sight."""
        least, most = self.scrolling or (0, 0)
        width = max(BAR_LEAST, self.place.width // BAR_SHARE) if self.room and most > least else 0
        return self.place._replace(x=self.place.right - width, width=width)

    def scrolled_at(self, y: int) -> int:
        """The value of the state's `scrolled` with which the middle of the bar is at a height."""
        least, most = self.scrolling or (0, 0)
        rows = most - least + self.room
        row = (y - self.place.y) * rows // max(1, self.place.height) - self.room // 2
        return min(max(least + row, least), most)


class Mark(NamedTuple):
    """A move's value on its square; `rating` is 0 for the best, 4 for a blunder.

    `losing` says that it is the best and loses all the same. `proof` says what of it is proven: ""
    for an estimate.
    """

    square: int
    text: str
    rating: int
    exact: bool
    proof: str = ""
    losing: bool = False


class BoardScene(NamedTuple):
    """The board: discs and sets of squares as words, squares as numbers or None.

    `flips` holds the squares of discs in turn, each with its progress: at 0 the
    old colour is up, at 1 the new one. `speaks` says how much each square speaks for
    black, from -1 for white to 1; it is empty where that is not shown.
    """

    black: int = START_BLACK
    white: int = START_WHITE
    black_to_move: bool = True
    legal: int = 0
    preview: int = 0
    hover: int | None = None
    cursor: int | None = None
    last_move: int | None = None
    hint: int | None = None
    marks: tuple[Mark, ...] = ()
    flips: tuple[tuple[int, float], ...] = ()
    flips_to_black: bool = True
    coordinates: bool = True
    editing: bool = False
    speaks: tuple[float, ...] = ()


class FieldScene(NamedTuple):
    """A line that is typed, its place, the size of its signs; `caret`, `anchor` as of TextField."""

    place: Rect
    size: int
    text: str
    caret: int
    anchor: int


class ListScene(NamedTuple):
    """A list to choose from; `above` and `below` say how many rows are out of sight.

    `rows` are those in sight with their places, `selected` is the number of one. `heads` are those
    of its columns with their places; `order` is as of Chooser, `visible` how many rows have room,
    in the rectangle `inside` of the whole `box`.
    """

    box: Rect
    inside: Rect
    title: str
    field: FieldScene
    rows: tuple[tuple[Rect, Row], ...]
    selected: int
    above: int
    below: int
    hint: str
    visible: int
    heads: tuple[tuple[str, Rect], ...] = ()
    order: tuple[int, bool] | None = None
    close: Rect = NOWHERE

    @property
    def track(self) -> Rect:
        """The place of the scroll bar; of no width where all rows are in sight."""
        width = (self.box.right - self.inside.right) * bool(self.above or self.below)
        return self.inside._replace(x=self.inside.right, width=width)


class PromptScene(NamedTuple):
    """A line to type, with the button that accepts it."""

    box: Rect
    title: str
    field: FieldScene
    hint: str
    error: str
    accept: Rect
    close: Rect = NOWHERE


class HelpScene(NamedTuple):
    """Headings and keys with what they do, by columns; a heading has no keys.

    `top` is the first row in sight, `rows` is how many are.
    """

    box: Rect
    title: str
    columns: tuple[Sequence[tuple[str, str]], ...]
    top: int
    rows: int
    close: Rect = NOWHERE
    beside: bool = False

    @property
    def below(self) -> int:
        """How many rows are out of sight below."""
        return max(0, max(map(len, self.columns)) - self.top - self.rows)


OverlayScene = ListScene | PromptScene | HelpScene


class Tip(NamedTuple):
    """What a button does, in words, and where the button is."""

    text: str
    place: Rect


class Scene(NamedTuple):
    """Everything that a window shows; `parts` are what its panels show, by their names."""

    parts: Mapping[str, Part]
    overlay: OverlayScene | None = None
    toast: str = ""
    tip: Tip | None = None

    @property
    def board(self) -> BoardScene:
        """The board."""
        return self.parts["board"].content

    def content(self, panel: str) -> Any:
        """What a panel shows; None where it is not to be seen."""
        part = self.parts.get(panel)
        return part.content if part is not None else None

    def target_at(self, point: tuple[int, int]) -> Target | None:
        """What a click at a point means; None where it means nothing."""
        targets = (target for part in self.parts.values() for target in part.targets)
        return next((target for target in targets if target.place.contains(point)), None)

    def part_at(self, point: tuple[int, int]) -> Part | None:
        """The part at a point."""
        return next((part for part in self.parts.values() if part.place.contains(point)), None)
