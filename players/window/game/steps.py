"""The line of a tree of moves that is shown, the tree as it is listed, and discs that turn."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from othello.game import Game
from othello.game_tree import GameNode, GameTree, MovePath, Step

STAGGER = 0.35
"""How far a disc has turned when the next one, farther from the move, starts."""


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


class ShownLine:
    """A cursor in a tree of moves: `tree` holds all that was played, `line` is a path to an end.

    `step` is the number of the moves of the line before the position shown.
    """

    def __init__(self) -> None:
        self.tree = GameTree()
        self.line: MovePath = ()
        self.step = 0
        self._listing = Listing(self.tree)
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
    def game(self) -> Game:
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
    def listing(self) -> Listing:
        """The tree as it is listed."""
        if self._listing.tree is not self.tree:
            self._listing = Listing(self.tree)
        return self._listing

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


class Animation(NamedTuple):
    """The discs of a move, which turn to black or to white, each in `seconds`.

    `discs` holds pairs of a square and the time at which its disc starts to turn.
    """

    discs: tuple[tuple[int, float], ...]
    to_black: bool
    seconds: float

    def over(self, now: float) -> bool:
        """Whether every disc has turned."""
        return now >= max(start for _, start in self.discs) + self.seconds


def animation_of(
    move: int, turned: list[int], to_black: bool, now: float, seconds: float
) -> Animation | None:
    """The animation of a move that turns these squares; None with no time or no square."""
    if seconds <= 0 or not turned:
        return None

    def distance(square: int) -> int:
        return max(abs(square % 8 - move % 8), abs(square // 8 - move // 8))

    discs = tuple((square, now + seconds * STAGGER * (distance(square) - 1)) for square in turned)
    return Animation(discs, to_black, seconds)
