"""`python -m tournament`: matches and ladders of Othello players."""

import sys
from collections.abc import Sequence
from typing import NoReturn

from othello.cli.command import INTERRUPTED, leave, refused, tolerate_broken_pipe, uncollected
from othello.cli.progress import say_compiling_once
from players.workers import interrupts

COMMAND = "python -m tournament"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out what is asked; return an exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    say_compiling_once()
    try:
        with interrupts.heard():
            return tolerate_broken_pipe(lambda: _carry_out(words))
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # such as a full folder for temporary files
        return refused(COMMAND, error)


def _carry_out(words: list[str]) -> int:
    """The exit code of a command; whatever the user can mend is said in one line."""
    with uncollected():
        from players.registry import SpecError
        from tournament.commands.table import COMMANDS, parse
        from tournament.contests.contest import RequestError
        from tournament.games.match import TimeControlError
        from tournament.games.schedule import ScheduleError
        from tournament.running.contest_runner import Stopped
        from tournament.running.match_runner import RunError
        from tournament.storage.schema import StoreError

    try:
        options = parse(words)
        return COMMANDS[options.command].run(options)
    except (
        SpecError,
        ScheduleError,
        TimeControlError,
        StoreError,
        RequestError,
        RunError,
    ) as error:
        return refused(COMMAND, error)
    except Stopped as stopped:
        print(stopped, file=sys.stderr)
        return INTERRUPTED


def script() -> NoReturn:
    """The command `othello-tournament`."""
    leave(main)


if __name__ == "__main__":
    script()
