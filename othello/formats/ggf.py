"""GGF, the Generic Game Format of the Generic Game Server: games as text.

>>> from othello.game import Game
>>> text = write([from_game(Game.from_transcript("f5d6c3"), {"PB": "Ann", "PW": "Bert"})])
>>> [(game.text("PB"), game.game().transcript()) for game in read(text)]
[('Ann', 'f5d6c3')]

A game that is read and written again keeps every tag. FormatError for a text against the format,
one line with the file, the line and the character; OSError from the system.

A tag is a name and a text in square brackets. The text cannot contain brackets: nothing escapes
them. Blanks and line ends between tags mean nothing. The format has no character set: a byte that
is not UTF-8 is read as Latin-1, as archives have it. Boards of 8 by 8 squares only, and no anti
games, whose aim is fewer discs.

Source: Buro, "Generic Game Format", skatgame.net/mburo/ggsa/ggf.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from othello import notation
from othello.formats.entry import Entry
from othello.formats.reading import (
    FormatError,
    OnError,
    PlacedError,
    decoded,
    one_line,
    raise_error,
)
from othello.game import Game
from othello.game_tree import GameTree, MovePath
from othello.position import PASS, Position

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

BLACK_MOVE, WHITE_MOVE = "B", "W"
MOVES = (BLACK_MOVE, WHITE_MOVE)
"""Tags of moves; all others belong to the game."""
_COMMENT = "C"

_SINGLE = ("GM", "PC", "DT", "PB", "PW", "TY", "RE", "BO")
_NUMBER = r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
_OUTCOME = re.compile(rf"({_NUMBER})(?::([a-z]))?|\??")

_HEADING = ("GM", "PC", "DT", "PB", "PW", "RB", "RW", "TI", "TY", "RE")
_NUMBERS_END = 10**6
_MOST_DISCS = 64
_TYPE = re.compile(r"\s*s?[0-9]+([a-z0-9]*)")
"""Type of a game: s for synchro, the size of the board, a for anti, k for komi, r for random."""


def _outcome(text: str) -> re.Match[str] | None:
    """Match of a result: its number and its ending; None for any other text."""
    match = _OUTCOME.fullmatch(text)
    return match if match and abs(float(match[1] or 0)) < _NUMBERS_END else None


def _type_letters(text: str) -> str:
    """Letters behind the size of the board in the type of a game."""
    match = _TYPE.match(text.lower())
    return match[1] if match else ""


class Tag(NamedTuple):
    """A tag such as PB[Ann]."""

    name: str
    text: str


class TagError(FormatError):
    """A tag against the format or the rules: its index, or None for the whole game."""

    def __init__(self, index: int | None, problem: str) -> None:
        super().__init__(problem)
        self.index = index


class GgfGame(NamedTuple):
    """Tags of a game in their order, as they are written; `from_game` makes new ones."""

    tags: tuple[Tag, ...]

    def text(self, name: str) -> str:
        """Text of a tag that belongs to the game, such as "RB" or "TI"; "" without one."""
        return next((tag.text for tag in self.tags if tag.name == name), "")

    @property
    def result(self) -> float | None:
        """Black's disc difference by the file, or None.

        None also for a number beyond 64, with which programs mark unfinished games, and for a
        game with komi.
        """
        outcome = _outcome(self.text("RE"))
        if outcome is None or not outcome[1] or "k" in _type_letters(self.text("TY")):
            return None
        result = float(outcome[1])
        return result if abs(result) <= _MOST_DISCS else None

    def game(self) -> Game:
        """Game with all its moves; FormatError for tags that were never read or checked."""
        return replayed(self.tags).copy()


def _tag_repr(tag: Tag) -> str:
    """Tag on one line, cut after 24 characters."""
    return " ".join(f"{tag.name}[{tag.text[:24]}]".split())[:24].rstrip()


def _play(game: Game, tag: Tag, pass_due: bool) -> bool:
    """Play a tag's move; True if the game has passed then. ValueError for an illegal move.

    If a pass is due, this tag is the pass, or the file leaves it out.
    """
    move = notation.parse_move(tag.text.split("/")[0][:9])
    passes = pass_due and move == PASS
    if (tag.name == BLACK_MOVE) == (game.black_to_move == passes):
        raise ValueError(f"it is not {'black' if tag.name == BLACK_MOVE else 'white'}'s turn")
    if passes:
        return False
    game.play(move)
    return game.passed


def _checked_board(tags: tuple[Tag, ...]) -> Game:
    """Start of a game; TagError for a wrong tag other than a move."""
    counts = Counter(tag.name for tag in tags)
    for name in ("GM", "BO"):
        if name not in counts:
            raise TagError(None, f"a game without the tag {name}")
    game = Game()
    for index, tag in enumerate(tags):
        try:
            if tag.name in _SINGLE and counts[tag.name] > 1:
                raise ValueError(f"{counts[tag.name]} tags {tag.name}, not 1")
            if tag.name == "GM" and tag.text.strip().lower() != "othello":
                raise ValueError(f"a game of {tag.text[:20]!r}, not Othello")
            if tag.name == "TY" and "a" in _type_letters(tag.text):
                raise ValueError("an anti game, whose aim is fewer discs")
            if tag.name == "BO":
                size, _, board = tag.text.strip().partition(" ")
                if size != "8":
                    raise ValueError(f"board size {size[:8]!r}, not 8")
                game = Game.from_board(board)
        except ValueError as error:
            raise TagError(index, f"{_tag_repr(tag)}: {error}") from None
    return game


@lru_cache(maxsize=1)
def replayed(tags: tuple[Tag, ...]) -> Game:
    """Game with all moves played; TagError for a wrong tag.

    The last result is cached and must not be changed: replaying takes most of the time of reading,
    and `game` usually follows.
    """
    game = _checked_board(tags)
    pass_due = game.passed
    for index, tag in enumerate(tags):
        if tag.name in MOVES:
            try:
                pass_due = _play(game, tag, pass_due)
            except ValueError as error:
                raise TagError(index, f"{_tag_repr(tag)}: {error}") from None
    return game


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


def _tags(text: str, place: int) -> list[re.Match[str]]:
    """Tags of the game that starts at `place`, and its end; PlacedError for anything else."""
    tokens: list[re.Match[str]] = []
    end = place + len(_OPEN)
    while not tokens or tokens[-1][0] != _CLOSE:
        token = _token(text, end)
        if token is None or (token[1] is None and token[0] != _CLOSE):
            written = repr(token[0][:12]) if token else "the file's end"
            place = token.start() if token else len(text)
            raise PlacedError(place, f"{written} inside a game, before its ;)")
        if token[1] and token.end() - place > LONGEST_GAME:
            raise PlacedError(token.start(), f"a game of more than {LONGEST_GAME} characters")
        tokens.append(token)
        end = token.end()
    return tokens


def _written_games(
    text: str, on_fault: Callable[[PlacedError], object]
) -> Iterator[tuple[int, list[re.Match[str]]]]:
    """Place of each game and its tags; numbers before games, as in matches, are ignored.

    `on_fault` takes the error of each bad game; MOST_FAULTS of them end the reading.
    """
    place = 0
    for _ in range(MOST_FAULTS):
        try:
            while token := _token(text, place):
                place = token.end()
                if token[0] == _OPEN:
                    *tags, end = _tags(text, token.start())
                    yield token.start(), tags
                    place = end.end()
                elif not token[0].isdigit():
                    raise PlacedError(token.start(), f"{token[0][:12]!r} outside of a game")
            return
        except PlacedError as error:
            on_fault(error)
            start = _START.search(text, error.place)
            if start is None:
                return
            place = start.start()
    raise PlacedError(place, f"{MOST_FAULTS} faults, so it is no GGF")


def games_of(text: str, name: str, on_error: OnError) -> Iterator[GgfGame]:
    """Games of a text one by one; FormatError begins with `name`.

    `on_error` is called with the error of each game that cannot be read, is not Othello on 8 by 8
    squares or breaks its rules; reading resumes at the next game that begins a line or with GM.
    """
    text = decoded(text)

    def error_at(place: int, problem: object) -> FormatError:
        line, character = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
        return FormatError(f"{name}: line {line}, character {character}: {problem}")

    def report(error: PlacedError) -> None:
        on_error(error_at(error.place, error))

    for place, found in _written_games(text, report):
        tags = tuple(Tag(tag[1], tag[2]) for tag in found)
        try:
            replayed(tags)
        except TagError as error:
            on_error(error_at(place if error.index is None else found[error.index].start(), error))
        else:
            yield GgfGame(tags)


def read(text: str, name: str = "text", on_error: OnError = raise_error) -> list[GgfGame]:
    """Games of a text as of `games_of`."""
    return list(games_of(text, name, on_error))


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


def write(games: Iterable[GgfGame]) -> str:
    """Text of games, a match of one game each; FormatError for a tag that cannot be read again."""
    return "".join(f"1 {game_text(game.tags)}\n" for game in games)


def _board_text(position: Position, black_to_move: bool) -> str:
    """Board as "8 -------- ... *": ranks with blanks between them, black as a star."""
    discs = notation.board_text(position, black_to_move).replace(notation.BLACK_DISC, "*")
    return " ".join(["8", *(discs[start : start + 8] for start in range(0, 64, 8)), discs[-1]])


def from_game(
    game: Game,
    heading: Mapping[str, str] | None = None,
    comments: Mapping[MovePath, str] | None = None,
) -> GgfGame:
    """Record of a game up to its current position.

    `heading` holds texts by the names of tags: "PB" and "PW" the players, "PC"
    the place, "DT" the date, "RE" a result other than the board's. `comments` are by the path to
    their position. FormatError for texts that GGF cannot hold.
    """
    result = game.result()
    outcome = "?" if result is None else f"{result:+.3f}"
    texts = {"GM": "Othello", "TY": "8", "RE": outcome, **(heading or {})}
    names = sorted(texts, key=lambda name: (*_HEADING, name).index(name))
    if _outcome(texts["RE"]) is None:
        raise FormatError(f"RE: {texts['RE'][:20]!r} is not a result")
    if any(name in texts for name in MOVES):
        raise FormatError("the heading of a game holds no moves")
    black, said = game.black_starts, comments or {}
    path: MovePath = ()
    tags = [Tag(name, texts[name]) for name in names]
    tags.append(Tag("BO", _board_text(game.start, black)))
    tags += [Tag(_COMMENT, said[()])] if () in said else []
    for move in game.moves:
        name = "pass" if move == PASS else notation.square_name(move)
        tags.append(Tag(BLACK_MOVE if black else WHITE_MOVE, name))
        black = not black
        path = path if move == PASS else (*path, move)
        if move != PASS and path in said:
            tags.append(Tag(_COMMENT, said[path]))
    record = GgfGame(tuple(tags))
    game_text(record.tags)  # raises for texts that cannot be written,
    record.game()  # and for those that cannot be read again
    return record


def comments_of(tags: Iterable[Tag]) -> tuple[tuple[MovePath, str], ...]:
    """Comments among the tags of a game: `C[text]` after a move is about the position after it.

    >>> comments_of([Tag("B", "f5/-1.50"), Tag("C", "so far")])
    (((37,), 'so far'),)
    """
    path: MovePath = ()
    found = []
    for tag in tags:
        move = notation.parse_move(tag.text.split("/")[0]) if tag.name in MOVES else PASS
        path = path if move == PASS else (*path, move)
        if tag.name == _COMMENT and tag.text.strip():
            found.append((path, tag.text.strip()))
    return tuple(found)


def entry_of(game: GgfGame) -> Entry:
    """Game of a GGF file with its comments."""
    tree = GameTree.of(game.game()).with_comments(comments_of(game.tags))
    black, white, place, date = (one_line(game.text(name)) for name in ("PB", "PW", "PC", "DT"))
    return Entry(black, white, place, date, game.result, tree)
