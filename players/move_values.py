"""The value of every legal move, from a player that searches to a given depth."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from othello.bits import NONE, squares
from othello.position import PASS, Position
from players.limits import Limits
from players.protocol import MOST, Player
from players.registry import ALL_LIMITS
from players.search.bounds import EXACT

LEAST_DEPTH = 2
"""A move and one ply of search after it."""
PROVEN, BOUNDED, ESTIMATED_ONLY = "proven", "bounded", "estimated"


class MoveValue(NamedTuple):
    """What a move is worth to the side that plays it, in hundredths of a disc.

    `exact` says that the score is the result under perfect play: the search reached the end of
    the game, or its range is a single point. `line` is the expected line, `move` first. The
    result is proven to lie from `lower` to `upper`.
    """

    move: int
    score: int
    exact: bool
    line: tuple[int, ...]
    lower: int = -MOST
    upper: int = MOST

    @property
    def certainty(self) -> str:
        """PROVEN if exact, BOUNDED if the range excludes a win or a loss, else ESTIMATED_ONLY.

        A value out of a file may be a single point without being called exact there.
        """
        if self.exact or self.lower == self.upper:
            return PROVEN
        return BOUNDED if self.lower >= 0 or self.upper <= 0 else ESTIMATED_ONLY


class MoveValues(NamedTuple):
    """All legal moves of a position, best first, at one depth in plies."""

    depth: int
    moves: tuple[MoveValue, ...]

    @property
    def best(self) -> MoveValue:
        """The best move."""
        return self.moves[0]

    @property
    def exact(self) -> bool:
        """Whether every move's value is that of perfect play."""
        return all(move.exact for move in self.moves)

    def of(self, move: int) -> MoveValue | None:
        """The value of one move; None if it is not legal."""
        return next((value for value in self.moves if value.move == move), None)


def tells_values(player: Player) -> bool:
    """Whether the scores of a player are what moves are worth, at the depth that it is asked for.

    It says so itself: by `tells_values` if its class has that, else by naming "depth" among the
    limits that it knows.
    """
    knows_depth = "depth" in getattr(player, "supported_limits", ALL_LIMITS)
    return bool(getattr(player, "tells_values", knows_depth))


def value_of_move(
    player: Player, position: Position, move: int, depth: int, stop: Any = None
) -> MoveValue:
    """The value of `move`, looked at `depth` plies deep, the move itself counted.

    Worthless once `stop` is raised. A player that says it is `full_width` leaves nothing out, and
    may stop before `depth` at a proven move; of any other, such as the engine, a value is exact if
    its range is a point.
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
    """The moves best first; of equal ones the lower square."""
    return MoveValues(depth, tuple(sorted(values, key=lambda value: (-value.score, value.move))))


def values_at(player: Player, position: Position, depth: int, stop: Any = None) -> MoveValues:
    """All legal moves at one depth; worthless once `stop` is raised."""
    moves = squares(position.legal())
    return sorted_values(
        depth, [value_of_move(player, position, move, depth, stop) for move in moves]
    )


def deepening_values(
    player: Player, position: Position, deepest: int, stop: Any
) -> Iterator[MoveValues]:
    """All legal moves at growing depths up to `deepest`, or until all values are exact.

    Ends when `stop`, int64[1], is raised; what was cut short is not given. The
    depth that reaches the end of the game is given move by move, beside what
    the depth before said of the others. It goes on though one move may be proven the
    best before: a player may stop there, but who looks on wants the value of each.
    """
    known = values_at(player, position, LEAST_DEPTH, stop)
    while not stop[0]:
        yield known
        if known.exact or known.depth >= deepest:
            return
        depth = known.depth + 1
        current = {value.move: value for value in known.moves}
        for value in known.moves:  # the best first
            if value.exact:
                continue
            found = value_of_move(player, position, value.move, depth, stop)
            if stop[0]:
                return
            lower, upper = max(found.lower, value.lower), min(found.upper, value.upper)
            score, exact = min(max(found.score, lower), upper), lower == upper
            current[value.move] = found._replace(score=score, exact=exact, lower=lower, upper=upper)
            if exact:  # what was proven of the move before is proven still
                yield sorted_values(known.depth, list(current.values()))
        known = sorted_values(depth, list(current.values()))
