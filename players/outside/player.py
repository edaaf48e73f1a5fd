"""What players that are other programs have in common, whatever protocol they speak."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from othello.bits import squares
from othello.cli.errors import first_line
from othello.game import Game
from othello.not_reentrant import not_reentrant
from othello.position import Position
from players.limits import Limits
from players.outside.line import followed
from players.outside.listed import setup
from players.outside.process import EngineError, EngineProcess, Stopped, UnaskedError
from players.protocol import Choice

Answered = TypeVar("Answered")
GRACE_SECONDS = 1.0
"""How long an answer is waited for after the clock has run out, which the match sees.

Less than a match waits before it ends the worker, with which the engine's last words would go.
"""


class ProgramPlayer(ABC):
    """A player that asks a program, which runs from the first game to the last.

    After any fault the program is ended, and started anew for the next question; what it was told
    in between is told again.
    """

    protocol = ""
    outside = True
    """Whether it is another program, which the registry must be told of."""
    supported_limits: tuple[str, ...] = ("clock",)

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.setup = setup(self.protocol, options)
        self.engine: EngineProcess | None = None
        self._game: Game | None = None
        self._said = ""
        self._stop: Any = None
        self._clock_ends: float | None = None

    @not_reentrant
    def new_game(self, seed: int = 0, stop: Any = None) -> None:
        """Start the program if it does not run, and let it forget earlier games.

        When the flag `stop` is raised before it has answered, it is ended.
        """
        self._heed(stop)
        self._clock_ends = None
        self._game = None
        self._said = ""
        if self.engine is not None:
            self.engine.errors.clear()
        self._guarded(self._prepare_game)

    @not_reentrant
    def follow(self, game: Game) -> None:
        """Take `game` for what was played before the next position."""
        self._game = game

    @not_reentrant
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """What the program answers; the lowest square if `stop` was raised before it did."""
        limits = limits or Limits()
        if limits.stop is not None and limits.stop[0]:
            return Choice(squares(position.legal())[0])
        self._heed(limits.stop)
        clock = limits.clock
        self._clock_ends = None if clock is None else time.monotonic() + clock.seconds
        game = None if self._game is None else followed(self._game, position)
        choice: Choice | None = self._guarded(lambda: self._answer(position, game, limits))
        if choice is None:
            return Choice(squares(position.legal())[0])
        return choice

    @not_reentrant
    def about(self) -> str:
        """What the program says that it is: its name and its version, if it tells them."""
        self.new_game()
        return self._about()

    def last_words(self) -> str:
        """The end of what the program wrote to its standard error in this game, or before it."""
        return self._said if self.engine is None else self.engine.last_words()

    def close(self) -> None:
        """End the program."""
        engine, self.engine = self.engine, None
        if engine is not None:
            engine.end("quit")

    def _guarded(self, action: Any) -> Any:
        """What `action` returns; whatever it raises, the program is ended.

        None if that was because nobody wants the answer any more. An error of this program, and
        not of the other one, is UnaskedError.
        """
        try:
            return action()
        except Stopped:
            self._kill()
            return None
        except BaseException as error:
            self._kill()
            if isinstance(error, EngineError) or not isinstance(error, Exception):
                raise
            raise UnaskedError(f"{type(error).__name__}: {first_line(error)}") from error

    def _kill(self) -> None:
        engine, self.engine = self.engine, None
        if engine is not None:
            engine.end()
            self._said = engine.last_words()

    def _heed(self, stop: Any) -> None:
        """Wait for no answer, from now on, while the flag `stop` is raised."""
        self._stop = stop
        if self.engine is not None:
            self.engine.stop = stop

    def _running(self) -> EngineProcess:
        """The program, which is started and greeted if it does not run."""
        if self.engine is None:
            self.engine = EngineProcess(self.setup.program)
            self.engine.stop = self._stop
            self._greet(self.engine)
        return self.engine

    def _deadline(self) -> float:
        """Return the monotonic clock's time until which an answer to any question is waited for."""
        if self._clock_ends is None:
            return time.monotonic() + self.setup.patience
        return self._clock_ends + GRACE_SECONDS

    def _cpu_seconds(self) -> float | None:
        """CPU seconds that the program has used; None where nobody counts them."""
        return self._running().cpu_seconds()

    def _timed(self, ask: Callable[[], Answered]) -> tuple[Answered, float]:
        """What `ask` gives, and the CPU seconds that it took the program, or else the wall time."""
        began, spent = time.monotonic(), self._cpu_seconds()
        answer = ask()
        if spent is None:
            return answer, time.monotonic() - began
        return answer, max(0.0, (self._cpu_seconds() or spent) - spent)

    def _take_move(self, game: Game, move: int) -> bool:
        """Play the program's move in `game`, which is followed; false if it is illegal."""
        self._game = game
        if move not in game.legal():  # which ends the game
            return False
        game.play(move)
        return True

    @abstractmethod
    def _greet(self, engine: EngineProcess) -> None:
        """Say what has to be said once."""

    @abstractmethod
    def _prepare_game(self) -> None:
        """Say what has to be said before each game."""

    @abstractmethod
    def _answer(self, position: Position, game: Game | None, limits: Limits) -> Choice:
        """What the program plays in `position`, where `game` leads if that is known."""

    @abstractmethod
    def _about(self) -> str:
        """What the program says that it is."""
