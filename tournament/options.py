"""What can be typed after `python -m tournament`."""

import argparse
from collections.abc import Collection, Sequence
from pathlib import Path

from tournament.arguments import MORE, Parser, common_options, natural, seconds
from tournament.ladder import DEFAULT_RUNGS, TIE_RULE

DEFAULT_A = "alphabeta:evaluator=bill"
DEFAULT_B = "forward"


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

    _add_ladder(add("ladder", "tournaments, each one deeper (the default command)", LADDER_TEXT))
    _add_match(add("match", "one tournament of A against B, each opening with both colours"))
    show = add("show", "what was asked for, or the result of one ladder or match")
    _add_id(show)
    show.add_argument("--svg", metavar="FILE", type=Path, help="also draw one result as a picture")
    _add_id(add("resume", "go on with what was stopped"))
    export = add("export", "all games, or those of one ladder or match, as CSV")
    _add_id(export)
    export.add_argument("--output", metavar="FILE", type=Path, help="a file instead of the screen")
    experiment = add("experiment", "a published table or figure, played again")
    experiment.add_argument("name", nargs="?", metavar="NAME")
    experiment.add_argument("rest", nargs=argparse.REMAINDER, metavar="...", help="its options")
    return parser


def parse(words: Sequence[str], commands: Collection[str]) -> argparse.Namespace:
    """What the words ask for; `players` is a tuple of all modules that they name.

    The ladder is meant where the words are nothing but options.
    """
    named = {"-h", "--help", *commands} & set(words)
    if not words or (words[0].startswith("-") and not named):
        words = ["ladder", *words]
    options = make_parser().parse_args(words)
    after = vars(options).pop(f"{MORE}players", ())
    options.players = (*(options.players or ()), *after)
    return options


LADDER_TEXT = f"""\
Both players start at depth 1; whoever was cheaper in the last tournament is
deepened by one for the next ({TIE_RULE}).
MORE marks, for each depth of A, the first tournament in which B searches deeper
and costs more than A; LESS the one at the same depth of A and one less of B."""


def _add_id(parser: argparse.ArgumentParser) -> None:
    """Which of the stored ladders and matches is meant."""
    parser.add_argument("id", nargs="?", metavar="ID", help="the start of an id")


def _add_openings(parser: argparse.ArgumentParser) -> None:
    """The option for a smaller tournament."""
    parser.add_argument(
        "--openings",
        metavar="N|LIST",
        help="so many of the 244 openings, evenly spread, or these: f5d6c3d3,f5f6e6f4",
    )


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
    _add_openings(parser)


def _add_match(parser: argparse.ArgumentParser) -> None:
    """The options of a match."""
    parser.add_argument("a", metavar="A", help="a player, such as alphabeta:depth=3")
    parser.add_argument("b", metavar="B")
    _add_openings(parser)
    group = parser.add_argument_group("limits for both, in place of the players' own")
    group.add_argument("--depth", metavar="N", type=natural, help="plies")
    group.add_argument("--nodes", metavar="N", type=natural, help="positions generated for a move")
    group.add_argument("--seconds", metavar="S", type=seconds, help="CPU seconds for a move")
