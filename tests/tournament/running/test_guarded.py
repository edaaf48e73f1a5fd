"""What a worker of a cluster decides about games whose child hangs or dies."""

from concurrent.futures import BrokenExecutor, Future

import pytest

from players import registry
from players.cluster.choice import Elsewhere
from players.cluster.worker import ChildDied
from tournament.games.endings import FINISHED, VOID
from tournament.games.schedule import fixtures
from tournament.games.tournament import Tournament
from tournament.running import cluster, session, watchdog, workers
from tournament.running.run import Run, SessionError
from tournament.running.watchdog import Turn, TurnReport
from tournament.running.workers import Assignment
from tournament.storage.store import Store

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
                if fault[1] == "ends late":
                    self._end_late(game, games[game.number + 1], look)
                if fault[1] == "hangs":
                    look()
                raise ChildDied
        return workers.play_all(games)

    def _end_late(self, game, following, look):
        """Let a game end, and another begin, just when it was seen that it takes too long."""
        try:
            look()
        finally:
            watchdog.clear(game.turns, game.number)
            with TurnReport(following.turns, following.number) as report:
                report(True, preparing=True)


@pytest.fixture
def games():
    """Four games as a session asks for them; their file of turns is on another machine."""
    registry.load()
    asked = Tournament("greedy", "mobility", ())
    return [
        Assignment(asked, fixture, 7 + number, None)
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
    played = cluster.play_watched(games, MOVE_SECONDS, call)
    with watchdog.turns_file() as turns:
        here = workers.play_all([game._replace(turns=turns) for game in games])
    assert said(played.records) == said(here.records)
    assert call.calls == [[0, 1, 2, 3]]
    assert played.seconds > 0


def test_a_child_that_died_once_costs_nobody_a_game(games):
    whole = cluster.play_watched(games, MOVE_SECONDS, Children())
    call = Children((2, "dies"), (1, "starts"))
    assert said(cluster.play_watched(games, MOVE_SECONDS, call).records) == said(whole.records)
    assert call.calls == [[0, 1, 2, 3], [0, 1, 2, 3], [2], [0, 1, 3]]


def test_a_player_that_killed_its_process_alone_has_lost(games):
    call = Children((1, "dies"), (1, "dies"))
    records = cluster.play_watched(games, MOVE_SECONDS, call).records
    whole = cluster.play_watched(games, MOVE_SECONDS, Children()).records
    assert records[1].ending == "white killed its process twice"
    assert records[1].result > 0
    assert said(records[:1] + records[2:]) == said(whole[:1] + whole[2:])
    assert call.calls == [[0, 1, 2, 3], [1], [0, 2, 3]]


def test_a_player_that_hangs_has_lost_at_once(games, hours_later):
    call = Children((3, "hangs"))
    records = cluster.play_watched(games, MOVE_SECONDS, call).records
    assert records[3].ending == "no answer from white within 5 seconds"
    assert [record.ending for record in records[:3]] == ["finished"] * 3
    assert call.calls == [[0, 1, 2, 3], [0, 1, 2]]


def test_a_game_that_has_just_begun_is_not_lost_for_the_one_before_it(games, monkeypatch):
    monkeypatch.setattr(Turn, "overdue", lambda turn, seconds: not turn.preparing)
    call = Children((1, "ends late"))
    records = cluster.play_watched(games, MOVE_SECONDS, call).records
    assert [record.ending for record in records] == ["finished"] * 4
    assert call.calls == [[0, 1, 2, 3]] * 2


def test_a_worker_that_dies_while_another_program_thinks_makes_the_game_void(games, monkeypatch):
    monkeypatch.setattr(workers.registry, "is_outside", lambda spec: spec == "mobility")
    call = Children(*[(0, "dies")] * 2)
    records = cluster.play_watched(games, MOVE_SECONDS, call).records
    assert [record.kind for record in records] == [VOID, FINISHED, FINISHED, FINISHED]
    assert records[0].ending == "the worker died twice while white, another program, was to move"


class Cluster:
    """An executor whose work is done at once, by the guard over these children."""

    slots = 1

    def __init__(self, call):
        self._call = call

    def submit_watched(self, check, task, *arguments):
        """A future that is done."""
        future = Future()
        future.set_result(task(*arguments, self._call))
        return future

    def shutdown(self, cancel_futures):
        """There is nothing to end."""


@pytest.fixture
def store(tmp_path):
    """An empty one."""
    with Store(tmp_path / "results.sqlite") as opened:
        yield opened


@pytest.fixture
def run(store, monkeypatch):
    """Plays four games on a cluster whose children have faults; the calls of the children.

    Both players count as programs of other people.
    """
    monkeypatch.setattr(workers.registry, "is_outside", lambda spec: True)

    def play(*faults):
        call = Children(*faults)
        monkeypatch.setattr(cluster, "Cluster", lambda elsewhere: Cluster(call))
        asked = Tournament("greedy", "mobility", (0, 1))
        try:
            Run(asked, store, session.pool_of(Elsewhere("", 1)), 60.0).play()
        finally:
            kept = store.games(asked.id)
        return call.calls, kept

    return play


def test_a_void_game_is_given_to_the_cluster_again(run):
    calls, kept = run((0, "dies"), (0, "dies"))
    assert calls[:3] == [[0]] * 3
    assert sum(map(len, calls[2:])) == 4
    assert [game.ending for game in kept.values()] == ["finished"] * 4


def test_two_void_games_on_the_cluster_stop_the_run(run, store):
    with pytest.raises(SessionError, match="two games one after the other; .* died twice"):
        run(*[(0, "dies")] * 4)
    (asked,) = store.tournaments()
    assert not any(game.kind == VOID for game in store.games(asked.id).values())


def test_children_that_never_begin_are_no_players_fault(games):
    call = Children(*[(0, "starts")] * 3)
    with pytest.raises(BrokenExecutor, match="a process died 3 times before it began a game"):
        cluster.play_watched(games, MOVE_SECONDS, call)
