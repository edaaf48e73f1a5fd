"""Runs that are stopped or lose a process: real processes, found by a mark in their environment."""

import os
import signal
import sys
import tempfile
import threading
import uuid
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import documents
import pytest
from patience import PATIENCE_SECONDS, until
from programs import Program
from programs import run as run_program
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

on_linux = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc")


class Started(NamedTuple):
    """A run in a process of its own: its store, its temporary folder, its output, its mark."""

    process: Program
    store: Path
    temporary: Path
    mark: str

    def games(self):
        """How many games are stored."""
        return games_in(self.store)

    def wait_for_games(self, count):
        """Wait until so many games are stored."""
        until(lambda: self.games() >= count or self.process.poll() is not None)
        assert self.process.poll() is None, self.process.stderr.read()

    def others(self, kind):
        """The ids of its processes of a kind: "forkserver", "resource_tracker" or "worker"."""
        found = dict(marked(self.mark))
        if kind != "worker":
            return [pid for pid, words in found.items() if kind in words and self.is_child(pid)]
        servers = self.others("forkserver")
        return [pid for pid in found if parent(pid) in servers]

    def is_child(self, pid):
        """Whether a process was started by the one in front."""
        return parent(pid) == self.process.pid

    def kill_one(self, kind):
        """Kill one of its processes of a kind, the first that is seen; it is gone then."""
        killed = []
        until(lambda: killed.extend(filter(kill, self.others(kind)[:1])) or killed)
        until(lambda: killed[0] not in dict(marked(self.mark)))

    def wake(self):
        """Have its players doze no more."""
        awake_file(self.store).touch()


def awake_file(store):
    """The file that wakes the dozing players of the run with this store."""
    return store.with_name("awake")


def kill(pid):
    """Kill a process; whether it was still there."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def parent(pid):
    """The id of the process that started another, None if that is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None


def marked(mark):
    """The ids and the command lines of the living processes with a mark in their environment."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name), (folder / "cmdline").read_bytes().decode()
        except OSError:
            continue


@pytest.fixture
def folders(tmp_path):
    """A folder for the store, and a temporary one, whose name is short enough for sockets."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="stop-") as temporary:
        yield tmp_path, Path(temporary)


@contextmanager
def run(folders, *words, doze="0.01", jobs="2"):
    """A tournament in a process of its own; whatever it has started is killed at the end."""
    folder, temporary = folders
    mark = uuid.uuid4().hex
    store = folder / "results.sqlite"
    environment = {
        **os.environ,
        MARK: mark,
        "AWAKE_FILE": str(awake_file(store)),
        "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent)]),
        "DOZE_SECONDS": doze,
        "TMPDIR": str(temporary),
        "NUMBA_DISABLE_JIT": "1",
    }
    line = [sys.executable, "-m", "tournament", *words]
    line += ["--players", "faulty_players", "--store", str(store), "--jobs", jobs]
    with Program(line, environment) as process:
        try:
            yield Started(process, store, temporary, mark)
        finally:
            for pid, _ in marked(mark):
                kill(pid)


def ended(started):
    """What a process said, once it has ended and nothing that it started lives."""
    out, err = started.process.end()
    until(lambda: not list(marked(started.mark)), "processes that end")
    assert "Traceback" not in err
    return out, err


@on_linux
@pytest.mark.parametrize(
    "words", [("threading", "printing"), ("lingering", "random")], ids=" against ".join
)
def test_threads_and_prints_of_players_lose_nothing(folders, words):
    """Nor does a player that never ends."""
    with run(folders, "match", *words, "--openings", "1", "--json") as started:
        out, err = ended(started)
    assert started.process.returncode == 0
    assert documents.read(out)["endings"] == {"finished": 2}
    if "printing" in words:
        assert {"hello from a player", "thinking aloud"} <= set(err.splitlines())
    else:
        assert "ended, though a player was still busy" in err


@on_linux
@pytest.mark.parametrize("number", [None, signal.SIGKILL])
def test_what_a_player_has_started_ends_with_the_run(folders, number):
    openings = "2" if number is None else "20"
    with run(
        folders, "match", "starting", "dozing", "--openings", openings, doze="0.05"
    ) as started:
        if number is not None:
            started.wait_for_games(2)
            started.process.send_signal(number)
        ended(started)


