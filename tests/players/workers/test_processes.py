"""Processes that workers have started are found and killed."""

import os
import subprocess
import sys
from contextlib import suppress

import programs
import psutil
import pytest
from patience import until

from players.workers import processes

DETACHED = (
    "import os, subprocess, sys;"
    "subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'],"
    " start_new_session=True)"
)


def gone(numbers):
    """True once all these processes have ended."""
    found = [psutil.Process(number) for number in numbers if psutil.pid_exists(number)]

    def lives(one):
        with suppress(psutil.NoSuchProcess):
            return one.is_running() and one.status() != psutil.STATUS_ZOMBIE
        return False

    return until(lambda: not any(map(lives, found)), "processes that end")


@pytest.mark.skipif(sys.platform == "win32", reason="has no groups of processes")
def test_what_has_left_its_parent_and_its_group_is_found_by_its_mark():
    mark = f"a test {os.getpid()}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    line = [sys.executable, "-c", DETACHED]
    programs.run(line, env={**os.environ, processes.POOL_MARK: mark}, **quiet)
    found = until(lambda: processes.started(None, mark))
    processes.kill_started(None, mark)
    assert gone([one.pid for one in found])
