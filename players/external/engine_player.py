"""Base class of players that are other programs, and the games that lead to a position.

Engines are sent moves, but a player is only shown positions.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from othello.bits import squares
from othello.cli.errors import first_line, short_repr
from othello.exclusive import not_reentrant
from othello.game import Game
from othello.notation import NotationError, parse_square
from othello.position import Position
from players.external.engine_list import setup
from players.external.process import EngineProcess, SearchCancelled
from players.limits import Limits
from players.protocol import Choice, EngineError, EngineTimeoutError, UnaskedError

Answer = TypeVar("Answer")
GRACE_SECONDS = 1.0
"""Seconds to wait for an answer after the clock has run out, which the match notices.

Less than a match waits before it ends the worker, so that the engine's last errors are kept.
"""


def continue_game(game: Game, position: Position) -> Game | None:
    """Return `game` after the side to move has made its turns, up to `position`; None if it cannot.

    The side to move in `position` is the other one, unless the game stands there or did before. A
    side moves several times in a row if the other must pass.
    """
    back = game.copy()
    while back.position != position:
        if back.undo() is None:
            return _after_turns(game, position, game.black_to_move)
    return back


def _after_turns(game: Game, position: Position, black: bool) -> Game | None:
    """Return the game after moves of one colour up to `position`, the other colour to move."""
    for square in game.legal():
        later = game.copy()
        later.play(square)
        if later.position == position and later.black_to_move != black:
            return later
        if later.black_to_move == black and not later.over:
            deeper = _after_turns(later, position, black)
            if deeper is not None:
                return deeper
    return None


class ProgramPlayer(ABC):
    """A player that is another program, which runs from the first game to the last.

    After any fault the program is killed. The next question starts it again, and sends the game
    again.
    """

    protocol = ""
    outside = True
    """True for players that are other programs; read by the registry."""
    supported_limits: tuple[str, ...] = ("clock",)

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.setup = setup(self.protocol, options)
        self.engine: EngineProcess | None = None
        self._game = Game()
        self._error_output = ""
        self._stop: Any = None
        self._clock_ends: float | None = None

    @not_reentrant
    def new_game(self, seed: int = 0, stop: Any = None) -> None:
        """Start the program if it does not run, and let it forget earlier games.

        If the flag `stop` is raised before it answers, the program is killed.
        """
        self._set_stop(stop)
        self._clock_ends = None
        self._game = Game()
        self._error_output = ""
        if self.engine is not None:
            self.engine.errors.clear()
        self._call(self._prepare_game)

    @not_reentrant
    def follow(self, game: Game) -> None:
        """Set the game played before the next position."""
        self._game = game

    @not_reentrant
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return the program's move; the lowest square if `stop` was raised before it answered."""
        limits, choice = limits or Limits(), None
        if limits.stop is None or not limits.stop[0]:
            self._set_stop(limits.stop)
            clock = limits.clock
            self._clock_ends = None if clock is None else time.monotonic() + clock.seconds
            game = continue_game(self._game, position)
            choice = self._call(lambda: self._answer(position, game, limits))
        return Choice(squares(position.legal())[0]) if choice is None else choice

    @not_reentrant
    def about(self) -> str:
        """Return the program's name and version, as far as it reports them."""
        self.new_game()
        return self._about()

    def last_words(self) -> str:
        """Return the end of the program's standard error in this game, or before it."""
        return self._error_output if self.engine is None else self.engine.last_words()

    def close(self) -> None:
        """End the program."""
        engine, self.engine = self.engine, None
        if engine is not None:
            engine.end("quit")

    def _call(self, action: Any) -> Any:
        """Return `action()`; any exception ends the program. None if the call was stopped.

        Errors of ours, not of the program, become UnaskedError.
        """
        try:
            return action()
        except SearchCancelled:
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
            self._error_output = engine.last_words()

    def _set_stop(self, stop: Any) -> None:
        """Stop waiting for answers once the flag `stop` is raised."""
        self._stop = stop
        if self.engine is not None:
            self.engine.stop = stop

    def _running(self) -> EngineProcess:
        """Return the program; if it does not run, start and greet it within a limit of its own."""
        if self.engine is not None:
            return self.engine
        self.engine = engine = EngineProcess(self.setup.program)
        engine.stop = self._stop
        seconds = self.setup.handshake
        until = time.monotonic() + seconds
        try:
            self._greet(engine, until if self._clock_ends is None else min(until, self._deadline()))
        except EngineTimeoutError:
            if time.monotonic() < until:
                raise
            raise EngineTimeoutError(
                engine.describe(f"no answer within {seconds:g} s of its start (option handshake)")
            ) from None
        return engine

    def _deadline(self) -> float:
        """Return the monotonic clock's time by which an answer must come."""
        if self._clock_ends is None:
            return time.monotonic() + self.setup.patience
        return self._clock_ends + GRACE_SECONDS

    def _cpu_seconds(self) -> float | None:
        """Return the CPU seconds of the program; None if nobody counts them."""
        return self._running().cpu_seconds()

    def _timed(self, ask: Callable[[], Answer]) -> tuple[Answer, float]:
        """Return the value of `ask`, and its CPU seconds in the program, or else its wall time."""
        began, spent = time.monotonic(), self._cpu_seconds()
        answer = ask()
        if spent is None:
            return answer, time.monotonic() - began
        return answer, max(0.0, (self._cpu_seconds() or spent) - spent)

    def _square(self, text: str) -> int:
        """Return the square that an answer names; ProtocolError for other text."""
        try:
            return parse_square(text)
        except NotationError:
            said = "but it resigned" if text.lower() == "resign" else f"got {short_repr(text)}"
            raise self._running().fault(f"expected a square, {said}") from None

    def _follow_move(self, game: Game, move: int) -> bool:
        """Play the program's move in `game`, which becomes current; False if it is illegal."""
        self._game = game
        if move not in game.legal():  # the match ends the game
            return False
        game.play(move)
        return True

    @abstractmethod
    def _greet(self, engine: EngineProcess, until: float) -> None:
        """Send what is needed once; the answers must come by the monotonic clock's `until`."""

    @abstractmethod
    def _prepare_game(self) -> None:
        """Send what is needed before each game."""

    @abstractmethod
    def _answer(self, position: Position, game: Game | None, limits: Limits) -> Choice:
        """Return the program's move in `position`, to which `game` leads if it is known."""

    @abstractmethod
    def _about(self) -> str:
        """Return the program's name and version."""
