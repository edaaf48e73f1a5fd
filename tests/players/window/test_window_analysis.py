"""What the window tells of moves that are proven: marks, losses, the best line, the review."""

from othello.game import Game
from players.move_values import MoveValue, sorted_values
from players.window.game.clocks import HUMAN
from players.window.game.judgements import exact_from, judged_line
from players.window.game.live_game import LiveGame


def values_of(*moves, depth=4):
    """The values of moves, each given as (square, discs, exact)."""
    found = []
    for move, discs, exact in moves:
        bounds = (100 * discs, 100 * discs) if exact else (-6400, 6400)
        found.append(MoveValue(move, 100 * discs, exact, (move,), *bounds))
    return sorted_values(depth, found)


def test_a_review_is_exact_from_the_first_move_after_which_all_losses_are():
    game = Game()
    game.play_all((37, 43, 18, 19))
    live = LiveGame((HUMAN, HUMAN), 0)
    live.start(game)
    steps = live.steps
    played = [step.move for step in steps[:-1]]
    assert exact_from(steps, {}) is None
    known = {
        step.position: values_of((move, 2, True), (0, 4, number != 1))
        for number, (step, move) in enumerate(zip(steps, played, strict=False))
    }
    assert [move.exact for move in judged_line(steps, known)] == [True, False, True, True]
    assert exact_from(steps, known) == 3


def test_proven_moves_are_shown_though_deeper_estimates_were_known():
    live = LiveGame((HUMAN, HUMAN), 0)
    position = live.here.position
    deep, glance = (values_of((19, 2, False), (26, 1, False), depth=depth) for depth in (8, 4))
    solved = values_of((19, 6, True), (26, 1, False))
    for given, kept in ((deep, deep), (glance, deep), (solved, solved), (deep, deep)):
        live.search_values.keep(position, given)
        assert live.search_values[position] is kept
