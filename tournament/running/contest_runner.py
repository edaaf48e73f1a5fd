"""The runner of a contest: it plays missing games, match by match, and shows the progress."""

import platform
import secrets
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from othello.cli.command import available_cores
from othello.cli.progress import Display
from othello.fingerprint import ROOT
from othello.version import __version__
from players.workers.choice import Jobs, pool_of
from players.workers.pool import Pool
from tournament.games.match import Match
from tournament.games.play import Games
from tournament.running.match_runner import MatchRunner, never
from tournament.running.watchdog import MOVE_SECONDS
from tournament.statistics.pairs import complete_pairs, elo
from tournament.storage.rows import Environment, Totals, sum_games
from tournament.storage.store import Store

GIT_SECONDS = 5.0
PROCESSOR_FILE = Path("/proc/cpuinfo")
PROCESSOR_NAMES = ("model name", "cpu model", "hardware")


def progress_text(games: Games) -> str:
    """Return A's share of the game points of complete pairs, and its Elo."""
    pairs = complete_pairs(games)
    if not pairs:
        return ""
    share = sum(pair.points for pair in pairs) / (2 * len(pairs))
    return f"A {100 * share:.1f} %, Elo {elo(share):+.0f}"


@lru_cache
def _commit() -> str:
    """Return the commit of the checkout of this program, "" outside a checkout."""
    if not (ROOT / ".git").exists():
        return ""
    words = ("git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=12")
    try:
        done = subprocess.run(
            words, cwd=ROOT, capture_output=True, text=True, timeout=GIT_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


@lru_cache
def processor_name() -> str:
    """Return the processor's name."""
    try:
        lines = PROCESSOR_FILE.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip().lower() in PROCESSOR_NAMES and value.strip():
            return value.strip()
    return platform.processor() or platform.machine()


def environment_now(run: str, jobs: int) -> Environment:
    """Return the environment of a run that begins now with `jobs` worker processes."""
    began = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
    python = ".".join(map(str, sys.version_info[:3]))
    machine = processor_name(), available_cores(), python, version("numba")
    return Environment(run, began, __version__, _commit(), *machine, jobs)


class RunStopped(Exception):  # noqa: N818 - a user's request, not an error
    """Ctrl-C: finished games are stored; the message says how to resume."""


class ContestRunner:
    """Plays games that a store lacks, in the run `run_id`; use it as a context manager.

    `jobs` is the number of worker processes, None for one a core.
    """

    def __init__(
        self,
        store: Store,
        display: Display,
        jobs: Jobs | None,
        move_seconds: float = MOVE_SECONDS,
    ) -> None:
        self._store, self._display = store, display
        self._jobs, self._move_seconds = jobs, move_seconds
        self._pool: Pool | None = None
        self._moved: set[str] = set()
        self.run_id = secrets.token_hex(8)

    def __enter__(self) -> "ContestRunner":
        return self

    def __exit__(self, *exception: object) -> None:
        if self._pool is not None:
            self._pool.shut_down()

    def play_match(
        self,
        match: Match,
        label: str = "",
        enough: Callable[[Games], bool] = never,
        text: Callable[[], str] = str,
    ) -> Totals:
        """Play all games of a match, or until there are `enough`; return the totals.

        The progress line begins with `label` and has the result of `text`.
        """
        games = self.games(match)
        if len(games) == match.game_count or enough(games):
            return sum_games(games.items())
        title = f"{label}A {match.a}, B {match.b}"
        self._display.begin(title, len(games), match.game_count)
        if self._pool is None:
            self._pool = pool_of(self._jobs)
        self._store.add_match(match)
        self._store.add_environment(match.id, environment_now(self.run_id, self._pool.jobs))

        def describe(games: Games) -> str:
            return ", ".join(filter(None, (text(), progress_text(games))))

        def show(games: Games) -> None:
            if self._display.due:
                self._display.update(len(games), describe(games))

        runner = MatchRunner(match, self._store, self._pool, self._move_seconds, self._moved)
        runner.play(show, enough, self._display.say)
        games = self.games(match)
        enough(games)
        self._display.end(len(games), describe(games))
        return sum_games(games.items())

    def games(self, match: Match) -> Games:
        """Return the stored games of a match."""
        return self._store.games(match.id, details=False)

    def play_matches(self, matches: Sequence[Match]) -> None:
        """Play several matches one after the other."""
        for number, match in enumerate(matches, start=1):
            label = f"match {number} of {len(matches)}, " if len(matches) > 1 else ""
            self.play_match(match, label)
