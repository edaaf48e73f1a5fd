"""How games are handed out to workers, a few short ones at a time, with a pool that runs here."""

import signal
from concurrent.futures import Future

import pytest

from players.workers.interrupts import StopRequests
from players.workers.pool import WorkerDied
from tournament.games.match import Match
from tournament.running import match_runner, watchdog, workers
from tournament.running.match_runner import MOST_IN_A_BATCH, TASK_SECONDS, MatchRunner
from tournament.running.watchdog import TurnReport
from tournament.running.workers import Played
from tournament.storage.store import Store

ASKED = Match("greedy", "mobility", tuple(range(14)))


class Pool:
    """Two workers that do at once what they are asked; some games kill the worker."""

    jobs, max_in_flight, watched = 2, 4, True

    def __init__(self, seconds, fatal=()):
        self.prepared = True
        self.tasks = []
        self._seconds = seconds
        self._fatal = list(fatal)

    def submit_without_retry(self, task, games):
        """A future that is done."""
        self.tasks.append([game.number for game in games])
        future = Future()
        for game in games:
            if game.number in self._fatal:
                self._fatal.remove(game.number)
                with TurnReport(game.turns, game.number) as report:
                    report(True)
                future.set_exception(WorkerDied())
                return future
        records = workers.play_all(games).results
        future.set_result(Played(records, self._seconds(len(games))))
        return future

    def kill(self, future):
        """There is nothing to kill."""


@pytest.fixture
def played(tmp_path):
    """Plays all games with a pool and returns them and the tasks."""

    def play(pool):
        with Store(tmp_path / f"{len(list(tmp_path.iterdir()))}.sqlite") as store:
            MatchRunner(ASKED, store, pool, 60.0).play()
            return {one: game.transcript for one, game in store.games(ASKED.id).items()}

    return play


def test_short_games_are_handed_out_several_at_a_time_and_fewer_at_the_end(played):
    pool = Pool(lambda games: games * TASK_SECONDS / 5.5)
    assert len(played(pool)) == ASKED.game_count
    sizes = [len(task) for task in pool.tasks]
    assert sizes[0] == sizes[-1] == 1
    assert max(sizes) == 5
    assert sorted(sum(pool.tasks, [])) == list(range(ASKED.game_count))


def test_no_more_than_so_many_are_in_hand(played, monkeypatch):
    monkeypatch.setattr(match_runner, "MOST_IN_A_BATCH", 3)
    pool = Pool(lambda games: 0.0)
    played(pool)
    assert max(map(len, pool.tasks)) == 3 < MOST_IN_A_BATCH


def test_long_games_are_handed_out_one_by_one(played):
    pool = Pool(lambda games: games * TASK_SECONDS)
    played(pool)
    assert set(map(len, pool.tasks)) == {1}


@pytest.mark.parametrize("number", [0, 9, 27])
def test_games_that_are_lost_with_their_worker_are_played_again(played, number):
    whole = played(Pool(lambda games: 0.01 * games))
    pool = Pool(lambda games: 0.01 * games, fatal=[number])
    assert played(pool) == whole
    again = [task for task in pool.tasks if number in task]
    assert len(again) == 2
    assert sum(map(len, pool.tasks)) == ASKED.game_count + len(again[0])


def test_a_game_that_kills_its_worker_twice_is_lost_and_no_other(played):
    whole = played(Pool(lambda games: 0.01 * games))
    games = played(Pool(lambda games: 0.01 * games, fatal=[9, 9]))
    differing = [one for one in whole if games[one] != whole[one]]
    assert differing == [ASKED.game_keys[9]]
    assert games[differing[0]] == ""


def test_whose_turn_it_was_in_a_finished_game_is_forgotten_when_the_next_one_begins(tmp_path):
    with watchdog.turns_file() as turns:
        games = [
            workers.GameTask(ASKED, fixture, number, turns)
            for number, fixture in enumerate(ASKED.game_keys[:3])
        ]
        records, seconds = workers.play_all(games)
        last = [watchdog.last_turn(turns, number) for number in range(3)]
    assert [record.transcript for record in records] == [
        alone(game, tmp_path).transcript for game in games
    ]
    assert seconds > 0
    assert last[:2] == [None, None]
    assert last[2] is not None


def test_ctrl_c_while_workers_start_stops_at_once_and_counts_no_game(tmp_path, monkeypatch):
    stop, said = StopRequests(), []
    monkeypatch.setattr(match_runner.interrupts, "stop_requests", lambda: stop)
    pool = Pool(float)
    pool.prepared, pool.shut_down = False, lambda: None

    def start(*_):
        stop(signal.SIGINT, None)
        return Future()

    monkeypatch.setattr(pool, "submit_without_retry", start)
    with Store(tmp_path / "x.sqlite") as store, pytest.raises(KeyboardInterrupt):
        MatchRunner(ASKED, store, pool, 60.0).play(say=said.append)
    assert said == []


def alone(game, folder):
    """The same game alone."""
    path = folder / "turns"
    path.touch()
    return workers.play(game._replace(turns=path))
