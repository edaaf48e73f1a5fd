"""Values of positions from searches and reviews, and what they say of the moves of a game."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from othello.bits import bit
from othello.formats.entry import Reviewed, Reviews
from othello.game_tree import GameNode, GameTree, Step
from othello.position import Position
from players.move_values import MoveValue, MoveValues
from players.study.coach import words
from players.study.coach.mistakes import JudgedMove, reviewed_values
from players.window.translation import _


class FileValues(MoveValues):
    """Values of some moves of a position, read from a file."""

    __slots__ = ()

    @property
    def exact(self) -> bool:
        """False: the values of other moves are missing."""
        return False

    def joined(self, depth: int, *others: MoveValue) -> "FileValues":
        """These values and others of the same position, which replace those of equal moves."""
        moves = {value.move: value for value in (*self.moves, *others)}
        ordered = sorted(moves.values(), key=lambda value: (-value.score, value.move))
        return FileValues(min(self.depth, depth), tuple(ordered))


class BookValues(MoveValues):
    """Values of all moves of a position, read from the book."""

    __slots__ = ()


def is_proven(values: MoveValues) -> bool:
    """True if the best move's value is exact and no other move can be better."""
    best = values.best
    return best.exact and all(value.upper <= best.score for value in values.moves)


class SearchValues(dict[Position, MoveValues]):
    """Values of positions by searches."""

    def keep(self, position: Position, values: MoveValues) -> None:
        """Store values, unless deeper ones with as many exact moves are there."""
        old = self.setdefault(position, values)
        if values.depth >= old.depth or _exact_moves(values) > _exact_moves(old):
            self[position] = values


def _exact_moves(values: MoveValues) -> int:
    return sum(value.exact for value in values.moves)


class BestValues(NamedTuple):
    """The better values of positions: those of the review or those of other searches."""

    review: Mapping[Position, MoveValues]
    search: Mapping[Position, MoveValues]

    def get(self, position: Position) -> MoveValues | None:
        """The better values of a position; None without any."""
        review, search = self.review.get(position), self.search.get(position)
        if review is None or search is None:
            return review or search
        if search.exact:
            return search
        better = search.depth >= review.depth and is_proven(search) >= is_proven(review)
        return search if better else review


def value_of(kept: MoveValues | None, move: int | None) -> MoveValue | None:
    """The value of a move; None if it is missing."""
    return None if kept is None or move is None else kept.of(move)


PositionValues = Mapping[Position, MoveValues] | BestValues
"""Values of positions."""


class GraphPoint(NamedTuple):
    """The value of a position for black in hundredths of a disc; None if it is missing."""

    value: int | None
    exact: bool


def judged_move(step: Step, known: PositionValues, number: int = 0) -> JudgedMove | None:
    """The move of a step compared with the best one; None if a value is missing."""
    values = known.get(step.position)
    played = value_of(values, step.move)
    if values is None or played is None:
        return None
    exact = is_proven(values) and played.exact
    return JudgedMove(number, step.black_to_move, step.position, played, values.best, exact)


def judged_line(steps: Iterable[Step], known: PositionValues) -> list[JudgedMove]:
    """The moves of a line, compared with the best ones, where values are known."""
    judged = (judged_move(step, known, number) for number, step in enumerate(steps, start=1))
    return [move for move in judged if move is not None]


def graph_point(step: Step, known: PositionValues) -> GraphPoint:
    """The value of a step's position."""
    sign = 1 if step.black_to_move else -1
    if step.over:
        return GraphPoint(sign * int(step.position.final()), True)
    values = known.get(step.position)
    if values is None:
        return GraphPoint(None, False)
    return GraphPoint(sign * values.best.score, is_proven(values))


def discs_text(score: int, exact: bool) -> str:
    """A score as text, in discs, with a typographic minus sign."""
    return words.discs_text(score, exact).replace("-", "\N{MINUS SIGN}")


def proof_text(value: MoveValue) -> str:
    """Text for a move's certainty: "proven", a range such as "0 to +34" discs, or ""."""
    if value.certainty == "bounded":
        bounds = discs_text(value.lower, True), discs_text(value.upper, True)
        return _("{least} to {most}").format(least=bounds[0], most=bounds[1])
    return _("proven") if value.certainty == "proven" else ""


def _reviewed(kept: Mapping[Position, MoveValues], node: GameNode) -> Reviewed | None:
    """The review of a move; None without one."""
    judged = judged_move(node.step, kept)
    if judged is None:
        return None
    played, proven = judged.played, judged.exact
    best = judged.best if judged.lost else played  # an equally good move counts as the best
    depth, scores = kept[node.before].depth, (played.score, best.score)
    return Reviewed(depth, *scores, best.line, proven, played.line)


def review_results(tree: GameTree, kept: Mapping[Position, MoveValues]) -> Reviews:
    """The reviews of all moves of the game, side lines included."""
    nodes = ((path, node) for path, node in tree.nodes() if isinstance(node, GameNode))
    found = ((path, _reviewed(kept, node)) for path, node in nodes)
    return tuple((path, reviewed) for path, reviewed in found if reviewed is not None)


def add_reviews(tree: GameTree, kept: dict[Position, MoveValues], reviews: Reviews) -> None:
    """Add a file's reviews to `kept`; those that do not fit the tree are left out."""
    for path, review in reviews:
        node = tree.node_at(path)
        if not isinstance(node, GameNode):
            continue
        best_is_legal = int(node.before.legal()) & int(bit(review.line[0]))
        before = kept.get(node.before, FileValues(review.depth, ()))
        if best_is_legal and isinstance(before, FileValues):  # this session's have every move
            values = reviewed_values(node.move, review)
            kept[node.before] = before.joined(review.depth, *values)
