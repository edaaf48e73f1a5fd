r"""PGN, the portable game notation, as Edax, PlayOK and FlyOrDie write games of Othello.

Headings such as `[Black "Ann"]` stand above the moves, which are numbered in pairs. The result
behind them is black's discs and white's, `38-26`, or `1-0`, `0-1`, `1/2-1/2` and `*`. A pass is
written in any spelling or left out. Comments in braces are kept; variations in brackets are left
out, and `faults` says so. Edax's `FEN` is another start: p is a black disc, P a white one, from a8.
FormatError for a text against the format, one line with the file and the line.

>>> game = read('[Black "Ann"]\n[White "Bert"]\n[Result "*"]\n\n1. f5 d6 2. c3 *')[0]
>>> game.black, game.game.transcript(), game.result
('Ann', 'f5d6c3', None)

Source: Edwards 1994, "Portable Game Notation Specification"; Delorme, game.c of Edax 4.5.
"""

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TextIO

from othello import notation
from othello.files import FilePath, replace_file
from othello.formats.reading import (
    FormatError,
    Refused,
    check_lines,
    decoded,
    open_text,
    strictly,
)
from othello.formats.side_lines import Path
from othello.game import Game
from othello.moves import PASS_NAME, PASS_SPELLINGS
from othello.position import PASS, START

LONGEST_GAME = 2**16
"""The most characters of a game; one of a server has some 600."""
LINE_WIDTH = 79

UNKNOWN, UNFINISHED, DRAWN = "?", "*", "1/2-1/2"
_HEADING = ("Event", "Site", "Date", "Round", "Black", "White", "Result")
_RESULT = rf"{DRAWN}|[0-9]{{1,2}}\s?-\s?[0-9]{{1,2}}|\*"
_DISCS = re.compile(r"([0-9]{1,2})\s?-\s?([0-9]{1,2})")
_FEWEST_DISCS = 4  # a result of fewer says who won, such as 1-0
_SQUARES = 64
# The quotes and backslashes of names have no escape where Edax writes them: then a line ends a tag.
_TAG = re.compile(r'\s*\[\s*(\w+)\s*"(?:((?:[^"\\\n]|\\.)*)"\s*\]|([^\n]*)"[ \t]*\][ \t]*(?=\n|$))')
_TAG_LINE = re.compile(r"\s*\[\s*\w+\s*\"")
_RESULT_AT_END = re.compile(rf"(?:^|[\s}}])(?:{_RESULT})\s*$")
_COMMENT_IN_LINE = re.compile(r"\{[^{}]*\}|;.*")
_TOKEN = re.compile(
    r"\s+|(?<![^\n])%[^\n]*|\$[0-9]+|(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<bracket>[()])"
    rf"|(?P<result>{_RESULT})(?![^\s{{;])|[0-9]+\s*\.*"
    rf"|(?P<move>[a-h][1-8]|{'|'.join(PASS_SPELLINGS)})[!?]*",
    re.IGNORECASE,
)
_NO_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")
_DISC_NAMES = {"p": "X", "P": "O"}
_SIDES = {"b": "X", "w": "O"}


class PgnGame(NamedTuple):
    """The headings of a game in their order, and the game with all its moves played.

    `comments` stand with the moves before them, without passes.
    """

    tags: tuple[tuple[str, str], ...]
    game: Game
    comments: tuple[tuple[Path, str], ...] = ()
    faults: tuple[str, ...] = ()

    def text(self, name: str) -> str:
        """The first value of a heading; "" if it is missing or unknown."""
        found = next((value for known, value in self.tags if known == name), "")
        return "" if found == UNKNOWN else found

    @property
    def black(self) -> str:
        """Black's name."""
        return self.text("Black")

    @property
    def white(self) -> str:
        """White's name."""
        return self.text("White")

    @property
    def place(self) -> str:
        """The event and the site, as far as they are known."""
        return ", ".join(filter(None, (self.text("Event"), self.text("Site"))))

    @property
    def date(self) -> str:
        """The date without its unknown parts: "2020.05.05", or "2020" of "2020.??.??"."""
        return self.text("Date").split(".?")[0].strip("?.")

    @property
    def result(self) -> float | None:
        """Black's disc difference, empties to the winner; None if the file says none.

        Discs count where the game is over or they fill the board; otherwise the board's result.
        """
        text, board = self.text("Result"), self.game.result()
        if found := _DISCS.fullmatch(text):
            black, white = int(found[1]), int(found[2])
            most = black + white if board is None else _SQUARES
            if _FEWEST_DISCS <= black + white <= _SQUARES == most:
                winner = (black > white) - (black < white)
                return winner * (_SQUARES - 2 * min(black, white))
        return 0 if board is None and text == DRAWN else board


