"""Matches and ladders of Othello players: python -m tournament."""

import sys
from collections.abc import Sequence
from typing import NoReturn

from othello.cli.command import (
    INTERRUPTED,
    exit_with,
    print_error,
    tolerate_broken_pipe,
    without_gc,
)
from othello.cli.errors import UserError
from othello.cli.progress import say_compiling_once
from players.workers import interrupts

COMMAND = "python -m tournament"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command; return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    say_compiling_once()
    try:
        with interrupts.handle_stop_requests():
            return tolerate_broken_pipe(lambda: _carry_out(words))
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # such as a full folder for temporary files
        return print_error(COMMAND, error)


def _carry_out(words: list[str]) -> int:
    """Return the exit code of a command; print a UserError in one line."""
    with without_gc():
        from tournament.commands.table import COMMANDS, parse
        from tournament.running.contest_runner import RunStopped

    try:
        options = parse(words)
        return COMMANDS[options.command].run(options)
    except UserError as error:
        return print_error(COMMAND, error)
    except RunStopped as stopped:
        print(stopped, file=sys.stderr)
        return INTERRUPTED


def script() -> NoReturn:
    """The command `othello-tournament`."""
    exit_with(main)


if __name__ == "__main__":
    script()
