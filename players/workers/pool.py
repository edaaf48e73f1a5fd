"""The pool: worker processes that run one task at a time, each with a pipe of its own.

A worker that dies costs only its own task: workers share no lock and no pipe, so that one cannot
block another or corrupt its answer. With `concurrent.futures` and pebble 5.2, workers share a pipe
and its locks, so a worker that is killed while it returns an answer blocks all others.
"""

import atexit
import contextlib
import multiprocessing
import os
import pickle
import queue
import signal
import sys
import tempfile
import threading
import uuid
import warnings
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, Future
from functools import lru_cache
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.util import Finalize, get_temp_dir
from pathlib import Path
from typing import Any

from othello.cli.command import prints_on_stderr
from othello.cli.output import COMPILING_REPORTED, say_compiling_once
from othello.files import locked_folder
from players.registry import BUILT_IN
from players.workers import interrupts, processes

EXIT_SECONDS = 2.0
"""Seconds that an idle worker has to exit before it is killed."""

MAX_FAILED_STARTS = 3
"""Workers that may die before they begin a task; then it fails with WorkerDied."""

LAST = -1000
"""Exit priority: after multiprocessing has removed its folder."""
LONGEST_PARENT = 60
SHORT_PARENT = Path("/tmp")
"""Parent if the usual one is too long: a socket's name has at most 103 to 107 bytes."""

_STARTING = threading.Lock()
"""Held while a process starts: the list of children in `multiprocessing` is not thread-safe."""


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

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Submit a task. If its worker dies, run it once more, then fail with WorkerDied."""
        raise NotImplementedError

    def submit_without_retry(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Submit a task, which fails with WorkerDied if its worker dies."""
        return self.submit(task, *arguments)

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

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
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


def _context() -> BaseContext:
    """Return a fork server that has imported the players, or spawn if there is no fork server.

    A plain fork would copy the display's thread and the store's connection.
    """
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["players.workers.fork_server", __name__, *BUILT_IN])
        return context
    return multiprocessing.get_context("spawn")


def _start_resource_tracker() -> None:
    """Start multiprocessing's resource tracker, or restart it after it was killed.

    It must run before any other process starts.
    """
    if sys.platform != "win32":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # users can do nothing about a killed one
            resource_tracker.ensure_running()


