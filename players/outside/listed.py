"""Engines by name: the files engines.toml, and the options of a player that make a program.

A table of the file for each engine, with `protocol`, `command` and the options of its player:

    [rhino]
    protocol = "gtp"
    command = "gtp-rhino -b 0 -l {level}"
    level = 5
"""

import importlib
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from othello.cli.errors import first_line, short_repr, suggest
from othello.files import APPLICATION, data_file
from othello.formats.reading import FormatError, open_bytes
from players.outside.process import Program, found, words_of

ENGINES_FILE = "engines.toml"
PATIENCE_SECONDS = 300.0
"""How long an engine may take for an answer where no clock runs."""

MOST_ENGINES, MOST_BYTES, LONGEST_ENTRY = 100, 2**16, 2**12
"""Of a file that is read; a key of very many parts takes more memory than there is."""

PROTOCOLS = {"gtp": ("level", "seconds"), "nboard": ("depth",)}
"""The numbers that each protocol can tell an engine."""
_TEXTS = ("protocol", "command", "folder", "log")
_PLACED = ("level", "depth", "seconds")
"""The numbers that a command may have places for, such as {level}."""
_NUMBERS = (*_PLACED, "patience")
_KEYS = (*_TEXTS, *_NUMBERS, "environment")
_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(_TEXTS, (str,)),
    **{"level": (int,), "depth": (int,), "environment": (dict,)},
}
"""The types of values that are not any number."""


class Setup(NamedTuple):
    """An engine to start and to wait for: what is common to all protocols.

    `values` are the options given, by name, beside those that this class holds.
    """

    program: Program
    patience: float
    values: Mapping[str, Any]


def files(here: bool = True) -> Iterator[Path]:
    """Where engines may be listed: the user's settings, what is shipped, and last this folder.

    Without `here` this folder, which may be a stranger's, is left out.
    """
    yield Path(platformdirs.user_config_dir(APPLICATION, appauthor=False)) / ENGINES_FILE
    with data_file(ENGINES_FILE) as path:
        yield path
    if here:
        yield Path(ENGINES_FILE)


def _toml(path: Path) -> dict[str, Any]:
    """The tables of a file, none if there is no file; ValueError in one line for no TOML."""
    tomllib = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        with open_bytes(path) as stream:
            content = stream.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES or max(map(len, content.split(b"\n"))) > LONGEST_ENTRY:
            raise ValueError(f"more than {MOST_BYTES} bytes, or {LONGEST_ENTRY} in a line")
        return tomllib.loads(content.decode())
    except FileNotFoundError:
        return {}
    except FormatError:  # which names the file
        raise
    except RecursionError:
        raise ValueError(f"{path}: values within values, too deep") from None
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: {first_line(error)}") from None


def _checked(path: Path, name: str, table: Any) -> dict[str, Any]:
    """What a file says of an engine; ValueError for what means nothing."""
    where = f"{path}: engine {short_repr(name)}"
    if not name.isprintable():
        raise ValueError(f"{where}: a name has no control characters")
    if not isinstance(table, dict) or "command" not in table or "protocol" not in table:
        raise ValueError(f"{where} needs protocol and command")
    for key, value in table.items():
        if key not in _KEYS:
            raise ValueError(
                f"{where} has an unknown key {short_repr(key)}; known: {', '.join(_KEYS)}"
            )
        if not isinstance(value, _KINDS.get(key, (int, float))) or isinstance(value, bool):
            raise ValueError(f"{where}: {key} cannot be {short_repr(value)}")
    if table["protocol"] not in PROTOCOLS:
        raise ValueError(f"{where}: protocol is one of {', '.join(PROTOCOLS)}")
    for key in _PLACED:
        told = key in PROTOCOLS[table["protocol"]] or f"{{{key}}}" in table["command"]
        if key in table and not told:
            raise ValueError(f"{where}: {key} is not told; it needs {{{key}}} in the command")
    for key, value in table.get("environment", {}).items():
        if not isinstance(value, str):
            raise ValueError(f"{where}: environment: {key} is a text in quotes")
    return table


def listed(here: bool = True) -> dict[str, dict[str, Any]]:
    """All engines that are listed, by name; of two of one name the first of `files(here)`.

    ValueError, in one line, for a file that cannot be read.
    """
    engines: dict[str, dict[str, Any]] = {}
    for path in files(here):
        tables = _toml(path)
        if len(tables) > MOST_ENGINES:
            raise ValueError(f"{path}: more than {MOST_ENGINES} engines")
        for name, table in tables.items():
            if name not in engines:
                engines[name] = _checked(path, name, table)
    return engines


def _variables(text: str) -> dict[str, str]:
    """The variables of a text such as "A=1 B='two words'"; ValueError for what is none."""
    pairs = [word.partition("=") for word in shlex.split(text)]
    for name, equals, _ in pairs:
        if not (name and equals):
            raise ValueError(
                f"environment: {short_repr(name + equals)} is not of the form NAME=value"
            )
    return {name: value for name, _, value in pairs}


def _expanded(path: str | None) -> str | None:
    """A path in which ~ is the user's folder; None for none."""
    return None if path is None else str(Path(path).expanduser())


def setup(protocol: str, options: Mapping[str, Any]) -> Setup:
    """The engine that the options of a player ask for; ValueError, in one line, for none.

    `name` is that of a listed engine, whose values stand where an option is None. In the command
    {level}, {depth} and {seconds} stand for the values of these options.
    """
    given = {key: value for key, value in options.items() if value is not None}
    if "environment" in given:
        given["environment"] = _variables(given["environment"])
    name = given.pop("name", None)
    if name is not None:
        engines = listed()
        if name not in engines:
            told = suggest(name, sorted(engines), "listed are")
            raise ValueError(f"no engine {short_repr(name)} is listed{told}")
        if engines[name]["protocol"] != protocol:
            raise ValueError(f"engine {short_repr(name)} speaks {engines[name]['protocol']}")
        given = {**engines[name], **given}
    if "command" not in given:
        raise ValueError(f"{protocol} needs command or name: another program to start")
    for key in _NUMBERS:
        if key in given and not given[key] > 0:
            raise ValueError(f"{key} must be more than 0, not {given[key]}")
    command = given.pop("command")
    for key in _PLACED:
        if f"{{{key}}}" in command:
            if key not in given:
                raise ValueError(f"the command needs the option {key}")
            command = command.replace(f"{{{key}}}", str(given[key]))
            if key != "depth":  # which has to be told all the same
                del given[key]
    folder, log = _expanded(given.get("folder")), _expanded(given.get("log"))
    words = words_of(command)
    words = (found(words[0], folder), *words[1:])
    program = Program(words, folder, given.get("environment", {}), log)
    return Setup(program, float(given.get("patience", PATIENCE_SECONDS)), given)
