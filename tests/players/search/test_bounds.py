import pytest

from players.search.bounds import (
    ALL,
    CUT,
    EXACT,
    LOWER,
    PV,
    UPPER,
    join,
    predicted_successor,
    revised,
)


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


def test_kinds_foretell_their_successors():
    """An all node's are cut, a cut node's are all, a pv node's are pv and then cut."""
    assert [predicted_successor(ALL, index) for index in range(3)] == [CUT] * 3
    assert [predicted_successor(CUT, index) for index in range(3)] == [ALL] * 3
    assert [predicted_successor(PV, index) for index in range(3)] == [PV, CUT, CUT]


@pytest.mark.parametrize(
    ("predicted", "raised", "met", "believed"),
    [
        (CUT, False, False, ALL),
        (CUT, False, True, CUT),
        (CUT, True, True, PV),
        (ALL, False, False, ALL),
        (ALL, True, True, PV),
        (PV, False, False, PV),
        (PV, True, True, PV),
    ],
)
def test_a_first_successor_that_contradicts_changes_the_belief(predicted, raised, met, believed):
    """Invariant 7: a cut node that does not cut at once is an all node, or a pv node."""
    assert revised(predicted, raised, met) == believed
