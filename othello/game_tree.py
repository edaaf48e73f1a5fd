"""Tree of the moves of a game: the main line, side lines, and comments on any position.

Trees never change: each change returns another tree that shares its parts, so that former trees
can be kept. A place in a tree is the path to it: the squares played, without passes, since a side
that cannot move passes by itself.

>>> tree = GameTree().grown((), 37).grown((37,), 43).grown((37,), 45)
>>> tree.lines()
((37, 43), (37, 45))
>>> tree.promoted((37, 45)).main_line
(37, 45)
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.bits import bit
from othello.notation import move_name
from othello.position import PASS, START, Position

if TYPE_CHECKING:
    from othello.game import Game

MovePath = tuple[int, ...]


class Step(NamedTuple):
    """A position of a line, as the side to move sees it.

    `move` is what was played there, None at the end of the line. `passed` says that the side which
    would have been to move had to pass.
    """

    position: Position
    black_to_move: bool
    move: int | None
    passed: bool
    over: bool

    @property
    def discs(self) -> tuple[int, int]:
        """Black's and white's discs as words."""
        own, opp = int(self.position.own), int(self.position.opp)
        return (own, opp) if self.black_to_move else (opp, own)


class GameNode(NamedTuple):
    """A move with what was played after it; the first of `replies` continues its line.

    `before` is the position that it was played in, as its player saw it, and `black` the player's
    side. `comment` is about the position after it.
    """

    move: int
    before: Position
    black: bool
    comment: str = ""
    replies: tuple["GameNode", ...] = ()

    @property
    def step(self) -> Step:
        """The step at which the move was played, without the pass that may stand before it."""
        return Step(self.before, self.black, self.move, passed=False, over=False)

    def turn(self) -> tuple[Position, bool]:
        """The position after the move, or after the pass it forces, and True if black moves."""
        return _turn(self.before.play(self.move), not self.black)

    def reply(self, move: int) -> "GameNode | None":
        """The node of a move that was played next."""
        return next((reply for reply in self.replies if reply.move == move), None)


class GameTree(NamedTuple):
    """All moves that were played from a start; `comment` is about that start."""

    start: Position = START
    black_starts: bool = True
    comment: str = ""
    replies: tuple[GameNode, ...] = ()

    @classmethod
    def of(cls, game: "Game") -> "GameTree":
        """The tree of a game, which has one line."""
        black = game.black_to_move == (len(game.moves) % 2 == 0)
        line = [move for move in game.moves if move != PASS]
        return cls.from_lines(game.positions[0], black, [line])[0]

    @classmethod
    def from_lines(
        cls,
        start: Position,
        black_starts: bool,
        lines: Iterable[Sequence[int]],
        comments: Iterable[tuple[Sequence[int], str]] = (),
    ) -> tuple["GameTree", list[str]]:
        """The tree of lines from a start, the main line first; and what was left out, in words.

        Passes may be among the moves. A line against the rules keeps the moves before the wrong
        one; a comment at a path that is in no line is left out.
        """
        tree, faults = cls(start, black_starts), []
        for number, line in enumerate(lines):
            played = [move for move in line if move != PASS]
            try:
                for length in range(len(tree.nodes_along(played)), len(played)):
                    tree = tree.grown(tuple(played[:length]), played[length])
            except ValueError as error:
                faults.append(f"side line {number}: {error}" if number else str(error))
        texts: dict[MovePath, list[str]] = {}
        for path, text in comments:
            texts.setdefault(tuple(path), []).append(text)
        for path, parts in texts.items():
            if tree.at(path) is None:
                faults.append(f"a comment on move {len(path)} of a line that is not there")
            else:
                tree = tree.commented(path, " ".join(parts))
        return tree, faults

    def game(self, path: MovePath) -> "Game":
        """The game up to the end of a path."""
        from othello.game import Game  # which loads what is compiled

        game = Game(self.start, black_to_move=self.black_starts)
        game.play_all(path)
        return game

    def turn(self) -> tuple[Position, bool]:
        """The start, or the position after a pass there, and True if black moves."""
        return _turn(self.start, self.black_starts)

    def reply(self, move: int) -> GameNode | None:
        """The node of a first move."""
        return next((reply for reply in self.replies if reply.move == move), None)

    def at(self, path: MovePath) -> "GameTree | GameNode | None":
        """The start or the move that a path leads to; None where the tree has no such path."""
        places = self.nodes_along(path)
        if len(places) < len(path):
            return None
        return places[-1] if places else self

    def nodes_along(self, line: Sequence[int]) -> list[GameNode]:
        """The first moves of a line, up to where it leaves the tree."""
        place: GameTree | GameNode = self
        found: list[GameNode] = []
        for move in line:
            node = place.reply(move)
            if node is None:
                break
            found.append(node)
            place = node
        return found

    def nodes_on(self, path: MovePath) -> list[GameNode]:
        """The moves of a path; KeyError if the tree has no such path."""
        found = self.nodes_along(path)
        if len(found) < len(path):
            raise KeyError(path)
        return found

    def steps(self, line: MovePath) -> tuple[Step, ...]:
        """All positions of a line, from the start to its end; KeyError if it is not there."""
        nodes = self.nodes_on(line)
        moved_last = not self.black_starts
        found = []
        for node in nodes:
            found.append(node.step._replace(passed=node.black == moved_last))
            moved_last = node.black
        position, black = (nodes[-1] if nodes else self).turn()
        found.append(Step(position, black, None, black == moved_last, not position.legal()))
        return tuple(found)

    def _changed(self, path: MovePath, change: Callable[[Any], Any]) -> "GameTree":
        """The tree with the place at a path changed; KeyError if it has no such path."""
        places: list[Any] = [self, *self.nodes_on(path)]
        new = change(places[-1])
        for parent, old in zip(places[-2::-1], places[:0:-1], strict=True):
            replies = tuple(new if reply is old else reply for reply in parent.replies)
            new = parent._replace(replies=replies)
        return new

    def grown(self, path: MovePath, move: int) -> "GameTree":
        """The tree in which a move follows a path, as its last reply; itself if it has the move.

        ValueError for a move against the rules.
        """
        place = self.at(path)
        if place is None:
            raise KeyError(path)
        if place.reply(move) is not None:
            return self
        position, black = place.turn()
        if not 0 <= move < 64 or not int(position.legal()) & int(bit(move)):
            raise ValueError(f"move {len(path) + 1}: {move_name(move)} is no legal move there")
        node = GameNode(move, position, black)
        return self._changed(path, lambda old: old._replace(replies=(*old.replies, node)))

    def promoted(self, path: MovePath) -> "GameTree":
        """The tree in which the line through a path goes before the line that it left.

        It is the last branching before the path's end that changes: for a line beside another side
        line it takes one more to reach the main line. The same tree for a path of the main line.
        """
        nodes = self.nodes_on(path)
        for length in range(len(path) - 1, -1, -1):
            parent: GameTree | GameNode = nodes[length - 1] if length else self
            node = nodes[length]
            if parent.replies[0] is not node:
                return self._changed(path[:length], partial(_with_first, first=node))
        return self

    def made_main(self, path: MovePath) -> "GameTree":
        """The tree whose main line goes through a path."""
        tree = self
        while (better := tree.promoted(path)) is not tree:
            tree = better
        return tree

    def deleted(self, path: MovePath) -> "GameTree":
        """The tree without the move that a path ends in and all that follows it."""
        last = self.nodes_on(path)[-1]

        def without(old: Any) -> Any:
            return old._replace(replies=tuple(reply for reply in old.replies if reply is not last))

        return self._changed(path[:-1], without)

    def commented(self, path: MovePath, text: str) -> "GameTree":
        """The tree with a comment at a path, one line; "" for none."""
        return self._changed(path, lambda old: old._replace(comment=tidy(text)))

    def line_through(self, path: MovePath) -> MovePath:
        """A path and the moves from its end to the end of its line."""
        place, moves = self.at(path), list(path)
        while place is not None and place.replies:
            place = place.replies[0]
            moves.append(place.move)
        return tuple(moves)

    @property
    def main_line(self) -> MovePath:
        """The moves of the main line."""
        return self.line_through(())

    @property
    def ended(self) -> bool:
        """True if nobody can move at the end of the main line."""
        place = self.at(self.main_line)
        return place is None or not place.turn()[0].legal()

    def beside(self, path: MovePath, by: int) -> MovePath | None:
        """The path to the move `by` places beside the last one; None where there is none."""
        parent = self.at(path[:-1])
        if not path or parent is None:
            return None
        moves = [reply.move for reply in parent.replies]
        place = moves.index(path[-1]) + by
        return (*path[:-1], moves[place]) if 0 <= place < len(moves) else None

    def places(self) -> Iterator[tuple[MovePath, "GameTree | GameNode"]]:
        """The start and all moves with the paths to them, in the order of the lines."""
        yield from _places(self, ())

    def lines(self) -> tuple[MovePath, ...]:
        """All lines from the start to their ends, the main line first; `from_lines` reads them."""
        return tuple(path for path, place in self.places() if not place.replies)

    def comments(self) -> tuple[tuple[MovePath, str], ...]:
        """All comments with the paths that they stand at, in the order of the lines."""
        return tuple((path, place.comment) for path, place in self.places() if place.comment)


class Cursor:
    """A cursor in a tree of moves: `tree` holds all that was played, `line` is a path to an end.

    `step` is the number of the moves of the line before the position shown.
    """

    def __init__(self) -> None:
        self.tree = GameTree()
        self.line: MovePath = ()
        self.step = 0
        self._around: tuple[GameTree, MovePath] | None = None
        self._steps: tuple[Step, ...] = ()
        self._game: tuple[GameTree, MovePath, Game] | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of the line shown, those taken back among them."""
        known = self._around
        if known is None or known[0] is not self.tree or known[1] != self.line:
            self._around = self.tree, self.line
            self._steps = self.tree.steps(self.line)
        return self._steps

    @property
    def game(self) -> "Game":
        """The game up to the position shown."""
        tree, path, known = self.tree, self.path, self._game
        if known is None or known[0][:2] != tree[:2] or known[1] != path:
            self._game = known = tree, path, tree.game(path)
        return known[2]

    @property
    def here(self) -> Step:
        """The step that is shown."""
        return self.steps[self.step]

    @property
    def at_end(self) -> bool:
        """True if no move of the line is taken back."""
        return self.step == len(self.line)

    @property
    def path(self) -> MovePath:
        """The place in the tree that is shown."""
        return self.line[: self.step]

    @property
    def on_side_line(self) -> bool:
        """Whether the line shown is not the main line."""
        return self.line != self.tree.main_line

    @property
    def fork(self) -> MovePath:
        """The place of the main line that is nearest to the one shown."""
        pairs = zip(self.path, self.tree.main_line, strict=False)
        return tuple(move for move, _same in takewhile(lambda pair: pair[0] == pair[1], pairs))

    @property
    def comment(self) -> str:
        """The comment on the position shown."""
        place = self.tree.at(self.path)
        return place.comment if place is not None else ""

    def show_line(self, line: MovePath, step: int) -> None:
        """Show a line of the tree, at one of its steps or the nearest that it has."""
        self.line, self.step = line, min(max(step, 0), len(line))

    @property
    def passed(self) -> bool:
        """Whether the side that would be to move has just had to pass."""
        return self.here.passed

    @property
    def last_move(self) -> int | None:
        """The last square played, or None at the start."""
        return self.line[self.step - 1] if self.step else None


def _turn(position: Position, black: bool) -> tuple[Position, bool]:
    """A position and True if black moves there, after the pass that may be forced."""
    if not position.legal() and position.passed().legal():
        return position.passed(), not black
    return position, black


def _with_first(place: Any, first: GameNode) -> Any:
    """A place with one of its replies before the others."""
    others = tuple(reply for reply in place.replies if reply is not first)
    return place._replace(replies=(first, *others))


def _places(
    place: GameTree | GameNode, path: MovePath
) -> Iterator[tuple[MovePath, GameTree | GameNode]]:
    yield path, place
    for reply in place.replies:
        yield from _places(reply, (*path, reply.move))


def tidy(text: str) -> str:
    """A comment as it is kept: on one line, without signs that cannot be drawn."""
    visible = "".join(sign if sign.isprintable() or sign.isspace() else " " for sign in text)
    return " ".join(visible.split())
