"""The pool: worker processes that run one task at a time, each with a pipe of its own.

A worker that dies costs only its own task: workers share no lock and no pipe, so that one cannot
block another or corrupt its answer. With `concurrent.futures` and pebble 5.2, workers share a pipe
and its locks, so a worker that is killed while it returns an answer blocks all others.
"""

import atexit
import contextlib
import itertools
import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Collection, Generator, Mapping
from concurrent.futures import BrokenExecutor, Future
from subprocess import PIPE
from typing import Any

from othello.cli.command import prints_on_stderr
from othello.cli.output import COMPILING_REPORTED
from players.workers import interrupts, processes

EXIT_SECONDS = 2.0
"""Seconds that an idle worker has to exit before it is killed."""

MAX_FAILED_STARTS = 3
"""Workers that may die before they begin a task; then it fails with WorkerDied."""

START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop());"
    " from players.workers import worker; worker.main()"
)
"""The program of a worker."""


class WorkerDied(BrokenExecutor):
    """The worker of a task has died or was killed."""

    def __init__(self) -> None:
        super().__init__("a worker process died")


class Pool:
    """Base class of pools of workers; use it as a context manager.

    jobs: number of tasks that run at the same time. prepared: set by the caller once a first task,
    which may compile kernels, has run alone. watched: True if the submitter enforces the time limit
    of each turn.
    """

    watched = True

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.prepared = False

    @property
    def max_in_flight(self) -> int:
        """Number of tasks to keep submitted, so that no worker waits for its next one."""
        return 2 * self.jobs or 1

    def submit(self, task: Callable[..., Any], /, *arguments: Any, retries: int = 1) -> Future:
        """Submit a task; if its worker dies more often than `retries`, it fails with WorkerDied."""
        raise NotImplementedError

    def results(
        self, task: Callable[..., Any], calls: Mapping[Any, tuple[Any, ...]]
    ) -> Generator[tuple[Any, Any], None, None]:
        """Yield the key and the result of each call of `task`, as they finish.

        BrokenExecutor if a call kills two workers.
        """
        remaining, waiting = iter(calls.items()), dict[Future, Any]()
        try:
            while True:
                room = max(0, self.max_in_flight - len(waiting))
                for key, arguments in itertools.islice(remaining, room):
                    waiting[self.submit(task, *arguments)] = key
                if not waiting:
                    return
                for future in interrupts.first_done(waiting):
                    yield waiting.pop(future), future.result()
        finally:
            for future in waiting:
                future.cancel()

    def take_back(self, futures: Collection[Future]) -> set[Future]:
        """Cancel tasks that no worker has begun; return the others."""
        return {future for future in futures if not future.cancel()}

    def kill(self, future: Future) -> None:
        """Kill the worker that runs this task."""

    def shut_down(self) -> None:
        """End all workers and the processes that they started."""

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *exception: object) -> None:
        self.shut_down()


