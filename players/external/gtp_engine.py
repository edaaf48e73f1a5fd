"""The player `gtp`: an engine that speaks the Go Text Protocol, as engines of Othello do.

A command is a number and words on a line; the answer begins with = or ?, then the same number if
the engine repeats it, and ends with an empty line. Answers to earlier commands are ignored.

Source: Farnebäck 2002, "Specification of the Go Text Protocol, version 2", draft 2; the command
`set_game` is that of Quarry's engines.
"""

import math
import re
from typing import Annotated, Any, NamedTuple

from othello import notation
from othello.cli.errors import short_repr
from othello.game import Game
from othello.position import PASS, START, Position
from players import options
from players.external.engine_player import ProgramPlayer
from players.external.process import EngineProcess
from players.limits import ClockLeft, Limits
from players.protocol import Choice, ProtocolError, UnaskedError
from players.registry import register

MOST_ANSWER_LINES = 1000
"""Most lines of an answer, and most other lines before it."""
MOST_DIGITS = 9
"""Most digits of an answer's number; a longer one belongs to no command."""
_ANSWER = re.compile(r"([=?])(\d*)(?:\s+(.*))?")


class GtpOptions(NamedTuple):
    """The options of gtp."""

    command: options.Command = None
    name: options.EngineName = None
    level: Annotated[int | None, "level, sent by `level` or put for {level} in command"] = None
    seconds: Annotated[int | None, "whole seconds per move, sent by `time_settings`"] = None
    patience: options.Patience = None
    handshake: options.Handshake = None
    folder: options.Folder = None


class RefusedError(ProtocolError):
    """The engine refused a command."""


def _colour(black: bool) -> str:
    return "b" if black else "w"


@register("gtp")
class GtpPlayer(ProgramPlayer):
    """Another program that speaks GTP: `command`, or `name` in engines.toml."""

    protocol = "gtp"
    tells_values = False
    supported_limits = ("depth", "seconds", "clock")

    def __init__(self, options: GtpOptions) -> None:
        super().__init__(options._asdict())
        self._sent: tuple[int, ...] = ()
        self._commands: frozenset[str] = frozenset()
        self._clock_sent = False
        self._level: int | None = None
        self._seconds: int | None = None
        self._number = 0

    @staticmethod
    def at_level(level: int) -> dict[str, Any]:
        """Return the options of a rung of a ladder."""
        return {"level": level}

    def _ask(self, question: str, until: float | None = None) -> str:
        """Return the answer to a command, by the monotonic clock's time or within the usual time.

        RefusedError if the engine refuses it.
        """
        engine, until = self._running(), self._deadline() if until is None else until
        self._number += 1
        engine.send(f"{self._number} {question}")
        sign, answered, text = "", -1, ""
        while answered < self._number:
            sign, number, text = self._next(engine, until)
            answered = int(number[:MOST_DIGITS] or self._number)
        if answered > self._number:
            raise engine.fault(f"an answer to request {short_repr(number)}")
        if sign == "?":
            raise RefusedError(engine.describe(f"refused: {short_repr(text)}"))
        return text

    def _next(self, engine: EngineProcess, until: float) -> tuple[str, str, str]:
        """Return sign, number and text of the next answer, which an empty line ends."""
        before = engine.lines(until, MOST_ANSWER_LINES, "an answer")
        match = next(filter(None, (_ANSWER.fullmatch(line.strip()) for line in before)))
        lines = map(str.strip, engine.lines(until, MOST_ANSWER_LINES, "the end of an answer"))
        text = "\n".join([match[3] or "", *iter(lines.__next__, "")])
        return match[1], match[2], text.strip()

    def _greet(self, engine: EngineProcess, until: float) -> None:
        """Read version and commands of the engine, and send settings for all games."""
        version = self._ask("protocol_version", until)
        if version not in ("1", "2"):
            raise engine.fault(f"GTP version {short_repr(version)} is not supported")
        self._commands = frozenset(self._ask("list_commands", until).split())
        if "set_game" in self._commands:
            self._ask("set_game Othello", until)
        self._level = self._seconds = None
        self._send_level(engine, None, until)

    def _send_level(self, engine: EngineProcess, depth: int | None, until: float) -> None:
        """Send the player's own level, or else a depth, if it differs from the last one sent."""
        level = self.setup.values.get("level", depth)
        if level not in (None, self._level):
            if "level" not in self._commands:
                raise engine.fault("it has no command level, and its command line no {level}")
            self._ask(f"level {level}", until)
            self._level = level

    def _send_seconds(self, seconds: float | None) -> None:
        """Send the player's own seconds per move, or else others, if they are not the last sent."""
        seconds = self.setup.values.get("seconds", seconds)
        if seconds is not None and math.ceil(seconds) != self._seconds:
            self._seconds = math.ceil(seconds)
            self._ask(f"time_settings 0 {self._seconds} 1")

    def _prepare_game(self) -> None:
        self._ask("boardsize 8")
        self._ask("clear_board")
        self._sent = ()
        self._clock_sent = False
        self._seconds = None
        self._send_seconds(None)

    def _about(self) -> str:
        return " ".join(self._ask(word) for word in ("name", "version"))

    def _answer(self, position: Position, game: Game | None, limits: Limits) -> Choice:
        """Send the moves that are new to the engine, then `genmove`."""
        if game is None or game.positions[0] != START:
            raise UnaskedError("GTP needs a game from the start to this position")
        if self.engine is None:
            self._prepare_game()
        self._send_moves(game)
        self._send_level(self._running(), limits.depth, self._deadline())
        if limits.clock is None:
            self._send_seconds(limits.seconds)
        else:
            self._send_clock(limits.clock, game.black_to_move)
        command = f"genmove {_colour(game.black_to_move)}"
        text, used = self._timed(lambda: self._ask(command))
        move = self._square(text)
        if self._follow_move(game, move):
            self._sent = (*self._sent, move)
        return Choice(move, cpu_seconds=used)

    def _send_moves(self, game: Game) -> None:
        if game.moves[: len(self._sent)] != self._sent:
            self._ask("clear_board")
            self._sent = ()
        sent = len(self._sent)
        for ply, move in enumerate(game.moves[sent:], sent):
            name = "pass" if move == PASS else notation.square_name(move)
            try:
                self._ask(f"play {_colour(ply % 2 == 0)} {name}")
            except RefusedError:
                if move != PASS:  # some engines pass by themselves
                    raise
        self._sent = game.moves

    def _send_clock(self, clock: ClockLeft, black: bool) -> None:
        """Send the time left in whole seconds, as the protocol requires."""
        seconds = max(1, int(clock.seconds))
        if not self._clock_sent and "time_settings" in self._commands:
            self._ask(f"time_settings {seconds} 0 0")
            self._clock_sent = True
        if "time_left" in self._commands:
            self._ask(f"time_left {_colour(black)} {seconds} 0")

    def _cpu_seconds(self) -> float | None:
        """Return the CPU seconds of the engine, by its own count if it has one."""
        if "cputime" in self._commands:
            try:
                return float(self._ask("cputime"))
            except (ValueError, RefusedError):
                pass
        return super()._cpu_seconds()
