"""The executor whose work is done by the workers of a Dask scheduler.

A thread of its own talks to the scheduler, so that who waits for results is never held up: it
keeps a bounded number of orders under way, and gives them again after a scheduler was lost.
"""

import contextlib
import pickle
import queue
import secrets
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import Executor, Future
from functools import partial
from multiprocessing import resource_tracker
from typing import Any, NamedTuple, NoReturn

from players.cluster import worker
from players.cluster.child import DONE, FAILED, Check, Reply, check_of, order_of
from players.cluster.choice import Elsewhere
from players.cluster.connection import ClusterError, Connection

AHEAD = 2
"""Orders under way for each thread of a worker, so that none waits for the next."""
EVENT_SECONDS = 0.25

BEGUN_SECONDS = 10.0
"""How long the workers are asked what they have begun."""
LEAVING_SECONDS = 20.0
"""How long the end may take; what then goes on is left to the end of the process."""

RESULT_SECONDS = 60.0
"""How long a result may take from a worker to here."""

MOST_LOSSES = 3
"""How often the scheduler may say of an order that it ended several workers, one after another."""


class _Order(NamedTuple):
    """A call that somebody waits for; `carry_out` is how a worker does it."""

    future: Future
    carry_out: Callable[[bytes], bytes]
    check: Check
    task: Callable[..., Any]
    arguments: tuple[Any, ...]


class _Given(NamedTuple):
    """An order that is under way, and the scheduler's future."""

    order: _Order
    remote: Any


def _say(line: str) -> None:
    """Write a line for whom it concerns; a display's lines stay below it."""
    print(line, file=sys.stderr, flush=True)


