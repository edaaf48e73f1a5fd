"""What can be asked of each player, as a form: its options with their kinds, defaults and words.

Made from the registry, for who lets people choose.
"""

import inspect
import types
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from players import registry

WHOLE_NUMBER, NUMBER, YES_OR_NO, CHOICE, TEXT = "whole", "number", "yes or no", "choice", "text"
"""The kinds of options."""
LEVEL = "level"
"""An option beside which no other stands but those of BESIDE_LEVEL."""
BESIDE_LEVEL = ("threads", "table")


class Option(NamedTuple):
    """An option of a player: `default` is what stands for it where nothing is said, "" for nothing.

    `choices` are those of a CHOICE; `meaning` is a line, "" where nothing is known.
    """

    name: str
    kind: str
    default: str
    choices: tuple[str, ...]
    meaning: str


class Form(NamedTuple):
    """A player's name, what it is, and its options in their order."""

    name: str
    meaning: str
    options: tuple[Option, ...]


def forms() -> tuple[Form, ...]:
    """The form of every player, in the order of their names."""
    return tuple(form_of(name) for name in registry.names())


def form_of(name: str) -> Form:
    """The form of one player; SpecError if there is none of that name."""
    meanings = registry.meanings(name)
    options = tuple(
        _option(key, parameter.annotation, parameter.default, meanings[key])
        for key, parameter in registry.options(name).items()
    )
    return Form(name, registry.summary(name).rstrip("."), options)


def _option(name: str, annotation: Any, default: Any, meaning: str) -> Option:
    if get_origin(annotation) in (Union, types.UnionType):
        annotation = next(kind for kind in get_args(annotation) if kind is not type(None))
    said = "" if default in (None, inspect.Parameter.empty) else str(default)
    if get_origin(annotation) is Literal:
        return Option(name, CHOICE, said, get_args(annotation), meaning)
    kind = {int: WHOLE_NUMBER, float: NUMBER, bool: YES_OR_NO}.get(annotation, TEXT)
    return Option(name, kind, said.lower() if kind == YES_OR_NO else said, (), meaning)


def parts_of(spec: str) -> tuple[str, dict[str, str]]:
    """A player's name, and what is said of its options."""
    name, written = registry.parts(spec)
    pairs = (part.partition("=") for part in written)
    return name.strip(), {key.strip(): value.strip().strip('"') for key, _, value in pairs}


def spec_of(name: str, given: Mapping[str, str]) -> str:
    """The specification of a player with these options."""
    options = ",".join(f"{key}={registry.written_value(text)}" for key, text in given.items())
    return f"{name}:{options}" if options else name


def changed(spec: str, option: str, text: str) -> str:
    """A specification with another value of an option, "" for its default.

    Where a level says all, it gives way to an option that cannot stand beside it.
    """
    name, given = parts_of(spec)
    if option not in BESIDE_LEVEL:
        given.pop(LEVEL, None)
    given.pop(option, None)
    return spec_of(name, {**given, option: text} if text else given)


def form_for(forms: Sequence[Form], spec: str) -> Form | None:
    """The form that a specification fills in; None if there is none."""
    name = parts_of(spec)[0]
    return next((form for form in forms if form.name == name), None)


def next_choice(option: Option, spec: str) -> str | None:
    """The value after the present one, of an option with few values; None for one to be typed."""
    values = {YES_OR_NO: ("false", "true"), CHOICE: tuple(option.choices)}.get(option.kind)
    if values is None:
        return None
    if option.default not in values:
        values = ("", *values)
    now = parts_of(spec)[1].get(option.name) or option.default
    place = values.index(now) if now in values else -1
    following = values[(place + 1) % len(values)]
    return "" if following == option.default else following
