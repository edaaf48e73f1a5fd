"""Matches and ladders of Othello players: python -m tournament."""

import sys
from collections.abc import Sequence
from typing import NoReturn

from othello.cli.command import exit_with, without_gc
from othello.cli.output import say_compiling_once
from players.workers.interrupts import run_stoppable

COMMAND = "python -m tournament"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command; return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    say_compiling_once()
    return run_stoppable(COMMAND, lambda: _carry_out(words))


def _carry_out(words: list[str]) -> int:
    """Return the exit code of a command."""
    with without_gc():
        from tournament.commands.table import COMMANDS, parse

    options = parse(words)
    return COMMANDS[options.command].run(options)


def script() -> NoReturn:
    """The command `othello-tournament`."""
    exit_with(main)


if __name__ == "__main__":
    script()
