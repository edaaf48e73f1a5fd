"""The players behind the window: values of moves, levels, honest weaknesses, balanced openings."""

import threading

import numpy as np
import pytest
from naive.endgame import score
from samples import late_position

from othello.bits import squares
from othello.position import START
from players import registry
from players.limits import ClockLeft, Limits
from players.move_values import BOUNDED, PROVEN, deepening_values, values_at
from players.registry import SpecError
from players.window.thinking.engine_thread import MoveRequest
from players.window.thinking.player_cache import Adviser

KERNEL = "driver=pvs,table=10,deepening=true"
SELECTIVE = (
    f"alphabeta:{KERNEL},evaluator=bill",
    f"forward:{KERNEL},quantile=0.7",
    "interest:table=10",
    "engine:table=1,selectivity=0",
)
"""Players that may answer before they have seen the end of every line."""


@pytest.mark.parametrize("spec", SELECTIVE)
def test_exact_results_of_partial_searches_are_exact(spec):
    player = registry.make(spec)
    for seed in range(12):
        position = late_position(seed, 5)
        player.new_game()
        for value in values_at(player, position, 5).moves:
            result = -score(position.play(value.move))
            assert not value.exact or value.score == result
            assert value.lower <= result <= value.upper


@pytest.mark.compiled
def test_values_of_the_engine_end_at_once_when_they_are_stopped():
    stop = np.zeros(1, np.int64)
    for values in Adviser().values(START, 60, stop):  # which would never end
        assert not values.exact
        if values.depth == 10:
            threading.Timer(0.1, stop.__setitem__, (0, 1)).start()
    assert values.depth >= 10


@pytest.mark.compiled
def test_the_adviser_heeds_limits_clocks_and_the_stop_flag():
    adviser = Adviser()
    stop = np.zeros(1, np.int64)

    def choose(spec, black=False, allowed=None):
        return adviser.choose(MoveRequest(START, spec, black, 1, 0, allowed), stop, print)

    choice = choose("alphabeta:depth=3", True)
    assert choice.depth == 3
    timeless = "alphabeta:driver=pvs,table=20"
    spec = f"{timeless},seconds=30"
    choose(f"{timeless},depth=2")  # compiles what it needs
    choice = choose(spec, allowed=Limits(seconds=0.05, clock=ClockLeft(1.0)))
    assert choice.cpu_seconds < 2
    stop[0] = 1
    assert choose(spec).depth == 1
    with pytest.raises(SpecError):
        adviser.get_ready(["alphabeta:depth=many"])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("spec", ["alphabeta:driver=pvs,table=10,evaluator=bill", "engine:table=1"])
def test_values_are_proven_bounded_or_estimated_and_each_range_holds_the_result(seed, spec):
    position = late_position(seed, 5)
    player = registry.make(spec)
    known = {}
    for values in deepening_values(player, position, 20, np.zeros(1, np.int64)):
        for value in values.moves:
            assert value.line[0] == value.move
            truth = -score(position.play(value.move))
            assert value.lower <= truth <= value.upper
            assert value.lower <= value.score <= value.upper
            assert (value.certainty == PROVEN) == (value.lower == value.upper == truth)
            if value.certainty == BOUNDED:
                assert truth >= 0 if value.lower >= 0 else truth <= 0
            before = known.setdefault(value.move, value)
            assert before.lower <= value.lower <= value.upper <= before.upper
            known[value.move] = value
    assert values.exact and values.best.score == score(position)
    assert {value.certainty for value in known.values()} == {PROVEN}
    assert set(known) == set(squares(position.legal()))
