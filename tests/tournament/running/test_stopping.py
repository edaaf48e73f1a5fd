"""Tournaments that are stopped or lose a process, as programs, and the handler of signals."""

import os
import signal
import sys
import tempfile
import threading
import uuid
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import documents
import psutil
import pytest
from patience import PATIENCE_SECONDS, until
from programs import Program
from stores import games_in

from players.workers import interrupts
from players.workers.interrupts import (
    StopRequests,
    first_done,
    handle_stop_requests,
    stop_requests,
)

HERE = Path(__file__).parents[2]
MARK = "OTHELLO_TEST_MARK"
"""The environment variable that marks all processes of a run."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals")


class Run(NamedTuple):
    """A match in a process of its own, with its store, its temporary folder and its mark."""

    process: Program
    store: Path
    temporary: Path
    mark: str

    def games(self):
        """Return the number of stored games."""
        return games_in(self.store)

    def wait_for_games(self, count):
        """Wait until `count` games are stored."""
        until(lambda: self.games() >= count or self.process.poll() is not None)
        assert self.process.poll() is None, self.process.stderr.read()

    def processes(self):
        """Return all its living processes."""
        found = set()
        for process in psutil.process_iter():
            with suppress(psutil.Error, OSError):
                if process.environ().get(MARK) == self.mark:
                    found.add(process)
        return {one for one in found if one.is_running() and one.status() != psutil.STATUS_ZOMBIE}

    def end(self):
        """Return its output and errors after its end, once none of its processes is left."""
        out, err = self.process.end()
        until(lambda: not self.processes(), "processes that end")
        assert "Traceback" not in err
        return out, err


@pytest.fixture
def start(tmp_path):
    """Starts a match with a temporary folder whose name is short enough for sockets."""

    @contextmanager
    def start(*players, openings=50, doze="0.01"):
        store, mark = tmp_path / "results.sqlite", uuid.uuid4().hex
        environment = {
            **os.environ,
            MARK: mark,
            "AWAKE_FILE": str(tmp_path / "awake"),
            "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent)]),
            "DOZE_SECONDS": doze,
            "TMPDIR": temporary,
            "NUMBA_DISABLE_JIT": "1",
        }
        words = ["match", *players, "--openings", str(openings), "--json", "--jobs", "2"]
        line = [sys.executable, "-m", "tournament", *words]
        line += ["--players", "faulty_players", "--store", str(store)]
        with Program(line, environment) as process:
            run = Run(process, store, Path(temporary), mark)
            try:
                yield run
            finally:
                for one in run.processes():
                    one.kill()

    with tempfile.TemporaryDirectory(dir="/tmp", prefix="stop-") as temporary:
        yield start


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (("threading", "printing"), {"hello from a player", "thinking aloud"}),
        (("lingering", "random"), {"ended, though a player was still busy"}),
    ],
    ids=["threads", "exit"],
)
def test_threads_and_prints_of_players_lose_nothing(start, players, words):
    with start(*players, openings=1) as run:
        out, err = run.end()
    assert run.process.returncode == 0
    assert documents.read(out)["endings"] == {"finished": 2}
    assert all(one in err for one in words)


@pytest.mark.parametrize("number", [None, signal.SIGKILL])
def test_processes_of_players_end_with_the_run(start, number):
    with start("starting", "dozing", openings=2 if number is None else 20, doze="0.05") as run:
        if number is not None:
            run.wait_for_games(2)
            run.process.send_signal(number)
        run.end()


def test_first_ctrl_c_finishes_the_games_under_way(start):
    with start("dozing", "dozing") as run:
        run.wait_for_games(2)
        before = run.games()
        run.process.send_signal(signal.SIGINT)
        _, err = run.end()
    assert run.process.returncode == 130
    assert "stopping: games under way, to be finished: 2; Ctrl-C again" in err
    assert before + 1 <= run.games() <= before + 6
    assert f"stopped; stored: {run.games()} of 100 games." in err
    assert list(run.temporary.iterdir()) == []


def test_further_requests_stop_at_once(start, monkeypatch, tmp_path):
    monkeypatch.setenv("GATE", str(tmp_path))  # it never opens: no game ends
    with start("gated", "greedy") as run:
        until(lambda: len(list(tmp_path.glob("waiting-*"))) == 2)
        for number in (*[signal.SIGTERM] * 4, signal.SIGINT):
            run.process.send_signal(number)
        _, err = run.end()
    assert run.process.returncode == 130
    assert "stopped; stored:" in err.splitlines()[-1]


@pytest.mark.parametrize("deferred", [0, 1])
def test_request_interrupts_once_and_only_if_it_is_not_deferred(deferred):
    requests = StopRequests()
    with requests.deferred(deferred):
        for _ in range(deferred):
            requests(signal.SIGINT, None)
        with pytest.raises(KeyboardInterrupt):
            requests(signal.SIGTERM, None)
    assert requests.ending
    requests(signal.SIGINT, None)
    assert requests.count == deferred + interrupts.STOP_AT_ONCE


def test_request_interrupts_a_wait_for_workers_and_leaves_no_future_locked():
    requests, future = StopRequests(), Future()
    before = signal.signal(signal.SIGTERM, requests)
    with requests.deferred():
        requests(signal.SIGTERM, None)
    with pytest.raises(KeyboardInterrupt):
        first_done([future])
    signal.signal(signal.SIGTERM, before)
    threading.Thread(target=future.set_result, args=(1,), daemon=True).start()
    assert future.result(PATIENCE_SECONDS) == 1


def test_handlers_are_restored_and_other_threads_install_none():
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    with handle_stop_requests():
        assert stop_requests() is signal.getsignal(signal.SIGTERM) is not before[0]
        entered = []
        thread = threading.Thread(target=lambda: entered.append(handle_stop_requests().__enter__()))
        thread.start()
        thread.join(PATIENCE_SECONDS)
        assert entered == [None]
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before
