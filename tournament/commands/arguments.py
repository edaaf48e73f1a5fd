"""What can be typed after `python -m tournament`: commands, options, and help with examples."""

import argparse
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, NoReturn

from players.cluster.choice import EXECUTOR_OPTION, PROCESSES, executor_argument
from tournament.commands.contest_arguments import add_event, add_parity, add_sprt
from tournament.commands.examples import EXAMPLES
from tournament.formats.ladder import DEFAULT_RUNGS, TIE_RULE
from tournament.options import add_limits, add_openings, add_seed, jobs, natural, seconds
from tournament.running.watchdog import MOVE_SECONDS

CSV, JSON, GGF, WTHOR, TRANSCRIPTS = "csv", "json", "ggf", "wthor", "transcripts"
SUFFIXES = {CSV: ".csv", JSON: ".json", GGF: ".ggf", WTHOR: ".wtb", TRANSCRIPTS: ".txt"}
"""The formats of games, and how the names of their files end."""

NO_EXAMPLES = "-"

EVENTS = {
    "round-robin": "everybody against everybody, with ratings",
    "gauntlet": "one player against all others, with ratings",
}

WITH_PLAYERS = ("", "ladder", "match", *EVENTS, "sprt", "parity")

MORE = "more_"
"""Begins the names of the lists that are given after the command."""

DEFAULT_A = "alphabeta"
DEFAULT_B = "forward"

DEFAULT_PAGE = "report.html"

LADDER_TEXT = f"""\
Both players start at depth 1; whoever was cheaper in the last tournament is
deepened by one for the next
({TIE_RULE}).
MORE marks, for each depth of A, the first tournament in which B searches deeper
and costs more than A; LESS the one at the same depth of A and one less of B."""


SPRT_TEXT = """\
Pairs of games are played until it is decided whether A is elo0 or elo1 stronger
than B: when the logarithm of the ratio of their likelihoods (LLR) reaches a bound.
Pairs are judged in a fixed order, whichever of them are finished first; those of
openings that are the same but for a symmetry count together as what they weigh.
Where a player has chance in it, the openings are played again with other seeds, which
follow from the round. --seed changes the order of the openings alone."""

PARITY_TEXT = """\
B plays every match with the limit that is named, A with more or less; the factor is
sought by bisection, and read off a curve through all matches."""


HELP_WIDTH = 100
"""Columns of the lines that describe players."""


def _folded(line: str) -> str:
    """The line of a player with all its options, in several lines where it is too long."""
    lines, indent = [""], " " * 4
    for part in re.findall(r"[^,]*,?", line):
        if len(lines[-1]) + len(part) > HELP_WIDTH:
            lines.append(indent)
        lines[-1] += part
    return "\n".join(lines)


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

            described = "\n".join(map(_folded, registry.describe().splitlines()))
            text += f"\nplayers, with their options and defaults:\n{described}\n"
        return text

    def error(self, message: str) -> NoReturn:
        """One line and exit code 2."""
        self.exit(2, f"{self.prog}: {message} (--help says more)\n")


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
    ("--executor", PROCESSES, {**EXECUTOR_OPTION, "type": executor_argument}),
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


def make_parser() -> Parser:
    """The parser of all commands."""
    parser = Parser(
        prog="python -m tournament",
        description="Paired games of Othello players over the 244 four-move openings.",
        parents=[common_options()],
        examples="",
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )

    def add(name: str, summary: str, description: str = "") -> Parser:
        return commands.add_parser(
            name,
            help=summary,
            description=description or f"{summary[0].upper()}{summary[1:]}.",
            parents=[common_options(given_before=True)],
            examples=name,
        )

    _add_contests(add)
    _add_store_commands(add)
    check = add("check", "start players, let each move, and say which limits it knows")
    check.add_argument("specs", nargs="*", metavar="PLAYER", help="(default: all of --players)")
    experiment = add("experiment", "a published table or figure, ours beside theirs")
    experiment.add_argument("name", nargs="?", metavar="NAME")
    experiment.add_argument("rest", nargs=argparse.REMAINDER, metavar="...", help="its options")
    return parser


