"""What all commands have in common: how they end, how they show progress, how they print tables."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.progress import TaskID

PIPE_CLOSED = 141
"""The exit code that a shell gives to a program that SIGPIPE ended."""
INTERRUPTED = 130
"""The exit code that a shell gives to a program that Ctrl-C ended."""
LINE_SECONDS = 5.0
"""Between two lines of progress where they stay."""
REDRAW_SECONDS = 0.1
"""Between two drawings of a line that is redrawn."""


def until_closed(command: Callable[[], int]) -> int:
    """The exit code of `command()`, or 141 if nobody reads its output any more."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except SystemExit as stopped:
        if isinstance(stopped.__context__, BrokenPipeError):  # rich ends the program with 1
            return PIPE_CLOSED
        raise


def polite_kills() -> None:
    """Let SIGTERM stop this process as Ctrl-C does; no-op outside the main thread."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def duration_text(seconds: float) -> str:
    """A time span as 1:02:03 or 2:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None
) -> None:
    """Print a table whose first column is words and whose others are numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    layout: dict[str, Any] = {"box": SIMPLE_HEAD, "show_edge": False, "padding": (0, 1, 0, 0)}
    table = Table(title=title, title_justify="left", **layout)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


class Progress:
    """How much of a long job is done, as lines of text for a file or a pipe; none of quick ones.

    `unit` names what is counted, such as "games".
    """

    def __init__(self, stream: TextIO, unit: str) -> None:
        self._stream, self._unit = stream, unit
        self._shown = time.monotonic()

    def __enter__(self) -> "Progress":
        """The display, ready."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Put the terminal back as it was."""

    def begin(self, title: str, done: int, total: int) -> None:
        """A job begins, or goes on, `done` of its `total` units being there already."""
        self._title, self._total = title, total
        self._done_before: int | None = None
        self._say(done)

    def update(self, done: int) -> None:
        """So many are done: said if the last line is some time ago.

        The pace is taken from the first result on, which may have had to compile.
        """
        if self._done_before is None:
            self._began, self._done_before = time.monotonic(), done
        self._say(done)

    def _say(self, done: int) -> None:
        """Write a line if it is time for one."""
        now = time.monotonic()
        if now - self._shown < LINE_SECONDS:
            return
        self._shown = now
        line = f"{self._title}: {done:,} of {self._total:,} {self._unit}"
        if self._done_before is not None and done > self._done_before:
            pace = (now - self._began) / (done - self._done_before)
            line += f", {duration_text(pace * (self._total - done))} left"
        print(line, file=self._stream, flush=True)


class Bar(Progress):
    """How much of a long job is done, as one line that is redrawn, and gone at the end."""

    def __init__(self, stream: TextIO, unit: str) -> None:
        super().__init__(stream, unit)
        from rich import progress
        from rich.console import Console

        self._progress = progress.Progress(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(bar_width=None),
            progress.MofNCompleteColumn(),
            progress.TimeRemainingColumn(compact=True),
            progress.TextColumn("left"),
            console=Console(file=stream),
            transient=True,
            refresh_per_second=1 / REDRAW_SECONDS,
        )
        self._task: TaskID | None = None

    def __exit__(self, *exception: object) -> None:
        """Take the line away."""
        self._progress.stop()

    def begin(self, title: str, done: int, total: int) -> None:
        """Draw the line of a new job."""
        self._progress.start()
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(title, total=total, completed=done)

    def update(self, done: int) -> None:
        """Draw the line anew."""
        if self._task is not None:
            self._progress.update(self._task, completed=done)


def progress_for(stream: TextIO, unit: str) -> Progress:
    """The display that suits a stream: a bar in a terminal, plain lines elsewhere."""
    return Bar(stream, unit) if stream.isatty() else Progress(stream, unit)
