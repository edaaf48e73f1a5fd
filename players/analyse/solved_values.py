"""The value of every legal move late in the game, from the endgame solver: exact, move by move."""

from collections.abc import Iterator
from typing import Any

from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.endgame import Solution, Solver
from players.move_values import MoveValue, MoveValues, deepening_values, sorted_values
from players.protocol import Player

MOST_SOLVED_AT_ONCE = 22
"""The most empty squares with which moves are solved after a glance.

In six games the first took up to 0.6 s and all together up to 4.7 s, on one thread.
"""
MOST_SOLVED = 26
"""The most with which they are solved at all: the first after 4 to 10 s, all after 44 to 143 s.

With 24 empty squares 2 and 25 s. A deepening search needs 17 s for 14 plies of 26.
"""
GLANCE_DEPTH = 6
"""Plies looked ahead first: 0.02 s, enough to solve the best moves first."""
LOOK_DEPTH = 16
"""With more empty squares than MOST_SOLVED_AT_ONCE, where the first result takes a while: 1.1 s."""


def is_solved(position: Position, deepest: int) -> bool:
    """Whether a position is one for the solver: asked for to its end, with few empty squares."""
    empties = int(position.plies_left())
    return empties <= MOST_SOLVED and empties <= deepest


def _of_solution(move: int, found: Solution) -> MoveValue:
    """The exact value of a move, from the proven solution of the position after it."""
    result = -found.score * SCORE_SCALE
    return MoveValue(move, result, True, (move, *found.line), result, result)


def solved_values(
    player: Player, solver: Solver, position: Position, stop: Any
) -> Iterator[MoveValues]:
    """All legal moves, estimated by `player` at a few depths, then solved, the best first.

    Given anew after every move that is solved; the others keep their estimates until it is
    their turn. Ends when `stop`, int64[1], is raised, which the solver heeds as well.
    """
    depth = GLANCE_DEPTH if position.plies_left() <= MOST_SOLVED_AT_ONCE else LOOK_DEPTH
    known = None
    for known in deepening_values(player, position, depth, stop):
        yield known
    if known is None:
        return
    solver.stop = stop
    current = {value.move: value for value in known.moves}
    for value in known.moves:
        found = solver.solve(position.play(value.move))
        if stop[0]:  # a line may be cut short where its score is not
            return
        current[value.move] = _of_solution(value.move, found)
        yield sorted_values(known.depth, list(current.values()))
