"""SGF, the smart game format, for games of Othello with their variations and comments.

The first variation continues the main line; all others are side lines. A comment `C` is about the
position after the move in its node. A move is a square such as "f5", or two letters as in Go,
column and row from above: "fe" is the same square. A pass may be left out; it is "", "tt" or as in
transcripts. Without PL the first move tells who begins on a board that is set up. Text outside of
games is ignored. FormatError, one line, for anything else. A file that is not UTF-8 is read as
Latin-1, SGF's own character set.

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
from othello.formats.reading import (
    FormatError,
    OnError,
    check_share,
    date_text,
    decoded,
    one_line,
    raise_error,
)
from othello.game import Game
from othello.game_tree import GameNode, GameTree, MovePath
from othello.position import PASS, PASS_SPELLINGS, START, Position

OTHELLO = "2"
"""Value of GM for Othello."""
MOST_PARTS = 2**16
"""Largest number of properties and brackets of a game."""

BLACK_MOVE, WHITE_MOVE, COMMENT = "B", "W", "C"
BLACK_DISCS, WHITE_DISCS, NO_DISCS, TO_PLAY = "AB", "AW", "AE", "PL"
TEXTS = "PB", "PW", "PC", "DT"
"""Players, place and date."""
_FORFEITS = {"time forfeit": "T", "rules infraction": "F", "abandoned": "F"}
"""Margins in RE by the game's ending in words of PGN."""
MOVES, SETUPS = (BLACK_MOVE, WHITE_MOVE), (BLACK_DISCS, WHITE_DISCS, NO_DISCS)
_PASSES = ("", "tt", *PASS_SPELLINGS)
_SIDES = {"b": True, "black": True, "w": False, "white": False}
"""Values of PL in small letters, True for black."""
# The numbers of escaped characters in a value and of values bound the memory of a match.
_VALUE = r"\[([^\]\\]*(?:\\.[^\]\\]*){0,9999})\]"
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which is no text."""
_VALUE_IN_START = r"\[[^\]\\(]*(?:(?:\\.|\((?!\s*;))[^\]\\(]*){0,999}\]"
_START = re.compile(
    rf"\(\s*;(?:\s*[A-Za-z]+(?:\s*{_VALUE_IN_START})+)*?"
    r"\s*(?:FF|G[a-z]*M[a-z]*)\s*\[[^\]\\(]{0,99}\]",
    re.DOTALL,
)
"""First node of a game up to FF or GM, which stand nowhere else.

