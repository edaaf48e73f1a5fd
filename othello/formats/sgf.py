"""SGF, the smart game format, for games of Othello with their variations and comments.

The first variation continues the main line; all others are side lines. A comment `C` is about the
position after the move in its node. A move is a square such as "f5", or two letters as in Go,
column and row from above: "fe" is the same square. A pass may be left out; it is "", "tt" or as in
transcripts. Text before the first game is ignored. FormatError, one line, for anything else.
A file that is not UTF-8 is read as Latin-1, SGF's own character set.

>>> game = read("(;FF[4]GM[2]SZ[8]PB[Ann];B[f5];W[fd](;B[c3])(;B[e3]))")[0]
>>> game.game().transcript(), game.black
('f5f4c3', 'Ann')
>>> game.tree.lines()
((37, 29, 18), (37, 29, 20))

Source: Hollosi 2006, "SGF File Format FF[4]"; GM[2] is Othello there, without a page of its own.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from othello import notation
from othello.bits import squares
from othello.formats.annotated import MOST_CHARACTERS
from othello.formats.entry import Entry
from othello.formats.reading import FormatError, OnError, date_text, decoded, raise_error
from othello.game import Game
from othello.game_tree import GameNode, GameTree, MovePath
from othello.moves import PASS_SPELLINGS
from othello.position import PASS, START, Position

OTHELLO = "2"
"""Value of GM for Othello."""
MOST_PARTS = 2**16
"""Largest number of properties and brackets of a game."""

BLACK_MOVE, WHITE_MOVE, COMMENT = "B", "W", "C"
BLACK_DISCS, WHITE_DISCS, NO_DISCS, TO_PLAY = "AB", "AW", "AE", "PL"
MOVES, SETUPS = (BLACK_MOVE, WHITE_MOVE), (BLACK_DISCS, WHITE_DISCS, NO_DISCS)
_PASSES = ("", "tt", *PASS_SPELLINGS)
_SIDES = {"b": True, "black": True, "w": False, "white": False}
"""Values of PL in small letters, True for black."""
# The numbers of escaped characters in a value and of values bound the memory of a match.
_VALUE = r"\[([^\]\\]*(?:\\.[^\]\\]*){0,9999})\]"
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which is no text."""
_BEGIN = re.compile(r"\(\s*;")
_TOKEN = re.compile(rf"\s+|([();])|([A-Za-z]+)((?:\s*{_VALUE}){{1,999}})", re.DOTALL)


class Property(NamedTuple):
    """A name such as PB, its values, the line that it begins in, and its node, counted from 1."""

    name: str
    values: tuple[str, ...]
    line: int
    node: int = 0


def _error(name: str, line: int, problem: str) -> FormatError:
    """Error with the name of the text and the line."""
    return FormatError(f"{name}: line {line}: {problem}")


def _tokens(text: str, name: str) -> Iterator[tuple[str, Property | None, int]]:
    """Characters ( ) ; and properties of a text, each with its line, from the first game on."""
    begin = _BEGIN.search(text)
    place = begin.start() if begin else 0
    line = 1 + text.count("\n", 0, place)
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            raise _error(name, line, f"{text[place]!r} begins nothing of SGF")
        if token[2]:
            # Files of earlier versions have names such as GaMe; small letters mean nothing.
            property_name = "".join(letter for letter in token[2] if letter.isupper())
            values = re.findall(_VALUE, token[3], re.DOTALL)
            plain = (re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL) for value in values)
            yield "", Property(property_name, tuple(plain), line), line
        elif token[1]:
            yield token[1], None, line
        line += token[0].count("\n")
        place = token.end()


def _games(text: str, name: str) -> Iterator[list[Property | str]]:
    """Brackets and properties of each game.

    Properties behind the end of a variation are left out.
    """
    nodes: list[int] = []  # numbers of the nodes where branches begin
    tokens: list[Property | str] = []
    number, node = 1, 0
    for bracket, one, number in _tokens(text, name):
        if not nodes and bracket != "(":
            raise _error(name, number, "something before the ( of a game")
        node += bracket == ";"
        if bracket == "(":
            nodes.append(node)
            tokens.append(bracket)
        elif bracket == ")":
            node = nodes.pop()
            tokens.append(bracket)
            if not nodes:
                yield tokens
                tokens = []
        elif one is not None and tokens[-1] != ")":
            tokens.append(one._replace(node=node))
        if len(tokens) > MOST_PARTS:
            raise _error(name, number, f"a game of more than {MOST_PARTS} properties and brackets")
    if nodes:
        raise _error(name, number, "the text ends within a game")


