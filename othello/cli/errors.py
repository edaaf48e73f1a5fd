"""Errors that a user can correct, as one line of text, and suggestions for misspelt words."""

import difflib
import re
import reprlib
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Any

_PLACE = re.compile(r'\s*File "(.+)", line (\d+):')
"""numba's line for the place of an error; the message stands above it."""
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
"""Colours in numba's lines where colorama is installed."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters except tab and line end, marks of writing direction, and lone surrogates."""
_TYPING = "During: typing of "
"""Beginning of a numba line that only names a place."""
NUMBA_ERRORS = "numba.core.errors"
"""The module of numba's errors, which takes long to import."""

LONGEST_VALUE = 100
"""Characters of a value that a message quotes."""
_SHORT = reprlib.Repr()
_SHORT.maxother = LONGEST_VALUE


class UserError(ValueError):
    """An error that the user can correct; the message is one line. Base of all such errors."""


def short_repr(value: Any) -> str:
    """Return the `repr` of a foreign value, cut to at most a line."""
    text = repr(value) if isinstance(value, str) else _SHORT.repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."


def printable(text: str) -> str:
    r"""Return a text with the characters escaped that control a terminal or reverse text.

    They are escaped as in Python, such as \x1b and \u202e; tabs and line ends stay.
    """
    return _UNPRINTABLE.sub(lambda sign: sign[0].encode("unicode_escape").decode(), text)


def plain(value: Any) -> Any:
    """Return a value read from a file; ValueError if a text in it has control characters."""
    parts: Any = [*value.items()] if isinstance(value, dict) else value
    if isinstance(value, str):
        if _CONTROL.search(value):
            raise ValueError(f"{short_repr(value)} holds control characters")
    elif isinstance(parts, list | tuple):
        for part in parts:
            plain(part)
    return value


def first_line(error: BaseException) -> str:
    """Return the first line of an error, or the line with the cause of a numba error."""
    lines = _COLOUR.sub("", str(error)).splitlines()
    if type(error).__module__ == NUMBA_ERRORS:
        for number, line in enumerate(lines):
            place = _PLACE.match(line)
            above = filter(None, map(str.strip, lines[:number]))
            causes = [cause for cause in above if not cause.startswith(_TYPING)]
            if place and causes:
                return f"{causes[-1]} ({place[1]}, line {place[2]})"
    return next(iter(lines), "")


def say_missing(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Print one line for a missing package, and any other error as Python does."""
    if not isinstance(error, ModuleNotFoundError):
        sys.__excepthook__(kind, error, trace)
        return
    print(f"{error}: install othello-laboratory with its dependencies", file=sys.stderr)


def closest(word: str, choices: Iterable[str]) -> str:
    """Return "; did you mean ...?" with the choice most similar to a word, or "" for none."""
    by_lower = {choice.lower(): choice for choice in choices}
    matches = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[matches[0]]!r}?" if matches else ""


def suggest(word: str, choices: Iterable[str], are: str = "known are") -> str:
    """Return the end of a message about an unknown word: all choices, and the most similar one."""
    names = list(choices)
    return f"; {are}: {', '.join(names) or 'none'}{closest(word, names)}"
