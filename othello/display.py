"""How far a long job is: a line that is redrawn in a terminal, plain lines elsewhere.

Nothing of the laboratory is imported: this file is read before the first kernel compiles.
"""

import logging
import os
import time
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import TaskID

COMPILING_SAID = "OTHELLO_COMPILING_SAID"
"""Set in the environment, which workers inherit, once it has been said that kernels compile."""

LINE_SECONDS = 5.0
"""Between two lines that stay."""
REDRAW_SECONDS = 0.1
"""Between two drawings of a line that is redrawn."""


def _first(record: logging.LogRecord) -> bool:
    """Whether neither this process nor the one that started it has said so before."""
    said = COMPILING_SAID in os.environ
    os.environ[COMPILING_SAID] = "1"
    return not said


def say_compiling_once() -> None:
    """Let one process of a command say that kernels are being compiled, not each of them."""
    logging.getLogger("othello.jit").addFilter(_first)


def short_number(value: float) -> str:
    """Three digits, with a letter for thousands and beyond."""
    if value == round(value) and value < 1000:
        return f"{value:.0f}"
    for letter in ("", "k", "M", "G"):
        if value < 999.5:
            decimals = 2 if value < 9.995 else 1 if value < 99.95 else 0
            return f"{value:.{decimals}f}{letter}"
        value /= 1000
    return f"{value:,.0f}T"


def duration_text(seconds: float) -> str:
    """A time span as 1:02:03 or 2:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Display:
    """Lines of text, for a file or a pipe; `unit` is what is counted, such as games or trials."""

    seconds_between = LINE_SECONDS

    def __init__(self, stream: TextIO, unit: str) -> None:
        self._stream = stream
        self._unit = unit
        self._shown = time.monotonic()
        self._counted_from: tuple[float, int] | None = None

    def __enter__(self) -> "Display":
        """The display, ready."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Put the terminal back as it was."""

    @property
    def due(self) -> bool:
        """Whether it is time to show something new."""
        return time.monotonic() - self._shown >= self.seconds_between

    def begin(self, title: str, done: int, total: int, quick: bool = False) -> None:
        """Something begins, or goes on, of which `done` of `total` are stored already.

        If it may be `quick`, nothing is said until it is due, and the pace is taken from
        the first result on, which may have had to compile.
        """
        self._title, self._total, self._began = title, total, time.monotonic()
        self._counted_from = None if quick else (self._began, done)
        if not quick:
            self.say(f"{self._count(done)} played")
        elif self.due:
            self.say(self._count(done))

    def update(self, done: int, note: str = "") -> None:
        """So many are done: said with a note, and how long the rest will take, if it is due."""
        now = time.monotonic()
        if self._counted_from is None:
            self._counted_from = now, done
        since, done_before = self._counted_from
        if not self.due:
            return
        line = self._count(done, note)
        if done > done_before:
            pace = (now - since) / (done - done_before)
            line += f", {duration_text(pace * (self._total - done))} left"
        self.say(line)

    def end(self, done: int, note: str = "") -> None:
        """Say how it went, and how long it took."""
        spent = duration_text(time.monotonic() - self._began)
        self.say(f"{self._count(done, note)}, in {spent}")

    def _count(self, done: int, note: str = "") -> str:
        """How many are done, and a note."""
        line = f"{self._title}: {done:,} of {self._total:,} {self._unit}"
        return f"{line}, {note}" if note else line

    def say(self, line: str) -> None:
        """Write a line that stays."""
        self._shown = time.monotonic()
        print(line, file=self._stream, flush=True)


class LiveDisplay(Display):
    """One line that is redrawn, with a bar, and gone at the end."""

    seconds_between = REDRAW_SECONDS

    def __init__(self, stream: TextIO, unit: str) -> None:
        super().__init__(stream, unit)
        from rich import progress
        from rich.console import Console

        self._progress = progress.Progress(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(bar_width=None),
            progress.MofNCompleteColumn(),
            progress.TextColumn("{task.fields[note]}"),
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

    def begin(self, title: str, done: int, total: int, quick: bool = False) -> None:
        """Draw the line of what begins."""
        self._title = title
        self._progress.start()
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(title, total=total, completed=done, note="")

    def update(self, done: int, note: str = "") -> None:
        """Draw the line anew."""
        self._shown = time.monotonic()
        if self._task is not None:
            self._progress.update(self._task, completed=done, note=note)

    def end(self, done: int, note: str = "") -> None:
        """Leave a line above the one that is redrawn."""
        self.say(f"{self._title}: {note}")

    def say(self, line: str) -> None:
        """Write a line above the one that is redrawn."""
        self._progress.console.print(line, highlight=False, markup=False)


def display_for(stream: TextIO, unit: str) -> Display:
    """The display that suits a stream."""
    return LiveDisplay(stream, unit) if stream.isatty() else Display(stream, unit)
