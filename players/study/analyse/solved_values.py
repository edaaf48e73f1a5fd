"""Exact values of all legal moves late in the game, move by move, from the endgame solver."""

from collections.abc import Iterator
from typing import Any

from othello.position import Position
from players.engine.endgame import Solver
from players.engine.request import Request
from players.move_values import MoveValue, MoveValues, deepening_values, sorted_values
from players.protocol import Player

MOST_SOLVED_AT_ONCE = 22
"""Most empty squares with which moves are solved after a short search.

In six games the first move took up to 0.6 s and all moves up to 4.7 s, on one thread.
"""
MOST_SOLVED = 26
"""Most empty squares with which moves are solved: the first in 4 to 10 s, all in 44 to 143 s.

With 24 empty squares 2 and 25 s. A deepening search to 14 of 26 plies needs 17 s.
"""
SHORT_DEPTH = 6
"""Depth of the first search: 0.02 s, enough to solve the best moves first."""
LONG_DEPTH = 16
"""Depth with more empty squares than MOST_SOLVED_AT_ONCE: 1.1 s."""


def is_solved(position: Position, deepest: int) -> bool:
    """True if a position has few empty squares and `deepest` reaches the end."""
    empties = int(position.plies_left())
    return empties <= MOST_SOLVED and empties <= deepest


def solved_values(
    player: Player, solver: Solver, position: Position, stop: Any
) -> Iterator[MoveValues]:
    """Values of all legal moves: estimates by `player`, then exact ones, the best move first.

    Yields all values after each solved move; the others keep their estimates. Ends when `stop`,
    int64[1], is set.
    """
    depth = SHORT_DEPTH if position.plies_left() <= MOST_SOLVED_AT_ONCE else LONG_DEPTH
    estimates = None
    for estimates in deepening_values(player, position, depth, stop):
        yield estimates
    if estimates is None:
        return
    current = {value.move: value for value in estimates.moves}
    for value in estimates.moves:
        child = solver.solve(position.play(value.move), Request(stop=stop))
        if stop[0]:  # the line may be cut short
            return
        found = child.before(value.move)
        exact = MoveValue(value.move, found.score, True, found.line, found.lower, found.upper)
        current[value.move] = exact
        yield sorted_values(estimates.depth, list(current.values()))
