"""A session: a store, a display, and workers that are started when they are needed.

It plays what is asked for as far as the store lacks it, one run for each tournament, and says
meanwhile how it stands.
"""

import math
import os
import platform
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from othello.cli.command import available_cores
from othello.cli.progress import Display
from othello.fingerprint import ROOT
from othello.version import __version__
from players.workers.choice import Jobs, pool_of
from players.workers.pool import Pool
from tournament.games.openings import class_numbers
from tournament.games.play import Games
from tournament.games.tournament import Tournament
from tournament.games.trust import NOBODY, Named
from tournament.running.run import Run, never
from tournament.running.watchdog import MOVE_SECONDS
from tournament.statistics.pairs import class_bootstrap, complete_pairs, elo, elo_interval
from tournament.storage.rows import Environment, Totals
from tournament.storage.store import Store

GIT_SECONDS = 5.0
PROCESSOR_FILE = Path("/proc/cpuinfo")
PROCESSOR_NAMES = ("model name", "cpu model", "hardware")
TEXT_SECONDS = 1.0
"""Between two looks at all pairs."""

LIVE_RESAMPLES = 500
"""Of the bootstrap behind the interval that is shown while games are played."""


def progress_text(games: Games) -> str:
    """A's share of the game points so far with its interval, and Elo with half of its interval."""
    pairs = complete_pairs(games)
    if not pairs:
        return ""
    shares = [pair.points / 2 for pair in pairs]
    share = sum(shares) / len(shares)
    classes = class_numbers(pair.opening for pair in pairs)
    interval = class_bootstrap(shares, classes, LIVE_RESAMPLES)
    low, high = elo_interval(interval)
    error = f" ± {(high - low) / 2:.0f}" if high - low < math.inf else ""
    return (
        f"A {100 * share:.1f} % ({100 * interval.low:.0f} to {100 * interval.high:.0f}),"
        f" Elo {elo(share):+.0f}{error}"
    )


class Part(NamedTuple):
    """Where a tournament stands in a run: its number, of how many, and the games after it.

    `of` is 0 where nobody knows how many there will be.
    """

    number: int = 1
    of: int = 1
    games_after: int = 0
    name: str = "tournament"

    @property
    def title(self) -> str:
        """The tournament's place in words, "" for the only one."""
        if self.of == 1:
            return ""
        return f"{self.name} {self.number}{f' of {self.of}' if self.of else ''}, "


ONLY = Part()


@lru_cache
def _commit() -> str:
    """The commit of the checkout in which this program lies, "" if it lies in none."""
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
def _cpu() -> str:
    try:
        lines = PROCESSOR_FILE.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip().lower() in PROCESSOR_NAMES and value.strip():
            return value.strip()
    return platform.processor() or platform.machine()


def _load() -> float | None:
    """How many processes wanted a core on average over the last minute."""
    try:
        return round(os.getloadavg()[0], 2)
    except (AttributeError, OSError):  # Windows counts no load
        return None


def environment_now(jobs: int) -> Environment:
    """The environment of a run that begins now with so many worker processes."""
    python = ".".join(map(str, sys.version_info[:3]))
    machine = _cpu(), available_cores(), python, version("numba"), platform.platform(terse=True)
    return Environment(__version__, _commit(), *machine, _load(), jobs)


class Stopped(Exception):  # noqa: N818 - what a user asked for, no error
    """Ctrl-C: what is finished is stored; the message says how to go on."""


class Session:
    """Plays what is missing from a store, as the run `run_id`; use it as a context manager.

    `jobs` are its worker processes, None for one a core. Modules and programs that are not
    `named` are neither imported nor started, whatever a contest of the store asks for.
    """

    def __init__(
        self,
        store: Store,
        display: Display,
        jobs: Jobs | None,
        move_seconds: float = MOVE_SECONDS,
        named: Named = NOBODY,
    ) -> None:
        self.named = named
        self._store, self._display = store, display
        self._jobs, self._move_seconds = jobs, move_seconds
        self._pool: Pool | None = None
        self._moved: set[str] = set()
        self.run_id = secrets.token_hex(8)

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *exception: object) -> None:
        if self._pool is not None:
            self._pool.shut_down()

    def match(
        self,
        tournament: Tournament,
        part: Part = ONLY,
        enough: Callable[[Games], bool] = never,
        judged: Callable[[], str] = str,
    ) -> Totals:
        """The totals of a tournament, all of it played, or until there are `enough` games.

        SpecError for players that nobody has named.
        `judged` is asked for what to say, in front of the points, of how it stands.
        """
        total = tournament.game_count
        totals = self._store.totals(tournament.id)
        if totals.games == total or (enough is not never and enough(self.games(tournament))):
            return totals
        self.named.check(tournament.modules, (tournament.a, tournament.b))
        title = f"{part.title}A {tournament.a}, B {tournament.b}"
        self._display.begin(title, totals.games, total, beyond=part.games_after)
        if self._pool is None:
            self._pool = pool_of(self._jobs)
        self._store.add(tournament)
        self._store.keep_run(tournament.id, self.run_id, environment_now(self._pool.jobs))
        said, number, due = "", 0, -math.inf

        def text(games: Games) -> str:
            return ", ".join(filter(None, (judged(), progress_text(games))))

        def show(games: Games) -> None:
            nonlocal said, number, due
            if not self._display.due:
                return
            if len(games) != number and time.monotonic() >= due:  # since a bootstrap takes time
                said, number, due = text(games), len(games), time.monotonic() + TEXT_SECONDS
            self._display.update(len(games), said)

        run = Run(tournament, self._store, self._pool, self._move_seconds, self._moved)
        run.play(show, enough, self._display.say)
        games = self.games(tournament)
        enough(games)
        self._display.end(len(games), text(games))
        return self._store.totals(tournament.id)

    def games(self, tournament: Tournament) -> Games:
        """The stored games of a tournament."""
        return self._store.games(tournament.id, details=False)

    def matches(self, tournaments: Sequence[Tournament]) -> None:
        """Play all of several tournaments, one after the other."""
        left = [one.game_count - self._store.played(one.id) for one in tournaments]
        for number, tournament in enumerate(tournaments, start=1):
            self.match(tournament, Part(number, len(tournaments), sum(left[number:])))
