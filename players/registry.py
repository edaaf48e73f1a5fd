"""Registry of players: makes a player from a specification such as "alphabeta:depth=6".

A factory is any callable whose annotated keyword parameters are the options of its player. Its
first parameter may also be a NamedTuple of options. `Annotated[int, "plies to look ahead"]` adds a
line of help. A user's module adds a player with `@register("name")`; `--players module` imports it.
"""

import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from othello.cli.errors import UserError, first_line, place_of, short_repr, suggest
from players.options import CLOCK, Option, OptionValue, declared_options, shared_options, value_text

if TYPE_CHECKING:  # importing players compiles kernels
    from players.protocol import Player

Factory = TypeVar("Factory", bound="Callable[..., Player]")

BUILT_IN = (
    "players.search.one_ply",
    "players.search.player",
    "players.forward.player",
    "players.interest.player",
    "players.bestfirst.player",
    "players.engine.level_player",
    "players.external.gtp_engine",
    "players.external.nboard_engine",
)
"""The modules that register the project's own players."""

HELP_WIDTH, OPTION_WIDTH = 100, 20
"""Widths of the help, and of an option with its default in it."""
ALL_LIMITS = ("depth", "nodes", "seconds", "interest")
"""All limits that a player can support."""

_PARTS = re.compile(r'(?:=\s*"[^"]*"\s*(?=,|$)|[^,])+')
"""An option of a specification; a value in double quotes may contain commas."""
_QUOTED = re.compile(r'[,]|^["\s]|["\s]$')
"""Matches a value that needs double quotes in a specification."""

factories: "dict[str, Callable[..., Player]]" = {}
"""The factories of players by name, from all loaded modules."""


class SpecError(UserError):
    """An invalid specification of a player."""


def register(name: str) -> Callable[[Factory], Factory]:
    """Register a factory of players; raise ValueError if another one has that name."""

    def decorate(factory: Factory) -> Factory:
        if factories.get(name, factory) is not factory:
            raise ValueError(f"two players are named {short_repr(name)}")
        factories[name] = factory
        return factory

    return decorate


def load(modules: Iterable[str] = ()) -> None:
    """Import the project's players and those of `modules`; raise SpecError if an import fails."""
    for module in (*BUILT_IN, *modules):
        if module.endswith(".py") or "/" in module:
            raise SpecError(
                f"cannot import players from {short_repr(module)}: name a module, not a file"
            )
        try:
            importlib.import_module(module)
        except (Exception, SystemExit) as error:
            raise SpecError(
                f"cannot import players from {short_repr(module)}: {_cause(error)}"
            ) from None


def _cause(error: BaseException) -> str:
    """Return the type and the first line of an error, and its place in a user's module."""
    return ": ".join(filter(None, (type(error).__name__, first_line(error)))) + place_of(error)


def names() -> list[str]:
    """Return the names of all players, sorted."""
    load()
    return sorted(factories)


def internal_names() -> list[str]:
    """Return the names of all players that start no other program."""
    return [name for name in names() if not is_outside(name)]


def is_outside(spec: str) -> bool:
    """True if the player of a specification is another program."""
    return getattr(factories[parse(spec)[0]], "outside", False)


def options(name: str) -> dict[str, Option]:
    """Return the options of the player `name` by their names; raise SpecError if it is unknown."""
    load()
    if name not in factories:
        raise SpecError(f"unknown player {short_repr(name)}{suggest(name, sorted(factories))}")
    return declared_options(factories[name])


def summary(name: str) -> str:
    """Return the first line of a player's documentation; raise SpecError if it is unknown."""
    options(name)
    return (inspect.getdoc(factories[name]) or "").partition("\n")[0]


def split_spec(spec: str) -> tuple[str, list[str]]:
    """Return the name in a specification and the texts of its options, such as "seed=1"."""
    name, _, rest = spec.strip().partition(":")
    return name, list(filter(None, (part.strip() for part in _PARTS.findall(rest))))


def parse(spec: str) -> tuple[str, dict[str, OptionValue]]:
    """Return the name and the typed options of a specification such as "random:seed=1".

    A value that contains commas must be in double quotes, and then has none itself. Contests read
    the clock's options, so all players may have them. Raise SpecError, with the part that is wrong,
    if the specification is invalid.
    """
    name, written = split_spec(spec)
    options(name)
    given: dict[str, OptionValue] = {}
    for part in written:
        key, equals, text = (piece.strip() for piece in part.partition("="))
        if len(text) > 1 and text[0] == text[-1] == '"':
            text = text[1:-1]
        if not equals:
            fault = f"{short_repr(part)} is not of the form option=value"
            raise SpecError(f"{short_repr(spec)}: {fault}")
        _add_option(given, spec, key, text)
    return name, given


