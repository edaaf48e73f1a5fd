"""The player `nboard`: an engine that speaks the protocol of the program NBoard.

Before each question the engine gets the whole game and a numbered `ping`; all lines before the
matching `pong` belong to earlier questions and are ignored.

Source: Welty, "NBoard Protocol", version 2, as it comes with NBoard.
"""

import re
import time
from typing import Annotated, NamedTuple

from othello import notation
from othello.bits import squares
from othello.game import Game
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players import options
from players.external.engine_player import ProgramPlayer
from players.external.process import EngineProcess, SearchCancelled
from players.limits import Limits
from players.protocol import Choice, EngineError
from players.registry import register

MOST_SEARCH_LINES = 100_000
"""Most lines before a move; they report the search."""
DEFAULT_DEPTH = 8
STOP_SECONDS = 1.0
"""Limit for the pong of an engine that must stop, before it is killed."""
_WHOLE = re.compile("[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?")


class NboardOptions(NamedTuple):
    """The options of nboard."""

    command: options.Command = None
    name: options.EngineName = None
    depth: Annotated[int | None, "depth in plies, sent by `set depth` (8)"] = None
    patience: options.Patience = None
    handshake: options.Handshake = None
    folder: options.Folder = None


NO_SEARCH = Choice(PASS)
"""Search data before the engine has reported any."""


def game_text(game: Game, seconds: float | None = None) -> str:
    """Return a game in GGF as NBoard writes it; `seconds`: of a side's clock."""
    black = game.black_to_move == (len(game.moves) % 2 == 0)
    board = notation.board_text(game.positions[0], black).replace(notation.BLACK_DISC, "*")
    time_tag = "" if seconds is None else f"TI[{int(seconds) // 60}:{int(seconds) % 60:02d}]"
    parts = [f"(;GM[Othello]PC[NBoard]PB[Black]PW[White]RE[?]{time_tag}TY[8]BO[8 {board}]"]
    for move in game.moves:
        name = "PA" if move == PASS else notation.square_name(move).upper()
        parts.append(f"{'B' if black else 'W'}[{name}]")
        black = not black
    return f"{''.join(parts)};)"


def _number(text: str) -> float | None:
    """Return the number at the start of a text such as "16@73%", or None."""
    match = _NUMBER.match(text)
    return None if match is None else float(match[0])


def _line(text: str) -> tuple[int, ...]:
    """Return the moves of a line such as "F5d6C3" or "F5-D6-C3"; () if it cannot be read."""
    try:
        return notation.parse_transcript(text if "--" in text else text.replace("-", ""))
    except notation.NotationError:
        return ()


def update_search(search: Choice, line: str) -> Choice:
    """Return the search data after one more line of the engine; most lines have none."""
    words = line.split()
    if words[:1] == ["nodestats"] and len(words) > 1 and _WHOLE.fullmatch(words[1]):
        return search._replace(nodes=int(words[1]))
    if words[:1] == ["search"] and len(words) > 2:
        score = _number(words[2])
        depth = _number(words[4]) if len(words) > 4 else None
        return search._replace(
            score=search.score if score is None else round(SCORE_SCALE * score),
            depth=max(0, int(depth or 0)),
            variation=_line(words[1]),
        )
    return search


@register("nboard")
class NboardPlayer(ProgramPlayer):
    """Another program that speaks NBoard's protocol: `command`, or `name` in engines.toml."""

    protocol = "nboard"
    supported_limits = ("depth", "clock")

    def __init__(self, options: NboardOptions) -> None:
        super().__init__(options._asdict())
        self._pings = 0
        self._name = self.setup.program.name
        self._set_depth: int | None = None

    def _greet(self, engine: EngineProcess, until: float) -> None:
        """Begin the protocol; the depth must be sent again."""
        self._set_depth = None
        engine.send("nboard 2")
        self._synchronize(engine, until)

    def _prepare_game(self) -> None:
        """Check that the engine answers; each question sends the game."""
        engine = self._running()
        self._send_depth(engine, None)
        engine.send(f"set game {game_text(Game())}")
        self._synchronize(engine, self._deadline())

    def _about(self) -> str:
        return self._name

    def _send_depth(self, engine: EngineProcess, depth: int | None) -> None:
        """Send the depth if it differs from the last one sent."""
        depth = depth or int(self.setup.values.get("depth", DEFAULT_DEPTH))
        if depth != self._set_depth:
            engine.send(f"set depth {depth}")
            self._set_depth = depth

    def _synchronize(self, engine: EngineProcess, until: float) -> None:
        """Wait for the pong of a new ping, and ignore all earlier lines."""
        self._pings += 1
        engine.send(f"ping {self._pings}")
        for line in engine.lines(until, MOST_SEARCH_LINES, "its pong"):
            words = line.split()
            if words[:2] == ["pong", str(self._pings)]:
                return
            if words[:2] == ["set", "myname"]:
                self._name = " ".join(words[2:])

    def _answer(self, position: Position, game: Game | None, limits: Limits) -> Choice:
        """Send `go`; return the move with the last search data."""
        if game is None:  # colours as if nobody had passed
            game = Game(position, black_to_move=bool(position.first()))
        engine = self._running()
        self._send_depth(engine, limits.depth)
        seconds = None if limits.clock is None else limits.clock.seconds
        engine.send(f"set game {game_text(game, seconds)}")
        try:
            self._synchronize(engine, self._deadline())
            choice, used = self._timed(lambda: self._choice(engine))
        except SearchCancelled as cancelled:
            engine.stop = None
            try:  # a ping stops the search
                self._synchronize(engine, time.monotonic() + STOP_SECONDS)
            except EngineError:
                raise cancelled from None
            return Choice(squares(position.legal())[0])
        self._follow_move(game, choice.move)
        return choice._replace(cpu_seconds=used)

    def _choice(self, engine: EngineProcess) -> Choice:
        """Return the move after ===, with its value if the engine sends one."""
        engine.send("go")
        search, line = NO_SEARCH, ""
        for line in engine.lines(self._deadline(), MOST_SEARCH_LINES, "its move"):
            if line.startswith("==="):
                break
            search = update_search(search, line)
        fields = re.split(r"[/\s]+", line[3:].strip())
        move = self._square(fields[0])
        value = _number(fields[1]) if len(fields) > 1 else None
        score = search.score if value is None else round(SCORE_SCALE * value)
        variation = search.variation if search.variation[:1] == (move,) else (move,)
        if search == NO_SEARCH and value is None:
            variation = ()
        return search._replace(move=move, score=score, variation=variation)
