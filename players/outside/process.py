"""A program that answers lines with lines: started, asked, watched, and ended."""

import contextlib
import ctypes
import io
import os
import queue
import secrets
import shlex
import shutil
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from othello.cli.errors import UserError, short_repr
from players.outside.ending import MARK, exited, kill, start_guard

LONGEST_LINE = 2**16
"""Bytes of a line that are read as one."""
MOST_UNREAD = 10_000
"""Lines that a program may write before anybody has read one."""
KEPT_ERRORS = 50
"""Lines of the program's standard error that are kept."""
LAST_WORDS = 2000
"""Characters of its standard error that `last_words` tells at most."""
FAREWELL_SECONDS = 1.0
"""How long a program that was told to quit may take, before it is killed."""
POLL_SECONDS = 0.02
LONGEST_WAIT_SECONDS = 3600.0
"""Of one wait for a line: the system's clock counts no endless ones."""
GAMES_PATH = os.pathsep.join(("/usr/games", "/usr/local/games"))
"""Where Debian installs engines, which is not on everybody's PATH."""


class EngineError(UserError):
    """An engine did not do its part; the message is one line."""


class EngineCrashError(EngineError):
    """It could not be started, ended, or closed its input or output."""


class EngineTimeoutError(EngineError):
    """It gave no answer in time."""


class ProtocolError(EngineError):
    """It answered what its protocol does not allow."""


class UnaskedError(EngineError):
    """It could not be asked, by no fault of its own; no game is lost by that."""


class Stopped(Exception):  # noqa: N818 - who asked wants no answer any more
    """The flag `stop` was raised while the program was thinking."""


class Program(NamedTuple):
    """What to start: words, a folder to work in, variables beside those of this process.

    All that is said goes to the end of the file `log`, if any.
    """

    words: tuple[str, ...]
    folder: str | None = None
    environment: Mapping[str, str] = {}
    log: str | None = None

    @property
    def name(self) -> str:
        """The program's file name."""
        return Path(self.words[0]).name


def found(command: str, folder: str | None = None) -> str:
    """The file of a command: in `folder`, on the PATH, or where games are; ValueError if none."""
    if folder is not None and not Path(folder).is_dir():
        raise ValueError(f"no folder {short_repr(folder)}")
    beside = Path(folder or ".", command)
    if os.sep in command and os.access(beside, os.X_OK) and beside.is_file():
        return str(beside.absolute())  # a link stays one: Python looks beside it
    path = shutil.which(command) or shutil.which(command, path=GAMES_PATH)
    if path is None:
        raise ValueError(f"no program {short_repr(command)} is found")
    return path


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command, quoted as in a shell; ValueError if there are none."""
    words = tuple(shlex.split(command))
    if not words:
        raise ValueError("the command of an engine is empty")
    return words


def _log(path: str | None, mark: str, line: str) -> None:
    """Add a line to the file `path`, behind the mark of who said it; no-op without a file."""
    if path is not None:
        with open(path, "a", encoding="utf-8", errors="replace") as file:
            file.write(f"{mark} {line}\n")


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace").rstrip("\r\n")


_Unread = queue.SimpleQueue  # of a line, None at the end of output, or what is wrong with it


def _read_output(stream: io.RawIOBase, unread: "_Unread[Any]", log: str | None) -> None:
    """Hand on the lines of a program's output; runs in a thread of its own."""
    with io.BufferedReader(stream) as lines, contextlib.suppress(OSError, ValueError):
        for data in iter(lambda: lines.readline(LONGEST_LINE), b""):
            line = _decoded(data)
            _log(log, "<", line)
            if len(data) == LONGEST_LINE and not data.endswith(b"\n"):
                unread.put(ProtocolError(f"a line of more than {LONGEST_LINE} bytes"))
                return
            if unread.qsize() > MOST_UNREAD:
                unread.put(ProtocolError(f"more than {MOST_UNREAD} lines that nobody asked for"))
                return
            unread.put(line)
    unread.put(None)


def _read_errors(stream: io.RawIOBase, kept: "deque[str]", log: str | None) -> None:
    """Keep the last lines of a program's standard error; runs in a thread of its own."""
    with io.BufferedReader(stream) as lines, contextlib.suppress(OSError, ValueError):
        for data in iter(lambda: lines.readline(LONGEST_LINE), b""):
            kept.append(_decoded(data))
            _log(log, "!", kept[-1])


