"""The thread in which the engine thinks, with its requests and answers."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.cli.errors import first_line, place_of
from othello.compiling import FIRST_RUN
from players.limits import Limits
from players.window.timed_files import give_back_memory, start_thread

if TYPE_CHECKING:  # they load kernels, which is for the thread
    from othello.game import Game
    from othello.position import Position

POLL_SECONDS = 0.02
"""Seconds between two checks of whether anybody still waits while kernels compile."""


@dataclass(frozen=True)
class MoveRequest:
    """A request for a move of the player `spec`, within the limits of its clock, if it has one.

    `line` is the game that led to the position.
    """

    position: "Position"
    spec: str
    black: bool
    game: int
    step: int = 0
    allowed: Limits | None = field(default=None, compare=False)
    line: "Game | None" = field(default=None, compare=False)


@dataclass(frozen=True)
class ValuesRequest:
    """A request for the values of all moves, at growing depths up to `deepest`."""

    position: "Position"
    deepest: int


Request = MoveRequest | ValuesRequest


class PendingSearch(NamedTuple):
    """A request with its stop flag, int64[1]."""

    request: Request
    stop: Any


class EngineAnswer(NamedTuple):
    """An answer to a request, the `last` one or one before it.

    Those before a move only say that its search goes on. `seconds` is the wall time since the
    engine began with the request. `failure` is a fault, in one line.
    """

    question: PendingSearch
    result: Any
    last: bool
    seconds: float = 0.0
    failure: str = ""


def one_line(error: BaseException) -> str:
    """The first line of an error's message, and its place in a user's module."""
    return (first_line(error) or type(error).__name__) + place_of(error)


class EngineThread:
    """A thread that answers requests, one at a time, with an engine of its own.

    In the thread, `rules` loads the rules and `engine` makes the engine, an Adviser, so that the
    window is painted before anything compiles. A second thread compiles the players `first` and
    the engine.

    `has_rules`, `plays` and `ready` become true in this order: the rules are loaded, players can
    move, everything is compiled. Until then levels move by the book. `failure` is the reason, in
    one line, if a part cannot be loaded.
    """

    def __init__(
        self, rules: Callable[[], None], engine: Callable[[], Any], first: Sequence[str]
    ) -> None:
        self._rules, self._make, self._first = rules, engine, first
        self.has_rules = self.plays = self.ready = False
        self.failure = ""
        self._compiled = threading.Event()
        self._answers: queue.SimpleQueue[EngineAnswer] = queue.SimpleQueue()
        self._questions: queue.SimpleQueue[PendingSearch | None] = queue.SimpleQueue()
        self._question: PendingSearch | None = None
        self._begun: PendingSearch | None = None
        self._done = self._closed = False
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)

    def start(self) -> None:
        """Start the thread, which loads first."""
        self._thread.start()

    @property
    def busy(self) -> bool:
        """True until the present request is fully answered."""
        return self._question is not None and not self._done

    @property
    def thinking(self) -> bool:
        """True while the engine works on the present request."""
        return self.busy and self._begun is self._question

    @property
    def preparing(self) -> bool:
        """True until the players are compiled, and while another kernel compiles."""
        return not self._compiled.is_set() or FIRST_RUN.under_way

    @property
    def request(self) -> Request | None:
        """The present request, even if it is answered."""
        return self._question.request if self._question else None

    def ask(self, request: Request | None) -> None:
        """Make this the present request and stop the previous one; no-op for an equal one."""
        if request == self.request:
            return
        self.hurry()
        self._question, self._done = None, False
        if request is not None:
            import numpy as np  # loaded by the engine by now

            self._question = PendingSearch(request, np.zeros(1, np.int64))
            self._questions.put(self._question)

    def hurry(self) -> None:
        """Stop the search, so that the engine answers with its best result so far."""
        if self._question is not None:
            self._question.stop[0] = 1

    def take_answers(self) -> Iterator[EngineAnswer]:
        """Yield the answers since the last call, without those to earlier requests."""
        while not self._answers.empty():
            answer = self._answers.get()
            if answer.question is self._question:
                self._done = self._done or answer.last
                yield answer

    def close(self, seconds: float = 2.0) -> None:
        """Stop the search and wait at most `seconds` for the thread to end."""
        self.hurry()
        self._closed = True
        self._questions.put(None)
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _run(self) -> None:
        """Load, then answer requests until None comes; runs in the thread."""
        try:
            self._rules()
            self.has_rules = True
            engine = self._make()
            self.plays = True
        except BaseException as error:
            self.failure = one_line(error)
            return
        start_thread(partial(self._compile, engine), "compiler")
        while (question := self._questions.get()) is not None:
            if question.stop[0] and isinstance(question.request, ValuesRequest):
                continue
            self._answer(engine, question)

    def _compile(self, engine: Any) -> None:
        """Compile the kernels of the players and the engine; runs in a second thread."""
        try:
            engine.get_ready(self._first)
            self._compiled.set()
            engine.warm_up()
            give_back_memory()
            self.ready = True
        except BaseException as error:
            self.failure = one_line(error)

    def _answer(self, engine: Any, question: PendingSearch) -> None:
        """Answer a request as soon as the players are compiled, unless it is over before."""
        request, stop = question
        try:
            if not self._compiled.is_set():
                if isinstance(request, MoveRequest) and (choice := engine.book_move(request)):
                    self._answers.put(EngineAnswer(question, choice, True))
                    return
                while not self._compiled.wait(POLL_SECONDS):
                    if self._closed or self._question is not question:
                        return  # nobody waits for the answer
            if isinstance(request, MoveRequest):
                engine.prepare(request, stop)  # before its clock starts
            self._begun, began = question, time.monotonic()
            result = None
            if isinstance(request, MoveRequest):
                result = engine.choose(request, stop, partial(self._report, question))
            else:
                for values in engine.values(request.position, request.deepest, stop):
                    self._report(question, values)
            used = time.monotonic() - began
            self._answers.put(EngineAnswer(question, result, True, used))
        except Exception as error:
            self._answers.put(EngineAnswer(question, None, True, failure=one_line(error)))

    def _report(self, question: PendingSearch, result: Any) -> None:
        """Send an answer before the last one."""
        self._answers.put(EngineAnswer(question, result, False))
