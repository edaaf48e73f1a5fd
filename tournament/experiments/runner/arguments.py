"""Options of experiments, as parts of which the value of one is made."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from othello.cli.parser import add_common, natural, seconds, whole
from tournament.options import Option as Option
from tournament.options import add_results
from tournament.options import option as option
from tournament.options import together as together

MOST_TRIALS = 10_000_000
MOST_SEED = 2**62
"""The store keeps 64 bits."""


def some_of(declared: str, names: Iterable[str]) -> Option:
    """An option that takes some of the names, all by default."""
    words = f"some of: {', '.join(names)} (default: all)"
    return option(declared, words, default=names, choices=tuple(names))


def move_seconds(default: Sequence[float], **more: Any) -> Option:
    """CPU seconds a move, one match or more for each."""
    words = "CPU seconds for a move (default: %(default)s)"
    return option("--seconds S...", words, seconds, default, **more)


def evaluator_option(words: str = "of all players", default: str = "bill") -> Option:
    """Whose values the players search with; edge costs and costs of interest are its own."""
    return option("--evaluator NAME", f"{words} (default: %(default)s)", default=default)


def evaluators_option(
    words: str = "such as patterns@FILE", default: Sequence[str] = ("bill", "patterns")
) -> Option:
    """The evaluators that are compared, or with each of which the players search."""
    return option("--evaluators NAME...", f"{words} (default: %(default)s)", default=default)


def count(name: str, default: int, words: str, kind: Callable[[str], int] = natural) -> Option:
    """An option that takes a number; `words` say what of, its default is added."""
    return option(f"{name} N", f"{words} (default: %(default)s)", kind, default)


def of_matches(openings: str | None = None) -> Option:
    """The options of every experiment that plays: how many openings, and where results are kept."""
    words = "so many for each match (default: the experiment's)"
    return together(option("--openings N", words, default=openings), add_results)


def of_trials(number: int, jobs: int | None = None) -> Option:
    """The options of every experiment of trials: how many, from which seed on, and --plot.

    `jobs`: the default, None for one a core.
    """
    return together(
        count("--trials", number, "so many trees, positions or graphs", whole(1, MOST_TRIALS)),
        count("--seed", 0, "of the first trial", whole(-MOST_SEED, MOST_SEED)),
        of_results(jobs),
        plot(),
    )


def of_results(jobs: int | None = None) -> Option:
    """Where results are kept and who works; `jobs`: the default, None for one a core."""
    return partial(add_results, default_jobs=jobs)


def plot(words: str = "draw the result: .png, .svg or .pdf") -> Option:
    """The option for a plot."""
    return option("--plot FILE", words, Path)


def as_json(parser: ArgumentParser) -> None:
    """The option for plain data."""
    add_common(parser, "json")