def _square(text: str) -> int:
    """Square of a value, or PASS; NotationError for anything else."""
    text = text.strip().lower()
    if text in _PASSES:
        return PASS
    if re.fullmatch("[a-h][a-h]", text):
        text = f"{text[0]}{ord(text[1]) - ord('a') + 1}"
    return notation.parse_square(text)


def _disc(text: str) -> int:
    """Square of a disc that is set up; NotationError for anything else, also for a pass."""
    square = _square(text)
    return notation.parse_square(text) if square == PASS else square


def _start(properties: list[Property]) -> Game:
    """Game before its first move: the usual start unless discs are set up.

    ValueError, with the line, for anything but a board.
    """
    discs = dict.fromkeys(SETUPS, 0)
    black, line = True, 1
    for one in itertools.takewhile(lambda one: one.name not in MOVES, properties):
        try:
            if one.name in discs:
                discs[one.name] |= sum({1 << _disc(value) for value in one.values})
                line = one.line
            elif one.name == TO_PLAY:
                black = _is_black(one.values[0])
        except ValueError as error:
            raise ValueError(f"line {one.line}: {error}") from None
    sides = tuple(discs[name] & ~discs[NO_DISCS] for name in (BLACK_DISCS, WHITE_DISCS))
    try:
        position = Position(*(sides if black else sides[::-1])) if any(sides) else START
        return Game(position, black_to_move=black)
    except ValueError as error:
        raise ValueError(f"line {line}: {error}") from None


def _is_black(text: str) -> bool:
    """True if a value of PL is black; ValueError if it names no side."""
    side = _SIDES.get(text.strip().lower())
    if side is None:
        raise ValueError(f"{TO_PLAY}[{text[:9]}] names no side, B or W")
    return side


class _Place(NamedTuple):
    """The end of a line that is being read, and its first fault, "" without one.

    A line ends before its first wrong move.
    """

    game: Game
    path: MovePath = ()
    fault: str = ""

    def after(self, one: Property) -> "_Place":
        """Place after a property; only moves and discs set up later change it."""
        set_up = bool(self.path) and one.name in SETUPS
        if self.fault or not (set_up or one.name in MOVES):
            return self
        try:
            if set_up:
                raise ValueError(f"{one.name} sets up discs after a move")
            move = _square(one.values[0])
            in_turn = self.game.black_to_move == (one.name == BLACK_MOVE)
            if in_turn == (move == PASS) and not self.game.over:  # it passes automatically
                raise ValueError(f"{one.name}[{one.values[0][:9]}] is out of turn")
            if move == PASS:
                return self
            game = self.game.copy()
            game.play(move)
        except ValueError as error:
            return self._replace(fault=f"line {one.line}: {error}")
        return _Place(game, (*self.path, move))


class _TreeReader:
    """Plays all lines of a game in one walk, and collects the comments on their places."""

    def __init__(self, start: Game) -> None:
        self.ends: list[_Place] = []
        self.comments: dict[MovePath, dict[str, None]] = {}
        self._place = _Place(start)
        self._node_comments: list[str] = []
        self._node = 0

    def read(self, tokens: list[Property | str]) -> None:
        """Play all moves; a comment is about the place after its node."""
        branches: list[_Place] = []
        before: Property | str = ""
        for one in tokens:
            if isinstance(one, Property):
                if one.node != self._node:
                    self._end_node()
                self._node, self._place = one.node, self._place.after(one)
                if one.name == COMMENT:
                    self._node_comments.append(one.values[0].strip())
            else:
                self._end_node()
                if one == "(":
                    branches.append(self._place)
                else:
                    self.ends += [] if before == ")" else [self._place]
                    self._place = branches.pop()
            before = one

    def _end_node(self) -> None:
        """Keep the comments of a node, each text once; none behind a wrong move."""
        if not self._place.fault:
            texts = self.comments.setdefault(self._place.path, {})
            texts.update((text, None) for text in self._node_comments if text)
        self._node_comments = []


