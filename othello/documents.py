"""What commands write for programs: JSON objects, whose forms `documents.json` beside it tells."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

DOCUMENT_VERSION = 1
"""Of the forms of all documents: one more where a key is gone or means another thing."""
DOCUMENT_FORMS = Path(__file__).with_name("documents.json")
"""The forms of all documents as JSON Schema 2020-12, each under its name among "$defs"."""


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
