"""JSON documents of commands, checked against the shipped schema."""

import functools
import json

from jsonschema import Draft202012Validator

from othello.cli.output import DOCUMENT_SCHEMAS


@functools.cache
def validator(kind):
    """What judges documents of a kind."""
    forms = json.loads(DOCUMENT_SCHEMAS.read_text("utf-8"))
    return Draft202012Validator({**forms, "oneOf": [{"$ref": f"#/$defs/{kind}"}]})


def read(text):
    """The document that `text` is; an error of jsonschema unless it has its form."""
    document = json.loads(text)
    errors = validator(document["document"]).iter_errors(document)
    for error in errors:
        raise min(error.context, key=lambda one: -len(one.path), default=error)
    return document


def rows(text):
    """The rows of a list of contests or games, any other document as a whole."""
    document = read(text)
    kind = document["document"]
    return document[kind] if kind in ("contests", "games") else document


def without(data, *parts):
    """The same data without the values in whose names one of these parts stands."""
    if isinstance(data, dict):
        kept = {name: one for name, one in data.items() if not any(part in name for part in parts)}
        return {name: without(one, *parts) for name, one in kept.items()}
    return [without(one, *parts) for one in data] if isinstance(data, list) else data


def without_cpu(data):
    """The same data without CPU seconds, which differ from run to run."""
    return without(data, "cpu_seconds")