def _add_option(given: dict[str, OptionValue], spec: str, key: str, text: str) -> None:
    """Parse an option into `given`; raise SpecError if it is unknown, repeated or invalid."""
    name = split_spec(spec)[0]
    known = {**CLOCK, **options(name)}
    try:
        if key not in known:
            guess = suggest(key, options(name), "its options")
            raise ValueError(f"{name} has no option {short_repr(key)}{guess}")
        if key in given:
            raise ValueError(f"{key} is given twice")
        given[key] = known[key].parse(text)
    except ValueError as error:
        raise SpecError(f"{short_repr(spec)}: {error}") from None


def make(spec: str, /, **options_by_name: OptionValue) -> "Player":
    """Return the player that `spec` describes, with more options as keyword arguments.

    `make("alphabeta", depth=6)` is `make("alphabeta:depth=6")`. SpecError for an invalid one.
    """
    name, given = parse(spec)
    for key, value in options_by_name.items():
        _add_option(given, spec, key, value_text(value))
    factory = factories[name]
    options_type = shared_options(factory)
    if clock := given.keys() & CLOCK.keys() - options(name).keys():
        raise SpecError(f"{short_repr(spec)}: only contests read {min(clock)} of {name}")
    try:
        if options_type is None:
            return factory(**given)
        gathered = {key: given.pop(key) for key in options_type._fields if key in given}
        return factory(options_type(**gathered), **given)
    except (TypeError, ValueError) as error:  # a factory refuses an option
        raise SpecError(f"{short_repr(spec)}: {first_line(error)}{place_of(error)}") from None
    except (Exception, SystemExit) as error:
        raise SpecError(f"{short_repr(spec)}: {_cause(error)}") from None


def supported_limits(spec: str) -> tuple[str, ...]:
    """Return the fields of `Limits` that a player supports.

    A factory's `supported_limits` is a tuple of these names, or a function that returns it from the
    options. A factory without it supports all limits.
    """
    name, given = parse(spec)
    limits = getattr(factories[name], "supported_limits", ALL_LIMITS)
    return tuple(limits(given) if callable(limits) else limits)


def has_randomness(spec: str) -> bool:
    """True if a player may answer differently when a game is repeated.

    It does if it has a seed, measures time, or is another program. A factory's `chance_in(options)`
    tells if its options add randomness; without it, `threads` above 1 does.
    """
    name, given = parse(spec)
    chance_in = getattr(factories[name], "chance_in", None)
    random = chance_in(given) if callable(chance_in) else int(given.get("threads") or 1) > 1
    timed = any(given.get(key) is not None for key in ("seconds", "game_seconds"))
    return timed or random or "seed" in options(name) or is_outside(spec)


def spec_text(name: str, given: Mapping[str, OptionValue]) -> str:
    """Return the specification of a player: options in the factory's order, without defaults."""
    parts = [
        f"{key}={value_in_spec(given[key])}"
        for key, option in {**options(name), **CLOCK}.items()
        if key in given and given[key] != option.default
    ]
    return f"{name}:{','.join(parts)}" if parts else name


def value_in_spec(value: OptionValue) -> str:
    """Return an option's value as written in a specification, in double quotes if necessary."""
    text = value_text(value)
    return f'"{text}"' if _QUOTED.search(text) else text


def canonical(spec: str) -> str:
    """Return `spec` in the form of `spec_text`; `alphabeta` and `alphabeta:depth=4` differ."""
    return spec_text(*parse(spec))


def without_clock(spec: str) -> str:
    """Return `spec` without the options of a clock, which contests read."""
    name, given = parse(spec)
    return spec_text(name, {key: value for key, value in given.items() if key not in CLOCK})


def at_rung(spec: str, rung: int) -> str:
    """Return `spec` at a rung, 1 or more, of a ladder.

    Rung n is depth n, unless the factory has a static method `at_level(level)` that
    returns the options of the rung. Raise SpecError if the player has no rungs.
    """
    name, given = parse(spec)
    at_level = getattr(factories[name], "at_level", None)
    if at_level is not None:
        return spec_text(name, {**given, **at_level(rung)})
    if "depth" not in options(name):
        fault = f"{name} has no option depth, so a ladder cannot deepen it"
        raise SpecError(f"{short_repr(spec)}: {fault}")
    return spec_text(name, {**given, "depth": rung})


def describe() -> str:
    """Return a text for --help: every player with its summary, its options and their defaults."""
    lines = []
    for name in names():
        lines += textwrap.wrap(f"  {name}: {summary(name)}", HELP_WIDTH, subsequent_indent="    ")
        for key, option in options(name).items():
            default = f"{key}={value_in_spec(option.default)}"
            words = f"      {default:<{OPTION_WIDTH}}  {option.meaning}".rstrip()
            indent = " " * (OPTION_WIDTH + 8)
            lines += textwrap.wrap(words, HELP_WIDTH, subsequent_indent=indent)
    return "\n".join(lines)
