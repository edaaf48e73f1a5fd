"""Engines by name: the files engines.toml, and the options of a player that start a program.

Each engine has a table with `protocol`, `command` and options of its player:

    [rhino]
    protocol = "gtp"
    command = "gtp-rhino -b 0 -l {level}"
    level = 5
"""

import importlib
import json
import shlex
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from othello.cli.errors import first_line, short_repr, suggest
from othello.files import APPLICATION, data_file
from othello.formats.reading import FormatError, open_bytes
from players.external.process import Program, find_program

ENGINES_FILE = "engines.toml"
PATIENCE_SECONDS = 300.0
"""Default limit for an answer when no clock runs."""
HANDSHAKE_SECONDS = 10.0
"""Default limit for the answers of an engine that was just started."""

MOST_BYTES, LONGEST_ENTRY = 2**16, 2**12
"""Limits of a file; a key of very many parts takes more memory than there is."""

PROTOCOLS = {"gtp": ("level", "seconds"), "nboard": ("depth",)}
"""Numbers that each protocol can send to an engine."""
_PLACEHOLDERS = ("level", "depth", "seconds")
"""Numbers that may stand in a command as {level}."""
_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("protocol", "command", "folder"), (str,)),
    **dict.fromkeys(("level", "depth"), (int,)),
    **dict.fromkeys(("seconds", "patience", "handshake"), (int, float)),
}
"""Types of the values of an engine by their keys."""


class Setup(NamedTuple):
    """An engine to start and how long to wait for it; `values`, its other options by name.

    None stands for a value that is in the command line.
    """

    program: Program
    patience: float
    handshake: float
    values: Mapping[str, Any]


def own_file() -> Path:
    """Return the path of the user's own list, which need not exist."""
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False)) / ENGINES_FILE


def files(local: bool = True) -> Iterator[Path]:
    """Yield the files that list engines: user's settings, shipped, and last this folder.

    Without `local` this folder, which may be a stranger's, is left out.
    """
    yield own_file()
    with data_file(ENGINES_FILE) as path:
        yield path
    if local:
        yield Path(ENGINES_FILE)


def _text(path: Path) -> str:
    """Return the text of a file, empty without a file; ValueError if it cannot be read."""
    try:
        with open_bytes(path) as stream:
            content = stream.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES or max(map(len, content.split(b"\n"))) > LONGEST_ENTRY:
            raise ValueError(f"more than {MOST_BYTES} bytes, or {LONGEST_ENTRY} in a line")
        return content.decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except FormatError:  # which names the file
        raise
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: {first_line(error)}") from None


def _tables(path: Path, text: str) -> dict[str, Any]:
    """Return the tables in the text of a file; ValueError for bad TOML."""
    tomllib = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(f"{path}: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{path}: {first_line(error)}") from None


def sent_numbers(table: Mapping[str, Any]) -> list[str]:
    """Return the keys of the numbers that an engine gets, by its protocol or its command."""
    sent, command = PROTOCOLS[table["protocol"]], table["command"]
    return [key for key in _PLACEHOLDERS if key in sent or f"{{{key}}}" in command]


def _check_engine(path: Path, name: str, table: Any) -> dict[str, Any]:
    """Return the table of an engine; ValueError for a bad one."""
    where = f"{path}: engine {short_repr(name)}"
    if not name.isprintable() or '"' in name or not name:
        raise ValueError(f"{where}: a name must be text without control characters or quotes")
    if not isinstance(table, dict) or "command" not in table or "protocol" not in table:
        raise ValueError(f"{where} needs protocol and command")
    for key, value in table.items():
        if key not in _KINDS:
            keys = ", ".join(_KINDS)
            raise ValueError(f"{where} has an unknown key {short_repr(key)}; keys are {keys}")
        if not isinstance(value, _KINDS[key]) or isinstance(value, bool):
            raise ValueError(f"{where}: {key} cannot be {short_repr(value)}")
    if table["protocol"] not in PROTOCOLS:
        raise ValueError(f"{where}: protocol is one of {', '.join(PROTOCOLS)}")
    for key in _PLACEHOLDERS:
        if key in table and key not in sent_numbers(table):
            raise ValueError(f"{where}: {key} is not sent; put {{{key}}} into the command")
    return table


