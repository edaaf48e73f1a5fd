"""Which moves of a game are mistakes, and in which phase of it they were made."""

import pytest
from samples import late_position

from players.move_values import MoveValue
from players.study.coach.mistakes import ENDGAME, MIDGAME, OPENING, JudgedMove, mistakes


def judged(lost=0, empties=30):
    played, best = (MoveValue(square, score, False, ()) for square, score in ((0, 0), (1, lost)))
    return JudgedMove(1, True, late_position(1, empties), played, best, False)


@pytest.mark.parametrize(
    ("empties", "phase"), [(41, OPENING), (40, MIDGAME), (21, MIDGAME), (20, ENDGAME)]
)
def test_a_phase_has_twenty_moves(empties, phase):
    assert judged(empties=empties).phase == phase


def test_a_good_move_does_not_count_as_a_mistake():
    moves = [judged(lost) for lost in (0, 200, 201, 1100)]
    assert mistakes(moves) == moves[2:]
