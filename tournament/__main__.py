"""`python -m tournament`: matches and ladders of Othello players."""

import os
import signal
import sys
from collections.abc import Sequence

BAD_INPUT = 2
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out what is asked; return an exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _carry_out(words)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough, as in `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:  # such as a full folder for temporary files
        print(f"python -m tournament: {error}", file=sys.stderr)
        return BAD_INPUT


def _carry_out(words: list[str]) -> int:
    """The exit code of a command; whatever the user can mend is said in one line."""
    from players.registry import SpecError
    from tournament import archive, commands
    from tournament.options import make_parser
    from tournament.questions import QuestionError
    from tournament.run import RunError
    from tournament.schedule import ScheduleError
    from tournament.store import StoreError

    known = {**commands.COMMANDS, **archive.COMMANDS}
    try:
        options = make_parser().parse_args(_with_command(words, set(known)))
        return known[options.command](options)
    except (SpecError, ScheduleError, StoreError, QuestionError, RunError) as error:
        print(f"python -m tournament: {error}", file=sys.stderr)
        return BAD_INPUT
    except commands.Stopped as stopped:
        print(stopped, file=sys.stderr)
        return INTERRUPTED


def _with_command(words: list[str], commands: set[str]) -> list[str]:
    """The same words, with the ladder in front where they are nothing but options."""
    if not words or (words[0].startswith("-") and not ({"-h", "--help"} | commands) & set(words)):
        return ["ladder", *words]
    return words


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # end as with Ctrl-C
    sys.exit(main())
