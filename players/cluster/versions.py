"""What must be the same on a worker as here, before it does anything."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from othello import sources
from players.cluster.child import Check

PROJECT = ("othello", "players", "tournament")


@lru_cache
def version_of(rooms: tuple[str, ...]) -> str:
    """The digest of the code that plays, of what it has learned, and of all modules in rooms."""
    parts = {**sources.playing_modules(), **sources.learned_files()}
    for room in rooms:
        for path in _files(room):
            name = path.relative_to(sources.ROOT).as_posix()
            parts[name] = sources.digest_of_source(path.read_bytes())
    return sources.digest_of_parts(parts)


def _files(room: str) -> Iterator[Path]:
    """The files of a package or a module of this project."""
    path = sources.path_of(room)
    if path.name == "__init__.py":
        yield from (file for file in path.parent.rglob("*.py") if file.is_file())
    else:
        yield path


def room_of(module: str) -> str | None:
    """The package below the top one in which a module lies; None if it is not of this project.

    A module that lies in none is a room of its own.
    """
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] in PROJECT and len(parts) > 1 else None


def check_of(*call: Any) -> Check:
    """What a call needs to be the same: the code that plays, and the rooms of its functions."""
    modules = {part.__module__ for part in call if callable(part) and hasattr(part, "__module__")}
    rooms = tuple(sorted({room_of(module) for module in modules} - {None}, key=str))
    return Check(version_of, (rooms,), version_of(rooms))
