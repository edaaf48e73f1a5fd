"""Dialogs, which take the keys while they are open: lists and a text prompt."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from othello.cli.errors import folded


class TextField:
    """An editable text; `caret` counts characters, typing replaces the text up to `anchor`.

    With `marked` that is the whole text at first.

    >>> field = TextField("d3 c5")
    >>> [field.press(key) for key in ("home", "delete")], field.text
    ([False, True], '3 c5')
    """

    def __init__(self, text: str = "", marked: bool = False) -> None:
        self.text = text
        self.caret = len(text)
        self.anchor = 0 if marked else self.caret

    def insert(self, text: str) -> None:
        """Replace the selection by the printable characters of a text."""
        start, end = sorted((self.caret, self.anchor))
        typed = "".join(filter(str.isprintable, text))
        self.text = self.text[:start] + typed + self.text[end:]
        self.caret = self.anchor = start + len(typed)

    def press(self, key: str) -> bool:
        """Carry out an editing key such as "left"; return True if the text changed."""
        before, last = self.text, len(self.text)
        left, right = max(0, self.caret - 1), min(last, self.caret + 1)
        places = {"left": left, "right": right, "home": 0, "end": last}
        if key in places:
            self.caret = self.anchor = places[key]
        elif key in ("backspace", "delete"):
            if self.caret == self.anchor:
                self.caret = left if key == "backspace" else right
            self.insert("")
        return self.text != before


class Row(NamedTuple):
    """A row of a list: its label, a detail at the right, and its value.

    `current` marks the choice in force. In a list with columns, `cells` replace label and detail. A
    `heading` cannot be selected. A `hidden` row appears once typed text matches it. Typed text also
    matches `words`, which are not shown.
    """

    label: str
    detail: str = ""
    value: Any = None
    current: bool = False
    cells: tuple[str, ...] = ()
    heading: bool = False
    hidden: bool = False
    words: str = ""


class Chooser:
    """A list with one row selected; typing narrows it to the rows that contain the text.

    `rows` are those that match the text. `choose(row)` is called with the chosen row. With `stays`
    the list stays open and its rows are made again, with `follows` in every frame. `heads` are the
    titles of its columns, by which it can be sorted; most lists have none. An `error` replaces the
    hint. Closing the list leads to the dialog `back`. `room` rows were in view last.
    """

    follows = False
    error = ""
    back: "Dialog | None" = None
    heads: tuple[str, ...] = ()
    order: tuple[int, bool] | None = None
    """Column that the list is sorted by, and True for descending order; None if unsorted."""

    def __init__(
        self,
        title: str,
        rows: Callable[[], Sequence[Row]],
        choose: Callable[[Row], None],
        *,
        stays: bool = False,
        hint: str = "",
    ) -> None:
        self.title, self._make, self.choose = title, rows, choose
        self.stays, self.hint = stays, hint
        self.field = TextField()
        self.rows: Sequence[Row] = []
        self.selected = self.top = 0
        self.room = 1
        self.refresh()
        if not self.heads:  # which is short
            self.selected = next((place for place, row in enumerate(self.rows) if row.current), 0)
            self.scroll(0)

    def refresh(self) -> None:
        """Make the rows again."""
        self._all_rows = self._make()
        self._narrow()

    def _narrow(self) -> None:
        words = folded(self.field.text).split()
        texts = ((row, folded(f"{row.label} {row.detail} {row.words}")) for row in self._all_rows)
        self.rows = [
            row
            for row, text in texts
            if all(word in text for word in words) and not (row.heading if words else row.hidden)
        ]
        self.scroll(0)

    @property
    def total(self) -> int:
        """Return the number of rows before anything is typed."""
        return sum(not row.hidden for row in self._all_rows)

    def type(self, text: str) -> None:
        """Narrow the list by more text."""
        self.field.insert(text)
        self.selected = self.top = 0
        self._narrow()

    def press(self, key: str) -> None:
        """Select another row, or edit the typed text, with a key."""
        steps = {"up": -1, "down": 1, "tab": 1, "shift+tab": -1}
        steps |= {"page up": -self.room, "page down": self.room}
        if self.heads or not self.field.text:
            steps |= {"home": -(10**9), "end": 10**9}
        if key in steps:
            self.scroll(steps[key])
        elif self.field.press(key):
            self._narrow()

    def scroll(self, rows: int) -> None:
        """Move the selection by a number of rows."""
        last = max(0, len(self.rows) - 1)
        self.selected = min(max(self.selected + rows, 0), last)
        if self.rows and self.rows[self.selected].heading:  # a heading is never last
            self.selected += -1 if rows < 0 < self.selected else 1

    def scroll_to(self, share: float) -> None:
        """Scroll to a fraction of the list, 0 to 1."""
        self.top = round(min(max(share, 0.0), 1.0) * max(0, len(self.rows) - self.room))
        self.selected = min(max(self.selected, self.top), self.top + self.room - 1)
        self.scroll(0)

    def first_visible(self, visible: int) -> int:
        """Return the index of the first of the `visible` rows; the selected one is among them."""
        top = self.top
        if self.selected < top:
            top = self.selected
        elif self.selected >= top + visible:
            top = self.selected - visible + 1
        return min(top, max(0, len(self.rows) - visible))


class Prompt:
    """A text prompt; `accept(text)` returns an error message, or None if the text is accepted.

    With `marked` typing replaces the whole text. `button` is the label of the button that accepts.
    Closing the prompt leads to the dialog `back`.
    """

    button = "OK"
    back: "Dialog | None" = None

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

    def type(self, text: str) -> None:
        """Insert text at the caret."""
        self.field.insert(text)
        self.error = ""

    def press(self, key: str) -> None:
        """Edit the text with a key."""
        if self.field.press(key):
            self.error = ""


Dialog = Chooser | Prompt
