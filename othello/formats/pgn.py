r"""PGN, the portable game notation, as Edax, PlayOK and FlyOrDie write games of Othello.

Headings such as `[Black "Ann"]` stand above the moves, which are numbered in pairs. The result
behind them is black's discs and white's, `38-26`, or `1-0`, `0-1`, `1/2-1/2` and `*`. A pass is
written in any spelling or left out. Comments in braces are kept; variations in brackets are left
out and counted in `faults`. Games begin at the start position.
FormatError for a text against the format, one line with the file and the line.

>>> game = read('[Black "Ann"]\n[White "Bert"]\n[Result "*"]\n\n1. f5 d6 2. c3 *')[0]
>>> game.black, game.game().transcript(), game.result
('Ann', 'f5d6c3', None)

Source: Edwards 1994, "Portable Game Notation Specification"; Delorme, game.c of Edax 4.5.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import TextIO

from othello import notation
from othello.formats.entry import Entry
from othello.formats.reading import (
    FormatError,
    OnError,
    PlacedError,
    date_text,
    decoded,
    one_line,
    parsed,
    raise_error,
    stream_of,
)
from othello.game import Game
from othello.game_tree import GameTree, MovePath
from othello.position import PASS, PASS_SPELLINGS, START

LONGEST_GAME = 2**16
"""Most characters of a game; games of servers have about 600."""
LINE_WIDTH = 79

UNKNOWN, UNFINISHED, DRAWN = "?", "*", "1/2-1/2"
_RESULT = rf"{DRAWN}|[0-9]{{1,2}}\s?-\s?[0-9]{{1,2}}|\*"
_DISCS = re.compile(r"([0-9]{1,2})\s?-\s?([0-9]{1,2})")
_FEWEST_DISCS = 4  # results of fewer discs name the winner, such as 1-0
_SQUARES = 64
# Edax does not escape quotes and backslashes in names: then the line ends the tag.
_TAG = re.compile(r'\s*\[\s*(\w+)\s*"(?:((?:[^"\\\n]|\\.)*)"\s*\]|([^\n]*)"[ \t]*\][ \t]*(?=\n|$))')
_TAG_LINE = re.compile(r"\s*\[\s*(\w+)\s*\"")
_INNER_TAG = re.compile(r"(?<=.)(?=\[\s*\w+\s*\")")
_TAG_ALONE = re.compile(rf'{_TAG_LINE.pattern}[^\n]*"\s*\]\s*$')
_RESULT_AT_END = re.compile(rf"(?:^|\s)(?:{_RESULT})\s*$")
_COMMENT_IN_LINE = re.compile(r"^%.*|\{[^}]*\}?|;.*", re.DOTALL)
_TOKEN = re.compile(
    r"\s+|(?<![^\n])%[^\n]*|\$[0-9]+|(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<bracket>[()])"
    rf"|(?P<result>{_RESULT})(?![^\s{{;])|[0-9]+\s*\.*"
    rf"|(?P<move>[a-h][1-8]|{'|'.join(PASS_SPELLINGS)})[!?]*",
    re.IGNORECASE,
)
_NO_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")


def _result(text: str, game: Game) -> float | None:
    """Black's disc difference, empties to the winner, out of a result; None if it has none.

    Discs count where the game is over or they fill the board; otherwise the board's result.
    """
    board = game.result()
    if match := _DISCS.fullmatch(text):
        black, white = int(match[1]), int(match[2])
        most = black + white if board is None else _SQUARES
        if _FEWEST_DISCS <= black + white <= _SQUARES == most:
            winner = (black > white) - (black < white)
            return winner * (_SQUARES - 2 * min(black, white))
    return 0 if board is None and text == DRAWN else board


def _without_comments(line: str, in_comment: bool) -> tuple[str, bool]:
    """Line without its comments, and True if one is open at its end."""
    opened = in_comment

    def blank(comment: re.Match[str]) -> str:
        nonlocal opened
        opened = comment[0][0] == "{" and comment[0][-1] != "}"
        return " "

    return _COMMENT_IN_LINE.sub(blank, "{" * in_comment + line), opened


def _behind_tags(line: str) -> str:
    """Rest of a line behind its headings; "" if the first one cannot be read."""
    end = 0
    while tag := _TAG.match(line, end):
        end = tag.end()
    return line[end:] if end else ""


def _lines(stream: TextIO) -> Iterator[str]:
    """Lines of a stream, those of headings cut before each heading; long ones are cut, too."""
    for line in iter(lambda: stream.readline(LONGEST_GAME + 1), ""):
        yield from _INNER_TAG.split(line) if _TAG_LINE.match(line) else [line]


def _written_games(stream: TextIO) -> Iterator[tuple[int, str]]:
    """Text of each game and the number of its first line.

    A game ends with a result at the end of a line, or before the next headings, even within a
    comment. Its first heading, once more, is the next game's. Games that are too long are cut.
    """
    parts: list[str] = []
    heading, size, first, number = "", 0, 1, 1
    moves = comment = ended = False
    for line in _lines(stream):
        tag = (_TAG_ALONE if comment else _TAG_LINE).match(line)
        begins = tag is not None and (moves or comment or tag[1] == heading)
        if begins or (ended and not comment and line.strip()):
            if moves or heading:
                yield first, "".join(parts)
            parts, heading, size = [], "", 0
            moves = comment = ended = False
        if not parts:
            first = number
        if size <= LONGEST_GAME and (parts or line.strip()):
            parts.append(line)
            size += len(line)
        heading = heading or (tag[1] if tag else "")
        text, comment = _without_comments(_behind_tags(line) if tag else line, comment)
        if text.strip():
            moves, ended = True, _RESULT_AT_END.search(text) is not None
        number += line.endswith("\n")
    if moves or heading:
        yield first, "".join(parts)


class _MoveReader:
    """Plays the moves of a game and collects its comments.

    `side_lines` counts them, `depth` the brackets that are open.
    """

    def __init__(self) -> None:
        self.game, self.result = Game(), ""
        self.comments: dict[MovePath, list[str]] = {}
        self.side_lines = self.depth = 0
        self._path: MovePath = ()
        self._pass_is_due = False

    @property
    def in_moves(self) -> bool:
        """True after the first move, result or side line."""
        return bool(self._path or self.result or self.side_lines)

    def take(self, token: re.Match[str]) -> None:
        """Take a token of the moves; ValueError for a wrong one."""
        if token["bracket"]:
            self.depth += 1 if token["bracket"] == "(" else -1
            self.side_lines += token["bracket"] == "(" and self.depth == 1
            if self.depth < 0:
                raise ValueError("a bracket that nothing opens")
        elif token["comment"]:
            text = token["comment"].lstrip(";").removeprefix("{").removesuffix("}")
            text = " ".join(text.split())
            if text and not self.depth:
                self.comments.setdefault(self._path, []).append(text)
        elif token["result"] and not self.depth:
            self.result = token["result"]
        elif token["move"] and not self.depth:
            self._play(notation.parse_move(token["move"].lower()))

    def _play(self, move: int) -> None:
        """Play a move; a pass has been played automatically."""
        if self.result:
            raise ValueError(f"{notation.move_name(move)} behind the result")
        if move == PASS and (self._pass_is_due or self.game.over):
            self._pass_is_due = False
            return
        self.game.play(move)
        self._path = (*self._path, move)
        self._pass_is_due = self.game.passed


def _game(text: str) -> Entry:
    """Game of a text; PlacedError for anything else."""
    if len(text) > LONGEST_GAME:
        raise PlacedError(0, f"a game of more than {LONGEST_GAME} characters")
    tags, reader = _read(text)
    if "FEN" in tags:
        raise PlacedError(0, "a game with another start (FEN)")
    if not (tags or reader.game.moves):
        raise PlacedError(0, "neither headings nor moves")
    tags = {name: value for name, value in tags.items() if value != UNKNOWN}
    result = tags.get("Result", UNFINISHED)
    comments = ((path, " ".join(texts)) for path, texts in reader.comments.items())
    count = reader.side_lines
    return Entry(
        *(tags.get("Black", ""), tags.get("White", "")),
        ", ".join(filter(None, (tags.get("Event"), tags.get("Site")))),
        tags.get("Date", "").split(".?")[0].strip("?."),
        _result(reader.result if result == UNFINISHED else result, reader.game),
        GameTree.of(reader.game).with_comments(comments),
        faults=(f"{count} side line{'s' * (count > 1)} left out",) if count else (),
    )


def _read(text: str) -> tuple[dict[str, str], _MoveReader]:
    """Headings of a game, the last of each name, and its moves."""
    tags: dict[str, str] = {}
    reader, place = _MoveReader(), 0
    while place < len(text):
        try:
            place = _take(text, place, tags, reader)
        except ValueError as error:
            raise PlacedError(place, str(error)) from None
    if reader.depth:
        raise PlacedError(len(text.rstrip()), "a side line has no ) at its end")
    return tags, reader


def _take(text: str, place: int, tags: dict[str, str], reader: _MoveReader) -> int:
    """Take a heading or a token of the moves; return its end. ValueError for anything else."""
    tag = None if reader.in_moves else _TAG.match(text, place)
    if tag:
        value = re.sub(r'\\(["\\])', r"\1", tag[2]) if tag[3] is None else tag[3]
        if _NO_TEXT.search(value):
            raise ValueError(f"{tag[1]}: {value[:20]!r} holds control characters")
        tags[tag[1]] = value
        return tag.end()
    token = _TOKEN.match(text, place)
    if token is None:
        if text[place] == "{":
            raise ValueError("a comment has no } at its end")
        raise ValueError(f"expected a move or a result, got {text[place : place + 8].split()[0]!r}")
    reader.take(token)
    return token.end()


def read_stream(stream: TextIO, name: str, on_error: OnError) -> Iterator[Entry]:
    """Games of a stream one by one; `on_error` takes the error of each bad game."""
    games = ((line, decoded(text)) for line, text in _written_games(stream))
    return parsed(games, _game, name, on_error)


def read(text: str, name: str = "text", on_error: OnError = raise_error) -> list[Entry]:
    """Games of a text; FormatError begins with `name`, `on_error` takes those of bad games."""
    return list(read_stream(stream_of(text), name, on_error))


def _comment_words(text: str) -> list[str]:
    """Words of a comment in braces; [] without a comment."""
    return f"{{{text.replace('}', ')')}}}".split() if text.strip() else []


def _wrapped(words: Iterable[str]) -> str:
    """Words in lines of at most LINE_WIDTH characters, unless one is longer.

    No line begins with a bracket, which would look like a heading.
    """
    text = " ".join(words).replace(" [", "\0[")
    lines = textwrap.fill(text, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)
    return lines.replace("\0", " ")


def _result_text(result: float | None) -> str:
    """Result as the discs of both sides, "38-26"; "*" for none."""
    black = 32 if result is None else 32 + result / 2
    is_score = result is not None and black == int(black) and 0 <= black <= _SQUARES
    return f"{int(black)}-{_SQUARES - int(black)}" if is_score else UNFINISHED


def _text(entry: Entry) -> str:
    """Game as text: headings, an empty line, the moves of the main line and the result."""
    result, date = _result_text(entry.result), date_text(entry.date, ".", "??")
    tags = {"Event": UNKNOWN, "Site": entry.place or UNKNOWN, "Date": date or "????.??.??"}
    tags |= {"Round": UNKNOWN, "Black": entry.black or UNKNOWN, "White": entry.white or UNKNOWN}
    tags |= {"Result": result, **dict(entry.headings)}
    game, nodes = entry.game(), entry.tree.nodes_on(entry.moves)
    if (game.start, game.black_starts) != (START, True):
        raise FormatError("PGN holds only games from the start position; SGF and GGF hold others")
    lines = []
    for name, value in zip(tags, map(one_line, tags.values()), strict=True):
        if _NO_TEXT.search(value):
            raise FormatError(f"PGN has no way to write {name} {value[:40]!r}")
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    comments = iter([node.comment for node in nodes])
    words = _comment_words(entry.tree.comment)
    for ply, move in enumerate(game.moves):
        words += [f"{ply // 2 + 1}."] if ply % 2 == 0 else []
        words.append(notation.move_name(move))
        words += _comment_words(next(comments)) if move != PASS else []
    return "\n".join([*lines, "", _wrapped([*words, result]), ""])


def write(entries: Iterable[Entry]) -> str:
    """Text of games without side lines and reviews, with an empty line between two.

    FormatError for a game that PGN cannot hold.
    """
    return "\n".join(map(_text, entries))
