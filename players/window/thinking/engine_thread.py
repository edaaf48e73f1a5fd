"""The thread in which the engine thinks, with its requests and answers."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.compiling import FIRST_RUN, StillCompilingError, stopped_by, wait_for
from players.limits import Limits
from players.window.disk import give_back_memory
from players.window.game.clocks import stopped_after

if TYPE_CHECKING:  # they load kernels, which is for the thread
    from othello.game import Game
    from othello.position import Position
    from players.window.thinking.player_cache import PlayerCache, Progress


@dataclass(frozen=True)
class MoveRequest:
    """A request for a move of the player `spec`, within the limits of its clock, if it has one.

    `line` is the game that led to the position.
    """

    position: "Position"
    spec: str
    black: bool
    game: int
    step: int
    allowed: Limits | None = field(default=None, compare=False)
    line: "Game | None" = field(default=None, compare=False)


@dataclass(frozen=True)
class ValuesRequest:
    """A request for the values of all moves, at growing depths up to `deepest`.

    It ends after `seconds`; 0 is no limit.
    """

    position: "Position"
    deepest: int
    seconds: float = 0.0


@dataclass(frozen=True)
class PonderRequest:
    """A request to think on the other side's turn, for the player `spec` of a side."""

    position: "Position"
    spec: str
    black: bool
    game: int


@dataclass(frozen=True)
class CheckRequest:
    """A request to check a specification; the answer is its fault, "" for none."""

    spec: str


Request = MoveRequest | ValuesRequest | PonderRequest | CheckRequest

RULES, PLAYERS, ENGINE = "rules", "players", "engine"
"""The parts that become ready after the start, in this order.

PLAYERS can already move: levels use the book until they are compiled.
"""


class Ready(NamedTuple):
    """A message that a part is ready."""

    part: str


class EngineAnswer(NamedTuple):
    """An answer to a request, the `last` one or one before it.

    Answers before a move are the Progress of its search. `seconds` is the wall time since the
    engine began with the request.
    """

    ticket: int
    request: Request
    result: Any
    last: bool
    seconds: float = 0.0


class Failure(NamedTuple):
    """A fault, in one line; `request` is None for one while loading."""

    ticket: int
    request: Request | None
    message: str


Message = Ready | EngineAnswer | Failure


class _Question(NamedTuple):
    """A request with its number and its stop flag, int64[1]."""

    ticket: int
    request: Request
    stop: Any


def one_line(error: BaseException) -> str:
    """The first line of an error's message."""
    return next(iter(str(error).splitlines()), "") or type(error).__name__


