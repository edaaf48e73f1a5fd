"""Forms of all players, for a window in which people fill in options."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from players import registry
from players.option_types import CHOICE, NUMBER, TEXT, WHOLE_NUMBER, YES_OR_NO, Option

__all__ = ["CHOICE", "NUMBER", "TEXT", "WHOLE_NUMBER", "YES_OR_NO", "Form", "Option"]

LEVEL = "level"
"""An option that excludes all others except COMPATIBLE_WITH_LEVEL."""
COMPATIBLE_WITH_LEVEL = ("threads", "table")


class Form(NamedTuple):
    """A player's name, one line about it, and its options in their order."""

    name: str
    meaning: str
    options: tuple[Option, ...]


def forms() -> tuple[Form, ...]:
    """Return the form of every player, sorted by name."""
    return tuple(
        Form(name, registry.summary(name).rstrip("."), tuple(registry.options(name).values()))
        for name in registry.names()
    )


def parts_of(spec: str) -> tuple[str, dict[str, str]]:
    """Return a player's name and the texts of the options that its specification gives."""
    name, written = registry.parts(spec)
    pairs = (part.partition("=") for part in written)
    return name.strip(), {key.strip(): value.strip().strip('"') for key, _, value in pairs}


def spec_of(name: str, given: Mapping[str, str]) -> str:
    """Return the specification of a player with these options."""
    options = ",".join(f"{key}={registry.written_value(text)}" for key, text in given.items())
    return f"{name}:{options}" if options else name


def changed(spec: str, option: str, text: str) -> str:
    """Return a specification with another value of an option, "" for its default.

    LEVEL is removed if it excludes the option.
    """
    name, given = parts_of(spec)
    if option not in COMPATIBLE_WITH_LEVEL:
        given.pop(LEVEL, None)
    given.pop(option, None)
    return spec_of(name, {**given, option: text} if text else given)


def form_for(forms: Sequence[Form], spec: str) -> Form | None:
    """Return the form of a specification's player, or None."""
    name = parts_of(spec)[0]
    return next((form for form in forms if form.name == name), None)


def next_choice(option: Option, spec: str) -> str | None:
    """Return the value after the present one of an option with few values; None for others."""
    values = {YES_OR_NO: ("false", "true"), CHOICE: tuple(option.choices)}.get(option.kind)
    if values is None:
        return None
    default = option.default_text
    if default not in values:
        values = ("", *values)
    now = parts_of(spec)[1].get(option.name) or default
    place = values.index(now) if now in values else -1
    following = values[(place + 1) % len(values)]
    return "" if following == default else following
