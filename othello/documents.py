"""What commands write for programs: JSON objects, whose forms `documents.json` tells, and CSV."""

import csv
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from othello.faults import printable

DOCUMENT_VERSION = 1
"""Of the forms of all documents: one more where a key is gone or means another thing."""
DOCUMENT_FORMS = Path(__file__).with_name("documents.json")
"""The forms of all documents as JSON Schema 2020-12, each under its name among "$defs"."""
_FORMULA = re.compile(r"[=+\-@\t](?![-XO ]*\Z)")
"""How a text begins that a spreadsheet takes for a formula; boards and passes are harmless."""


def as_document(kind: str, content: Mapping[str, Any]) -> str:
    """`content` as a JSON object that says its kind and version; None for what is not finite."""
    document = {"document": kind, "version": DOCUMENT_VERSION, **_finite(content)}
    return json.dumps(document, indent=1, allow_nan=False)


def _finite(value: Any) -> Any:
    """`value` with None for every number that JSON cannot write; arrays as lists."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, Mapping):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _cell(value: Any) -> Any:
    """A cell of CSV: a text as it is printed, one that a spreadsheet would calculate behind a '."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if _FORMULA.match(text) else text


def write_csv(rows: Iterable[Mapping[str, Any]], stream: TextIO, columns: Sequence[str]) -> None:
    """Write rows as CSV below the names of their columns; no cell is a formula."""
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
