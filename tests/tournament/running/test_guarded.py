"""What a worker of a cluster decides about games whose child hangs or dies."""

from concurrent.futures import BrokenExecutor

import pytest

from players import registry
from players.cluster.worker import ChildDied
from players.protocol import Limits
from tournament.games.schedule import fixtures
from tournament.running import guarded, watchdog, workers
from tournament.running.watchdog import Turn, TurnReport
from tournament.running.workers import Assignment

MOVE_SECONDS = 5.0


class Children:
    """Play games, but for those that have a fault so often: "dies" or "hangs", or "starts" not."""

    def __init__(self, *faults):
        self._faults = list(faults)
        self.calls = []

    def __call__(self, task, games, look=bool):
        """What a `worker.Call` does; a hanging player has hung for long already."""
        assert task is workers.play_all
        self.calls.append([game.number for game in games])
        for game in games:
            for fault in [fault for fault in self._faults if fault[0] == game.number][:1]:
                self._faults.remove(fault)
                if fault[1] == "starts":
                    raise ChildDied
                with TurnReport(game.turns, game.number) as report:
                    report(False)
                if fault[1] == "hangs":
                    look()
                raise ChildDied
        return workers.play_all(games)


@pytest.fixture
def games():
    """Four games as a session asks for them; their file of turns is on another machine."""
    registry.load()
    asked = ("greedy", "mobility", Limits(), ())
    return [
        Assignment(*asked, fixture, 7 + number, None)
        for number, fixture in enumerate(fixtures((0, 1)))
    ]


@pytest.fixture
def hours_later(monkeypatch):
    """Any turn that has begun takes too long."""
    monkeypatch.setattr(Turn, "overdue", lambda turn, seconds: True)


def said(records):
    """Moves, results and endings of games."""
    return [(record.transcript, record.result, record.ending) for record in records]


def test_games_come_back_in_their_order(games):
    call = Children()
    played = guarded.play_all(games, MOVE_SECONDS, call)
    with watchdog.turns_file() as turns:
        here = workers.play_all([game._replace(turns=turns) for game in games])
    assert said(played.records) == said(here.records)
    assert call.calls == [[0, 1, 2, 3]]
    assert played.seconds > 0


def test_a_child_that_died_once_costs_nobody_a_game(games):
    whole = guarded.play_all(games, MOVE_SECONDS, Children())
    call = Children((2, "dies"), (1, "starts"))
    assert said(guarded.play_all(games, MOVE_SECONDS, call).records) == said(whole.records)
    assert call.calls == [[0, 1, 2, 3], [0, 1, 2, 3], [2], [0, 1, 3]]


def test_a_player_that_killed_its_process_alone_has_lost(games):
    call = Children((1, "dies"), (1, "dies"))
    records = guarded.play_all(games, MOVE_SECONDS, call).records
    whole = guarded.play_all(games, MOVE_SECONDS, Children()).records
    assert records[1].ending == "white killed its process twice"
    assert records[1].result > 0
    assert said(records[:1] + records[2:]) == said(whole[:1] + whole[2:])
    assert call.calls == [[0, 1, 2, 3], [1], [0, 2, 3]]


def test_a_player_that_hangs_has_lost_at_once(games, hours_later):
    call = Children((3, "hangs"))
    records = guarded.play_all(games, MOVE_SECONDS, call).records
    assert records[3].ending == "no answer from white within 5 seconds"
    assert [record.ending for record in records[:3]] == ["finished"] * 3
    assert call.calls == [[0, 1, 2, 3], [0, 1, 2]]


def test_children_that_never_begin_are_no_players_fault(games):
    call = Children(*[(0, "starts")] * 3)
    with pytest.raises(BrokenExecutor, match="a process died 3 times before it began a game"):
        guarded.play_all(games, MOVE_SECONDS, call)
