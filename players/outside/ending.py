"""How programs that this one has started are ended, with all that they have started.

Whatever ends this process ends them too: another small process holds the far end of a pipe and
kills them when the pipe closes, which the system does even for who was killed. A program's group
is killed, and on Linux every process with the mark that was put into its environment: what the
program has started has it too, also where that has left the group or has lost its parent.
"""

import contextlib
import os
import signal
import subprocess
import time

from players import processes

MARK = "OTHELLO_ENGINE"
"""The variable of the environment whose value marks a program and its children."""
EXIT_SECONDS = 0.002
"""How often it is looked whether a process has ended."""

_GUARD = f"""\
read -r group mark; read -r _; [ -n "$mark" ] || exit; kill -9 "-$group"
for file in $(grep -ls "{MARK}=$mark" /proc/[0-9]*/environ); do
    process=${{file#/proc/}}; kill -9 "${{process%/environ}}"
done"""
"""What the small process does: the pipe gives it the group and the mark, and then closes."""


def exited(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Whether a process ends by itself within so many seconds.

    It stays to be waited for, so that its number cannot mean another process meanwhile.
    """
    end = time.monotonic() + seconds
    while True:
        if hasattr(os, "waitid"):
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            gone = os.waitid(os.P_PID, process.pid, options) is not None
        else:
            gone = process.poll() is not None
        if gone or time.monotonic() > end:
            return gone
        time.sleep(EXIT_SECONDS)


def kill(
    process: "subprocess.Popen[bytes]", guard: "subprocess.Popen[bytes] | None", mark: str = ""
) -> None:
    """Kill a program, its group, what has its mark, and its guard; close the pipes to them."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    if mark:
        processes.kill_started(None, mark, MARK)
    for one in filter(None, (process, guard)):
        with contextlib.suppress(OSError):
            one.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            one.wait(5)
        if one.stdin is not None:
            with contextlib.suppress(OSError):
                one.stdin.close()


def start_guard() -> "subprocess.Popen[bytes] | None":
    """The small process that waits for this one to end; None where there is no shell."""
    if os.name != "posix":
        return None
    return subprocess.Popen(
        ["/bin/sh", "-c", _GUARD],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if name != MARK},  # it must outlive
        start_new_session=True,
    )
