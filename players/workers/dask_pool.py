"""Workers of a Dask scheduler in place of this machine's processes, through Dask's own client.

Dask replaces workers that die and gives their tasks to others; its configuration encrypts.
"""

import logging
import time
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, Future
from typing import Any

from distributed import Client, KilledWorker

from othello import fingerprint
from players.workers.pool import Pool

CONNECT_SECONDS = 30.0
"""How long a scheduler may take to answer at the start."""

LOOK_SECONDS = 2.0
"""How often it is looked which workers have joined or left."""


def _done(version: str, task: Callable[..., Any], *arguments: Any) -> Any:
    """Do a task on a worker; BrokenExecutor if other code than the command's would do it."""
    if fingerprint.version() != version:
        raise BrokenExecutor(f"a worker has other code: {fingerprint.version()}, not {version}")
    return task(*arguments)


def _hand_on(theirs: Future, ours: Future) -> None:
    """End our future as Dask's ended; BrokenExecutor if no worker could do the task."""
    if theirs.cancelled():
        ours.set_exception(BrokenExecutor("the scheduler is gone"))
        return
    error = theirs.exception()
    if error is None:
        ours.set_result(theirs.result())
    else:
        broken = isinstance(error, KilledWorker)
        ours.set_exception(BrokenExecutor(str(error).splitlines()[0]) if broken else error)


class DaskPool(Pool):
    """A pool of the workers of a scheduler; without an address, of a cluster on this machine."""

    watched = False

    def __init__(self, address: str, workers: int) -> None:
        """Connect to the scheduler, or start `workers` of our own; OSError in one line."""
        for name in ("distributed", "distributed.client"):  # it says in a traceback what we say
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client = (
                Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
                if address
                else Client(
                    host="127.0.0.1",
                    n_workers=workers,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    set_as_default=False,
                )
            )
        except (OSError, TypeError, ValueError, RuntimeError) as error:
            said = next(iter(str(error).splitlines()), "")
            raise ConnectionError(f"no scheduler answers: {said}") from None
        self._executor = self._client.get_executor(pure=False)
        self._version = fingerprint.version()
        self._looked = -LOOK_SECONDS
        super().__init__(workers)
        self.prepared = True  # each worker prepares its own players

    @property
    def window(self) -> int:
        """How many tasks to submit at a time; more when workers join."""
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._looked = time.monotonic()
            self.jobs = sum(self._client.nthreads().values()) or 1
        return 2 * self.jobs

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Submit a task, which other workers do again if one dies."""
        future: Future = Future()
        future.set_running_or_notify_cancel()
        theirs = self._executor.submit(_done, self._version, task, *arguments)
        theirs.add_done_callback(lambda theirs: _hand_on(theirs, future))
        return future

    def take_back(self, futures: Collection[Future]) -> set[Future]:
        """Return all of them: Dask does not tell which have begun."""
        return set(futures)

    def shut_down(self) -> None:
        """Drop what is under way, and end the cluster if it is our own."""
        self._client.close()
