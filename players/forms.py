"""What can be asked of each player, as a form: its options with their kinds, defaults and words.

Made from the registry, for who lets people choose.
"""

import inspect
import types
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from players import registry

WHOLE_NUMBER, NUMBER, YES_OR_NO, CHOICE, TEXT = "whole", "number", "yes or no", "choice", "text"
"""The kinds of options."""


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
    """An option out of its annotation and its default."""
    if get_origin(annotation) in (Union, types.UnionType):
        annotation = next(kind for kind in get_args(annotation) if kind is not type(None))
    said = "" if default in (None, inspect.Parameter.empty) else str(default)
    if get_origin(annotation) is Literal:
        return Option(name, CHOICE, said, get_args(annotation), meaning)
    kind = {int: WHOLE_NUMBER, float: NUMBER, bool: YES_OR_NO}.get(annotation, TEXT)
    return Option(name, kind, said.lower() if kind == YES_OR_NO else said, (), meaning)
