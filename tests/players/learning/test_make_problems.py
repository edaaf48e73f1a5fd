"""Problems from the program's own games."""

import pytest

from othello.bits import squares
from othello.formats import obf
from othello.jit import COMPILED
from players.engine.engine import Engine
from players.engine.request import Request
from players.learning.problems import __main__ as make_problems
from players.learning.problems.samples import BATCH, Recipe, make_batch, score_moves

SMALL = Recipe(depth=3, selectivity=1, seed=4)


@pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")
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


@pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")
def test_equal_moves_stand_in_the_order_of_the_board():
    (problem,) = obf.read("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X;").problems
    found = score_moves(problem.position, Engine(megabytes=1), 3)
    assert [move for move, _ in found.scores] == squares(problem.position.legal())
    assert len({score for _, score in found.scores}) == 1


@pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")
def test_a_small_run_repeats_itself_and_goes_on(tmp_path, capsys):
    out = tmp_path / "few.obf"
    words = f"--positions {BATCH + 1} --depth 2 --selectivity 0 --jobs 1".split()
    assert make_problems.main([*words, "--out", str(out)]) == 0
    assert f"{BATCH + 1} problems" in capsys.readouterr().out
    content = out.read_bytes()
    (tmp_path / "few.work" / "problems-000001.obf").unlink()
    assert make_problems.main([*words, "--out", str(out)]) == 0
    assert out.read_bytes() == content
    assert obf.read_problems(out).below[0].startswith(" python -m players.learning.problems")
    assert make_problems.main([*words, "--seed", "5", "--out", str(out)]) == 2
    assert "another recipe" in capsys.readouterr().err
