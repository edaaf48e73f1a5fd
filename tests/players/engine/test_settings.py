"""The solver's settings, what it is asked, and its table when problems have been many."""

import numpy as np
import pytest
from samples import late_position

from players.engine import endgame_table
from players.engine.endgame import Solver
from players.engine.endgame_table import bucket_of, move_of, new_table, pack, probe, store


@pytest.mark.parametrize(
    "asked",
    [
        {"window": (10, 10)},
        {"window": (10, 0)},
        {"window": (-65, 0)},
        {"wld": True, "window": (0, 2)},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"budget": -1},
    ],
)
def test_what_nobody_can_mean_is_refused_in_one_line(asked):
    with pytest.raises(ValueError, match=r"asks nothing|0 or more") as caught:
        Solver(megabytes=0.1).solve(late_position(1, 3), **asked)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("before", "now"), [(1, 2), (254, 255), (255, 1)])
def test_an_entry_of_another_problem_makes_room_whatever_it_cost(before, now):
    words = new_table(0.001)
    positions = []
    for seed in range(200):  # two of one bucket
        position = late_position(seed, 20)
        bucket = int(bucket_of(position.own, position.opp, words))
        same = [other for other in positions if other[1] == bucket and other[0] != position]
        if same:
            break
        positions.append((position, bucket))
    old = same[0][0]
    for state, work, age in ((old, 40, before), (position, 10, now)):
        data = pack(-64, 4, np.uint64(7), work, np.uint64(age))
        store(state.own, state.opp, words, np.uint64(bucket), data)
    first = words[bucket + 2]
    assert first >> endgame_table.AGE_SHIFT == now
    assert move_of(probe(old.own, old.opp, words, np.uint64(bucket))) == 7  # the second slot
