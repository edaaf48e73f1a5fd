"""A player that answers the protocol of the program NBoard, version 2.

Unknown lines are ignored, as the protocol requires. Source: Welty, "NBoard Protocol".
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from othello import notation
from othello.cli.errors import UserError
from othello.formats import ggf
from othello.formats.reading import FormatError
from othello.game import Game
from othello.position import PASS
from othello.rules import SCORE_SCALE
from players.external.serving import TOO_LONG, Inbox, Thinker, error_line, is_too_long
from players.move_values import tells_values
from players.protocol import Choice

_WHOLE = re.compile("[0-9]{1,9}")

NBOARD_COMMANDS = ("nboard", "set", "move", "ping", "go", "hint")
"""First words of lines, except `quit`; each is a method."""
GO_STOPPERS = ("ping",)
"""First words that end the search for a move; `quit` ends any search."""
_MOVES = ("pa", *map(notation.square_name, range(64)))
VALUE_STOPPERS = (*NBOARD_COMMANDS, *_MOVES, *map(str.upper, _MOVES))
"""First words that end the search for values, moves among them."""


def _move_names(moves: Sequence[int]) -> str:
    return "".join("PA" if move == PASS else notation.square_name(move).upper() for move in moves)


class NboardServer:
    """Answers lines in order; `say` writes a text."""

    def __init__(self, thinker: Thinker, inbox: Inbox, say: Callable[[str], object]) -> None:
        self.thinker, self._inbox, self._write = thinker, inbox, say
        self.game = Game()
        self._pass_due = False

    def handle(self, line: str) -> bool:
        """Answer a line; return False to quit."""
        words = line.split()
        if not words:
            return True
        if is_too_long(line):
            self._say(f"status {TOO_LONG}")
            return True
        if words[0] == "quit":
            return False
        if words[0] in NBOARD_COMMANDS:
            getattr(self, words[0])(words[1:], line)
        elif len(words) == 1 and len(words[0]) == 2:
            self.move(words, line)
        return True

    def _say(self, line: str) -> None:
        self._write(f"{line}\n")

    def nboard(self, words: list[str], line: str) -> None:
        """Begin the protocol: send the name."""
        self._say(f"set myname {self.thinker.name}")

    def set(self, words: list[str], line: str) -> None:
        """Set the depth or the game; other settings are ignored."""
        if words[:1] == ["depth"] and len(words) == 2 and _WHOLE.fullmatch(words[1]):
            self.thinker.set_depth(int(words[1]))
        elif words[:1] == ["game"]:
            self._set_game(line.split(maxsplit=2)[2:])

    def _set_game(self, texts: list[str]) -> None:
        """Go to the end of a game in GGF; a final pass that it omits is due."""
        try:
            records = ggf.read("".join(texts), "game")
        except FormatError as error:
            self._say(f"status cannot read the {error}")
            return
        if not records:
            return
        game = records[0].game()
        before = self.game.positions
        if game.positions[: len(before)] != before:
            self.thinker.begin_game()
        written = [tag.text for tag in records[0].tags if tag.name in ggf.MOVES]
        passed = bool(written) and notation.parse_move(written[-1].split("/")[0]) == PASS
        self._pass_due = game.moves[-1:] == (PASS,) and not passed
        self.game = game

    def move(self, words: list[str], line: str) -> None:
        """Play a move or pass of the side to move, as "F5/1.2/0.5"; ignore an illegal one.

        A pass before a move may be omitted.
        """
        try:
            move = notation.parse_move(words[0].split("/")[0])
            if move == PASS:
                self._pass_due = False
                return
            self.game.play(move)
            self._pass_due = self.game.moves[-1] == PASS
        except (IndexError, UserError):
            return

    def ping(self, words: list[str], line: str) -> None:
        """Answer a ping; no search runs any more."""
        if len(words) == 1 and _WHOLE.fullmatch(words[0]):
            self._say(f"pong {words[0]}")

    def go(self, words: list[str], line: str) -> None:
        """Send the player's move; nothing if a ping ended the search."""
        if self.game.over:
            self._say("status the game is over")
            return
        if self._pass_due:
            self._say("=== PA")
            return
        with self._thinking(GO_STOPPERS) as stop:
            began = time.monotonic()
            choice = self.thinker.choose(self.game.position, stop)
            if not stop[0]:
                self._send_move(choice, time.monotonic() - began)

    def _send_move(self, choice: Choice, seconds: float) -> None:
        if int(choice.move) not in self.game.legal():
            raise ValueError("its move is illegal")
        value = ""
        if choice.depth or choice.variation:
            self._say_search(choice.variation or (choice.move,), choice.score, choice.depth)
            value = f"/{choice.score / SCORE_SCALE:.2f}/{seconds:.2f}"
        if choice.nodes:
            self._say(f"nodestats {int(choice.nodes)} {seconds:.2f}")
        self._say(f"=== {_move_names([int(choice.move)])}{value}")

    def _say_search(self, moves: Sequence[int], score: int, depth: int) -> None:
        line, discs = _move_names([int(move) for move in moves]), f"{score / SCORE_SCALE:.2f}"
        self._say(f"search {line} {discs} 0 {depth}")

    def hint(self, words: list[str], line: str) -> None:
        """Send the values of the best moves at growing depths, until the next command."""
        count = int(words[0]) if words and _WHOLE.fullmatch(words[0]) else 1
        position = self.game.position
        if self.game.over:
            return
        if not tells_values(self.thinker.player):
            self._say(f"status {self.thinker.name} has no values of moves")
            return
        with self._thinking(VALUE_STOPPERS) as stop:
            if self._pass_due:
                choice = self.thinker.choose(position, stop)
                self._say_search((PASS, *choice.variation), -choice.score, choice.depth)
                return
            for values in self.thinker.values(position, stop):
                for value in values.moves[: max(1, count)]:
                    self._say_search(value.line, value.score, values.depth)

    @contextmanager
    def _thinking(self, stoppers: Sequence[str]) -> Iterator[Any]:
        """Send the status before and after a search, with its error; yield the stop flag."""
        self._say(f"status {self.thinker.name} is thinking")
        fault = ""
        try:
            with self._inbox.search(stoppers) as stop:
                yield stop
        except OSError:  # the client has closed the pipe
            raise
        except Exception as error:
            fault = f" {error_line(error)}"
        self._say(f"status{fault}")
