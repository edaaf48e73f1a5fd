"""The command that runs a published experiment, with the options that follow its name."""

import argparse
import importlib
from argparse import Namespace
from types import ModuleType

from tournament.commands.parser import Parser
from tournament.commands.show import write_json
from tournament.contests.contest import RequestError
from tournament.experiments import EXPERIMENTS
from tournament.experiments.runner.sizes import SIZES, time_line

QUICK = "--quick"
"""Puts the smaller size of an experiment before the options that are given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="...", help="its options")


def _examples(name: str, experiment: ModuleType) -> str:
    """The end of an experiment's help: the lines that it shows, or the least one can type."""
    command = f"python -m tournament experiment {name}"
    lines = getattr(experiment, "EXAMPLES", (command, f"{command} --json"))
    return "\n  ".join(("examples:", *lines))


def run(options: Namespace) -> int:
    """Run an experiment with the options that follow its name, or list all."""
    if options.name is None:
        summaries = {
            name: importlib.import_module(EXPERIMENTS[name]).SUMMARY for name in EXPERIMENTS
        }
        if options.json:
            write_json(summaries)
        else:
            width = max(map(len, summaries))
            print("\n".join(f"{name:{width}} {summary}" for name, summary in summaries.items()))
        return 0
    if options.name not in EXPERIMENTS:
        known = ", ".join(EXPERIMENTS) or "none"
        raise RequestError(f"unknown experiment {options.name!r}; known are: {known}")
    module = importlib.import_module(EXPERIMENTS[options.name])
    parser = Parser(
        prog=f"python -m tournament experiment {options.name}",
        description=module.SUMMARY,
        epilog=f"{time_line(options.name)}\n\n{_examples(options.name, module)}",
    )
    module.add_arguments(parser)
    parser.add_argument(QUICK, action="store_true", help="a smaller size, for a first look")
    if options.jobs is None:
        del options.jobs  # or it would stand before the experiment's own default
    quick = SIZES[options.name].quick.split() if QUICK in options.rest else []
    options = parser.parse_args([*quick, *options.rest], options)
    return module.run(options)
