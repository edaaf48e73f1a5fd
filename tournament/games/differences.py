"""In what players differ besides how they search: their evaluators, limits and clocks."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from players import registry
from players.registry import SpecError
from tournament.games.tournament import TimeControl, Tournament

LIMIT_OPTIONS = ("depth", "nodes", "seconds", "limit", "game_seconds", "increment", "level")
"""The options of players that end a search; an increment of 0 is none."""


class Entrant(NamedTuple):
    """A player as it enters a tournament: what it is called, and the limits set for it."""

    name: str
    spec: str
    terms: TimeControl = TimeControl()


def differences(sides: Sequence[Entrant], own_limits: bool = True) -> list[str]:
    """In what players differ, a phrase each: "limits: A depth 5, B nodes 9".

    A player that does not search has no evaluator and no limits of its own. `own_limits` is
    whether those of the others count where the tournament sets none, which a ladder changes.
    Empty if a user's module is missing.
    """
    try:
        options = [_options(side.spec) for side in sides]
    except SpecError:
        return []
    evaluators, limits = [], []
    missing = "none" if any(side.terms != sides[0].terms for side in sides) else ""
    for side, given in zip(sides, options, strict=True):
        evaluators.append((side, given.get("evaluator") or ""))
        own = _own_limits(given) if own_limits else ""
        limits.append((side, side.terms.words() or own or missing))
    return _phrase("evaluator", evaluators) + _phrase("limits", limits)


def tournament_differences(asked: Tournament) -> list[str]:
    """In what A and B differ in a tournament."""
    sides = [Entrant("A", asked.a, asked.terms(True)), Entrant("B", asked.b, asked.terms(False))]
    return differences(sides)


def _options(spec: str) -> dict[str, Any]:
    """All options of a player, those left out with their defaults."""
    name, given = registry.parse(spec)
    known = {key: option.default for key, option in registry.options(name).items()}
    return {**known, **given}


def _own_limits(options: dict[str, Any]) -> str:
    """A player's own limits in words, "" for one that does not search."""
    if "evaluator" not in options:
        return ""
    given = {name: options.get(name) for name in LIMIT_OPTIONS}
    given["increment"] = given["increment"] or None
    own = ", ".join(f"{name} {value}" for name, value in given.items() if value is not None)
    kinds = {"limit": "interest", "depth": "depth", "nodes": "nodes"}
    return own or next((f"its default {kinds[name]}" for name in kinds if name in options), "")


def _phrase(what: str, values: Sequence[tuple[Entrant, str]]) -> list[str]:
    values = [(side, value) for side, value in values if value]
    named: dict[str, list[str]] = {}
    for side, value in values:
        named.setdefault(value, []).append(side.name)
    if len(named) < 2:
        return []
    if len(values) == 2:
        return [f"{what}: {', '.join(f'{side.name} {value}' for side, value in values)}"]
    groups = (f"{value} ({', '.join(names)})" for value, names in named.items())
    return [f"{what}: {', '.join(groups)}"]


def differ_line(found: Sequence[str], who: str = "A and B") -> str:
    """What is said of differences, "" if there are none."""
    return f"{who} differ: {'; '.join(found)}" if found else ""
