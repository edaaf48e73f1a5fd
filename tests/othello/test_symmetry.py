import pytest
from hypothesis import given
from naive import rules as naive
from strategies import positions

from othello.jit import jit
from othello.position import START
from othello.symmetry import (
    SYMMETRIES,
    canonical,
    image,
    inverse,
    transform,
    transform_square,
)

INDICES = range(SYMMETRIES)


@pytest.mark.parametrize("index", INDICES)
def test_squares_go_where_the_documented_order_says(index):
    for row, column in naive.BOARD:
        place = naive.place(transform_square(8 * row + column, index))
        assert place == naive.SYMMETRIES[index](row, column)


@pytest.mark.parametrize("index", INDICES)
@given(position=positions())
def test_a_word_goes_where_its_squares_go(index, position):
    places = {naive.SYMMETRIES[index](*place) for place in naive.discs(position.own)}
    assert naive.discs(transform(position.own, index)) == places


@pytest.mark.parametrize("index", INDICES)
def test_the_inverse_undoes(index):
    for square in range(64):
        assert transform_square(transform_square(square, index), inverse(index)) == square


@given(position=positions())
def test_legal_moves_commute_with_every_symmetry(position):
    for index in INDICES:
        assert image(position, index).legal() == transform(position.legal(), index)


@given(position=positions())
def test_canonical_is_the_least_image_and_the_same_for_all_of_them(position):
    images = [image(position, index) for index in INDICES]
    assert canonical(position) == min(images)
    assert {canonical(each) for each in images} == {min(images)}


@jit
def _has_canonical_start(position):
    """Whether a position is a start up to symmetry, asked in a kernel."""
    least = canonical(position)
    start = canonical(START)
    return least.own == start.own and least.opp == start.opp


def test_canonical_works_in_kernels():
    assert _has_canonical_start(START.passed())
    assert not _has_canonical_start(START.play(19))
