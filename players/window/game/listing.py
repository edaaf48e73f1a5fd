"""The tree of moves as it is listed: blocks of moves and comments, from top to bottom."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from othello.game_tree import GameNode, GameTree, MovePath


class Listed(NamedTuple):
    """A move of a list, with the path that ends in it."""

    path: MovePath
    node: GameNode


class Block(NamedTuple):
    """Moves that follow each other, or a comment on the place `path`, which has no moves.

    `depth` is 0 in the main line, 1 in a line beside it and so on.
    """

    depth: int
    moves: tuple[Listed, ...] = ()
    comment: str = ""
    path: MovePath = ()


class Listing:
    """The blocks of a tree from top to bottom; it equals none but itself, and so can be a key."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.blocks = [Block(0, comment=tree.comment)] if tree.comment else []
        if tree.replies:
            first, *others = tree.replies
            self.blocks += _blocks(first, (first.move,), 0, others)


def _blocks(
    node: GameNode, path: MovePath, depth: int, others: Sequence[GameNode] = ()
) -> Iterator[Block]:
    """The blocks of the line that begins with `node`, which `others` stand beside."""
    moves: list[Listed] = []
    while True:
        moves.append(Listed(path, node))
        if node.comment or others or not node.replies:
            yield Block(depth, tuple(moves))
            moves = []
        if node.comment:
            yield Block(depth, comment=node.comment, path=path)
        for other in others:
            yield from _blocks(other, (*path[:-1], other.move), depth + 1)
        if not node.replies:
            return
        node, *others = node.replies
        path = (*path, node.move)
