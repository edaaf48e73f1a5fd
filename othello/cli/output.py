"""Output of commands: tables, JSON documents, CSV and HTML pages."""

import csv
import json
import math
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from othello.cli.command import styled
from othello.cli.errors import printable

if TYPE_CHECKING:
    from rich.console import Console
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


def safe_console(file: TextIO | None = None, **options: Any) -> "Console":
    """Return a rich console that passes text through `printable`, by default to standard output."""
    from rich.console import Console

    class PlainConsole(Console):
        def render_str(self, text: str, **options: Any) -> Any:  # before rich measures its width
            return super().render_str(printable(text), **options)

        def render(self, renderable: Any, options: Any = None) -> Iterator[Any]:
            for part in super().render(renderable, options):
                yield part if part.control else part._replace(text=printable(part.text))

    output = styled(sys.stdout if file is None else file)
    return PlainConsole(markup=False, emoji=False, highlight=False, file=output, **options)


def write_table(table: "Table", width: int = PIPE_WIDTH) -> None:
    """Write a table to the standard output, at most `width` wide if that is no terminal."""
    if sys.stdout.isatty():
        safe_console().print(table)
        return
    console = safe_console(width=width)
    with console.capture() as capture:
        console.print(table)
    print("\n".join(line.rstrip() for line in capture.get().splitlines()))


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table with words in the first column and numbers in the others."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    for row in rows:
        table.add_row(*row)
    write_table(table)


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
