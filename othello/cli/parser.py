"""The parser of every command: errors in one line, versions, completion, options that many have."""

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from othello.cli.errors import meant
from othello.version import __version__

MOST_COUNTED = 2**63 - 1
"""Kernels and the store count in int64."""


def whole(least: int, most: int = MOST_COUNTED) -> Callable[[str], int]:
    """The kind of value that is a whole number from `least` to `most`."""

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
"""A whole number from 1 on that a kernel can count to."""
seed = whole(0)
"""A number that chance is drawn from, 0 or more."""


def number(text: str) -> float:
    """Any number, one that is infinite or none at all too."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def seconds(text: str) -> float:
    """A time span of more than nothing that ends."""
    value = number(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not more than 0 and finite")
    return value


COMMON: dict[str, dict[str, Any]] = {
    "json": {"action": "store_true", "help": "write the result as JSON"},
    "out": {"metavar": "FILE", "type": Path, "help": "a file instead of the screen"},
    "players": {
        "metavar": "MODULE",
        "action": "append",
        "default": [],
        "help": "a Python module that registers more players; may be given again",
    },
    "jobs": {"metavar": "N", "type": int, "help": "worker processes (default: one a core)"},
    "first": {"metavar": "N", "type": int, "help": "only the first N (default: all)"},
}
"""What is the same of options that many commands have, by their names."""


def common(*names: str, **changed: Any) -> "Parser":
    """A parent of parsers with the common options of these names, as `add_common` adds them."""
    parent = Parser(add_help=False)
    add_common(parent, *names, **changed)
    return parent


def add_common(parser: Any, *names: str, **changed: Any) -> None:
    """Add the common options of these names to a parser or a group of one.

    `changed`: by name what else `add_argument` takes, in place of what is common or beside it; a
    text is the help alone.
    """
    for name in dict.fromkeys((*names, *changed)):
        own = changed.get(name, {})
        own = {"help": own} if isinstance(own, str) else own
        parser.add_argument(f"--{name.replace('_', '-')}", **{**COMMON.get(name, {}), **own})


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, which guesses what was meant; texts keep their lines.

    examples: lines at the end of the help.
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
                "--version", action="version", version=version, help="print the version and end"
            )

    def error(self, message: str) -> NoReturn:
        """One line and exit code 2."""
        self.exit(2, f"{self.prog}: {message} (--help says more)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As `parse_args`: a word that is left over is an error of the command that it is for."""
        options, left = super().parse_known_args(args, namespace)
        if left:
            words = [word.partition("=")[0] for word in left if word.startswith("-")]
            guess = meant(words[0], self._option_string_actions) if words else ""
            self.error(f"unrecognized arguments: {' '.join(left)}{guess}")
        return options, left

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As argparse does; the choice that is most like a wrong one is named, too."""
        choices: Sequence[str] | None = action.choices  # type: ignore[assignment]
        if choices is not None and value not in choices:
            guess = meant(value, choices) if isinstance(value, str) else ""
            known = ", ".join(map(str, choices))
            raise argparse.ArgumentError(
                action, f"invalid choice: {value!r} (choose from {known}){guess}"
            )
