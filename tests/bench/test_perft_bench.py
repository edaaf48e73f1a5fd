"""Speed of the rules: perft 11, its vector to scalar ratio, and both functions alone."""

import numpy as np
import pytest

from othello import rules_scalar, rules_vector
from othello.bits import NONE, bit
from othello.jit import COMPILED, jit
from othello.perft import PATHS, measure
from othello.position import START

pytestmark = pytest.mark.skipif(not COMPILED, reason="plain Python has no speed to measure")
needs_vectors = pytest.mark.skipif(not rules_vector.AVAILABLE, reason="no AVX2")
EACH_PATH = ["scalar", pytest.param("vector", marks=needs_vectors)]
LEAVES = 212258800
POSITIONS = 4096


@jit
def _moves_of_all(path, boards):
    """The union of the legal moves of all boards, uint64[n, 2]."""
    union = NONE
    for index in range(len(boards)):
        union |= path.legal_moves(boards[index, 0], boards[index, 1])
    return union


@jit
def _flips_of_all(path, boards, squares):
    """The union of the flips of one square per board."""
    union = NONE
    for index in range(len(boards)):
        union |= path.flips(boards[index, 0], boards[index, 1], squares[index])
    return union


@pytest.fixture(scope="module")
def game_boards():
    """Boards with a legal move from random games, and one legal square of each."""
    random = np.random.default_rng(1)
    boards, squares, position = [], [], START
    while len(boards) < POSITIONS:
        moves = rules_scalar.legal_moves(*position)
        if moves == NONE:
            position = START if position.over() else position.passed()
            continue
        legal = [square for square in range(64) if moves & int(bit(square))]
        boards.append(position)
        squares.append(random.choice(legal))
        position = position.play(int(squares[-1]))
    return np.array(boards, np.uint64), np.array(squares, np.int64)


@pytest.mark.parametrize("path", EACH_PATH)
def test_perft_11(benchmark, path):
    measure(1, path=path)
    result = benchmark.pedantic(measure, args=(11, "ply", path), rounds=5)
    assert result["leaves"] == LEAVES
    benchmark.extra_info["leaves_per_second"] = LEAVES / benchmark.stats.stats.min


@needs_vectors
def test_vector_to_scalar_ratio(benchmark, capsys):
    """Measured alternately, the best of each: absolute times move with the machine's load."""
    best = {}

    def both():
        for path in ("vector", "scalar"):
            speed = measure(11, path=path)["leaves_per_second"]
            best[path] = max(best.get(path, 0.0), speed)

    benchmark.pedantic(both, rounds=5, warmup_rounds=1)
    ratio = best["vector"] / best["scalar"]
    benchmark.extra_info["ratio"] = ratio
    with capsys.disabled():
        print(
            f"\nvector {best['vector'] / 1e6:.0f} M, scalar {best['scalar'] / 1e6:.0f} M leaves/s:"
            f" ratio {ratio:.2f}"
        )
    assert ratio > 1.4


@pytest.mark.parametrize("path", EACH_PATH)
def test_legal_moves_of_4096_boards(benchmark, path, game_boards):
    boards, _ = game_boards
    _moves_of_all(PATHS[path], boards)  # compile first
    assert benchmark(_moves_of_all, PATHS[path], boards) != NONE


@pytest.mark.parametrize("path", EACH_PATH)
def test_flips_of_4096_boards(benchmark, path, game_boards):
    boards, squares = game_boards
    _flips_of_all(PATHS[path], boards, squares)  # compile first
    assert benchmark(_flips_of_all, PATHS[path], boards, squares) != NONE
