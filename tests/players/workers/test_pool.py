"""The pool: what a worker that dies or is killed costs, and what is left of it."""

import os
import signal
import time
from pathlib import Path

import psutil
import pytest
from patience import PATIENCE_SECONDS, until

from players.workers.pool import InProcess, WorkerDied, WorkerPool

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills as POSIX does")


class FatalAnswer:
    """Kills the process that hands it over."""

    def __reduce__(self):
        os.kill(os.getpid(), signal.SIGKILL)


class OddError(Exception):
    """Cannot be read after it was pickled."""

    def __init__(self, one, two):
        super().__init__(one)


def die(path, times):
    """Kill this process unless that was done so often; how often it was."""
    with Path(path).open("a") as file:
        file.write(".")
    if Path(path).stat().st_size <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return Path(path).stat().st_size


def hang(path):
    """Say who hangs, and never answer, not even to SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path(path).write_text(str(os.getpid()))
    time.sleep(600)


def fail():
    """Raise an error that nobody can read."""
    raise OddError("odd", 2)


@pytest.fixture
def pool():
    """Two workers."""
    with WorkerPool(2) as made:
        yield made


def answers(futures):
    """The results of tasks."""
    return [future.result(PATIENCE_SECONDS) for future in futures]


def test_a_worker_that_dies_while_it_answers_costs_no_other_task(pool):
    """Workers of `concurrent.futures` and pebble 5.2 share a pipe: all others would wait for it."""
    dying = pool.submit(FatalAnswer, retries=0)
    others = [pool.submit(abs, -number, retries=0) for number in range(8)]
    assert isinstance(dying.exception(PATIENCE_SECONDS), WorkerDied)
    assert answers(others) == list(range(8))


def test_an_idle_worker_that_dies_costs_nothing(pool):
    (idle,) = answers([pool.submit(os.getpid, retries=0)])
    os.kill(idle, signal.SIGKILL)
    found = answers([pool.submit(os.getpid, retries=0) for _ in range(4)])
    assert idle not in found


@pytest.mark.parametrize("times", [1, 2])
def test_task_of_a_dead_worker_runs_once_more(pool, tmp_path, times):
    future = pool.submit(die, str(tmp_path / "log"), times)
    error = future.exception(PATIENCE_SECONDS)
    assert (times == 2) == isinstance(error, WorkerDied)
    assert times == 2 or future.result() == 2


def test_a_hung_task_is_killed_alone(pool, tmp_path):
    hung = pool.submit(hang, str(tmp_path / "hung"))
    until((tmp_path / "hung").exists)
    pool.kill(hung)
    assert isinstance(hung.exception(PATIENCE_SECONDS), WorkerDied)
    assert answers([pool.submit(abs, -1)]) == [1]


def test_unpicklable_errors_are_returned(pool):
    missing, odd, unsaid = (
        pool.submit(int, "x"),
        pool.submit(fail),
        pool.submit(compile, "1", "", "eval"),
    )
    assert isinstance(missing.exception(PATIENCE_SECONDS), ValueError)
    assert str(odd.exception(PATIENCE_SECONDS)) == "OddError: odd"
    assert "pickle" in str(unsaid.exception(PATIENCE_SECONDS))


def test_shut_down_leaves_no_worker_and_begins_no_task(tmp_path):
    places = [tmp_path / str(number) for number in range(3)]
    with WorkerPool(2) as pool:
        futures = [pool.submit(hang, str(place)) for place in places]
        found = until(lambda: [place for place in places if place.exists()][1:] and places)
        begun = [int(place.read_text()) for place in found if place.exists() and place.read_text()]
        assert len(pool.take_back(futures)) == 2
    assert not any(map(psutil.pid_exists, begun))
    assert sum(future.cancelled() for future in futures) == 1


def test_without_workers_tasks_run_in_this_process():
    with InProcess() as pool:
        assert answers([pool.submit(os.getpid)]) == [os.getpid()]
        assert pool.take_back([pool.submit(abs, 1)])
