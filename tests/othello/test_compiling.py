"""Stops while kernels compile: here one compiles until the test ends."""

import threading

import numpy as np
import pytest

from othello import jit as jit_module
from othello.compiling import StillCompilingError, in_its_own_thread, stopped_by
from othello.game import Game
from othello.jit import COMPILED, jit
from othello.position import START
from players import api, registry
from players.engine.endgame import Solver
from players.engine.request import Request
from players.limits import Limits
from players.study.solve import Problem, solve_all

END = Game.from_board("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X").position


class Kernel:
    """A kernel that is not compiled before the test ends; when it is called, `stop` is raised."""

    def __init__(self):
        self.compiled, self.stop, self.event = threading.Event(), np.zeros(1, np.int64), None

    def __call__(self, *given, **named):
        self.stop[0] = 1
        if self.event is not None:
            self.event.set()
        return in_its_own_thread(self.compiled.wait)


@pytest.fixture
def kernel():
    kernel = Kernel()
    yield kernel
    kernel.compiled.set()


def test_compiling_in_a_thread_returns_or_raises():
    assert in_its_own_thread(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        in_its_own_thread(lambda: 1 // 0)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("error", [StillCompilingError, KeyboardInterrupt])
def test_stop_and_ctrl_c_end_the_wait_for_a_kernel(monkeypatch, kernel, error):
    @jit
    def double(number):
        return 2 * number

    def stop():
        if error is KeyboardInterrupt:
            raise error
        return True

    with monkeypatch.context() as patch, pytest.raises(error), stopped_by(stop):
        patch.setattr(jit_module, "in_its_own_thread", kernel)
        double(1)
    assert double(1) == 2


@pytest.mark.parametrize(("spec", "search"), [("engine", "_search"), ("alphabeta", "_searched")])
def test_player_stopped_while_it_compiles_raises(spec, search, kernel, monkeypatch):
    player = registry.make(spec)
    monkeypatch.setattr(player, search, kernel)
    with pytest.raises(StillCompilingError):
        player.choose(START, Limits(stop=kernel.stop))
    kernel.event = threading.Event()
    assert list(api.stream_values(START, 3, player=player, stop=kernel.event)) == []


def test_engine_returns_its_best_move_while_the_solver_compiles(kernel, monkeypatch):
    monkeypatch.setattr(Solver, "solve", kernel)
    player = registry.make("engine:depth=9,solve=0")
    choice = player.choose(END, Limits(stop=kernel.stop))
    assert choice.move in END.legal_squares() and choice.depth > 1


def test_solver_stopped_while_it_compiles_has_proven_nothing(kernel, monkeypatch):
    kernel.event = threading.Event()
    monkeypatch.setattr(Solver, "warm_up", kernel)
    solution = api.solve_position(END, stop=kernel.event)
    assert (solution.lower, solution.upper, solution.proven) == (-6400, 6400, False)


def test_solving_stopped_while_it_compiles_yields_nothing(kernel, monkeypatch):
    solver, request = Solver(1, 1), Request(stop=np.zeros(1, np.int64))
    kernel.stop = request.stop
    monkeypatch.setattr(solver, "solve", kernel)
    problems = [Problem("#1", START)] * 2
    assert list(solve_all(problems, request, solver, print)) == []
