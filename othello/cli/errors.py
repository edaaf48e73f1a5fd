"""One-line errors that a user can correct, and suggestions for misspelt words."""

import difflib
import re
import reprlib
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Any

_PLACE = re.compile(r'\s*File "(.+)", line (\d+):')
"""The line in which numba gives the location of an error; the message is above it."""
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
"""Colour codes in numba's messages, present if colorama is installed."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters except tab and newline, bidirectional marks, and lone surrogates."""
HALF = "½"
_PLAIN_SIGNS = str.maketrans(
    {"−": "-", "–": "-", "∞": "inf", HALF: "1/2", "≥": ">=", "≤": "<=", "±": "+-", "…": "..."}
    | dict(zip("·“”‘’─╌│├└", "-\"\"''--||`", strict=True))
)
"""Signs of our texts, and how they are spelt in an encoding that lacks them."""
_TYPING = "During: typing of "
"""Start of a numba line that only gives a location."""
NUMBA_ERRORS = "numba.core.errors"
"""The module of numba's errors, which takes long to import."""

MAX_VALUE_LENGTH = 100
"""The most characters of a value that a message quotes."""
_SHORT = reprlib.Repr()
_SHORT.maxother = MAX_VALUE_LENGTH


class UserError(ValueError):
    """An error that the user can correct; the message is one line. Base of all such errors."""


def short_repr(value: Any) -> str:
    """Return the `repr` of a value from outside, cut to about MAX_VALUE_LENGTH characters."""
    text = repr(value) if isinstance(value, str) else _SHORT.repr(value)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}..."


def printable(text: str) -> str:
    r"""Return the text with escapes for characters that control a terminal or its direction.

    The escapes are Python's, such as \x1b and \u202e; tabs and newlines stay.
    """
    return _UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def spell_plainly(error: UnicodeError) -> tuple[str, int]:
    """Spell signs that an encoding lacks with plain ones, others as escapes: a codec's handler."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, end = error.object[error.start : error.end], error.end
    if error.start and error.object[error.start - 1].isdigit() and text.startswith(HALF):
        return " 1/2", error.start + 1
    plain = text.translate(_PLAIN_SIGNS).encode("ascii", "backslashreplace")
    return plain.decode(), end


def without_control_characters(value: Any) -> Any:
    """Return the value; raise ValueError if a string in it has control characters."""
    parts: Any = [*value.items()] if isinstance(value, dict) else value
    if isinstance(value, str):
        if _CONTROL.search(value):
            raise ValueError(f"{short_repr(value)} holds control characters")
    elif isinstance(parts, list | tuple):
        for part in parts:
            without_control_characters(part)
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


def missing_package_hook(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Print one line for a missing package, and any other error as Python does."""
    if not isinstance(error, ModuleNotFoundError):
        sys.__excepthook__(kind, error, trace)
        return
    print(f"{error}: install othello-laboratory with its dependencies", file=sys.stderr)


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return "; did you mean ...?" with the choice most similar to `word`, or "" if none is."""
    by_lower = {choice.lower(): choice for choice in choices}
    matches = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[matches[0]]!r}?" if matches else ""


def suggest(word: str, choices: Iterable[str], label: str = "known names") -> str:
    """Return the end of a message about an unknown word: all choices, and the most similar one."""
    names = list(choices)
    return f"; {label}: {', '.join(names) or 'none'}{did_you_mean(word, names)}"
