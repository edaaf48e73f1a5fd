"""Options that many commands share: the store, workers, and modules of players."""

import argparse
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

from othello.cli.command import prints_on_stderr
from othello.cli.parser import Parser, add_common, common, seconds, whole
from players import registry
from players.workers.choice import EXECUTOR_OPTION
from tournament.running.workers import MOVE_SECONDS
from tournament.storage.schema import default_path

LATER_LIST = "more_"
"""Prefix of the names of lists that stand after the command."""
STORE: dict[str, Any] = {"metavar": "FILE", "type": Path, "help": "results file"}

jobs = whole(0, 1000)
"""Parse a number of worker processes, 0 or more."""


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


class PlayersParser(Parser):
    """A parser that lists the players in its help, also those of `modules`."""

    modules: tuple[str, ...] = ()

    def format_help(self) -> str:
        """Return the help with all players, which are loaded only now, since that is slow."""
        load_players(self.modules)
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
    "engine_log": {
        "metavar": "FILE",
        "type": Path,
        "help": "append all lines to and from other programs (gtp, nboard) to a file",
    },
    "json": {},
}
"""Changes of the shared options for every command, by name."""


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
