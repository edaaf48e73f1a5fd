"""`python -m othello`: the window in which Othello is played, watched and understood."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options and open the window, or compile ahead; return an exit code."""
    from othello.command_line import until_closed
    from players.window import command  # the one upward import of the package

    return until_closed(lambda: command.main(arguments), needs_output=False)


if __name__ == "__main__":
    sys.exit(main())
