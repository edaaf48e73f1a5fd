"""Where work is done: in processes of this machine, or by the workers of a Dask scheduler."""

import argparse
import importlib.util
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from othello.cli.command import available_cores
from players.workers.pool import InProcess, Pool, WorkerPool

PROCESSES, DASK, TLS = "processes", "dask", "dask+tls"


class Elsewhere(NamedTuple):
    """Workers of a Dask scheduler at tcp:// or tls://HOST:PORT; of its own where that is empty.

    workers: how many worker processes the one of its own has, on this machine.
    """

    address: str
    workers: int


Jobs = int | Elsewhere
"""How many processes of this machine work, or who else does."""


def executor_named(text: str) -> str:
    """Return `text` if it names who works; ArgumentTypeError if not, or if it is not installed."""
    if text == PROCESSES:
        return text
    if text != DASK:
        address_of(text)
    if importlib.util.find_spec("distributed") is None:
        raise argparse.ArgumentTypeError(
            f"--executor {text} needs the package distributed: install the extra 'cluster'"
        )
    return text


def address_of(text: str) -> str:
    """Return the address for Dask, "" for a cluster of our own; ArgumentTypeError for others."""
    if text == DASK:
        return ""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if host is not None and port is not None:
        for ours, theirs in ((DASK, "tcp"), (TLS, "tls")):
            if text == f"{ours}://{parts.netloc}":
                return f"{theirs}://{parts.netloc}"
    raise argparse.ArgumentTypeError(
        f"{text!r} is not {PROCESSES}, {DASK} or {DASK}://HOST:PORT, {TLS}://HOST:PORT"
    )


EXECUTOR_OPTION: dict[str, Any] = {
    "default": PROCESSES,
    "type": executor_named,
    "metavar": "WHERE",
    "help": f"who works: {PROCESSES} of this machine (the default), {DASK}: a cluster of --jobs"
    f" workers on this machine, {DASK}://HOST:PORT: the workers of that scheduler,"
    f" {TLS}://HOST:PORT: encrypted, by the certificates of Dask's configuration",
}
"""The option --executor of every command that has --jobs."""


def jobs_asked(options: argparse.Namespace) -> Jobs | None:
    """What --jobs and --executor ask for; None for as many processes as there are cores."""
    executor = getattr(options, "executor", PROCESSES)
    if executor == PROCESSES:
        return options.jobs
    return Elsewhere(address_of(executor), options.jobs or available_cores())


def pool_of(jobs: Jobs | None) -> Pool:
    """Return the workers asked for; None for as many processes as there are cores, 0 for none."""
    if isinstance(jobs, Elsewhere):
        from players.workers.dask_pool import DaskPool  # late: it imports Dask

        return DaskPool(jobs.address, jobs.workers)
    jobs = available_cores() if jobs is None else jobs
    return WorkerPool(jobs) if jobs else InProcess()
