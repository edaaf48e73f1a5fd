"""The engine and the thread that it thinks in: what is asked of it, and its answers."""

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
    from players.forms import Form
    from players.window.thinking.movers import PlayerCache, Progress


@dataclass(frozen=True)
class MoveRequest:
    """A request for a move of the player `spec`; `allowed` is what its clock allows, if any.

    `line` is the game that led to the position; `alone` says that a person plays the other side.
    """

    position: "Position"
    spec: str
    black: bool
    game: int
    step: int
    allowed: Limits | None = field(default=None, compare=False)
    line: "Game | None" = field(default=None, compare=False)
    alone: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class ValuesRequest:
    """A request for the value of every move, at growing depths up to `deepest`.

    It ends after `seconds`, if that is not 0.
    """

    position: "Position"
    deepest: int
    seconds: float = 0.0


@dataclass(frozen=True)
class OpeningRequest:
    """A request for a random opening in which neither side is ahead."""

    seed: int


@dataclass(frozen=True)
class PonderRequest:
    """A request to think on the other side's time, for the player `spec` of a side."""

    position: "Position"
    spec: str
    black: bool
    game: int


@dataclass(frozen=True)
class CheckRequest:
    """A request to say what is wrong with a specification; the answer is "" for nothing."""

    spec: str


Request = MoveRequest | ValuesRequest | OpeningRequest | PonderRequest | CheckRequest

RULES, PLAYERS, ENGINE = "rules", "players", "engine"
"""The parts that become ready after the start, in this order.

PLAYERS can be asked for moves: levels play from the book until they are compiled.
"""


class Ready(NamedTuple):
    """A part is ready; with the engine come the forms of the players."""

    part: str
    forms: "Sequence[Form]" = ()


class EngineAnswer(NamedTuple):
    """The engine's answer to a request; `last` if nothing follows.

    Before that to a move stand the Progress of its search. `seconds` of wall time were used to
    find it, without those before the engine began.
    """

    ticket: int
    request: Request
    result: Any
    last: bool
    seconds: float = 0.0


class Failure(NamedTuple):
    """What went wrong, in one line; `request` is None for a failure while loading."""

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
    """What an error says, in one line."""
    return next(iter(str(error).splitlines()), "") or type(error).__name__


class EngineThread:
    """Asks an engine in a thread of its own.

    `rules` loads what the game needs and `engine` makes the engine; both run
    in the thread, so that a window is painted before anything compiles. Then another thread
    compiles, first what the players `first()` need, last `rest()`. All that is asked of a
    thread has to be what its engine knows: of an Adviser anything, of PlayerCache a move.
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
        """Whether a request is not fully answered yet."""
        return self._question is not None and not self._done

    @property
    def thinking(self) -> bool:
        """Whether the engine has begun with the present request, and not answered it fully yet."""
        return self.busy and self._begun == self._ticket()

    @property
    def request(self) -> Request | None:
        """The present request, answered or not."""
        return self._question.request if self._question else None

    def ask(self, request: Request | None) -> None:
        """Make this the present request and stop the one before; no-op if it is the same."""
        if request == self.request:
            return
        self.hurry()
        self._question, self._done = None, False
        if request is not None:
            import numpy as np  # the engine has loaded it by now

            self._tickets += 1
            self._question = _Question(self._tickets, request, np.zeros(1, np.int64))
            self._requests.put(self._question)

    def hurry(self) -> None:
        """Let the engine answer the present request at once, with the best found so far."""
        if self._question is not None:
            self._question.stop[0] = 1

    def messages(self) -> list[Message]:
        """The messages since the last call, without answers to former requests."""
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
        """Stop thinking and end the thread, waiting for so long at most."""
        self.hurry()
        self._closed = True
        self._requests.put(None)
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _ticket(self) -> int:
        return self._question.ticket if self._question else -1

    def _tell(self, question: _Question, found: "Progress") -> None:
        """Say how far the engine has come with the answer to a request."""
        self._messages.put(EngineAnswer(question.ticket, question.request, found, False))

    def _run(self) -> None:
        """The thread: load, then answer requests until None comes."""
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
            engine.watch(partial(self._tell, question))
            while not self._answered(engine, question):
                pass

    def _compile(self, engine: "PlayerCache") -> None:
        """Another thread: compile, or read from the cache, what the engine and its players need."""
        from othello.jit import ignore_overflow  # the engine has loaded it by now

        ignore_overflow()
        try:
            with stopped_by(lambda: self._closed):
                engine.get_ready(self._first())
                self._compiled.set()
                engine.warm_up()
                self._rest()
                give_back_memory()
                self._messages.put(Ready(ENGINE, engine.forms()))
        except BaseException as error:
            self._messages.put(Failure(0, None, one_line(error)))

    @property
    def preparing(self) -> bool:
        """Whether the players are compiled yet, or another kernel is being compiled."""
        return not self._compiled.is_set() or FIRST_RUN.under_way

    def _is_over(self, question: _Question) -> bool:
        """Whether nobody waits for the answer any more."""
        return self._closed or self._question is not question

    def _answered(self, engine: "PlayerCache", question: _Question) -> bool:
        """Answer a request; False if its time ended while kernels compiled, so that it is due yet.

        Its stop flag is raised then: once they are compiled it is answered at once.
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
                    engine.sole(request.black if request.alone else None)
                    # before any clock runs
                    clocked = request.allowed is not None
                    engine.prepare(request.spec, request.position, request.black, clocked, stop)
                self._begun, began = ticket, time.monotonic()
                for result, last in _answers(engine, question):
                    used = time.monotonic() - began
                    self._messages.put(EngineAnswer(ticket, request, result, last, used))
        except StillCompilingError:
            return self._is_over(question)
        except Exception as error:
            self._messages.put(Failure(ticket, request, one_line(error)))
        return True


def _book_choice(engine: Any, request: Request) -> Any:
    """The choice of a level by the book, if a move is asked for; None for none."""
    if not isinstance(request, MoveRequest):
        return None
    return engine.book_move(request.spec, request.position, request.game)


def _fault(engine: Any, spec: str) -> str:
    """What is wrong with a specification, in one line; "" for nothing."""
    try:
        engine.check(spec)
    except ValueError as error:
        return one_line(error)
    return ""


def _answers(engine: Any, question: _Question) -> Iterator[tuple[Any, bool]]:
    """The engine's answers, each with whether it is the last."""
    request, stop = question.request, question.stop
    if isinstance(request, MoveRequest):
        engine.follow(request.line)
        choice = engine.choose(
            request.spec, request.position, request.black, request.game, request.allowed, stop
        )
        yield choice, True
    elif isinstance(request, OpeningRequest):
        yield engine.balanced_opening(request.seed, stop), True
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
