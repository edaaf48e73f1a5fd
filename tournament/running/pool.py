"""The processes that play: how they start, that they end, and what becomes of their output.

Workers belong to an executor that is replaced when one of them dies.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import uuid
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import resource_tracker, util
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

from othello.command_line import available_cores, prints_on_stderr
from othello.display import say_compiling_once
from players import processes
from players.registry import BUILT_IN
from tournament.running import interrupts, workers
from tournament.running.watchdog import place_of_sockets
from tournament.running.workers import Assignment

IN_PROCESS = 0
"""The number of jobs that means: no worker process, and so no watchdog."""

WORKERS_LEAVING_SECONDS = 2.0
"""How long workers may take to end; then they are killed."""


class InProcess(Executor):
    """Runs what is submitted at once, in this process; what players print is no output.

    What they start has the mark, as if a worker had started it.
    """

    def __init__(self, mark: str) -> None:
        self._mark = mark

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future:
        """A future that is done when it is returned; a second request to stop breaks it off."""
        future: Future = Future()
        try:
            with (
                interrupts.requests().noted(interrupts.AT_ONCE - 1),
                prints_on_stderr(),
                processes.marked(self._mark),
            ):
                future.set_result(task(*arguments, **options))
        except Exception as error:
            future.set_exception(error)
        return future


def _begin(mark: str) -> None:
    """Begin a worker; what players print, from C too, is not between the lines of a result."""
    processes.begin(mark)
    say_compiling_once()
    with contextlib.suppress(OSError, ValueError):  # one of them was closed by who started us
        os.dup2(2, 1)
    sys.stdout = sys.stderr
    util.Finalize(None, processes.leave, (0,), exitpriority=0)


def _context() -> BaseContext:
    """How workers start: from a server that has imported the players, where there is one.

    A plain fork would copy the display's thread and the store's connection.
    """
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(
            ["tournament.running.fork_server", "tournament.running.workers", *BUILT_IN]
        )
        return context
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def _ctrl_c_masked() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: the one in front decides about the end.

    The mask is what new processes inherit. Here a library's thread may take the signal, so
    that its handler is held, too.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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


class WorkerPool:
    """So many workers, or none: then games are played in this process."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = available_cores() if jobs is None else jobs
        self.prepared = False
        self._mark = uuid.uuid4().hex
        self._others = set(multiprocessing.active_children())
        self._executor = self._new_executor()

    @property
    def window(self) -> int:
        """How many games to submit at a time: enough that no worker waits for the next."""
        return 2 * self.jobs or 1

    def _new_executor(self) -> Executor:
        if self.jobs == IN_PROCESS:
            return InProcess(self._mark)
        place_of_sockets()
        with interrupts.requests().held():
            _start_tracker()  # before the mask, which it would undo
            return ProcessPoolExecutor(self.jobs, _context(), _begin, (self._mark,))

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future:
        """Submit a task; BrokenExecutor if a worker, or what starts workers, has died."""
        if self.jobs == IN_PROCESS:
            return self._executor.submit(task, *arguments)
        with interrupts.requests().held():
            _start_tracker()  # before the mask, which it would undo
            try:
                with _ctrl_c_masked():
                    return self._executor.submit(task, *arguments)
            except (ConnectionError, EOFError) as error:
                raise BrokenExecutor(f"no worker could be started: {error}") from error

    def play(self, games: Sequence[Assignment], move_seconds: float) -> Future:
        """Submit games; who submits them watches over the players, by their file of turns."""
        return self.submit(workers.play_all, games)

    def keep_begun(self, futures: Collection[Future]) -> set[Future]:
        """None of them, as far as is known: tasks lie with the workers before they begin."""
        return set()

    def rebuild(self) -> None:
        """Replace an executor whose worker has died."""
        self.shut_down()
        self._executor = self._new_executor()

    def kill(self, process: int) -> None:
        """Kill one worker: all that is submitted ends with BrokenExecutor."""
        if process in {child.pid for child in self._workers()}:
            processes.kill_started(process, itself=True)

    def kill_all(self) -> None:
        """Kill all workers, whatever they do."""
        for child in self._workers():
            processes.kill_started(child.pid, itself=True)

    def _workers(self) -> set[BaseProcess]:
        return set(multiprocessing.active_children()) - self._others

    def shut_down(self) -> None:
        """End all workers and what they started; who does not leave by itself is soon killed."""
        if self.jobs == IN_PROCESS:
            processes.kill_started(None, self._mark)
            return
        _start_tracker()
        impatient = threading.Timer(WORKERS_LEAVING_SECONDS, self.kill_all)
        impatient.daemon = True
        impatient.start()
        try:
            self._executor.shutdown(wait=True, cancel_futures=True)
        finally:
            impatient.cancel()
            processes.kill_started(None, self._mark)
