"""One-line errors that a user can correct, and suggestions for misspelt words."""

import difflib
import re
import reprlib
import sys
import traceback
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

_PLACE = re.compile(r'\s*File "(.+)", line (\d+):')
"""The line in which numba gives the location of an error; the message is above it."""
_FAILED = "Failed in nopython mode pipeline"
"""The beginning of a numba error; the innermost one is the last."""
_NOT_A_CAUSE = ("- Resolution failure", ">>>", "Rejected as", "During: ")
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
    | dict(zip("·“”‘’─╌│├└", "/\"\"''--||`", strict=True))
)
"""Signs of our texts, and how they are spelt in an encoding that lacks them."""
_OTHERS_CODE = {"othello", "players", "tournament", "numpy", "numba", *sys.stdlib_module_names}
"""Packages whose frames do not show where a user's module failed."""
INSTALLED = "site-packages"
"""The folder of installed packages."""
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


def without_colours(text: str) -> str:
    """Return a text without the colour codes of a terminal, which numba writes."""
    return _COLOUR.sub("", text)


def first_line(error: BaseException) -> str:
    """Return the first line of an error, or the line with the cause of a numba error."""
    lines = without_colours(str(error)).splitlines()
    cause = _numba_cause(lines) if type(error).__module__ == NUMBA_ERRORS else ""
    return cause or next(iter(lines), "")


def place_of(error: BaseException) -> str:
    """Return file and line, as " (mine.py, line 12)", where a user's module raised an error.

    An installed package is named only if no other module of the user was called. It is "" if none
    was called at all, and for numba, which names the place itself.
    """
    if type(error).__module__ == NUMBA_ERRORS:
        return ""
    places = [
        (Path(frame.f_code.co_filename), line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] not in _OTHERS_CODE
    ]
    own = [place for place in places if INSTALLED not in place[0].parts] or places
    return f" ({own[-1][0].name}, line {own[-1][1]})" if own else ""


def _numba_cause(lines: Sequence[str]) -> str:
    """Return the innermost error of a numba message with its file and line, "" without a cause."""
    begin = max((n for n, line in enumerate(lines, start=1) if _FAILED in line), default=0)
    inner = [line.strip() for line in lines[begin:] if line.strip()]
    cause = next((line for line in inner if not line.startswith(_NOT_A_CAUSE)), "")
    if cause.endswith(":"):  # the call that it speaks of follows
        cause += next((f" {line}" for line in inner if line.startswith(">>>")), "")
    place = next(filter(None, map(_PLACE.match, inner)), None)
    return f"{cause} ({place[1]}, line {place[2]})" if cause and place else cause


def missing_package_hook(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Print one line for a missing package, and any other error as Python does."""
    if not isinstance(error, ModuleNotFoundError):
        sys.__excepthook__(kind, error, trace)
        return
    print(f"{error}: install othello-laboratory with its dependencies", file=sys.stderr)


def folded(text: str) -> str:
    """Text for searching and sorting: equal for names that differ only in case or composition.

    >>> folded("STRASSE") == folded("Straße"), folded("İpek")
    (True, 'ipek')
    """
    composed = unicodedata.normalize("NFC", text).casefold()
    return unicodedata.normalize("NFC", composed.replace("i\N{COMBINING DOT ABOVE}", "i"))


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return "; did you mean ...?" with the choice most similar to `word`, or "" if none is."""
    by_lower = {folded(choice): choice for choice in choices}
    matches = difflib.get_close_matches(folded(word), by_lower, n=1)
    return f"; did you mean {by_lower[matches[0]]!r}?" if matches else ""


def suggest(word: str, choices: Iterable[str], label: str = "known names") -> str:
    """Return the end of a message about an unknown word: all choices, and the most similar one."""
    names = list(choices)
    return f"; {label}: {', '.join(names) or 'none'}{did_you_mean(word, names)}"