def _block_ctrl_c() -> None:
    """Block Ctrl-C in this thread and the processes that it starts, which inherit the mask."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _run_request(request: bytes) -> bytes:
    """Run a task in a worker; return the pickled pair (True, result) or (False, error)."""
    try:
        task, arguments = pickle.loads(request)
        return pickle.dumps((True, task(*arguments)))
    except BaseException as error:
        try:
            answer = pickle.dumps((False, error))
            pickle.loads(answer)  # an exception class of a player may not unpickle
            return answer
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def _worker_loop(pipe: Connection, mark: str, reports_compiling: bool) -> None:
    """Run tasks until the pipe closes; output of players, from C too, goes to standard error.

    reports_compiling: True for the worker that prints a message when kernels compile.
    """
    processes.begin(mark)
    say_compiling_once()
    if not reports_compiling:
        os.environ[COMPILING_REPORTED] = "1"
    with contextlib.suppress(OSError, ValueError):  # the parent may have closed one
        os.dup2(2, 1)
    sys.stdout = sys.stderr
    with contextlib.suppress(EOFError, OSError):
        while True:
            request = pipe.recv_bytes()
            pipe.send_bytes(b"")  # an empty message: the task has begun
            pipe.send_bytes(_run_request(request))
    processes.exit_worker(0)


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
        self._reports_compiling = reports_compiling
        self._mark = uuid.uuid4().hex
        self._lock = threading.Lock()
        self._process: Any = None
        self._pipe: Any = None
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
        _block_ctrl_c()
        while (task := self._tasks.get()) is not None:
            if task.future.set_running_or_notify_cancel():
                task.end(self._run(task))
            del task
        self._shut_down()

    def _run(self, task: _Task) -> bytes | None:
        """Run a task with retries; return its answer, or None if the worker died or was killed."""
        retries, starts = task.retries, MAX_FAILED_STARTS
        while True:
            with self._lock:
                if self._closed:
                    return None
                self._task, self._killed = task, False
                ready = self._ensure_process()
            begun, answer = self._send_and_receive(task.request) if ready else (False, None)
            with self._lock:
                self._task = None
                if answer is None:
                    self._discard()
            retries, starts = retries - begun, starts - (not begun)
            if answer is not None or self._killed or retries < 0 or starts == 0:
                return answer

    def _ensure_process(self) -> bool:
        """Start a worker unless one is alive; return False if that fails."""
        if self._process is not None:
            if self._process.is_alive():
                return True
            self._discard()
        try:
            with _STARTING:
                _start_resource_tracker()  # first, since starting it unblocks Ctrl-C
                _block_ctrl_c()
                self._pipe, child_end = multiprocessing.Pipe()
                arguments = (child_end, self._mark, self._reports_compiling)
                self._process = _context().Process(target=_worker_loop, args=arguments)  # type: ignore[attr-defined]
                self._process.start()
                child_end.close()
        except (OSError, EOFError):  # the server that forks was killed: the next try starts another
            self._process = None
            return False
        return True

    def _send_and_receive(self, request: bytes) -> tuple[bool, bytes | None]:
        """Send a task; return True if it began, and the answer, or None if the worker died."""
        begun = False
        try:
            self._pipe.send_bytes(request)
            while True:
                wait([self._pipe, self._process.sentinel])
                if not self._pipe.poll():  # the worker has ended; its children keep the pipe open
                    return begun, None
                answer = bytes(self._pipe.recv_bytes())
                if answer:
                    return True, answer
                begun = True
        except (EOFError, OSError):
            return begun, None

    def _discard(self) -> None:
        """Forget the worker; kill it, if it is alive, and the processes that it started."""
        process, self._process = self._process, None
        if process is not None:
            self._pipe.close()
            processes.kill_started(process.pid, self._mark, itself=True)
            process.join(EXIT_SECONDS)

    def _shut_down(self) -> None:
        """Let an idle worker exit with its processes; kill it if it does not."""
        if self._process is not None:
            self._pipe.close()
            self._process.join(EXIT_SECONDS)
            if self._process.is_alive():
                self._discard()


@lru_cache
def socket_folder() -> Path:
    """Return the folder of this process's `multiprocessing` sockets, removed at exit.

    The default folder of `multiprocessing` would stay when the process is killed.
    """
    usual = Path(tempfile.gettempdir())
    parent = usual if len(os.fsencode(usual)) <= LONGEST_PARENT else SHORT_PARENT
    stack = contextlib.ExitStack()
    path = stack.enter_context(locked_folder(parent))
    Finalize(None, stack.close, exitpriority=LAST)
    before, tempfile.tempdir = tempfile.tempdir, str(path)
    try:
        get_temp_dir()  # multiprocessing makes its folder once, and keeps it
    finally:
        tempfile.tempdir = before
    return path


class WorkerPool(Pool):
    """A pool of `jobs` worker processes, each started when it is needed."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs)
        socket_folder()
        _start_resource_tracker()
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._slots = [_Slot(self._tasks, reports_compiling=number == 0) for number in range(jobs)]
        atexit.register(self.shut_down)

    def _enqueue(self, task: _Task) -> Future:
        self._tasks.put(task)
        return task.future

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Submit a task. If its worker dies, run it once more, then fail with WorkerDied."""
        return self._enqueue(_Task(task, arguments, retries=1))

    def submit_without_retry(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Submit a task, which fails with WorkerDied if its worker dies."""
        return self._enqueue(_Task(task, arguments, retries=0))

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
