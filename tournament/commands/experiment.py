"""The command that runs a published experiment, with the options that follow its name."""

import argparse
from argparse import Namespace

from othello.cli.errors import UserError, suggest
from othello.cli.output import as_document
from othello.cli.parser import Parser
from tournament.experiments import EXPERIMENTS, find_experiment
from tournament.options import option

EXPERIMENT_OPTIONS = (
    option("name NAME", "", nargs="?"),
    option("rest", "its options", nargs=argparse.REMAINDER, metavar="..."),
)


def run(options: Namespace) -> int:
    """Run an experiment with the options that follow its name, or list all."""
    if options.players:
        raise UserError("experiments have players of their own and take no --players module")
    if options.name is None:
        summaries = {name: find_experiment(name).summary for name in EXPERIMENTS}
        if options.json:
            print(as_document("experiments", {"experiments": summaries}))
        else:
            width = max(map(len, summaries))
            print("\n".join(f"{name:{width}} {summary}" for name, summary in summaries.items()))
        return 0
    if options.name not in EXPERIMENTS:
        raise UserError(f"unknown experiment {options.name!r}{suggest(options.name, EXPERIMENTS)}")
    asked = find_experiment(options.name)
    parser = Parser(
        prog=f"python -m tournament experiment {asked.name}",
        description=asked.summary,
        epilog=asked.epilog,
    )
    asked.add_options(parser)
    if options.jobs is None:
        del options.jobs  # or it would stand before the experiment's own default
    return asked.run(parser.parse_args(asked.arguments(options.rest), options))