def _mask_ctrl_c() -> None:
    """Let Ctrl-C not reach the processes that this thread starts: the command ends them."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # before the mask, which it would undo
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


class Cluster(Executor):
    """Submits to the workers of a scheduler, those too that join later; none needs our disk.

    What a player does wrong ends a child of a worker; a worker that dies has its orders done by
    another one. Where the cluster cannot be used ClusterError is the error of all futures. A
    future that is cancelled stops what was begun for it.
    """

    def __init__(self, elsewhere: Elsewhere, say: Callable[[str], object] = _say) -> None:
        self._waiting: deque[_Order] = deque()
        self._under_way: dict[str, _Given] = {}
        self._losses: dict[Future, int] = {}
        self._events: queue.Queue[Callable[[], object]] = queue.Queue()
        self._leaving = self._dropping = self._ended = False
        self._last = threading.Lock()
        self._error: ClusterError | None = None
        self._connection = Connection(elsewhere, say, self._pause)
        self._thread = threading.Thread(target=self._work, daemon=True, name="cluster")
        self._thread.start()

    @property
    def slots(self) -> int:
        """How many orders the workers can do at a time, as far as is known."""
        return self._connection.slots

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future:
        """The future of a call in a child of some worker, where the function is found by name."""
        if options:
            raise TypeError("what a cluster calls has no keywords")
        check = check_of(task, *arguments)
        return self._take(_Order(Future(), worker.carry_out, check, task, arguments))

    def submit_watched(self, check: Check, task: Callable[..., Any], *arguments: Any) -> Future:
        """The future of a call on some worker, which has children do its work and watches them.

        The task is given a `worker.Call` after its arguments. A child does nothing unless the
        check holds there.
        """
        return self._take(_Order(Future(), worker.carry_out_watched, check, task, arguments))

    def _take(self, order: _Order) -> Future:
        """The future of an order, which waits for its turn now."""
        if self._leaving:
            raise RuntimeError("nothing can be submitted after the end")
        order.future.add_done_callback(self._note_cancelled)
        self._waiting.append(order)
        self._events.put(bool)
        if self._ended:
            self._fail_all()
        return order.future

    def _note_cancelled(self, future: Future) -> None:
        """Let the thread know that somebody no longer waits."""
        if future.cancelled():
            self._events.put(self._drop_cancelled)

    def begun(self, futures: Collection[Future]) -> set[Future]:
        """Those that a worker has begun; all, where the cluster does not say."""
        if self._ended:
            return set()
        said: queue.Queue[set[Future]] = queue.Queue()
        self._events.put(lambda: said.put(self._begun()))
        try:
            return said.get(timeout=BEGUN_SECONDS) & set(futures)
        except queue.Empty:
            return set(futures)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Submit no more; what is left is done first, or dropped at once with `cancel_futures`."""
        self._dropping |= cancel_futures
        self._leaving = True
        self._events.put(bool)
        while wait and not self._dropping and self._thread.is_alive():
            self._thread.join(EVENT_SECONDS)
        if wait or cancel_futures:
            self._thread.join(LEAVING_SECONDS)

    # All that follows is done by the thread.

    def _work(self) -> None:
        """Keep the workers busy until nothing is left, or until nobody waits any more."""
        _mask_ctrl_c()
        try:
            while not self._dropping and (
                not self._leaving or self._waiting or self._under_way or not self._events.empty()
            ):
                self._step()
        except ClusterError as error:
            self._error = error
        except Exception as error:
            self._error = ClusterError(f"the cluster failed: {type(error).__name__}: {error}")
        self._ended = True
        self._fail_all()
        self._connection.close()

    def _pause(self, seconds: float) -> bool:
        """Wait, but for what is asked meanwhile; false if nobody waits any more."""
        with contextlib.suppress(queue.Empty):
            self._events.get(timeout=seconds)()
            while True:
                self._events.get_nowait()()
        return not self._dropping

    def _step(self) -> None:
        """Connect if need be, hand out, and take what comes."""
        try:
            if not self._connection.lives:
                self._lose()
                self._connection.open()
            if self._connection.lives:
                self._connection.count()
                self._hand_out()
        except ClusterError:
            raise
        except (OSError, TimeoutError):
            self._lose()
        except Exception:  # a client that is closed says so in several ways
            if self._connection.lives:
                raise
            self._lose()
        self._pause(EVENT_SECONDS)

    def _lose(self) -> None:
        """Leave a scheduler that is gone; what was under way waits again, before the rest."""
        self._waiting.extendleft(given.order for given in reversed(self._under_way.values()))
        self._under_way.clear()
        self._connection.lose()

    def _hand_out(self) -> None:
        """Give what waits to the scheduler, as long as there is room."""
        while self._waiting and len(self._under_way) < AHEAD * self.slots:
            order = self._waiting[0]  # where it stays if a client that is closed refuses it
            if not order.future.cancelled():
                self._give_out(order)
            self._waiting.popleft()

    def _give_out(self, order: _Order) -> None:
        """Give an order to the scheduler; what cannot be pickled is its future's error."""
        try:
            content = order_of(order.check, order.task, order.arguments)
        except Exception as error:
            self._give(order.future, error=error)
            return
        key = f"othello-{secrets.token_hex(8)}"
        remote = self._connection.client.submit(order.carry_out, content, key=key, pure=False)
        self._under_way[key] = _Given(order, remote)
        remote.add_done_callback(lambda _: self._events.put(partial(self._collect, key)))

    def _collect(self, key: str) -> None:
        """Take what has become of an order; one that was lost waits again."""
        from asyncio import CancelledError  # what needs no cluster starts sooner without it

        given = self._under_way.pop(key, None)
        if given is None or given.order.future.cancelled():
            return
        order, remote = given
        if remote.status == "error":
            self._count_loss(order, remote)
            return
        try:
            answer = pickle.loads(remote.result(timeout=RESULT_SECONDS))
        except (Exception, CancelledError):  # it was lost, or is on its way here
            self._waiting.appendleft(order)
            return
        self._tell(order.future, answer)

    def _tell(self, future: Future, answer: Reply) -> None:
        """Give an answer to who waits for it; ClusterError for a worker with other code."""
        self._losses.pop(future, None)
        if answer.how not in (DONE, FAILED):
            self._end_all(future, f"the worker {answer.value}")
        try:
            value = pickle.loads(answer.value)
        except Exception as error:
            self._end_all(future, f"cannot read an answer: {type(error).__name__}: {error}")
        if answer.how == DONE:
            self._give(future, value)
        else:
            self._give(future, error=value)

    def _end_all(self, future: Future, line: str) -> NoReturn:
        """End a future, and with it all others, for a reason."""
        self._give(future, error=ClusterError(line))
        raise ClusterError(line)

    def _give(self, future: Future, value: Any = None, error: Exception | None = None) -> None:
        """End a future, unless it was cancelled meanwhile."""
        if future.set_running_or_notify_cancel():
            if error is None:
                future.set_result(value)
            else:
                future.set_exception(error)

    def _count_loss(self, order: _Order, remote: Any) -> None:
        """Give an order once more that ended its workers, but not for ever."""
        error = remote.exception()
        if type(error).__name__ != "KilledWorker":
            said = f"{type(error).__name__}: {error}"
            self._end_all(
                order.future, f"a worker cannot work: {said}; is the same version installed there?"
            )
        self._losses[order.future] = self._losses.get(order.future, 0) + 1
        if self._losses[order.future] >= MOST_LOSSES:
            self._end_all(
                order.future,
                "workers died again and again while they did the same work; the last one was"
                f" {error.last_worker.address}; the same command goes on",
            )
        self._waiting.append(order)

    def _begun(self) -> set[Future]:
        """The futures of what the workers have begun; none if the scheduler is gone."""
        if not self._connection.lives:
            return set()
        try:
            keys = self._connection.begun()
        except (OSError, TimeoutError):
            return set()
        return {given.order.future for key, given in self._under_way.items() if key in keys}

    def _drop_cancelled(self) -> None:
        """Take back from the workers what nobody waits for."""
        for key, given in list(self._under_way.items()):
            if given.order.future.cancelled():
                del self._under_way[key]
                with contextlib.suppress(Exception):
                    given.remote.cancel()

    def _fail_all(self) -> None:
        """End the futures that are left: by the cluster's error, or cancelled if it has none."""
        with self._last:
            left = [*(given.order for given in self._under_way.values()), *self._waiting]
            self._waiting.clear()
            self._under_way.clear()
        for order in left:
            if self._error is None:
                order.future.cancel()
            elif not order.future.done():
                self._give(order.future, error=self._error)
