"""The window in which Othello is played, watched and understood: python -m othello."""

from collections.abc import Sequence
from typing import NoReturn

from othello.cli.command import exit_with


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options and open the window, or compile ahead; return an exit code."""
    from othello.cli.command import tolerate_broken_pipe
    from players.window import command  # the one upward import of the package

    return tolerate_broken_pipe(lambda: command.main(arguments), needs_output=False)


def script() -> NoReturn:
    """The command `othello`."""
    exit_with(main)


if __name__ == "__main__":
    script()
