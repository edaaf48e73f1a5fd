"""What can be asked of each player, as a form: its options with their kinds, defaults and words.

Made from the registry and from what the factories say of themselves, for who lets people choose.
"""

import inspect
import re
import types
from collections.abc import Collection, Sequence
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from players import registry

WHOLE, NUMBER, YES_OR_NO, CHOICE, TEXT = "whole", "number", "yes or no", "choice", "text"
"""The kinds of options."""
LONGEST = 95
"""The characters of a sentence that is taken whole."""
_SENTENCE = re.compile(r"(?<=[.;])\s+")
_NAMED = re.compile(r"`(\w+)`")


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
    known = registry.options(name)
    text = registry.documentation(name)
    options = tuple(
        _option(key, parameter.annotation, parameter.default, meaning_of(key, known, text))
        for key, parameter in known.items()
    )
    return Form(name, text[0].partition("\n")[0].rstrip("."), options)


def _option(name: str, annotation: Any, default: Any, meaning: str) -> Option:
    """An option out of its annotation and its default."""
    if get_origin(annotation) in (Union, types.UnionType):
        annotation = next(kind for kind in get_args(annotation) if kind is not type(None))
    said = "" if default in (None, inspect.Parameter.empty) else str(default)
    if get_origin(annotation) is Literal:
        return Option(name, CHOICE, said, get_args(annotation), meaning)
    kind = {int: WHOLE, float: NUMBER, bool: YES_OR_NO}.get(annotation, TEXT)
    return Option(name, kind, said.lower() if kind == YES_OR_NO else said, (), meaning)


def meaning_of(name: str, known: Collection[str], texts: Sequence[str]) -> str:
    """What a player's words say of an option: its sentence, or of a long one its part.

    The last texts are asked first; "" where none says more than the name.
    """
    for sentence in (
        part for text in reversed(texts) for part in _SENTENCE.split(" ".join(text.split()))
    ):
        named = [found for found in _NAMED.finditer(sentence) if found[1] in known]
        places = [place for place, found in enumerate(named) if found[1] == name]
        if places:
            if len(sentence) <= LONGEST:
                return sentence.replace("`", "").strip(" .;:,")
            start = named[places[0]].start() if len(named) > 1 else 0
            end = named[places[0] + 1].start() if places[0] + 1 < len(named) else len(sentence)
            part = re.sub(r"[\s,]+(?:and|or|with)?\s*$", "", sentence[start:end])
            part = part.replace("`", "").strip(" .;:,")
            said = set(re.findall(r"\w+", part)) - set(known) - {"and"}
            return part if said else ""
    return ""
