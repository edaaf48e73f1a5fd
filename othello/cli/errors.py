"""Errors as one line of text, and suggestions for misspelt words."""

import difflib
import re
import reprlib
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Any

_PLACE = re.compile(r'\s*File "(.+)", line (\d+):')
"""How numba names the place of a fault, below the line that says what it is."""
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
"""What numba's lines are coloured by where colorama is installed."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters but tab and line end, what turns the order of others, halves of pairs."""
_TYPING = "During: typing of "
"""How a line of numba's begins that names no fault but its place, which stands below too."""
NUMBA_ERRORS = "numba.core.errors"
"""The module of what numba raises, which takes long to import."""


class UserError(ValueError):
    """An error that the user can correct; the message is one line. Base of all such errors."""


LONGEST_VALUE = 100
"""Characters of a value that a message quotes."""
_SHORT = reprlib.Repr()
_SHORT.maxother = LONGEST_VALUE


def short_repr(value: Any) -> str:
    """The `repr` of a value from a file or from who calls, in at most a line."""
    text = repr(value) if isinstance(value, str) else _SHORT.repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."


def printable(text: str) -> str:
    r"""A foreign text without what a terminal obeys and what changes the order of its signs.

    These are written as Python writes them, such as \x1b and \u202e; tabs and line ends stay.
    """
    return _OBEYED.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def plain(value: Any) -> Any:
    """A value read from a file; ValueError for a text in it with signs that a terminal obeys."""
    parts: Any = [*value.items()] if isinstance(value, dict) else value
    if isinstance(value, str):
        if _CONTROL.search(value):
            raise ValueError(f"{short_repr(value)} holds control signs")
    elif isinstance(parts, list | tuple):
        for part in parts:
            plain(part)
    return value


def first_line(error: BaseException) -> str:
    """The line of an error that says most: the first one; numba's own of what does not compile."""
    lines = _COLOUR.sub("", str(error)).splitlines()
    if type(error).__module__ == NUMBA_ERRORS:
        for number, line in enumerate(lines):
            place = _PLACE.match(line)
            above = filter(None, map(str.strip, lines[:number]))
            said = [each for each in above if not each.startswith(_TYPING)]
            if place and said:
                return f"{said[-1]} ({place[1]}, line {place[2]})"
    return next(iter(lines), "")


def say_missing(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Print one line for a package that is missing, and anything else as Python does."""
    if not isinstance(error, ModuleNotFoundError):
        sys.__excepthook__(kind, error, trace)
        return
    print(f"{error}: install othello-laboratory with all that it needs", file=sys.stderr)


def meant(word: str, known: Iterable[str]) -> str:
    """The question whether the known word was meant that is most like `word`, "" if none is."""
    by_lower = {each.lower(): each for each in known}
    found = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[found[0]]!r}?" if found else ""


def suggest(word: str, known: Iterable[str], are: str = "known are") -> str:
    """What is said behind an unknown word: all that is known, and what may have been meant."""
    names = list(known)
    return f"; {are}: {', '.join(names) or 'none'}{meant(word, names)}"
