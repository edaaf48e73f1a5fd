"""List or check the engines in engines.toml: python -m othello engines check.

The check shows whether an engine starts, its name and its first move.
"""

import argparse
import time
from typing import Any

from othello.cli.command import run
from othello.cli.errors import UserError, short_repr, suggest
from othello.cli.output import as_document, print_table
from othello.cli.parser import Parser, common
from players.protocol import ProtocolError

COMMAND = "python -m othello engines"
SOME_FAILED = 1
EXAMPLES = """\
  python -m othello engines list
  python -m othello engines check rhino

The file engines.toml is in this folder or in that of your settings. Exit code 1: an engine does
not start or does not answer.
"""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=COMMAND,
        description="List or check the engines of other people in engines.toml.",
        examples=EXAMPLES,
        parents=[common("json")],
    )
    action = "list the engines, or start each and ask for a move"
    parser.add_argument("action", choices=("list", "check"), help=action)
    parser.add_argument("names", nargs="*", metavar="NAME", help="names of engines (default: all)")
    return parser


def check_engine(entry: dict[str, Any]) -> dict[str, Any]:
    """Start the engine of an entry; return its name, first move and seconds.

    UserError, in one line, for a fault.
    """
    from othello.notation import square_name
    from othello.position import START
    from players import registry

    registry.load()
    began = time.monotonic()
    options = {key: entry[key] for key in entry.keys() - {"protocol"}}
    player: Any = registry.make(entry["protocol"], **options)
    try:
        about = player.about()
        started = time.monotonic()
        move = player.choose(START).move
        moved = time.monotonic()
    finally:
        player.close()
    if not int(START.legal()) >> move & 1:
        raise ProtocolError(f"its first move, {square_name(move)}, is illegal")
    return {
        "says": about,
        "first_move": square_name(move),
        "start_seconds": round(started - began, 3),
        "move_seconds": round(moved - started, 3),
    }


def _row(engine: dict[str, Any]) -> list[str]:
    start = [engine["name"], engine["protocol"]]
    if "fault" in engine:
        return [*start, "-", "-", "-", engine["fault"]]
    if "says" not in engine:
        return [*start, engine["command"]]
    seconds = (f"{engine[key]:.2f}" for key in ("start_seconds", "move_seconds"))
    return [*start, *seconds, engine["first_move"], short_repr(engine["says"])]


def _run(options: argparse.Namespace) -> int:
    from players.external.engine_list import listed

    engines = listed()
    unknown = [name for name in options.names if name not in engines]
    if unknown:
        hint = suggest(unknown[0], engines, "listed engines")
        raise ValueError(f"no engine {short_repr(unknown[0])}{hint}")
    rows = []
    for name in options.names or sorted(engines):
        values = engines[name]
        engine = {"name": name, "protocol": values["protocol"], "command": values["command"]}
        if options.action == "check":
            try:
                engine |= check_engine({"protocol": values["protocol"], "name": name})
            except UserError as error:
                engine["fault"] = str(error)
        rows.append(engine)
    if options.json:
        print(as_document("engines", {"engines": rows}))
    elif options.action == "list":
        print_table(("engine", "protocol", "command"), map(_row, rows))
    else:
        headings = ("engine", "protocol", "start s", "move s", "move", "name or fault")
        print_table(headings, map(_row, rows))
    return SOME_FAILED if any("fault" in engine for engine in rows) else 0


def main(arguments: list[str] | None = None) -> int:
    """List or check; exit code 1: an engine fails, 2: bad input or a full disk, 130: Ctrl-C."""
    return run(COMMAND, lambda: _run(_parser().parse_args(arguments)))
