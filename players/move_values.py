"""Values of all legal moves, by a player that searches to a given depth."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from othello.bits import NONE, squares
from othello.drawing import html_table
from othello.position import PASS, Position, move_name
from othello.rules import SCORE_SCALE
from players.limits import Limits
from players.protocol import EXACT, MAX_SCORE, Player
from players.registry import ALL_LIMITS

LEAST_DEPTH = 2
"""A move and one ply of search."""
PROVEN, BOUNDED, ESTIMATED_ONLY = "proven", "bounded", "estimated"


class MoveValue(NamedTuple):
    """The value of a move for its side, in hundredths of a disc.

    `exact` is True if the score is the result under perfect play: the search reached the end of the
    game, or its range is a single point. `line` is the expected line, `move` first. The result is
    proven to lie from `lower` to `upper`.
    """

    move: int
    score: int
    exact: bool
    line: tuple[int, ...]
    lower: int = -MAX_SCORE
    upper: int = MAX_SCORE

    @property
    def certainty(self) -> str:
        """PROVEN if exact, BOUNDED if the range excludes a win or a loss, else ESTIMATED_ONLY."""
        if self.exact or self.lower == self.upper:
            return PROVEN
        return BOUNDED if self.lower >= 0 or self.upper <= 0 else ESTIMATED_ONLY


class MoveValues(NamedTuple):
    """All legal moves of a position, best first, at one depth in plies."""

    depth: int
    moves: tuple[MoveValue, ...]

    @property
    def best(self) -> MoveValue:
        """The best move; ValueError after the end of a game, which has none."""
        if not self.moves:
            raise ValueError("the game is over: it has no best move")
        return self.moves[0]

    @property
    def exact(self) -> bool:
        """True if every move's value is that of perfect play."""
        return all(move.exact for move in self.moves)

    def _repr_html_(self) -> str:
        """Return a table for notebooks, best move first."""
        rows = (
            (
                move_name(value.move),
                f"{value.score / SCORE_SCALE:+.2f}",
                value.certainty,
                " ".join(map(move_name, value.line)),
            )
            for value in self.moves
        )
        return html_table(("move", "value in discs", f"at depth {self.depth}", "line"), rows)

    def of(self, move: int) -> MoveValue | None:
        """Return the value of one move, or None if it is not legal."""
        return next((value for value in self.moves if value.move == move), None)


def tells_values(player: Player) -> bool:
    """True if a player's scores are values of moves at the requested depth.

    Its class declares that by `tells_values`, or else by "depth" among its `supported_limits`.
    """
    has_depth = "depth" in getattr(player, "supported_limits", ALL_LIMITS)
    return bool(getattr(player, "tells_values", has_depth))


def value_of_move(
    player: Player, position: Position, move: int, depth: int, stop: Any = None
) -> MoveValue:
    """Return the value of `move` at `depth` plies, which include the move itself.

    The value is invalid once `stop` is raised. A `full_width` player proves it by searching to the
    end of the game, any other, such as the engine, by a range that is a point.
    """
    child = position.play(move)
    if child.over():
        result = -int(child.final())
        return MoveValue(move, result, True, (move,), result, result)
    passes = child.legal() == NONE
    if passes:
        child = child.passed()
    choice = player.choose(child, Limits(depth=depth - 1, stop=stop))
    line = (move, PASS, *choice.variation) if passes else (move, *choice.variation)
    score, lower, upper = -choice.score, -choice.upper, -choice.lower
    if passes:
        score, lower, upper = choice.score, choice.lower, choice.upper
    ended = getattr(player, "full_width", False) and choice.depth >= child.plies_left()
    if ended and choice.bound == EXACT:
        lower = upper = score
    return MoveValue(move, score, lower == upper, line, lower, upper)


def sorted_values(depth: int, values: list[MoveValue]) -> MoveValues:
    """Return the moves sorted: the best first, of equal ones the lower square."""
    return MoveValues(depth, tuple(sorted(values, key=lambda value: (-value.score, value.move))))


def values_at(player: Player, position: Position, depth: int, stop: Any = None) -> MoveValues:
    """Return the values of all legal moves at one depth; invalid once `stop` is raised."""
    moves = squares(position.legal())
    return sorted_values(
        depth, [value_of_move(player, position, move, depth, stop) for move in moves]
    )


def deepening_values(
    player: Player, position: Position, deepest: int, stop: Any
) -> Iterator[MoveValues]:
    """Yield the values of all legal moves at growing depths, until `deepest` or all are exact.

    It ends when `stop`, int64[1], is raised; an interrupted depth is not yielded. A depth that
    proves moves is yielded move by move, with the other values from the depth before. It continues
    after one move is proven to be the best, to give the value of each move.
    """
    values = values_at(player, position, LEAST_DEPTH, stop)
    while not stop[0]:
        yield values
        if values.exact or values.depth >= deepest:
            return
        depth = values.depth + 1
        current = {value.move: value for value in values.moves}
        for value in values.moves:  # the best first
            if value.exact:
                continue
            found = value_of_move(player, position, value.move, depth, stop)
            if stop[0]:
                return
            lower, upper = max(found.lower, value.lower), min(found.upper, value.upper)
            score, exact = min(max(found.score, lower), upper), lower == upper
            current[value.move] = found._replace(score=score, exact=exact, lower=lower, upper=upper)
            if exact:  # earlier bounds of the move still hold
                yield sorted_values(values.depth, list(current.values()))
        values = sorted_values(depth, list(current.values()))
