"""How far a long job is: a line that is redrawn in a terminal, plain lines elsewhere.

Nothing of the laboratory is imported: this file is read before the first kernel compiles.
"""

import logging
import os
import time
from typing import TYPE_CHECKING, TextIO

from othello.cli.output import plain_console

if TYPE_CHECKING:
    from rich.progress import TaskID

COMPILING_SAID = "OTHELLO_COMPILING_SAID"
"""Set in the environment, which workers inherit, once it has been said that kernels compile."""

LINE_SECONDS = 10.0
"""Between two lines that stay, at least."""
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
        self._said = False
        self._held = ""
        self._beyond: int | None = None
        self._counted_from: tuple[float, int] | None = None

    def __enter__(self) -> "Display":
        """The display, ready."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Say what came too soon after the last line to be said; put the terminal back."""
        if self._held:
            self._write(self._held)

    @property
    def due(self) -> bool:
        """Whether it is time to show something new."""
        return time.monotonic() - self._shown >= self.seconds_between

    def begin(
        self, title: str, done: int, total: int, quick: bool = False, beyond: int | None = None
    ) -> None:
        """Something begins, or goes on, of which `done` of `total` are stored already.

        If it may be `quick`, nothing is said until it is due unless nothing was said before,
        and the pace is taken from the first result on, which may have had to compile. In a run
        of which this is a part so many units follow `beyond` it, and the pace is told.
        """
        self._title, self._total, self._began = title, total, time.monotonic()
        self._beyond = beyond
        self._counted_from = None if quick else (self._began, done)
        if not quick:
            self._say(f"{self._count(done)} played")
        elif self.due or not self._said:
            self._say(self._count(done))

    def update(self, done: int, note: str = "") -> None:
        """So many are done: said with a note and how long all will take, if it is due."""
        pace = self._pace_text(done)
        if self.due:
            self._say(", ".join(filter(None, (self._count(done, note), pace))))

    def _pace_text(self, done: int) -> str:
        """How many are done in a minute, if that is told, and how long the rest will take."""
        now = time.monotonic()
        if self._counted_from is None:
            self._counted_from = now, done
        since, done_before = self._counted_from
        if done <= done_before or now <= since:
            return ""
        pace = (now - since) / (done - done_before)
        left = f"{duration_text(pace * (self._total - done + (self._beyond or 0)))} left"
        if self._beyond is None:
            return left
        return f"{short_number(60 / pace)} {self._unit} a minute, {left}"

    def end(self, done: int, note: str = "") -> None:
        """Say how it went, and how long it took."""
        spent = duration_text(time.monotonic() - self._began)
        self._say(f"{self._count(done, note)}, in {spent}")

    def _count(self, done: int, note: str = "") -> str:
        line = f"{self._title}: {done:,} of {self._total:,} {self._unit}"
        return f"{line}, {note}" if note else line

    def _say(self, line: str) -> None:
        """Write a line, the first one at once; hold one that comes too soon after the last."""
        if self._said and not self.due:
            self._held = line
        else:
            self._write(line)

    def say(self, line: str) -> None:
        """Write a line at once, and one that was held before it."""
        for text in filter(None, (self._held, line)):
            self._write(text)

    def _write(self, line: str) -> None:
        self._shown, self._said, self._held = time.monotonic(), True, ""
        print(line, file=self._stream, flush=True)


class LiveDisplay(Display):
    """Lines that are redrawn, and gone at the end: what it is, a bar with the pace, and a note."""

    seconds_between = REDRAW_SECONDS

    def __init__(self, stream: TextIO, unit: str) -> None:
        super().__init__(stream, unit)
        from rich import progress
        from rich.console import Group
        from rich.text import Text

        class Lines(progress.Progress):
            """The bar between two lines of text."""

            above = below = ""

            def get_renderable(self) -> Group:
                """All three."""
                bar = self.make_tasks_table(self.tasks)
                return Group(Text(self.above), bar, Text(self.below))

        self._progress = Lines(
            progress.BarColumn(bar_width=None),
            progress.MofNCompleteColumn(),
            progress.TextColumn("{task.fields[pace]}", markup=False),
            console=plain_console(stream),
            transient=True,
            refresh_per_second=1 / REDRAW_SECONDS,
        )
        self._task: TaskID | None = None

    def __exit__(self, *exception: object) -> None:
        """Take the lines away."""
        self._progress.stop()

    def begin(
        self, title: str, done: int, total: int, quick: bool = False, beyond: int | None = None
    ) -> None:
        """Draw the lines of what begins."""
        self._title, self._total, self._beyond = title, total, beyond
        self._counted_from = None if quick else (time.monotonic(), done)
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._progress.above, self._progress.below = title, ""
        self._task = self._progress.add_task("", total=total, completed=done, pace="")
        self._progress.start()

    def update(self, done: int, note: str = "") -> None:
        """Draw the lines anew."""
        self._shown = time.monotonic()
        self._progress.below = note
        if self._task is not None:
            self._progress.update(self._task, completed=done, pace=self._pace_text(done))

    def end(self, done: int, note: str = "") -> None:
        """Leave a line above those that are redrawn."""
        self.say(f"{self._title}: {note}")

    def say(self, line: str) -> None:
        """Write a line above those that are redrawn."""
        self._progress.console.print(line)


def display_for(stream: TextIO, unit: str) -> Display:
    """The display that suits a stream."""
    return LiveDisplay(stream, unit) if stream.isatty() else Display(stream, unit)
