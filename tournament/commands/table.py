"""All commands: how each is typed, and what it does."""

import argparse
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from othello.cli.parser import Parser
from tournament.commands import check, experiment, play, report, show
from tournament.contests.stored import CONTESTS
from tournament.options import (
    EVERYWHERE,
    LATER_LIST,
    Option,
    PlayersParser,
    common_options,
    options_again,
)

EXAMPLES = """
  python -m tournament                        the ladder of the default players
  python -m tournament match alphabeta:depth=3 greedy
  python -m tournament ladder alphabeta alphabeta:driver=pvs --rungs 8
  python -m tournament --players mine match mine:level=2 mobility
  python -m tournament resume                 go on with what was stopped last
The same command typed again goes on where it stopped, or shows the result."""

PLAYERS = """

`python -m tournament --help` lists the players with their options."""


class Command(NamedTuple):
    """A command: what it does in a line and in a function, its options, and its examples."""

    summary: str
    run: Callable[[argparse.Namespace], int]
    options: Sequence[Option]
    examples: str
    description: str = ""
    common: Collection[str] = tuple(EVERYWHERE)
    """Those of the options of every command that mean something to it."""


COMMANDS = {
    **{
        name: Command(kind.summary, play.run, kind.options, kind.examples, kind.description)
        for name, kind in CONTESTS.items()
    },
    "show": Command(
        "all ladders and matches stored, or the result of one ladder or match",
        show.run,
        show.SHOW_OPTIONS,
        """
  python -m tournament show                   all ladders and matches
  python -m tournament show 3f2a              one ladder or match, by the start of its id""",
        common=("players", "store", "json"),
    ),
    "resume": Command(
        "go on with what was stopped",
        play.resume,
        play.RESUME_OPTIONS,
        """
  python -m tournament resume                 the latest that is not finished
  python -m tournament resume 3f2a --jobs 2""",
    ),
    "export": Command(
        "all games, or those of one ladder or match, for other programs",
        show.export,
        show.EXPORT_OPTIONS,
        """
  python -m tournament export > games.csv
  python -m tournament export 3f2a --out games.ggf
  python -m tournament export --out games.wtb""",
        common=("players", "store", "json"),
    ),
    "import": Command(
        "take stores from other machines into this one, nothing twice",
        show.import_stores,
        show.IMPORT_OPTIONS,
        """
  python -m tournament import laptop.sqlite server.sqlite""",
        common=("store", "json"),
    ),
    "report": Command(
        "a page in HTML on all results, or on some, with all games to replay",
        report.run,
        report.REPORT_OPTIONS,
        """
  python -m tournament report                 all results, in report.html
  python -m tournament report 3f2a --out match.html --out match.md""",
        common=("players", "store", "json"),
    ),
    "check": Command(
        "start players, let each move, and say which limits it knows",
        check.run,
        check.CHECK_OPTIONS,
        """
  python -m tournament check                  all players
  python -m tournament check alphabeta:depth=8 forward
  python -m tournament --players mine check   the players of mine.py""",
        common=("players", "jobs", "move_seconds", "json"),
    ),
    "experiment": Command(
        "a published table or figure, ours beside theirs",
        experiment.run,
        experiment.EXPERIMENT_OPTIONS,
        """
  python -m tournament experiment             a list of them
  python -m tournament experiment NAME --help""",
        common=("store", "jobs", "executor", "move_seconds", "json"),
    ),
}
"""The commands by name."""


def make_parser() -> PlayersParser:
    """The parser of all commands."""
    parser = PlayersParser(
        prog="python -m tournament",
        description="Paired games of Othello players over the 244 four-move openings.",
        parents=[common_options()],
        examples=EXAMPLES,
    )
    commands: Any = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    for name, command in COMMANDS.items():
        summary = command.summary
        own = commands.add_parser(
            name,
            help=summary,
            description=command.description or f"{summary[0].upper()}{summary[1:]}.",
            parents=[options_again(command.common)],
            examples=command.examples + (PLAYERS if name in CONTESTS else ""),
        )
        for add in command.options:
            add(own)
    return parser


def parse(words: Sequence[str]) -> argparse.Namespace:
    """What the words ask for; `players` is a tuple of all modules that they name.

    The ladder is meant where the words are nothing but options.
    """
    named = {"-h", "--help", *COMMANDS} & set(words)
    if not words or (words[0].startswith("-") and not named):
        words = ["ladder", *words]
    parser = make_parser()
    options = parser.parse_args(words)
    _check_formats(parser, options)
    after = vars(options).pop(f"{LATER_LIST}players", ())
    options.players = (*(options.players or ()), *after)
    return options


def _check_formats(parser: PlayersParser, options: argparse.Namespace) -> None:
    """One line if the options name two formats for one result."""
    asked = vars(options)
    if options.json and asked.get("csv"):
        parser.error("--json and --csv are two formats; name one")
    if options.json and asked.get("format") not in (None, show.JSON):
        parser.error(f"--json and --format {asked['format']} are two formats; name one")
