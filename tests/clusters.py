"""A Dask scheduler and its workers for tests, as processes started by their own commands."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from patience import until

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def environment(*folders, gate=None):
    """That of all processes, which find the players of tests; gate: a folder for `gated`.

    Nothing is compiled unless NUMBA_DISABLE_JIT says so.
    """
    path = os.pathsep.join(map(str, [*folders, ROOT, TESTS]))
    more = {} if gate is None else {"GATE": str(gate)}
    return {"NUMBA_DISABLE_JIT": "1", **os.environ, "PYTHONPATH": path, **more}


class Machines:
    """A scheduler and workers, each the first of a group of processes that end together."""

    def __init__(self, folder):
        self._folder = folder
        self._started = 0
        self.groups = []
        self.gate = folder / "gate"
        self.gate.mkdir()
        self.port = 0
        self.scheduler = None

    def _start(self, *words, folders=()):
        """Start a command of Dask's in a group of its own; what it says goes to a file."""
        self._started += 1
        with open(self._folder / f"{self._started}.log", "wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env=environment(*folders, gate=self.gate),
                start_new_session=True,
            )
        self.groups.append(process)
        return process

    @property
    def address(self):
        """What --executor names."""
        return f"dask://127.0.0.1:{self.port}"

    def start_scheduler(self):
        """Start one, at the port of the one before if there was one."""
        told = self._folder / "scheduler.json"
        told.unlink(missing_ok=True)
        where = ("--host", "127.0.0.1", "--port", str(self.port))
        self.scheduler = self._start(
            "scheduler", *where, "--no-dashboard", "--scheduler-file", str(told)
        )
        until(lambda: told.exists() and told.read_text().strip().endswith("}"), "a scheduler")
        self.port = int(json.loads(told.read_text())["address"].rpartition(":")[2])

    def start_worker(self, *folders):
        """Start one with one thread, that finds modules in these folders first."""
        return self._start(
            *("worker", f"tcp://127.0.0.1:{self.port}", "--host", "127.0.0.1"),
            *("--nthreads", "1", "--no-dashboard", "--local-directory", str(self._folder)),
            folders=folders,
        )

    def wait_for_players(self, number):
        """Wait until so many players wait for the gate."""
        until(lambda: len(list(self.gate.glob("waiting-*"))) >= number, "players at the gate")

    def open_gate(self):
        """Let the players go on."""
        (self.gate / "open").touch()

    def kill(self, process):
        """Kill a command and all that it has started, as if its machine were switched off."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def end(self):
        """Kill all."""
        for process in self.groups:
            self.kill(process)


@contextlib.contextmanager
def machines(folder, workers=2):
    """A scheduler and so many workers; all of their processes are gone afterwards."""
    folder.mkdir(exist_ok=True)
    started = Machines(folder)
    try:
        started.start_scheduler()
        for _ in range(workers):
            started.start_worker()
        yield started
    finally:
        started.end()
