"""What can be typed after the names of the formats beside match and ladder."""

import argparse

from tournament.formats.events import GAUNTLET
from tournament.formats.parity import DEFAULT_NODES, DEFAULT_STEPS
from tournament.options import (
    add_limits,
    add_openings,
    add_seed,
    natural,
    probability,
    rating,
    seconds,
)
from tournament.statistics.sequential import Hypotheses

DEFAULTS = Hypotheses()


def add_event(parser: argparse.ArgumentParser, kind: str) -> None:
    """The options of a round robin or a gauntlet."""
    if kind == GAUNTLET:
        parser.add_argument("first", metavar="PLAYER", help="who meets all others")
        parser.add_argument("others", metavar="OPPONENT", nargs="+")
    else:
        parser.add_argument("first", metavar="P1", help="a player, such as alphabeta:depth=3")
        parser.add_argument("others", metavar="P2", nargs="+", help="and more")
    add_openings(parser)
    add_seed(parser)
    add_limits(parser, sides=False)


def _add_two(parser: argparse.ArgumentParser) -> None:
    """Two players and the openings."""
    parser.add_argument("a", metavar="A", help="a player, such as alphabeta:depth=3")
    parser.add_argument("b", metavar="B")
    add_openings(parser)


def add_sprt(parser: argparse.ArgumentParser) -> None:
    """The options of a sequential test."""
    _add_two(parser)
    group = parser.add_argument_group("the test")
    for name, kind, text in (
        ("elo0", rating, "what A is stronger by if nothing was gained"),
        ("elo1", rating, "what it is stronger by if enough was gained"),
        ("alpha", probability, "how often elo1 may be accepted where elo0 holds"),
        ("beta", probability, "how often elo0 may be accepted where elo1 holds"),
    ):
        default = getattr(DEFAULTS, name)
        group.add_argument(
            f"--{name}",
            type=kind,
            metavar="E" if kind is rating else "P",
            default=default,
            help=f"{text} (default: {default:g})",
        )
    group.add_argument("--normalised", action="store_true", help="both are normalised Elo")
    add_seed(parser, "order of openings, and of nothing else")
    add_limits(parser)


def add_parity(parser: argparse.ArgumentParser) -> None:
    """The options of a search for equal strength."""
    _add_two(parser)
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--nodes",
        type=natural,
        metavar="N",
        help=f"B's positions generated for a move (default: {DEFAULT_NODES})",
    )
    limit.add_argument("--seconds", type=seconds, metavar="S", help="or B's CPU seconds for a move")
    parser.add_argument(
        "--steps",
        type=natural,
        default=DEFAULT_STEPS,
        metavar="N",
        help=f"matches of the bisection (default: {DEFAULT_STEPS})",
    )
    add_seed(parser)
