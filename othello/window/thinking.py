"""The engine's thread: one question at a time, and answers that know what they answer."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from othello.window.engine import Engine
from othello.window.questions import Balanced, Choose, Question, Values

RULES, ENGINE = "rules", "engine"
"""What becomes ready after the start, in this order."""


class Ready(NamedTuple):
    """A part of the program can be used from now on."""

    part: str


class Answer(NamedTuple):
    """What the engine says to a question; `last` if nothing follows."""

    ticket: int
    question: Question
    result: Any
    last: bool


class Failure(NamedTuple):
    """What went wrong, in one line; `question` is None where nothing had been asked."""

    ticket: int
    question: Question | None
    message: str


Message = Ready | Answer | Failure


class _Asked(NamedTuple):
    """A question with its number and its stop flag, int64[1]."""

    ticket: int
    question: Question
    stop: Any


def one_line(error: BaseException) -> str:
    """What an error says, in one line."""
    return next(iter(str(error).splitlines()), "") or type(error).__name__


class Thinker:
    """Asks an engine in a thread of its own.

    `rules` loads what the game needs and `engine` makes the engine; both run
    in the thread, so that a window is painted before anything compiles.
    """

    def __init__(self, rules: Callable[[], None], engine: Callable[[], Engine]) -> None:
        self._rules, self._make = rules, engine
        self._messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._questions: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._asked: _Asked | None = None
        self._tickets = 0
        self._done = False
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)

    def start(self) -> None:
        """Begin to load."""
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether a question is open."""
        return self._asked is not None and not self._done

    @property
    def question(self) -> Question | None:
        """What is asked now, answered or not."""
        return self._asked.question if self._asked else None

    def want(self, question: Question | None) -> None:
        """Ask this from now on, and drop what was asked before unless it is the same."""
        if question == self.question:
            return
        self._stop()
        self._asked, self._done = None, False
        if question is not None:
            import numpy as np  # the engine has loaded it by now

            self._tickets += 1
            self._asked = _Asked(self._tickets, question, np.zeros(1, np.int64))
            self._questions.put(self._asked)

    def hurry(self) -> None:
        """Let the engine answer the present question at once, with what it has."""
        self._stop()

    def messages(self) -> list[Message]:
        """What has come since the last call, answers to former questions left out."""
        found: list[Message] = []
        while True:
            try:
                message = self._messages.get_nowait()
            except queue.Empty:
                return found
            if isinstance(message, Ready) or message.ticket in (0, self._ticket()):
                if isinstance(message, Failure) or (isinstance(message, Answer) and message.last):
                    self._done = True
                found.append(message)

    def close(self, seconds: float = 2.0) -> None:
        """Stop thinking and end the thread, waiting for so long at most."""
        self._stop()
        self._questions.put(None)
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _ticket(self) -> int:
        return self._asked.ticket if self._asked else -1

    def _stop(self) -> None:
        if self._asked is not None:
            self._asked.stop[0] = 1

    def _run(self) -> None:
        """The thread: load, then answer until None is asked."""
        try:
            self._rules()
            self._messages.put(Ready(RULES))
            engine = self._make()
            engine.warm_up()
            self._messages.put(Ready(ENGINE))
        except BaseException as error:
            self._messages.put(Failure(0, None, one_line(error)))
            return
        while (asked := self._questions.get()) is not None:
            if asked.stop[0] and not isinstance(asked.question, Choose):
                continue
            try:
                for result, last in _results(engine, asked):
                    self._messages.put(Answer(asked.ticket, asked.question, result, last))
            except Exception as error:
                self._messages.put(Failure(asked.ticket, asked.question, one_line(error)))


def _results(engine: Engine, asked: _Asked) -> Iterator[tuple[Any, bool]]:
    """What the engine says, and whether it is the last word."""
    question, stop = asked.question, asked.stop
    if isinstance(question, Choose):
        choice = engine.choose(
            question.spec, question.position, question.black, question.game, question.seconds, stop
        )
        yield choice, True
    elif isinstance(question, Balanced):
        yield engine.balanced_opening(question.seed, stop), True
    elif isinstance(question, Values):
        for values in engine.values(question.position, question.deepest, stop):
            yield values, False
        yield None, True
