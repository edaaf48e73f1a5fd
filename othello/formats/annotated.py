"""Games with side lines, comments and reviews as JSON: the window's `.othello` files.

>>> game = Entry("Ann", "Bert", tree=GameTree().with_line((37, 43)).with_line((37, 45)))
>>> read(write(game)) == game
True

The main line is a list of moves; a move with additional data is an object. `instead` holds the
lines that were tried in its place, each a list of moves again. Passes are left out:

    {"format": "othello game", "version": 1, "black": "Ann", "white": "Bert",
     "board": "---------------------------OX------XO--------------------------- X",
     "moves": [{"move": "f5", "comment": "so far"}, {"move": "d6", "instead": [["f6"]]}]}

`review` holds values of a move, see `entry`:

    {"move": "d6", "review": {"depth": 12, "value": -1.2, "best_value": 0.5, "line": "f6e6",
                              "proven": false}}
"""

import json
from collections.abc import Mapping
from typing import Any

from othello import notation
from othello.cli.errors import short_repr
from othello.formats.entry import Entry, Reviewed, review_fields, review_of
from othello.formats.reading import FormatError, char_repr, without_bom
from othello.game_tree import GameNode, GameTree, MovePath
from othello.position import PASS

SUFFIX = ".othello"
FORMAT, VERSION = "othello game", 1
MOST_CHARACTERS = 2**24
"""Largest number of characters of a file."""
MOST_TREE_MOVES = 2**14
"""Largest number of moves of a game with all its side lines."""
_HEADING = ("black", "white", "place", "date")


def _written_line(
    place: GameTree | GameNode, path: MovePath, reviews: Mapping[MovePath, Reviewed]
) -> list[Any]:
    """Moves after a place and the lines that leave them, as JSON."""
    moves: list[Any] = []
    while place.replies:
        first, *others = place.replies
        instead = []
        for other in others:
            line = _written_line(other, (*path, other.move), reviews)
            instead.append([_written_move(other, path, [], reviews), *line])
        moves.append(_written_move(first, path, instead, reviews))
        place, path = first, (*path, first.move)
    return moves


def _written_move(
    node: GameNode, path: MovePath, instead: list[Any], reviews: Mapping[MovePath, Reviewed]
) -> Any:
    """Move after a path as JSON."""
    name = notation.move_name(node.move)
    more: dict[str, Any] = {"comment": node.comment} if node.comment else {}
    if (review := reviews.get((*path, node.move))) is not None:
        more["review"] = review_fields(review)
    if instead:
        more["instead"] = instead
    return {"move": name, **more} if more else name


def content_of(game: Entry) -> dict[str, Any]:
    """Content of a file; `read` ignores keys that callers add."""
    tree = game.tree
    content: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    content |= {name: text for name in _HEADING if (text := getattr(game, name))}
    content["board"] = notation.board_text(tree.start, tree.black_starts)
    content |= {"comment": tree.comment} if tree.comment else {}
    content["moves"] = _written_line(tree, (), dict(game.reviews))
    return content


def text_of(content: dict[str, Any]) -> str:
    """Text of a file with this content."""
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def write(game: Entry) -> str:
    """Text of a game."""
    return text_of(content_of(game))


class _Reader:
    """Builds the tree of a file line by line, with its comments and reviews."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.reviews: list[tuple[MovePath, Reviewed]] = []
        self._moves = self._lines = 0

    def read_line(self, items: Any, path: MovePath) -> None:
        """Read a line that leaves another one after `path`.

        ValueError for anything but a line, for an illegal move and for too many moves.
        """
        if not isinstance(items, list):
            raise ValueError(f"expected a list of moves, got {short_repr(items)}")
        self._moves += len(items)
        if self._moves > MOST_TREE_MOVES:
            raise ValueError(f"more than {MOST_TREE_MOVES} moves in all its lines")
        game, first, branches, comments = self.tree.game(path), len(path) + 1, [], []
        moves = []
        for number, item in enumerate(items, start=first):
            fields = item if isinstance(item, dict) else {"move": item}
            text, instead = fields.get("move"), fields.get("instead", [])
            if not isinstance(text, str) or not isinstance(instead, list):
                raise ValueError(f"move {number}: expected a move, got {short_repr(item)}")
            branches += [(path, line) for line in instead]
            moves.append(notation.parse_move(text))
            path = path if moves[-1] == PASS else (*path, moves[-1])
            if comment := comment_of(fields):
                comments.append((path, comment))
            if "review" in fields:
                self.reviews.append((path, review_of(fields["review"])))
        try:
            game.play_all(moves, first)
        except ValueError as error:
            line = f"side line {self._lines}: " if self._lines else ""
            raise ValueError(f"{line}{error}") from None
        self._lines += 1
        self.tree = self.tree.with_game(game).with_comments(comments)
        for before, line in branches:
            self.read_line(line, before)


def comment_of(fields: Mapping[str, Any]) -> str:
    """Comment on a place; "" without one."""
    text = fields.get("comment", "")
    if not isinstance(text, str):
        raise ValueError(f"expected a comment as text, got {short_repr(text)}")
    return text


def read(text: str, name: str = "text") -> Entry:
    """Game of a text; FormatError begins with `name`."""
    if len(text) > MOST_CHARACTERS:
        raise FormatError(f"{name}: more than {MOST_CHARACTERS} characters")
    try:
        return _read(json.loads(without_bom(text)))
    except json.JSONDecodeError as error:
        problem = f"a game in JSON, as in {SUFFIX} files, has a fault: {error}"
        raise FormatError(f"{name}: {problem}") from None
    except RecursionError:
        raise FormatError(f"{name}: lines inside lines, too deep for a game") from None
    except (ValueError, KeyError) as error:
        raise FormatError(f"{name}: {next(iter(str(error).splitlines()), '')}") from None


def _check_characters(content: Any) -> None:
    """ValueError for half of a surrogate pair in any text of a file: it cannot be written."""
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{char_repr(error.object[error.start])} in a text") from None


def _read(content: Any) -> Entry:
    """Game of a file's content; ValueError for anything else."""
    _check_characters(content)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f'not a game: its "format" is not "{FORMAT}"')
    if content.get("version") != VERSION:
        raise ValueError(
            f"version {short_repr(content.get('version'))} of the format, not {VERSION}"
        )
    black, white, place, date = heading = [content.get(name, "") for name in _HEADING]
    board = content.get("board")
    if not isinstance(board, str) or not all(isinstance(text, str) for text in heading):
        raise ValueError("expected the board and the names as text")
    start, black_starts = notation.parse_board(board)
    reader = _Reader(GameTree(start, black_starts).commented((), comment_of(content)))
    reader.read_line(content.get("moves", []), ())
    tree = reader.tree
    return Entry(black, white, place, date, tree.game().result(), tree, tuple(reader.reviews))
