"""Digests of all modules and data files that decide how games are played.

A digest ignores comments, docstrings and the layout of lines. Stored tournaments, the folder of
compiled kernels and the learners' batches are named after these digests, so that none of them is
used with other code.
"""

import ast
import contextlib
import functools
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from othello.files import LEARNED_FILES, data_file, replace_file

ROOT = Path(__file__).resolve().parent.parent
"""The folder that holds the packages."""

PACKAGES = ("othello", "players")
"""Packages whose modules decide how games are played, except those of NOT_PLAYING."""

NOT_PLAYING = (
    *(
        "othello.__main__",
        "othello.cli",
        "othello.collation",
        "othello.formats",
        "othello.game_tree",
    ),
    *("othello.intervals", "othello.library", "othello.perft", "othello.pettingzoo"),
    "othello.version",
    *("othello.evaluation.explain", "othello.evaluation.make_tables"),
    *("players.api", "players.learning", "players.levels", "players.study"),
    *("players.external.engines_command", "players.external.gtp_server"),
    *("players.external.nboard_server", "players.external.serve_command"),
    "players.external.serving",
    "players.window",
    *("players.workers.choice", "players.workers.worker"),
    *("players.workers.interrupts", "players.workers.pool"),
)
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


def digests_of_files(paths: Iterable[Path]) -> dict[str, str]:
    """Return the digests of Python files by path; an editor's lock is left out."""
    return {
        path.as_posix(): digest_of_source(path.read_bytes()) for path in paths if path.is_file()
    }


@functools.cache
def plays(module: str) -> bool:
    """True if the module of this dotted name decides how games are played."""
    parts = module.split(".")
    packages = {".".join(parts[:size]) for size in range(1, len(parts) + 1)}
    return not packages.isdisjoint(PACKAGES) and packages.isdisjoint(NOT_PLAYING)


@functools.cache
def _files() -> dict[str, Path]:
    """Return the files of all modules of PACKAGES, by dotted name."""
    paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    files = {}
    for path in sorted(path for path in paths if path.is_file()):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        files[name.removesuffix(".__init__")] = path
    return files


@functools.cache
def playing_modules() -> dict[str, str]:
    """Return the digest of every module that decides how games are played, by dotted name.

    A file stores digests by those of the bytes: parsing takes a third of a second.
    """
    contents = {name: path.read_bytes() for name, path in _files().items() if plays(name)}
    raw = {name: digest(content) for name, content in contents.items()}
    made_by = digest(f"{sys.version_info[:2]} {raw[__name__]}")
    stored, known = ROOT / "othello" / "__pycache__" / f"digests-{made_by}.json", {}
    with contextlib.suppress(OSError, ValueError):
        known = json.loads(stored.read_bytes())
    digests = {name: known.get(raw[name]) or digest_of_source(contents[name]) for name in raw}
    current = {raw[name]: digests[name] for name in raw}
    if current != known:
        with contextlib.suppress(OSError):  # a read-only folder: computed each time
            stored.parent.mkdir(exist_ok=True)
            replace_file(stored, json.dumps(current).encode())
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
    others = {name: digest_of_source(_files()[name].read_bytes()) for name in modules}
    return digest_of_parts(playing_modules() | others)
