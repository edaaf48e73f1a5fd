"""Workers end with who started them, and with what they started themselves."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import programs
import psutil
import pytest
from patience import until

from players.workers import processes

SLEEP = "import time; time.sleep(600)"
DETACHED = (
    "import os, subprocess, sys;"
    "subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'],"
    " start_new_session=True)"
)
LEARNER = """
import time
import test_processes
from players.workers.choice import pool_of as pool
if __name__ == "__main__":
    with pool(2) as executor:
        made = [executor.submit(test_processes.start_and_wait, {folder!r}) for _ in range(2)]
        time.sleep(600)
"""


def start_and_wait(folder):
    """Start a process, say which there are, and never end."""
    started = subprocess.Popen([sys.executable, "-S", "-c", SLEEP])
    Path(folder, f"{os.getpid()} {started.pid}").touch()
    time.sleep(600)


def gone(numbers):
    """True once all these processes have ended."""
    found = [psutil.Process(number) for number in numbers if psutil.pid_exists(number)]

    def lives(one):
        with suppress(psutil.NoSuchProcess):
            return one.is_running() and one.status() != psutil.STATUS_ZOMBIE
        return False

    return until(lambda: not any(map(lives, found)), "processes that end")


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_workers_of_learning_and_what_they_started_end_with_a_killed_parent(tmp_path):
    script = tmp_path / "learner.py"
    script.write_text(LEARNER.format(folder=str(tmp_path)))
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    with programs.Program([sys.executable, script], {**os.environ, "PYTHONPATH": path}) as learner:
        until(lambda: len(list(tmp_path.glob("* *"))) == 2 or learner.poll() is not None)
        told = list(tmp_path.glob("* *"))
        learner.kill()
        learner.wait()
    assert len(told) == 2
    assert gone([int(number) for one in told for number in one.name.split()])


@pytest.mark.skipif(sys.platform == "win32", reason="has no groups of processes")
def test_what_has_left_its_parent_and_its_group_is_found_by_its_mark():
    mark = f"a test {os.getpid()}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    line = [sys.executable, "-c", DETACHED]
    programs.run(line, env={**os.environ, processes.POOL_MARK: mark}, **quiet)
    found = until(lambda: processes.started(None, mark))
    processes.kill_started(None, mark)
    assert gone([one.pid for one in found])
