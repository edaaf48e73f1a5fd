"""The player `gtp`: an engine that speaks the Go Text Protocol, as engines of Othello do.

A command is a number and words on a line; the answer begins with = or ?, the same number if the
engine repeats it, and ends with an empty line. An answer to an earlier question is left aside.

Source: Farnebäck 2002, "Specification of the Go Text Protocol, version 2", draft 2; the command
`set_game` is that of Quarry's engines.
"""

import contextlib
import math
import re
from typing import Annotated, Any, NamedTuple

from othello import notation
from othello.cli.errors import short_repr
from othello.game import Game
from othello.position import PASS, START, Position
from players import option_types
from players.limits import ClockLeft, Limits
from players.outside.line import line_to
from players.outside.player import ProgramPlayer
from players.outside.process import EngineProcess, ProtocolError, UnaskedError
from players.protocol import Choice
from players.registry import register

MOST_ANSWER_LINES = 1000
"""Lines of an answer, and lines before it that are none."""
MOST_DIGITS = 9
"""Of the number of an answer: more are of no question that was asked."""
_NUMBER = re.compile(r"\s*\d+(\.\d*)?\s*")
_ANSWER = re.compile(r"([=?])(\d*)(?:\s+(.*))?")


class GtpOptions(NamedTuple):
    """The options of gtp."""

    command: option_types.Command = None
    name: option_types.Command = None
    level: Annotated[
        int | None, "level is told by the command level, or stands for {level} in the command"
    ] = None
    seconds: Annotated[int | None, "seconds, whole ones, are told as the time for each move"] = None
    patience: option_types.Patience = None
    folder: option_types.Folder = None
    environment: option_types.Folder = None
    log: option_types.Log = None


class RefusedError(ProtocolError):
    """The engine answered that it cannot do what it was asked."""


def _colour(black: bool) -> str:
    return "b" if black else "w"


class Conversation:
    """Questions to an engine and its answers, by number."""

    def __init__(self, engine: EngineProcess) -> None:
        self.engine = engine
        self._number = 0

    def ask(self, question: str, until: float) -> str:
        """The answer to a command, by the monotonic clock's time `until`.

        RefusedError if the engine says that it is wrong.
        """
        self._number += 1
        self.engine.send(f"{self._number} {question}")
        while True:
            sign, number, lines = self._next(until)
            told = int(number[:MOST_DIGITS] or self._number)
            if told > self._number:
                raise ProtocolError(self.engine.words(f"an answer to number {short_repr(number)}"))
            if told == self._number:
                break
        text = "\n".join(lines).strip()
        if sign == "?":
            raise RefusedError(self.engine.words(f"refused: {short_repr(text)}"))
        return text

    def _next(self, until: float) -> tuple[str, str, list[str]]:
        """The sign, the number and the lines of the next answer."""
        for _ in range(MOST_ANSWER_LINES):
            match = _ANSWER.fullmatch(self.engine.read(until).strip())
            if match is not None:
                break
        else:
            raise ProtocolError(self.engine.words(f"{MOST_ANSWER_LINES} lines that are no answer"))
        lines = [match[3] or ""]
        while len(lines) <= MOST_ANSWER_LINES:
            line = self.engine.read(until).strip()
            if not line:
                return match[1], match[2], lines
            lines.append(line)
        raise ProtocolError(self.engine.words(f"an answer of more than {MOST_ANSWER_LINES} lines"))


@register("gtp")
class GtpPlayer(ProgramPlayer):
    """Another program that speaks GTP: `command`, or `name` in engines.toml."""

    protocol = "gtp"
    tells_values = False

    def __init__(self, options: GtpOptions) -> None:
        super().__init__(options._asdict())
        self._told: tuple[int, ...] = ()
        self._commands: frozenset[str] = frozenset()
        self._clocked = False

    @staticmethod
    def at_level(level: int) -> dict[str, Any]:
        """The options of a rung of a ladder."""
        return {"level": level}

    def _ask(self, question: str) -> str:
        """The answer to a command, for which the engine has its usual time."""
        return self._talk.ask(question, self._deadline())

    def _greet(self, engine: EngineProcess) -> None:
        """Ask what the engine knows, and set what holds for all games."""
        self._talk = Conversation(engine)
        version = self._ask("protocol_version")
        if version not in ("1", "2"):
            raise ProtocolError(
                engine.words(f"it speaks version {short_repr(version)} of GTP, not 2")
            )
        self._commands = frozenset(self._ask("list_commands").split())
        if "set_game" in self._commands:
            self._ask("set_game Othello")
        values = self.setup.values
        if "level" in values:
            if "level" not in self._commands:
                raise ProtocolError(engine.words("it knows no command level; {level} neither"))
            self._ask(f"level {values['level']}")

    def _prepare_game(self) -> None:
        """An empty board of 8 by 8 squares."""
        self._running()
        self._ask("boardsize 8")
        self._ask("clear_board")
        self._told = ()
        self._clocked = False
        if "seconds" in self.setup.values:
            self._ask(f"time_settings 0 {math.ceil(self.setup.values['seconds'])} 1")

    def _about(self) -> str:
        return " ".join(self._ask(word) for word in ("name", "version"))

    def _answer(self, position: Position, game: Game | None, limits: Limits) -> Choice:
        """The answer to `genmove`, after all moves that the engine has not been told."""
        if game is None or game.positions[0] != START:
            game = line_to(position)
        if game is None:
            raise UnaskedError("no line from the start leads here, and GTP sets up no positions")
        if self.engine is None:
            self._prepare_game()
        self._tell_moves(game)
        if limits.clock is not None:
            self._tell_clock(limits.clock, game.black_to_move)
        asked = f"genmove {_colour(game.black_to_move)}"
        text, used = self._timed(lambda: self._ask(asked))
        move = self._move(text)
        if self._take_move(game, move):
            self._told = (*self._told, move)
        return Choice(move, cpu_seconds=used)

    def _move(self, text: str) -> int:
        """The square that an answer names; ProtocolError for what is none."""
        try:
            return notation.parse_square(text)
        except notation.NotationError:
            what = "it resigned" if text.lower() == "resign" else f"{short_repr(text)} is no square"
            raise ProtocolError(self._talk.engine.words(what)) from None

    def _tell_moves(self, game: Game) -> None:
        if game.moves[: len(self._told)] != self._told:
            self._ask("clear_board")
            self._told = ()
        for ply in range(len(self._told), len(game.moves)):
            move = game.moves[ply]
            colour = _colour(ply % 2 == 0)
            if move != PASS:
                self._ask(f"play {colour} {notation.square_name(move)}")
                continue
            with contextlib.suppress(RefusedError):  # some engines pass by themselves
                self._ask(f"play {colour} pass")
        self._told = game.moves

    def _tell_clock(self, clock: ClockLeft, black: bool) -> None:
        """Say what is left of the game's time, in whole seconds, as the protocol has it."""
        seconds = max(1, int(clock.seconds))
        if not self._clocked and "time_settings" in self._commands:
            self._ask(f"time_settings {seconds} 0 0")
            self._clocked = True
        if "time_left" in self._commands:
            self._ask(f"time_left {_colour(black)} {seconds} 0")

    def _cpu_seconds(self) -> float | None:
        """CPU seconds that the engine has used, by its own count if it has one."""
        if "cputime" in self._commands:
            with contextlib.suppress(RefusedError):
                answer = self._ask("cputime")
                if _NUMBER.fullmatch(answer):
                    return float(answer)
        return self._talk.engine.cpu_seconds()
