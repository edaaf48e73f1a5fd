"""The player `nboard`: an engine that speaks the protocol of the program NBoard.

Before each question the engine is told the whole game and a numbered `ping`, whose `pong` says
that what follows belongs to this question: an answer to an earlier one is left aside.

Source: Welty, "NBoard Protocol", version 2, as it comes with NBoard.
"""

import re
import time
from typing import Annotated, NamedTuple

from othello import notation
from othello.bits import squares
from othello.cli.errors import short_repr
from othello.game import Game
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players import option_types
from players.limits import Limits
from players.outside.player import ProgramPlayer
from players.outside.process import EngineError, EngineProcess, ProtocolError, Stopped
from players.protocol import Choice
from players.registry import register

MOST_SEARCH_LINES = 100_000
"""Lines before an answer, most of which say how far the search is."""
UNASKED_DEPTH = 8
STOPPING_SECONDS = 1.0
"""How long an engine that thinks may take for its pong, before it is killed."""
_WHOLE = re.compile("[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?")


class NboardOptions(NamedTuple):
    """The options of nboard."""

    command: option_types.Command = None
    name: option_types.Command = None
    depth: Annotated[
        int | None, "depth is what the engine takes set depth for, 8 if nothing is said"
    ] = None
    patience: option_types.Patience = None
    folder: option_types.Folder = None
    environment: option_types.Folder = None
    log: option_types.Log = None


NO_THOUGHT = Choice(PASS)
"""Of a search before the engine has told of it."""


def game_text(game: Game, seconds: float | None = None) -> str:
    """A game in GGF as NBoard writes it; `seconds` are those of a side's clock."""
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
    """A number at the start of a text such as "16@73%", None if there is none."""
    match = _NUMBER.match(text)
    return None if match is None else float(match[0])


def _line(text: str) -> tuple[int, ...]:
    """The moves of a line such as "F5d6C3" or "F5-D6-C3"; none for what cannot be read."""
    try:
        return notation.parse_transcript(text if "--" in text else text.replace("-", ""))
    except notation.NotationError:
        return ()


def thought_after(thought: Choice, line: str) -> Choice:
    """What is known of a search after one more line of the engine's; most lines say nothing."""
    words = line.split()
    if words[:1] == ["nodestats"] and len(words) > 1 and _WHOLE.fullmatch(words[1]):
        return thought._replace(nodes=int(words[1]))
    if words[:1] == ["search"] and len(words) > 2:
        score = _number(words[2])
        depth = _number(words[4]) if len(words) > 4 else None
        return thought._replace(
            score=thought.score if score is None else round(SCORE_SCALE * score),
            depth=max(0, int(depth or 0)),
            variation=_line(words[1]),
        )
    return thought


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
        self._heard = False

    def _greet(self, engine: EngineProcess) -> None:
        """Enter the protocol; what the depth is has to be said anew."""
        engine.send("nboard 2")
        self._set_depth, self._heard = None, False

    def _prepare_game(self) -> None:
        """Nothing but to see that it answers: the game is told with each question."""
        engine = self._running()
        self._tell_depth(engine, None)
        engine.send(f"set game {game_text(Game())}")
        self._synchronize(engine)

    def _about(self) -> str:
        return self._name

    def _tell_depth(self, engine: EngineProcess, asked: int | None) -> None:
        """Set the depth if it is not the one that was set last."""
        depth = asked or int(self.setup.values.get("depth", UNASKED_DEPTH))
        if depth != self._set_depth:
            engine.send(f"set depth {depth}")
            self._set_depth = depth

    def _synchronize(self, engine: EngineProcess, seconds: float | None = None) -> None:
        """Wait until the engine has heard everything; what it said before is left aside."""
        self._pings += 1
        engine.send(f"ping {self._pings}")
        until = self._deadline() if seconds is None else time.monotonic() + seconds
        for _ in range(MOST_SEARCH_LINES):
            words = engine.read(until).split()
            if words[:2] == ["pong", str(self._pings)]:
                self._heard = True
                return
            if words[:2] == ["set", "myname"]:
                self._name = " ".join(words[2:])
        raise ProtocolError(engine.words(f"{MOST_SEARCH_LINES} lines before its pong"))

    def _answer(self, position: Position, game: Game | None, limits: Limits) -> Choice:
        """The answer to `go`, with the last that was said of the search before it."""
        if game is None:  # the side to move is coloured as if nobody had passed
            game = Game(position, black_to_move=bool(position.first()))
        engine = self._running()
        self._tell_depth(engine, limits.depth)
        seconds = None if limits.clock is None else limits.clock.seconds
        engine.send(f"set game {game_text(game, seconds)}")
        try:
            self._synchronize(engine)
            choice, used = self._timed(lambda: self._choice(engine))
        except Stopped:
            self.stop_thinking(engine)
            return Choice(squares(position.legal())[0])
        self._take_move(game, choice.move)
        return choice._replace(cpu_seconds=used)

    def stop_thinking(self, engine: EngineProcess) -> None:
        """Let the engine think no more, as a ping asks of it; Stopped if it does not hear.

        One that has never answered is not waited for.
        """
        if not self._heard:
            raise Stopped
        engine.stop = None
        try:
            self._synchronize(engine, STOPPING_SECONDS)
        except EngineError:
            raise Stopped from None

    def _choice(self, engine: EngineProcess) -> Choice:
        """The move after ===, with its value if that is said, which `go` asks for."""
        until = self._deadline()
        engine.send("go")
        thought = NO_THOUGHT
        for _ in range(MOST_SEARCH_LINES):
            line = engine.read(until)
            if not line.startswith("==="):
                thought = thought_after(thought, line)
                continue
            said = re.split(r"[/\s]+", line[3:].strip())
            try:
                move = notation.parse_square(said[0])
            except notation.NotationError:
                raise ProtocolError(engine.words(f"{short_repr(line)} names no square")) from None
            value = _number(said[1]) if len(said) > 1 else None
            score = thought.score if value is None else round(SCORE_SCALE * value)
            variation = thought.variation if thought.variation[:1] == (move,) else (move,)
            if thought == NO_THOUGHT and value is None:
                variation = ()
            return thought._replace(move=move, score=score, variation=variation)
        raise ProtocolError(engine.words(f"{MOST_SEARCH_LINES} lines before its answer"))
