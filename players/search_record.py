"""What a search did, written down while it runs: the kernels' own search, not a copy of it.

Where nothing is compiled a kernel finds itself and its helpers by their names in a module or a
class. `record` puts wrappers under those names, which tell a recorder what goes in and what
comes out, and takes them away again; the kernels know nothing of it.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

from othello.jit import COMPILED
from players import alphabeta, deepening, interest, interest_deepening
from players.interest_lines import OpenLines
from players.protocol import Choice, Limits, Player
from players.search_recorder import Recorder
from players.search_tree import Visit

Kernel = Callable[..., Any]
Place = ModuleType | type
Wrapper = Callable[[Kernel], Kernel]


class Recording(NamedTuple):
    """A player's choice and the tree of each search behind it that was not cut short."""

    choice: Choice
    searches: tuple[Visit, ...]
    cut_short: int

    def last(self) -> tuple[Visit, ...]:
        """The searches of the last iteration: more than one where a window failed."""
        iterations = [(root.depth, root.budgets) for root in self.searches]
        return tuple(
            root
            for root, iteration in zip(self.searches, iterations, strict=True)
            if iteration == iterations[-1]
        )


def record(player: Player, state: Any, limits: Limits, most: int) -> Recording:
    """What `player` chooses at `state`, and what it searched for that.

    TreeTooLargeError after `most` visits. RuntimeError where kernels are compiled: set
    NUMBA_DISABLE_JIT=1 before the first import.
    """
    if COMPILED:
        raise RuntimeError("a search is recorded under NUMBA_DISABLE_JIT=1 only")
    recorder = Recorder(most)
    with _replaced(_wrappers(recorder)):
        choice = player.choose(state, limits)
    return Recording(choice, tuple(recorder.searches), recorder.cut_short)


def _wrappers(recorder: Recorder) -> list[tuple[Place, str, Wrapper]]:
    """What to put around each kernel, and where it is looked up by which name."""
    search = _around(recorder)
    return [
        (alphabeta, "alphabeta", search),
        (deepening, "alphabeta", search),
        (alphabeta, "leaf", _watched(recorder.see_static_value)),
        (alphabeta, "remembered", _watched(recorder.see_memory)),
        (alphabeta, "foreseen", _watched(recorder.see_estimate)),
        (interest, "interest", search),
        (interest_deepening, "interest", search),
        (interest, "leaf", _watched(recorder.see_static_value)),
        (interest, "settled", _watched(recorder.see_budget_memory)),
        (interest, "queue_moves", _watched(recorder.see_costs)),
        (interest, "affords", _watched(recorder.see_purse)),
        (OpenLines, "decided", _watched(recorder.see_decision)),
    ]


@contextmanager
def _replaced(wrappers: list[tuple[Place, str, Wrapper]]) -> Iterator[None]:
    """Every kernel in its wrapper while the context lasts."""
    kernels = [getattr(place, name) for place, name, _ in wrappers]
    try:
        for (place, name, wrap), kernel in zip(wrappers, kernels, strict=True):
            setattr(place, name, wrap(kernel))
        yield
    finally:
        for (place, name, _), kernel in zip(wrappers, kernels, strict=True):
            setattr(place, name, kernel)


def _around(recorder: Recorder) -> Wrapper:
    """What wraps a kernel that searches a node."""

    def wrap(kernel: Kernel) -> Kernel:
        signature = inspect.signature(kernel)

        def call(*arguments: Any) -> Any:
            given = signature.bind(*arguments).arguments
            recorder.begin(given)
            result = kernel(*arguments)
            recorder.finish(given, result)
            return result

        return call

    return wrap


def _watched(see: Callable[[dict[str, Any], Any], None]) -> Wrapper:
    """What wraps a kernel of which `see` is told the arguments by name and the result."""

    def wrap(kernel: Kernel) -> Kernel:
        signature = inspect.signature(kernel)

        def call(*arguments: Any) -> Any:
            result = kernel(*arguments)
            see(signature.bind(*arguments).arguments, result)
            return result

        return call

    return wrap
