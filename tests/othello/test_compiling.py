"""Stops while kernels compile: here one compiles until the test ends."""

import threading

import numpy as np
import pytest
from patience import PATIENCE_SECONDS

from othello.compiling import FIRST_RUN
from othello.game import Game
from othello.position import START
from players import api, registry
from players.budget import run_in_thread
from players.engine.endgame import Solver
from players.engine.request import Request
from players.study.solve import Problem, solve_all

END = Game.from_board("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X").position


class Kernel:
    """A kernel that is not compiled before the test ends; when it is called, `stop` is set."""

    def __init__(self):
        self.compiled, self.ended, self.stop = (threading.Event() for _ in range(3))

    def __call__(self, *given, **named):
        FIRST_RUN.begin("kernel")
        self.stop.set()
        self.compiled.wait(PATIENCE_SECONDS)
        FIRST_RUN.end()
        self.ended.set()


@pytest.fixture
def kernel():
    kernel = Kernel()
    yield kernel
    kernel.compiled.set()
    kernel.ended.wait(PATIENCE_SECONDS)


def no_poll():
    """Do nothing."""


def test_a_search_in_a_thread_returns_or_raises():
    flag = np.zeros(1, np.int64)
    assert run_in_thread(lambda: 3, flag, no_poll, 0.01) == 3
    with pytest.raises(ZeroDivisionError):
        run_in_thread(lambda: 1 // 0, flag, no_poll, 0.01)


def test_ctrl_c_ends_the_wait_and_stops_the_search():
    flag, stopped = np.zeros(1, np.int64), threading.Event()

    def interrupt():
        raise KeyboardInterrupt

    def search():
        while not flag[0]:
            pass
        stopped.set()

    with pytest.raises(KeyboardInterrupt):
        run_in_thread(search, flag, interrupt, 0.01)
    assert stopped.wait(PATIENCE_SECONDS)


def test_values_stopped_while_kernels_compile_end(kernel, monkeypatch):
    player = registry.make("engine")
    monkeypatch.setattr(player, "_search", kernel)
    assert list(api.stream_values(START, 3, player=player, stop=kernel.stop)) == []


def test_solver_stopped_while_it_compiles_has_proven_nothing(kernel, monkeypatch):
    monkeypatch.setattr(Solver, "warm_up", kernel)
    solution = api.solve_position(END, stop=kernel.stop)
    assert (solution.lower, solution.upper, solution.proven) == (-6400, 6400, False)


def test_solving_stopped_while_it_compiles_yields_nothing(kernel, monkeypatch):
    solver, request = Solver(1, 1), Request(stop=np.zeros(1, np.int64))
    monkeypatch.setattr(solver, "solve", kernel)

    def stop(line):
        request.stop[0] = kernel.stop.is_set()

    problems = [Problem("#1", START)] * 2
    results = list(solve_all(problems, request, solver, stop))
    assert [result["proven"] for result in results] == [False]
