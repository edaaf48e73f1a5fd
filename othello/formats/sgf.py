"""SGF, the smart game format, where its game is Othello: the main line of each game of a text.

Variations are left aside. A move is a square such as "f5", or two letters as in games of Go, the
column's and then the row's from above: "fe" is the same square. A pass may be left out; it is
"", "pass", "pa" or "tt". FormatError for anything else, one line.

>>> game = read("(;FF[4]GM[2]SZ[8]PB[Ann];B[f5];W[fd](;B[c3])(;B[c6]))")[0]
>>> game.game.transcript(), game.text("PB")
('f5f4c3', 'Ann')

Source: Hollosi 2006, "SGF File Format FF[4]"; GM[2] is Othello there, without a page of its own.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from othello import notation
from othello.files import FilePath
from othello.formats.reading import FormatError, open_text, shown_sign
from othello.game import Game
from othello.position import PASS, START, Position

OTHELLO = "2"
"""What GM says for Othello."""

BLACK_MOVE, WHITE_MOVE = "B", "W"
_BLACK_DISCS, _WHITE_DISCS, _TO_PLAY = "AB", "AW", "PL"
_PASSES = ("", "pass", "pa", "tt")
_VALUE = r"\[((?:[^\]\\]|\\.)*)\]"
_TOKEN = re.compile(rf"\s+|([();])|([A-Za-z]+)((?:\s*{_VALUE})+)", re.DOTALL)


class Property(NamedTuple):
    """A name such as PB, its values, and the line that it begins in."""

    name: str
    values: tuple[str, ...]
    line: int


class SgfGame(NamedTuple):
    """The properties of a game's main line, and the game with all of its moves played."""

    properties: tuple[Property, ...]
    game: Game

    def text(self, name: str) -> str:
        """The first value of the property `name`, "" if there is none."""
        return next((one.values[0] for one in self.properties if one.name == name), "")


def _fault(name: str, line: int, what: str) -> FormatError:
    """The error that says what is wrong, and in which line of which text."""
    return FormatError(f"{name}: line {line}: {what}")


def _tokens(text: str, name: str) -> Iterator[tuple[str, Property | None, int]]:
    """The signs ( ) ; and the properties of a text, each with its line."""
    place, line = 0, 1
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            raise _fault(name, line, f"{shown_sign(text[place])} begins nothing of SGF")
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


def _main_lines(text: str, name: str) -> Iterator[list[Property]]:
    """The properties of the main line of each game: all before the first end of a branch."""
    depth, line = 0, 1
    found: list[Property] = []
    ended = False
    for sign, one, line in _tokens(text, name):
        if depth == 0 and sign != "(":
            raise _fault(name, line, "something before the ( of a game")
        depth += (sign == "(") - (sign == ")")
        ended = ended or sign == ")"
        if one is not None and not ended:
            found.append(one)
        if depth == 0:
            yield found
            found, ended = [], False
    if depth:
        raise _fault(name, line, "the text ends within a game")


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
    """The board that a game begins with: the usual one unless discs are set up."""
    discs = {_BLACK_DISCS: 0, _WHITE_DISCS: 0}
    black = True
    for one in properties:
        if one.name in discs:
            discs[one.name] |= sum({1 << _disc(value) for value in one.values})
        elif one.name == _TO_PLAY:
            black = one.values[0].strip().lower() in ("b", "black", "1")
    sides = discs[_BLACK_DISCS], discs[_WHITE_DISCS]
    if not any(sides):
        return Game(START, black_to_move=black)
    return Game(Position(*(sides if black else sides[::-1])), black_to_move=black)


def _played(properties: list[Property], name: str) -> Game:
    """The game of a main line; FormatError for a move that cannot be played."""
    game, line = Game(), 1
    try:
        game = _start(properties)
        for one in properties:
            line = one.line
            if one.name not in (BLACK_MOVE, WHITE_MOVE):
                continue
            move = _square(one.values[0])
            in_turn = game.black_to_move == (one.name == BLACK_MOVE)
            if in_turn == (move == PASS) and not game.over:  # it passes by itself
                raise ValueError(f"{one.name}[{one.values[0][:9]}] is out of turn")
            if move != PASS:
                game.play(move)
    except ValueError as error:
        raise _fault(name, line, str(error)) from None
    return game


def _checked(properties: list[Property], name: str) -> SgfGame:
    """The game of a main line; FormatError if it is none of Othello on 8 by 8 squares."""
    game = SgfGame(tuple(properties), Game())
    kind, size = game.text("GM").strip(), game.text("SZ").strip()
    if kind != OTHELLO:
        raise _fault(name, 1, f"GM[{kind[:9]}] is not Othello, which is GM[{OTHELLO}]")
    if size not in ("", "8", "8:8"):
        raise _fault(name, 1, f"SZ[{size[:9]}]: a board that has not 8 by 8 squares")
    return game._replace(game=_played(properties, name))


def read(text: str, name: str = "text") -> list[SgfGame]:
    """The games of a text; `name` is what FormatError calls it."""
    return [_checked(properties, name) for properties in _main_lines(text, name)]


def read_games(path: FilePath) -> list[SgfGame]:
    """The games of a file."""
    with open_text(path) as stream:
        return read(stream.read(), str(path))
