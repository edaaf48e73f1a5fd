"""Whose batches a working folder of a learner holds: those of one recipe and of one code."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from othello import evaluation, sources
from othello.files import replace_file

CODE = "code"
"""The entry of a note that holds the digest of the code that made the batches."""


def digest_of_evaluator(name: str) -> str:
    """Hexadecimal digits that change with the numbers of which an evaluator is made."""
    digest = hashlib.sha256()
    for part in _numbers(evaluation.named(name)):
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()


def _numbers(part: Any) -> Iterator[Any]:
    """The arrays and the plain numbers in a tuple of tuples."""
    if isinstance(part, tuple):
        for inner in part:
            yield from _numbers(inner)
    else:
        yield part


def keep_recipe(recipe: Any, folder: Path, what: str, *modules: str) -> None:
    """Note in the folder whose batches it holds; ValueError if it holds another's.

    recipe: a named tuple with the name of an `evaluator`. what: the contents of a batch, such as
    "games". modules: those that make a batch, beside the code that plays.
    """
    note = folder / "recipe.json"
    asked = {
        **recipe._asdict(),
        "evaluator_sha256": digest_of_evaluator(recipe.evaluator),
        CODE: sources.version(*modules),
    }
    if not note.exists():
        replace_file(note, json.dumps(asked, indent=1).encode())
        return
    try:
        kept = json.loads(note.read_text("utf-8"))
    except ValueError:
        kept = None
    if kept == asked:
        return
    if isinstance(kept, dict) and {**kept, CODE: asked[CODE]} == asked:
        raise ValueError(f"{folder} holds {what} made by other code; name another folder")
    raise ValueError(f"{folder} holds {what} of another recipe; see {note}")
