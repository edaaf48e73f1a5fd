"""Frame of every command: standard streams, exit codes, errors in one line, and its end."""

import atexit
import codecs
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TextIO

from othello.cli.errors import printable, spell_plainly

PIPE_CLOSED = 141
"""Exit code that a shell gives to a program ended by SIGPIPE."""
INTERRUPTED = 130
"""Exit code that a shell gives to a program ended by Ctrl-C."""
BAD_INPUT = 2
"""Exit code of a command that cannot do its task."""
EXIT_SECONDS = 5.0
"""The longest time that players may take to clean up at the end."""
codecs.register_error("plain", spell_plainly)


class _OutputError(Exception):
    """The standard output cannot be written, as on a full disk; the message is one line."""


class _Stream:
    """A standard stream that makes foreign text `printable`.

    It spells signs that its encoding lacks, as on Windows, plainly. A failed write raises
    _OutputError if the stream `must_work`; otherwise a full disk or a closed terminal loses the
    text. `styled` is the same stream for texts with colours, which rich makes.
    """

    def __init__(
        self, stream: Any, must_work: bool, convert: Callable[[str], str] = printable
    ) -> None:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="plain")
        self._stream, self._must_work, self._convert = stream, must_work, convert
        self.styled = self if convert is str else _Stream(stream, must_work, str)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text; return its length."""
        self._call(self._stream.write, self._convert(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Write what is buffered."""
        self._call(self._stream.flush)

    def _call(self, function: Callable[..., object], *arguments: Any) -> None:
        try:
            function(*arguments)
        except BrokenPipeError:
            raise
        except OSError as error:
            if self._must_work:
                raise _OutputError(f"the standard output: {error.strerror or error}") from error


def styled(stream: TextIO) -> TextIO:
    """Return the stream for texts whose control characters are our own."""
    return getattr(stream, "styled", stream)


def open_streams() -> None:
    """Open the closed ones of the three standard streams, and wrap the last two in `_Stream`.

    Otherwise the next file to be opened, such as a store, would get the number of a closed stream:
    a daemon starts processes that way. `sys.stdout` stays None if it is closed. An error of the
    error stream never ends a command, nor does a sign that the encoding of a stream lacks.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # takes the lowest number
    if sys.stdout is not None and not isinstance(sys.stdout, _Stream):
        sys.stdout = _Stream(sys.stdout, must_work=True)
    if not isinstance(sys.stderr, _Stream):
        stream = sys.stderr or os.fdopen(2, "w", closefd=False)
        changed: Any = _Stream(stream, must_work=False)
        if sys.stderr is sys.__stderr__:
            sys.__stderr__ = changed  # type: ignore[misc]
        sys.stderr = changed


def _drop_output() -> None:
    """Redirect the standard output to nothing; Python flushes its buffer at exit."""
    with contextlib.suppress(OSError):  # if the output is not a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def tolerate_broken_pipe(command: Callable[[], int], needs_output: bool = True) -> int:
    """Return the exit code of `command()`, or 141 if nothing reads its output any more.

    Return 2 after one line on the error stream if the output cannot be written, or if it is closed
    from the start and the command `needs_output`.
    """
    open_streams()
    if sys.stdout is None:
        if needs_output:
            print("the standard output is closed; redirect it to a file", file=sys.stderr)
            return BAD_INPUT
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the end
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
    """Return the exit code of `act()`; print an error as one line without a traceback.

    The code is 2 for bad input and errors of the system, 130 for Ctrl-C and SIGTERM, where the line
    is the exception's text or else says `stopped`, and 141 if nothing reads the output any more.
    Other errors are raised. A ValueError counts as bad input even if it is not a UserError: text
    parsers raise it too.
    """

    def guarded() -> int:
        try:
            return act()
        except KeyboardInterrupt as error:
            print(str(error) or f"{command}: {stopped}", file=sys.stderr)
            return INTERRUPTED
        except BrokenPipeError:
            raise
        except (ValueError, OSError, MemoryError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and type(error) is not RuntimeError:
                raise
            return print_error(command, error)

    with _sigterm_interrupts():
        return tolerate_broken_pipe(guarded)


@contextlib.contextmanager
def _sigterm_interrupts() -> Iterator[None]:
    """Within, SIGTERM raises KeyboardInterrupt, unless it has a handler or is ignored already."""
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def print_error(command: str, error: Exception) -> int:
    """Print an error of a command in one line; return its exit code."""
    message = f"not enough memory: {error}" if isinstance(error, MemoryError) else str(error)
    if isinstance(error, OSError) and error.strerror:
        message = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    print(f"{command}: {message}".replace("\n", r"\n"), file=sys.stderr)
    return BAD_INPUT


def _exit_at_once(code: int) -> None:
    """End this process while a player still runs."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        print(f"ended, though a player was still busy after {EXIT_SECONDS:g} s", file=sys.stderr)
        sys.stderr.flush()
    os._exit(code)


def exit_with(main: Callable[[], int]) -> NoReturn:
    """End this process with the exit code of `main()`, even if players have started threads.

    A signal that arrives after `main` gives the code 130; Python's own exit would let it kill the
    process. Exit functions of players may take EXIT_SECONDS.
    """
    try:
        code = main()
        late = _record_signals()
    except KeyboardInterrupt:
        code = INTERRUPTED
        late = _record_signals()
    timer = threading.Timer(EXIT_SECONDS, _exit_at_once, (code,))
    timer.daemon = True
    timer.start()
    atexit._run_exitfuncs()  # as Python does, without waiting for threads
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(INTERRUPTED if late else code)


def _record_signals() -> list[int]:
    """Return a list to which later SIGINTs and SIGTERMs are appended; ignored ones stay ignored."""
    recorded: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, frame: recorded.append(number))
    return recorded


@contextlib.contextmanager
def prints_on_stderr() -> Iterator[None]:
    """Within, redirect the output of this process, of C code and of children to stderr.

    Both streams are open again afterwards, even if one was closed within.
    """
    sys.stdout.flush()
    copies = {}
    for output in (1, 2):
        with contextlib.suppress(OSError):  # closed from the start
            copies[output] = os.dup(output)
    if 2 in copies:
        os.dup2(2, 1)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        for output, copy in copies.items():
            os.dup2(copy, output)
            os.close(copy)


@contextlib.contextmanager
def without_gc() -> Iterator[None]:
    """Within, or in a decorated function, suspend garbage collection.

    It helps code that makes many objects to keep: Python would scan all of them repeatedly.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def available_cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
