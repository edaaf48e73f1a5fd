"""The parser of `python -m tournament`: one line on an error, help with examples and players."""

import argparse
import re
from pathlib import Path
from typing import Any, NoReturn

from players.cluster.choice import EXECUTOR_OPTION, PROCESSES, executor_argument
from tournament.options import jobs, seconds
from tournament.running.watchdog import MOVE_SECONDS

LATER_LIST = "more_"
"""Begins the names of the lists that are given after the command."""
HELP_WIDTH = 100
"""Columns of the lines that describe players."""


def _folded(line: str) -> str:
    """The line of a player with all its options, in several lines where it is too long."""
    lines, indent = [""], " " * 4
    for part in re.findall(r"[^,]*,?", line):
        if len(lines[-1]) + len(part) > HELP_WIDTH:
            lines.append(indent)
        lines[-1] += part
    return "\n".join(lines)


class Parser(argparse.ArgumentParser):
    """A parser that ends with one line on an error, and may list the players in its help."""

    def __init__(self, *, examples: str = "", players: bool = False, **options: Any) -> None:
        self._examples = f"\nexamples:{examples}" if examples else ""
        self._players = players
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options
        )

    def format_help(self) -> str:
        """The help, with examples; players are looked up only now, since that takes a while."""
        text = f"{super().format_help()}{self._examples}\n"
        if self._players:
            from players import registry

            described = "\n".join(map(_folded, registry.describe().splitlines()))
            text += f"\nplayers, with their options and defaults:\n{described}\n"
        return text

    def error(self, message: str) -> NoReturn:
        """One line and exit code 2."""
        self.exit(2, f"{self.prog}: {message} (--help says more)\n")


COMMON: tuple[tuple[str, Any, dict[str, Any]], ...] = (
    (
        "--players",
        None,
        {
            "metavar": "MODULE",
            "action": "append",
            "help": "a Python module that registers more players; may be given again",
        },
    ),
    (
        "--store",
        None,
        {
            "metavar": "FILE",
            "type": Path,
            "help": "the file of results (default: in the user's data folder)",
        },
    ),
    (
        "--jobs",
        None,
        {
            "metavar": "N",
            "type": jobs,
            "help": "worker processes (default: one a core); 0: play in this one, unwatched",
        },
    ),
    ("--executor", PROCESSES, {**EXECUTOR_OPTION, "type": executor_argument}),
    (
        "--move-seconds",
        MOVE_SECONDS,
        {
            "metavar": "S",
            "type": seconds,
            "help": "a player that takes longer for a move has lost the game"
            f" (default: {MOVE_SECONDS:g})",
        },
    ),
    ("--json", False, {"action": "store_true", "help": "write the result as JSON"}),
)
"""The options of every command: name, value if it is not given, and the rest."""


def common_options(given_before: bool = False) -> Parser:
    """The options of every command; with `given_before`, what was given earlier is kept.

    A list goes by another name then, since argparse would replace the earlier one.
    """
    parser = Parser(add_help=False)
    group = parser.add_argument_group("everywhere")
    for name, default, rest in COMMON:
        settings = {"default": argparse.SUPPRESS if given_before else default, **rest}
        if given_before and rest.get("action") == "append":
            settings["dest"] = LATER_LIST + name.strip("-")
        group.add_argument(name, **settings)
    return parser
