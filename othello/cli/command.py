"""What all commands have in common: how they end, the cores they use, tables and documents."""

import atexit
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TextIO

from othello.cli.errors import printable

PIPE_CLOSED = 141
"""The exit code that a shell gives to a program that SIGPIPE ended."""
INTERRUPTED = 130
"""The exit code that a shell gives to a program that Ctrl-C ended."""
BAD_INPUT = 2
"""The exit code of a command that cannot do what it is asked for."""
LEAVING_SECONDS = 5.0
"""How long what players have left to be done at the end may take."""


class _OutputError(Exception):
    """The standard output cannot be written, as on a full disk; the message is one line."""


class _Stream:
    """A standard stream that prints foreign text as `printable` has it.

    `failed` is called with the error of what cannot be written; BrokenPipeError is raised, where
    nobody reads any more. `styled` is the same stream for texts with colours, which rich makes.
    """

    def __init__(
        self, stream: Any, failed: Callable[[OSError], object], shown: Callable[[str], str]
    ) -> None:
        self._stream, self._failed, self._shown = stream, failed, shown
        self.styled = self if shown is str else _Stream(stream, failed, str)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text; return its length."""
        self._tried(self._stream.write, self._shown(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Write what is held."""
        self._tried(self._stream.flush)

    def _tried(self, act: Callable[..., object], *arguments: Any) -> None:
        try:
            act(*arguments)
        except BrokenPipeError:
            raise
        except OSError as error:
            self._failed(error)


def styled(stream: TextIO) -> TextIO:
    """The stream for texts in which signs that a terminal obeys are our own."""
    return getattr(stream, "styled", stream)


def _refuse(error: OSError) -> NoReturn:
    """Raise _OutputError for an error of the standard output."""
    raise _OutputError(f"the standard output: {error.strerror or error}") from error


def _pass_by(error: OSError) -> None:
    """Lose what cannot be written: the disk is full, or the terminal is gone."""


def open_streams() -> None:
    """Open what is closed of the three standard streams, and make `_Stream`s of the last two.

    The next file that is opened would stand in the place of a closed one, as a store of results
    would in a process that a daemon starts. `sys.stdout` stays None if it is closed; no fault of
    the error stream ends a command.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # takes the lowest number
    if sys.stdout is not None and not isinstance(sys.stdout, _Stream):
        sys.stdout = _Stream(sys.stdout, _refuse, printable)
    if not isinstance(sys.stderr, _Stream):
        stream = sys.stderr or os.fdopen(2, "w", errors="backslashreplace", closefd=False)
        changed: Any = _Stream(stream, _pass_by, printable)
        if sys.stderr is sys.__stderr__:
            sys.__stderr__ = changed  # type: ignore[misc]
        sys.stderr = changed


def _drop_output() -> None:
    """Let the standard output go nowhere; Python writes what is held of it at its end."""
    with contextlib.suppress(OSError):  # where the output is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def tolerate_broken_pipe(command: Callable[[], int], needs_output: bool = True) -> int:
    """The exit code of `command()`, or 141 if nobody reads its output any more.

    2, and one line, where the output cannot be written, or is closed from the start and the command
    `needs_output`.
    """
    open_streams()
    if sys.stdout is None:
        if needs_output:
            print("the standard output is closed; let it go to a file", file=sys.stderr)
            return BAD_INPUT
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except _OutputError as error:
        _drop_output()
        print(error, file=sys.stderr)
        return BAD_INPUT
    except SystemExit as stopped:
        if isinstance(stopped.__context__, BrokenPipeError):  # rich ends the program with 1
            return PIPE_CLOSED
        raise


def run(command: str, act: Callable[[], int], stopped: str = "interrupted") -> int:
    """The exit code of `act()`; where it fails one line on the error stream, and no traceback.

    2 for bad input and what the system refuses, 130 for Ctrl-C, where the line says `stopped`, 141
    if nobody reads the output any more. An error that no user can do anything about is raised.
    """
    return tolerate_broken_pipe(lambda: _ended(command, act, stopped))


def _ended(command: str, act: Callable[[], int], stopped: str) -> int:
    """As `run`; BrokenPipeError where nobody reads the output any more."""
    try:
        return act()
    except KeyboardInterrupt:
        print(f"{command}: {stopped}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except (ValueError, OSError, MemoryError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and type(error) is not RuntimeError:
            raise
        return refused(command, error)


def refused(command: str, error: Exception) -> int:
    """Print what a command cannot do, in one line; return its exit code."""
    print(f"{command}: {_failure(error)}".replace("\n", r"\n"), file=sys.stderr)
    return BAD_INPUT


def _failure(error: Exception) -> str:
    """What an error says in one line; of one of the system's the file and the reason."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return f"not enough memory: {error}" if isinstance(error, MemoryError) else str(error)


def sigterm_as_interrupt() -> None:
    """Let SIGTERM stop this process as Ctrl-C does; no-op outside the main thread."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def _end_at_once(code: int) -> None:
    """End this process, which does not end by itself."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        print(f"ended, though a player had more to do after {LEAVING_SECONDS:g} s", file=sys.stderr)
        sys.stderr.flush()
    os._exit(code)


def leave(main: Callable[[], int]) -> NoReturn:
    """End this process with the exit code of `main()`, whatever threads players have started.

    130 after a signal that comes once `main` has ended: while Python ends by itself it would kill
    the process. What players have left to be done at the end may take LEAVING_SECONDS.
    """
    try:
        code = main()
        late = _noted_signals()
    except KeyboardInterrupt:
        code = INTERRUPTED
        late = _noted_signals()
    patience = threading.Timer(LEAVING_SECONDS, _end_at_once, (code,))
    patience.daemon = True
    patience.start()
    atexit._run_exitfuncs()  # what Python would do, but for waiting
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(INTERRUPTED if late else code)


def _noted_signals() -> list[int]:
    """The SIGINT and SIGTERM that come from now on; those that are ignored stay so."""
    noted: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, frame: noted.append(number))
    return noted


@contextlib.contextmanager
def prints_on_stderr() -> Iterator[None]:
    """Within, what this process prints, from C and its children too, goes to its stderr.

    Both are open again afterwards, whatever was closed within.
    """
    sys.stdout.flush()
    kept = {}
    for output in (1, 2):
        with contextlib.suppress(OSError):  # it was closed by who started this process
            kept[output] = os.dup(output)
    if 2 in kept:
        os.dup2(2, 1)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        for output, copy in kept.items():
            os.dup2(copy, output)
            os.close(copy)


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Within, or in a function that it decorates, Python looks for no garbage.

    For what makes many objects that stay: Python would look at all of them again and again.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def available_cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
