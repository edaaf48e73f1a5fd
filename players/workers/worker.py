"""A worker process: it runs the tasks of a pool, which arrive on its standard input.

It ends, with all processes that it has started, when its standard input closes: when the pool shuts
down or the main process ends.
"""

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
from typing import Any, BinaryIO

from othello.cli.output import say_compiling_once
from players.workers import processes


def main() -> None:
    """Run tasks, one at a time; output of players, from C too, goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    # another object than sys.__stderr__: kernels that compile do not draw on the terminal
    sys.stdout = sys.stderr = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False)
    processes.IS_WORKER = True
    say_compiling_once()
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(requests, waiting), daemon=True).start()
    with contextlib.suppress(OSError):
        while True:
            request = waiting.get()
            _send(b"begun", answers)
            _send(_run(request), answers)
    processes.exit_worker(0)


def _receive(requests: BinaryIO, waiting: "queue.SimpleQueue[bytes]") -> None:
    """Read requests; end the process when there will be no more, even while a task runs."""
    with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            waiting.put(pickle.load(requests))
    processes.exit_worker(0)


def _send(message: bytes, answers: BinaryIO) -> None:
    pickle.dump(message, answers)
    answers.flush()


def _run(request: bytes) -> bytes:
    """Run a pickled task; return the pickled pair (True, result) or (False, error)."""
    try:
        task, arguments = pickle.loads(request)
        return pickle.dumps((True, task(*arguments)))
    except BaseException as error:
        answer: tuple[bool, Any] = False, error
        try:
            pickle.loads(pickle.dumps(answer))  # an exception class of a player may not unpickle
        except Exception:
            answer = False, RuntimeError(f"{type(error).__name__}: {error}")
        return pickle.dumps(answer)
