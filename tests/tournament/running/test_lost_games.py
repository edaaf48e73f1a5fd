"""Who loses a game whose process was ended or has died."""

from pathlib import Path

import pytest

from tournament.games.endings import CRASH, SET_UP, TIME_OUT
from tournament.games.schedule import fixtures
from tournament.games.tournament import Tournament
from tournament.running.lost_games import LostGames
from tournament.running.watchdog import PREPARING_SECONDS, Turn, TurnReport, turns_file
from tournament.running.workers import Assignment, lost

FIXTURE = fixtures((0,))[0]
ASSIGNMENT = Assignment(Tournament("greedy", "random", ()), FIXTURE, 0, Path("turns"))


@pytest.mark.parametrize(("black", "result"), [(True, -64), (False, 64)])
def test_the_side_to_move_loses(black, result):
    overdue = lost(ASSIGNMENT, Turn(0.0, 1, black, moved=True), 3.0, overdue=True)
    died = lost(ASSIGNMENT, Turn(0.0, 1, black, moved=True), 3.0, overdue=False)
    assert (overdue.result, overdue.kind, died.result, died.kind) == (
        *(result, TIME_OUT),
        *(result, CRASH),
    )
    side = "black" if black else "white"
    assert side in overdue.ending and "within 3 seconds" in overdue.ending and side in died.ending
    preparing = lost(ASSIGNMENT, Turn(0.0, 1, black, preparing=True), 3.0, overdue=True)
    assert f"within {PREPARING_SECONDS:g} seconds" in preparing.ending
    assert preparing.kind == SET_UP


def test_a_game_is_under_suspicion_only_where_nobody_was_overdue():
    lost_games = LostGames(3.0)
    with turns_file() as path:
        both = [ASSIGNMENT._replace(number=number, turns=path) for number in range(2)]
        for game in both:
            with TurnReport(path, game.number) as report:
                report(True, moved=True)
        found = lost_games.decide(both, {0: Turn(0.0, 1, True, moved=True)}, explained=True)
        assert ([*found], found[0].kind, lost_games.alone) == ([0], TIME_OUT, set())
        assert (lost_games.decide(both[1:], {}, explained=False), lost_games.alone) == ({}, {1})
        (again,) = lost_games.decide(both[1:], {}, explained=False).values()
        assert again.kind == CRASH