def _written_games(stream: TextIO) -> Iterator[tuple[int, str]]:
    """The text of each game and the number of its first line.

    A game ends with a result at the end of a line, or above the next headings. Of one that is too
    long only what shows that it is.
    """
    parts: list[str] = []
    size, first, number = 0, 1, 1
    moves = comment = ended = False
    for line in iter(lambda: stream.readline(LONGEST_GAME + 1), ""):
        is_tag = not comment and _TAG_LINE.match(line) is not None
        if ended and line.strip() or (moves and is_tag):
            yield first, "".join(parts)
            parts, size, moves, ended = [], 0, False, False
        if not parts:
            first = number
        if size <= LONGEST_GAME and (parts or line.strip()):
            parts.append(line)
            size += len(line)
        if not is_tag and line.strip():
            moves = True
            opened, closed = line.rfind("{"), line.rfind("}")
            comment = opened > closed if opened != closed else comment
            said = _COMMENT_IN_LINE.sub(" ", line)
            ended = not comment and _RESULT_AT_END.search(said) is not None
        number += line.endswith("\n")
    if parts:
        yield first, "".join(parts)


def _start(tags: Mapping[str, str]) -> Game:
    """The game before its first move; ValueError for a FEN that is no board of Othello."""
    if "FEN" not in tags:
        return Game()
    fen = tags["FEN"]
    ranks, _, rest = fen.strip().partition(" ")
    rows = [
        "".join(
            "-" * int(sign) if sign in "12345678" else _DISC_NAMES.get(sign, "?") for sign in rank
        )
        for rank in ranks.split("/")
    ]
    side = _SIDES.get(rest.strip()[:1])
    if side is None or [len(row) for row in rows] != [8] * 8 or "?" in "".join(rows):
        raise ValueError(f"FEN {fen[:20]!r} is no board of Othello: p, P and a side, b or w")
    return Game.from_board("".join(reversed(rows)) + side)


class _Reading:
    """The moves, comments and result of a game, as they are found; `side_lines` counts brackets."""

    def __init__(self, game: Game) -> None:
        self.game, self.result = game, ""
        self.comments: dict[Path, list[str]] = {}
        self.side_lines = self._depth = 0
        self._path: Path = ()
        self._pass_is_due = game.moves[-1:] == (PASS,)

    def take(self, token: re.Match[str]) -> None:
        """Take a token of the moves; ValueError for one that cannot stand there."""
        if token["bracket"]:
            self._depth += 1 if token["bracket"] == "(" else -1
            self.side_lines += token["bracket"] == "(" and self._depth == 1
            if self._depth < 0:
                raise ValueError("a bracket that nothing opens")
        elif token["comment"]:
            text = " ".join(token["comment"][1:].removesuffix("}").split())
            if text and not self._depth:
                self.comments.setdefault(self._path, []).append(text)
        elif token["result"] and not self._depth:
            self.result = token["result"]
        elif token["move"] and not self._depth:
            self._play(notation.parse_move(token["move"].lower()))

    def _play(self, move: int) -> None:
        """Play a move, or a pass, which the game has made by itself."""
        if self.result:
            raise ValueError(f"{notation.move_name(move)} behind the result")
        if move == PASS and (self._pass_is_due or self.game.over):
            self._pass_is_due = False
            return
        self.game.play(move)
        self._path = (*self._path, move)
        self._pass_is_due = self.game.moves[-1] == PASS


def _game(text: str) -> PgnGame:
    """The game of a text; _PlacedError for one that is none."""
    if len(text) > LONGEST_GAME:
        raise _PlacedError(0, f"a game of more than {LONGEST_GAME} characters")
    tags, place = _tags(text)
    try:
        reading = _Reading(_start(dict(reversed(tags))))
    except ValueError as error:
        raise _PlacedError(0, str(error)) from None
    while place < len(text):
        token = _TOKEN.match(text, place)
        try:
            if token is None:
                raise ValueError(f"{text[place : place + 8].split()[0]!r} is no move or result")
            reading.take(token)
        except ValueError as error:
            raise _PlacedError(place, str(error)) from None
        place = token.end()
    if not (tags or reading.game.moves):
        raise _PlacedError(0, "neither headings nor moves")
    if dict(tags).get("Result", UNKNOWN) in (UNKNOWN, UNFINISHED) and reading.result:
        tags = list((dict(tags) | {"Result": reading.result}).items())
    comments = tuple((path, " ".join(texts)) for path, texts in reading.comments.items())
    count = reading.side_lines
    faults = (f"{count} side line{'s' * (count > 1)} left out",) if count else ()
    return PgnGame(tuple(tags), reading.game, comments, faults)


class _PlacedError(ValueError):
    """What is wrong with a game, and after how many of its characters."""

    def __init__(self, place: int, what: str) -> None:
        super().__init__(what)
        self.place = place


