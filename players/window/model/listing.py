"""The order in which a tree of moves is listed: side lines below the move that they leave."""

from typing import NamedTuple

from players.window.model.variations import MovePath, Node, Tree


class Listed(NamedTuple):
    """A move of a list, with the path that ends in it."""

    path: MovePath
    node: Node


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

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.blocks: list[Block] = []
        if tree.comment:
            self.blocks.append(Block(0, comment=tree.comment))
        self._line(tree, (), 0, [])

    def _line(self, place: Tree | Node, path: MovePath, depth: int, moves: list[Listed]) -> None:
        """List what follows a place; `moves` are those that its block has already."""
        while place.replies:
            first, *others = place.replies
            before, path = path, (*path, first.move)
            moves.append(Listed(path, first))
            if first.comment or others:
                self._end(depth, moves)
                moves = []
            for other in others:
                self._side_line(other, (*before, other.move), depth + 1)
            place = first
        self._end(depth, moves)

    def _side_line(self, node: Node, path: MovePath, depth: int) -> None:
        """List a line that leaves another one with `node`."""
        moves = [Listed(path, node)]
        if node.comment:
            self._end(depth, moves)
            moves = []
        self._line(node, path, depth, moves)

    def _end(self, depth: int, moves: list[Listed]) -> None:
        """Close a block, with the comment on its last move."""
        if not moves:
            return
        self.blocks.append(Block(depth, tuple(moves)))
        path, node = moves[-1]
        if node.comment:
            self.blocks.append(Block(depth, comment=node.comment, path=path))
