"""Options that several experiments share."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from typing import Any

from othello.cli.parser import add_common, natural, whole
from tournament.options import add_results

MOST_TRIALS = 10_000_000
MOST_SEED = 2**62
"""The store keeps 64 bits."""


Option = Callable[[Any], object]
"""A function that adds one option or several to a parser or a group."""


def option(
    declared: str,
    words: str,
    kind: Callable[[str], Any] | None = None,
    default: Any = None,
    **more: Any,
) -> Option:
    """Declare an option as its help shows it, such as "--depth N" or "files FILE..." for a list.

    `words` are the help, `kind` parses a value, `more` are further arguments of `add_argument`.
    """
    name, _, metavar = declared.partition(" ")
    if metavar.endswith("..."):
        metavar, more = metavar.removesuffix("..."), {"nargs": "+", **more}
        default = default and list(default)
        default_text = " ".join(f"{one:g}" if kind else one for one in default or ())
        words = words.replace("%(default)s", default_text)
    if metavar:
        more["metavar"] = metavar
    return lambda parser: parser.add_argument(name, help=words, type=kind, default=default, **more)


def together(*options: Option) -> Option:
    """Join several options."""

    def add(parser: Any) -> None:
        for one in options:
            one(parser)

    return add


def some_of(declared: str, names: Iterable[str]) -> Option:
    """Return an option that takes some of the names, all by default."""
    words = f"some of: {', '.join(names)} (default: all)"
    return option(declared, words, default=names, choices=tuple(names))


def evaluator_option(words: str = "evaluator of all players", default: str = "bill") -> Option:
    """Return the option for the players' evaluator, which decides edge and interest costs, too."""
    return option("--evaluator NAME", f"{words} (default: %(default)s)", default=default)


def count(name: str, default: int, words: str, kind: Callable[[str], int] = natural) -> Option:
    """Return an option that takes a number."""
    return option(f"{name} N", f"{words} (default: %(default)s)", kind, default)


def of_matches(openings: str | None = None) -> Option:
    """Return the options of every experiment with matches: openings and results."""
    words = f"N of the openings for each match, or classes (default: {openings or 'all'})"
    return together(option("--openings N", words, default=openings), add_results)


def of_trials(number: int) -> Option:
    """Return the options of every experiment with trials: count, first seed, results."""
    return together(
        count("--trials", number, "number of trees, positions or graphs", whole(1, MOST_TRIALS)),
        count("--seed", 0, "seed of the first trial", whole(-MOST_SEED, MOST_SEED)),
        add_results,
    )


def as_json(parser: ArgumentParser) -> None:
    """Add the option for JSON."""
    add_common(parser, "json")
