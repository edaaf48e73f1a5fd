"""Options of experiments, as parts of which the value of one is made."""

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from typing import Any

from tournament.experiments.runner import plots, trials
from tournament.options import add_results, natural, seconds

Option = Callable[[Any], object]
"""Adds an option, or several that belong together, to a parser or a group of its options."""


def option(*names: str, **settings: Any) -> Option:
    """An option as argparse takes it."""
    return lambda parser: parser.add_argument(*names, **settings)


def several(
    name: str, kind: Callable[[str], Any], default: Sequence[Any], words: str, nargs: str = "+"
) -> Option:
    """An option that takes one number or more; `words` say what of, its default is added."""
    metavar = "S" if kind is seconds else "N"
    shown = " ".join(f"{value:g}" for value in default)
    text = f"{words} (default: {shown})"
    return option(name, nargs=nargs, type=kind, default=list(default), metavar=metavar, help=text)


def move_seconds(default: Sequence[float]) -> Option:
    """CPU seconds a move, one match or more for each."""
    return several("--seconds", seconds, default, "CPU seconds for a move")


def count(name: str, default: int, words: str, kind: Callable[[str], int] = natural) -> Option:
    """An option that takes a number; `words` say what of, its default is added."""
    text = f"{words} (default: %(default)s)"
    return option(name, type=kind, default=default, metavar="N", help=text)


def of_matches(openings: str | None = None) -> Option:
    """The options of every experiment that plays: how many openings, and where results are kept."""

    def add(parser: ArgumentParser) -> None:
        words = "so many for each match (default: the experiment's)"
        parser.add_argument("--openings", metavar="N", default=openings, help=words)
        add_results(parser)

    return add


def of_trials(number: int, jobs: int | None = None) -> Option:
    """The options of every experiment of trials: how many, from which seed on, and --plot."""
    return lambda parser: trials.add_arguments(parser, number, jobs)


def of_results(jobs: int | None = None) -> Option:
    """Where results are kept and who works, for trials from one seed on; `jobs`: the default."""

    def add(parser: ArgumentParser) -> None:
        add_results(parser, jobs)
        parser.set_defaults(seed=0)

    return add


def plot(words: str = "draw the result: .png, .svg or .pdf") -> Option:
    """The option for a plot."""
    return lambda parser: plots.add_argument(parser, words)


JSON_OPTION = option("--json", action="store_true", help="print JSON_OPTION instead of a table")
