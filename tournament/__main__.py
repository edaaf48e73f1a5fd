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

    def carry_out() -> int:
        with without_gc():
            from tournament.commands.table import COMMANDS, parse

        options = parse(words)
        return COMMANDS[options.command].run(options)

    return run_stoppable(COMMAND, carry_out)


def script() -> NoReturn:
    """The command `othello-tournament`."""
    exit_with(main)


if __name__ == "__main__":
    script()
