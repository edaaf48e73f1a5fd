"""How an experiment sums up samples and prints: a table for people, JSON for programs."""

import math
import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from rich import table as rich_table
from rich.box import SIMPLE_HEAD
from rich.console import Console

from othello.cli.output import as_document, plain_console, write_table
from othello.intervals import normal_quantile
from tournament.statistics.pairs import share_interval

UNKNOWN_WIDTH = 100
"""Columns of text where nobody says how wide the terminal is."""

LONGEST_WORD = 24
"""Longer words of texts, such as specifications of players, are folded where there is no room."""

WHOLE_FROM = 10_000
"""Numbers of which one decimal is shown are written without it from here on."""


class Measured(NamedTuple):
    """A mean over so many trials and its standard error."""

    mean: float
    standard_error: float
    trials: int


def measured(values: np.ndarray) -> Measured:
    """The mean of a sample and its standard error; nan for a sample of one."""
    error = values.std(ddof=1) / math.sqrt(values.size) if values.size > 1 else math.nan
    return Measured(float(values.mean()), float(error), values.size)


def measured_share(right: np.ndarray) -> Measured:
    """The percentage of trials that are right, 100 each, others 0, and its standard error.

    Where all are right or none is, that with which 95 % reach to the end of Wilson's interval: a
    few trials are no certainty.
    """
    found = measured(right)
    if found.standard_error != 0.0:
        return found
    interval = share_interval(found.mean / 100, found.trials)
    reach = interval.high - interval.low
    return found._replace(standard_error=100 * reach / normal_quantile())


def measured_ratio(parts: np.ndarray, wholes: np.ndarray) -> Measured:
    """The sum of `parts` to the sum of `wholes`, and its standard error; nan of nothing.

    The trials are independent, what is counted within one need not be.
    Source: Cochran 1977, "Sampling techniques", section 2.11.
    """
    whole = wholes.sum()
    if whole == 0:
        return Measured(math.nan, math.nan, parts.size)
    ratio = parts.sum() / whole
    residuals = parts - ratio * wholes
    return Measured(float(ratio), float(np.sqrt((residuals**2).sum()) / whole), parts.size)


def values_of(found: Sequence[Mapping[str, Any]], key: str) -> np.ndarray:
    """float64[n]: one value of each result or row."""
    return np.array([one[key] for one in found], float)


def percent(part: float, whole: float) -> float | None:
    """A share in percent; None of nothing."""
    return 100.0 * float(part) / float(whole) if whole else None


class Column(NamedTuple):
    """A heading, the key of a row's value, and how the value is written."""

    heading: str
    key: str
    form: str


def columns_of(template: str) -> list[Column]:
    """The columns of a template such as "depth {depth:d} | nodes {nodes:,.0f}"."""
    found = []
    for part in template.split(" | "):
        heading, _, field = part.removesuffix("}").rpartition(" {")
        key, _, form = field.partition(":")
        found.append(Column(heading, key, f"{{:{form}}}" if form else "{}"))
    return found


def _text(value: Any, form: str) -> str:
    """A value as its column writes it; a dash for one that does not exist."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if isinstance(value, float) and abs(value) >= WHOLE_FROM:
        form = form.replace(".1f", ".0f")
    return form.format(value)


class Table(NamedTuple):
    """Rows, the template of their columns, see `columns_of`, and what stands above and below.

    `rows` may be the name under which the rows are found.
    """

    columns: str
    title: str
    caption: str = ""
    rows: Sequence[Mapping[str, Any]] | str = "rows"

    def filled(self, found: Mapping[str, Any]) -> "Table":
        """The table with its rows, {name} in title and caption filled in from what was found.

        A table that has its rows is as it shall be.
        """
        if not isinstance(self.rows, str):
            return self
        title, caption = self.title.format_map(found), self.caption.format_map(found)
        return Table(self.columns, title, caption, found[self.rows])


OneRow = TypeVar("OneRow", bound=Mapping[str, Any])


def grouped(rows: Iterable[OneRow], key: str) -> dict[Any, list[OneRow]]:
    """The rows by one of their values, in the order of the rows."""
    found: dict[Any, list[OneRow]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return found


def _line_width(widths: Sequence[int], gap: int) -> int:
    """The characters of a line, with so many between two columns."""
    return sum(widths) + gap * len(widths) + 1


def _longest_word(column: Column, cells: Sequence[str]) -> int:
    """The longest word of a heading and its cells; texts have some that may be folded.

    A number with its unit alone, as 100 ms, is one word.
    """
    most = LONGEST_WORD if column.form == "{}" else UNKNOWN_WIDTH
    words = [
        min(len(word), most)
        for cell in cells
        for word in ([cell] if re.fullmatch(r"[\d.,]+ \w+", cell) else cell.split())
    ]
    return max((*words, *map(len, column.heading.split()), 0))


def _widths(
    columns: Sequence[Column], cells: Sequence[Sequence[str]], room: int
) -> tuple[list[int], int]:
    """Widths and a gap with which a table fits into so much room, if that folds no number.

    What has several words is folded between them, the widest first.
    """
    least = list(map(_longest_word, columns, cells))
    found = [
        max(map(len, (*own, column.heading))) for column, own in zip(columns, cells, strict=True)
    ]
    gap = 2 if _line_width(least, 2) <= room else 1
    while _line_width(found, gap) > room and found != least:
        spare = [width - most for width, most in zip(found, least, strict=True)]
        found[spare.index(max(spare))] -= 1
    return found, gap


def _write(table: Table) -> None:
    """Write the rows under the headings of their columns; a line is never cut off."""
    assert not isinstance(table.rows, str), "the table was not filled"
    here = sys.stdout.isatty()
    room = Console().width if here else UNKNOWN_WIDTH
    columns = columns_of(table.columns)
    cells = [[_text(row[column.key], column.form) for row in table.rows] for column in columns]
    widths, gap = _widths(columns, cells, room)
    width = max(room, _line_width(widths, gap))
    drawn = rich_table.Table(
        title=table.title,
        caption=table.caption,
        box=SIMPLE_HEAD,
        padding=(0, gap - 1, 0, 0),
        title_justify="left",
        caption_justify="left",
    )
    for column, most in zip(columns, widths, strict=True):
        justify: Any = "left" if column.form == "{}" else "right"
        drawn.add_column(column.heading, justify=justify, overflow="fold", width=most)
    for own in zip(*cells, strict=True):
        drawn.add_row(*own)
    if here:
        plain_console(width=width).print(drawn)
    else:
        write_table(drawn, width)


def print_tables(result: Mapping[str, Any], tables: Sequence[Table], as_json: bool) -> None:
    """Print `result` as JSON, or the tables one below the other."""
    if as_json:
        print(as_document("experiment", result))
        return
    for table in tables:
        _write(table)


def say_time(options: Namespace) -> None:
    """Say once how long the experiment takes that the options belong to, before it begins to work.

    Not earlier, so that bad input is answered in one line.
    """
    line = vars(options).pop("time_line", None)
    if line is not None:
        print(line, file=sys.stderr, flush=True)
