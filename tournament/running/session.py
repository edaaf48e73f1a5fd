"""A session: a store, a display, and workers that are started when they are needed.

It plays what is asked for as far as the store lacks it, one run for each tournament.
"""

import itertools
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from othello.display import Display
from players.cluster.choice import Jobs
from tournament.formats.ladder import Goal, Ladder, Levels, Rung, climb
from tournament.formats.progress import (
    ONLY,
    Games,
    Judge,
    Latest,
    Part,
    never,
    progress_text,
    versus,
)
from tournament.games.tournament import Tournament
from tournament.running.cluster import Pool, pool_of
from tournament.running.run import Run
from tournament.running.watchdog import MOVE_SECONDS
from tournament.storage.environment import environment_now
from tournament.storage.store import Store
from tournament.storage.totals import Totals


class Stopped(Exception):  # noqa: N818 - what a user asked for, no error
    """Ctrl-C: what is finished is stored; the message says how to go on."""


class Resources(NamedTuple):
    """What a session may use: worker processes (None: one a core) and seconds for a move."""

    jobs: Jobs | None = None
    move_seconds: float = MOVE_SECONDS


DEFAULT_RESOURCES = Resources()


class Session:
    """Plays what is missing from a store; use it as a context manager."""

    def __init__(
        self, store: Store, display: Display, resources: Resources = DEFAULT_RESOURCES
    ) -> None:
        self._store = store
        self._display = display
        self._resources = resources
        self._pool: Pool | None = None
        self._run_id = secrets.token_hex(8)

    def __enter__(self) -> "Session":
        """The session itself; no worker is started yet."""
        return self

    def __exit__(self, *exception: object) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.shut_down()

    def match(
        self, tournament: Tournament, part: Part = ONLY, judge: Judge | None = None
    ) -> Totals:
        """The totals of a tournament, all of it played, or as much as a judge needs."""
        total = tournament.game_count
        totals = self._store.totals(tournament.id)
        enough = judge.enough if judge else never
        if totals.games == total or (judge and enough(self.games(tournament))):
            return totals
        title = f"{part.title}{versus(tournament)}"
        self._display.begin(title, totals.games, total, beyond=part.games_after)
        self._play(tournament, judge)
        return self._store.totals(tournament.id)

    def _play(self, tournament: Tournament, judge: Judge | None) -> None:
        """Play what is missing of a tournament, or needed by a judge, and show how far that is."""
        enough = judge.enough if judge else never
        if self._pool is None:
            self._pool = pool_of(self._resources.jobs)
        self._store.add(tournament)
        self._store.keep_run(tournament.id, self._run_id, environment_now(self._pool.jobs))

        def text(games: Games) -> str:
            judged = judge.text() if judge else ""
            return ", ".join(filter(None, (judged, progress_text(games))))

        latest = Latest(text)

        def show(games: Games) -> None:
            if self._display.due:
                self._display.update(len(games), latest(games))

        run = Run(tournament, self._store, self._pool, self._resources.move_seconds)
        run.play(show, enough, self._display.say)
        games = self.games(tournament)
        enough(games)
        self._display.end(len(games), text(games))

    def games(self, tournament: Tournament) -> Games:
        """The stored games of a tournament."""
        return self._store.games(tournament.id, details=False)

    def matches(self, tournaments: Sequence[Tournament]) -> None:
        """Play all of several tournaments, one after the other."""
        left = [
            tournament.game_count - self._store.played(tournament.id) for tournament in tournaments
        ]
        for number, tournament in enumerate(tournaments):
            after = sum(left[number + 1 :])
            self.match(tournament, Part(number + 1, len(tournaments), after))

    def ladder(self, ladder: Ladder, goal: Goal) -> list[Rung]:
        """All rungs of a ladder up to its goal."""
        numbers = itertools.count(1)

        def play(tournament: Tournament, levels: Levels) -> Totals:
            return self.match(tournament, Part(next(numbers), goal.rungs or 0))

        return list(climb(ladder, goal, play))
