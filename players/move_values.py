"""The value of every legal move, from a player that searches to a given depth."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from othello.bits import NONE, squares
from othello.position import PASS, Position
from players.protocol import Limits, Player

LEAST_DEPTH = 2
"""A move and one ply of search after it."""


class MoveValue(NamedTuple):
    """What a move is worth to the side that plays it, in hundredths of a disc.

    `exact` says that the search reached the end of the game: the score is the
    result under perfect play. `line` is the expected line, `move` first.
    """

    move: int
    score: int
    exact: bool
    line: tuple[int, ...]


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


def value_of_move(
    player: Player, position: Position, move: int, depth: int, stop: Any = None
) -> MoveValue:
    """The value of `move`, looked at `depth` plies deep, the move itself counted.

    Worthless once `stop` is raised.
    """
    child = position.play(move)
    if child.over():
        return MoveValue(move, -int(child.final()), True, (move,))
    passes = child.legal() == NONE
    if passes:
        child = child.passed()
    choice = player.choose(child, Limits(depth=depth - 1, stop=stop))
    exact = choice.bound == 0 and depth - 1 >= child.plies_left()
    line = (move, PASS, *choice.variation) if passes else (move, *choice.variation)
    return MoveValue(move, choice.score if passes else -choice.score, exact, line)


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
    the depth before said of the others.
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
            current[value.move] = found
            if found.exact:
                yield sorted_values(known.depth, list(current.values()))
        known = sorted_values(depth, list(current.values()))
