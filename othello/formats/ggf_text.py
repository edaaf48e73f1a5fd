"""The text of GGF, read as a stream: the tags of each game, and where every one of them stands.

A tag is a name and a text in square brackets; the text has no bracket, since no sign escapes one.
Blanks and line ends between tags mean nothing. FormatError for anything else.
The format names no character set: a byte that is not UTF-8 is read as Latin-1, as archives have it.

Source: Buro, "Generic Game Format", skatgame.net/mburo/ggsa/ggf.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TextIO

from othello.formats.reading import FormatError, Refused, decoded, strictly

LONGEST_GAME = 2**16
"""The most characters of a game; one from the server has some 1,000."""

MOST_FAULTS = 2**12
"""A text with more is no GGF."""

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
    return f"{rest[opened.end()]!r} in the text of {opened[1]}"


class _Reader:
    """The tokens of a stream, blanks left out; at most LONGEST_GAME and a chunk held."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream, self.name = stream, name
        self._rest, self._start = "", 0
        self._line = self._character = 1
        self._held: _Token | None = None

    def _more(self) -> bool:
        """Hold a chunk more; whether there is one."""
        more = decoded(self._stream.read(_CHUNK))
        self._rest, self._start = self._rest[self._start :] + more, 0
        return bool(more)

    def _pass_by(self, end: int) -> None:
        """Go on behind the characters up to `end`, and count them."""
        text = self._rest[self._start : end]
        line_ends = text.count("\n")
        self._line += line_ends
        self._character = len(text) + (-text.rfind("\n") if line_ends else self._character)
        self._start = end

    def token(self) -> _Token:
        """The next token; at the end of the file that. FormatError for what is none."""
        held_token, self._held = self._held, None
        if held_token is not None:
            return held_token
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
            self._pass_by(token.end())
            if not token[0].isspace():
                return _Token(token[0], place)

    def hold(self, token: _Token) -> None:
        """Let the next token be this one, which has just been read."""
        self._held = token

    def skip(self) -> None:
        """Go on at the next start of a game, or at the end of the file."""
        if self._held is not None:
            return
        while (found := self._rest.find(_OPEN, self._start)) < 0:
            self._pass_by(max(self._start, len(self._rest) - 1))  # half of a start may stand there
            if not self._more():
                self._pass_by(len(self._rest))
                return
        self._pass_by(found)


def _game(match: int, place: Place, reader: _Reader) -> WrittenGame:
    """The game whose start, at `place`, has just been read."""
    tags: list[Tag] = []
    places: list[Place] = []
    size = 0
    while (token := reader.token()).text != _CLOSE:
        size += len(token.text)
        tag = _TAG.fullmatch(token.text)
        if tag is None:
            if token.text == _OPEN:
                reader.hold(token)  # who leaves this game out goes on there
            raise fault(reader.name, token.place, f"{token.shown()} inside a game, before its ;)")
        if size > LONGEST_GAME:
            raise fault(reader.name, token.place, f"a game of more than {LONGEST_GAME} characters")
        tags.append(Tag(tag[1], tag[2]))
        places.append(token.place)
    return WrittenGame(match, tuple(tags), tuple(places), place)


def _matches(reader: _Reader) -> Iterator[WrittenGame]:
    """The games from where the reader stands; FormatError for what is none."""
    match = due = 0
    while True:
        token = reader.token()
        if due and token.text != _OPEN:
            what = f"{token.shown()} instead of game {match - due + 1} of {match}"
            raise fault(reader.name, token.place, what)
        if token.text == _OPEN:
            yield _game(match, token.place, reader)
            due = max(due - 1, 0)
            match = match if due else 0
        elif token.text == _FILE_END:
            return
        elif token.text.isdigit() and int(token.text):
            match = due = int(token.text)
        else:
            raise fault(reader.name, token.place, f"{token.shown()} outside of a game")


def written_games(stream: TextIO, name: str, refused: Refused = strictly) -> Iterator[WrittenGame]:
    """The games of a text, one after the other; `name` is the file's, for FormatError.

    `refused` is called with the error of what is no game; MOST_FAULTS of them end the reading.
    """
    reader = _Reader(stream, name)
    for _ in range(MOST_FAULTS):
        try:
            yield from _matches(reader)
            return
        except FormatError as error:
            refused(error)
        reader.skip()
    raise FormatError(f"{name}: {MOST_FAULTS} faults, so it is no GGF")


def game_text(tags: Iterable[Tag]) -> str:
    """A game in text, on one line unless a tag's text has several.

    FormatError for a tag that could not be read again.
    """
    parts = [f"{tag.name}[{tag.text}]" for tag in tags]
    for part in parts:
        if _TAG.fullmatch(part) is None:
            raise FormatError(f"GGF has no way to write the tag {part[:60]!r}")
    text = "".join(parts)
    if len(text) > LONGEST_GAME:
        raise FormatError(f"a game of {len(text)} characters, more than {LONGEST_GAME}")
    return f"{_OPEN}{text}{_CLOSE}"
