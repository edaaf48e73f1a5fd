"""SGF, the smart game format, where its game is Othello: each game of a text with its variations.

The first variation goes on with the main line, as SGF has it; all others are side lines. A comment
`C` is about the position after the move beside which it stands. A move is a square such as "f5", or
two letters as in games of Go, the column's and then the row's from above: "fe" is the same square.
A pass may be left out; it is "", "tt" or as in transcripts. What stands before the first game is
left out. FormatError for anything else, one line.
A file that is not UTF-8 is in the character set that its `CA` names, else in SGF's own, Latin-1.

>>> game = read("(;FF[4]GM[2]SZ[8]PB[Ann];B[f5];W[fd](;B[c3])(;B[e3]))")[0]
>>> game.game.transcript(), game.text("PB")
('f5f4c3', 'Ann')
>>> game.side_lines  # f5f4e3
((37, 29, 20),)

Source: Hollosi 2006, "SGF File Format FF[4]"; GM[2] is Othello there, without a page of its own.
"""

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from othello import notation
from othello.files import FilePath
from othello.formats.annotated import MOST_CHARACTERS
from othello.formats.reading import FormatError, Refused, decoded, open_text, strictly
from othello.formats.side_lines import Path
from othello.game import Game
from othello.moves import PASS_SPELLINGS
from othello.position import PASS, START, Position

OTHELLO = "2"
"""What GM says for Othello."""

MOST_PARTS = 2**16
"""The most properties and brackets of a game."""