def _entry(tokens: list[Property | str], name: str) -> Entry:
    """Game of these tokens; a side line with a wrong move ends before it.

    FormatError for a wrong move of the main line and for other games than Othello on 8 by 8.
    """
    main = [one for one in tokens[: tokens.index(")")] if isinstance(one, Property)]
    texts = {one.name: one.values[0] for one in reversed(main)}
    line = main[0].line if main else 1
    kind, size = (texts.get(key, "").strip() for key in ("GM", "SZ"))
    if kind != OTHELLO:
        raise _error(name, line, f"GM[{kind[:9]}] is not Othello, which is GM[{OTHELLO}]")
    if size not in ("", "8", "8:8"):
        raise _error(name, line, f"SZ[{size[:9]}]: a board that has not 8 by 8 squares")
    try:
        start = _start(main)
    except ValueError as error:
        raise FormatError(f"{name}: {error}") from None
    reader = _TreeReader(start)
    reader.read(tokens)
    end, *others = reader.ends
    if end.fault:
        raise FormatError(f"{name}: {end.fault}")
    tree = GameTree.of(end.game)
    for other in others:
        tree = tree.with_game(other.game)
    comments = ((path, " ".join(texts)) for path, texts in reader.comments.items())
    faults = (f"side line {n}: {one.fault}" for n, one in enumerate(others, 1) if one.fault)
    black, white, place, date = (texts.get(key, "") for key in ("PB", "PW", "PC", "DT"))
    result = end.game.result()
    tree = tree.with_comments(comments)
    return Entry(black, white, place, date, result, tree, faults=tuple(faults))


def read(text: str, name: str = "text", on_error: OnError = raise_error) -> list[Entry]:
    """Games of a text; FormatError begins with `name`, `on_error` takes those of bad games."""
    if len(text) > MOST_CHARACTERS:
        raise FormatError(f"{name}: more than {MOST_CHARACTERS} characters")
    text = decoded(text)
    if half := _SURROGATE.search(text):
        line = text.count("\n", 0, half.start()) + 1
        raise _error(name, line, f"{half[0]!r} is half of a character and no text")
    entries: list[Entry] = []
    games = _games(text, name)
    while True:
        try:
            tokens = next(games, None)
            if tokens is None:
                return entries
            entries.append(_entry(tokens, name))
        except FormatError as error:
            on_error(error)


# Writing


def _written(name: str, values: Iterable[str]) -> str:
    """Property as text."""
    escaped = (value.replace("\\", "\\\\").replace("]", "\\]") for value in values)
    return name + "".join(f"[{value}]" for value in escaped)


def _heading(entry: Entry) -> str:
    """First node of a game."""
    tree, result = entry.tree, entry.result
    winner = "?" if result is None else f"{'B' if result > 0 else 'W'}+{abs(result):g}"
    properties: dict[str, Iterable[str]] = {
        **{"FF": ["4"], "GM": [OTHELLO], "CA": ["UTF-8"], "SZ": ["8"]},
        **{"PB": [entry.black], "PW": [entry.white], "PC": [entry.place]},
        **{"DT": [date_text(entry.date, "-", "")], "RE": ["0" if result == 0 else winner]},
    }
    properties = {name: values for name, values in properties.items() if any(values)}
    if (tree.start, tree.black_starts) != (START, True):
        discs = tree.start if tree.black_starts else tree.start[::-1]
        for name, side in zip((BLACK_DISCS, WHITE_DISCS), discs, strict=True):
            if side:
                properties[name] = map(notation.square_name, squares(side))
        properties[TO_PLAY] = [BLACK_MOVE if tree.black_starts else WHITE_MOVE]
    if tree.comment:
        properties[COMMENT] = [tree.comment]
    return ";" + "".join(_written(*one) for one in properties.items())


def _lines_text(place: GameTree | GameNode) -> Iterator[str]:
    """Nodes of a line and of all lines that leave it."""
    for node in place.replies:
        side = BLACK_MOVE if node.black else WHITE_MOVE
        text = f";{_written(side, [notation.square_name(node.move)])}"
        text += _written(COMMENT, [node.comment]) if node.comment else ""
        yield f"\n({text}" if len(place.replies) > 1 else text
        yield from _lines_text(node)
        yield ")" if len(place.replies) > 1 else ""


def write(entries: Iterable[Entry]) -> str:
    """Text of games with their variations and comments, without passes and reviews."""
    text = "".join(f"({_heading(one)}\n{''.join(_lines_text(one.tree))})\n" for one in entries)
    if half := _SURROGATE.search(text):
        raise FormatError(f"{half[0]!r} is half of a character and no text")
    return text
