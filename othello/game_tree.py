"""Tree of the moves of a game: the main line, side lines, and comments on any position.

Trees are immutable: each change returns another tree that shares its parts, so that former trees
can be kept. A place in a tree is the path to it: the squares played, without passes, since a side
that cannot move passes automatically.

>>> tree = GameTree().with_line((37, 43)).with_line((37, 45))
>>> tree.lines()
((37, 43), (37, 45))
>>> tree.promoted((37, 45)).main_line
(37, 45)
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from othello.game import Game, GameNode, MovePath, Step, after_pass
from othello.moves import IllegalMoveError
from othello.position import START, Position

__all__ = ["Cursor", "GameNode", "GameTree", "MovePath", "Step", "tidy"]


class GameTree(NamedTuple):
    """All moves that were played from a start; `comment` is about that start."""

    start: Position = START
    black_starts: bool = True
    comment: str = ""
    replies: tuple[GameNode, ...] = ()

    @classmethod
    def of(cls, game: Game) -> "GameTree":
        """Tree of a game, which has one line."""
        return cls(game.start, game.black_starts).joined(game)

    def game(self, path: MovePath | None = None) -> Game:
        """Game up to the end of a path, by default of the main line; KeyError for another path."""
        nodes = self.nodes_on(self.main_line if path is None else path)
        return Game.from_nodes(self.start, self.black_starts, nodes)

    def joined(self, game: Game) -> "GameTree":
        """Tree that also has the line of a game from the same start."""
        line = tuple(node.move for node in game.nodes)
        shared = len(self.nodes_along(line))
        branch: tuple[GameNode, ...] = ()
        for node in reversed(game.nodes[shared:]):
            branch = (GameNode(*node[:4], "", branch),)
        if not branch:
            return self
        return self._changed(
            line[:shared], lambda old: old._replace(replies=(*old.replies, *branch))
        )

    def with_line(self, moves: Iterable[int]) -> "GameTree":
        """Tree that also has a line from the start; passes may be among its moves.

        IllegalMoveError, with its number, for a move against the rules.
        """
        game = self.game(())
        game.play_all(moves)
        return self.joined(game)

    def with_comments(self, comments: Iterable[tuple[MovePath, str]]) -> "GameTree":
        """Tree with comments at paths; KeyError for a path that the tree does not have."""
        tree = self
        for path, text in comments:
            tree = tree.commented(path, text)
        return tree

    def turn(self) -> tuple[Position, bool]:
        """Start, or the position after a pass there, and True if black moves."""
        return after_pass(self.start, self.black_starts)

    def reply(self, move: int) -> GameNode | None:
        """Node of a first move."""
        return next((reply for reply in self.replies if reply.move == move), None)

    def place_at(self, path: MovePath) -> "GameTree | GameNode | None":
        """Start or node at the end of a path; None if the tree has no such path."""
        places = self.nodes_along(path)
        if len(places) < len(path):
            return None
        return places[-1] if places else self

    def nodes_along(self, line: Sequence[int]) -> list[GameNode]:
        """Nodes of a line, up to where it leaves the tree."""
        place: GameTree | GameNode = self
        nodes: list[GameNode] = []
        for move in line:
            node = place.reply(move)
            if node is None:
                break
            nodes.append(node)
            place = node
        return nodes

    def nodes_on(self, path: MovePath) -> list[GameNode]:
        """Nodes of a path; KeyError if the tree has no such path."""
        nodes = self.nodes_along(path)
        if len(nodes) < len(path):
            raise KeyError(path)
        return nodes

    def steps(self, line: MovePath) -> tuple[Step, ...]:
        """All positions of a line, from start to end; KeyError if the tree has no such line."""
        nodes = self.nodes_on(line)
        moved_last = not self.black_starts
        steps = []
        for node in nodes:
            steps.append(node.step._replace(passed=node.black == moved_last))
            moved_last = node.black
        position, black = (nodes[-1] if nodes else self).turn()
        steps.append(Step(position, black, None, black == moved_last, not position.legal()))
        return tuple(steps)

    def _changed(self, path: MovePath, change: Callable[[Any], Any]) -> "GameTree":
        """Tree with the place at a path changed; KeyError if it has no such path."""
        places: list[Any] = [self, *self.nodes_on(path)]
        new = change(places[-1])
        for parent, old in zip(places[-2::-1], places[:0:-1], strict=True):
            replies = tuple(new if reply is old else reply for reply in parent.replies)
            new = parent._replace(replies=replies)
        return new

    def grown(self, path: MovePath, move: int) -> "GameTree":
        """Tree in which a move follows a path, as its last reply; itself if it has the move.

        IllegalMoveError, with its number, for a move against the rules.
        """
        game = self.game(path)
        try:
            game.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {len(path) + 1}: {error}") from None
        return self.joined(game)

    def promoted(self, path: MovePath) -> "GameTree":
        """Tree in which the line through a path goes before the line that it left.

        Only the last branching before the end of the path changes, so a side line of a side line
        needs a second call to become the main line. The same tree for a path of the main line.
        """
        nodes = self.nodes_on(path)
        for length in range(len(path) - 1, -1, -1):
            parent: GameTree | GameNode = nodes[length - 1] if length else self
            node = nodes[length]
            if parent.replies[0] is not node:
                return self._changed(path[:length], partial(_with_first, first=node))
        return self

    def made_main(self, path: MovePath) -> "GameTree":
        """Tree whose main line goes through a path."""
        tree = self
        while (better := tree.promoted(path)) is not tree:
            tree = better
        return tree

    def deleted(self, path: MovePath) -> "GameTree":
        """Tree without the last move of a path and all that follows it."""
        last = self.nodes_on(path)[-1]

        def without(old: Any) -> Any:
            return old._replace(replies=tuple(reply for reply in old.replies if reply is not last))

        return self._changed(path[:-1], without)

    def commented(self, path: MovePath, text: str) -> "GameTree":
        """Tree with a comment of one line at a path; "" removes it."""
        return self._changed(path, lambda old: old._replace(comment=tidy(text)))

    def line_through(self, path: MovePath) -> MovePath:
        """Path, continued to the end of its line."""
        place, moves = self.place_at(path), list(path)
        while place is not None and place.replies:
            place = place.replies[0]
            moves.append(place.move)
        return tuple(moves)

    @property
    def main_line(self) -> MovePath:
        """Moves of the main line."""
        return self.line_through(())

    @property
    def ended(self) -> bool:
        """True if nobody can move at the end of the main line."""
        place = self.place_at(self.main_line)
        return place is None or not place.turn()[0].legal()

    def beside(self, path: MovePath, by: int) -> MovePath | None:
        """Path to the alternative `by` places after the last move; None if it does not exist."""
        parent = self.place_at(path[:-1])
        if not path or parent is None:
            return None
        moves = [reply.move for reply in parent.replies]
        place = moves.index(path[-1]) + by
        return (*path[:-1], moves[place]) if 0 <= place < len(moves) else None

    @property
    def is_plain(self) -> bool:
        """True if the tree has one line and no comments."""
        place: GameTree | GameNode = self
        while len(place.replies) == 1 and not place.comment:
            place = place.replies[0]
        return not place.replies and not place.comment

    def places(self) -> Iterator[tuple[MovePath, "GameTree | GameNode"]]:
        """Start and all nodes with the paths to them, in the order of the lines."""
        yield from _places(self, ())

    def lines(self) -> tuple[MovePath, ...]:
        """All lines from the start to their ends, the main line first."""
        return tuple(path for path, place in self.places() if not place.replies)

    def comments(self) -> tuple[tuple[MovePath, str], ...]:
        """All comments with their paths, in the order of the lines."""
        return tuple((path, place.comment) for path, place in self.places() if place.comment)


class Cursor:
    """A cursor in a tree of moves; `line` is a path to the end of a line.

    `step` is the number of moves of the line before the position shown.
    """

    def __init__(self) -> None:
        self.tree = GameTree()
        self.line: MovePath = ()
        self.step = 0
        self._steps: tuple[GameTree, MovePath, tuple[Step, ...]] | None = None
        self._game: tuple[GameTree, MovePath, Game] | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of the line shown, also those after the position shown."""
        cached = self._steps
        if cached is None or cached[0] is not self.tree or cached[1] != self.line:
            self._steps = cached = self.tree, self.line, self.tree.steps(self.line)
        return cached[2]

    @property
    def game(self) -> Game:
        """Game up to the position shown."""
        tree, path, cached = self.tree, self.path, self._game
        if cached is None or cached[0][:2] != tree[:2] or cached[1] != path:
            self._game = cached = tree, path, tree.game(path)
        return cached[2]

    @property
    def here(self) -> Step:
        """Step that is shown."""
        return self.steps[self.step]

    @property
    def at_end(self) -> bool:
        """True if the end of the line is shown."""
        return self.step == len(self.line)

    @property
    def path(self) -> MovePath:
        """Path to the position shown."""
        return self.line[: self.step]

    @property
    def on_side_line(self) -> bool:
        """True if the line shown is not the main line."""
        return self.line != self.tree.main_line

    @property
    def fork(self) -> MovePath:
        """Longest path of the main line that leads to the position shown."""
        pairs = zip(self.path, self.tree.main_line, strict=False)
        return tuple(move for move, _same in takewhile(lambda pair: pair[0] == pair[1], pairs))

    @property
    def comment(self) -> str:
        """Comment on the position shown."""
        place = self.tree.place_at(self.path)
        return place.comment if place is not None else ""

    def show_line(self, line: MovePath, step: int) -> None:
        """Show a line of the tree at a step, or at the nearest step that it has."""
        self.line, self.step = line, min(max(step, 0), len(line))

    @property
    def passed(self) -> bool:
        """True if the other side has just had to pass."""
        return self.here.passed

    @property
    def last_move(self) -> int | None:
        """Last square played, or None at the start."""
        return self.line[self.step - 1] if self.step else None


def _with_first(place: Any, first: GameNode) -> Any:
    """Place with one of its replies before the others."""
    others = tuple(reply for reply in place.replies if reply is not first)
    return place._replace(replies=(first, *others))


def _places(
    place: GameTree | GameNode, path: MovePath
) -> Iterator[tuple[MovePath, GameTree | GameNode]]:
    yield path, place
    for reply in place.replies:
        yield from _places(reply, (*path, reply.move))


def tidy(text: str) -> str:
    """Comment on one line, without characters that cannot be drawn."""
    visible = "".join(sign if sign.isprintable() or sign.isspace() else " " for sign in text)
    return " ".join(visible.split())
