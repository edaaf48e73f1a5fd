"""Tree of the moves of a game: the main line, side lines, and comments on any position.

Trees are immutable: each change returns a new tree that shares parts with the old one, which stays
valid. A path names a node: the squares played so far, without passes, since a side that cannot
move passes automatically.

>>> tree = GameTree().with_line((37, 43)).with_line((37, 45))
>>> tree.lines()
((37, 43), (37, 45))
>>> tree.promoted((37, 45)).main_line
(37, 45)
"""

import os.path
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from othello.game import Game, GameNode, MovePath, Step, pass_if_forced
from othello.position import START, Position

__all__ = ["Cursor", "GameNode", "GameTree", "MovePath", "Step", "single_line"]


class GameTree(NamedTuple):
    """All moves that were played from a start; `comment` is about that start."""

    start: Position = START
    black_starts: bool = True
    comment: str = ""
    replies: tuple[GameNode, ...] = ()

    @classmethod
    def of(cls, game: Game) -> "GameTree":
        """Return the tree of a game: a single line."""
        return cls(game.start, game.black_starts).with_game(game)

    def game(self, path: MovePath | None = None) -> Game:
        """Return the game to the end of a path, by default of the main line.

        Raise KeyError if the tree has no such path.
        """
        nodes = self.nodes_on(self.main_line if path is None else path)
        return Game.from_nodes(self.start, self.black_starts, nodes)

    def with_game(self, game: Game) -> "GameTree":
        """Return a tree that also has the line of a game from the same start."""
        line = tuple(node.move for node in game.nodes)
        shared = self.nodes_along(line)
        branch: tuple[GameNode, ...] = ()
        for node in reversed(game.nodes[len(shared) :]):
            branch = (GameNode(*node[:4], "", branch),)
        if not branch:
            return self
        replies = (shared[-1] if shared else self).replies
        return self._changed(line[: len(shared)], replies=(*replies, *branch))

    def with_line(self, moves: Iterable[int]) -> "GameTree":
        """Return a tree that also has a line from the start; its moves may include passes.

        Raise IllegalMoveError, with the move number, if a move is illegal.
        """
        game = self.game(())
        game.play_all(moves)
        return self.with_game(game)

    def with_comments(self, comments: Iterable[tuple[MovePath, str]]) -> "GameTree":
        """Return a tree with comments at paths; raise KeyError if it has no such path."""
        tree = self
        for path, text in comments:
            tree = tree.commented(path, text)
        return tree

    def next_position(self) -> tuple[Position, bool]:
        """Return the first position in which a move is legal, and True if black is to move."""
        return pass_if_forced(self.start, self.black_starts)

    def reply(self, move: int) -> GameNode | None:
        """Return the node of a first move, or None if it was not played."""
        return next((reply for reply in self.replies if reply.move == move), None)

    def node_at(self, path: MovePath) -> "GameTree | GameNode | None":
        """Return the tree for (), else the node at the end of a path, or None."""
        nodes = self.nodes_along(path)
        if len(nodes) < len(path):
            return None
        return nodes[-1] if nodes else self

    def nodes_along(self, line: Sequence[int]) -> list[GameNode]:
        """Return the nodes of a line, up to where it leaves the tree."""
        parent: GameTree | GameNode = self
        nodes: list[GameNode] = []
        for move in line:
            node = parent.reply(move)
            if node is None:
                break
            nodes.append(node)
            parent = node
        return nodes

    def nodes_on(self, path: MovePath) -> list[GameNode]:
        """Return the nodes of a path; raise KeyError if the tree has no such path."""
        nodes = self.nodes_along(path)
        if len(nodes) < len(path):
            raise KeyError(path)
        return nodes

    def steps(self, line: MovePath) -> tuple[Step, ...]:
        """Return all positions of a line; raise KeyError if the tree has no such line."""
        nodes = self.nodes_on(line)
        moved_last = not self.black_starts
        steps = []
        for node in nodes:
            steps.append(node.step._replace(passed=node.black == moved_last))
            moved_last = node.black
        position, black = (nodes[-1] if nodes else self).next_position()
        steps.append(Step(position, black, None, black == moved_last, not position.legal()))
        return tuple(steps)

    def _changed(self, path: MovePath, **fields: Any) -> "GameTree":
        """Return a tree with new fields of a node; raise KeyError if it has no such path."""
        nodes: list[Any] = [self, *self.nodes_on(path)]
        new = nodes[-1]._replace(**fields)
        for parent, old in zip(nodes[-2::-1], nodes[:0:-1], strict=True):
            replies = tuple(new if reply is old else reply for reply in parent.replies)
            new = parent._replace(replies=replies)
        return new

    def with_move(self, path: MovePath, move: int) -> "GameTree":
        """Return a tree with `move` as the last reply at `path`, or the same one if it has it.

        Raise IllegalMoveError, with the move number, if the move is illegal.
        """
        game = self.game(path)
        game.play_all([move], len(path) + 1)
        return self.with_game(game)

    def promoted(self, path: MovePath) -> "GameTree":
        """Return a tree in which the line through a path goes before the line that it left.

        Only the last branch point on the path changes, so a side line of a side line
        needs a second call to become the main line. Return the same tree for a path on the main
        line.
        """
        nodes = self.nodes_on(path)
        for length in range(len(path) - 1, -1, -1):
            parent: GameTree | GameNode = nodes[length - 1] if length else self
            node = nodes[length]
            if parent.replies[0] is not node:
                others = tuple(reply for reply in parent.replies if reply is not node)
                return self._changed(path[:length], replies=(node, *others))
        return self

    def with_main_line(self, path: MovePath) -> "GameTree":
        """Return a tree whose main line goes through a path."""
        tree = self
        while (better := tree.promoted(path)) is not tree:
            tree = better
        return tree

    def deleted(self, path: MovePath) -> "GameTree":
        """Return a tree without the last move of `path` and everything after it.

        Raise KeyError if the tree has no such path, or if the path is empty.
        """
        if not path:
            raise KeyError(path)
        *before, last = (self, *self.nodes_on(path))
        kept = tuple(reply for reply in before[-1].replies if reply is not last)
        return self._changed(path[:-1], replies=kept)

    def commented(self, path: MovePath, text: str) -> "GameTree":
        """Return a tree with a one-line comment at a path; "" removes it."""
        return self._changed(path, comment=single_line(text))

    def line_through(self, path: MovePath) -> MovePath:
        """Return the path extended by first replies to the end of its line."""
        node, moves = self.node_at(path), list(path)
        while node is not None and node.replies:
            node = node.replies[0]
            moves.append(node.move)
        return tuple(moves)

    @property
    def main_line(self) -> MovePath:
        """Moves of the main line."""
        return self.line_through(())

    @property
    def over(self) -> bool:
        """True if neither side can move at the end of the main line."""
        node = self.node_at(self.main_line) or self
        return not node.next_position()[0].legal()

    @property
    def is_plain(self) -> bool:
        """True if the tree has one line and no comments."""
        node: GameTree | GameNode = self
        while len(node.replies) == 1 and not node.comment:
            node = node.replies[0]
        return not node.replies and not node.comment

    def nodes(self) -> Iterator[tuple[MovePath, "GameTree | GameNode"]]:
        """Yield each path with its node, the start first, in the order of `lines()`."""
        waiting: list[tuple[MovePath, GameTree | GameNode]] = [((), self)]
        while waiting:
            path, node = waiting.pop()
            yield path, node
            waiting += [((*path, reply.move), reply) for reply in reversed(node.replies)]

    def lines(self) -> tuple[MovePath, ...]:
        """Return all lines from the start to their ends, the main line first."""
        return tuple(path for path, node in self.nodes() if not node.replies)

    def comments(self) -> tuple[tuple[MovePath, str], ...]:
        """Return all comments with their paths, in the order of the lines."""
        return tuple((path, node.comment) for path, node in self.nodes() if node.comment)


