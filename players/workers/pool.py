"""The pool: worker processes that do one task at a time, each through a pipe of its own.

A worker that dies or is killed costs its own task alone: no lock and no pipe is shared, so that it
can neither block another worker nor spoil an answer. `concurrent.futures` and pebble 5.2 share a
pipe and its locks: a worker killed while it hands over an answer blocks all others.
"""

import atexit
import contextlib
import multiprocessing
import os
import pickle
import queue
import signal
import sys
import threading
import uuid
import warnings
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import BrokenExecutor, Future
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any

from othello.cli.command import prints_on_stderr
from othello.cli.progress import COMPILING_REPORTED, say_compiling_once
from players import processes
from players.registry import BUILT_IN
from players.workers import interrupts
from players.workers.folders import place_of_sockets

WORKERS_LEAVING_SECONDS = 2.0
"""How long an idle worker may take to end; then it is killed."""

FALSE_STARTS = 3
"""How often workers may die before they begin a task, until it ends with WorkerDied."""

_STARTING = threading.Lock()
"""Held while a process is started: `multiprocessing` keeps its list of children without one."""


class WorkerDied(BrokenExecutor):
    """The worker of a task has died or was killed."""

    def __init__(self) -> None:
        super().__init__("a worker process died")


class Pool:
    """Base class of what does tasks; use it as a context manager.

    jobs: how many tasks are done at a time. prepared: False until a caller has done a first task
    alone, which may compile. watched: True if the submitter watches over players by their turns.
    """

    watched = True

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.prepared = False

    @property
    def window(self) -> int:
        """How many tasks to submit at a time: enough that no worker waits for the next."""
        return 2 * self.jobs or 1

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Submit a task, which is done again, once, if its worker dies; then WorkerDied."""
        raise NotImplementedError

    def submit_once(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Submit a task, which ends with WorkerDied if its worker dies."""
        return self.submit(task, *arguments)

    def take_back(self, futures: Collection[Future]) -> set[Future]:
        """Cancel tasks that no worker has begun; return the others."""
        return {future for future in futures if not future.cancel()}

    def kill(self, future: Future) -> None:
        """Kill the worker that does this task now."""

    def shut_down(self) -> None:
        """End all workers and what they started, whatever they do."""

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *exception: object) -> None:
        self.shut_down()


