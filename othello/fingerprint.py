"""Digests of all modules and data files that decide how games are played.

A digest ignores comments, docstrings and the layout of lines. Stored tournaments, the folder of
compiled kernels and the learners' batches are named after these digests, so that none of them is
used with other code.
"""

import ast
import contextlib
import functools
import hashlib
import itertools
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from othello.files import LEARNED_FILES, data_file, replace_file

ROOT = Path(__file__).resolve().parent.parent
"""The folder that holds the packages."""

PACKAGES = ("othello", "players")
"""Packages whose modules decide how games are played, except those of NOT_PLAYING."""

NOT_PLAYING = {
    *("othello.__main__", "othello.arrays", "othello.cli", "othello.evaluation.explain"),
    *("othello.evaluation.make_tables", "othello.formats", "othello.game_tree"),
    *("othello.intervals", "othello.library", "othello.perft", "othello.pettingzoo"),
    *("othello.version", "players.api", "players.external.engines_command"),
    *("players.external.gtp_server", "players.external.nboard_server"),
    *("players.external.serve_command", "players.external.serving", "players.learning"),
    *("players.study", "players.vector_env", "players.window", "players.workers.choice"),
    *("players.workers.worker", "players.workers.interrupts", "players.workers.pool"),
}
"""Modules that show, explain, measure or learn; a package stands for all its modules."""

DIGITS = 16


def digest(text: str | bytes) -> str:
    """Return the digest of a text: sixteen hexadecimal digits."""
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def digest_of_parts(parts: Mapping[str, str]) -> str:
    """Return the digest of digests by name, in any order."""
    return digest("\n".join(f"{name} {part}" for name, part in sorted(parts.items())))


def _dump(node: Any) -> str:
    """Return a part of a syntax tree as text, without positions and docstrings.

    Empty fields are left out, since later versions of Python add some, and metadata of Annotated.
    """
    if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Annotated":
        node = getattr(node.slice, "elts", [node.slice])[0]
    if isinstance(node, list):
        return f"[{','.join(_dump(part) for part in node if not _is_docstring(part))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    values = ((name, getattr(node, name, None)) for name in node._fields)
    fields = [f"{name}={_dump(value)}" for name, value in values if value not in (None, [])]
    return f"{type(node).__name__}({','.join(fields)})"


def _is_docstring(node: Any) -> bool:
    """True if a statement is only a string, as below a class, a function or a constant."""
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def digest_of_source(source: bytes) -> str:
    """Return the digest of a Python source, or of its bytes if it cannot be parsed."""
    try:
        return digest(_dump(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError):
        return digest(source)


@functools.cache
def plays(module: str) -> bool:
    """True if the module of this dotted name decides how games are played."""
    packages = set(itertools.accumulate(module.split("."), "{}.{}".format))
    return not packages.isdisjoint(PACKAGES) and packages.isdisjoint(NOT_PLAYING)


@functools.cache
def _sources() -> dict[str, bytes]:
    """Return the sources of all modules of PACKAGES, by dotted name."""
    paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    sources = {}
    for path in filter(Path.is_file, paths):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        sources[name.removesuffix(".__init__")] = path.read_bytes()
    return sources


@functools.cache
def playing_modules() -> dict[str, str]:
    """Return the digest of every module that decides how games are played, by dotted name.

    A file stores them for the next run: parsing all sources takes a third of a second.
    """
    sources = {name: source for name, source in sorted(_sources().items()) if plays(name)}
    key = digest(f"{sys.version_info[:2]}".encode() + b"".join(sources.values()))
    stored = ROOT / "othello" / "__pycache__" / "digests.json"
    with contextlib.suppress(OSError, ValueError):
        stored_key, digests = json.loads(stored.read_bytes())
        if stored_key == key:
            return dict(digests)
    digests = {name: digest_of_source(source) for name, source in sources.items()}
    with contextlib.suppress(OSError):  # a read-only folder: computed each time
        stored.parent.mkdir(exist_ok=True)
        replace_file(stored, json.dumps([key, digests]).encode())
    return digests


@functools.cache
def learned_files() -> dict[str, str]:
    """Return the digest of every shipped file that players have learned, by name."""
    digests = {}
    for name in LEARNED_FILES:
        with data_file(name) as path:
            digests[name] = digest(path.read_bytes())
    return digests


def version(*modules: str) -> str:
    """Return the digest of all code that plays and of these other modules of the project."""
    others = {name: digest_of_source(_sources()[name]) for name in modules}
    return digest_of_parts(playing_modules() | others)
