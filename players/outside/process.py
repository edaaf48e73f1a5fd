"""A program that answers lines with lines: start it, talk to it, end it with all its children.

A program ends with this process, even if that is killed: a small guard process waits on a pipe,
which the system closes, and then kills the program's group. On Linux it also kills every process
with the mark in its environment, such as children that have left the group.
"""

import contextlib
import ctypes
import io
import os
import queue
import secrets
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from othello.cli.errors import UserError, short_repr
from players import processes

MARK = "OTHELLO_ENGINE"
"""Environment variable whose value marks a program and its children."""
EXIT_POLL_SECONDS = 0.002
"""Interval between checks whether a process has ended."""

_GUARD = f"""\
read -r group mark; read -r _; [ -n "$mark" ] || exit; kill -9 "-$group"
for file in $(grep -ls "{MARK}=$mark" /proc/[0-9]*/environ); do
    process=${{file#/proc/}}; kill -9 "${{process%/environ}}"
done"""
"""Script of the guard: the pipe sends it the group and the mark, and then closes."""
LONGEST_LINE = 2**16
"""Longest line in bytes."""
MOST_UNREAD = 10_000
"""Most lines of a program that may wait to be read."""
MOST_ERROR_LINES = 50
"""Lines of standard error that are kept."""
MOST_ERROR_CHARACTERS = 2000
"""Most characters of `last_words`."""
QUIT_SECONDS = 1.0
"""Time for a program to quit before it is killed."""
POLL_SECONDS = 0.02
LONGEST_WAIT_SECONDS = 3600.0
"""Longest single wait for a line: the system's clock has a limit."""
GAMES_PATH = os.pathsep.join(("/usr/games", "/usr/local/games"))
"""Folders where Debian installs engines, which are not on everybody's PATH."""


class EngineError(UserError):
    """An engine failed; the message is one line."""


class EngineCrashError(EngineError):
    """The engine could not be started, ended, or closed its input or output."""


class EngineTimeoutError(EngineError):
    """The engine did not answer in time."""


class ProtocolError(EngineError):
    """The engine broke its protocol."""


class UnaskedError(EngineError):
    """The engine could not be asked, for a reason that is not its fault; no game is lost."""


class Stopped(Exception):  # noqa: N818 - the caller no longer wants an answer
    """The flag `stop` was raised while the program was thinking."""


class Program(NamedTuple):
    """A program to start: command line, working folder, additional environment variables.

    All lines are appended to the file `log`, if any.
    """

    command: tuple[str, ...]
    folder: str | None = None
    environment: Mapping[str, str] = {}
    log: str | None = None

    @property
    def name(self) -> str:
        """File name of the program."""
        return Path(self.command[0]).name


def find_program(command: str, folder: str | None = None) -> str:
    """Return the file of a command, from `folder`, the PATH or GAMES_PATH; ValueError if absent."""
    if folder is not None and not Path(folder).is_dir():
        raise ValueError(f"no folder {short_repr(folder)}")
    path_in_folder = Path(folder or ".", command)
    if os.sep in command and os.access(path_in_folder, os.X_OK) and path_in_folder.is_file():
        return str(path_in_folder.absolute())  # not resolved: a virtual environment needs its link
    path = shutil.which(command) or shutil.which(command, path=GAMES_PATH)
    if path is None:
        raise ValueError(f"program {short_repr(command)} not found")
    return path


def split_command(command: str) -> tuple[str, ...]:
    """Split a command as a shell does; ValueError if it is empty."""
    words = tuple(shlex.split(command))
    if not words:
        raise ValueError("the command of the engine is empty")
    return words


def _has_exited(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """True if a process ends by itself within `seconds`.

    It is not reaped, so that its number stays its own.
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
        time.sleep(EXIT_POLL_SECONDS)


def _kill(
    process: "subprocess.Popen[bytes]", guard: "subprocess.Popen[bytes] | None", mark: str = ""
) -> None:
    """Kill a program, its group, all with its mark, and its guard; close the pipes to them."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    if mark:
        processes.kill_started(None, mark, MARK)
    for child in filter(None, (process, guard)):
        with contextlib.suppress(OSError):
            child.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(5)
        if child.stdin is not None:
            with contextlib.suppress(OSError):
                child.stdin.close()


def _start_guard() -> "subprocess.Popen[bytes] | None":
    """Start the process that waits for this one to end; None on systems without a shell."""
    if os.name != "posix":
        return None
    return subprocess.Popen(
        ["/bin/sh", "-c", _GUARD],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if name != MARK},
        start_new_session=True,
    )


def _log(path: str | None, mark: str, line: str) -> None:
    """Append a line with its mark to the file `path`, if there is one."""
    if path is not None:
        with open(path, "a", encoding="utf-8", errors="replace") as file:
            file.write(f"{mark} {line}\n")


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace").rstrip("\r\n")


_Unread = queue.SimpleQueue  # lines, None at the end of output, or a ProtocolError


def _read_output(stream: io.RawIOBase, unread: "_Unread[Any]", log: str | None) -> None:
    """Queue the lines of a program's output; for a thread of its own."""
    with io.BufferedReader(stream) as lines, contextlib.suppress(OSError, ValueError):
        for data in iter(lambda: lines.readline(LONGEST_LINE), b""):
            line = _decoded(data)
            _log(log, "<", line)
            if len(data) == LONGEST_LINE and not data.endswith(b"\n"):
                unread.put(ProtocolError(f"a line of more than {LONGEST_LINE} bytes"))
                return
            if unread.qsize() > MOST_UNREAD:
                unread.put(ProtocolError(f"more than {MOST_UNREAD} unread lines"))
                return
            unread.put(line)
    unread.put(None)


