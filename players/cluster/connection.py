"""The connection to a Dask scheduler: made, lost, made again, and who works there."""

import contextlib
import logging
import socket
import ssl
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from othello.display import duration_text
from players.cluster import worker
from players.cluster.choice import Elsewhere

QUESTION_SECONDS = 5.0
"""How long a scheduler may take to accept a connection, and to answer a question."""
SILENT_SECONDS = 30.0
LOST_SECONDS = 1800.0
"""How long a scheduler is waited for: one that never answered, and one that was lost."""
AGAIN_SECONDS = 1.0
WORKERS_SECONDS = 2.0
"""How often it is looked who has joined and who has left."""

LONGEST_GREETING = 10**6
"""Bytes in which a scheduler says at most how it speaks; it takes about 70."""
_LENGTH_BYTES = 8

LOGGERS = (
    *("distributed", "distributed.client", "distributed.core", "distributed.nanny"),
    *("distributed.scheduler", "distributed.worker", "tornado", "asyncio", "bokeh"),
)
"""Those of other people, whose lines would stand among those of the display."""


class ClusterError(OSError):
    """A cluster that cannot do the work; the message is one line."""


class Connection:
    """To the scheduler at an address, or to one of our own; `say` is told what takes a while.

    `pause` waits for so many seconds, and is false once nobody wants a connection any more.
    """

    def __init__(
        self,
        elsewhere: Elsewhere,
        say: Callable[[str], object],
        pause: Callable[[float], bool],
    ) -> None:
        self._elsewhere, self._say, self._pause = elsewhere, say, pause
        self._own: Any = None
        self._had_one = False
        self._counted = 0.0
        self._alone = False
        self.client: Any = None
        self.slots = 0

    @property
    def lives(self) -> bool:
        """Whether there is one, as far as is known."""
        return self.client is not None and self.client.status == "running"

    def open(self) -> None:
        """Connect, if anybody wants that still; ClusterError if no scheduler answers for long."""
        _be_quiet()
        if self._elsewhere.address:
            self._await_scheduler(self._elsewhere.address)
        else:
            self._start_own()
        self._had_one = True

    def _start_own(self) -> None:
        """Start a scheduler and workers on this machine, once."""
        from distributed import Client, LocalCluster

        if self._own is not None:
            raise ClusterError("the scheduler of this machine is gone; the same command goes on")
        self._own = LocalCluster(
            n_workers=self._elsewhere.workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL + 1,
        )
        self.client = Client(self._own, set_as_default=False)

    def _await_scheduler(self, address: str) -> None:
        """Connect as soon as a scheduler answers, and say so if it takes a while."""
        patience = LOST_SECONDS if self._had_one else SILENT_SECONDS
        began, said = time.monotonic(), False
        while (client := _client_of(address)) is None:
            if time.monotonic() - began > patience:
                raise ClusterError(
                    f"no scheduler answers at {address}; with one there the same command goes on"
                )
            if not said:
                state = "is lost" if self._had_one else "does not answer"
                limit = duration_text(patience)
                self._say(f"the scheduler at {address} {state}: waiting for it, {limit} at most")
                said = True
            if not self._pause(AGAIN_SECONDS):
                return
        self.client = client
        if said:
            self._say(f"the scheduler at {address} answers")

    def lose(self) -> None:
        """Leave a scheduler that does not answer."""
        client, self.client = self.client, None
        self.slots, self._counted = 0, 0.0
        if client is not None:
            with contextlib.suppress(Exception):
                client.close(timeout=QUESTION_SECONDS)

    def count(self) -> None:
        """Look, now and then, how many threads all workers have; OSError if nobody answers."""
        if time.monotonic() - self._counted > WORKERS_SECONDS:
            self._counted = time.monotonic()
            self.slots = sum(self._ask(self.client.scheduler.ncores).values())
            if self._alone != (not self.slots):
                self._alone = not self.slots
                self._say("no worker has joined: waiting" if self._alone else "a worker has joined")

    def _ask(self, question: Callable[..., Any], **options: Any) -> Any:
        """What the scheduler answers; OSError if it does not."""
        return self.client.sync(question, callback_timeout=QUESTION_SECONDS, **options)

    def begun(self) -> set[str]:
        """The keys of what workers have begun; OSError if nobody answers."""
        said = self._ask(self.client._run, function=worker.keys_under_way, on_error="ignore")
        return {key for keys in said.values() for key in keys}

    def close(self) -> None:
        """End the connection, and the scheduler and workers that were started for it."""
        if self.lives:
            with contextlib.suppress(Exception):
                self._ask(self.client._run, function=worker.dismiss_children, on_error="ignore")
        self.lose()
        if self._own is not None:
            with contextlib.suppress(Exception):
                self._own.close(timeout=QUESTION_SECONDS)


def _be_quiet() -> None:
    """Let nobody but us say what becomes of the cluster, nor that a batch of games is large."""
    import dask

    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"})


def _client_of(address: str) -> Any:
    """A client of the scheduler at tcp://HOST:PORT; None if nobody answers there as one."""
    from distributed import Client

    if not _greets(address):
        return None
    try:
        return Client(address, set_as_default=False, timeout=QUESTION_SECONDS)
    except Exception:  # another service may answer anything
        return None


def _greets(address: str) -> bool:
    """Whether what listens at an address speaks first, and as a scheduler does.

    A client waits for ever for who is silent. A greeting begins with its length in eight bytes.
    ClusterError where both sides do not agree on encryption.
    """
    parts = urlsplit(address)
    length = b""
    try:
        with contextlib.ExitStack() as open_ones:
            place = parts.hostname or "", parts.port or 0
            stream = open_ones.enter_context(socket.create_connection(place, QUESTION_SECONDS))
            if parts.scheme == "tls":
                stream = open_ones.enter_context(_encryption(address).wrap_socket(stream))
            while more := stream.recv(_LENGTH_BYTES - len(length)):
                length += more
    except ssl.SSLError as error:
        reason = error.reason or str(error)
        raise ClusterError(f"no encryption is agreed upon with {address}: {reason}") from None
    except OSError:
        return False
    said = len(length) == _LENGTH_BYTES
    return said and 0 < int.from_bytes(length, "little") <= LONGEST_GREETING


def _encryption(address: str) -> ssl.SSLContext:
    """That of Dask's configuration for a client; ClusterError where there is none."""
    from distributed import Security

    try:
        context = Security().get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:
        raise ClusterError(f"the certificates of Dask's configuration: {error}") from None
    if context is None:
        raise ClusterError(
            f"{address} needs distributed.comm.tls.ca-file, client.cert and client.key in Dask's"
            " configuration"
        )
    return context
