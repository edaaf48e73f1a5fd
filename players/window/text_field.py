"""A line of text that is typed: its caret, what is selected, and the keys that edit it."""

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
