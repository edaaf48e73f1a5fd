"""The division of a game's time: no clock is overdrawn, what the end needs is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.engine.clock import (
    BUSY_LATE,
    RESERVE_SECONDS,
    RESERVE_SHARE,
    SETTLED,
    SETTLED_STAGES,
    Patience,
    allotment,
    later_than,
)
from players.limits import ClockLeft

SECONDS, INCREMENTS, EMPTIES = st.floats(0.01, 3600), st.floats(0, 20), st.integers(1, 60)


@given(SECONDS, INCREMENTS, EMPTIES)
def test_no_move_is_allotted_what_is_kept_in_reserve(seconds, increment, empties):
    meant, longest = allotment(ClockLeft(seconds, increment), empties)
    usable = seconds - min(RESERVE_SECONDS, RESERVE_SHARE * seconds)
    assert 0 < meant <= longest <= usable


@given(SECONDS, st.floats(0, 5), st.lists(st.integers(1, 7), min_size=30, max_size=30))
def test_a_game_in_which_every_move_takes_longest_is_in_time(seconds, increment, steps):
    """Whoever has to pass, so that one side makes more moves than the other, or fewer."""
    left, empties = seconds, 60
    for step in steps:
        left -= allotment(ClockLeft(left, increment), max(1, empties)).longest
        assert left > 0
        left += increment
        empties -= step


@pytest.mark.parametrize(
    ("empties", "moves"), [(60, 23), (40, 13), (21, 4), (20, 3), (10, 3), (4, 2), (1, 1)]
)
def test_time_is_divided_among_ones_own_moves_until_the_solver_takes_over(empties, moves):
    allotted = allotment(ClockLeft(100.3), empties)
    assert allotted.meant == pytest.approx(min(100 / moves, allotted.longest))
    assert allotment(ClockLeft(100.3, 5.0), 60).meant == pytest.approx(100 / 23 + 4)


@pytest.mark.parametrize("late", [0.0, 0.01, 0.02])
def test_moves_that_end_late_leave_time_for_those_that_will(late):
    seconds, known = 1.0, 0.0
    for empties in range(52, 0, -2):
        longest = allotment(ClockLeft(seconds), empties, known).longest
        seconds -= longest + late
        known = later_than(known, longest, longest + late, longest)
        assert seconds > 0
    assert known == pytest.approx(late, rel=0.1)
    assert later_than(0.5, 1.0, 0.2, 0.2) < 0.5


def test_who_waits_for_a_core_most_of_the_time_will_be_late():
    known = 0.0
    for _ in range(20):
        known = later_than(known, 1.0, 0.2, 0.05)
    assert known == pytest.approx(BUSY_LATE, rel=0.1)
    assert later_than(0.0, 1.0, 0.2, 0.15) == 0.0
    assert later_than(0.0, 1.0, 0.002, 0.0001) < 0.001


def test_moves_that_end_late_do_not_starve_those_of_the_middle_of_the_game():
    known = 2 * later_than(0.0, 0.1, 0.2, 0.1)
    for empties in range(22, 52, 2):
        on_time = allotment(ClockLeft(1.0), empties).meant
        assert allotment(ClockLeft(1.0), empties, known).meant >= 0.15 * on_time


def test_one_move_that_stood_still_leaves_time_for_those_after_it():
    known = later_than(0.0, 0.1, 3.1, 0.1)
    assert allotment(ClockLeft(10.0), 40, known).meant >= 0.4 * allotment(ClockLeft(10.0), 40).meant


def answers(stages, elapsed):
    """Whether each stage, a move and its value, is enough after this share of the time meant."""
    patience = Patience(10.0)
    return [patience.enough(move, score, 10 * elapsed) for move, score in stages]


def test_a_move_that_stays_best_is_settled_and_one_that_changes_is_not():
    same = [(1, 0)] * SETTLED_STAGES
    assert answers(same, SETTLED + 0.01) == [False] * (SETTLED_STAGES - 1) + [True]
    changing = [(number % 2, 0) for number in range(3 * SETTLED_STAGES)]
    assert not any(answers(changing, 1.5)[1:])


def test_only_a_fall_of_a_disc_and_more_is_thought_about():
    assert answers([(1, 0), (1, -99)], 1.01) == [True, True]
    assert answers([(1, 0), (1, -101)], 1.01) == [True, False]
