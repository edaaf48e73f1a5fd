"""A player in other people's programs: python -m players.serve --protocol gtp engine:seconds=1."""

import argparse
import io
import os
import signal
import sys
import threading
from typing import Any, NoReturn

from othello.cli.command import BAD_INPUT, exit_with, prints_on_stderr, tolerate_broken_pipe
from othello.cli.errors import UserError
from othello.cli.parser import Parser, common

COMMAND = "python -m players.serve"
EXAMPLES = """\
  python -m players.serve --protocol gtp engine:seconds=1
  python -m players.serve --protocol nboard engine
  python -m players.serve --protocol nboard --ponder engine:seconds=1

A program that plays by this protocol starts the command, writes to its input and reads its output.
`set depth` of NBoard and `level` of GTP hold for players whose specification says no limit.
"""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=COMMAND,
        description="Let a player be used by another program, which asks it for moves.",
        examples=EXAMPLES,
        parents=[common("players")],
    )
    parser.add_argument("player", metavar="PLAYER", help="its specification, such as engine")
    parser.add_argument("--protocol", choices=("gtp", "nboard"), required=True)
    ponder = "think on the other side's time, from a move of the player's to the next line"
    parser.add_argument("--ponder", action="store_true", help=ponder)
    return parser


def _serve(options: argparse.Namespace, say: Any) -> None:
    """Answer what comes in until there is no more, or it is told to quit."""
    from players import registry
    from players.serve.gtp import GtpServer
    from players.serve.nboard import NboardServer
    from players.serve.thinking import Inbox, Thinker

    registry.load(options.players)
    thinker = Thinker(options.player)
    if options.ponder and not thinker.ponders:
        raise registry.SpecError(f"{options.player!r} cannot think on the other side's time")
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends a search too, which Python's own does not
    thinker.prepare()
    inbox = Inbox()
    # A stream of its own: that of `sys` may not be closed while a thread reads.
    stream = io.BufferedReader(io.FileIO(0, closefd=False))
    threading.Thread(target=inbox.read, args=(stream,), daemon=True).start()
    server: Any = (GtpServer if options.protocol == "gtp" else NboardServer)(thinker, inbox, say)
    while (line := inbox.next()) is not None:
        if not server.handle(line):
            break
        if options.ponder and server.awaited is not None:
            thinker.ponder(server.awaited, inbox)


def _answered(arguments: list[str] | None) -> int:
    """Serve what is asked for; the exit code. What a player prints goes to the standard error."""
    options = _parser().parse_args(arguments)

    with os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n") as output:

        def say(text: str) -> None:
            output.write(text)
            output.flush()

        try:
            with prints_on_stderr():
                _serve(options, say)
        except UserError as error:
            print(f"{COMMAND}: {error}", file=sys.stderr)
            return BAD_INPUT
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Serve; 2 for bad input or a full disk, 141 if nobody reads the answers any more."""
    try:
        return tolerate_broken_pipe(lambda: _answered(arguments))
    except OSError as error:
        print(f"{COMMAND}: cannot write the answers: {error.strerror or error}", file=sys.stderr)
        return BAD_INPUT


def script() -> NoReturn:
    """The command `othello-serve`."""
    exit_with(main)


if __name__ == "__main__":
    script()
