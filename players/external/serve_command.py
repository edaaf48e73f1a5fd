"""Offer a player to other programs: python -m othello serve --protocol gtp engine:seconds=1."""

import argparse
import io
import os
import signal
import sys
import threading
from typing import Any

from othello.cli.command import BAD_INPUT, prints_on_stderr, tolerate_broken_pipe
from othello.cli.errors import UserError
from othello.cli.parser import Parser, common

COMMAND = "python -m othello serve"
EXAMPLES = """\
  python -m othello serve --protocol gtp engine:seconds=1
  python -m othello serve --protocol nboard engine

The other program starts this command, writes to its input and reads its output. `set depth` of
NBoard and `level` of GTP apply to players whose specification has no limit.
"""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=COMMAND,
        description="Offer a player to another program by a protocol of game engines.",
        examples=EXAMPLES,
        parents=[common("players")],
    )
    add, player = parser.add_argument, "specification of the player, such as engine"
    add("player", metavar="PLAYER", help=player)
    add("--protocol", choices=("gtp", "nboard"), required=True, help="protocol to speak")
    return parser


def _serve(options: argparse.Namespace, say: Any) -> None:
    """Answer lines until the end of the input or a command to quit."""
    from players import registry
    from players.external.gtp_server import GtpServer
    from players.external.nboard_server import NboardServer
    from players.external.serving import Inbox, Thinker

    registry.load(options.players)
    thinker = Thinker(options.player)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends a search too, unlike Python's handler
    thinker.prepare()
    inbox = Inbox()
    # Not sys.stdin: it must not be closed while a thread reads.
    stream = io.BufferedReader(io.FileIO(0, closefd=False))
    threading.Thread(target=inbox.read, args=(stream,), daemon=True).start()
    server: Any = (GtpServer if options.protocol == "gtp" else NboardServer)(thinker, inbox, say)
    while (line := inbox.next()) is not None and server.handle(line):
        pass


def _run(arguments: list[str] | None) -> int:
    """Serve; return the exit code. Output of players goes to standard error."""
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
    """Serve; exit code 2: bad input or a full disk, 141: nobody reads the answers."""
    try:
        return tolerate_broken_pipe(lambda: _run(arguments))
    except OSError as error:
        print(f"{COMMAND}: cannot write the answers: {error.strerror or error}", file=sys.stderr)
        return BAD_INPUT
