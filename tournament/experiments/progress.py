"""How far an experiment is: a bar in a terminal, a plain line now and then elsewhere."""

import time
from typing import TYPE_CHECKING, TextIO

from tournament.display import LINE_SECONDS, REDRAW_SECONDS, duration_text

if TYPE_CHECKING:
    from rich.progress import TaskID


class Progress:
    """Shows the trials under way as lines of text, for a file or a pipe; nothing of quick ones."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = time.monotonic()

    def __enter__(self) -> "Progress":
        """The display, ready."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Put the terminal back as it was."""

    def begin(self, title: str, done: int, total: int) -> None:
        """Trials begin, or go on, `done` of them being stored already."""
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
        line = f"{self._title}: {done:,} of {self._total:,} trials"
        if self._done_before is not None and done > self._done_before:
            pace = (now - self._began) / (done - self._done_before)
            line += f", {duration_text(pace * (self._total - done))} left"
        print(line, file=self._stream, flush=True)


class Bar(Progress):
    """One line that is redrawn, and gone at the end."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
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
        """Draw the line of new trials."""
        self._progress.start()
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(title, total=total, completed=done)

    def update(self, done: int) -> None:
        """Draw the line anew."""
        if self._task is not None:
            self._progress.update(self._task, completed=done)


def progress_for(stream: TextIO) -> Progress:
    """The display that suits a stream."""
    return Bar(stream) if stream.isatty() else Progress(stream)
