"""Who loses a game whose process was ended or has died."""

from pathlib import Path

import pytest

from tournament.games.endings import CRASH, TIME_OUT
from tournament.games.match import Match
from tournament.games.schedule import game_keys
from tournament.running.match_runner import MAX_FALSE_STARTS, LostGames
from tournament.running.watchdog import PREPARING_SECONDS, ReportedTurn, TurnReport, turns_file
from tournament.running.workers import GameTask, lost_game

FIXTURE = game_keys((0,))[0]
ASSIGNMENT = GameTask(Match("greedy", "random", ()), FIXTURE, 0, Path("turns"))


@pytest.mark.parametrize(("black", "result"), [(True, -64), (False, 64)])
def test_the_side_to_move_loses(black, result):
    overdue = lost_game(ASSIGNMENT, ReportedTurn(0.0, 1, black, moved=True), 3.0, overdue=True)
    died = lost_game(ASSIGNMENT, ReportedTurn(0.0, 1, black, moved=True), 3.0, overdue=False)
    assert (overdue.result, overdue.kind, died.result, died.kind) == (
        *(result, TIME_OUT),
        *(result, CRASH),
    )
    side = "black" if black else "white"
    assert side in overdue.ending and "within 3 seconds" in overdue.ending and side in died.ending
    preparing = lost_game(
        ASSIGNMENT, ReportedTurn(0.0, 1, black, preparing=True), 3.0, overdue=True
    )
    assert f"within {PREPARING_SECONDS:g} seconds" in preparing.ending
    assert preparing.set_up and not overdue.set_up


def test_a_worker_costs_the_overdue_player_its_game_or_whoever_kills_two():
    lost_games = LostGames(3.0)
    with turns_file() as path:
        both = [ASSIGNMENT._replace(number=number, turns=path) for number in range(2)]
        assert lost_games.decide(both) == {}  # none had begun
        with TurnReport(path, 1) as report:
            report(True, moved=True)
        assert not lost_games.note_overdue(both)
        assert lost_games.decide(both) == {}
        (number, died), *_ = lost_games.decide(both).items()
        lost_games = LostGames(-1.0)
        assert lost_games.note_overdue(both)
        (late,) = lost_games.decide(both).values()
    assert (number, died.kind, late.kind) == (1, CRASH, TIME_OUT)


def test_workers_that_never_begin_a_game_are_hopeless():
    lost_games = LostGames(3.0)
    with turns_file() as path:
        for _ in range(MAX_FALSE_STARTS):
            assert not lost_games.hopeless
            lost_games.decide([ASSIGNMENT._replace(turns=path)])
    assert lost_games.hopeless
