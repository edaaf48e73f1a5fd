"""Verdicts on single moves, judged by naive minimax and by plain searches of the engine."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import endgame as naive_endgame
from samples import late_position

from othello.bits import squares
from othello.compiling import FIRST_RUN
from othello.position import PASS
from players.engine.engine import Engine
from players.engine.request import Request, Result
from players.protocol import EXACT as EXACT_BOUND
from players.study.analyse.verdicts import Question, Verdict, VerdictLimits, joined, judge

EXACT = VerdictLimits(depth=2, exact=6, megabytes=1)
MOST = 6400


@pytest.fixture(scope="module")
def engine():
    return Engine(megabytes=1)


def question(position, move):
    return Question(int(position.own), int(position.opp), move)


def end_of(position, line):
    """The result of a line for the side to move at its beginning, None if it goes on."""
    sign = 1
    for move in line:
        position, sign = position.passed() if move == PASS else position.play(move), -sign
    return sign * int(position.final()) if position.over() else None


@pytest.mark.parametrize("seed", range(6))
def test_late_in_the_game_both_values_are_those_of_naive_minimax(seed, engine):
    position = late_position(seed, 3 + seed % 3)
    for move in squares(position.legal()):
        verdict = judge(engine, question(position, move), EXACT)
        assert verdict.proven
        assert verdict.best.score == naive_endgame.score(position)
        assert verdict.played.score == -naive_endgame.score(position.play(move))
        assert verdict.agrees == (verdict.loss == 0)
        for value in (verdict.best, verdict.played):
            assert end_of(position, value.line) == value.score
            assert value.line[0] == value.move


def test_estimates_are_those_of_two_searches_seen_equally_far(engine):
    position = late_position(7, 40)
    best = engine.search(position, Request(depth=3))
    engine.clear()
    for move in squares(position.legal())[:4]:
        verdict = judge(engine, question(position, move), VerdictLimits(depth=3, megabytes=1))
        assert not verdict.proven
        assert verdict.played.depth == verdict.best.depth == 3
        if verdict.played.move != best.line[0]:
            engine.clear()
            engine.search(position, Request(depth=3))
            after = engine.search(position.play(move), Request(depth=2))
            assert verdict.played.score == -after.score
            assert verdict.best.score == max(best.score, -after.score)


def test_verdict_does_not_depend_on_earlier_verdicts(engine, monkeypatch):
    """And takes no more seconds where kernels are compiled on the way."""
    search = engine.search

    def compiling_search(position, request):
        found = search(position, request)
        FIRST_RUN.cpu_seconds += 100
        return found._replace(seconds=found.seconds + 100)

    monkeypatch.setattr(FIRST_RUN, "cpu_seconds", 0.0)
    monkeypatch.setattr(engine, "search", compiling_search)
    asked = question(late_position(3, 30), None)
    limits = VerdictLimits(depth=4, megabytes=1)
    first = judge(engine, asked, limits)
    judge(engine, question(late_position(4, 30), None), limits)
    assert judge(engine, asked, limits)._replace(seconds=0) == first._replace(seconds=0)
    assert 0 <= first.seconds < 100


def test_a_stopped_search_gives_no_verdict(engine):
    asked = question(late_position(3, 30), None)
    assert judge(engine, asked, EXACT, np.ones(1, np.int64)) is None


scores = st.integers(-MOST, MOST)


@st.composite
def values(draw, truth, move):
    """A value whose range holds the truth."""
    lower, upper = draw(st.integers(-MOST, truth)), draw(st.integers(truth, MOST))
    kind = draw(st.sampled_from(["proven", "range", "open"]))
    if kind != "range":
        lower, upper = (truth, truth) if kind == "proven" else (-MOST, MOST)
    score = draw(st.integers(lower, upper))
    return Result(score, EXACT_BOUND, 5, 1, (move,), lower, upper)


@given(st.data())
def test_the_best_value_and_the_played_one_mend_each_other(data):
    truth = data.draw(scores)
    played_truth = data.draw(st.integers(-MOST, truth))
    before = data.draw(values(truth, 1)), data.draw(values(played_truth, 2))
    best, played = joined(*before)
    assert best.score >= played.score
    assert best.lower <= truth <= best.upper
    assert played.lower <= played_truth <= played.upper
    assert best.lower >= max(before[0].lower, played.lower)
    assert played.upper <= best.upper
    assert best.move == 2 or best.score == max(before[0].score, played.lower)
    if best.proven and not before[0].proven:
        assert best.move == 2 and played.score == truth
    assert (Verdict(best, played, 0, 0.0).loss > 0) <= (best.move == 1)