class Cursor:
    """A cursor in a tree of moves; `line` is a path to the end of a line.

    `step` is the number of moves of `line` before the current position.
    """

    def __init__(self) -> None:
        self.tree = GameTree()
        self.line: MovePath = ()
        self.step = 0
        self._steps: tuple[GameTree, MovePath, tuple[Step, ...]] | None = None
        self._game: tuple[GameTree, MovePath, Game] | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of the current line, including those after the current position."""
        cached = self._steps
        if cached is None or cached[0] is not self.tree or cached[1] != self.line:
            self._steps = cached = self.tree, self.line, self.tree.steps(self.line)
        return cached[2]

    @property
    def game(self) -> Game:
        """Game up to the current position."""
        tree, path, cached = self.tree, self.path, self._game
        if cached is None or cached[0][:2] != tree[:2] or cached[1] != path:
            self._game = cached = tree, path, tree.game(path)
        return cached[2]

    @property
    def here(self) -> Step:
        """Current step."""
        return self.steps[self.step]

    @property
    def at_end(self) -> bool:
        """True at the end of the line."""
        return self.step == len(self.line)

    @property
    def path(self) -> MovePath:
        """Path to the current position."""
        return self.line[: self.step]

    @property
    def on_side_line(self) -> bool:
        """True if the current line is not the main line."""
        return self.line != self.tree.main_line

    @property
    def fork(self) -> MovePath:
        """Moves that the current path shares with the main line."""
        return tuple(os.path.commonprefix([self.path, self.tree.main_line]))

    @property
    def comment(self) -> str:
        """Comment on the current position."""
        node = self.tree.node_at(self.path)
        return node.comment if node is not None else ""

    def show_line(self, line: MovePath, step: int) -> None:
        """Show a line of the tree at a step, or at the nearest step that it has."""
        self.line, self.step = line, min(max(step, 0), len(line))

    @property
    def passed(self) -> bool:
        """True if the move before this position was a forced pass."""
        return self.here.passed

    @property
    def last_move(self) -> int | None:
        """Last square played, or None at the start."""
        return self.line[self.step - 1] if self.step else None


def single_line(text: str) -> str:
    """Return the text as one line without unprintable characters."""
    visible = "".join(char if char.isprintable() or char.isspace() else " " for char in text)
    return " ".join(visible.split())
