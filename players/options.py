"""Options of players: shared types, and the one declaration that everything else reads.

A player's constructor declares each option once: its name, type, default and, in `Annotated`, a
line of help. The parser of specifications, the help of commands and the window's rows read it from
there. A type is int, float, bool, str or a Literal of texts, or one of these or None.
"""

import inspect
import types
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from othello.cli.errors import did_you_mean, short_repr

Depth = Annotated[int | None, "search depth in plies (4 if there is no other limit)"]
Nodes = Annotated[int | None, "most positions generated per move"]
Seconds = Annotated[float | None, "most CPU seconds per move"]
EvaluatorName = Annotated[
    str, "evaluation of leaves: bill, bill-quadratic, patterns, mobility, or one of them @FILE"
]
DriverName = Annotated[
    Literal["alphabeta", "pvs", "mtdf"],
    "search windows: full, null after the first move (pvs), or null throughout (mtdf)",
]
OrderName = Annotated[
    Literal["auto", "none", "value", "table", "table-value", "history"],
    "move ordering; auto is history with a table, and value without one",
]
TableBits = Annotated[int, "hash table size: binary logarithm of its entries, 0 for no table"]
Deepening = Annotated[bool, "iterative deepening, even if only the depth is limited"]
Solve = Annotated[
    int | None, "empty squares from which the solver plays (where it costs no more than the search)"
]
Seed = Annotated[int, "seed of the random choices"]

Command = Annotated[str | None, "command line that starts the engine"]
EngineName = Annotated[str | None, "name of an engine in engines.toml, in place of command"]
Patience = Annotated[float | None, "longest wait for an answer in seconds, without a clock"]
Handshake = Annotated[float | None, "longest wait for the engine's answers at its start in seconds"]
Folder = Annotated[str | None, "working folder of the engine"]
"""Options of players that are other programs, from `Command` on."""

OptionValue = int | float | bool | str | None
WHOLE_NUMBER, NUMBER, YES_OR_NO, CHOICE, TEXT = "whole", "number", "yes or no", "choice", "text"
"""Kinds of options."""
_KINDS = {int: WHOLE_NUMBER, float: NUMBER, bool: YES_OR_NO}


class Option(NamedTuple):
    """An option of a player: `choices` are those of a CHOICE, `meaning` is a line of help or ""."""

    name: str
    kind: str
    default: OptionValue
    choices: tuple[str, ...]
    meaning: str
    optional: bool = False

    def parse(self, text: str) -> OptionValue:
        """Return `text` as a value of the option; ValueError, in one line, if it is not one."""
        if self.optional and text == "none":
            return None
        if self.kind == CHOICE and text not in self.choices:
            choices = ", ".join(self.choices)
            guess = did_you_mean(text, self.choices)
            raise ValueError(f"{self.name} is one of {choices}, not {short_repr(text)}{guess}")
        if self.kind == YES_OR_NO:
            if text not in ("true", "false"):
                raise ValueError(f"{self.name} is true or false, not {short_repr(text)}")
            return text == "true"
        try:
            return {WHOLE_NUMBER: int, NUMBER: float}.get(self.kind, str)(text)
        except ValueError:
            what = "a whole number" if self.kind == WHOLE_NUMBER else "a number"
            raise ValueError(f"{self.name} is {what}, not {short_repr(text)}") from None


CLOCK = {
    "game_seconds": Option("game_seconds", NUMBER, None, (), "", True),
    "increment": Option("increment", NUMBER, 0.0, (), ""),
}
"""Options of every player in a contest: its clock in wall-clock seconds."""


def value_text(value: Any) -> str:
    """Return a value as a text: "true" and "false" for a bool, "none" for None."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def shared_options(factory: Callable[..., Any]) -> Any:
    """Return the NamedTuple of options that is the first parameter of a factory, or None."""
    hints = get_type_hints(vars(factory).get("__init__", factory))
    kind = hints.get(next(iter(inspect.signature(factory).parameters), ""))
    return kind if hasattr(kind, "_fields") else None


@lru_cache
def declared_options(factory: Callable[..., Any]) -> dict[str, Option]:
    """Return the options of a player by name: fields of its NamedTuple first, then parameters."""
    gathered = shared_options(factory)
    found = {}
    for source in filter(None, (gathered, factory)):
        hints = get_type_hints(vars(source).get("__init__", source), include_extras=True)
        for name, parameter in inspect.signature(source).parameters.items():
            if gathered is None or hints.get(name) is not gathered:
                found[name] = _option(name, hints.get(name, str), parameter.default)
    return found


def _option(name: str, annotation: Any, default: Any) -> Option:
    """Return an option from its annotation and its default."""
    meaning = getattr(annotation, "__metadata__", ("",))[0]
    if get_origin(annotation) is Annotated:
        annotation = annotation.__origin__
    optional = get_origin(annotation) in (Union, types.UnionType)
    if optional:
        annotation = next(kind for kind in get_args(annotation) if kind is not type(None))
    choices = get_args(annotation) if get_origin(annotation) is Literal else ()
    return Option(
        name,
        CHOICE if choices else _KINDS.get(annotation, TEXT),
        None if default is inspect.Parameter.empty else default,
        choices,
        meaning if isinstance(meaning, str) else "",
        optional,
    )