def _read_errors(stream: io.RawIOBase, errors: "deque[str]", log: str | None) -> None:
    """Keep the last lines of a program's standard error; for a thread of its own."""
    with io.BufferedReader(stream) as lines, contextlib.suppress(OSError, ValueError):
        for data in iter(lambda: lines.readline(LONGEST_LINE), b""):
            errors.append(_decoded(data))
            _log(log, "!", errors[-1])


def _read_end(
    process: "subprocess.Popen[bytes]", output: threading.Thread, unread: "_Unread[Any]"
) -> None:
    """Queue the end of a program, even if a child of it holds its output open.

    For a thread of its own. The program is not reaped, as in `_has_exited`.
    """
    with contextlib.suppress(ChildProcessError):  # it was killed and reaped
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    output.join(QUIT_SECONDS)
    unread.put(None)


def _cpu_clock(process: int) -> int | None:
    """Return the system's clock of a process's CPU time, or None."""
    clock = ctypes.c_int()
    try:
        refused = ctypes.CDLL(None).clock_getcpuclockid(process, ctypes.byref(clock))
    except (OSError, AttributeError, TypeError):
        return None
    return None if refused else clock.value


class EngineProcess:
    """A running program; UnaskedError if the system cannot start it.

    After any EngineError the caller must call `end`. While the flag `stop`, int64[1] or None, is
    raised `read` does not wait.
    """

    def __init__(self, program: Program) -> None:
        self.name, self._log = program.name, program.log
        self.errors: deque[str] = deque(maxlen=MOST_ERROR_LINES)
        self.stop: Any = None
        self._request = "start"
        self._unread: _Unread[Any] = queue.SimpleQueue()
        guard, mark = None, secrets.token_hex(8)
        try:
            if program.log is not None:
                Path(program.log).touch()  # so that an error is reported at once
        except OSError as error:
            raise UnaskedError(f"log {short_repr(program.log)}: {error.strerror}") from None
        try:
            guard = _start_guard()
            self._process = subprocess.Popen(
                program.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=program.folder,
                env={**os.environ, **program.environment, MARK: mark},
                start_new_session=True,
            )
        except OSError as error:
            if guard is not None:
                _kill(guard, None)
            raise UnaskedError(f"{self.name} cannot be started: {error.strerror}") from None
        self._end = weakref.finalize(self, _kill, self._process, guard, mark)
        if guard is not None and guard.stdin is not None:
            guard.stdin.write(f"{self._process.pid} {mark}\n".encode())
            guard.stdin.flush()
        self._cpu = _cpu_clock(self._process.pid)
        # The threads hold the streams, not this object, so that it can be finalized.
        streams = (
            (_read_output, self._process.stdout, self._unread),
            (_read_errors, self._process.stderr, self.errors),
        )
        self._readers = [
            threading.Thread(target=read, args=(stream, to, self._log), daemon=True)
            for read, stream, to in streams
        ]
        if hasattr(os, "waitid"):
            ended = (self._process, self._readers[0], self._unread)
            self._readers.append(threading.Thread(target=_read_end, args=ended, daemon=True))
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        """Number of the process and of its group."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Write a line to the program; EngineCrashError if it no longer reads."""
        self._request = line
        _log(self._log, ">", line)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except (OSError, ValueError):
            raise self._crash() from None

    def read(self, until: float) -> str:
        """Return the next line of the program, by the monotonic clock's time `until`.

        EngineTimeoutError if none comes by then, EngineCrashError if it has ended, ProtocolError
        for a flood, Stopped if there is no line and the flag `stop` is raised.
        """
        while True:
            left = until - time.monotonic()
            stop = self.stop
            wait = min(left, LONGEST_WAIT_SECONDS if stop is None else POLL_SECONDS)
            try:
                line = self._unread.get(timeout=max(wait, 0))
                break
            except queue.Empty:
                if stop is not None and stop[0]:
                    raise Stopped from None
                if left <= 0:
                    raise EngineTimeoutError(self.describe("no answer in time")) from None
        if line is None:
            raise self._crash()
        if isinstance(line, ProtocolError):
            raise ProtocolError(self.describe(str(line)))
        return line

    def describe(self, what: str) -> str:
        """Return `what` in one line with the program's name and the last request."""
        return f"{self.name}: {what}; request: {short_repr(self._request)}"

    def cpu_seconds(self) -> float | None:
        """Return the CPU seconds of the program without its children, or None."""
        try:
            return None if self._cpu is None else time.clock_gettime(self._cpu)
        except OSError:
            return None

    def last_words(self) -> str:
        """Return the last lines of standard error, at most MOST_ERROR_CHARACTERS."""
        text = "\n".join(list(self.errors)).replace("\0", "").strip()
        if len(text) <= MOST_ERROR_CHARACTERS:
            return text
        return text[-MOST_ERROR_CHARACTERS:].partition("\n")[2] or text[-MOST_ERROR_CHARACTERS:]

    def end(self, quit_command: str | None = None) -> None:
        """End the program and its children, after `quit_command` if there is one."""
        if quit_command is not None and self._end.alive:
            with contextlib.suppress(EngineError):
                self.send(quit_command)
                _has_exited(self._process, QUIT_SECONDS)
        self._finish()

    def _finish(self) -> None:
        self._end()
        for reader in self._readers:
            reader.join(QUIT_SECONDS)

    def _crash(self) -> EngineCrashError:
        """End the program; return the error that says how it ended by itself."""
        ended = _has_exited(self._process, QUIT_SECONDS)
        self._finish()
        code = self._process.returncode
        what = "closed its input or output"
        if ended:
            what = f"ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        last = next((line for line in reversed(self.errors) if line.strip()), "")
        stderr = f"; its last error: {short_repr(last)}" if last else ""
        return EngineCrashError(self.describe(what) + stderr)
