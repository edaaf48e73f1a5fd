"""Workers of a Dask scheduler in place of this machine's processes, for the same sessions.

A worker watches over the child that plays games there, and decides as a run does about the
processes of this machine.
"""

import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import BrokenExecutor, Future
from functools import partial
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


def _look(games: Sequence[Assignment], lost: LostGames) -> None:
    """Raise if a player takes too long in one of the games that a child plays now."""
    if lost.overdue(games):
        raise _Overdue


def play_watched(games: Sequence[Assignment], move_seconds: float, call: Call) -> Played:
    """Play games to their ends, one after the other, in a child that is watched.

    BrokenExecutor if children die again and again before they begin.
    """
    began = time.monotonic()
    lost = LostGames(move_seconds)
    records: dict[int, GameRecord] = {}
    with watchdog.turns_file() as turns:
        waiting = {at: game._replace(turns=turns, number=at) for at, game in enumerate(games)}
        while waiting:
            alone = [waiting[number] for number in lost.alone]
            now = alone[:1] or [*waiting.values()]
            for game in now:
                watchdog.clear(turns, game.number)
            try:
                played = call(play_all, now, look=partial(_look, now, lost))
                found = dict(zip((game.number for game in now), played.records, strict=True))
            except (_Overdue, ChildDied) as ended:
                overdue = isinstance(ended, _Overdue)  # who has answered since has lost nothing
                late = lost.overdue(now) if overdue else {}
                found = lost.decide(now, late, explained=overdue)
                if lost.hopeless:
                    said = f"a process died {FALSE_STARTS} times before it began a game"
                    raise BrokenExecutor(said) from None
            records |= found
            for number in found:
                del waiting[number]
                lost.alone.discard(number)
    return Played([records[place] for place in range(len(games))], time.monotonic() - began)


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
