"""The engines that are listed in engines.toml, started and asked: python -m players.outside check.

Whoever adds an engine learns here whether it starts, what it calls itself and what it plays.
"""

import argparse
import time
from typing import Any

from othello.cli.command import exit_with, run
from othello.cli.errors import UserError, short_repr, suggest
from othello.cli.output import as_document, print_table
from othello.cli.parser import Parser, common

COMMAND = "python -m players.outside"
SOME_FAILED = 1
EXAMPLES = """\
  python -m players.outside list
  python -m players.outside check rhino

Engines are listed in engines.toml, in this folder or in that of your settings. Exit code 1: an
engine does not start or does not answer.
"""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=COMMAND,
        description="Other people's engines, by the names under which they are listed.",
        examples=EXAMPLES,
        parents=[common("json")],
    )
    parser.add_argument("action", choices=("list", "check"), help="check starts each and asks it")
    parser.add_argument("names", nargs="*", metavar="NAME", help="engines (default: all)")
    return parser


def _tried(protocol: str, name: str) -> dict[str, Any]:
    """What an engine says when it is started: its name and its first move, or its fault."""
    from othello.notation import square_name
    from othello.position import START
    from players import registry

    player: Any = None
    registry.load()
    began = time.monotonic()
    try:
        player = registry.make(registry.write(protocol, {"name": name}))
        about = player.about()
        started = time.monotonic()
        move = player.choose(START).move
        moved = time.monotonic()
    except UserError as error:
        return {"fault": str(error)}
    finally:
        if player is not None:
            player.close()
    if not int(START.legal()) >> move & 1:
        return {"fault": f"its first move is {square_name(move)}, which is illegal"}
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


def _answered(options: argparse.Namespace) -> int:
    """List or check the engines; the exit code."""
    from players.outside.listed import listed

    engines = listed()
    unknown = [name for name in options.names if name not in engines]
    if unknown:
        told = suggest(unknown[0], engines, "listed are")
        raise ValueError(f"no engine {short_repr(unknown[0])}{told}")
    found = []
    for name in options.names or sorted(engines):
        values = engines[name]
        engine = {"name": name, "protocol": values["protocol"], "command": values["command"]}
        if options.action == "check":
            engine |= _tried(values["protocol"], name)
        found.append(engine)
    if options.json:
        print(as_document("engines", {"engines": found}))
    elif options.action == "list":
        print_table(("engine", "speaks", "command"), map(_row, found))
    else:
        headings = ("engine", "speaks", "start s", "move s", "plays", "what it says")
        print_table(headings, map(_row, found))
    return SOME_FAILED if any("fault" in engine for engine in found) else 0


def main(arguments: list[str] | None = None) -> int:
    """List or check; 1 if an engine fails, 2 for bad input or a full disk, 130 for Ctrl-C."""
    return run(COMMAND, lambda: _answered(_parser().parse_args(arguments)))


if __name__ == "__main__":
    exit_with(main)
