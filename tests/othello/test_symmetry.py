import pytest
from hypothesis import given
from naive import rules as naive
from strategies import positions

from othello.jit import jit
from othello.position import START, Position
from othello.symmetry import SYMMETRIES, canonical, image, inverse, transform, transform_square

INDICES = range(SYMMETRIES)
TURNS = {  # the documented order, on (row, column) with a1 at the top left
    0: lambda row, column: (row, column),
    1: lambda row, column: (row, 7 - column),
    2: lambda row, column: (7 - row, column),
    3: lambda row, column: (7 - row, 7 - column),
    4: lambda row, column: (column, row),
    5: lambda row, column: (column, 7 - row),
    6: lambda row, column: (7 - column, row),
    7: lambda row, column: (7 - column, 7 - row),
}


@pytest.mark.parametrize("index", INDICES)
def test_squares_go_where_the_documented_order_says(index):
    for row, column in naive.BOARD:
        place = naive.place(transform_square(8 * row + column, index))
        assert place == TURNS[index](row, column)


@pytest.mark.parametrize("index", INDICES)
@given(position=positions())
def test_a_word_goes_where_its_squares_go(index, position):
    places = {TURNS[index](*place) for place in naive.discs(position.own)}
    assert naive.discs(transform(position.own, index)) == places


def test_the_symmetries_are_eight():
    assert len({tuple(transform_square(square, i) for square in range(64)) for i in INDICES}) == 8


@pytest.mark.parametrize("index", INDICES)
def test_the_inverse_undoes(index):
    for square in range(64):
        assert transform_square(transform_square(square, index), inverse(index)) == square


@given(position=positions())
def test_legal_moves_commute_with_every_symmetry(position):
    for index in INDICES:
        assert image(position, index).legal() == transform(position.legal(), index)


@pytest.mark.parametrize("seed", range(3))
def test_play_commutes_with_every_symmetry(seed):
    *slow_positions, _ = naive.random_game(seed)
    for slow in slow_positions:
        position = Position(*slow.words())
        for index in INDICES:
            for place in slow.legal():
                square = naive.square(place)
                turned = image(position, index).play(transform_square(square, index))
                assert turned == image(position.play(square), index)


@given(position=positions())
def test_canonical_is_the_least_image_and_the_same_for_all_of_them(position):
    images = [image(position, index) for index in INDICES]
    assert canonical(position) == min(images)
    assert {canonical(each) for each in images} == {min(images)}


def test_the_start_has_two_images():
    """A mirror that keeps the board's centre files swaps the colours of the start."""
    assert {image(START, index) for index in INDICES} == {START, START.passed()}


@jit
def _has_canonical_start(position):
    """Whether a position is a start up to symmetry, asked in a kernel."""
    least = canonical(position)
    start = canonical(START)
    return least.own == start.own and least.opp == start.opp


def test_canonical_works_in_kernels():
    assert _has_canonical_start(START.passed())
    assert not _has_canonical_start(START.play(19))
