"""How an experiment prints its result: as a table for people, as JSON for programs."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

UNKNOWN_WIDTH = 132
"""Columns of text where nobody says how wide the terminal is."""


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
        _print_table(table(shown))


def _print_table(drawn: Table) -> None:
    """Print a table as wide as the terminal, or as text allows."""
    console = Console()
    if console.is_terminal:
        console.print(drawn)
        return
    console = Console(width=UNKNOWN_WIDTH)
    with console.capture() as capture:
        console.print(drawn)
    print("\n".join(line.rstrip() for line in capture.get().splitlines()))


def print_result(
    result: Mapping[str, Any],
    columns: Sequence[Column],
    title: str,
    caption: str,
    as_json: bool,
) -> None:
    """Print `result` as JSON, or its "rows" as a table."""
    print_tables(result, [Shown(result["rows"], columns, title, caption)], as_json)
