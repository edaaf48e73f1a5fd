"""A tree of moves: the main line, side lines, and comments on any of its positions.

Trees never change: what changes one gives another that shares its parts, so that all former ones
can be kept. A place in a tree is the path that leads to it: the squares played, passes left out,
since whoever cannot move passes by itself.

>>> tree = grown(grown(EMPTY, (), 37), (37,), 43)
>>> tree = grown(tree, (37,), 45)
>>> lines_of(tree)
((37, 43), (37, 45))
>>> main_line(promoted(tree, (37, 45)))
(37, 45)
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from othello.bits import bit
from othello.notation import move_name
from othello.position import START, Position
from players.window.translation import _

MovePath = tuple[int, ...]


class Step(NamedTuple):
    """A position of a game, after so many moves, passes not counted.

    `move` is what was played there, None at the end of the line. `passed` says
    that the side which would have been to move had to pass.
    """

    position: Position
    black_to_move: bool
    move: int | None
    passed: bool
    over: bool


class Node(NamedTuple):
    """A move with what was played after it; the first of `replies` goes on with its line.

    `before` is the position that it was played in, as its player saw it, and `black` says who that
    was. `comment` is about the position after it.
    """

    move: int
    before: Position
    black: bool
    comment: str = ""
    replies: tuple["Node", ...] = ()

    @property
    def step(self) -> Step:
        """The step at which the move was played, whoever may have passed before it."""
        return Step(self.before, self.black, self.move, passed=False, over=False)


class Tree(NamedTuple):
    """All moves that were played from a start; `comment` is about that start."""

    start: Position = START
    black_starts: bool = True
    comment: str = ""
    replies: tuple[Node, ...] = ()


EMPTY = Tree()


def _turn(position: Position, black: bool) -> tuple[Position, bool]:
    """A position and who is to move there, after the pass that may be forced."""
    if not position.legal() and position.passed().legal():
        return position.passed(), not black
    return position, black


def _after(place: Tree | Node) -> tuple[Position, bool]:
    """The position at a place and whether black is to move there."""
    if isinstance(place, Tree):
        return _turn(place.start, place.black_starts)
    return _turn(place.before.play(place.move), not place.black)


def _reply(place: Tree | Node, move: int) -> Node | None:
    return next((reply for reply in place.replies if reply.move == move), None)


def at(tree: Tree, path: MovePath) -> Tree | Node | None:
    """The start or the move that a path leads to; None where the tree has no such path."""
    place: Tree | Node | None = tree
    for move in path:
        place = _reply(place, move) if place is not None else None
    return place


def nodes_along(tree: Tree, line: Sequence[int]) -> list[Node]:
    """The first moves of a line, up to where it leaves the tree."""
    place: Tree | Node = tree
    found: list[Node] = []
    for move in line:
        node = _reply(place, move)
        if node is None:
            break
        found.append(node)
        place = node
    return found


def nodes_on(tree: Tree, path: MovePath) -> list[Node]:
    """The moves of a path; KeyError if the tree has no such path."""
    found = nodes_along(tree, path)
    if len(found) < len(path):
        raise KeyError(path)
    return found


def _changed(tree: Tree, path: MovePath, change: Callable[[Any], Any]) -> Tree:
    """The tree with the place at a path changed; KeyError if it has no such path."""
    places: list[Any] = [tree, *nodes_on(tree, path)]
    new = change(places[-1])
    for parent, old in zip(places[-2::-1], places[:0:-1], strict=True):
        replies = tuple(new if reply is old else reply for reply in parent.replies)
        new = parent._replace(replies=replies)
    return new


def _with_first(place: Any, first: Node) -> Any:
    """A place with one of its replies before the others."""
    others = tuple(reply for reply in place.replies if reply is not first)
    return place._replace(replies=(first, *others))


def grown(tree: Tree, path: MovePath, move: int) -> Tree:
    """The tree in which a move follows a path, as its last reply; the same one if it does already.

    ValueError for a move against the rules.
    """
    place = at(tree, path)
    if place is None:
        raise KeyError(path)
    if _reply(place, move) is not None:
        return tree
    position, black = _after(place)
    if not 0 <= move < 64 or not int(position.legal()) & int(bit(move)):
        wrong = _("move {number}: {move} is no legal move there")
        raise ValueError(wrong.format(number=len(path) + 1, move=move_name(move)))
    node = Node(move, position, black)
    return _changed(tree, path, lambda old: old._replace(replies=(*old.replies, node)))


def promoted(tree: Tree, path: MovePath) -> Tree:
    """The tree in which the line through a path goes on in the line that it left.

    It is the last branching before the path's end that changes: for a line beside another side
    line it takes one more to reach the main line. The same tree for a path of the main line.
    """
    nodes = nodes_on(tree, path)
    for length in range(len(path) - 1, -1, -1):
        parent: Tree | Node = nodes[length - 1] if length else tree
        node = nodes[length]
        if parent.replies[0] is not node:
            return _changed(tree, path[:length], partial(_with_first, first=node))
    return tree


def made_main(tree: Tree, path: MovePath) -> Tree:
    """The tree whose main line goes through a path."""
    while (better := promoted(tree, path)) is not tree:
        tree = better
    return tree


def deleted(tree: Tree, path: MovePath) -> Tree:
    """The tree without the move that a path ends in and all that follows it."""
    nodes = nodes_on(tree, path)

    def without(old: Any) -> Any:
        return old._replace(replies=tuple(reply for reply in old.replies if reply is not nodes[-1]))

    return _changed(tree, path[:-1], without)


def commented(tree: Tree, path: MovePath, text: str) -> Tree:
    """The tree with a comment at a path, one line; "" for none."""
    return _changed(tree, path, lambda old: old._replace(comment=tidy(text)))


def tidy(text: str) -> str:
    """A comment as it is kept: on one line, without signs that cannot be drawn."""
    visible = "".join(sign if sign.isprintable() or sign.isspace() else " " for sign in text)
    return " ".join(visible.split())


def line_through(tree: Tree, path: MovePath) -> MovePath:
    """A path and the moves that go on from its end to the end of its line."""
    place = at(tree, path)
    moves = list(path)
    while place is not None and place.replies:
        place = place.replies[0]
        moves.append(place.move)
    return tuple(moves)


def main_line(tree: Tree) -> MovePath:
    """The moves of the main line."""
    return line_through(tree, ())


def ended(tree: Tree) -> bool:
    """Whether nobody can move at the end of the main line."""
    place = at(tree, main_line(tree))
    return place is None or not _after(place)[0].legal()


def beside(tree: Tree, path: MovePath, by: int) -> MovePath | None:
    """The path to the move so many places beside the last one; None where there is none."""
    parent = at(tree, path[:-1])
    if not path or parent is None:
        return None
    moves = [reply.move for reply in parent.replies]
    place = moves.index(path[-1]) + by
    return (*path[:-1], moves[place]) if 0 <= place < len(moves) else None


def places(place: Tree | Node, path: MovePath = ()) -> Iterator[tuple[MovePath, Tree | Node]]:
    """A place with the path to it, and all places after it, in the order of the lines."""
    yield path, place
    for reply in place.replies:
        yield from places(reply, (*path, reply.move))


def lines_of(tree: Tree) -> tuple[MovePath, ...]:
    """All lines from the start to their ends, the main line first; `from_lines` reads them."""
    return tuple(path for path, place in places(tree) if not place.replies)


def comments_of(tree: Tree) -> tuple[tuple[MovePath, str], ...]:
    """All comments with the paths that they stand at, in the order of the lines."""
    return tuple((path, place.comment) for path, place in places(tree) if place.comment)


def from_lines(
    start: Position,
    black_starts: bool,
    lines: Iterable[Sequence[int]],
    comments: Iterable[tuple[Sequence[int], str]] = (),
) -> tuple[Tree, list[str]]:
    """The tree of lines from a start, the main line first; and what had to be left out, in words.

    Of a line against the rules the moves before the wrong one are kept; a comment at a path that
    is in no line is left out.
    """
    tree, faults = Tree(start, black_starts), []
    for number, line in enumerate(lines):
        try:
            for length in range(len(nodes_along(tree, line)), len(line)):
                tree = grown(tree, tuple(line[:length]), line[length])
        except ValueError as error:
            where = _("side line {number}: {why}") if number else "{why}"
            faults.append(where.format(number=number, why=error))
    texts: dict[MovePath, list[str]] = {}
    for path, text in comments:
        texts.setdefault(tuple(path), []).append(text)
    for path, said in texts.items():
        if at(tree, path) is None:
            lost = _("a comment on move {number} of a line that is not there")
            faults.append(lost.format(number=len(path)))
        else:
            tree = commented(tree, path, " ".join(said))
    return tree, faults


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
        self.blocks = [Block(0, comment=tree.comment)] if tree.comment else []
        if tree.replies:
            first, *others = tree.replies
            self.blocks += _blocks(first, (first.move,), 0, others)


def _blocks(node: Node, path: MovePath, depth: int, others: Sequence[Node] = ()) -> Iterator[Block]:
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
