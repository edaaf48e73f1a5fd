"""What the window tells of moves that are proven: marks, losses, the best line, the review."""

from players.move_values import MoveValue, sorted_values
from players.window.game.clocks import HUMAN
from players.window.game.live_game import LiveGame


def values_of(*moves, depth=4):
    """The values of moves, each given as (square, discs, exact)."""
    found = []
    for move, discs, exact in moves:
        bounds = (100 * discs, 100 * discs) if exact else (-6400, 6400)
        found.append(MoveValue(move, 100 * discs, exact, (move,), *bounds))
    return sorted_values(depth, found)


def test_proven_moves_are_shown_though_deeper_estimates_were_known():
    live = LiveGame((HUMAN, HUMAN), 0)
    position = live.here.position
    deep, glance = (values_of((19, 2, False), (26, 1, False), depth=depth) for depth in (8, 4))
    solved = values_of((19, 6, True), (26, 1, False))
    for given, kept in ((deep, deep), (glance, deep), (solved, solved), (deep, deep)):
        live.search_values.keep(position, given)
        assert live.search_values[position] is kept
