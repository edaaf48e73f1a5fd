"""Workers of a Dask scheduler in place of this machine's processes, for the same sessions.

A worker watches over the child that plays games there, and decides as a run does about the
processes of this machine.
"""

import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import BrokenExecutor, Future
from functools import partial
from pathlib import Path
from typing import Any

from players.cluster.child import Check
from players.cluster.choice import Elsewhere
from players.cluster.executor import AHEAD, Cluster
from players.cluster.worker import Call, ChildDied
from tournament.games.play import GameRecord
from tournament.games.tournament import code_version
from tournament.running import watchdog
from tournament.running.lost_games import FALSE_STARTS, LostGames
from tournament.running.pool import WorkerPool
from tournament.running.workers import Assignment, Played, play_all


class _Overdue(Exception):  # noqa: N818 - it ends a game, which is no error
    """A player has not answered for too long."""


def check_of(game: Assignment) -> Check:
    """What must be the same where a game is played: all that decides how it goes."""
    asked = game.tournament.modules, (game.tournament.a, game.tournament.b)
    return Check(code_version, asked, code_version(*asked))


class _Guard:
    """Games that are to be played, and what has become of them."""

    def __init__(self, games: Sequence[Assignment], turns: Path, move_seconds: float) -> None:
        self._waiting = {
            number: game._replace(turns=turns, number=number) for number, game in enumerate(games)
        }
        self._lost = LostGames(move_seconds)
        self.records: dict[int, GameRecord] = {}

    def play(self, call: Call) -> None:
        """Play all that wait; BrokenExecutor if children die again and again before they begin."""
        while self._waiting:
            games = self._next()
            for game in games:
                watchdog.clear(game.turns, game.number)
            try:
                played = call(play_all, games, look=partial(self._look, games))
            except (_Overdue, ChildDied) as ended:
                self._decide(games, isinstance(ended, _Overdue))
            else:
                for game, record in zip(games, played.records, strict=True):
                    self._keep(game.number, record)

    def _next(self) -> list[Assignment]:
        """All games that wait, but those that are to be played alone one by one."""
        for number in self._lost.alone:
            return [self._waiting[number]]
        return list(self._waiting.values())

    def _look(self, games: Sequence[Assignment]) -> None:
        """Raise if a player takes too long in one of the games that a child plays now."""
        if self._lost.overdue(games):
            raise _Overdue

    def _decide(self, games: Sequence[Assignment], overdue: bool) -> None:
        """Decide about games whose child is gone, because it was `overdue` or by itself.

        A player that has answered meanwhile has lost nothing.
        """
        late = self._lost.overdue(games) if overdue else {}
        for number, record in self._lost.decide(games, late, explained=overdue).items():
            self._keep(number, record)
        if self._lost.hopeless:
            raise BrokenExecutor(f"a process died {FALSE_STARTS} times before it began a game")

    def _keep(self, number: int, record: GameRecord) -> None:
        del self._waiting[number]
        self._lost.alone.discard(number)
        self.records[number] = record


def play_watched(games: Sequence[Assignment], move_seconds: float, call: Call) -> Played:
    """Play games to their ends, one after the other, in a child that is watched."""
    began = time.monotonic()
    with watchdog.turns_file() as turns:
        guard = _Guard(games, turns, move_seconds)
        guard.play(call)
    records = [guard.records[number] for number in range(len(games))]
    return Played(records, time.monotonic() - began)


class ClusterPool:
    """What a `WorkerPool` is for processes; a worker watches over its players by itself.

    No worker is lost here that a session would have to know of, and each prepares its players.
    """

    def __init__(self, elsewhere: Elsewhere) -> None:
        self.prepared = True
        self._executor = Cluster(elsewhere)

    @property
    def jobs(self) -> int:
        """How many games are played at a time, at least one."""
        return self._executor.slots or 1

    @property
    def window(self) -> int:
        """How many games to submit at a time; more when workers join."""
        return AHEAD * self.jobs

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future:
        """Submit a task, for a child of any worker."""
        return self._executor.submit(task, *arguments)

    def play(self, games: Sequence[Assignment], move_seconds: float) -> Future:
        """Have games played in a child of a worker that watches over it."""
        check = check_of(games[0])
        return self._executor.submit_watched(check, play_watched, games, move_seconds)

    def keep_begun(self, futures: Collection[Future]) -> set[Future]:
        """Those that a worker has begun; the others are cancelled."""
        begun = self._executor.begun(futures)
        for future in set(futures) - begun:
            future.cancel()
        return begun

    def rebuild(self) -> None:
        """No-op: workers that die are no concern of a session."""

    def kill(self, process: int) -> None:
        """No-op: no process of this machine plays."""

    def kill_all(self) -> None:
        """Stop all that is under way."""
        self._executor.shutdown(cancel_futures=True)

    shut_down = kill_all


Pool = WorkerPool | ClusterPool