def _tags(text: str) -> tuple[list[tuple[str, str]], int]:
    """The headings of a game, and where its moves begin."""
    tags: list[tuple[str, str]] = []
    place = 0
    while True:
        tag = _TAG.match(text, place)
        if tag is None:
            return tags, place
        value = re.sub(r'\\(["\\])', r"\1", tag[2]) if tag[3] is None else tag[3]
        if _NO_TEXT.search(value):
            raise _PlacedError(place, f"{tag[1]}: {value[:20]!r} holds control characters")
        tags.append((tag[1], value))
        place = tag.end()


def read_stream(stream: TextIO, name: str, refused: Refused) -> Iterator[PgnGame]:
    """The games of a stream, as `read_games` has them."""
    good = bad = 0
    for line, written in _written_games(stream):
        text = decoded(written)
        try:
            yield _game(text)
            good += 1
        except _PlacedError as error:
            line += text.count("\n", 0, error.place)
            refused(FormatError(f"{name}: line {line}: {error}"))
            bad += 1
            check_lines(name, good, bad)


def read(text: str, name: str = "text", refused: Refused = strictly) -> list[PgnGame]:
    """The games of a text; `name` is what FormatError calls it, `refused` takes the errors."""
    return list(read_stream(io.StringIO(text, newline=None), name, refused))


def read_games(path: FilePath, refused: Refused = strictly) -> Iterator[PgnGame]:
    """The games of a file one by one; it is read as they are asked for, never held whole.

    `refused` is called with the error of each game that cannot be read.
    """
    with open_text(path) as stream:
        yield from read_stream(stream, str(path), refused)


def result_text(difference: float | None) -> str:
    """A disc difference of black's as the discs of both, "38-26"; "*" if there is none."""
    black = 32 if difference is None else 32 + difference / 2
    known = difference is not None and black == int(black) and 0 <= black <= _SQUARES
    return f"{int(black)}-{_SQUARES - int(black)}" if known else UNFINISHED


def from_game(game: Game, heading: Mapping[str, str] | None = None) -> PgnGame:
    """A record of a game, from its start to where it stands.

    `heading` holds values by name: "Black" and "White" the players, "Site" the place, "Date" such
    as "2020.05.05", "Result" one that is not the board's. FormatError for what PGN cannot hold.
    """
    texts = dict.fromkeys(_HEADING, UNKNOWN) | {"Date": "????.??.??"}
    texts |= {"Result": result_text(game.result())}
    texts |= {name: text for name, text in (heading or {}).items() if text}
    black_starts = game.black_to_move == (len(game.moves) % 2 == 0)
    if (game.positions[0], black_starts) != (START, True):
        texts |= {"SetUp": "1", "FEN": _fen(notation.board_text(game.positions[0], black_starts))}
    for name, text in texts.items():
        if re.fullmatch(r"\w+", name) is None or _NO_TEXT.search(text):
            raise FormatError(f"PGN has no way to write {name} {text[:40]!r}")
    return PgnGame(tuple(texts.items()), game)


def _fen(board: str) -> str:
    """A board in text as Edax writes it into a FEN."""
    names = {disc: name for name, disc in _DISC_NAMES.items()}
    ranks = []
    for start in range(56, -1, -8):
        rank = "".join(names.get(sign, "-") for sign in board[start : start + 8])
        ranks.append(re.sub("-+", lambda empty: str(len(empty[0])), rank))
    side = next(name for name, disc in _SIDES.items() if disc == board[-1])
    return f"{'/'.join(ranks)} {side} - - 0 1"


def _comment_words(text: str) -> list[str]:
    """The words of a comment in braces; [] for no comment."""
    return f"{{{text.replace('}', ')')}}}".split() if text.strip() else []


def _wrapped(words: Iterable[str]) -> list[str]:
    """Words in lines of at most LINE_WIDTH characters, unless one is longer."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _text(record: PgnGame) -> str:
    """A game as text: headings, an empty line, the moves and the result."""
    lines = []
    for name, value in record.tags:
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
    said: dict[Path, str] = dict(record.comments)
    path: Path = ()
    words = _comment_words(said.get(path, ""))
    for ply, move in enumerate(record.game.moves):
        words += [f"{ply // 2 + 1}."] if ply % 2 == 0 else []
        words.append(PASS_NAME if move == PASS else notation.square_name(move))
        if move != PASS:
            path = (*path, move)
            words += _comment_words(said.get(path, ""))
    words.append(dict(record.tags).get("Result", UNFINISHED))
    return "\n".join([*lines, "", *_wrapped(words), ""])


def write(games: Iterable[PgnGame]) -> str:
    """The text of games, with an empty line between two."""
    return "\n".join(map(_text, games))


def write_games(path: FilePath, games: Iterable[PgnGame]) -> None:
    """Write a file, whole or not at all."""
    replace_file(path, write(games).encode())
