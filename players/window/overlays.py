"""Overlays, which take the keys while they are open: lists, a line to type, the help."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

WORD_ENDS = " /\\,:="
"""The signs at which a word ends."""


class TextField:
    """A text with a caret before the sign of that number; selected is what lies up to `anchor`.

    With `marked` all of it is selected at first, so that what is typed takes its place.

    >>> field = TextField("d3 c5")
    >>> [field.press(key) for key in ("home", "shift+ctrl+right", "delete")], field.text
    ([False, False, True], 'c5')
    """

    def __init__(self, text: str = "", marked: bool = False) -> None:
        self.text = text
        self.caret = len(text)
        self.anchor = 0 if marked else self.caret

    @property
    def selected(self) -> str:
        """The text that is selected."""
        return self.text[min(self.caret, self.anchor) : max(self.caret, self.anchor)]

    def select(self, anchor: int, caret: int) -> None:
        """Select the text between two places; the caret stands at the second."""
        self.anchor, self.caret = anchor, caret

    def insert(self, text: str) -> None:
        """Put a text in place of what is selected, or at the caret, without signs of control."""
        start = min(self.caret, self.anchor)
        typed = "".join(filter(str.isprintable, text))
        self.text = self.text[:start] + typed + self.text[max(self.caret, self.anchor) :]
        self.caret = self.anchor = start + len(typed)

    def press(self, key: str) -> bool:
        """Do what a key says, such as "shift+left" or "ctrl+backspace"; whether the text changed.

        No-op for a key that edits nothing.
        """
        before = self.text
        held, name = set(key.split("+")[:-1]), key.split("+")[-1]
        if name in ("backspace", "delete"):
            if self.caret == self.anchor:
                self.caret = self._moved("left" if name == "backspace" else "right", held)
            self.insert("")
        elif key == "ctrl+a":
            self.select(0, len(self.text))
        elif name in ("left", "right", "home", "end"):
            ends = sorted((self.caret, self.anchor))
            if name in ("left", "right") and ends[0] != ends[1] and not held:
                self.caret = ends[name == "right"]
            else:
                self.caret = self._moved(name, held)
            if "shift" not in held:
                self.anchor = self.caret
        return self.text != before

    def _moved(self, name: str, held: set[str]) -> int:
        """Where the caret stands after a key: at an end, one sign on, with ctrl one word on."""
        text, caret = self.text, self.caret
        if name in ("home", "end"):
            return len(text) * (name == "end")
        step = 1 if name == "right" else -1
        there = min(max(caret + step, 0), len(text))
        while "ctrl" in held and 0 < there < len(text):
            behind, ahead = text[there - 1], text[there]
            if behind in WORD_ENDS and ahead not in WORD_ENDS:
                break
            there += step
        return there


class Row(NamedTuple):
    """A line of a list: its label, a detail beside it, and the value that it stands for.

    `current` marks the one in force. `meaning` is said while it is selected. `cells` are what
    stands in the columns of a list that has some, in place of label and detail. A `heading` stands
    above others and cannot be selected.
    """

    label: str
    detail: str = ""
    value: Any = None
    current: bool = False
    meaning: str = ""
    cells: tuple[str, ...] = ()
    heading: bool = False


class Chooser:
    """A list with one row selected; typing narrows it to the rows that contain the text.

    `choose(row)` is called with the chosen one. With `stays` the list is made
    anew by `rows()` and stays open, with `follows` in every frame. `hint` is said at its foot.
    `heads` are the names of its columns, by which it can be sorted; most lists have none.
    """

    heads: tuple[str, ...] = ()
    falling: tuple[int, ...] = ()
    """The columns that are sorted from the largest at first."""
    order: tuple[int, bool] | None = None
    """The column that the list is sorted by, and whether from the end; None as it came."""

    def __init__(
        self,
        title: str,
        rows: Callable[[], Sequence[Row]],
        choose: Callable[[Row], None],
        *,
        stays: bool = False,
        hint: str = "",
        follows: bool = False,
    ) -> None:
        self.title, self._make, self.choose = title, rows, choose
        self.stays, self.hint, self.follows = stays, hint, follows
        self.field = TextField()
        self._rows: Sequence[Row] = ()
        self._shown: Sequence[Row] = []
        self.selected = self.top = 0
        self.refresh()
        self._select_current()

    def _select_current(self) -> None:
        self.selected = next((place for place, row in enumerate(self._shown) if row.current), 0)
        self.scroll(0)

    def select(self, name: str) -> None:
        """Select the row whose value has that name, or else the first one."""
        names = [getattr(row.value, "name", None) for row in self._shown]
        self.selected = names.index(name) if name in names else 0

    def refresh(self) -> None:
        """Make the rows anew."""
        self._rows = self._make()
        self._narrow()

    def _narrow(self) -> None:
        words = self.query.lower().split()
        told = ((row, f"{row.label} {row.detail}".lower()) for row in self._rows)
        self._shown = [
            row
            for row, text in told
            if all(word in text for word in words) and not (words and row.heading)
        ]
        self.scroll(0)

    @property
    def total(self) -> int:
        """The number of rows without narrowing."""
        return len(self._rows)

    @property
    def rows(self) -> Sequence[Row]:
        """The rows that contain what was typed."""
        return self._shown

    @property
    def query(self) -> str:
        """What was typed."""
        return self.field.text

    @query.setter
    def query(self, text: str) -> None:
        self.field = TextField(text)

    def type(self, text: str) -> None:
        """Narrow the list by more text."""
        self.field.insert(text)
        self.selected = self.top = 0
        self._narrow()

    def press(self, key: str) -> None:
        """Edit what was typed by a key."""
        if self.field.press(key):
            self._narrow()

    def scroll(self, rows: int) -> None:
        """Select another row, so many further down."""
        last = max(0, len(self._shown) - 1)
        self.selected = min(max(self.selected + rows, 0), last)
        if self._shown and self._shown[self.selected].heading:  # none is a list's last row
            self.selected += -1 if rows < 0 < self.selected else 1

    def scroll_to(self, share: float, visible: int) -> None:
        """Show what is at this share of the way down, from 0 to 1; `visible` rows are in sight."""
        self.top = round(min(max(share, 0.0), 1.0) * max(0, len(self._shown) - visible))
        self.selected = min(max(self.selected, self.top), self.top + visible - 1)
        self.scroll(0)

    def first_in_sight(self, visible: int) -> int:
        """The first of the `visible` rows in sight, so that the selected one is among them."""
        top = self.top
        if self.selected < top:
            top = self.selected
        elif self.selected >= top + visible:
            top = self.selected - visible + 1
        return min(top, max(0, len(self._shown) - visible))

    def sort(self, column: int) -> None:
        """Sort by a column, from the other end if that was it already."""
        if self.order is not None and self.order[0] == column:
            self.order = column, not self.order[1]
        else:
            self.order = column, column in self.falling
        self.selected = self.top = 0
        self._narrow()

    def sort_beside(self, by: int) -> None:
        """Sort by the column so many further right than now, or as the list came."""
        place = (0 if self.order is None else self.order[0] + 1) + by
        self.order = None
        if column := place % (len(self.heads) + 1):
            self.sort(column - 1)
        else:
            self._narrow()

    @property
    def selected_row(self) -> Row | None:
        """The selected row; None in an empty list."""
        return self._shown[self.selected] if self._shown else None


class Prompt:
    """A line to type; `accept(text)` is called with it and says what is wrong, or None.

    With `marked` what is typed at first takes the place of the whole text.
    """

    def __init__(
        self,
        title: str,
        text: str,
        accept: Callable[[str], str | None],
        hint: str = "",
        marked: bool = False,
    ) -> None:
        self.title, self.accept, self.hint, self.error = title, accept, hint, ""
        self.field = TextField(text, marked)

    @property
    def text(self) -> str:
        """The line."""
        return self.field.text

    @text.setter
    def text(self, text: str) -> None:
        self.field = TextField(text)

    def type(self, text: str) -> None:
        """Put text at the caret."""
        self.field.insert(text)
        self.error = ""

    def press(self, key: str) -> None:
        """Edit the line by a key."""
        if self.field.press(key):
            self.error = ""


class Help:
    """Lines of keys with what they do; a heading has no keys. `top` is the first in sight.

    One that stands `beside` the board lets what is done there close it.
    """

    def __init__(
        self, lines: tuple[tuple[str, str], ...], title: str, beside: bool = False
    ) -> None:
        self.lines, self.title, self.top, self.beside = lines, title, 0, beside

    def scroll(self, rows: int) -> None:
        """Move by so many lines."""
        self.top = max(0, self.top + rows)


Overlay = Chooser | Prompt | Help