class EngineThread:
    """A thread that answers requests, one at a time, with an engine of its own.

    In the thread, `rules` loads the rules and `engine` makes the engine, so that the window is
    painted before anything compiles. A second thread compiles the players `first()`, the engine
    and `rest()`. An Adviser answers all requests, a PlayerCache only those for a move.
    """

    def __init__(
        self,
        rules: Callable[[], None],
        engine: Callable[[], "PlayerCache"],
        first: Callable[[], Sequence[str]] = tuple,
        rest: Callable[[], object] = lambda: None,
    ) -> None:
        self._rules, self._make = rules, engine
        self._first, self._rest = first, rest
        self._compiled = threading.Event()
        self._messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._requests: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()
        self._question: _Question | None = None
        self._tickets = 0
        self._done = self._closed = False
        self._begun = -1
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
        return self.busy and self._begun == self._ticket()

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

            self._tickets += 1
            self._question = _Question(self._tickets, request, np.zeros(1, np.int64))
            self._requests.put(self._question)

    def hurry(self) -> None:
        """Stop the search, so that the engine answers with its best result so far."""
        if self._question is not None:
            self._question.stop[0] = 1

    def messages(self) -> list[Message]:
        """Return the messages since the last call, without answers to earlier requests."""
        found: list[Message] = []
        while True:
            try:
                message = self._messages.get_nowait()
            except queue.Empty:
                return found
            if isinstance(message, Ready) or message.ticket in (0, self._ticket()):
                last = isinstance(message, EngineAnswer) and message.last
                self._done = self._done or last or isinstance(message, Failure)
                found.append(message)

    def close(self, seconds: float = 2.0) -> None:
        """Stop the search and wait at most `seconds` for the thread to end."""
        self.hurry()
        self._closed = True
        self._requests.put(None)
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _ticket(self) -> int:
        return self._question.ticket if self._question else -1

    def _report(self, question: _Question, found: "Progress") -> None:
        """Send the progress of a search."""
        self._messages.put(EngineAnswer(question.ticket, question.request, found, False))

    def _run(self) -> None:
        """Load, then answer requests until None comes; runs in the thread."""
        try:
            with stopped_by(lambda: self._closed):
                self._rules()
                self._messages.put(Ready(RULES))
                engine = self._make()
                self._messages.put(Ready(PLAYERS))
        except BaseException as error:
            self._messages.put(Failure(0, None, one_line(error)))
            return
        threading.Thread(target=self._compile, args=(engine,), daemon=True).start()
        while (question := self._requests.get()) is not None:
            if question.stop[0] and not isinstance(question.request, MoveRequest):
                continue
            engine.watch(partial(self._report, question))
            while not self._answer(engine, question):
                pass

    def _compile(self, engine: "PlayerCache") -> None:
        """Compile the kernels of the players and the engine; runs in a second thread."""
        from othello.jit import ignore_overflow  # loaded by the engine by now

        ignore_overflow()
        try:
            with stopped_by(lambda: self._closed):
                engine.get_ready(self._first())
                self._compiled.set()
                engine.warm_up()
                self._rest()
                give_back_memory()
                self._messages.put(Ready(ENGINE))
        except BaseException as error:
            self._messages.put(Failure(0, None, one_line(error)))

    @property
    def preparing(self) -> bool:
        """True until the players are compiled, and while another kernel compiles."""
        return not self._compiled.is_set() or FIRST_RUN.under_way

    def _is_over(self, question: _Question) -> bool:
        """True if nobody waits for the answer any more."""
        return self._closed or self._question is not question

    def _answer(self, engine: "PlayerCache", question: _Question) -> bool:
        """Answer a request; return False if it was stopped while kernels compiled.

        The stop flag stays raised, so that the next try answers as soon as they are compiled.
        """
        ticket, request, stop = question
        try:
            with stopped_by(lambda: self._is_over(question)):
                if not self._compiled.is_set():
                    if choice := _book_choice(engine, request):
                        self._messages.put(EngineAnswer(ticket, request, choice, True))
                        return True
                    wait_for(self._compiled)
                if isinstance(request, MoveRequest):
                    clocked = request.allowed is not None  # a clock starts after the preparation
                    engine.prepare(request.spec, request.position, request.black, clocked, stop)
                self._begun, began = ticket, time.monotonic()
                for result, last in _results(engine, question):
                    used = time.monotonic() - began
                    self._messages.put(EngineAnswer(ticket, request, result, last, used))
        except StillCompilingError:
            return self._is_over(question)
        except Exception as error:
            self._messages.put(Failure(ticket, request, one_line(error)))
        return True


def _book_choice(engine: Any, request: Request) -> Any:
    """The book move of a level; None for other requests or positions."""
    if not isinstance(request, MoveRequest):
        return None
    return engine.book_move(request.spec, request.position, request.game)


def _fault(engine: Any, spec: str) -> str:
    """The fault of a specification, in one line; "" for none."""
    try:
        engine.check(spec)
    except ValueError as error:
        return one_line(error)
    return ""


def _results(engine: Any, question: _Question) -> Iterator[tuple[Any, bool]]:
    """Yield the engine's results for a request, each with True for the last one."""
    request, stop = question.request, question.stop
    if isinstance(request, MoveRequest):
        engine.follow(request.line)
        choice = engine.choose(
            request.spec, request.position, request.black, request.game, request.allowed, stop
        )
        yield choice, True
    elif isinstance(request, CheckRequest):
        yield _fault(engine, request.spec), True
    elif isinstance(request, PonderRequest):
        engine.ponder(request.spec, request.position, request.black, request.game, stop)
        yield None, True
    elif isinstance(request, ValuesRequest):
        with stopped_after(request.seconds or None, stop):
            for values in engine.values(request.position, request.deepest, stop):
                yield values, False
        yield None, True
