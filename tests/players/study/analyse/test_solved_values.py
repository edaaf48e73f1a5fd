"""The values of moves late in the game, from the endgame solver."""

import threading

import numpy as np
import pytest
from naive import endgame as naive_endgame
from samples import late_position

from othello.bits import squares
from othello.jit import COMPILED
from othello.position import PASS
from players.engine.endgame import Solver
from players.engine.player import EngineOptions, EnginePlayer
from players.study.analyse.solved_values import LONG_DEPTH, solved_values

MOST_EMPTIES = 7 if COMPILED else 4


@pytest.fixture(scope="module")
def player():
    return EnginePlayer(EngineOptions(table=1))


@pytest.fixture(scope="module")
def solver():
    return Solver(megabytes=1)


def sample(seed):
    return late_position(seed, 1 + seed % MOST_EMPTIES)


@pytest.mark.parametrize("seed", range(20))
def test_every_value_is_that_of_naive_minimax_and_its_line_ends_in_it(seed, player, solver):
    position = sample(seed)
    *_, values = solved_values(player, solver, position, np.zeros(1, np.int64))
    assert sorted(value.move for value in values.moves) == squares(position.legal())
    for value in values.moves:
        assert value.exact
        assert (
            value.score
            == value.lower
            == value.upper
            == -naive_endgame.score(position.play(value.move))
        )
        assert value.line[0] == value.move
        end, sign = position, 1
        for move in value.line:
            end, sign = end.passed() if move == PASS else end.play(move), -sign
        assert end.over() and sign * int(end.final()) == value.score


@pytest.mark.parametrize("seed", range(0, 20, 4))
def test_values_come_move_by_move_and_are_only_narrowed(seed, player, solver):
    position = sample(seed)
    known, proven = {}, []
    for values in solved_values(player, solver, position, np.zeros(1, np.int64)):
        proven.append(sum(value.exact for value in values.moves))
        for value in values.moves:
            lower, upper = known.get(value.move, (value.lower, value.upper))
            assert lower <= value.lower <= value.upper <= upper
            known[value.move] = value.lower, value.upper
        scores = [value.score for value in values.moves]
        assert scores == sorted(scores, reverse=True)
    assert proven == sorted(proven) and proven[-1] == len(known)


@pytest.mark.skipif(not COMPILED, reason="to its end it takes hours, and plain Python is slow")
def test_a_stop_from_another_thread_ends_the_solver(player):
    stop, stages = np.zeros(1, np.int64), 0
    for values in solved_values(player, Solver(megabytes=1), late_position(3, 34), stop):
        stages += 1
        if values.depth == LONG_DEPTH:
            threading.Timer(0.1, stop.fill, (1,)).start()
    assert stages and stop[0]
