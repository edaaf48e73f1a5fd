"""Games with side lines and comments as JSON: the window's own files, which end in `.othello`.

>>> game = AnnotatedGame("Ann", "Bert", lines=((37, 43), (37, 45)), comments=(((37,), "so far"),))
>>> read(write(game)) == game
True

The main line is a list of moves; a move that has more to say is an object. `instead` holds the
lines that were tried in its place, each a list of moves again, passes left out:

    {"format": "othello game", "version": 1, "black": "Ann", "white": "Bert",
     "board": "---------------------------OX------XO--------------------------- X",
     "moves": [{"move": "f5", "comment": "so far"}, {"move": "d6", "instead": [["f6"]]}]}

`review` says what a move was worth, see `reviews`:

    {"move": "d6", "review": {"depth": 12, "value": -1.2, "best_value": 0.5, "line": "f6e6",
                              "proven": false}}
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from othello import notation
from othello.cli.errors import short_repr
from othello.files import FilePath, replace_file
from othello.formats.reading import FormatError, shown_sign
from othello.formats.reviews import Reviewed, Reviews, fields, from_fields
from othello.formats.side_lines import Path, branches
from othello.game import Game, IllegalMoveError
from othello.position import PASS, START, Position

SUFFIX = ".othello"
FORMAT, VERSION = "othello game", 1
MOST_CHARACTERS = 2**24
"""The longest file that is read."""
MOST_TREE_MOVES = 2**14
"""The most moves of a game with all its side lines."""
_HEADING = ("black", "white", "place", "date")

_Said = dict[Path, dict[str, Any]]
"""The comments and reviews of places as JSON has them, by their paths."""


class AnnotatedGame(NamedTuple):
    """A game with all its lines from the start, the main one first, and comments on places.

    `reviews` says what moves were worth, each with the path that ends in it.
    """

    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    start: Position = START
    black_starts: bool = True
    lines: tuple[Path, ...] = ((),)
    comments: tuple[tuple[Path, str], ...] = ()
    reviews: Reviews = ()


def _written_line(branch: Mapping[int, Any], path: Path, said: _Said) -> list[Any]:
    """A line and what was tried beside it, as JSON has it."""
    found: list[Any] = []
    while branch:
        first, *others = branch
        instead = []
        for other in others:
            beside = (*path, other)
            line = [_written_move(beside, [], said), *_written_line(branch[other], beside, said)]
            instead.append(line)
        path = (*path, first)
        found.append(_written_move(path, instead, said))
        branch = branch[first]
    return found


def _written_move(path: Path, instead: list[Any], said: _Said) -> Any:
    """The last move of a path as JSON has it."""
    name = notation.move_name(path[-1])
    more = {**said.get(path, {}), **({"instead": instead} if instead else {})}
    return {"move": name, **more} if more else name


def content_of(game: AnnotatedGame) -> dict[str, Any]:
    """What a file says of a game, to which others may add what `read` passes by."""
    said: _Said = {path: {"comment": text} for path, text in game.comments}
    for path, review in game.reviews:
        said.setdefault(path, {})["review"] = fields(review)
    content: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    content |= {name: text for name in _HEADING if (text := getattr(game, name))}
    content["board"] = notation.board_text(game.start, game.black_starts)
    content |= {name: text for name, text in said.get((), {}).items() if name == "comment"}
    content["moves"] = _written_line(branches(game.lines), (), said)
    return content


def text_of(content: dict[str, Any]) -> str:
    """The text of a file with this content."""
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def write(game: AnnotatedGame) -> str:
    """The text of a game."""
    return text_of(content_of(game))


def write_game(path: FilePath, game: AnnotatedGame) -> None:
    """Write a file, whole or not at all."""
    replace_file(path, write(game).encode())


class _Reading:
    """The lines, comments and reviews of a file, as they are found."""

    def __init__(self) -> None:
        self.lines: list[Path] = []
        self.comments: list[tuple[Path, str]] = []
        self.reviews: list[tuple[Path, Reviewed]] = []
        self._moves = 0

    def line(self, moves: Any, path: Path, game: Game) -> None:
        """Read a line that leaves another one after `path`, and play it in `game`.

        ValueError for what is no line, for a move against the rules and for too many moves.
        """
        if not isinstance(moves, list):
            raise ValueError(f"{short_repr(moves)} is no list of moves")
        branches: list[tuple[Path, Game, list[Any]]] = []
        for item in moves:
            found = item if isinstance(item, dict) else {"move": item}
            text, others = found.get("move"), found.get("instead", [])
            if not isinstance(text, str) or not isinstance(others, list):
                raise ValueError(f"move {len(path) + 1}: {short_repr(item)} is no move")
            if others:
                branches.append((path, game.copy(), others))
            path = self._played(notation.parse_move(text), path, game)
            self.comment(found, path)
            if "review" in found:
                self.reviews.append((path, from_fields(found["review"])))
        self.lines.append(path)
        for before, stand, others in branches:
            for other in others:
                self.line(other, before, stand.copy())

    def _played(self, move: int, path: Path, game: Game) -> Path:
        """The path with a move that is played in `game`; ValueError as of `line`."""
        self._moves += 1
        if self._moves > MOST_TREE_MOVES:
            raise ValueError(f"more than {MOST_TREE_MOVES} moves in all its lines")
        passed = move == PASS and game.moves[-1:] == (PASS,) and path[-1:] != (PASS,)
        try:
            if not passed:  # else the game has passed by itself
                game.play(move)
        except IllegalMoveError as error:
            line = f"side line {len(self.lines)}: " if self.lines else ""
            raise ValueError(f"{line}move {len(path) + 1}: {error}") from None
        return (*path, move)

    def comment(self, found: Mapping[str, Any], path: Path) -> None:
        """Read the comment on a place, if there is one."""
        text = found.get("comment", "")
        if not isinstance(text, str):
            raise ValueError(f"{short_repr(text)} is no comment")
        if text:
            self.comments.append((path, text))


def read(text: str, name: str = "text") -> AnnotatedGame:
    """The game of a text; `name` is what FormatError calls it."""
    if len(text) > MOST_CHARACTERS:
        raise FormatError(f"{name}: more than {MOST_CHARACTERS} characters")
    try:
        return _read(json.loads(text))
    except RecursionError:
        raise FormatError(f"{name}: lines inside lines, too deep for a game") from None
    except (ValueError, KeyError) as error:
        raise FormatError(f"{name}: {next(iter(str(error).splitlines()), '')}") from None


def _check_texts(content: Any) -> None:
    """ValueError for half of a surrogate pair in any text of a file, which could not be written."""
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{shown_sign(error.object[error.start])} in a text") from None


def _read(content: Any) -> AnnotatedGame:
    """The game of a file's content; ValueError for what is none."""
    _check_texts(content)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f'not a game: its "format" is not "{FORMAT}"')
    if content.get("version") != VERSION:
        raise ValueError(
            f"version {short_repr(content.get('version'))} of the format, not {VERSION}"
        )
    heading = [content.get(name, "") for name in _HEADING]
    board = content.get("board")
    if not isinstance(board, str) or not all(isinstance(text, str) for text in heading):
        raise ValueError("a board or a name that is no text")
    start, black_starts = notation.parse_board(board)
    reading = _Reading()
    reading.comment(content, ())
    reading.line(content.get("moves", []), (), Game(start, black_to_move=black_starts))
    lines, comments = tuple(reading.lines), tuple(reading.comments)
    black, white, place, date = heading
    known = tuple(reading.reviews)
    return AnnotatedGame(black, white, place, date, start, black_starts, lines, comments, known)