def _add_contests(add: Callable[..., Parser]) -> None:
    """The commands that play."""
    _add_ladder(add("ladder", "tournaments, each one deeper (the default command)", LADDER_TEXT))
    _add_match(add("match", "one tournament of A against B, each opening with both colours"))
    for kind, summary in EVENTS.items():
        add_event(add(kind, summary), kind)
    add_sprt(add("sprt", "a match that ends once it is decided who is stronger", SPRT_TEXT))
    add_parity(add("parity", "the nodes or time at which A scores as much as B", PARITY_TEXT))


def _add_store_commands(add: Callable[..., Parser]) -> None:
    """The commands that read the store, or go on with what is in it."""
    show = add("show", "all ladders and matches stored, or the result of one ladder or match")
    _add_id(show)
    show.add_argument("--csv", action="store_true", help="write the table as CSV")
    show.add_argument("--svg", metavar="FILE", type=Path, help="also draw one result as a picture")
    _add_id(add("resume", "go on with what was stopped"))
    export = add("export", "all games, or those of one ladder or match, for other programs")
    _add_id(export)
    export.add_argument("--output", metavar="FILE", type=Path, help="a file instead of the screen")
    export.add_argument(
        "--format", choices=SUFFIXES, help="(default: as the file's name ends, else csv)"
    )
    take = add("import", "take stores from other machines into this one, nothing twice")
    take.add_argument("files", metavar="STORE", nargs="+", type=Path, help="a file of results")
    _add_report(
        add("report", "a page in HTML on all results, or on some, with all games to replay")
    )


def _add_report(parser: Parser) -> None:
    """The options of a report."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="the start of an id that show lists")
    parser.add_argument(
        "--output",
        metavar="FILE",
        type=Path,
        default=Path(DEFAULT_PAGE),
        help="the page (default: %(default)s)",
    )
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="also as Markdown")


def parse(words: Sequence[str], commands: Collection[str]) -> argparse.Namespace:
    """What the words ask for; `players` is a tuple of all modules that they name.

    The ladder is meant where the words are nothing but options.
    """
    named = {"-h", "--help", *commands} & set(words)
    if not words or (words[0].startswith("-") and not named):
        words = ["ladder", *words]
    parser = make_parser()
    options = parser.parse_args(words)
    _check_formats(parser, options)
    after = vars(options).pop(f"{MORE}players", ())
    options.players = (*(options.players or ()), *after)
    return options


def _check_formats(parser: Parser, options: argparse.Namespace) -> None:
    """One line if the options name two formats for one result."""
    asked = vars(options)
    if options.json and asked.get("csv"):
        parser.error("--json and --csv are two formats; name one")
    if options.json and asked.get("format") not in (None, JSON):
        parser.error(f"--json and --format {asked['format']} are two formats; name one")


def _add_id(parser: argparse.ArgumentParser) -> None:
    """Which of the stored ladders and matches is meant."""
    parser.add_argument("id", nargs="?", metavar="ID", help="the start of an id that show lists")


def _add_ladder(parser: argparse.ArgumentParser) -> None:
    """The options of a ladder."""
    for name, default in (("A", DEFAULT_A), ("B", DEFAULT_B)):
        parser.add_argument(
            name.lower(), metavar=name, nargs="?", default=default, help=f"(default: {default})"
        )
    parser.add_argument(
        "--cost",
        choices=("nodes", "cpu"),
        default="nodes",
        help="what is compared (default: nodes)",
    )
    parser.add_argument(
        "--rungs",
        metavar="N",
        type=natural,
        help=f"so many tournaments (default: {DEFAULT_RUNGS}, or no end with --max-depth)",
    )
    parser.add_argument("--max-depth", metavar="N", type=natural, help="nobody is deepened further")
    add_openings(parser)


def _add_match(parser: argparse.ArgumentParser) -> None:
    """The options of a match."""
    parser.add_argument("a", metavar="A", help="a player, such as alphabeta:depth=3")
    parser.add_argument("b", metavar="B")
    add_openings(parser)
    add_seed(parser)
    add_limits(parser)
