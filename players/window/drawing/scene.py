"""The scene: all that the window shows at one moment, as plain values."""

from collections.abc import Sequence
from typing import NamedTuple

from players.window.drawing.layout import Rect
from players.window.translation import _

START_BLACK, START_WHITE = 0x0000000810000000, 0x0000001008000000


class Mark(NamedTuple):
    """A move's value on its square; `rating` is 0 for the best, 4 for a blunder.

    `proof` says what of it is proven: "" for an estimate.
    """

    square: int
    text: str
    rating: int
    exact: bool
    proof: str = ""


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


class Card(NamedTuple):
    """A side: its player, its discs, its clock ("" without one), whether it is its turn."""

    black: bool
    name: str
    kind: str
    discs: int
    clock: str = ""
    hurried: bool = False
    to_move: bool = False
    thinking: bool = False


class Cell(NamedTuple):
    """A move in the list; `rating` is None and `lost` empty where they are not known.

    `main` says whether it is of the main line, `ahead` whether it did not lead to the position.
    """

    place: Rect
    number: int
    name: str
    black: bool
    rating: int | None
    lost: str
    current: bool
    ahead: bool
    main: bool


class Remark(NamedTuple):
    """A line of a comment in the list; `current` where it is about the position shown."""

    place: Rect
    text: str
    current: bool


class MovesScene(NamedTuple):
    """The part of the list of moves that is in sight; `guides` are lines beside side lines."""

    cells: tuple[Cell, ...] = ()
    remarks: tuple[Remark, ...] = ()
    guides: tuple[Rect, ...] = ()


class LineRow(NamedTuple):
    """One of the best lines: the number that is its key, its move, value and loss, what follows.

    `proof` says what of the value is proven, `rating` is as of Mark.
    """

    place: Rect
    number: int
    name: str
    value: str
    proof: str
    lost: str
    rating: int
    text: str


class Curve(NamedTuple):
    """The value for black of every position, in hundredths of a disc; None if not known.

    `steps` is how many moves the axis is long, `current` the position shown.
    """

    values: tuple[int | None, ...] = ()
    exact: tuple[bool, ...] = ()
    current: int = 0
    steps: int = 60


class Feature(NamedTuple):
    """A feature of the evaluation: what it counts for black and white, and adds for black."""

    name: str
    black: str
    white: str
    added: float


class Part(NamedTuple):
    """A part of the pattern evaluation in discs for black, and what a move changes of it."""

    name: str
    worth: float
    changed: float


class Regions(NamedTuple):
    """What the pattern evaluation says: regions of the board by rows, moves, tempo, the sum.

    `by` names the move whose changes the parts hold. `squares` is as BoardScene's `speaks`.
    """

    parts: tuple[Part, ...]
    by: str
    squares: tuple[float, ...]


class Insight(NamedTuple):
    """What the evaluations say of a position: Bill's features and their sum, for black.

    `regions` is None where there are no weights of patterns.
    """

    features: tuple[Feature, ...]
    chance: float
    note: str
    regions: Regions | None = None


class ReplyRow(NamedTuple):
    """A move that was played in the library's games, the share of those games and what is said."""

    place: Rect
    move: int
    name: str
    games: str
    share: float
    won: str
    score: str
    value: str


class LibraryScene(NamedTuple):
    """What was played at the position; `reading` is the file that is being read, if any."""

    title: str
    reading: str = ""
    rows: tuple[ReplyRow, ...] = ()


class ListRow(NamedTuple):
    """A line of a list."""

    label: str
    detail: str
    current: bool
    selected: bool
    cells: tuple[str, ...] = ()


class ListScene(NamedTuple):
    """A list to choose from; `above` and `below` say how many rows are out of sight.

    `heads` are those of its columns, if it has some; `order` is as of Chooser.
    """

    title: str
    query: str
    rows: tuple[ListRow, ...]
    above: int
    below: int
    hint: str
    total: int
    heads: tuple[str, ...] = ()
    order: tuple[int, bool] | None = None


class PromptScene(NamedTuple):
    """A line to type."""

    title: str
    text: str
    hint: str
    error: str
    marked: bool = False


class HelpScene(NamedTuple):
    """Headings and keys with what they do, by columns; a heading has no keys.

    `top` is the first row in sight, `rows` is how many are.
    """

    title: str
    columns: tuple[Sequence[tuple[str, str]], ...]
    top: int
    rows: int

    @property
    def below(self) -> int:
        """How many rows are out of sight below."""
        return max(0, max(map(len, self.columns)) - self.top - self.rows)


class Scene(NamedTuple):
    """Everything that a window shows; `words` are paragraphs in the place of the moves."""

    board: BoardScene = BoardScene()
    cards: tuple[Card, Card] = (Card(True, "Black", "", 2), Card(False, "White", "", 2))
    headline: str = ""
    detail: str = ""
    curve: Curve | None = None
    line_title: str = ""
    line: str = ""
    tab: str = "tab_moves"
    moves: MovesScene = MovesScene()
    lines: tuple[LineRow, ...] = ()
    words: tuple[str, ...] = ()
    insight: Insight | None = None
    library: LibraryScene | None = None
    empty_text: str = ""
    active: frozenset[str] = frozenset()
    disabled: frozenset[str] = frozenset()
    going: bool = False
    pressed: str | None = None
    editing: bool = False
    overlay: ListScene | PromptScene | HelpScene | None = None
    toast: str = ""


def starting_scene(seconds: float) -> Scene:
    """The first picture, before the rules are loaded: the start position, and why it waits."""
    detail = _("Compiling for this machine: the first start only.") if seconds > 1.5 else ""
    return Scene(headline=_("Starting …"), detail=detail)
