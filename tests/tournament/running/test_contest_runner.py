"""Which games count and how they are handed out, with a pool that plays in this process."""

import io
import signal
from concurrent.futures import Future

import pytest

from othello.cli.output import Display
from players.workers.interrupts import StopRequests
from players.workers.pool import WorkerDied
from tournament.games.match import Match
from tournament.games.openings import game_keys
from tournament.games.play import CRASH, TIME_OUT, void_game
from tournament.running import contest_runner, workers
from tournament.running.contest_runner import TASK_SECONDS, ContestRunner, RunError
from tournament.running.workers import GameTask, Played, ReportedTurn, turn_report

MATCH = Match("greedy", "mobility", tuple(range(14)))
SHORT = TASK_SECONDS / 5.5
DEATH, FALSE_START, VOID, HANG = "death", "false start", "void", "hang"


class Pool:
    """Two workers that play at once, `seconds` a game; `faults` are pairs (game, what happens)."""

    jobs, max_in_flight, watched, prepared = 2, 4, True, True

    def __init__(self, *faults, seconds=SHORT):
        self.tasks, self._faults, self._seconds = [], list(faults), seconds

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass

    shut_down = __exit__

    def _fault(self, game, fault):
        """True if the fault happens now, for the last time."""
        happens = (game.number, fault) in self._faults
        if happens:
            self._faults.remove((game.number, fault))
        return happens

    def submit(self, task, games, retries):
        """Return a future that is done, unless a player hangs."""
        self.tasks.append([game.number for game in games])
        future = Future()
        for game in games:
            if self._fault(game, FALSE_START):
                future.set_exception(WorkerDied())
            with turn_report(game) as report:
                if self._fault(game, DEATH):
                    report(True, moved=True)
                    future.set_exception(WorkerDied())
                if self._fault(game, HANG):
                    report(False, moved=True)
                    return future
            if future.done():
                return future
        results = [
            void_game("no memory") if self._fault(game, VOID) else result
            for game, result in zip(games, workers.play_all(games).results, strict=True)
        ]
        future.set_result(Played(results, self._seconds * len(games)))
        return future

    def kill(self, future):
        """Kill the worker of a hanging player."""
        future.set_exception(WorkerDied())


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Plays the missing games of the match with a pool, and returns all of the store."""
    path = tmp_path / "games.sqlite"

    def play(pool, fresh=True, **options):
        if fresh:
            path.unlink(missing_ok=True)
        monkeypatch.setattr(contest_runner, "pool_of", lambda jobs: pool)
        with contest_runner.Store(path) as store:
            display = Display(io.StringIO(), "games")
            try:
                with ContestRunner(store, display, None, **options) as runner:
                    runner.play_match(MATCH)
            finally:
                stored = store.games(MATCH.id)
        return {key: (game.transcript, game.kind) for key, game in stored.items()}

    return play


def stored(path):
    with contest_runner.Store(path / "games.sqlite") as store:
        return len(store.games(MATCH.id))


def test_short_games_are_handed_out_in_batches_that_shrink(play, monkeypatch):
    pool = Pool()
    assert len(play(pool)) == MATCH.game_count
    sizes = [len(task) for task in pool.tasks]
    assert (sizes[0], max(sizes), sizes[-1]) == (1, 5, 1)
    assert sorted(sum(pool.tasks, [])) == list(range(MATCH.game_count))
    monkeypatch.setattr(contest_runner, "MOST_IN_A_BATCH", 3)
    play(small := Pool(seconds=0.0))
    assert max(map(len, small.tasks)) == 3
    play(slow := Pool(seconds=TASK_SECONDS))
    assert {*map(len, slow.tasks)} == {1}


@pytest.mark.parametrize("number", [0, 9, 27])
@pytest.mark.parametrize("fault", [DEATH, FALSE_START, VOID])
def test_game_without_a_result_is_played_again(play, number, fault):
    whole = play(Pool())
    assert play(pool := Pool((number, fault))) == whole
    assert sum(number in task for task in pool.tasks) == 2


@pytest.mark.parametrize(
    ("faults", "kind"), [([(9, DEATH)] * 2, CRASH), ([(9, HANG)], TIME_OUT)], ids=["dies", "hangs"]
)
def test_player_that_kills_two_workers_or_hangs_loses_that_game_alone(
    play, monkeypatch, faults, kind
):
    monkeypatch.setattr(contest_runner, "TICK_SECONDS", 0.0)
    whole = play(Pool())
    games = play(Pool(*faults), move_seconds=0.05 if kind == TIME_OUT else 60.0)
    assert {key: game for key, game in games.items() if game != whole[key]} == {
        MATCH.game_keys[9]: ("", kind)
    }


@pytest.mark.parametrize(
    ("faults", "cause"),
    [
        ([(2, VOID)] * 2, "no memory"),
        ([(2, FALSE_START)] * 2, "the worker died before it began a game"),
        ([(2, DEATH), (2, VOID)], "no memory"),
    ],
)
def test_second_game_without_a_result_ends_the_contest_and_keeps_the_finished_games(
    play, tmp_path, faults, cause
):
    with pytest.raises(RunError, match=f"^two attempts at a game failed; the last: {cause}$"):
        play(Pool(*faults, seconds=TASK_SECONDS))
    assert stored(tmp_path) >= 2
    assert play(pool := Pool(), fresh=False) == play(Pool())
    assert 0 not in sum(pool.tasks, [])


def test_ctrl_c_while_workers_start_stops_at_once(play, tmp_path, monkeypatch):
    stop, pool = StopRequests(), Pool()
    monkeypatch.setattr(contest_runner.interrupts, "stop_requests", lambda: stop)
    monkeypatch.setattr(pool, "prepared", False)

    def start(*_, retries):
        stop(signal.SIGINT, None)
        return Future()

    monkeypatch.setattr(pool, "submit", start)
    with pytest.raises(KeyboardInterrupt):
        play(pool)
    assert stored(tmp_path) == 0


def test_overdue_player_loses_and_shows_a_faulty_set_up_before_its_first_move():
    turns = [
        ReportedTurn(0.0, True, moved=True),
        ReportedTurn(0.0, False),
        ReportedTurn(0.0, True, preparing=True),
    ]
    lost = [workers.overdue_game(turn, 3.0) for turn in turns]
    assert [(game.result, game.kind, game.set_up) for game in lost] == [
        (-64, TIME_OUT, False),
        (64, TIME_OUT, True),
        (-64, TIME_OUT, True),
    ]
    seconds = (3, 3, workers.PREPARING_SECONDS)
    for game, side, number in zip(lost, ("black", "white", "black"), seconds, strict=True):
        assert game.ending == f"no answer from {side} within {number:g} seconds"


def tasks(folder, count=4):
    """The first games of the match, with their file of turns."""
    keys = enumerate(game_keys(range(count))[:count])
    return [GameTask(MATCH, key, number, folder) for number, key in keys]


def test_last_turn_is_the_last_report_of_its_game_until_it_is_cleared():
    with workers.turns_file() as path:
        games = tasks(path)
        with turn_report(games[1]) as report, turn_report(games[2]) as other:
            for turn in ((True, True, False), (False, False, True)):
                report(*turn)
                other(not turn[0])
                since, *side = workers.last_turn(games[1])
                assert (tuple(side), since > 0) == (turn, True)
        assert workers.last_turn(games[2]).black_to_move
        assert workers.last_turn(games[0]) is workers.last_turn(games[3]) is None
        workers.clear(games[1])
        assert workers.last_turn(games[1]) is None is not workers.last_turn(games[2])


def test_only_the_last_game_of_a_batch_has_a_turn():
    with workers.turns_file() as path:
        games = tasks(path, 3)
        results, seconds = workers.play_all(games)
        assert [workers.last_turn(game) is None for game in games] == [True, True, False]
        alone = [workers.play(game).transcript for game in games]
    assert ([game.transcript for game in results], seconds > 0) == (alone, True)
    assert not path.parent.exists()
