"""The last ply against the evaluation of one child after another."""

import functools
import os
import subprocess
import sys

import numpy as np
import pytest
from features import host_without
from hypothesis import given, settings
from samples import random_position
from strategies import positions

from othello.bits import squares
from othello.evaluation.pattern_places import columns
from othello.evaluation.pattern_weights import expanded
from othello.evaluation.patterns import Patterns
from othello.jit import COMPILED, jit
from othello.position import Position
from players.engine.last_ply import last_ply

NEVER = 1 << 19
"""A bound that no value reaches."""
PLACE = np.int64(1)


@functools.cache
def _evaluator() -> Patterns:
    """Weights drawn by chance for three stages, their sums mostly within all discs."""
    distinct = columns().max() + 1
    chance = np.random.default_rng(1)
    return expanded(chance.integers(-300, 300, (3, distinct)), np.array([0, 20, 40]))


@jit
def _value(state, evaluator):
    return evaluator.value(state)


def _values(position: Position) -> list[int]:
    """The value for the side to move after each of its moves, lowest square first."""
    return [
        -int(_value(position.play(square), _evaluator())) for square in squares(position.legal())
    ]


def _found(position: Position, beta: int) -> tuple[int, int]:
    """What the last ply returns, and how many evaluations it counts."""
    counters = np.full(3, 7, np.uint64)
    words = (np.uint64(word) for word in (*position, position.legal()))
    best = last_ply(*words, beta, _evaluator().weights, counters, PLACE)
    assert counters[[0, 2]].tolist() == [7, 7]
    return int(best), int(counters[PLACE]) - 7


def _check(position: Position) -> None:
    """The best value without a bound, and the first that is not below each bound."""
    values = _values(position)
    assert _found(position, NEVER) == (max(values), len(values))
    for beta in {*values, *(value + 1 for value in values)}:
        reached = [place for place, value in enumerate(values) if value >= beta]
        valued = reached[0] + 1 if reached else len(values)
        assert _found(position, beta) == (max(values[:valued]), valued)


@pytest.mark.parametrize("start", range(0, 2000, 100))
def test_the_last_ply_is_the_best_value_of_the_children(start):
    for seed in range(start, start + (100 if COMPILED else 1)):
        _check(random_position(seed))


@settings(max_examples=200 if COMPILED else 10, deadline=None)
@given(positions())
def test_any_board_has_it(position):
    if squares(position.legal()):
        _check(position)


@pytest.mark.second_tier
@pytest.mark.skipif(not COMPILED, reason="this is about machine code")
@pytest.mark.parametrize("families", [("avx512", "avx10"), ("avx", "bmi", "fma", "f16c", "vaes")])
def test_it_is_right_on_lesser_processors(families, tmp_path):
    """This file again, in a process whose kernels are compiled without these instructions."""
    environment = {
        **os.environ,
        "NUMBA_CPU_FEATURES": host_without(*families),
        "NUMBA_CACHE_DIR": str(tmp_path),
    }
    words = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "not second_tier", __file__]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
