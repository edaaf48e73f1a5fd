"""A command whose reader goes away, as in `| head`, ends quietly."""

import os
import sys
from collections.abc import Callable

PIPE_CLOSED = 141
"""The exit code that a shell gives to a program that SIGPIPE ended."""


def until_closed(command: Callable[[], int]) -> int:
    """The exit code of `command()`, or 141 if nobody reads its output any more."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except SystemExit as stopped:
        if isinstance(stopped.__context__, BrokenPipeError):  # rich ends the program with 1
            return PIPE_CLOSED
        raise
