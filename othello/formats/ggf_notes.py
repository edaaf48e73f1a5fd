"""Comments on moves in GGF: `C[text]` after a move is about the position after it.

A comment before the first move is about the start.

>>> comments([Tag("B", "f5/-1.50"), Tag("C", "so far")])
(((37,), 'so far'),)
"""

from collections.abc import Iterable, Iterator

from othello import notation
from othello.formats.entry import Entry
from othello.formats.ggf import MOVES, GgfGame
from othello.formats.ggf_text import Tag
from othello.game_tree import GameTree, MovePath
from othello.position import PASS

COMMENT = "C"


def _with_paths(tags: Iterable[Tag]) -> Iterator[tuple[Tag, MovePath, bool]]:
    """Each tag of a game, the path played with it, and True if it plays a square."""
    path: MovePath = ()
    for tag in tags:
        move = notation.parse_move(tag.text.split("/")[0]) if tag.name in MOVES else PASS
        if move != PASS:
            path = (*path, move)
        yield tag, path, move != PASS


def comments(tags: Iterable[Tag]) -> tuple[tuple[MovePath, str], ...]:
    """Comments among the tags of a game."""
    return tuple(
        (path, tag.text.strip())
        for tag, path, _ in _with_paths(tags)
        if tag.name == COMMENT and tag.text.strip()
    )


def with_comments(tags: Iterable[Tag], tree: GameTree) -> tuple[Tag, ...]:
    """Tags of a game with the comments on its main line."""
    texts = dict(tree.comments())
    written: list[Tag] = []
    for tag, path, plays in _with_paths(tags):
        written.append(tag)
        if (plays or tag.name == "BO") and path in texts:
            written.append(Tag(COMMENT, texts[path]))
    return tuple(written)


def entry_of(game: GgfGame) -> Entry:
    """Game of a GGF file with its comments."""
    tree = GameTree.of(game.game()).with_comments(comments(game.tags))
    return Entry(game.black, game.white, game.place, game.date, game.result, tree)
