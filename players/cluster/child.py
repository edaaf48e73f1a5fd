"""A process that does one piece of work after the other, for the worker that started it.

    python -m players.cluster.child

Orders come through its standard input and answers go through its standard output, both pickled.
A process, because a player that hangs can be ended in no other way, and because the Python of
several players in one process would take turns.
"""

import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import IO, Any, NamedTuple

from othello import sources
from players import processes

PROJECT = ("othello", "players", "tournament")
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


@lru_cache
def version_of(rooms: tuple[str, ...]) -> str:
    """The digest of the code that plays, of what it has learned, and of all modules in rooms."""
    parts = {**sources.playing_modules(), **sources.learned_files()}
    for room in rooms:
        path = sources.path_of(room)
        for file in path.parent.rglob("*.py") if path.name == "__init__.py" else [path]:
            if file.is_file():
                name = file.relative_to(sources.ROOT).as_posix()
                parts[name] = sources.digest_of_source(file.read_bytes())
    return sources.digest_of_parts(parts)


def room_of(module: str) -> str | None:
    """The package below the top one in which a module lies; None if it is not of this project.

    A module that lies in none is a room of its own.
    """
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] in PROJECT and len(parts) > 1 else None


def check_of(*call: Any) -> Check:
    """What a call needs to be the same: the code that plays, and the rooms of its functions."""
    modules = {part.__module__ for part in call if callable(part) and hasattr(part, "__module__")}
    rooms = tuple(sorted({room_of(module) for module in modules} - {None}, key=str))
    return Check(version_of, (rooms,), version_of(rooms))


def order_of(check: Check, task: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """What `answer_to` and the workers read: a call, and what must be the same there."""
    return pickle.dumps((check, task, arguments))


def read_order(order: bytes) -> tuple[Check, Callable[..., Any], tuple[Any, ...]] | Reply:
    """What `order_of` was given, or a refusal: as of a module that there is not here."""
    try:
        return pickle.loads(order)
    except Exception as error:
        return Reply(REFUSED, f"cannot read what it is to do: {type(error).__name__}: {error}")


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
            processes.leave(0)


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

    say_compiling_once()
    processes.begin(os.environ.get(processes.POOL_MARK, ""))
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
