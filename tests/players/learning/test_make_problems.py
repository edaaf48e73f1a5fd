"""Problems from the program's own games."""

import pytest

from othello.bits import squares
from othello.formats import obf
from players.engine.engine import Engine
from players.engine.request import Request
from players.learning.problems.samples import Recipe, make_batch, score_moves

SMALL = Recipe(depth=3, selectivity=1, seed=4)


@pytest.mark.compiled
def test_every_move_has_the_score_of_a_search_of_its_own():
    problems = obf.read(make_batch(SMALL, 0, 3).decode()).problems
    assert len(problems) == 3
    for problem in problems:
        assert 26 <= problem.position.plies_left() <= 34
        legal = squares(problem.position.legal())
        assert len(legal) > 1
        assert sorted(move for move, _ in problem.scores) == legal
        scores = [score for _, score in problem.scores]
        assert scores == sorted(scores, reverse=True)
        for move, score in problem.scores:
            after = Engine(megabytes=1).search(problem.position.play(move), Request(depth=2))
            assert score == pytest.approx(-after.score / 100, abs=0.51)


@pytest.mark.compiled
def test_equal_moves_stand_in_the_order_of_the_board():
    (problem,) = obf.read("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X;").problems
    found = score_moves(problem.position, Engine(megabytes=1), 3)
    assert [move for move, _ in found.scores] == squares(problem.position.legal())
    assert len({score for _, score in found.scores}) == 1
