"""The front door of all commands but those of tournaments: python -m othello opens the window."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from othello.cli.command import exit_with, tolerate_broken_pipe


class Command(NamedTuple):
    """A command: its module, whose `main` takes the words after the name; and a line of help."""

    module: str
    summary: str
    compiled: bool = True


COMMANDS = {
    "analyse": Command("players.study.analyse.command", "judge every move of your games"),
    "solve": Command("players.study.solve_command", "prove the results of endgames"),
    "explain": Command(
        "players.study.explain.command", "show the tree of one small search", compiled=False
    ),
    "evaluate": Command("othello.evaluation.explain", "show the parts of a position's value"),
    "perft": Command("othello.perft", "count the leaves of the game tree"),
    "serve": Command("players.external.serve_command", "offer a player to another program"),
    "engines": Command("players.external.engines_command", "list or check engines.toml"),
    "bench": Command("players.study.bench", "measure the searches, and sign their answers"),
    "warm-up": Command("players.window.warm_up", "compile everything before the first game"),
}
"""The commands by name; any other first word belongs to the window."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the first word names, or open the window; return an exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = COMMANDS.get(words[0]) if words else None
    if command is None:
        from players.window.command import main as open_window

        summaries = {name: command.summary for name, command in COMMANDS.items()}
        return tolerate_broken_pipe(lambda: open_window(words, summaries), needs_output=False)
    code: int = importlib.import_module(command.module).main(words[1:])
    return code


def script() -> NoReturn:
    """The console script `othello`."""
    command = COMMANDS.get("".join(sys.argv[1:2]))
    if command is not None and not command.compiled:  # before anything imports numba
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    exit_with(main)


if __name__ == "__main__":
    script()
