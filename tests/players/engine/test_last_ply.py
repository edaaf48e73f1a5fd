"""The last ply against the evaluation of one child after another."""

import functools
import os
import sys

import numpy as np
import programs
import pytest
from features import host_without
from hypothesis import given, settings
from samples import random_position
from strategies import positions

from othello.bits import squares
from othello.evaluation.patterns.places import columns
from othello.evaluation.patterns.weights import Patterns, expanded
from othello.jit import COMPILED, jit
from othello.position import Position
from players.engine.last_ply import KILLERS, LAST_PLY_SLOTS, last_ply

NEVER = 1 << 19
"""A bound that no value reaches."""
OTHERS = 7
"""Content of an element that the kernel must not touch."""


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


def _replies(counters: np.ndarray) -> list[int]:
    """The squares of the moves that are tried first, the latest in front."""
    return [int(word).bit_length() - 1 for word in counters[1:-1] if word]


def _counters(*replies: int) -> np.ndarray:
    """Numbers to keep, with these squares as the moves that are tried first."""
    counters = np.zeros(LAST_PLY_SLOTS + 1, np.uint64)
    counters[-1] = OTHERS
    words = [1 << square for square in replies] + [0] * (KILLERS - len(replies))
    counters[1:-1] = words
    return counters


def _search(position: Position, beta: int, counters: np.ndarray) -> int:
    """Return the result of `last_ply`; check that it touches only its own counters."""
    words = (np.uint64(word) for word in (*position, position.legal()))
    best = last_ply(*words, beta, _evaluator().weights, counters)
    assert counters[-1] == OTHERS
    return int(best)


def _found(position: Position, beta: int) -> tuple[int, int]:
    """Return the result of `last_ply` and its count of evaluations."""
    counters = _counters()
    return _search(position, beta, counters), int(counters[0])


def _check(position: Position) -> None:
    """The best value without a bound, and the first that is not below each bound."""
    values = _values(position)
    assert _found(position, NEVER) == (max(values), len(values))
    for beta in {*values, *(value + 1 for value in values)}:
        reached = [place for place, value in enumerate(values) if value >= beta]
        valued = reached[0] + 1 if reached else len(values)
        assert _found(position, beta) == (max(values[:valued]), valued)


@pytest.mark.parametrize("seed", range(20))
def test_killers_are_tried_first(seed):
    position = random_position(seed)
    moves = squares(position.legal())
    values = dict(zip(moves, _values(position), strict=True))
    for move in moves:
        other = next(square for square in range(64) if square not in moves)
        counters = _counters(other, move)
        assert _search(position, values[move], counters) == values[move]
        assert int(counters[0]) == 1
        assert _replies(counters) == [move, other]


def test_the_latest_killers_are_kept():
    position = random_position(7)
    moves = squares(position.legal())
    assert len(moves) > KILLERS
    values = dict(zip(moves, _values(position), strict=True))
    counters, expected = _counters(), []
    for move in [*moves[: KILLERS + 1], moves[2], moves[2], moves[1]]:
        before = counters.copy()
        assert _search(position, max(values.values()) + 1, counters) < max(values.values()) + 1
        assert (counters[1:] == before[1:]).all()  # none was good enough
        words = np.uint64(position.own), np.uint64(position.opp), np.uint64(1 << move)
        last_ply(*words, values[move], _evaluator().weights, counters)
        expected = [move, *(other for other in expected if other != move)][:KILLERS]
        assert _replies(counters) == expected


@settings(max_examples=200 if COMPILED else 10, deadline=None)
@given(positions())
def test_the_last_ply_is_right_on_any_board(position):
    if squares(position.legal()):
        _check(position)


LESSER = [("clzero",), ("avx512", "avx10"), ("avx", "bmi", "fma", "f16c", "vaes")]
"""Features to disable; without "clzero" a processor with AVX-512 gathers, on AMD too."""


@pytest.mark.second_tier
@pytest.mark.skipif(not COMPILED, reason="this is about machine code")
@pytest.mark.parametrize("families", LESSER)
def test_the_last_ply_is_right_without_newer_instructions(families, tmp_path):
    """This file again, in a process whose kernels are compiled without these instructions."""
    environment = {
        **os.environ,
        "NUMBA_CPU_FEATURES": host_without(*families),
        "NUMBA_CACHE_DIR": str(tmp_path),
    }
    words = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "not second_tier", __file__]
    done = programs.run(words, seconds=600, env=environment)
    assert done.returncode == 0, done.stdout
