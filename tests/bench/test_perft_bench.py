"""Speed of the rules: leaves a second of perft 11."""

import pytest

from othello.jit import COMPILED
from othello.perft import measure

LEAVES = 212258800


@pytest.mark.skipif(not COMPILED, reason="plain Python has no speed to measure")
def test_perft_11(benchmark):
    measure(1)
    result = benchmark.pedantic(measure, args=(11,), rounds=5)
    assert result["leaves"] == LEAVES
    benchmark.extra_info["leaves_per_second"] = LEAVES / benchmark.stats.stats.min