class InProcess(Pool):
    """Runs what is submitted at once, in this process; what players print is no output.

    What they start has the mark, as if a worker had started it.
    """

    def __init__(self) -> None:
        super().__init__(0)
        self._mark = uuid.uuid4().hex

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Return a future that is done; a second request to stop breaks the task off."""
        future: Future = Future()
        future.set_running_or_notify_cancel()
        try:
            with (
                interrupts.requests().noted(interrupts.AT_ONCE - 1),
                prints_on_stderr(),
                processes.marked(self._mark),
            ):
                future.set_result(task(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def shut_down(self) -> None:
        """Kill what players have started."""
        processes.kill_started(None, self._mark)


def _context() -> BaseContext:
    """How workers start: from a server that has imported the players, where there is one.

    A plain fork would copy the display's thread and the store's connection.
    """
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["players.workers.fork_server", __name__, *BUILT_IN])
        return context
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def _stderr_closed() -> Iterator[None]:
    """Within, what processes that are started here write to their stderr is lost."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed already
        yield
        return
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _start_tracker() -> None:
    """Start the process that counts semaphores, or start it again after it was killed.

    Before whatever may start a process, which would start it as well, but not silent. It has
    nothing to say that a user could mend: a new one complains about every semaphore that the
    killed one knew.
    """
    tracker: Any = resource_tracker._resource_tracker
    if sys.platform != "win32" and (tracker._fd is None or not tracker._check_alive()):
        with _stderr_closed(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            resource_tracker.ensure_running()


def _mask_ctrl_c() -> None:
    """Keep Ctrl-C from this thread and from all processes that it starts, which inherit the mask.

    The process in front decides about the end.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _answer(order: bytes) -> bytes:
    """Do a task in a worker; return whether it succeeded, and its result or error, pickled."""
    try:
        task, arguments = pickle.loads(order)
        return pickle.dumps((True, task(*arguments)))
    except BaseException as error:
        try:
            answer = pickle.dumps((False, error))
            pickle.loads(answer)  # an error of a player's own class may be unreadable
            return answer
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def _work(pipe: Connection, mark: str, speaks: bool) -> None:
    """Do tasks until the pipe ends; what players print, from C too, goes to stderr.

    speaks: whether this worker says that kernels are being compiled.
    """
    processes.begin(mark)
    say_compiling_once()
    if not speaks:
        os.environ[COMPILING_REPORTED] = "1"
    with contextlib.suppress(OSError, ValueError):  # one of them was closed by who started us
        os.dup2(2, 1)
    sys.stdout = sys.stderr
    with contextlib.suppress(EOFError, OSError):
        while True:
            order = pipe.recv_bytes()
            pipe.send_bytes(b"")  # it is begun
            pipe.send_bytes(_answer(order))
    processes.exit_worker(0)


class _Task:
    """A task, as the bytes that a worker reads, and how often it may still be done again."""

    def __init__(self, task: Callable[..., Any], arguments: tuple[Any, ...], again: int) -> None:
        self.order = pickle.dumps((task, arguments))
        self.again = again
        self.future: Future = Future()

    def end(self, answer: bytes | None) -> None:
        """Hand on a worker's answer, None if it died."""
        try:
            done, value = (False, WorkerDied()) if answer is None else pickle.loads(answer)
        except Exception as error:
            done, value = False, error
        (self.future.set_result if done else self.future.set_exception)(value)


class _Slot:
    """A place for one worker process at a time, and the thread that hands it tasks.

    The process is started for the first task, and for the next one after it has died.
    """

    def __init__(self, tasks: "queue.SimpleQueue[_Task | None]", speaks: bool) -> None:
        self._tasks = tasks
        self._speaks = speaks
        self._mark = uuid.uuid4().hex
        self._lock = threading.Lock()
        self._process: Any = None
        self._pipe: Any = None
        self._task: _Task | None = None
        self._killed = self._closed = False
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def kill(self, future: Future | None = None) -> None:
        """Kill the worker if it does this task; without any, if it is busy, and end the slot."""
        with self._lock:
            self._closed = self._closed or future is None
            task = self._task
            if task is not None and future in (None, task.future) and self._process is not None:
                self._killed = True
                processes.kill_started(self._process.pid, self._mark, itself=True)

    def _serve(self) -> None:
        _mask_ctrl_c()
        while (task := self._tasks.get()) is not None:
            if task.future.set_running_or_notify_cancel():
                task.end(self._do(task))
            del task
        self._end()

    def _do(self, task: _Task) -> bytes | None:
        """Return a worker's answer to a task, None if it died or was killed."""
        again, starts = task.again, FALSE_STARTS
        while True:
            with self._lock:
                if self._closed:
                    return None
                self._task, self._killed = task, False
                ready = self._is_ready()
            begun, answer = self._exchange(task.order) if ready else (False, None)
            with self._lock:
                self._task = None
                if answer is None:
                    self._bury()
            again, starts = again - begun, starts - (not begun)
            if answer is not None or self._killed or again < 0 or starts == 0:
                return answer

    def _is_ready(self) -> bool:
        """Start a worker if none lives; False if that is impossible."""
        if self._process is not None:
            if self._process.is_alive():
                return True
            self._bury()
        try:
            with _STARTING:
                _start_tracker()  # first, since it would end the mask
                _mask_ctrl_c()
                self._pipe, theirs = multiprocessing.Pipe()
                words = (theirs, self._mark, self._speaks)
                self._process = _context().Process(target=_work, args=words)  # type: ignore[attr-defined]
                self._process.start()
                theirs.close()
        except (OSError, EOFError):  # the server that forks was killed: the next try starts another
            self._process = None
            return False
        return True

    def _exchange(self, order: bytes) -> tuple[bool, bytes | None]:
        """Send a task; return whether it was begun, and the answer, None if the worker dies."""
        begun = False
        try:
            self._pipe.send_bytes(order)
            while True:
                wait([self._pipe, self._process.sentinel])
                if not self._pipe.poll():  # it has ended, though its children hold the pipe
                    return begun, None
                answer = bytes(self._pipe.recv_bytes())
                if answer:
                    return True, answer
                begun = True
        except (EOFError, OSError):
            return begun, None

    def _bury(self) -> None:
        """Forget a worker that is dead or does not answer, and kill what it has started."""
        process, self._process = self._process, None
        if process is not None:
            self._pipe.close()
            processes.kill_started(process.pid, self._mark, itself=True)
            process.join(WORKERS_LEAVING_SECONDS)

    def _end(self) -> None:
        """Let an idle worker leave with what it has started; kill it if it does not."""
        if self._process is not None:
            self._pipe.close()
            self._process.join(WORKERS_LEAVING_SECONDS)
            if self._process.is_alive():
                self._bury()


class WorkerPool(Pool):
    """A pool of `jobs` worker processes, each started when it is needed."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs)
        place_of_sockets()
        _start_tracker()
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._slots = [_Slot(self._tasks, speaks=number == 0) for number in range(jobs)]
        atexit.register(self.shut_down)

    def _put(self, task: _Task) -> Future:
        self._tasks.put(task)
        return task.future

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Submit a task, which is done again, once, if its worker dies; then WorkerDied."""
        return self._put(_Task(task, arguments, again=1))

    def submit_once(self, task: Callable[..., Any], /, *arguments: Any) -> Future:
        """Submit a task, which ends with WorkerDied if its worker dies."""
        return self._put(_Task(task, arguments, again=0))

    def kill(self, future: Future) -> None:
        """Kill the worker that does this task now: it ends with WorkerDied."""
        for slot in self._slots:
            slot.kill(future)

    def shut_down(self) -> None:
        """End all workers and what they started: idle ones leave, busy ones are killed."""
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
