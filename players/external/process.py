"""A program that answers lines with lines: start it, talk to it, end it with all its children.

A program leads a group of processes, which is killed when this process ends. If this process is
killed, the program finds its input closed.
"""

import contextlib
import io
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from othello.cli.errors import short_repr
from players.protocol import (
    EngineCrashError,
    EngineError,
    EngineTimeoutError,
    ProtocolError,
    UnaskedError,
)
from players.workers import processes

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
ENGINE_LOG = "OTHELLO_ENGINE_LOG"
"""Environment variable, inherited by workers: a file for all lines to (>) and from (<, !)."""
POLL_SECONDS = 0.02
LONGEST_WAIT_SECONDS = 3600.0
"""Longest single wait for a line: the system's clock has a limit."""
GAMES_PATH = os.pathsep.join(("/usr/games", "/usr/local/games"))
"""Folders where Debian installs engines, which are not on everybody's PATH."""


class SearchCancelled(Exception):  # noqa: N818 - the caller no longer wants an answer
    """The flag `stop` was raised while the program was thinking."""


class Program(NamedTuple):
    """A program to start: command line, working folder."""

    command: tuple[str, ...]
    folder: str | None = None

    @property
    def name(self) -> str:
        """File name of the program."""
        return Path(self.command[0]).name


def find_program(command: str, folder: str | None = None) -> str:
    """Return the file of a command, from `folder`, the PATH or GAMES_PATH; ValueError if absent."""
    if folder is not None and not Path(folder).is_dir():
        raise ValueError(f"no folder {short_repr(folder)}")
    path_in_folder = Path(folder or ".", command)
    if os.sep in command and path_in_folder.is_file():
        if not os.access(path_in_folder, os.X_OK):
            raise ValueError(f"{short_repr(command)} is not an executable file")
        return str(path_in_folder.absolute())  # not resolved: a virtual environment needs its link
    path = shutil.which(command) or shutil.which(command, path=GAMES_PATH)
    if path is None:
        raise ValueError(f"program {short_repr(command)} not found")
    return path


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program, its children and its group; close the pipe to it."""
    processes.kill_started(process.pid, itself=process.poll() is None)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


def _log_line(name: str, mark: str, line: str) -> str:
    """Append a line to the file that ENGINE_LOG names, if it does; return the line."""
    if path := os.environ.get(ENGINE_LOG):
        with contextlib.suppress(OSError), open(path, "a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%H:%M:%S')} {name} {mark} {line}\n")
    return line


def _decoded(data: bytes) -> str:
    return data.decode("utf-8-sig", "replace").rstrip("\r\n")


_Unread = queue.SimpleQueue  # lines, None at the end of output, or a ProtocolError


def _read_output(stream: io.RawIOBase, unread: "_Unread[Any]", name: str) -> None:
    """Queue the lines of a program's output; for a thread of its own."""
    with io.BufferedReader(stream) as lines, contextlib.suppress(OSError, ValueError):
        for data in iter(lambda: lines.readline(LONGEST_LINE), b""):
            if len(data) == LONGEST_LINE and not data.endswith(b"\n"):
                unread.put(ProtocolError(f"a line of more than {LONGEST_LINE} bytes"))
                return
            if unread.qsize() > MOST_UNREAD:
                unread.put(ProtocolError(f"more than {MOST_UNREAD} unread lines"))
                return
            unread.put(_log_line(name, "<", _decoded(data)))
    unread.put(None)


def _read_errors(stream: io.RawIOBase, errors: "deque[str]", name: str) -> None:
    """Keep the last lines of a program's standard error; for a thread of its own."""
    with io.BufferedReader(stream) as lines, contextlib.suppress(OSError, ValueError):
        for data in iter(lambda: lines.readline(LONGEST_LINE), b""):
            errors.append(_log_line(name, "!", _decoded(data)))


class EngineProcess:
    """A running program; UnaskedError if the system cannot start it.

    `pid` is the number of the process and of its group. After any EngineError the caller must call
    `end`. While the flag `stop`, int64[1] or None, is raised `read` does not wait.
    """

    def __init__(self, program: Program) -> None:
        self.name = program.name
        self.errors: deque[str] = deque(maxlen=MOST_ERROR_LINES)
        self.stop: Any = None
        self._request = "start"
        self._unread: _Unread[Any] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                program.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=program.folder,
                start_new_session=True,
            )
        except OSError as error:
            raise UnaskedError(f"{self.name} cannot be started: {error.strerror}") from None
        self._end = weakref.finalize(self, _kill, self._process)
        self.pid = self._process.pid
        self._log_name = f"{self.name} {self.pid}"
        # The threads hold the streams, not this object, so that it can be finalized.
        output = self._process.stdout, self._unread, self._log_name
        errors = self._process.stderr, self.errors, self._log_name
        self._readers = (
            threading.Thread(target=_read_output, args=output, daemon=True),
            threading.Thread(target=_read_errors, args=errors, daemon=True),
        )
        for reader in self._readers:
            reader.start()

    def send(self, line: str) -> None:
        """Write a line to the program; EngineCrashError if it no longer reads."""
        self._request = _log_line(self._log_name, ">", line)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except (OSError, ValueError):
            raise self._crash() from None

    def read(self, until: float) -> str:
        """Return the next line of the program, by the monotonic clock's time `until`.

        EngineTimeoutError if none comes by then, EngineCrashError if it has ended, ProtocolError
        for a flood, SearchCancelled if there is no line and the flag `stop` is raised.
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
                    raise SearchCancelled from None
                if left <= 0:
                    raise EngineTimeoutError(self.describe("no answer in time")) from None
        if line is None:
            raise self._crash()
        if isinstance(line, ProtocolError):
            raise self.fault(str(line))
        return line

    def lines(self, until: float, most: int, wanted: str) -> Iterator[str]:
        """Yield lines until the caller has what it `wanted`; ProtocolError after the `most`."""
        for _ in range(most):
            yield self.read(until)
        raise self.fault(f"{most} lines without {wanted}")

    def describe(self, what: str) -> str:
        """Return `what` in one line with the program's name and the last request."""
        return f"{self.name}: {what}; request: {short_repr(self._request)}"

    def fault(self, what: str) -> ProtocolError:
        """Return the error that the program broke its protocol."""
        return ProtocolError(self.describe(what))

    def cpu_seconds(self) -> float | None:
        """Return the CPU seconds of the program without its children, or None."""
        try:
            return sum(psutil.Process(self._process.pid).cpu_times()[:2])
        except psutil.Error:
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
                self._wait()
        self._end()
        for reader in self._readers:
            reader.join(QUIT_SECONDS)

    def _wait(self) -> None:
        """Wait until the program ends by itself, at most QUIT_SECONDS."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)

    def _crash(self) -> EngineCrashError:
        """End the program; return the error that says how it ended by itself."""
        self._wait()
        code = self._process.returncode  # None if it still runs
        self.end()
        what = "closed its input or output"
        if code is not None:
            what = f"ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        last = next((line for line in reversed(self.errors) if line.strip()), "")
        stderr = f"; its last error: {short_repr(last)}" if last else ""
        return EngineCrashError(self.describe(what) + stderr)
