import pytest

from players.search.bounds import EXACT, LOWER, UPPER, join


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        (UPPER, UPPER, UPPER),
        (UPPER, EXACT, EXACT),
        (UPPER, LOWER, LOWER),
        (EXACT, EXACT, EXACT),
        (EXACT, LOWER, LOWER),
        (LOWER, LOWER, LOWER),
    ],
)
def test_join_follows_the_document(first, second, joined):
    assert join(first, second) == join(second, first) == joined


def test_inversion_turns_the_bound_round():
    assert [-bound for bound in (UPPER, EXACT, LOWER)] == [LOWER, EXACT, UPPER]
