"""In what two players differ besides how they search: their evaluators and their own limits."""

from typing import Any

from rich.table import Table

from players import registry
from players.registry import SpecError

LIMIT_OPTIONS = ("depth", "nodes", "seconds", "limit")
"""The options of players that end a search."""


def _options(spec: str) -> dict[str, Any]:
    """All options of a player, those left out with their defaults."""
    name, given = registry.parse(spec)
    known = {key: parameter.default for key, parameter in registry.options(name).items()}
    return {**known, **given}


def differences(a: str, b: str, limits_too: bool = True) -> list[str]:
    """In what A and B differ, a phrase each; nothing for a player that does not search.

    `limits_too` is whether their own limits count, which a ladder or a tournament may set.
    Empty if a user's module is missing.
    """
    try:
        one, other = _options(a), _options(b)
    except SpecError:
        return []
    if "evaluator" not in one or "evaluator" not in other:
        return []
    found = []
    if one["evaluator"] != other["evaluator"]:
        found.append(f"evaluator: A {one['evaluator']}, B {other['evaluator']}")
    own, theirs = (_limits(options) for options in (one, other))
    if limits_too and own != theirs:
        found.append(f"limits: A {own}, B {theirs}")
    return found


def _limits(options: dict[str, Any]) -> str:
    """A player's own limits in words."""
    set_ones = [name for name in LIMIT_OPTIONS if options.get(name) is not None]
    default = "its default interest" if "limit" in options else "its default depth"
    return ", ".join(f"{name} {options[name]}" for name in set_ones) or default


def add_line(table: Table, found: list[str]) -> Table:
    """The table, with a line of differences above it if there are any."""
    if found:
        line = f"A and B differ: {'; '.join(found)}"
        table.title = f"{table.title}\n{line}" if table.title else line
        table.title_justify = "left"
    return table
