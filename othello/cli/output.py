"""Output of commands: tables, JSON documents, CSV and HTML pages, and progress of a long job.

It imports no kernels: this file is read before the first of them compiles.
"""

import csv
import json
import logging
import math
import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from othello.cli.command import styled
from othello.cli.errors import printable

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod
    from rich.table import Table

PIPE_WIDTH = 200
"""Width of a table if the output is not a terminal."""
DOCUMENT_VERSION = 1
"""Version of the document format: raised when a key is removed or changes its meaning."""
DOCUMENT_SCHEMAS = Path(__file__).with_name("documents.json")
"""The JSON Schema (2020-12) of all documents, one definition for each in "$defs"."""
_FORMULA = re.compile(r"[=+\-@\t](?![-XO ]*\Z)")
"""Start of a cell that a spreadsheet would evaluate; boards and passes are excepted."""


def as_document(kind: str, content: Mapping[str, Any], indent: int | None = 1) -> str:
    """Return `content` as a JSON object with its kind and version; infinity and NaN become null.

    `indent` is that of `json.dumps`: None writes one line.
    """
    document = {"document": kind, "version": DOCUMENT_VERSION, **_finite(content)}
    return json.dumps(document, indent=indent, allow_nan=False)


def _finite(value: Any) -> Any:
    """Return `value` with arrays as lists, and None for numbers that JSON cannot write."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, Mapping):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _cell(value: Any) -> Any:
    """Return a CSV cell; a string that a spreadsheet would evaluate gets a ' in front."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if _FORMULA.match(text) else text


def write_csv(rows: Iterable[Mapping[str, Any]], stream: TextIO, columns: Sequence[str]) -> None:
    """Write rows as CSV with a header line; cells that look like formulas are escaped."""
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)


def safe_console(**options: Any) -> "Console":
    """Return a rich console on the standard output that passes text through `printable`."""
    from rich.console import Console

    class PlainConsole(Console):
        def render_str(self, text: str, **options: Any) -> Any:  # before rich measures its width
            return super().render_str(printable(text), **options)

        def render(self, renderable: Any, options: Any = None) -> Iterator[Any]:
            for part in super().render(renderable, options):
                yield part if part.control else part._replace(text=printable(part.text))

    output = styled(sys.stdout)
    return PlainConsole(markup=False, emoji=False, highlight=False, file=output, **options)


def print_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    words: Collection[int] = (0,),
    unbroken: Collection[int] = (),
    width: int = PIPE_WIDTH,
    title: str = "",
    caption: str = "",
    gap: int = 1,
) -> None:
    """Print a table with `words` in some columns, by default the first, and numbers in the others.

    The headings of numbers are as narrow as their cells, and no cell of the columns `unbroken` is
    wrapped. `width` is the largest if the output is no terminal, `gap` the space between columns.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    cells = list(rows)
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, gap, 0, 0))
    table.title, table.caption = title or None, caption or None
    table.title_justify = table.caption_justify = "left"
    for place, heading in enumerate(headings):
        if place not in words:
            longest = max(map(len, (*heading.split(), *(row[place] for row in cells))), default=1)
            heading = textwrap.fill(heading, longest)
        side: JustifyMethod = "left" if place in words else "right"
        table.add_column(heading, justify=side, no_wrap=place in unbroken, overflow="fold")
    for row in cells:
        table.add_row(*row)
    _write_table(table, width)


def _write_table(table: "Table", width: int) -> None:
    """Write a table to the standard output, at most `width` wide if that is no terminal."""
    if sys.stdout.isatty():
        safe_console().print(table)
        return
    console = safe_console(width=width)
    with console.capture() as capture:
        console.print(table)
    print("\n".join(line.rstrip() for line in capture.get().splitlines()))


def render(package: str, template: str, **values: Any) -> str:
    """Render a template in a package's folder with these values.

    Text is escaped and made `printable`. The filter `tojson` escapes markup, too.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "allow_nan": False}
    return printable(environment.get_template(template).render(values))


