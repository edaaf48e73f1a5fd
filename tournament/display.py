"""How a tournament goes while it is played: a live line in a terminal, plain lines elsewhere."""

import time
from typing import TYPE_CHECKING, TextIO

from tournament.store import Totals
from tournament.tables import short_number

if TYPE_CHECKING:
    from rich.progress import TaskID

LINE_SECONDS = 5.0
REDRAW_SECONDS = 0.1


def score_text(totals: Totals) -> str:
    """A's share of the game points so far."""
    return f"A {100 * totals.points / totals.games:.1f} %" if totals.games else "A -"


def nodes_text(totals: Totals) -> str:
    """All nodes so far, in short."""
    return f"{short_number(totals.a.nodes + totals.b.nodes)} nodes"


def duration_text(seconds: float) -> str:
    """A time span as 1:02:03 or 2:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Display:
    """Shows the tournament under way; this one shows nothing."""

    wanted_after_seconds = REDRAW_SECONDS

    def __init__(self) -> None:
        self._shown = 0.0

    def __enter__(self) -> "Display":
        """The display, ready."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Put the terminal back as it was."""

    @property
    def due(self) -> bool:
        """Whether it is time to show something new."""
        return time.monotonic() - self._shown >= self.wanted_after_seconds

    def begin(self, title: str, totals: Totals, total: int) -> None:
        """A tournament of `total` games begins, or goes on."""
        self._shown = time.monotonic()

    def update(self, totals: Totals) -> None:
        """So much has been played."""
        self._shown = time.monotonic()

    def end(self, totals: Totals) -> None:
        """The tournament is over."""


class PlainDisplay(Display):
    """A line of text every few seconds, for a file or a pipe."""

    wanted_after_seconds = LINE_SECONDS

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream

    def begin(self, title: str, totals: Totals, total: int) -> None:
        """Say what begins."""
        super().begin(title, totals, total)
        self._title, self._total = title, total
        self._began, self._games_before = time.monotonic(), totals.games
        self._say(f"{title}: {totals.games} of {total} games played")

    def update(self, totals: Totals) -> None:
        """Say how far it is."""
        super().update(totals)
        played = totals.games - self._games_before
        line = f"{self._title}: {totals.games} of {self._total} games"
        line += f", {score_text(totals)} of the points, {nodes_text(totals)}"
        spent = time.monotonic() - self._began
        if totals.games == self._total:
            line += f", in {duration_text(spent)}"
        elif played:
            line += f", {duration_text(spent / played * (self._total - totals.games))} left"
        self._say(line)

    def end(self, totals: Totals) -> None:
        """Say how it went."""
        self.update(totals)

    def _say(self, line: str) -> None:
        """Write a line."""
        print(line, file=self._stream, flush=True)


class LiveDisplay(Display):
    """One line that is redrawn, with a bar."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[score]}"),
            TextColumn("{task.fields[nodes]}"),
            TimeRemainingColumn(compact=True),
            TextColumn("left"),
            console=Console(file=stream),
            transient=True,
        )
        self._task: TaskID | None = None

    def __exit__(self, *exception: object) -> None:
        """Take the line away."""
        self._progress.stop()

    def begin(self, title: str, totals: Totals, total: int) -> None:
        """Draw the line of a new tournament."""
        super().begin(title, totals, total)
        self._title = title
        self._progress.start()
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(
            title,
            total=total,
            completed=totals.games,
            score=score_text(totals),
            nodes=nodes_text(totals),
        )

    def update(self, totals: Totals) -> None:
        """Draw the line anew."""
        super().update(totals)
        if self._task is not None:
            score, nodes = score_text(totals), nodes_text(totals)
            self._progress.update(self._task, completed=totals.games, score=score, nodes=nodes)

    def end(self, totals: Totals) -> None:
        """Leave a line above the one that is redrawn."""
        line = f"{self._title}: {score_text(totals)} of the points, {nodes_text(totals)}"
        self._progress.console.print(line, highlight=False, markup=False)


def display_for(stream: TextIO) -> Display:
    """The display that suits a stream."""
    return LiveDisplay(stream) if stream.isatty() else PlainDisplay(stream)
