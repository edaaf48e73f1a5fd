"""Text of GGF, read as a stream: the tags of each game with their places.

A tag is a name and a text in square brackets. The text cannot contain brackets: nothing escapes
them. Blanks and line ends between tags mean nothing. FormatError for anything else. The format has
no character set: a byte that is not UTF-8 is read as Latin-1, as archives have it.

Source: Buro, "Generic Game Format", skatgame.net/mburo/ggsa/ggf.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TextIO

from othello.formats.reading import FormatError, OnError, decoded

LONGEST_GAME = 2**16
"""Most characters of a game; games from the server have about 1,000."""

MOST_FAULTS = 2**12
"""A text with more faults is not GGF."""

_CHUNK = 2**14
_OPEN, _CLOSE, _FILE_END = "(;", ";)", ""
_NAME = r"[A-Za-z]{1,8}"
# Names are drawn as they are: no control characters except tab and line end, no surrogates.
_TEXT = r"[^\[\]\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]*"
_TAG = re.compile(rf"({_NAME})\[({_TEXT})\]")
_TOKEN = re.compile(rf"\s+|\(;|;\)|[0-9]{{1,6}}|{_TAG.pattern}")


class Tag(NamedTuple):
    """A tag such as PB[Ann]."""

    name: str
    text: str


class Place(NamedTuple):
    """Place in a text; both numbers count from 1."""

    line: int
    character: int


class WrittenGame(NamedTuple):
    """Tags of a game in their order, their places, and the place of the game."""

    tags: tuple[Tag, ...]
    places: tuple[Place, ...]
    place: Place


class _Token(NamedTuple):
    """A tag, a number, the start or end of a game, or the end of the file, with its place."""

    text: str
    place: Place

    def __str__(self) -> str:
        """Token as an error message shows it."""
        return repr(self.text[:12]) if self.text else "the file's end"


def fault(name: str, place: Place, what: str) -> FormatError:
    """Error with the name of the file and the place."""
    return FormatError(f"{name}: line {place.line}, character {place.character}: {what}")


def _explained(rest: str) -> str:
    """Fault of a text that begins with no token."""
    opened = re.match(rf"({_NAME})\[{_TEXT}", rest)
    if opened is None:
        return f"{rest[:8]!r} begins no tag, game or number"
    if opened.end() == len(rest):
        return f"{opened[1]}[ has no ] to close it"
    return f"{rest[opened.end()]!r} in the text of {opened[1]}"


class _Reader:
    """Tokens of a stream without blanks; holds at most LONGEST_GAME characters and a chunk."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream, self.name = stream, name
        self._rest, self._start = "", 0
        self._line = self._character = 1
        self._held: _Token | None = None

    def _more(self) -> bool:
        """Read another chunk; False at the end of the file."""
        more = decoded(self._stream.read(_CHUNK))
        self._rest, self._start = self._rest[self._start :] + more, 0
        return bool(more)

    def _advance(self, end: int) -> None:
        """Move behind the characters up to `end`, and count their lines."""
        text = self._rest[self._start : end]
        line_ends = text.count("\n")
        self._line += line_ends
        self._character = len(text) + (-text.rfind("\n") if line_ends else self._character)
        self._start = end

    def token(self) -> _Token:
        """Next token, also the end of the file; FormatError for anything else."""
        token_again, self._held = self._held, None
        if token_again is not None:
            return token_again
        while True:
            token = _TOKEN.match(self._rest, self._start)
            held = len(self._rest) - self._start
            if (token is None or token.end() == len(self._rest)) and held < LONGEST_GAME:
                if self._more():
                    continue
                held = len(self._rest)
            place = Place(self._line, self._character)
            if not held:
                return _Token(_FILE_END, place)
            if token is None:
                raise fault(self.name, place, _explained(self._rest[self._start :]))
            self._advance(token.end())
            if not token[0].isspace():
                return _Token(token[0], place)

    def hold(self, token: _Token) -> None:
        """Put a token back, so that it is the next one."""
        self._held = token

    def skip(self) -> None:
        """Move to the next start of a game, or to the end of the file."""
        if self._held is not None:
            return
        while (found := self._rest.find(_OPEN, self._start)) < 0:
            self._advance(max(self._start, len(self._rest) - 1))  # the first character of "(;"
            if not self._more():
                self._advance(len(self._rest))
                return
        self._advance(found)


def _game(place: Place, reader: _Reader) -> WrittenGame:
    """Game whose start, at `place`, has just been read."""
    tags: list[Tag] = []
    places: list[Place] = []
    size = 0
    while (token := reader.token()).text != _CLOSE:
        size += len(token.text)
        tag = _TAG.fullmatch(token.text)
        if tag is None:
            if token.text == _OPEN:
                reader.hold(token)  # reading resumes there
            raise fault(reader.name, token.place, f"{token} inside a game, before its ;)")
        if size > LONGEST_GAME:
            raise fault(reader.name, token.place, f"a game of more than {LONGEST_GAME} characters")
        tags.append(Tag(tag[1], tag[2]))
        places.append(token.place)
    return WrittenGame(tuple(tags), tuple(places), place)


def _games(reader: _Reader) -> Iterator[WrittenGame]:
    """Games from the current place on; FormatError for anything else.

    Numbers before games, as of the games of a match, are ignored.
    """
    while (token := reader.token()).text != _FILE_END:
        if token.text == _OPEN:
            yield _game(token.place, reader)
        elif not token.text.isdigit():
            raise fault(reader.name, token.place, f"{token} outside of a game")


def written_games(stream: TextIO, name: str, on_error: OnError) -> Iterator[WrittenGame]:
    """Games of a text one by one; FormatError begins with `name`.

    `on_error` takes the error of each bad game; MOST_FAULTS of them end the reading.
    """
    reader = _Reader(stream, name)
    for _ in range(MOST_FAULTS):
        try:
            yield from _games(reader)
            return
        except FormatError as error:
            on_error(error)
        reader.skip()
    raise FormatError(f"{name}: {MOST_FAULTS} faults, so it is no GGF")


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
