"""Which moves of a game are mistakes, in which phase of it they were made, and why."""

import pytest
from samples import late_position

from othello.notation import parse_board
from players.move_values import MoveValue
from players.study.coach.mistakes import (
    ENDGAME,
    MIDGAME,
    OPENING,
    JudgedMove,
    mistakes,
    play_of_side,
    why,
)


def judged(lost=0, empties=30):
    played, best = (MoveValue(square, score, False, ()) for square, score in ((0, 0), (1, lost)))
    return JudgedMove(1, True, late_position(1, empties), played, best, False)


@pytest.mark.parametrize(
    ("empties", "phase"), [(41, OPENING), (40, MIDGAME), (21, MIDGAME), (20, ENDGAME)]
)
def test_a_phase_has_twenty_moves(empties, phase):
    assert judged(empties=empties).phase == phase


def test_a_loss_of_two_discs_or_less_is_not_a_mistake():
    moves = [judged(lost) for lost in (0, 200, 201, 1100)]
    assert mistakes(moves) == moves[2:]


@pytest.mark.parametrize(
    ("black", "side", "other"), [(True, "Black", "White"), (False, "White", "Black")]
)
def test_the_words_name_the_side_that_moved_and_its_opponent(black, side, other):
    position, _ = parse_board(
        "-------- -------- --O----- ---X---- ----O--- " + "-------- " * 3 + "X"
    )
    played = MoveValue(9, -400, False, (9, 0))  # b2 a1
    move = JudgedMove(1, black, position, played, MoveValue(45, 0, False, (45,)), False)
    corner, reply = why(move).split(". ")
    assert f"lets {other}" in corner and side not in corner
    assert f"away from {side}" in reply and reply.startswith(f"{other}'s a1")


def test_play_of_a_side_is_that_of_its_own_moves():
    moves = [judged(0), judged(400)._replace(black=False), judged(800)._replace(black=False)]
    assert play_of_side(moves, black=True).mean_loss == 0
    assert play_of_side(moves, black=False).mean_loss == 600
