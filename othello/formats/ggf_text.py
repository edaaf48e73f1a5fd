"""The text of GGF, read as a stream: the tags of each game, and where every one of them stands.

A tag is a name and a text in square brackets; the text has no bracket, since no
sign escapes one. Blanks and line ends between tags mean nothing. FormatError
for anything else.

Source: Buro, "Generic Game Format", skatgame.net/mburo/ggsa/ggf.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TextIO

from othello.formats.reading import FormatError, shown_sign

LONGEST = 2**16
"""The most characters of a game; one from the server has some 1,000."""

_CHUNK = 2**14
_OPEN, _CLOSE, _FILE_END = "(;", ";)", ""
_NAME = r"[A-Za-z]{1,8}"
# No control sign but tab and line end, no half of a surrogate pair: a name is to be drawn as it is.
_TEXT = r"[^\[\]\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]*"
_TAG = re.compile(rf"({_NAME})\[({_TEXT})\]")
_TOKEN = re.compile(rf"\s+|\(;|;\)|[0-9]{{1,6}}|{_TAG.pattern}")


class Tag(NamedTuple):
    """A tag such as PB[Ann]: its name, and its text as it is written."""

    name: str
    text: str


class Place(NamedTuple):
    """Where something stands in a text; both numbers count from 1."""

    line: int
    character: int


class WrittenGame(NamedTuple):
    """A game's tags in their order, their places, and that of the game.

    `match` is how many games the match counts that this one is part of, 0 if
    no number stands before the game.
    """

    match: int
    tags: tuple[Tag, ...]
    places: tuple[Place, ...]
    place: Place


class _Token(NamedTuple):
    """A tag, a number, a start or end of a game, or the file's end; and where it stands."""

    text: str
    place: Place

    def shown(self) -> str:
        """The token as an error shows it."""
        return repr(self.text[:12]) if self.text else "the file's end"


def fault(name: str, place: Place, what: str) -> FormatError:
    """The error that says what is wrong, and at which place of which file."""
    return FormatError(f"{name}: line {place.line}, character {place.character}: {what}")


def _explained(rest: str) -> str:
    """What is wrong with a text that no token begins."""
    opened = re.match(rf"({_NAME})\[{_TEXT}", rest)
    if opened is None:
        return f"{rest[:8]!r} begins no tag, game or number"
    if opened.end() == len(rest):
        return f"{opened[1]}[ has no ] to close it"
    return f"{shown_sign(rest[opened.end()])} in the text of {opened[1]}"


def _tokens(stream: TextIO, name: str) -> Iterator[_Token]:
    """All tokens but blanks, the file's end as the last; FormatError for what is none.

    Never more than LONGEST and a chunk are held.
    """
    rest, start, line, character = "", 0, 1, 1
    while True:
        token = _TOKEN.match(rest, start)
        if (token is None or token.end() == len(rest)) and len(rest) - start < LONGEST:
            more = stream.read(_CHUNK)
            if more:
                rest, start = rest[start:] + more, 0
                continue
        place = Place(line, character)
        if start == len(rest):
            yield _Token(_FILE_END, place)
            return
        if token is None:
            raise fault(name, place, _explained(rest[start:]))
        if not token[0].isspace():
            yield _Token(token[0], place)
        start = token.end()
        line_ends = token[0].count("\n")
        line += line_ends
        character = len(token[0]) + (-token[0].rfind("\n") if line_ends else character)


def _game(match: int, place: Place, tokens: Iterator[_Token], name: str) -> WrittenGame:
    """The game whose start, at `place`, has just been read."""
    tags: list[Tag] = []
    places: list[Place] = []
    size = 0
    for token in tokens:
        if token.text == _CLOSE:
            return WrittenGame(match, tuple(tags), tuple(places), place)
        size += len(token.text)
        tag = _TAG.fullmatch(token.text)
        if tag is None:
            raise fault(name, token.place, f"{token.shown()} inside a game, before its ;)")
        if size > LONGEST:
            raise fault(name, token.place, f"a game of more than {LONGEST} characters")
        tags.append(Tag(tag[1], tag[2]))
        places.append(token.place)
    raise AssertionError("the last token is the file's end")


def written_games(stream: TextIO, name: str) -> Iterator[WrittenGame]:
    """The games of a text, one after the other; `name` is the file's, for FormatError."""
    match = due = 0
    tokens = _tokens(stream, name)
    for token in tokens:
        if due and token.text != _OPEN:
            what = f"{token.shown()} instead of game {match - due + 1} of {match}"
            raise fault(name, token.place, what)
        if token.text == _OPEN:
            yield _game(match, token.place, tokens, name)
            due = max(due - 1, 0)
            match = match if due else 0
        elif token.text.isdigit() and int(token.text):
            match = due = int(token.text)
        elif token.text != _FILE_END:
            raise fault(name, token.place, f"{token.shown()} outside of a game")


def game_text(tags: Iterable[Tag]) -> str:
    """A game in text, on one line unless a tag's text has several.

    FormatError for a tag that could not be read again.
    """
    parts = [f"{tag.name}[{tag.text}]" for tag in tags]
    for part in parts:
        if _TAG.fullmatch(part) is None:
            raise FormatError(f"GGF has no way to write the tag {part[:60]!r}")
    text = "".join(parts)
    if len(text) > LONGEST:
        raise FormatError(f"a game of {len(text)} characters, more than {LONGEST}")
    return f"{_OPEN}{text}{_CLOSE}"