@on_linux
def test_first_ctrl_c_finishes_the_games_in_hand(folders):
    with run(folders, "match", "dozing", "dozing", "--openings", "50") as started:
        started.wait_for_games(2)
        before = started.games()
        started.process.send_signal(signal.SIGINT)
        _, err = ended(started)
    assert started.process.returncode == 130
    assert "stopping: games under way, to be finished: 2; Ctrl-C again" in err
    assert before + 1 <= started.games() <= before + 6
    assert f"stopped; stored: {started.games()} of 100 games." in err
    assert list(started.temporary.iterdir()) == []


@on_linux
def test_more_requests_stop_at_once_with_the_same_code(folders, monkeypatch, tmp_path):
    monkeypatch.setenv("GATE", str(tmp_path))  # which is never opened: no game ends
    with run(folders, "match", "gated", "greedy", "--openings", "50") as started:
        until(lambda: len(list(tmp_path.glob("waiting-*"))) == 2)
        for number in (*[signal.SIGTERM] * 4, signal.SIGINT):
            started.process.send_signal(number)
        _, err = ended(started)
    assert started.process.returncode == 130
    assert "stopped; stored:" in err.splitlines()[-1]


@on_linux
def test_run_goes_on_without_a_word_when_helpers_are_killed(folders):
    """Between two kills all games that were under way end: who breaks off twice has lost."""
    words = ("match", "dozing", "greedy", "--openings", "40", "--json")
    with run(folders, *words, doze="0.02") as started:
        for kind in ("resource_tracker", "forkserver"):
            started.wait_for_games(started.games() + 3)
            started.kill_one(kind)
        assert started.games() < 80
        started.wake()
        out, err = ended(started)
    assert started.process.returncode == 0
    data = documents.read(out)
    assert (data["games"], data["forfeits"]) == (80, {})
    assert not {"resource_tracker", "KeyError", "Error"} & set(err.replace(":", " ").split())


@on_linux
def test_next_start_removes_what_a_killed_run_has_left(folders):
    with run(folders, "match", "dozing", "greedy", "--openings", "50") as started:
        started.wait_for_games(1)
        started.process.kill()
        ended(started)
    assert list(started.temporary.iterdir())
    with run(folders, "match", "greedy", "greedy", "--openings", "1") as started:
        ended(started)
    assert list(started.temporary.iterdir()) == []


# The handler alone


def test_requests_are_deferred_raised_and_then_ignored():
    asked = StopRequests()
    with asked.deferred():
        asked(signal.SIGINT, None)
        asked(signal.SIGTERM, None)
    assert asked.count == 1 + interrupts.STOP_AT_ONCE
    fresh = StopRequests()
    with pytest.raises(KeyboardInterrupt):
        fresh(signal.SIGINT, None)
    assert fresh.ending
    fresh(signal.SIGINT, None)
    assert fresh.count == 1


def test_one_request_may_be_deferred_and_the_next_raises():
    asked = StopRequests()
    with asked.deferred(1):
        asked(signal.SIGINT, None)
        with pytest.raises(KeyboardInterrupt):
            asked(signal.SIGINT, None)


def test_a_request_while_workers_are_busy_raises_and_leaves_no_future_locked():
    asked = StopRequests()
    before = signal.signal(signal.SIGTERM, asked)
    future = Future()
    with asked.deferred():
        asked(signal.SIGTERM, None)
    with pytest.raises(KeyboardInterrupt):
        first_done([future])
    signal.signal(signal.SIGTERM, before)
    in_a_thread = threading.Thread(target=future.set_result, args=(1,), daemon=True)
    in_a_thread.start()
    assert future.result(PATIENCE_SECONDS) == 1


LOST = """
import signal, time
from players.workers import interrupts
class Swallowing:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
interrupts.LOST_SECONDS = 0.01
with interrupts.handle_stop_requests():
    del (swallowing := [Swallowing()])[:]
    print("not interrupted", flush=True)
    time.sleep(600)
"""


def test_an_interrupt_that_python_swallows_ends_the_process():
    done = run_program([sys.executable, "-c", LOST])
    assert (done.returncode, done.stdout) == (130, "not interrupted\n")


def test_handlers_are_put_back_and_no_thread_sets_any():
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    with handle_stop_requests():
        assert stop_requests() is signal.getsignal(signal.SIGTERM) is not before[0]
        found = []
        thread = threading.Thread(target=lambda: found.append(handle_stop_requests().__enter__()))
        thread.start()
        thread.join(PATIENCE_SECONDS)
        assert found == [None]
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before
