"""What a Dask worker does with an order: it has one of its own child processes carry it out.

Nothing heavy is imported here: the scheduler imports this module, too.
"""

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from functools import lru_cache
from typing import Any, Protocol

from players import processes
from players.cluster.child import DONE, FAILED, REFUSED, Reply, failure, order_of, read_order

WATCH_SECONDS = 0.25
"""How often it is looked whether an order is still wanted, and whether a player hangs."""


class ChildDied(Exception):  # noqa: N818 - an event, which who watches decides about
    """The process that carried an order out is gone."""


class Unwanted(Exception):  # noqa: N818 - nobody waits for the answer, so it is no error
    """Who gave the order took it back, or is gone."""


class Child:
    """A process that carries out one order at a time; it ends when this process does."""

    def __init__(self) -> None:
        path = os.pathsep.join(filter(None, sys.path))
        self._mark = uuid.uuid4().hex
        environment = {**os.environ, "PYTHONPATH": path, processes.POOL_MARK: self._mark}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "players.cluster.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        self._answers: queue.Queue[Reply | None] = queue.Queue()
        self.fresh, self.stale = True, False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Take the answers as they come, and None when there will be none any more."""
        assert self._process.stdout is not None
        while True:
            try:
                self._answers.put(pickle.load(self._process.stdout))
            except Exception:
                self._answers.put(None)
                return

    def send(self, order: bytes) -> None:
        """Give it an order; a child that is gone says so when the answer is asked for."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(pickle.dumps(order))
            self._process.stdin.flush()

    def answer(self, seconds: float) -> Reply | None:
        """The answer, None if there is none within so long; ChildDied."""
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            return None
        if answer is None:
            self._answers.put(None)
            raise ChildDied(f"exit code {self._process.wait()}")
        self.fresh = False
        return answer

    @property
    def lives(self) -> bool:
        """Whether its process has not ended."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End it now, whatever it does."""
        processes.kill_started(self._process.pid, self._mark, itself=True)
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


class Children:
    """This process's children that have nothing to do, and the keys of orders under way."""

    def __init__(self) -> None:
        self._idle: list[Child] = []
        self._lock = threading.Lock()
        self.keys: set[str] = set()

    def _idle_one(self) -> Child | None:
        """One that has nothing to do; what died meanwhile is forgotten."""
        with self._lock:
            self._idle = [child for child in self._idle if child.lives]
            return self._idle.pop() if self._idle else None

    @contextlib.contextmanager
    def borrowed(self) -> Iterator[Child]:
        """A child for one order; it is killed if an error leaves, or if it is stale."""
        child = self._idle_one() or Child()
        try:
            yield child
        except BaseException:
            child.kill()
            raise
        if child.stale:
            child.kill()
            return
        with self._lock:
            self._idle.append(child)

    def dismiss(self) -> None:
        """End those that have nothing to do."""
        with self._lock:
            idle, self._idle = self._idle, []
        for child in idle:
            child.kill()


@lru_cache
def children() -> Children:
    """Those of this process."""
    return Children()


class Call(Protocol):
    """Calls a function in a child, and looks now and then; ChildDied, or what `look` raises."""

    def __call__(
        self, task: Callable[..., Any], *arguments: Any, look: Callable[[], object] = bool
    ) -> Any:
        """The function's result, or its error."""


class _Refused(Exception):  # noqa: N818 - an answer, which is passed on
    """The code here is not that of who gave the order."""


def _answer(order: bytes, wanted: Callable[[], bool], look: Callable[[], object]) -> Reply:
    """A child's answer; a refusal counts only of a fresh one, whose code is today's."""
    while True:
        with children().borrowed() as child:
            fresh = child.fresh
            child.send(order)
            while (answer := child.answer(WATCH_SECONDS)) is None:
                if not wanted():
                    raise Unwanted
                look()
            child.stale = answer.how == REFUSED
        if fresh or answer.how != REFUSED:
            return answer


@contextlib.contextmanager
def _under_way() -> Iterator[tuple[str, Callable[[], bool]]]:
    """This worker's address, and whether what it does in this thread is wanted still."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state != "cancelled"

    children().keys.add(key)
    try:
        yield worker.address, wanted
    finally:
        children().keys.discard(key)


def _said(answer: Reply, address: str) -> bytes:
    """An answer, pickled; a refusal says whose it is."""
    if answer.how == REFUSED:
        answer = Reply(REFUSED, f"{address} has other code: {answer.value}")
    return pickle.dumps(answer)


def carry_out(order: bytes) -> bytes:
    """The pickled answer to an order, which a child carries out."""
    with _under_way() as (address, wanted):
        try:
            return _said(_answer(order, wanted, bool), address)
        except ChildDied as error:
            return _said(failure(BrokenExecutor(f"a process died: {error}")), address)


def carry_out_watched(order: bytes) -> bytes:
    """The pickled answer to an order that is carried out here, with children to call.

    Its task is given a `Call` after its arguments, and decides what becomes of a child that hangs.
    """
    with _under_way() as (address, wanted):
        read = read_order(order)
        if isinstance(read, Reply):
            return _said(read, address)
        check, task, arguments = read

        def call(
            function: Callable[..., Any], *values: Any, look: Callable[[], object] = bool
        ) -> Any:
            answer = _answer(order_of(check, function, values), wanted, look)
            if answer.how == REFUSED:
                raise _Refused(answer.value)
            value = pickle.loads(answer.value)
            if answer.how == FAILED:
                raise value
            return value

        try:
            return _said(Reply(DONE, pickle.dumps(task(*arguments, call))), address)
        except _Refused as refused:
            return _said(Reply(REFUSED, str(refused)), address)
        except Unwanted:
            raise
        except Exception as error:
            return _said(failure(error), address)


def keys_under_way() -> list[str]:
    """The keys of the orders that this worker has begun."""
    return list(children().keys)


def dismiss_children() -> None:
    """End the children that have nothing to do, after the last order of a run."""
    children().dismiss()
