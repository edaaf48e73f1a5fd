"""Workers of a Dask scheduler in place of this machine's processes, for the same sessions."""

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from typing import Any

from players.cluster.choice import Elsewhere, Jobs
from players.cluster.executor import AHEAD, Cluster
from tournament.running import guarded
from tournament.running.pool import WorkerPool
from tournament.running.workers import Assignment


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
        check = guarded.check_of(games[0])
        return self._executor.submit_watched(check, guarded.play_all, games, move_seconds)

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


def pool_of(jobs: Jobs | None) -> Pool:
    """The workers asked for; None for as many processes as there are cores."""
    return ClusterPool(jobs) if isinstance(jobs, Elsewhere) else WorkerPool(jobs)
