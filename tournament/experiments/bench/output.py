"""How an experiment sums up samples and prints: a table for people, JSON for programs."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table

from othello.command_line import write_table

UNKNOWN_WIDTH = 100
"""Columns of text where nobody says how wide the terminal is."""


class Measured(NamedTuple):
    """A mean over so many trials and its standard error."""

    mean: float
    standard_error: float
    trials: int


def measured(values: np.ndarray) -> Measured:
    """The mean of a sample and its standard error; nan for a sample of one."""
    error = values.std(ddof=1) / math.sqrt(values.size) if values.size > 1 else math.nan
    return Measured(float(values.mean()), float(error), values.size)


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


class Column(NamedTuple):
    """A heading, the key of a row's value, and how the value is written."""

    heading: str
    key: str
    form: str = "{}"


def _text(value: Any, form: str) -> str:
    """A value as its column writes it; a dash for one that does not exist."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    return form.format(value)


class Shown(NamedTuple):
    """Rows, the columns in which they are shown, and what stands above and below."""

    rows: Sequence[Mapping[str, Any]]
    columns: Sequence[Column]
    title: str
    caption: str


def table(shown: Shown) -> Table:
    """The rows under the headings of their columns."""
    drawn = Table(
        title=shown.title,
        caption=shown.caption,
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        title_justify="left",
        caption_justify="left",
    )
    for column in shown.columns:
        justify: Any = "left" if column.form == "{}" else "right"
        drawn.add_column(column.heading, justify=justify, overflow="fold")
    for row in shown.rows:
        drawn.add_row(*(_text(row[column.key], column.form) for column in shown.columns))
    return drawn


def _finite(value: Any) -> Any:
    """`value` with None for every number that JSON cannot write."""
    if isinstance(value, Mapping):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def print_tables(result: Mapping[str, Any], tables: Sequence[Shown], as_json: bool) -> None:
    """Print `result` as JSON, or the tables one below the other."""
    if as_json:
        print(json.dumps(_finite(result), indent=1))
        return
    for shown in tables:
        write_table(table(shown), UNKNOWN_WIDTH)


def print_result(
    result: Mapping[str, Any],
    columns: Sequence[Column],
    title: str,
    caption: str,
    as_json: bool,
) -> None:
    """Print `result` as JSON, or its "rows" as a table."""
    print_tables(result, [Shown(result["rows"], columns, title, caption)], as_json)
