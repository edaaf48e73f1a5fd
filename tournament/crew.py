"""The processes that play: an executor that can be replaced when a worker dies."""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess, parent_process
from typing import Any

from players.registry import BUILT_IN
from tournament import announcement

IN_PROCESS = 0
"""The number of jobs that means: no worker process, and so no watchdog."""


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class InProcess(Executor):
    """Runs what is submitted at once, in this process."""

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future:
        """A future that is done when it is returned."""
        future: Future = Future()
        try:
            future.set_result(task(*arguments, **options))
        except Exception as error:
            future.set_exception(error)
        return future


def _begin() -> None:
    """What a worker does first: it will not outlive the process in front, nor repeat its words."""
    announcement.say_once()
    _die_with_parent()


def _die_with_parent() -> None:
    """End this worker as soon as the process that started it is gone, however that ended."""
    parent = parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


def _context() -> BaseContext:
    """How workers start: from a server that has imported the players, where there is one.

    A plain fork would copy the display's thread and the store's connection.
    """
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tournament.worker", *BUILT_IN])
        return context
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach, and let it wait here until they are started.

    The one in front decides about the end. The mask is what the new processes
    inherit; it is not enough here, since a library's thread may take the signal.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: held.append(number))
    masked = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masked else set()
    try:
        yield
    finally:
        if masked:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if held and handler is not signal.SIG_IGN:
        raise KeyboardInterrupt


class Crew:
    """So many workers, or none: then games are played in this process."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = available_cores() if jobs is None else jobs
        self.prepared = False
        self._strangers = set(multiprocessing.active_children())
        self._executor = self._new_executor()

    @property
    def window(self) -> int:
        """How many games to hand out at a time: enough that no worker waits for the next."""
        return 2 * self.jobs or 1

    def _new_executor(self) -> Executor:
        """An executor with fresh workers, none of them started yet."""
        if self.jobs == IN_PROCESS:
            return InProcess()
        return ProcessPoolExecutor(self.jobs, _context(), _begin)

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future:
        """Hand out a task; BrokenExecutor if a worker has died."""
        if self.jobs == IN_PROCESS:
            return self._executor.submit(task, *arguments)
        with _interrupts_held():
            return self._executor.submit(task, *arguments)

    def rebuild(self) -> None:
        """Replace an executor whose worker has died."""
        self.dismiss()
        self._executor = self._new_executor()

    def kill(self, process: int) -> None:
        """Kill one worker: BrokenExecutor will come of all that is handed out."""
        for child in self._workers():
            if child.pid == process:
                child.kill()

    def kill_all(self) -> None:
        """Kill all workers, whatever they do."""
        for child in self._workers():
            child.kill()

    def _workers(self) -> set[BaseProcess]:
        """The processes that this crew has started and that still live."""
        return set(multiprocessing.active_children()) - self._strangers

    def dismiss(self) -> None:
        """Send everybody home once what is handed out is finished or lost."""
        self._executor.shutdown(wait=True, cancel_futures=True)
