"""What happens where threads share a player, a solver or an evaluator."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from patience import PATIENCE_SECONDS
from samples import random_position

from othello import evaluation
from othello.jit import ignore_overflow
from players import registry
from players.engine.endgame import Solver
from players.engine.engine import Engine
from players.engine.request import Request

THREADS = 3
POSITIONS = [random_position(seed) for seed in range(12)]


class Held:
    """A position that is looked at only when it is let go."""

    def __init__(self, position):
        self._position = position
        self.looked_at, self.let_go = threading.Event(), threading.Event()

    def __getattr__(self, name):
        self.looked_at.set()
        assert self.let_go.wait(PATIENCE_SECONDS)
        return getattr(self._position, name)


@pytest.mark.parametrize(
    ("server", "call"),
    [
        ("AlphaBetaPlayer", lambda: registry.make("alphabeta:depth=1,solve=60").choose),
        ("ForwardPlayer", lambda: registry.make("forward:depth=1").choose),
        ("EnginePlayer", lambda: registry.make("engine:depth=1,table=1").choose),
        ("LevelPlayer", lambda: registry.make("engine:level=1").choose),
        ("Solver", lambda: Solver(megabytes=1).solve),
        ("Engine", lambda: partial(Engine(megabytes=1).search, request=Request(depth=1))),
    ],
)
def test_a_second_call_at_once_is_one_error_that_names_what_is_shared(server, call):
    ask, held = call(), Held(POSITIONS[0])

    def first():
        ignore_overflow()
        try:
            ask(held)
        except Exception as error:  # what the stand-in for a position breaks
            return error
        return None

    with ThreadPoolExecutor(1) as threads:
        asked = threads.submit(first)
        assert held.looked_at.wait(PATIENCE_SECONDS)
        with pytest.raises(RuntimeError, match=rf"^{server}\.\w+: another thread is using this"):
            ask(POSITIONS[0])
        held.let_go.set()
        assert not isinstance(asked.result(), RuntimeError)


@pytest.fixture
def switching():
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_an_evaluator_shared_by_threads_gives_the_values_that_it_gives_to_one(switching):
    shared = evaluation.named("bill")
    expected = [int(shared.value(position)) for position in POSITIONS]

    def values(_):
        ignore_overflow()
        return [[int(shared.value(position)) for position in POSITIONS] for _ in range(4)]

    with ThreadPoolExecutor(THREADS) as threads:
        found = [rows for answer in threads.map(values, range(THREADS)) for rows in answer]
    assert np.array_equal(found, [expected] * len(found))
