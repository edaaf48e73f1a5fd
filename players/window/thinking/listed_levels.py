"""Engines of engines.toml as levels of the window, beside our own; it loads no kernel either."""

from collections.abc import Collection

from players.levels import Level
from players.outside.listed import listed, setup

SPEAKS = {"gtp": "GTP", "nboard": "NBoard's protocol"}
"""What each protocol is called."""


def listed_levels(taken: Collection[str] = ()) -> tuple[Level, ...]:
    """A level for each engine that is listed and whose program is found, by name.

    Names that are `taken`, in whatever case, are left out. ValueError, in one line, for a list
    that cannot be read.
    """
    names = {name.lower() for name in taken}
    levels = []
    for name, protocol in sorted((name, one["protocol"]) for name, one in listed().items()):
        try:
            setup(protocol, {"name": name})
        except ValueError:
            continue
        if name.lower() not in names:
            meaning = f"another program, by {SPEAKS[protocol]}"
            levels.append(Level(name, meaning, f"{protocol}:name={name}", ranked=False))
    return tuple(levels)
