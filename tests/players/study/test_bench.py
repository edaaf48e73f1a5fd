"""The answers of all searches are those of the last deliberate change."""

import pytest

from othello.jit import COMPILED
from players.study import bench

SIGNATURE = 2832970556
"""`python -m othello bench`: a change of play changes it, and says so in its commit."""


@pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")
def test_searches_answer_as_signed():
    assert bench.measure()["signature"] == SIGNATURE
