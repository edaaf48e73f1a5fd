"""The parser of every command: errors in one line, the version, and shared options."""

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from othello.cli.errors import did_you_mean
from othello.version import __version__

MOST_COUNTED = 2**63 - 1
"""The largest int64: kernels and the store count in it."""


def whole(least: int, most: int = MOST_COUNTED) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most`."""

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is less than {least}")
        if value > most:
            raise argparse.ArgumentTypeError(f"{value} is more than {most}")
        return value

    return parse


natural = whole(1)
"""Parse a whole number, 1 or more."""
plies = whole(1, 60)
"""Parse a search depth, at most the plies of a whole game."""
seed = whole(0)
"""Parse the seed of a random generator, 0 or more."""


def number(text: str) -> float:
    """Parse a number; infinity and NaN are allowed."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def seconds(text: str) -> float:
    """Parse a number that is more than 0 and finite."""
    value = number(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not more than 0 and finite")
    return value


COMMON: dict[str, dict[str, Any]] = {
    "json": {"action": "store_true", "help": "write the result as JSON"},
    "out": {"metavar": "FILE", "type": Path, "help": "output file (default: the screen)"},
    "players": {
        "metavar": "MODULE",
        "action": "append",
        "default": [],
        "help": "Python module that registers more players; can be repeated",
    },
    "jobs": {"metavar": "N", "type": int, "help": "worker processes (default: one per core)"},
    "first": {"metavar": "N", "type": int, "help": "only the first N (default: all)"},
}
"""Arguments of `add_argument` for options that several commands share, by their names."""


def common(*names: str, **changed: Any) -> "Parser":
    """Return a parent parser with these shared options; `changed` as in `add_common`."""
    parent = Parser(add_help=False)
    add_common(parent, *names, **changed)
    return parent


def add_common(parser: Any, *names: str, **changed: Any) -> None:
    """Add shared options to a parser or to a group of its options.

    `changed` has further arguments of `add_argument` by name, which replace those of COMMON; a text
    replaces the help alone.
    """
    for name in dict.fromkeys((*names, *changed)):
        own = changed.get(name, {})
        own = {"help": own} if isinstance(own, str) else own
        parser.add_argument(f"--{name.replace('_', '-')}", **{**COMMON.get(name, {}), **own})


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line with a suggestion, and whose texts keep their lines.

    `examples` are lines at the end of the help.
    """

    def __init__(self, *, examples: str = "", **options: Any) -> None:
        epilog = options.pop("epilog", "")
        if examples:
            epilog = "examples:\n" + examples.strip("\n")
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            epilog=epilog,
            **options,
        )
        if self.add_help:
            version = f"othello-laboratory {__version__}"
            self.add_argument(
                "--version", action="version", version=version, help="print the version and exit"
            )

    def error(self, message: str) -> NoReturn:
        """Print an error as one line and exit with code 2."""
        self.exit(2, f"{self.prog}: {message} (see --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As `parse_args`: a word that is left over is an error of its own command."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            words = [word.partition("=")[0] for word in unknown if word.startswith("-")]
            guess = did_you_mean(words[0], self._option_string_actions) if words else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{guess}")
        return options, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Check as argparse does, and suggest the most similar choice."""
        choices: Sequence[str] | None = action.choices  # type: ignore[assignment]
        if choices is not None and value not in choices:
            guess = did_you_mean(value, choices) if isinstance(value, str) else ""
            known = ", ".join(map(str, choices))
            raise argparse.ArgumentError(
                action, f"invalid choice: {value!r} (choose from {known}){guess}"
            )
