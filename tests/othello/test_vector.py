"""The vector path and the scalar path give the same words, on any board."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from othello import rules
from othello.jit import jit

pytestmark = pytest.mark.skipif(
    not rules.VECTORS, reason="the vector path needs compiled code and a CPU with AVX2"
)

EVERY_SQUARE = (1 << 64) - 1
WORDS = st.integers(0, EVERY_SQUARE)


@jit
def flips_by_counting(own, opp, square):
    return rules.flips_by_counting(own, opp, square)


@jit
def flips_by_smearing(own, opp, square):
    return rules.flips_by_smearing(own, opp, square)


@st.composite
def boards(draw):
    """Two disjoint words; opp is dense in most boards, so that long runs are common."""
    own, opp, thinned = draw(WORDS), draw(WORDS), draw(WORDS)
    if draw(st.booleans()):
        own &= thinned
        opp = (opp | thinned) & ~own
    return np.uint64(own & ~opp), np.uint64(opp)


@st.composite
def boards_with_an_empty_square(draw):
    """A board and a square that neither side holds."""
    own, opp = draw(boards())
    square = draw(st.integers(0, 63))
    free = ~np.uint64(1 << square)
    return own & free, opp & free, square


@settings(max_examples=500)
@given(boards())
@example((np.uint64(0), np.uint64(EVERY_SQUARE)))
@example((np.uint64(1 << 63), np.uint64(EVERY_SQUARE >> 2 << 1)))
def test_legal_moves_agree_with_the_scalar_path(board):
    own, opp = board
    assert rules.legal_moves(own, opp) == rules.scalar_legal_moves(own, opp)


@settings(max_examples=500)
@given(boards_with_an_empty_square())
@example((np.uint64(1), np.uint64(EVERY_SQUARE >> 1 << 1 & ~(1 << 63)), 63))
@example((np.uint64(1 << 63), np.uint64(EVERY_SQUARE >> 2 << 1 & ~(1 << 0)), 0))
@example((np.uint64(1 << 63), np.uint64(1), 1))
def test_flips_agree_with_the_scalar_path(case):
    own, opp, square = case
    flipped = rules.scalar_flips(own, opp, square)
    assert rules.flips(own, opp, square) == flipped
    assert flips_by_counting(own, opp, square) == flipped
    assert flips_by_smearing(own, opp, square) == flipped
