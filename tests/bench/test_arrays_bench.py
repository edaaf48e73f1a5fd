"""Boards a second in arrays of a million, beside plain numpy and a loop in Python."""

import numpy as np
import pytest

from othello import arrays, evaluation
from othello.jit import COMPILED
from othello.position import Position
from tests.naive.arrays import numpy_legal_moves

NUMBER = 1_000_000
FEW = 2_000
"""Boards of a loop in Python."""

pytestmark = pytest.mark.skipif(not COMPILED, reason="plain Python has no speed to measure")


@pytest.fixture(scope="module")
def boards():
    """Random boards, half of the squares empty, with a legal move each."""
    rng = np.random.default_rng(1)
    first, second, third = rng.integers(0, 2**64, (3, NUMBER), np.uint64, endpoint=False)
    own, opp = first & second, first & ~second | ~first & third & second
    mobile = arrays.legal_moves(own, opp) != 0
    return own[mobile], opp[mobile]


def _report(benchmark, name, number):
    rate = number / benchmark.stats["min"] / 1e6
    benchmark.extra_info["million_boards_per_second"] = rate
    print(f"\n{name}: {rate:.2f} M boards/s, best")


def test_legal_moves(benchmark, boards):
    out = np.empty_like(boards[0])
    benchmark.pedantic(arrays.legal_moves, boards, {"out": out}, rounds=10)
    _report(benchmark, "legal moves", len(out))


def test_legal_moves_by_plain_numpy(benchmark, boards):
    benchmark.pedantic(numpy_legal_moves, boards, rounds=3)
    _report(benchmark, "legal moves by plain numpy", len(boards[0]))


def test_legal_moves_by_a_loop(benchmark, boards):
    pairs = list(zip(boards[0][:FEW], boards[1][:FEW], strict=True))
    benchmark.pedantic(lambda: [Position(*pair).legal() for pair in pairs], rounds=3)
    _report(benchmark, "legal moves by a loop in Python", FEW)


def test_play(benchmark, boards):
    moves = arrays.legal_moves(*boards)
    lowest = np.log2((moves & (~moves + np.uint64(1))).astype(float)).astype(np.int64)
    benchmark.pedantic(arrays.play, (*boards, lowest), rounds=10)
    _report(benchmark, "moves played", len(moves))


@pytest.mark.parametrize("name", ["mobility", "bill", "patterns"])
def test_values(benchmark, boards, name):
    evaluator = evaluation.named(name)
    arrays.values(evaluator, *boards)
    benchmark.pedantic(arrays.values, (evaluator, *boards), rounds=5)
    _report(benchmark, f"values by {name}", len(boards[0]))