A game in a comment does not match: its brackets are escaped.
"""
_PART = re.compile(r"\(\s*;|GM\s*\[|[;)]\s*[BW]\s*\[")
"""Beginning of a game, or a part of one without its beginning."""
_ESCAPED = re.compile(r"\\(?:\r\n|\n\r|[\r\n]|(.))", re.DOTALL)
"""An escaped character, or a line end that joins two lines."""
_TOKEN = re.compile(rf"(?:([();])|([A-Za-z]+)((?:\s*{_VALUE}){{1,999}}))\s*", re.DOTALL)


class Property(NamedTuple):
    """A name such as PB, its values, and the line that it begins in."""

    name: str
    values: tuple[str, ...]
    line: int


class _Node(NamedTuple):
    """Properties of a node, and the index of the node before it; -1 for the first."""

    before: int
    properties: list[Property]


def _fault(line: int, problem: object) -> ValueError:
    """Error with the line that it is in."""
    return ValueError(f"line {line}: {problem}")


def _nodes(text: str, place: int, limit: int, line: int) -> tuple[list[_Node], int]:
    """Nodes of the game at `place` in their order, and the place of its end, before `limit`.

    Properties behind the end of a variation are left out. ValueError for anything but a game.
    """
    nodes: list[_Node] = []
    branches: list[int] = []  # the nodes after which the open variations begin
    here, last = -1, ""
    if text[place] != "(":
        raise _fault(line, "something before the ( of a game")
    if half := _SURROGATE.search(text, place, limit):
        raise _fault(line, f"{half[0]!r} is half of a character and no text")
    limit = place + len(text[place:limit].rstrip())
    for _ in range(MOST_PARTS):
        token = _TOKEN.match(text, place, limit)
        if token is None and place < limit:
            raise _fault(line, f"unexpected character {text[place]!r}")
        if token is None:
            raise _fault(line, "the text ends within a game")
        sign = token[1] or ""
        if sign == ";" or (not sign and last == "("):
            nodes.append(_Node(here, []))
            here = len(nodes) - 1
        if sign == "(":
            branches.append(here)
        elif sign == ")":
            here = branches.pop()
        elif not sign and last != ")":
            values = re.findall(_VALUE, token[3], re.DOTALL)
            # Files of earlier versions have names such as GaMe; small letters mean nothing.
            name = "".join(filter(str.isupper, token[2]))
            plain = tuple(_ESCAPED.sub(r"\1", value) for value in values)
            nodes[here].properties.append(Property(name, plain, line))
        place = token.end()
        if not branches:
            return nodes, place
        last = sign or (last if last == ")" else "")
        line += token[0].count("\n")
    raise _fault(line, f"a game of more than {MOST_PARTS} properties and brackets")


def _square(text: str) -> int:
    """Square of a value, or PASS; NotationError for anything else."""
    text = text.strip().lower()
    if text in _PASSES:
        return PASS
    if re.fullmatch("[a-h][a-h]", text):
        text = f"{text[0]}{ord(text[1]) - ord('a') + 1}"
    return notation.parse_square(text)


def _discs(text: str) -> int:
    """Bitboard of a value of discs: a square, or two corners of a rectangle as in d4:e5.

    NotationError for anything else, also for a pass.
    """
    corners = [_square(corner) for corner in text.split(":", 1)]
    if PASS in corners:
        notation.parse_square(text)  # raises
    rows, columns = ([corner // unit % 8 for corner in corners] for unit in (8, 1))
    return sum(
        1 << 8 * row + column
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    )


def _start(properties: list[Property]) -> Game:
    """Game before its first move: the usual start unless discs are set up.

    ValueError, with the line, for anything but a board.
    """
    discs = dict.fromkeys(SETUPS, 0)
    black, line = None, 1
    try:
        for one in itertools.takewhile(lambda one: one.name not in MOVES, properties):
            line = one.line if one.name in (*SETUPS, TO_PLAY) else line
            if one.name in discs:
                for value in one.values:
                    discs[one.name] |= _discs(value)
            elif one.name == TO_PLAY:
                side = one.values[0]
                black = _SIDES.get(side.strip().lower())
                if black is None:
                    raise ValueError(f"{TO_PLAY}: expected B or W, got {side[:9]!r}")
        sides = tuple(discs[name] & ~discs[NO_DISCS] for name in (BLACK_DISCS, WHITE_DISCS))
        if black is None:
            moves = (one.name == BLACK_MOVE for one in properties if one.name in MOVES)
            black = next(moves, True) or not any(sides)
        position = Position(*(sides if black else sides[::-1])) if any(sides) else START
        return Game(position, black_to_move=black)
    except ValueError as error:
        raise _fault(line, error) from None


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
            return self._replace(fault=str(_fault(one.line, error)))
        return _Place(game, (*self.path, move))


def _entry(nodes: list[_Node]) -> Entry:
    """Game of these nodes; a side line with a wrong move ends before it.

    ValueError for a wrong move of the main line and for other games than Othello on 8 by 8.
    """
    followed = {node.before for node in nodes}
    last, *side_lines = (n for n in range(len(nodes) or 1) if n not in followed)
    main = [one for node in nodes[: last + 1] for one in node.properties]
    texts = {one.name: one.values[0] for one in reversed(main)}
    line = main[0].line if main else 1
    kind, size = (texts.get(key, "").strip() for key in ("GM", "SZ"))
    if kind != OTHELLO:
        raise _fault(line, f"GM[{kind[:9]}] is not Othello, which is GM[{OTHELLO}]")
    if size not in ("", "8", "8:8"):
        raise _fault(line, f"SZ[{size[:9]}]: a board that has not 8 by 8 squares")
    places, comments = _played(nodes, _start(main))
    end, others = places[last], [places[number] for number in side_lines]
    if end.fault:
        raise ValueError(end.fault)
    tree = GameTree.of(end.game)
    for other in others:
        tree = tree.with_game(other.game)
    tree = tree.with_comments((path, " ".join(parts)) for path, parts in comments.items())
    faults = (f"side line {n}: {one.fault}" for n, one in enumerate(others, 1) if one.fault)
    if not (comments or tree.replies or tree.start != START or any(map(texts.get, TEXTS))):
        raise _fault(line, "neither names nor moves")
    black, white, place, date = (one_line(texts.get(key, "")) for key in TEXTS)
    return Entry(black, white, place, date, end.game.result(), tree, faults=tuple(faults))


def _played(
    nodes: list[_Node], start: Game
) -> tuple[list[_Place], dict[MovePath, dict[str, None]]]:
    """Place after each node, and the comments on each path, each text once.

    A comment is about the place after its node; those behind a wrong move are left out.
    """
    places: list[_Place] = []
    comments: dict[MovePath, dict[str, None]] = {}
    for node in nodes:
        place = places[node.before] if node.before >= 0 else _Place(start)
        for one in node.properties:
            place = place.after(one)
        places.append(place)
        texts = (one.values[0].strip() for one in node.properties if one.name == COMMENT)
        for text in filter(None, texts if not place.fault else ()):
            comments.setdefault(place.path, {})[text] = None
    return places, comments


def read(text: str, name: str = "text", on_error: OnError = raise_error) -> list[Entry]:
    """Games of a text; FormatError begins with `name`, `on_error` takes those of bad games."""
    if len(text) > MOST_CHARACTERS:
        raise FormatError(f"{name}: more than {MOST_CHARACTERS} characters")
    text = decoded(text)
    entries: list[Entry] = []
    counted, line, place, number = 0, 1, 0, 0
    while part := _PART.search(text, place):
        number += 1
        line += text.count("\n", counted, part.start())
        counted = part.start()
        start = _START.search(text, counted + 1)  # a game that cannot be read ends there
        place = start.start() if start else len(text)
        try:
            nodes, place = _nodes(text, counted, place, line)
            entries.append(_entry(nodes))
        except ValueError as error:
            on_error(FormatError(f"{name}: {error}"))
            check_share(len(entries), number, name)
    return entries


# Writing


def _written(name: str, values: Iterable[str]) -> str:
    """Property as text."""
    escaped = (value.replace("\\", "\\\\").replace("]", "\\]") for value in values)
    return name + "".join(f"[{value}]" for value in escaped)


def _heading(entry: Entry) -> str:
    """First node of a game."""
    tree, result = entry.tree, entry.result
    headings = dict(entry.headings)
    main, plus, more = headings.get("TimeControl", "").partition("+")
    margin = _FORFEITS.get(headings.get("Termination", ""), f"{abs(result or 0):g}")
    winner = "?" if result is None else f"{'B' if result > 0 else 'W'}+{margin}"
    comment = "; ".join(map(": ".join, entry.headings))
    properties: dict[str, Iterable[str]] = {
        **{"FF": ["4"], "GM": [OTHELLO], "CA": ["UTF-8"], "SZ": ["8"]},
        **{"PB": [entry.black], "PW": [entry.white], "PC": [entry.place]},
        **{"DT": [date_text(entry.date, "-", "")], "RE": ["0" if result == 0 else winner]},
        **{"RO": [headings.get("Round", "")], "TM": [plus and main], "GC": [comment]},
        **{"OT": [plus and f"{more} s a move"]},
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
