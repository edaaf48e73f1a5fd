"""The contents of a report, independent of its format: sentences, tables, plots, matches."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from tournament.games.match import Match
from tournament.page.plots import Plot

UNKNOWN = "–"
"""Stands for a missing value."""


FACT = "figure"
"""The first heading of a table whose rows are different figures."""


class Cell(NamedTuple):
    """A cell of a table.

    Rows are sorted by `value`, None for text. `share`, 0 to 1, colours a cell of a cross table
    from lost to won.
    """

    text: str
    value: float | None = None
    share: float | None = None


class PageTable(NamedTuple):
    """Rows of cells below headings; the caption has the units and the player of the rates."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def is_facts(self) -> bool:
        """True if the rows are different figures, which cannot be sorted."""
        return self.headings[0] == FACT

    def has_numbers(self, column: int) -> bool:
        """True if all cells of a column are numbers."""
        return bool(self.rows) and all(row[column].value is not None for row in self.rows)


class Section(NamedTuple):
    """The report on one contest.

    `players` are letters or numbers with specifications. The verdict and the sentences sum it up
    for readers of nothing else. `matches` have labels, and `name` is the anchor in the page.
    """

    heading: str
    players: tuple[tuple[str, str], ...] = ()
    verdict: str = ""
    sentences: tuple[str, ...] = ()
    tables: tuple[PageTable, ...] = ()
    plots: tuple[Plot, ...] = ()
    matches: tuple[tuple[str, Match], ...] = ()
    name: str = ""


class Report(NamedTuple):
    """A whole report; `environments` are the machines of the games."""

    title: str
    written: str
    sections: tuple[Section, ...]
    environments: PageTable


def number(value: float | None, form: str = ",.0f") -> Cell:
    """Format a number by a specification of `format`; None is unknown."""
    if value is None or math.isnan(value):
        return Cell(UNKNOWN, -math.inf)
    if math.isinf(value):
        return Cell("∞" if value > 0 else "−∞", value)
    text = format(value, form).replace("-", "−")
    return Cell("0" if text in ("+0", "−0") else text, value)


def significant(value: float | None) -> Cell:
    """Format a positive number with three significant digits, or more if it is large."""
    if value is None or value <= 0:
        return number(value)
    digits = max(0, 2 - math.floor(math.log10(value)))
    return number(value, f",.{digits}f")


def rate(value: float) -> Cell:
    """Format a rate in percent, without the sign."""
    return number(100 * value, ".1f")


def share_interval(ends: Sequence[float]) -> Cell:
    """Format an interval of shares in percent; 0 and 100 % only if an end is at its bound."""
    return interval(
        [100 * end if end in (0, 1) else min(max(100 * end, 0.1), 99.9) for end in ends]
    )


def interval(ends: Sequence[float | None], form: str = ".1f") -> Cell:
    """Format an interval, which is sorted by its lower end; an unknown end is infinite."""
    low, high = ends
    cells = (
        number(-math.inf if low is None else low, form),
        number(math.inf if high is None else high, form),
    )
    return Cell(f"{cells[0].text} to {cells[1].text}", cells[0].value)
