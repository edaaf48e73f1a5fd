"""A process that does one piece of work after the other, for the worker that started it.

    python -m players.cluster.child

Orders come through its standard input and answers go through its standard output, both pickled.
A process, because a player that hangs can be ended in no other way, and because the Python of
several players in one process would take turns.
"""

import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import IO, Any, NamedTuple

DONE, FAILED, REFUSED = "done", "failed", "refused"


class Check(NamedTuple):
    """What must be the same here as where the order comes from: `of(*arguments)`."""

    of: Callable[..., str]
    arguments: tuple[Any, ...]
    value: str


class Reply(NamedTuple):
    """How an order ended: its result or error, pickled, or in words why it was refused."""

    how: str
    value: Any


def order_of(check: Check, task: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """What `answer_to` and the workers read: a call, and what must be the same there."""
    return pickle.dumps((check, task, arguments))


def read_order(order: bytes) -> tuple[Check, Callable[..., Any], tuple[Any, ...]] | Reply:
    """What `order_of` was given, or a refusal: as of a module that there is not here."""
    try:
        check, task, arguments = pickle.loads(order)
    except Exception as error:
        return Reply(REFUSED, f"cannot read what it is to do: {type(error).__name__}: {error}")
    return check, task, arguments


def answer_to(order: bytes) -> Reply:
    """What comes of an order; it is refused where the check fails."""
    read = read_order(order)
    if isinstance(read, Reply):
        return read
    check, task, arguments = read
    try:
        here = check.of(*check.arguments)
    except Exception as error:
        return Reply(REFUSED, f"no version ({type(error).__name__}: {error})")
    if here != check.value:
        return Reply(REFUSED, f"version {here}, not {check.value}")
    try:
        return Reply(DONE, pickle.dumps(task(*arguments)))
    except Exception as error:
        return failure(error)


def failure(error: Exception) -> Reply:
    """An error as an answer; one that cannot be pickled, or not be made again, as its text."""
    try:
        content = pickle.dumps(error)
        pickle.loads(content)
    except Exception:
        content = pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return Reply(FAILED, content)


def _read(orders: IO[bytes], into: "queue.Queue[bytes]") -> None:
    """Hand on orders as they come; end this process, whatever it does, when nobody sends any."""
    while True:
        try:
            into.put(pickle.load(orders))
        except Exception:
            os._exit(0)


def _streams() -> tuple[IO[bytes], IO[bytes]]:
    """The orders and the answers; what players read is empty then, what they print is no answer."""
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return orders, answers


def main() -> None:
    """Answer orders until nobody sends any."""
    from othello.display import say_compiling_once

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    say_compiling_once()
    orders, answers = _streams()
    waiting: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read, args=(orders, waiting), daemon=True).start()
    while True:
        answers.write(pickle.dumps(answer_to(waiting.get())))
        answers.flush()


if __name__ == "__main__":
    # The worker's pickles name this module, not __main__.
    from players.cluster.child import main as as_module

    as_module()
