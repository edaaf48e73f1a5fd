"""All commands with their options, and their parser."""

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple

from othello.cli.errors import UserError, suggest
from othello.cli.output import Display, as_document
from othello.cli.parser import Parser, common
from players.external.process import ENGINE_LOG
from players.workers.choice import jobs_of
from tournament.commands import rate, reproduce, results
from tournament.contests.contest import Contest, file_errors
from tournament.contests.contest_list import CONTESTS
from tournament.experiments import EXPERIMENTS, OWN, find_experiment
from tournament.options import (
    EVERYWHERE,
    LATER_LIST,
    PlayersParser,
    load_players,
    options_again,
    store_path,
)
from tournament.running.contest_runner import ContestRunner
from tournament.storage.store import Store

EXAMPLES = """
  python -m tournament                        the ladder of the default players
  python -m tournament match alphabeta:depth=3 greedy
  python -m tournament ladder alphabeta alphabeta:driver=pvs --rungs 8
  python -m tournament --players mine match mine:level=2 mobility
The same command resumes where it stopped, or shows the result."""

PLAYERS = """

`python -m tournament --help` lists the players with their options."""


def play_contest(options: argparse.Namespace) -> int:
    """Play the missing games of the contest of the options, and show the result."""
    with played(options) as (contest, store):
        results.show_result(contest, store, options)
    return 0


@contextmanager
def played(options: argparse.Namespace) -> Iterator[tuple[Contest, Store]]:
    """Play the missing games of the contest of the options; yield it and its store."""
    if options.engine_log is not None:
        with file_errors(options.engine_log):
            options.engine_log.open("a").close()
        os.environ[ENGINE_LOG] = str(options.engine_log.absolute())
    load_players(options.players)
    contest = CONTESTS[options.command].from_options(options)
    with Store(store_path(options)) as store:
        with (
            Display(sys.stderr, "games") as display,
            ContestRunner(store, display, jobs_of(options), options.move_seconds) as runner,
        ):
            contest.play_in(store, runner)
        yield contest, store


def add_experiment(parser: argparse.ArgumentParser) -> None:
    """Add the name of an experiment and the options that follow it."""
    words = "experiment (default: list all)"
    parser.add_argument("name", metavar="NAME", nargs="?", help=words)
    words = "options of the experiment"
    parser.add_argument("rest", metavar="...", nargs=argparse.REMAINDER, help=words)


def run_experiment(options: argparse.Namespace) -> int:
    """Run an experiment with the options that follow its name, or list all."""
    load_players(options.players)
    if options.players and options.name in EXPERIMENTS:
        raise UserError("this experiment does not take --players: its players are fixed")
    known = (*EXPERIMENTS, *OWN)
    if options.name is None:
        summaries = {name: find_experiment(name).summary for name in known}
        if options.json:
            print(as_document("experiments", {"experiments": summaries}))
        else:
            width = max(map(len, summaries))
            print("\n".join(f"{name:{width}} {summary}" for name, summary in summaries.items()))
        return 0
    if options.name not in known:
        raise UserError(f"unknown experiment {options.name!r}{suggest(options.name, known)}")
    experiment = find_experiment(options.name)
    parser = Parser(
        prog=f"python -m tournament experiment {experiment.name}",
        description=experiment.summary,
        epilog=experiment.epilog,
    )
    experiment.add_options(parser)
    if options.jobs is None:
        del options.jobs  # it would override the experiment's own default
    return experiment.run(parser.parse_args(options.rest, options))


class Command(NamedTuple):
    """A command: its summary, function, options and examples."""

    summary: str
    run: Callable[[argparse.Namespace], int]
    add_options: Callable[[argparse.ArgumentParser], None]
    examples: str
    description: str = ""
    common: Collection[str] = tuple(EVERYWHERE)
    """The common options that apply to it."""


COMMANDS = {
    **{
        name: Command(kind.summary, play_contest, kind.add_options, kind.examples, kind.description)
        for name, kind in CONTESTS.items()
    },
    "show": Command(
        "list all contests, or show the result of one",
        results.show,
        results.add_show,
        """
  python -m tournament show                   all contests
  python -m tournament show 3f2a              one contest, by the start of its id""",
        common=("players", "store", "json"),
    ),
    "export": Command(
        "export all games, or those of one contest, for other programs",
        results.export,
        results.add_export,
        """
  python -m tournament export > games.csv
  python -m tournament export 3f2a --out games.pgn""",
        common=("players", "store", "json"),
    ),
    "import": Command(
        "import stores of other machines, without duplicates",
        results.import_stores,
        results.add_import,
        """
  python -m tournament import laptop.sqlite server.sqlite""",
        common=("store", "json"),
    ),
    "rate": Command(
        "rate the players in files of games, whichever programs played them",
        rate.rate,
        rate.add_rate,
        """
  python -m tournament rate games.pgn
  python -m tournament rate ggs.ggf more/ --anchor zebra=2000""",
        common=("json",),
    ),
    "report": Command(
        "write an HTML page on all results, or on some, with games to replay",
        results.report,
        results.add_report,
        """
  python -m tournament report                 all results, in report.html
  python -m tournament report 3f2a --out match.html""",
        common=("players", "store", "json"),
    ),
    "reproduce": Command(
        "measure the papers' claims again, or list them with our figures",
        reproduce.run,
        reproduce.add_options,
        """
  python -m tournament reproduce              all claims, with our figures
  python -m tournament reproduce zhang1995    measure those of a paper
  python -m tournament reproduce --quick      all, in less than ten minutes""",
        common=("players", "store", "jobs", "json"),
    ),
    "experiment": Command(
        "reproduce a published table or figure",
        run_experiment,
        add_experiment,
        """
  python -m tournament experiment             a list of all
  python -m tournament experiment NAME --help""",
        common=("players", "store", "jobs", "executor", "move_seconds", "json"),
    ),
}
"""The commands by name."""


def make_parser(words: Sequence[str]) -> PlayersParser:
    """Return the parser of all commands, with the options of those among the words."""
    parser = PlayersParser(
        prog="python -m tournament",
        description="Paired games of Othello players over the 244 four-move openings.",
        parents=[common(**EVERYWHERE)],
        examples=EXAMPLES,
    )
    commands: Any = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    parser.modules = tuple(name for word, name in pairwise(words) if word == "--players")
    for name, command in COMMANDS.items():
        summary = command.summary
        own = commands.add_parser(
            name,
            help=summary,
            description=command.description or f"{summary[0].upper()}{summary[1:]}.",
            parents=[options_again(command.common)],
            examples=command.examples + (PLAYERS if name in CONTESTS else ""),
        )
        if name in words:
            command.add_options(own)
    return parser


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; `players` becomes a tuple of all modules.

    Without a command it is the ladder.
    """
    named = {"-h", "--help", *COMMANDS} & set(words)
    if not words or (words[0].startswith("-") and not named):
        words = ["ladder", *words]
    parser = make_parser(words)
    options = parser.parse_args(words)
    after = vars(options).pop(f"{LATER_LIST}players", ())
    options.players = (*(options.players or ()), *after)
    return options
