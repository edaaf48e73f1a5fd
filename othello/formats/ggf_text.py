"""Text of GGF: the tags of each game with their places.

A tag is a name and a text in square brackets. The text cannot contain brackets: nothing escapes
them. Blanks and line ends between tags mean nothing. FormatError for anything else. The format has
no character set: a byte that is not UTF-8 is read as Latin-1, as archives have it.

Source: Buro, "Generic Game Format", skatgame.net/mburo/ggsa/ggf.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from othello.formats.reading import FormatError, OnError, PlacedError

LONGEST_GAME = 2**16
"""Most characters of a game; games from the server have about 1,000."""

MOST_FAULTS = 2**12
"""A text with more faults is not GGF."""

_OPEN, _CLOSE = "(;", ";)"
_START = re.compile(r"\(;\s*GM\[|(?<=\n)\(;")
"""Beginning of a game, at which reading resumes behind a fault."""
_NAME = r"[A-Za-z]{1,8}"
# Names are drawn as they are: no control characters except tab and line end, no surrogates.
_TEXT = r"[^\[\]\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]*"
_TAG = re.compile(rf"({_NAME})\[({_TEXT})\]")
_TOKEN = re.compile(rf"\(;|;\)|[0-9]{{1,6}}|{_TAG.pattern}")
_BLANKS = re.compile(r"\s*")


class Tag(NamedTuple):
    """A tag such as PB[Ann]."""

    name: str
    text: str


class WrittenGame(NamedTuple):
    """Tags of a game in their order, their indices in the text, and that of the game."""

    tags: tuple[Tag, ...]
    places: tuple[int, ...]
    place: int


class Faults:
    """Makes the errors of a text, with line and character; both count from 1."""

    def __init__(self, text: str, name: str) -> None:
        self._text, self._name = text, name
        self._index, self._line = 0, 1

    def error_at(self, index: int, problem: str) -> FormatError:
        """Error at an index; lines are counted from the one before, if that is not behind."""
        if index < self._index:
            self._index, self._line = 0, 1
        self._line += self._text.count("\n", self._index, index)
        self._index = index
        character = index - self._text.rfind("\n", 0, index)
        return FormatError(f"{self._name}: line {self._line}, character {character}: {problem}")


def _explained(rest: str) -> str:
    """Fault of a text that begins with no token."""
    opened = re.match(rf"({_NAME})\[{_TEXT}", rest)
    if opened is None:
        return f"unexpected text {rest[:8]!r}"
    if opened.end() == len(rest):
        return f"{opened[1]}[ has no ] to close it"
    return f"{rest[opened.end()]!r} in the text of {opened[1]}"


def _token(text: str, place: int) -> re.Match[str] | None:
    """Next token, None at the end of the text; PlacedError for anything else."""
    blanks = _BLANKS.match(text, place)
    assert blanks is not None  # it may be empty
    place = blanks.end()
    token = _TOKEN.match(text, place)
    if token is None and place < len(text):
        raise PlacedError(place, _explained(text[place : place + LONGEST_GAME]))
    return token


def _game(text: str, place: int) -> tuple[WrittenGame, int]:
    """Game that starts at `place`, and the index behind it; PlacedError for anything else."""
    tags: list[Tag] = []
    places: list[int] = []
    end = place + len(_OPEN)
    while (token := _token(text, end)) is None or token[0] != _CLOSE:
        if token is None or token[1] is None:
            written = repr(token[0][:12]) if token else "the file's end"
            raise PlacedError(
                token.start() if token else len(text), f"{written} inside a game, before its ;)"
            )
        if token.end() - place > LONGEST_GAME:
            raise PlacedError(token.start(), f"a game of more than {LONGEST_GAME} characters")
        tags.append(Tag(token[1], token[2]))
        places.append(token.start())
        end = token.end()
    return WrittenGame(tuple(tags), tuple(places), place), token.end()


def written_games(text: str, faults: Faults, on_error: OnError) -> Iterator[WrittenGame]:
    """Games of a text one by one; numbers before them, as in matches, are ignored.

    `on_error` takes the error of each bad game; MOST_FAULTS of them end the reading.
    """
    place = count = 0
    while count < MOST_FAULTS:
        try:
            token = _token(text, place)
            if token is None:
                return
            place = token.end()
            if token[0] == _OPEN:
                game, place = _game(text, token.start())
                yield game
            elif not token[0].isdigit():
                raise PlacedError(token.start(), f"{token[0][:12]!r} outside of a game")
        except PlacedError as error:
            on_error(faults.error_at(error.place, str(error)))
            start = _START.search(text, error.place)
            if start is None:
                return
            place = start.start()
            count += 1
    raise faults.error_at(place, f"{MOST_FAULTS} faults, so it is no GGF")


def game_text(tags: Iterable[Tag]) -> str:
    """Game as text, on one line unless a tag has several.

    FormatError for a tag that cannot be read again.
    """
    parts = [f"{tag.name}[{tag.text}]" for tag in tags]
    for part in parts:
        if _TAG.fullmatch(part) is None:
            raise FormatError(f"GGF has no way to write the tag {part[:60]!r}")
    text = "".join(parts)
    if len(text) > LONGEST_GAME:
        raise FormatError(f"a game of {len(text)} characters, more than {LONGEST_GAME}")
    return f"{_OPEN}{text}{_CLOSE}"