def listed(local: bool = True) -> dict[str, dict[str, Any]]:
    """Return all listed engines by name; the first of `files(local)` wins.

    ValueError for a file that cannot be read.
    """
    engines: dict[str, dict[str, Any]] = {}
    for path in files(local):
        for name, table in _tables(path, _text(path)).items():
            if name not in engines:
                engines[name] = _check_engine(path, name, table)
    return engines


def with_engine(path: Path, name: str, entry: dict[str, Any] | None) -> bytes:
    """Return the content of a list after an engine's entry is set, or removed for None.

    Other entries and comments stay. ValueError for a bad list or entry, or a missing program.
    """
    text = _text(path)
    expected = _tables(path, text)
    lines = text.removesuffix("\n").split("\n") if text else []
    if entry is None and name not in expected:
        raise ValueError(f"{path} does not list {short_repr(name)}")
    expected.pop(name, None)
    new: list[str] = []
    if entry is not None:
        expected[name] = _check_engine(path, name, entry)
        setup(entry["protocol"], entry)
        quoted = partial(json.dumps, ensure_ascii=False)
        new = [f"[{quoted(name)}]", *(f"{key} = {quoted(entry[key])}" for key in entry)]
    heads = [place for place, line in enumerate(lines) if line.startswith("[")]
    places = {lines[place].partition("]")[0].strip("[ '\""): place for place in heads}
    lines += [""] if lines and name not in places else []
    first = places.get(name, len(lines))
    last = next((place for place in heads if place > first), len(lines))
    while last > first + 1 and lines[last - 1].strip()[:1] in ("", "#"):  # of the next entry
        last -= 1
    lines[first:last] = new
    text = "\n".join([*lines, ""])
    if _tables(path, text) != expected:
        raise ValueError(f"{path}: change engine {short_repr(name)} in a text editor")
    return text.encode()


def setup(protocol: str, options: Mapping[str, Any]) -> Setup:
    """Return the engine that the options of a player describe; ValueError for bad options.

    `name` is a listed engine, whose values fill options that are None. Placeholders in the command
    such as {level} stand for these options. The entry of an engine can be the options.
    """
    values = {key: value for key, value in options.items() if value is not None}
    values.pop("protocol", None)
    name = values.pop("name", None)
    if name is not None:
        engines = listed()
        if name not in engines:
            hint = suggest(name, sorted(engines), "listed engines")
            raise ValueError(f"no engine {short_repr(name)} is listed{hint}")
        if engines[name]["protocol"] != protocol:
            raise ValueError(f"engine {short_repr(name)} speaks {engines[name]['protocol']}")
        values = {**engines[name], **values}
    if "command" not in values:
        raise ValueError(f"{protocol} needs command or name: a program to start")
    for key, value in values.items():
        if not isinstance(value, str) and not value > 0:
            raise ValueError(f"{key} must be more than 0, not {value}")
    command = values.pop("command")
    for key in _PLACEHOLDERS:
        if f"{{{key}}}" in command:
            if key not in values:
                raise ValueError(f"the command needs the option {key}")
            command = command.replace(f"{{{key}}}", str(values[key]))
            if key != "depth":  # also sent by the protocol
                values[key] = None
    folder = str(Path(values["folder"]).expanduser()) if "folder" in values else None
    words = shlex.split(command)
    if not words:
        raise ValueError("the command of the engine is empty")
    words[0] = find_program(words[0], folder)
    patience = float(values.get("patience", PATIENCE_SECONDS))
    handshake = float(values.get("handshake", HANDSHAKE_SECONDS))
    return Setup(Program(tuple(words), folder), patience, handshake, values)
