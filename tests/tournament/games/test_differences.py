"""Differences of players other than the search."""

import pytest

from players.limits import Limits
from tournament.games.match import Clock, Entrant, TimeControl, differences


@pytest.mark.parametrize(
    ("a", "b", "own_limits", "said"),
    [
        ("alphabeta:depth=5", "forward:depth=5", True, []),
        ("alphabeta", "forward", True, []),
        ("alphabeta:evaluator=patterns", "forward", True, ["evaluator: A patterns, B bill"]),
        ("alphabeta:depth=5", "forward:nodes=9", True, ["limits: A depth 5, B nodes 9"]),
        ("alphabeta:depth=5", "forward:nodes=9", False, []),
        (
            "alphabeta",
            "interest",
            True,
            ["limits: A its default depth, B its default interest"],
        ),
        (
            "engine:game_seconds=5,increment=1",
            "bestfirst:evaluator=patterns",
            True,
            ["limits: A game_seconds 5.0, increment 1.0, B its default nodes"],
        ),
        ("engine:level=3", "engine", True, ["limits: A level 3, B its default depth"]),
        ("alphabeta", "greedy", True, []),
        ("alphabeta", "nobody", True, []),
    ],
)
def test_players_that_differ_are_said_to(a, b, own_limits, said):
    assert differences([Entrant("A", a), Entrant("B", b)], own_limits) == said


NODES, CLOCK = TimeControl(Limits(nodes=9)), TimeControl(clock=Clock(60.0, 0.5))


@pytest.mark.parametrize(
    ("a", "b", "a_terms", "b_time_control", "said"),
    [
        ("alphabeta", "forward:depth=9", NODES, NODES, []),
        ("alphabeta", "forward", NODES, TimeControl(), ["limits: A nodes 9, B its default depth"]),
        ("alphabeta:nodes=9", "forward", TimeControl(), NODES, []),
        ("greedy", "greedy", TimeControl(), CLOCK, [f"limits: A none, B {CLOCK.words()}"]),
        ("greedy", "forward", CLOCK, CLOCK, []),
    ],
)
def test_limits_and_clocks_of_one_side_are_differences(a, b, a_terms, b_time_control, said):
    assert differences([Entrant("A", a, a_terms), Entrant("B", b, b_time_control)]) == said