BLACK_PROPERTY, WHITE_PROPERTY, COMMENT_PROPERTY = "B", "W", "C"
BLACK_DISCS, WHITE_DISCS, NO_DISCS, TO_PLAY = "AB", "AW", "AE", "PL"
MOVE_PROPERTIES, SETUPS = (BLACK_PROPERTY, WHITE_PROPERTY), (BLACK_DISCS, WHITE_DISCS, NO_DISCS)
_PASSES = ("", "tt", *PASS_SPELLINGS)
_BLACK_NAMES, _WHITE_NAMES = ("b", "black", "1", "x", "*"), ("w", "white", "2", "o")
"""What PL may say, in either case."""
# At most so many escaped signs in a value, and values of a property, as fit into memory.
_VALUE = r"\[([^\]\\]*(?:\\.[^\]\\]*){0,9999})\]"
# Of the names by which Python decodes only those of character sets, such as no `unicode_escape`.
_CHARSET = re.compile(
    r"\bCA\s*\[\s*((?:big5|cp|euc|gb|iso|koi8|latin|shift|sjis|windows)[-_0-9a-z]{0,20})\s*\]", re.I
)
HALF_SIGN = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which is no text."""
_BEGIN = re.compile(r"\(\s*;")
_TOKEN = re.compile(rf"\s+|([();])|([A-Za-z]+)((?:\s*{_VALUE}){{1,999}})", re.DOTALL)


class Property(NamedTuple):
    """A name such as PB, its values, the line that it begins in, and its node, counted from 1.

    What stands in one node belongs together, such as a move and a comment.
    """

    name: str
    values: tuple[str, ...]
    line: int
    node: int = 0


class SgfGame(NamedTuple):
    """The properties of a game's main line, and the game with all of its moves played.

    `side_lines` are the variations, each from the start, and `comments` stand with the moves before
    them, both without passes. `faults` says of which variations a part had to be left out.
    """

    properties: tuple[Property, ...]
    game: Game
    side_lines: tuple[Path, ...] = ()
    comments: tuple[tuple[Path, str], ...] = ()
    faults: tuple[str, ...] = ()

    def text(self, name: str) -> str:
        """The first value of the property `name`, "" if there is none."""
        return next((one.values[0] for one in self.properties if one.name == name), "")


def _fault(name: str, line: int, what: str) -> FormatError:
    """The error that says what is wrong, and in which line of which text."""
    return FormatError(f"{name}: line {line}: {what}")


def _tokens(text: str, name: str) -> Iterator[tuple[str, Property | None, int]]:
    """The signs ( ) ; and the properties of a text, each with its line; not what stands before."""
    begin = _BEGIN.search(text)
    place = begin.start() if begin else 0
    line = 1 + text.count("\n", 0, place)
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            raise _fault(name, line, f"{text[place]!r} begins nothing of SGF")
        if token[2]:
            # files of earlier versions write names such as GaMe, whose small letters mean nothing
            known = "".join(sign for sign in token[2] if sign.isupper())
            values = re.findall(_VALUE, token[3], re.DOTALL)
            plain = (re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL) for value in values)
            yield "", Property(known, tuple(plain), line), line
        elif token[1]:
            yield token[1], None, line
        line += token[0].count("\n")
        place = token.end()


def _games(text: str, name: str) -> Iterator[list[Property | str]]:
    """The signs ( and ) of each game and its properties between them.

    What stands behind the end of a variation belongs to none and is left out.
    """
    nodes: list[int] = []  # of the places where branches begin
    found: list[Property | str] = []
    number, node = 1, 0
    for sign, one, number in _tokens(text, name):
        if not nodes and sign != "(":
            raise _fault(name, number, "something before the ( of a game")
        node += sign == ";"
        if sign == "(":
            nodes.append(node)
            found.append(sign)
        elif sign == ")":
            node = nodes.pop()
            found.append(sign)
            if not nodes:
                yield found
                found = []
        elif one is not None and found[-1] != ")":
            found.append(one._replace(node=node))
        if len(found) > MOST_PARTS:
            raise _fault(name, number, f"a game of more than {MOST_PARTS} properties and brackets")
    if nodes:
        raise _fault(name, number, "the text ends within a game")


def _square(text: str) -> int:
    """The square that a value names, or PASS; NotationError for none."""
    text = text.strip().lower()
    if text in _PASSES:
        return PASS
    if re.fullmatch("[a-h][a-h]", text):
        text = f"{text[0]}{ord(text[1]) - ord('a') + 1}"
    return notation.parse_square(text)


def _disc(text: str) -> int:
    """The square of a disc that is set up; NotationError for none, as for a pass."""
    square = _square(text)
    return notation.parse_square(text) if square == PASS else square


def _start(properties: list[Property]) -> Game:
    """The board that a game begins with: the usual one unless discs are set up.

    ValueError, with the line, for what is no board.
    """
    discs = dict.fromkeys(SETUPS, 0)
    black, line = True, 1
    for one in itertools.takewhile(lambda one: one.name not in MOVE_PROPERTIES, properties):
        try:
            if one.name in discs:
                discs[one.name] |= sum({1 << _disc(value) for value in one.values})
                line = one.line
            elif one.name == TO_PLAY:
                black = _colour(one.values[0])
        except ValueError as error:
            raise ValueError(f"line {one.line}: {error}") from None
    sides = tuple(discs[name] & ~discs[NO_DISCS] for name in (BLACK_DISCS, WHITE_DISCS))
    try:
        position = Position(*(sides if black else sides[::-1])) if any(sides) else START
        return Game(position, black_to_move=black)
    except ValueError as error:
        raise ValueError(f"line {line}: {error}") from None


def _colour(text: str) -> bool:
    """True if a value of PL is black; ValueError if it names no side."""
    name = text.strip().lower()
    if name not in _BLACK_NAMES + _WHITE_NAMES:
        raise ValueError(f"{TO_PLAY}[{text[:9]}] names no side, B or W")
    return name in _BLACK_NAMES


class _Place(NamedTuple):
    """Where a line has come to: the game, its squares, and what was wrong with a move, "" if none.

    Behind a wrong move a line does not go on.
    """

    game: Game
    path: Path = ()
    fault: str = ""

    def after(self, one: Property) -> "_Place":
        """The place after a property, which plays a move or passes or does nothing."""
        set_up = bool(self.path) and one.name in SETUPS
        if self.fault or not (set_up or one.name in MOVE_PROPERTIES):
            return self
        try:
            if set_up:
                raise ValueError(f"{one.name} sets up discs after a move")
            move = _square(one.values[0])
            synchronized = self.game.black_to_move == (one.name == BLACK_PROPERTY)
            if synchronized == (move == PASS) and not self.game.over:  # it passes by itself
                raise ValueError(f"{one.name}[{one.values[0][:9]}] is out of turn")
            if move == PASS:
                return self
            game = self.game.copy()
            game.play(move)
        except ValueError as error:
            return self._replace(fault=f"line {one.line}: {error}")
        return _Place(game, (*self.path, move))


class _Walk:
    """All lines of a game, played in one walk: where each ends, and what is said of places."""

    def __init__(self, start: Game) -> None:
        self.ends: list[_Place] = []
        self.comments: dict[Path, dict[str, None]] = {}
        self._place = _Place(start)
        self._said: list[str] = []
        self._node = 0

    def go(self, signs: list[Property | str]) -> None:
        """Play all moves; a comment is about the place after its node."""
        branches: list[_Place] = []
        before: Property | str = ""
        for one in signs:
            if isinstance(one, Property):
                if one.node != self._node:
                    self._say()
                self._node, self._place = one.node, self._place.after(one)
                if one.name == COMMENT_PROPERTY:
                    self._said.append(one.values[0].strip())
            else:
                self._say()
                if one == "(":
                    branches.append(self._place)
                else:
                    self.ends += [] if before == ")" else [self._place]
                    self._place = branches.pop()
            before = one

    def _say(self) -> None:
        """Keep what the node says, each text of a place once; nothing behind a wrong move."""
        if not self._place.fault:
            known = self.comments.setdefault(self._place.path, {})
            known.update((text, None) for text in self._said if text)
        self._said = []


def _with_lines(game: SgfGame, signs: list[Property | str], name: str) -> SgfGame:
    """The game with its lines; of a variation with a wrong move what stands before that is kept.

    FormatError for a wrong move of the main line.
    """
    try:
        walk = _Walk(_start(list(game.properties)))
    except ValueError as error:
        raise FormatError(f"{name}: {error}") from None
    walk.go(signs)
    main, *others = walk.ends
    if main.fault:
        raise FormatError(f"{name}: {main.fault}")
    lines = {one.path: None for one in others if main.path[: len(one.path)] != one.path}
    faults = [
        f"side line {number}: {one.fault}" for number, one in enumerate(others, 1) if one.fault
    ]
    said = ((path, " ".join(texts)) for path, texts in sorted(walk.comments.items()) if texts)
    return SgfGame(game.properties, main.game, tuple(lines), tuple(said), tuple(faults))


def _checked(signs: list[Property | str], name: str) -> SgfGame:
    """The game of these signs; FormatError if it is none of Othello on 8 by 8 squares."""
    main = [one for one in signs[: signs.index(")")] if isinstance(one, Property)]
    game = SgfGame(tuple(main), Game())
    began = main[0].line if main else 1
    kind, size = game.text("GM").strip(), game.text("SZ").strip()
    if kind != OTHELLO:
        raise _fault(name, began, f"GM[{kind[:9]}] is not Othello, which is GM[{OTHELLO}]")
    if size not in ("", "8", "8:8"):
        raise _fault(name, began, f"SZ[{size[:9]}]: a board that has not 8 by 8 squares")
    return _with_lines(game, signs, name)


def read(text: str, name: str = "text", refused: Refused = strictly) -> list[SgfGame]:
    """The games of a text; `name` is what FormatError calls it, `refused` takes the errors."""
    if len(text) > MOST_CHARACTERS:
        raise FormatError(f"{name}: more than {MOST_CHARACTERS} characters")
    charset = _CHARSET.search(text)
    text = decoded(text, charset[1] if charset else "")
    if half := HALF_SIGN.search(text):
        line = text.count("\n", 0, half.start()) + 1
        raise _fault(name, line, f"{half[0]!r} is half of a sign and no text")
    found: list[SgfGame] = []
    games = _games(text, name)
    while True:
        try:
            signs = next(games, None)
            if signs is None:
                return found
            found.append(_checked(signs, name))
        except FormatError as error:
            refused(error)


def read_games(path: FilePath, refused: Refused = strictly) -> list[SgfGame]:
    """The games of a file; `refused` is as of `read`."""
    with open_text(path) as stream:
        return read(stream.read(MOST_CHARACTERS + 1), str(path), refused)
