"""Choice of workers: processes of this machine, or the workers of a Dask scheduler.

Dask replaces workers that die and gives their tasks to others; its configuration encrypts.
"""

import argparse
import importlib.util
import logging
import time
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, Future
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from othello import fingerprint
from othello.cli.command import available_cores
from players.workers.pool import InProcess, Pool, WorkerPool

PROCESSES, DASK, TLS = "processes", "dask", "dask+tls"
SCHEMES = {DASK: "tcp", TLS: "tls"}
"""Dask's names of our schemes."""

CONNECT_SECONDS = 30.0
"""Limit for a scheduler to answer at the start."""

LOCAL_CLUSTER = {
    "host": "127.0.0.1",
    "threads_per_worker": 1,
    "dashboard_address": "127.0.0.1:0",
}

COUNT_SECONDS = 2.0
"""Interval between counts of the workers, which may join or leave."""


class DaskWorkers(NamedTuple):
    """Workers of a Dask scheduler at tcp:// or tls://HOST:PORT, or of a local cluster if empty.

    workers: worker processes of the local cluster.
    """

    address: str
    workers: int


Jobs = int | DaskWorkers
"""Number of processes of this machine, or Dask's workers."""


def executor_named(text: str) -> str | None:
    """Return None for processes, an address for Dask's workers, "" for those of a local cluster.

    ArgumentTypeError for other text, or if Dask is not installed.
    """
    if text == PROCESSES:
        return None
    scheme, _, place = text.partition("://")
    try:
        parts = urlsplit(f"//{place}")
        complete = parts.hostname and parts.port and place == parts.netloc
    except ValueError:
        complete = False
    if text != DASK and not (complete and scheme in SCHEMES):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not {PROCESSES}, {DASK}, {DASK}://HOST:PORT or {TLS}://HOST:PORT"
        )
    if importlib.util.find_spec("distributed") is None:
        raise argparse.ArgumentTypeError(
            f"--executor {text} needs the package distributed: install the extra 'cluster'"
        )
    return f"{SCHEMES[scheme]}://{place}" if place else ""


EXECUTOR_OPTION: dict[str, Any] = {
    "default": PROCESSES,
    "type": executor_named,
    "metavar": "WHERE",
    "help": f"where workers run: {PROCESSES}, on this machine (default); {DASK}, a Dask cluster of"
    f" --jobs workers on this machine; {DASK}://HOST:PORT, a running scheduler; or"
    f" {TLS}://HOST:PORT, encrypted with the certificates of Dask's configuration",
}
"""The option --executor of every command that has --jobs."""


def jobs_of(options: argparse.Namespace) -> Jobs | None:
    """Return the choice of --jobs and --executor; None for one process per core."""
    address = getattr(options, "executor", None)
    if address is None:
        return options.jobs
    return DaskWorkers(address, options.jobs or available_cores())


def _run_task(version: str, task: Callable[..., Any], *arguments: Any) -> Any:
    """Run a task on a worker; BrokenExecutor if its code differs from the command's."""
    if fingerprint.version() != version:
        raise BrokenExecutor(
            f"a worker runs different code: {fingerprint.version()}, not {version}"
        )
    return task(*arguments)


def _copy_outcome(dask_future: Future, future: Future) -> None:
    """Copy the outcome of Dask's future; BrokenExecutor if no worker could run the task."""
    if dask_future.cancelled():
        future.set_exception(BrokenExecutor("the scheduler has gone"))
        return
    from distributed import KilledWorker

    error = dask_future.exception()
    if error is None:
        future.set_result(dask_future.result())
    else:
        broken = isinstance(error, KilledWorker)
        future.set_exception(BrokenExecutor(str(error).splitlines()[0]) if broken else error)


class DaskPool(Pool):
    """A pool of the workers of a scheduler or, without an address, of a local cluster."""

    watched = False

    def __init__(self, address: str, workers: int) -> None:
        """Connect to the scheduler, or start a cluster; ConnectionError if that fails."""
        from distributed import Client

        for name in ("distributed", "distributed.client"):  # they print tracebacks
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client = Client(
                address or None,
                timeout=CONNECT_SECONDS,
                set_as_default=False,
                **({} if address else {**LOCAL_CLUSTER, "n_workers": workers}),
            )
        except (OSError, TypeError, ValueError, RuntimeError) as error:
            reason = next(iter(str(error).splitlines()), "")
            raise ConnectionError(f"the Dask scheduler does not answer: {reason}") from None
        self._executor = self._client.get_executor(pure=False)
        self._version = fingerprint.version()
        self._counted_at = -COUNT_SECONDS
        super().__init__(workers)
        self.prepared = True  # each worker prepares its own players

    @property
    def max_in_flight(self) -> int:
        """Number of tasks to submit at a time; it grows as workers join."""
        if time.monotonic() - self._counted_at > COUNT_SECONDS:
            self._counted_at = time.monotonic()
            self.jobs = sum(self._client.nthreads().values()) or 1
        return 2 * self.jobs

    def submit(self, task: Callable[..., Any], /, *arguments: Any, retries: int = 1) -> Future:
        """Submit a task, which another worker repeats if one dies."""
        future: Future = Future()
        future.set_running_or_notify_cancel()
        dask_future = self._executor.submit(_run_task, self._version, task, *arguments)
        dask_future.add_done_callback(lambda done: _copy_outcome(done, future))
        return future

    def take_back(self, futures: Collection[Future]) -> set[Future]:
        """Return all of them: Dask does not report which have begun."""
        return set(futures)

    def shut_down(self) -> None:
        """Drop all tasks, and end a cluster of our own."""
        self._client.close()


def pool_of(jobs: Jobs | None, most: int | None = None) -> Pool:
    """Return a pool, of at most `most` processes; None: one per core, 0: this process only."""
    if isinstance(jobs, DaskWorkers):
        return DaskPool(jobs.address, jobs.workers)
    jobs = available_cores() if jobs is None else jobs
    jobs = jobs if most is None else min(jobs, most)
    return WorkerPool(jobs) if jobs else InProcess()
