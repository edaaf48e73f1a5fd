"""What serves one caller at a time: a player, a solver, an evaluator with room for its numbers.

Kernels release the GIL, so that two threads in one search would write into the same memory.
"""

import functools
import inspect
import threading
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
Server = TypeVar("Server")

_LOCK = "_one_caller"
_NUMBERS = threading.RLock()


class _Lock:
    """A lock of an object, which a copy of it has anew."""

    def __init__(self) -> None:
        self.held = threading.RLock()

    def __reduce__(self) -> tuple[type["_Lock"], tuple[()]]:
        return _Lock, ()


def not_reentrant(
    method: Callable[Concatenate[Server, Arguments], Answer],
) -> Callable[Concatenate[Server, Arguments], Answer]:
    """`method`, which raises RuntimeError while another thread is in such a method of its object.

    The thread that is in one may call others.
    """

    @functools.wraps(method)
    def guarded(self: Server, *given: Arguments.args, **named: Arguments.kwargs) -> Answer:
        lock = vars(self).setdefault(_LOCK, _Lock()).held  # atomic: one lock whoever is first
        if not lock.acquire(blocking=False):
            raise RuntimeError(
                f"{type(self).__name__}.{method.__name__}: another thread is using this"
                f" {type(self).__name__}, which serves one at a time; make one for each thread"
            )
        try:
            return method(self, *given, **named)
        finally:
            lock.release()

    return guarded


def synchronized(cls: Any) -> Any:
    """The class, whose methods wait for each other where Python calls them; for NamedTuples.

    Kernels call them without waiting: a search has an evaluator of its own.
    """
    for name, method in list(vars(cls).items()):
        if inspect.isfunction(method) and not name.startswith("_"):
            setattr(cls, name, _waiting(method))
    return cls


def _waiting(method: Any) -> Any:
    @functools.wraps(method)
    def waiting(*given: Any, **named: Any) -> Any:
        with _NUMBERS:
            return method(*given, **named)

    return waiting
