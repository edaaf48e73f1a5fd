"""The kinds of arguments, the options of every command, and help with examples."""

import argparse
import math
from pathlib import Path
from typing import Any, NoReturn

from tournament.run import MOVE_SECONDS

EXAMPLES = {
    "": """
examples:
  python -m tournament                        the ladder of the default players
  python -m tournament match alphabeta:depth=3 greedy
  python -m tournament ladder alphabeta alphabeta:driver=pvs --rungs 8
  python -m tournament --players mine match mine:level=2 mobility
  python -m tournament resume                 go on with what was stopped last
The same command typed again goes on where it stopped, or shows the result.""",
    "ladder": """
examples:
  python -m tournament ladder
  python -m tournament ladder alphabeta alphabeta:driver=pvs --cost cpu --max-depth 5
  python -m tournament ladder alphabeta alphabeta:order=none --openings 20 --json""",
    "match": """
examples:
  python -m tournament match alphabeta:depth=3,evaluator=mobility greedy
  python -m tournament match random:seed=1 mobility --openings 20 --json
  python -m tournament match alphabeta mobility --openings f5d6c3d3,f5f6e6f4 --nodes 5000""",
    "show": """
examples:
  python -m tournament show                   all that was asked for
  python -m tournament show 3f2a              one ladder or match, by the start of its id""",
    "resume": """
examples:
  python -m tournament resume                 the latest that is not finished
  python -m tournament resume 3f2a --jobs 2""",
    "export": """
examples:
  python -m tournament export > games.csv
  python -m tournament export 3f2a --output games.csv""",
    "experiment": """
examples:
  python -m tournament experiment             a list of them
  python -m tournament experiment NAME --help""",
}

NO_EXAMPLES = "-"

WITH_PLAYERS = ("", "ladder", "match")

MOST_COUNTED = 2**63 - 1
"""Kernels and the store count in int64."""

MOST_JOBS = 1000


class Parser(argparse.ArgumentParser):
    """A parser that ends with one line on an error, and lists the players in its help."""

    def __init__(self, **options: Any) -> None:
        self._examples = options.pop("examples", NO_EXAMPLES)
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options
        )

    def format_help(self) -> str:
        """The help, with examples; players are looked up only now, since that takes a while."""
        text = super().format_help() + EXAMPLES.get(self._examples, "") + "\n"
        if self._examples in WITH_PLAYERS:
            from players import registry

            text += f"\nplayers, with their options and defaults:\n{registry.describe()}\n"
        return text

    def error(self, message: str) -> NoReturn:
        """One line and exit code 2."""
        self.exit(2, f"{self.prog}: {message} (--help says more)\n")


def _whole(text: str, least: int, most: int) -> int:
    """A whole number in a range, both ends included."""
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if value < least:
        raise argparse.ArgumentTypeError(f"{value} is less than {least}")
    if value > most:
        raise argparse.ArgumentTypeError(f"{value} is more than {most}")
    return value


def natural(text: str) -> int:
    """A whole number from 1 on that a kernel can count to."""
    return _whole(text, 1, MOST_COUNTED)


def jobs(text: str) -> int:
    """A number of worker processes, 0 or more."""
    return _whole(text, 0, MOST_JOBS)


def seconds(text: str) -> float:
    """A time span of more than nothing that ends."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not more than 0 and finite")
    return value


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

MORE = "more_"
"""Begins the names of the lists that are given after the command."""


def common_options(given_before: bool = False) -> Parser:
    """The options of every command; with `given_before`, what was given earlier is kept.

    A list goes by another name then, since argparse would replace the earlier one.
    """
    parser = Parser(add_help=False)
    group = parser.add_argument_group("everywhere")
    for name, default, rest in COMMON:
        settings = {"default": argparse.SUPPRESS if given_before else default, **rest}
        if given_before and rest.get("action") == "append":
            settings["dest"] = MORE + name.strip("-")
        group.add_argument(name, **settings)
    return parser
