"""Guards of objects that serve one caller at a time: players, solvers, Bill's evaluator.

Kernels release the GIL, so two threads in one search would write into the same memory.
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
    """A lock of an object; a copy of the object gets a new one."""

    def __init__(self) -> None:
        self.held = threading.RLock()

    def __reduce__(self) -> tuple[type["_Lock"], tuple[()]]:
        return _Lock, ()


def not_reentrant(
    method: Callable[Concatenate[Server, Arguments], Answer],
) -> Callable[Concatenate[Server, Arguments], Answer]:
    """Make a method raise RuntimeError while another thread is in such a method of its object.

    A method may call others on the same thread.
    """

    @functools.wraps(method)
    def guarded(self: Server, *given: Arguments.args, **named: Arguments.kwargs) -> Answer:
        lock = vars(self).setdefault(_LOCK, _Lock()).held  # atomic: all threads get the same lock
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
    """Make the methods of a NamedTuple wait for each other when Python calls them.

    Kernels call them without waiting: a search has its own evaluator.
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
