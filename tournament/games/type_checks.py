"""Protection against strangers' stores: the types of stored values."""

import re
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from othello.cli.errors import short_repr
from othello.openings import four_move_openings
from tournament.games.openings import Opening

LARGEST = 2**62
"""Above every number in a question."""
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, which cannot be printed."""


def check_fields(thing: Any) -> None:
    """ValueError if a field of a named tuple or a data class has a value of another type."""
    own: Any = type(thing)
    for name, kind in _field_types(own).items():
        if not _fits(getattr(thing, name), kind):
            raise ValueError(f"its {name} cannot be {short_repr(getattr(thing, name))}")


@lru_cache
def _field_types(kind: Any) -> dict[str, Any]:
    """Return the types of the fields of a named tuple or a data class, by name."""
    hints = get_type_hints(kind)
    names = [one.name for one in fields(kind)] if is_dataclass(kind) else kind._fields
    return {name: hints[name] for name in names}


def _fits(value: Any, kind: Any) -> bool:
    """True if a value has a type, numbers are finite and texts printable; Any fits None only."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind == tuple[Opening, ...]:
        return _are_openings(value)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is Literal:
        return isinstance(value, str) and value in parts
    if origin is tuple:
        kinds = parts[:1] * len(value) if parts[-1] is Ellipsis else parts
        pairs = zip(value, kinds, strict=True)
        return isinstance(value, tuple) and all(_fits(*pair) for pair in pairs)
    if kind in (int, float):
        return type(value) in {int, kind} and abs(value) < LARGEST
    if kind is str:
        return isinstance(value, str) and not _SURROGATE.search(value)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return isinstance(value, kind) and all(
            _fits(getattr(value, name), part) for name, part in _field_types(kind).items()
        )
    return value is None if kind is Any else isinstance(value, kind)


def _are_openings(value: Any) -> bool:
    """True for one opening or more; transcripts are not played here."""
    last = len(four_move_openings()) - 1
    return bool(value) and all(
        0 <= one <= last if type(one) is int else _fits(one, str) for one in value
    )