class InProcess(Pool):
    """Runs tasks at once in this process; output of players goes to standard error.

    Processes that a task starts get the pool's mark in their environment, as in a worker, so that
    they can be found and killed.
    """

    def __init__(self) -> None:
        super().__init__(0)
        self._mark = uuid.uuid4().hex

    def submit(self, task: Callable[..., Any], /, *arguments: Any, retries: int = 1) -> Future:
        """Return a future that is done; a second request to stop interrupts the task."""
        stop = interrupts.stop_requests()
        future: Future = Future()
        future.set_running_or_notify_cancel()
        try:
            with (
                stop.deferred(min(stop.deferring, interrupts.STOP_AT_ONCE - 1)),
                prints_on_stderr(),
                processes.marked(self._mark),
            ):
                future.set_result(task(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def shut_down(self) -> None:
        """Kill the processes that players have started."""
        processes.kill_started(None, self._mark)


class _Task:
    """A pickled task, its future and the number of retries left."""

    def __init__(self, task: Callable[..., Any], arguments: tuple[Any, ...], retries: int) -> None:
        self.request = pickle.dumps((task, arguments))
        self.retries = retries
        self.future: Future = Future()

    def end(self, answer: bytes | None) -> None:
        """Resolve the future with the worker's answer, or with WorkerDied if it is None."""
        try:
            done, value = (False, WorkerDied()) if answer is None else pickle.loads(answer)
        except Exception as error:
            done, value = False, error
        (self.future.set_result if done else self.future.set_exception)(value)


class _Slot:
    """One worker process at a time, and the thread that sends it tasks.

    The process is started for the first task, and for the next one after it has died.
    """

    def __init__(self, tasks: "queue.SimpleQueue[_Task | None]", reports_compiling: bool) -> None:
        self._tasks = tasks
        self._mark = uuid.uuid4().hex
        self._changed = {processes.POOL_MARK: self._mark}
        if not reports_compiling:
            self._changed[COMPILING_REPORTED] = "1"
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._task: _Task | None = None
        self._killed = self._closed = False
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def kill(self, future: Future | None = None) -> None:
        """Kill the worker if it runs this task; without one, kill it if busy and close the slot."""
        with self._lock:
            self._closed = self._closed or future is None
            task = self._task
            if task is not None and future in (None, task.future) and self._process is not None:
                self._killed = True
                processes.kill_started(self._process.pid, self._mark, itself=True)

    def _serve(self) -> None:
        if hasattr(signal, "pthread_sigmask"):  # workers inherit the mask
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while (task := self._tasks.get()) is not None:
            if task.future.set_running_or_notify_cancel():
                task.end(self._run(task))
            del task
        self._end_process()

    def _run(self, task: _Task) -> bytes | None:
        """Run a task with retries; return its answer, or None if the worker died or was killed."""
        retries, starts = task.retries, MAX_FAILED_STARTS
        while True:
            with self._lock:
                if self._closed:
                    return None
                self._task, self._killed = task, False
                if self._process is not None and self._process.poll() is not None:
                    self._end_process()
                with contextlib.suppress(OSError):  # the system may have no room for a process
                    self._process = self._process or self._start()
            begun, answer = self._ask(task.request)
            with self._lock:
                self._task = None
                if answer is None:
                    self._end_process(at_once=True)
            retries, starts = retries - begun, starts - (not begun)
            if answer is not None or self._killed or retries < 0 or starts == 0:
                return answer

    def _start(self) -> "subprocess.Popen[bytes]":
        """Start a worker, which imports modules from where this process does."""
        line = [sys.executable, "-c", START, json.dumps(sys.path)]
        environment = os.environ | self._changed
        return subprocess.Popen(line, stdin=PIPE, stdout=PIPE, env=environment)

    def _ask(self, request: bytes) -> tuple[bool, bytes | None]:
        """Send a task; return True if it began, and the answer, or None if the worker died."""
        begun, worker = False, self._process
        if worker is None or worker.stdin is None or worker.stdout is None:
            return begun, None
        try:
            pickle.dump(request, worker.stdin)
            worker.stdin.flush()
            begun = bool(pickle.load(worker.stdout))
            return begun, pickle.load(worker.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            return begun, None

    def _end_process(self, at_once: bool = False) -> None:
        """Let the worker exit with its processes; kill all if it does not, or `at_once`."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):  # a request may be in the buffer
            process.stdin.close()  # type: ignore[union-attr]
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0 if at_once else EXIT_SECONDS)
        processes.kill_started(process.pid, self._mark, itself=True)
        process.wait()
        process.stdout.close()  # type: ignore[union-attr]


class WorkerPool(Pool):
    """A pool of `jobs` worker processes, each started when it is needed."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs)
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._slots = [_Slot(self._tasks, reports_compiling=number == 0) for number in range(jobs)]
        atexit.register(self.shut_down)

    def submit(self, task: Callable[..., Any], /, *arguments: Any, retries: int = 1) -> Future:
        """Submit a task; if its worker dies more often than `retries`, it fails with WorkerDied."""
        submitted = _Task(task, arguments, retries)
        self._tasks.put(submitted)
        return submitted.future

    def kill(self, future: Future) -> None:
        """Kill the worker that runs this task, which ends with WorkerDied."""
        for slot in self._slots:
            slot.kill(future)

    def shut_down(self) -> None:
        """End all workers and their processes: idle ones exit, busy ones are killed."""
        for slot in self._slots:
            slot.kill()
        with contextlib.suppress(queue.Empty):
            while True:
                task = self._tasks.get_nowait()
                if task is not None and task.future.cancel():
                    task.future.set_running_or_notify_cancel()
        for _ in self._slots:
            self._tasks.put(None)
        for slot in self._slots:
            slot.thread.join()
        atexit.unregister(self.shut_down)
