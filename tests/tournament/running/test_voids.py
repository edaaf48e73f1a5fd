"""Games that are void: played again, and a run that stops when that does not help."""

import sys
from concurrent.futures import Future
from pathlib import Path

import documents
import pytest

from tournament.__main__ import main
from tournament.games.endings import VOID
from tournament.games.match import Match
from tournament.games.play import void_game
from tournament.running import workers
from tournament.running.match_runner import MatchRunner, RunError
from tournament.running.workers import Played
from tournament.storage.store import Store

ASKED = Match("greedy", "mobility", tuple(range(4)))
FAKE = Path(__file__).parents[2] / "fake_engine.py"
AWAY = "---------------------------XX------OX--------------------------- O"
"""Four discs that no game begins with."""


class Pool:
    """A worker that does at once what it is asked, a game at a time; some are void."""

    jobs, max_in_flight, watched = 0, 1, True

    def __init__(self, *voids):
        self.prepared = True
        self.played = []
        self._voids = list(voids)

    def submit_without_retry(self, task, games):
        """A future that is done."""
        (game,) = games
        self.played.append(game.number)
        record = workers.play(game)
        if game.number in self._voids:
            self._voids.remove(game.number)
            record = void_game("no memory")
        future = Future()
        future.set_result(Played([record], 1.0))
        return future

    def shut_down(self):
        """There is nothing to end."""


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "results.sqlite") as opened:
        yield opened


def test_a_void_game_is_no_result_and_is_played_again(store):
    whole = Pool()
    MatchRunner(ASKED, store, whole, 60.0).play()
    games = store.games(ASKED.id)
    other = Match("greedy", "mobility", tuple(range(3)))
    pool = Pool(0, 3)
    MatchRunner(other, store, pool, 60.0).play()
    assert pool.played == [0, 0, 1, 2, 3, 3, 4, 5]
    again = store.games(other.id)
    assert {one: game.transcript for one, game in again.items()} == {
        one: games[one].transcript for one in other.game_keys
    }
    assert not any(game.kind == VOID for game in again.values())


@pytest.mark.parametrize("number", [0, 2])
def test_a_game_that_is_void_twice_stops_the_run_and_what_is_finished_is_kept(store, number):
    pool = Pool(number, number)
    with pytest.raises(RunError, match="two void games in a row; the last: no memory") as caught:
        MatchRunner(ASKED, store, pool, 60.0).play()
    assert "\n" not in str(caught.value)
    assert len(store.games(ASKED.id)) == number
    MatchRunner(ASKED, store, Pool(), 60.0).play()
    assert len(store.games(ASKED.id)) == ASKED.game_count


def engine(*fault):
    """The specification of the fake engine."""
    words = " ".join([sys.executable, "-S", str(FAKE), "gtp", *map(str, fault)])
    return f"gtp:command={words}"


@pytest.mark.parametrize("jobs", ["0", "1"])
def test_an_engine_that_cannot_be_asked_stops_the_run_in_one_line(tmp_path, capsys, jobs):
    """GTP sets up no boards: no engine loses by that."""
    (tmp_path / "boards").write_text(f"f5d6\n{AWAY}\n")
    path = str(tmp_path / "results.sqlite")
    words = ["match", engine(), "greedy", "--openings", str(tmp_path / "boards"), "--store", path]
    assert main([*words, "--jobs", jobs]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert "two void games in a row; the last: " in last
    with Store(Path(path), read_only=True) as store:
        (asked,) = store.matches()
        assert [game.ending for game in store.games(asked.id).values()] == ["finished"] * 2


def test_a_program_that_cannot_be_started_any_more_loses_no_game(tmp_path, capsys):
    program = tmp_path / "engine"
    program.write_text("no program")
    program.chmod(0o755)
    path = str(tmp_path / "results.sqlite")
    words = ["match", f"gtp:command={program}", "greedy", "--openings", "1", "--store", path]
    assert main([*words, "--jobs", "0"]) == 2
    assert "engine cannot be started: " in capsys.readouterr().err.splitlines()[-1]
    with Store(Path(path), read_only=True) as store:
        (asked,) = store.matches()
        assert store.games(asked.id) == {}


def test_what_an_engine_said_at_its_end_is_kept_and_shown(tmp_path, capsys):
    path = str(tmp_path / "results.sqlite")
    words = ["--store", path, "match", engine("crash", 3), "greedy", "--openings", "1"]
    assert main([*words, "--jobs", "0"]) == 0
    assert "2 games were lost by a fault" in " ".join(capsys.readouterr().out.split())
    assert main(["--store", path, "export", "--json"]) == 0
    rows = documents.rows(capsys.readouterr().out)
    assert [(row["ending_type"], row["stderr"]) for row in rows] == [("crash", "out of luck")] * 2
    assert (
        main(["--store", path, "match", engine("crash", 3), "greedy", "--openings", "1", "--json"])
        == 0
    )
    assert documents.read(capsys.readouterr().out)["endings"] == {"crash": 2}
