"""What a report holds, before anybody decides how it looks: sentences, tables, plots, games."""

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from othello.cli.errors import printable
from tournament.games.tournament import Tournament

UNKNOWN = "–"
"""Stands where there is nothing to be shown."""


FACT = "figure"
"""The first heading of a table whose lines are different figures."""


def markup(text: str) -> str:
    """A foreign text as HTML and SVG show it."""
    return escape(printable(text))


class Cell(NamedTuple):
    """What stands in one place of a table.

    `value` is what rows are sorted by, None for text. `share`, 0 to 1, colours a
    cell of a cross table: from lost to won.
    """

    text: str
    value: float | None = None
    share: float | None = None


class PageTable(NamedTuple):
    """Rows of cells below headings; the caption says whose rates they are and in which units."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def is_facts(self) -> bool:
        """True if the lines are different things, so that sorting makes no sense."""
        return self.headings[0] == FACT

    def has_numbers(self, column: int) -> bool:
        """Whether all cells of a column are numbers."""
        return bool(self.rows) and all(row[column].value is not None for row in self.rows)


class Plot(NamedTuple):
    """A drawing in SVG, and the sentence below it."""

    svg: str
    caption: str


class Section(NamedTuple):
    """What is said of one result.

    `players` are named by letters or by numbers, with their specifications;
    the verdict and the sentences are for a reader who reads nothing else; `tournaments` have
    labels. `name` is that of its place in a page.
    """

    heading: str
    players: tuple[tuple[str, str], ...] = ()
    verdict: str = ""
    sentences: tuple[str, ...] = ()
    tables: tuple[PageTable, ...] = ()
    plots: tuple[Plot, ...] = ()
    tournaments: tuple[tuple[str, Tournament], ...] = ()
    name: str = ""


class Report(NamedTuple):
    """A whole report; `environments` say on what the games were played."""

    title: str
    written: str
    sections: tuple[Section, ...]
    environments: PageTable


def number(value: float | None, form: str = ",.0f") -> Cell:
    """A number in the form that Python's `format` knows; unknown for None."""
    if value is None or math.isnan(value):
        return Cell(UNKNOWN, -math.inf)
    if math.isinf(value):
        return Cell("∞" if value > 0 else "−∞", value)
    text = format(value, form).replace("-", "−")
    return Cell("0" if text in ("+0", "−0") else text, value)


def significant(value: float | None) -> Cell:
    """A positive number with three digits that count, or more where it is large."""
    if value is None or value <= 0:
        return number(value)
    digits = max(0, 2 - math.floor(math.log10(value)))
    return number(value, f",.{digits}f")


def rate(value: float) -> Cell:
    """A rate in percent, without the sign of percent."""
    return number(100 * value, ".1f")


def interval(ends: Sequence[float | None], scale: float = 100, form: str = ".1f") -> Cell:
    """Both ends of an interval, sorted by the lower one; an end that is not known is infinite."""
    low, high = ends
    cells = (
        number(-math.inf if low is None else scale * low, form),
        number(math.inf if high is None else scale * high, form),
    )
    return Cell(f"{cells[0].text} to {cells[1].text}", cells[0].value)
