"""Statistics of samples, and the tables of an experiment."""

import math
import string
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from othello.cli.output import print_table
from othello.intervals import normal_quantile
from tournament.statistics.pairs import share_interval

TABLE_WIDTH = 120
"""Columns of text if the output is not a terminal."""

WHOLE_FROM = 10_000
"""Larger numbers with one decimal are written without it."""
WIN_COLUMNS = (
    "A wins pairs % {win_rate:.1f} | from {low:.1f} | to {high:.1f} | points % {points:.1f}"
    " | nodes B/A {node_ratio:.2f} | CPU B/A {cpu_ratio:.2f}"
)
"""Columns of matches; all rates are A's."""


class Measured(NamedTuple):
    """Mean of some trials, and its standard error."""

    mean: float
    standard_error: float
    trials: int


def measured(values: np.ndarray) -> Measured:
    """Return the mean of a sample and its standard error; nan for a sample of one."""
    error = values.std(ddof=1) / math.sqrt(values.size) if values.size > 1 else math.nan
    return Measured(float(values.mean()), float(error), values.size)


def measured_share(right: np.ndarray) -> Measured:
    """Return the percentage of right trials, from 100 for each right one, and its standard error.

    If all or none are right, the error is that with which 95 % reach the end of Wilson's interval.
    """
    sample = measured(right)
    if sample.standard_error != 0.0:
        return sample
    interval = share_interval(sample.mean / 100, sample.trials)
    reach = interval.high - interval.low
    return sample._replace(standard_error=100 * reach / normal_quantile())


def measured_ratio(parts: np.ndarray, wholes: np.ndarray) -> Measured:
    """Return the sum of `parts` over the sum of `wholes`, and its standard error; nan without any.

    The trials are independent; counts within one need not be.
    Source: Cochran 1977, "Sampling techniques", section 2.11.
    """
    whole = wholes.sum()
    if whole == 0:
        return Measured(math.nan, math.nan, parts.size)
    ratio = parts.sum() / whole
    residuals = parts - ratio * wholes
    return Measured(float(ratio), float(np.sqrt((residuals**2).sum()) / whole), parts.size)


def values_of(rows: Sequence[Mapping[str, Any]], key: str) -> np.ndarray:
    """Return one value of each row: float64[n]."""
    return np.array([row[key] for row in rows], float)


def percent(part: float, whole: float) -> float | None:
    """Return a share in percent; None if `whole` is 0."""
    return 100.0 * float(part) / float(whole) if whole else None


class Column(NamedTuple):
    """A heading, the place of a row's value, such as "nodes" or "ends[0]", and its format."""

    heading: str
    place: str
    form: str

    def value(self, row: Mapping[str, Any]) -> Any:
        """Return the value of a row."""
        return string.Formatter().get_field(self.place, (), row)[0]


def columns_of(template: str) -> list[Column]:
    """Return the columns of a template such as "depth {depth:d} | nodes {nodes:,.0f}"."""
    columns = []
    for part in template.split(" | "):
        heading, _, field = part.removesuffix("}").rpartition(" {")
        place, _, form = field.partition(":")
        columns.append(Column(heading, place, f"{{:{form}}}" if form else "{}"))
    return columns


def _text(value: Any, form: str) -> str:
    """Return the formatted value; a dash for None and nan."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if isinstance(value, float) and abs(value) >= WHOLE_FROM:
        form = form.replace(".1f", ".0f")
    return form.format(value)


class Table(NamedTuple):
    """Rows, the template of their columns, see `columns_of`, title and caption.

    `rows` may be the name of the rows in the result.
    """

    columns: str
    title: str
    caption: str = ""
    rows: Sequence[Mapping[str, Any]] | str = "rows"

    def write(self, result: Mapping[str, Any]) -> None:
        """Print the rows under the headings; {name} in title and caption becomes a value.

        Texts are folded, numbers are not.
        """
        columns = columns_of(self.columns)
        rows = result[self.rows] if isinstance(self.rows, str) else self.rows
        words = [place for place, column in enumerate(columns) if column.form == "{}"]
        print_table(
            [column.heading for column in columns],
            [[_text(column.value(row), column.form) for column in columns] for row in rows],
            words,
            {*range(len(columns))} - {*words},
            TABLE_WIDTH,
            self.title.format_map(result),
            self.caption.format_map(result),
        )


Row = TypeVar("Row", bound=Mapping[str, Any])


def grouped(rows: Iterable[Row], key: str) -> dict[Any, list[Row]]:
    """Return the rows by one of their values, in the order of the rows."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    return groups