COMPILING_REPORTED = "OTHELLO_COMPILING_REPORTED"
"""Environment variable, inherited by workers, set after the report that kernels compile."""

LINE_SECONDS = 10.0
"""The shortest time between two lines that stay."""
REDRAW_SECONDS = 0.1
"""The time between two drawings of a line that is redrawn."""


def _first(record: logging.LogRecord) -> bool:
    """True if no process of this command has reported it before."""
    reported = COMPILING_REPORTED in os.environ
    os.environ[COMPILING_REPORTED] = "1"
    return not reported


def say_compiling_once() -> None:
    """Make only one process of a command report that kernels compile."""
    logging.getLogger("othello.jit").addFilter(_first)


class Display:
    """Progress of a job; `unit` names what is counted, such as games or trials.

    A terminal shows one line that is redrawn, below the lines of `say` and `end`.
    """

    def __init__(self, stream: TextIO, unit: str) -> None:
        self._stream, self._unit, self._redraws = stream, unit, stream.isatty()
        self.seconds_between = REDRAW_SECONDS if self._redraws else LINE_SECONDS
        self._shown = time.monotonic()
        self._written = False
        self._held = ""
        self._counted_from: tuple[float, int] | None = None

    def __enter__(self) -> "Display":
        """Return the display."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Remove the line that is redrawn, or write the one that is held."""
        if self._redraws:
            redraw(self._stream, "")
        elif self._held:
            self._write(self._held)

    @property
    def due(self) -> bool:
        """True if enough time has passed since the last line."""
        return time.monotonic() - self._shown >= self.seconds_between

    def begin(self, title: str, done: int, total: int) -> None:
        """Begin or resume a job with `done` of `total` units stored already.

        It writes its first line only when it is due, unless nothing was written before.
        """
        self._title, self._total, self._began = title, total, time.monotonic()
        self._counted_from = None
        if self.due or not self._written:
            self._say(self._count(done))

    def update(self, done: int, note: str = "") -> None:
        """Show the number of finished units, a note, the pace and the remaining time, if it is due.

        The pace counts from the first result, since that may include compilation.
        """
        now = time.monotonic()
        since, before = self._counted_from = self._counted_from or (now, done)
        if not self.due:
            return
        line = self._count(done, note)
        if done > before and now > since:
            pace = (now - since) / (done - before)
            left = timedelta(seconds=round(pace * (self._total - done)))
            line += f", {60 / pace:,.1f} {self._unit} a minute, {left} left"
        self._say(line)

    def end(self, done: int, note: str = "") -> None:
        """Write the result, and the time spent."""
        if self._redraws:
            self.say(f"{self._title}: {note}")
        else:
            spent = timedelta(seconds=round(time.monotonic() - self._began))
            self._say(f"{self._count(done, note)}, in {spent}")

    def _count(self, done: int, note: str = "") -> str:
        line = f"{self._title}: {done:,} of {self._total:,} {self._unit}"
        return f"{line}, {note}" if note else line

    def _say(self, line: str) -> None:
        """Write a line if it is due or the first; else hold it."""
        if self._written and not self.due:
            self._held = line
        else:
            self._write(line)

    def say(self, line: str) -> None:
        """Write a line at once, after the one that is held or above the one that is redrawn."""
        if self._redraws:
            redraw(self._stream, "")
            print(line, file=self._stream, flush=True)
        else:
            for text in filter(None, (self._held, line)):
                self._write(text)

    def _write(self, line: str) -> None:
        self._shown, self._written, self._held = time.monotonic(), True, ""
        if self._redraws:
            redraw(self._stream, line)
        else:
            print(line, file=self._stream, flush=True)


def redraw(stream: TextIO, line: str) -> None:
    """Draw a line from the left edge of a terminal, and leave the cursor there."""
    width = shutil.get_terminal_size().columns - 1
    text = printable(line)[:width].ljust(width)
    print(f"\r{text}", end="\r", file=styled(stream), flush=True)
