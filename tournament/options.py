"""Options of all commands: parsers of values, and the objects that they describe."""

import argparse
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from othello.cli.command import prints_on_stderr
from othello.cli.errors import UserError
from othello.cli.parser import (
    Parser,
    add_common,
    common,
    natural,
    number,
    plies,
    seconds,
    seed,
    whole,
)
from players import registry
from players.limits import Limits
from players.workers.choice import EXECUTOR_OPTION
from tournament.games.match import (
    CLOCK,
    LIMIT_KINDS,
    Clock,
    Match,
    TimeControl,
    code_version,
)
from tournament.games.openings import chosen_openings
from tournament.running.workers import MOVE_SECONDS
from tournament.storage.schema import default_path

LATER_LIST = "more_"
"""Prefix of the names of lists that stand after the command."""
STORE: dict[str, Any] = {"metavar": "FILE", "type": Path, "help": "results file"}
MOST_ELO = 1000.0

jobs = whole(0, 1000)
"""Parse a number of worker processes, 0 or more."""


def probability(text: str) -> float:
    """Parse an error probability, more than 0 and less than 0.5."""
    value = seconds(text)
    if value >= 0.5:
        raise argparse.ArgumentTypeError(f"{text} is not less than 0.5")
    return value


def rating(text: str) -> float:
    """Parse a difference of ratings, at most MOST_ELO."""
    value = number(text)
    if not abs(value) <= MOST_ELO:
        raise argparse.ArgumentTypeError(f"{text} is beyond {MOST_ELO:g}")
    return value


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


def flag(name: str, words: str) -> Option:
    """Declare an option without a value, False by default."""
    return lambda parser: parser.add_argument(name, action="store_true", help=words)


def together(*options: Option, title: str = "", words: str = "") -> Option:
    """Join several options, in a group of the help if there is a title."""

    def add(parser: Any) -> None:
        group = parser.add_argument_group(title, words or None) if title else parser
        for one in options:
            one(group)

    return add


OPENINGS_OPTION = option(
    "--openings WHICH",
    "openings to play (default: all 244 of four moves): N of these, from as many classes as"
    " possible; classes: one of each of their 60 classes; random:plies=8,count=100,seed=1; a FILE"
    " with a transcript or a board on each line; or transcripts such as f5d6c3d3,f5f6e6",
)
A_AND_B = together(
    option("a A", "a player, such as alphabeta:depth=3"),
    option("b B", "its opponent"),
    OPENINGS_OPTION,
)
"""The players of a match, and its openings."""
ID = option("id ID", "start of the id of a contest that `show` lists", nargs="?")
"""The id of a stored contest."""


def seed_option(what: str = "players' random choices") -> Option:
    """Declare the option for the seed of `what`."""
    return option("--seed N", f"seed of the {what} (default: 0)", seed, 0)


LIMITS: tuple[tuple[str, str, Any, str], ...] = (
    ("depth", "N", plies, "search depth in plies"),
    ("nodes", "N", natural, "most positions generated per move"),
    ("seconds", "S", seconds, "most CPU seconds per move"),
    ("interest", "X", seconds, "budget of each side for a line, for interest search"),
    (
        "game-seconds",
        "S",
        seconds,
        "wall-clock seconds of each side for a game; a side that runs out loses",
    ),
    ("increment", "S", seconds, "wall-clock seconds added after each move"),
)
"""Limits: the name of the option, its value, the parser of that, and the help."""


def limit_options() -> Option:
    """Declare the limits of all players."""
    return together(
        *(option(f"--{name} {value}", what, kind) for name, value, kind, what in LIMITS),
        title="limits of all players, in place of their own",
    )


def store_path(options: argparse.Namespace) -> Path:
    """Return the path of the store: that of the options, or the user's."""
    return options.store or default_path()


def add_results(parser: argparse.ArgumentParser, default_jobs: int | None = None) -> None:
    """Add the options of every experiment that stores results; None means one job a core."""
    words = f"worker processes (default: {default_jobs or 'one per core'}); 0: none"
    own_jobs = {"type": jobs, "default": default_jobs, "help": words}
    add_common(parser, "json", store=STORE, jobs=own_jobs, executor=EXECUTOR_OPTION)


def load_players(modules: tuple[str, ...]) -> None:
    """Import modules of players, from the current folder, too."""
    if modules and "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    with prints_on_stderr():
        registry.load(modules)


def check_player(spec: str) -> str:
    """Return a player's canonical specification; SpecError if the player cannot be made."""
    with prints_on_stderr():
        registry.make(spec)
    return registry.canonical(spec)


def time_control_of_options(options: argparse.Namespace) -> TimeControl:
    """Return the time control of all players; UserError for a wrong one."""
    limits = Limits(**{kind: getattr(options, kind) for kind in LIMIT_KINDS})
    seconds, increment = (getattr(options, name) for name in CLOCK)
    if seconds is None and increment is not None:
        raise UserError("an increment needs seconds for a game: --game-seconds")
    return TimeControl(limits, None if seconds is None else Clock(seconds, increment or 0.0))


def match_of_options(options: argparse.Namespace, *players: str) -> Match:
    """Return the match of the first two of some players, who all support the limits.

    A clock is for any player: the tournament stops it.
    """
    openings = chosen_openings(options.openings)
    control, specs = time_control_of_options(options), tuple(map(check_player, players))
    for spec in specs:
        supported = registry.supported_limits(spec)
        for kind in LIMIT_KINDS:
            if getattr(control.limits, kind) is not None and kind not in supported:
                names = ", ".join(supported) or "no limit"
                raise UserError(f"{spec!r} does not support the limit {kind}; it supports {names}")
    code = code_version(options.players, specs)
    a, b, *_ = specs
    limits, clock = control
    return Match(a, b, openings, limits, clock, code, options.players, options.seed)


class PlayersParser(Parser):
    """A parser that lists the players in its help."""

    def format_help(self) -> str:
        """Return the help with all players, which are loaded only now, since that is slow."""
        described = registry.describe()
        return f"{super().format_help()}\nplayers, with their options and defaults:\n{described}\n"


EVERYWHERE: dict[str, dict[str, Any]] = {
    "players": {"default": None},
    "store": {**STORE, "help": "results file (default: in the user's data folder)"},
    "jobs": {
        "type": jobs,
        "help": "worker processes (default: one per core); 0: play in this process, unwatched",
    },
    "executor": EXECUTOR_OPTION,
    "move_seconds": {
        "metavar": "S",
        "type": seconds,
        "default": MOVE_SECONDS,
        "help": f"wall-clock limit of a move; a slower player loses (default: {MOVE_SECONDS:g})",
    },
    "json": {},
}
"""Changes of the shared options for every command, by name."""


def common_options() -> Parser:
    """Return the parser of the options before a command's name."""
    return common(**EVERYWHERE)


def options_again(shown: Collection[str]) -> Parser:
    """Return the parser of the same options after a command's name; the help lists those `shown`.

    Values before the name stay valid. A list has another name here, since argparse would replace
    the earlier one.
    """
    later = {name: {**own, "default": argparse.SUPPRESS} for name, own in EVERYWHERE.items()}
    later["players"]["dest"] = f"{LATER_LIST}players"
    for name in later.keys() - set(shown):
        later[name]["help"] = argparse.SUPPRESS
    return common(**later)