def _read_end(
    process: "subprocess.Popen[bytes]", output: threading.Thread, unread: "_Unread[Any]"
) -> None:
    """Hand on that a program has ended, though a child of it may hold its output open.

    Runs in a thread of its own. The program stays to be waited for, as in `exited`.
    """
    with contextlib.suppress(ChildProcessError):  # it was killed and waited for
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    output.join(FAREWELL_SECONDS)
    unread.put(None)


def _cpu_clock(process: int) -> int | None:
    """The system's clock of a process's CPU time; None where it has none."""
    clock = ctypes.c_int()
    try:
        refused = ctypes.CDLL(None).clock_getcpuclockid(process, ctypes.byref(clock))
    except (OSError, AttributeError, TypeError):
        return None
    return None if refused else clock.value


class EngineProcess:
    """A running program; UnaskedError if the system does not start it.

    Any EngineError but one that the caller makes itself leaves it to be ended: `end`. While the
    flag `stop`, int64[1] or None, is raised nothing is waited for.
    """

    def __init__(self, program: Program) -> None:
        self.name, self._log = program.name, program.log
        self.errors: deque[str] = deque(maxlen=KEPT_ERRORS)
        self.stop: Any = None
        self._asked = "its start"
        self._unread: _Unread[Any] = queue.SimpleQueue()
        guard, mark = None, secrets.token_hex(8)
        try:
            if program.log is not None:
                Path(program.log).touch()  # so that what the system refuses is said at once
        except OSError as error:
            raise UnaskedError(f"log {short_repr(program.log)}: {error.strerror}") from None
        try:
            guard = start_guard()
            self._process = subprocess.Popen(
                program.words,
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
                kill(guard, None)
            raise UnaskedError(f"{self.name} cannot be started: {error.strerror}") from None
        self._end = weakref.finalize(self, kill, self._process, guard, mark)
        if guard is not None and guard.stdin is not None:
            guard.stdin.write(f"{self._process.pid} {mark}\n".encode())
            guard.stdin.flush()
        self._cpu = _cpu_clock(self._process.pid)
        # they know the streams and not this object
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
        """The number of the process, which is that of its group too."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Write a line to the program; EngineCrashError if it reads none any more."""
        self._asked = line
        _log(self._log, ">", line)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
        except (OSError, ValueError):
            raise self._crash() from None

    def read(self, until: float) -> str:
        """The next line that the program writes, by the monotonic clock's time `until`.

        EngineTimeoutError for none by then, EngineCrashError if it has ended, ProtocolError for a
        flood, Stopped when nothing is there and the flag `stop` is raised.
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
                    raise EngineTimeoutError(self.words("no answer in time")) from None
        if line is None:
            raise self._crash()
        if isinstance(line, ProtocolError):
            raise ProtocolError(self.words(str(line)))
        return line

    def words(self, what: str) -> str:
        """What happened in one line, with the program's name and what it was asked."""
        return f"{self.name}: {what}; asked: {short_repr(self._asked)}"

    def cpu_seconds(self) -> float | None:
        """CPU seconds of the program so far, its children apart; None where nobody counts them."""
        try:
            return None if self._cpu is None else time.clock_gettime(self._cpu)
        except OSError:
            return None

    def last_words(self) -> str:
        """The last lines of its standard error, in LAST_WORDS characters at most."""
        text = "\n".join(list(self.errors)).replace("\0", "").strip()
        if len(text) <= LAST_WORDS:
            return text
        return text[-LAST_WORDS:].partition("\n")[2] or text[-LAST_WORDS:]

    def end(self, farewell: str | None = None) -> None:
        """End the program and all that it started, after a word of farewell if there is one."""
        if farewell is not None and self._end.alive:
            with contextlib.suppress(EngineError):
                self.send(farewell)
                exited(self._process, FAREWELL_SECONDS)
        self._finish()

    def _finish(self) -> None:
        self._end()
        for reader in self._readers:
            reader.join(FAREWELL_SECONDS)

    def _crash(self) -> EngineCrashError:
        """End the program; the error that says how it ended by itself."""
        ended = exited(self._process, FAREWELL_SECONDS)
        self._finish()
        code = self._process.returncode
        what = "closed its input or output"
        if ended:
            what = f"ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        said = next((line for line in reversed(self.errors) if line.strip()), "")
        return EngineCrashError(
            self.words(what) + (f"; it said: {short_repr(said)}" if said else "")
        )
