"""The division of a game's time: no clock is overdrawn, what the end needs is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.engine.player import (
    BUSY_LATE,
    LAST_SECONDS,
    RESERVE_SECONDS,
    RESERVE_SHARE,
    SETTLED,
    SETTLED_ITERATIONS,
    StopRule,
    allotment,
    average_lateness,
)
from players.engine.request import SOLVER_EMPTIES
from players.limits import ClockLeft

SECONDS, INCREMENTS, EMPTIES = st.floats(0.01, 3600), st.floats(0, 20), st.integers(1, 60)


@given(SECONDS, INCREMENTS, EMPTIES)
def test_the_reserve_is_never_planned_for(seconds, increment, empties):
    planned, longest = allotment(ClockLeft(seconds, increment), empties)
    kept = RESERVE_SECONDS if empties > SOLVER_EMPTIES else LAST_SECONDS
    usable = seconds - min(kept, RESERVE_SHARE * seconds)
    assert 0 < planned <= longest <= usable


@given(SECONDS, st.floats(0, 5), st.lists(st.integers(1, 7), min_size=30, max_size=30))
def test_a_game_in_which_every_move_takes_longest_is_in_time(seconds, increment, steps):
    """Passes are among them: one side may make more moves than the other."""
    left, empties = seconds, 60
    for step in steps:
        left -= allotment(ClockLeft(left, increment), max(1, empties)).longest
        assert left > 0
        left += increment
        empties -= step


@pytest.mark.parametrize(("late", "share"), [(0.0, 0.9), (0.1, 0.05)])
def test_a_move_with_few_empty_squares_may_take_the_clock(late, share):
    planned, longest = allotment(ClockLeft(0.2), SOLVER_EMPTIES, late)
    assert planned == longest == pytest.approx(0.2 * share)


@pytest.mark.parametrize(("empties", "moves"), [(60, 23), (40, 13), (21, 4), (20, 3), (13, 3)])
def test_time_is_divided_among_the_moves_until_the_solver_takes_over(empties, moves):
    allotted = allotment(ClockLeft(100.3), empties)
    assert allotted.planned == pytest.approx(min(100 / moves, allotted.longest))
    assert allotment(ClockLeft(100.3, 5.0), 60).planned == pytest.approx(100 / 23 + 4)


@pytest.mark.parametrize("late", [0.0, 0.01, 0.02])
def test_late_moves_leave_time_for_later_ones(late):
    seconds, lateness = 1.0, 0.0
    for empties in range(52, 0, -2):
        longest = allotment(ClockLeft(seconds), empties, lateness).longest
        seconds -= longest + late
        lateness = average_lateness(lateness, longest, longest + late, longest)
        assert seconds > 0
    assert lateness == pytest.approx(late, rel=0.1)
    assert average_lateness(0.5, 1.0, 0.2, 0.2) < 0.5


def test_a_search_that_waits_for_a_core_counts_as_late():
    lateness = 0.0
    for _ in range(20):
        lateness = average_lateness(lateness, 1.0, 0.2, 0.05)
    assert lateness == pytest.approx(BUSY_LATE, rel=0.1)
    assert average_lateness(0.0, 1.0, 0.2, 0.15) == 0.0
    assert average_lateness(0.0, 1.0, 0.002, 0.0001) < 0.001


def test_one_very_late_move_leaves_time_for_later_ones():
    lateness = average_lateness(0.0, 0.1, 3.1, 0.1)
    assert (
        allotment(ClockLeft(10.0), 40, lateness).planned
        >= 0.4 * allotment(ClockLeft(10.0), 40).planned
    )


def decisions(iterations, elapsed):
    """Return the decision after each iteration (move, score) at this share of the planned time."""
    rule = StopRule(10.0)
    return [rule.should_stop(move, score, 10 * elapsed) for move, score in iterations]


def test_only_a_move_that_stays_best_is_settled():
    same = [(1, 0)] * SETTLED_ITERATIONS
    assert decisions(same, SETTLED + 0.01) == [False] * (SETTLED_ITERATIONS - 1) + [True]
    changing = [(number % 2, 0) for number in range(3 * SETTLED_ITERATIONS)]
    assert not any(decisions(changing, 1.5)[1:])


def test_only_a_fall_of_more_than_a_disc_takes_longer():
    assert decisions([(1, 0), (1, -99)], 1.01) == [True, True]
    assert decisions([(1, 0), (1, -101)], 1.01) == [True, False]
