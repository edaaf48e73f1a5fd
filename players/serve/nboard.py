"""A player that answers the protocol of the program NBoard, version 2.

A line that means nothing is left aside, as the protocol has it. Source: Welty, "NBoard Protocol".
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from othello import notation
from othello.cli.errors import UserError
from othello.compiling import StillCompilingError
from othello.formats import ggf
from othello.formats.reading import FormatError
from othello.game import Game
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.move_values import LEAST_DEPTH, deepening_values, tells_values
from players.protocol import Choice
from players.serve.thinking import TOO_LONG, Inbox, Thinker, fault_line, is_too_long

DEFAULT_HINT_DEPTH = 8
"""How deep hints go where nobody says it."""
_WHOLE = re.compile("[0-9]{1,9}")

NBOARD_COMMANDS = ("nboard", "set", "move", "ping", "learn", "go", "hint", "analyze")
"""The first words of lines, `quit` apart; each is a method."""
GO_STOPPERS = ("ping",)
"""The words that end the search for a move; `quit` ends any."""
_BARE_MOVES = ("pa", *map(notation.square_name, range(64)))
VALUE_STOPPERS = (*NBOARD_COMMANDS, *_BARE_MOVES, *map(str.upper, _BARE_MOVES))
"""The words that end the search for values, a bare move among them."""


def _named(moves: Sequence[int]) -> str:
    return "".join("PA" if move == PASS else notation.square_name(move).upper() for move in moves)


def _discs(score: int) -> str:
    return f"{score / SCORE_SCALE:.2f}"


def _leads(before: Game, after: Game) -> bool:
    """Whether a game may come from another by more moves."""
    same_start = before.positions[0] == after.positions[0]
    return same_start and after.moves[: len(before.moves)] == before.moves


class NboardServer:
    """Answers lines in their order; `say` writes a text."""

    def __init__(self, thinker: Thinker, inbox: Inbox, say: Callable[[str], object]) -> None:
        self.thinker, self._inbox, self._write = thinker, inbox, say
        self.game = Game()
        self._pass_due = False
        self.awaited: Position | None = None
        """Where the other side is to move, after a move of the player's and until the next line.

        Until the one after it, where the next line tells of that move.
        """

    def handle(self, line: str) -> bool:
        """Answer a line; whether there is more to come."""
        before, awaited, self.awaited = self.game.position, self.awaited, None
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
        if before != awaited and self.game.position == awaited:  # it was told of its own move
            self.awaited = awaited
        return True

    def _say(self, line: str) -> None:
        self._write(f"{line}\n")

    def nboard(self, words: list[str], line: str) -> None:
        """The protocol begins: say who answers."""
        self._say(f"set myname {self.thinker.name}")

    def set(self, words: list[str], line: str) -> None:
        """The depth or the game; what else may be set is left aside."""
        if words[:1] == ["depth"] and len(words) == 2 and _WHOLE.fullmatch(words[1]):
            self.thinker.tell_depth(int(words[1]))
        elif words[:1] == ["game"]:
            self._set_game(line.split(maxsplit=2)[2:])

    def _set_game(self, texts: list[str]) -> None:
        """Stand where a game in GGF ends; the pass at its end is due if it is not written."""
        try:
            records = ggf.read("".join(texts), "game")
        except FormatError as error:
            self._say(f"status cannot read the {error}")
            return
        if not records:
            return
        game = records[0].game()
        if not _leads(self.game, game):
            self.thinker.forget()
        written = [tag.text for tag in records[0].tags if tag.name in ggf.MOVES]
        passed = bool(written) and notation.parse_move(written[-1].split("/")[0]) == PASS
        self._pass_due = game.moves[-1:] == (PASS,) and not passed
        self.game = game

    def move(self, words: list[str], line: str) -> None:
        """A move or pass of the side to move, as "F5/1.2/0.5"; an illegal one is left aside.

        A pass before a move may be left out.
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
        """Nothing is thought any more."""
        if len(words) == 1 and _WHOLE.fullmatch(words[0]):
            self._say(f"pong {words[0]}")

    def learn(self, words: list[str], line: str) -> None:
        """There is no book to add the game to."""
        self._say("learned")

    def go(self, words: list[str], line: str) -> None:
        """The move that the player would make; nothing if a ping ended the search."""
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
                self._take(choice, time.monotonic() - began)

    def _take(self, choice: Choice, seconds: float) -> None:
        """Say the player's move, and what it found in so many seconds."""
        if int(choice.move) not in self.game.legal():
            raise ValueError("its move is illegal")
        said = ""
        if choice.depth or choice.variation:
            self._say_search(choice.variation or (choice.move,), choice.score, choice.depth)
            said = f"/{_discs(choice.score)}/{seconds:.2f}"
        if choice.nodes:
            self._say(f"nodestats {int(choice.nodes)} {seconds:.2f}")
        self._say(f"=== {_named([int(choice.move)])}{said}")
        child = self.game.position.play(int(choice.move))
        self.awaited = child if child.legal() else None

    def _say_search(self, moves: Sequence[int], score: int, depth: int) -> None:
        self._say(f"search {_named([int(move) for move in moves])} {_discs(score)} 0 {depth}")

    def _tells_values(self) -> bool:
        """Whether the player's scores are what moves are worth; a line says where they are not."""
        told = tells_values(self.thinker.player)
        if not told:
            self._say(f"status {self.thinker.name} tells no values of moves")
        return told

    def hint(self, words: list[str], line: str) -> None:
        """The values of the best moves at growing depths, until the next command."""
        count = int(words[0]) if words and _WHOLE.fullmatch(words[0]) else 1
        position = self.game.position
        if self.game.over or not self._tells_values():
            return
        with self._thinking(VALUE_STOPPERS) as stop:
            if self._pass_due:
                choice = self.thinker.choose(position, stop)
                self._say_search((PASS, *choice.variation), -choice.score, choice.depth)
                return
            self.thinker.prepare()
            depth = max(LEAST_DEPTH, self.thinker.depth or DEFAULT_HINT_DEPTH)
            for values in deepening_values(self.thinker.player, position, depth, stop):
                for value in values.moves[: max(1, count)]:
                    self._say_search(value.line, value.score, values.depth)

    def analyze(self, words: list[str], line: str) -> None:
        """What each position of the game is worth, the last one first.

        They are numbered by the moves before them, passes among them.
        """
        if not self._tells_values():
            return
        positions = self.game.positions
        with self._thinking(VALUE_STOPPERS) as stop:
            for number in reversed(range(len(positions))):
                score = self._score(positions[number], stop)
                if stop[0]:
                    return
                self._say(f"analysis {number} {_discs(score)}")

    def _score(self, position: Position, stop: Any) -> int:
        """What a position is worth to the side to move, which may have to pass."""
        if position.over():
            return int(position.final())
        if not position.legal():
            return -self.thinker.choose(position.passed(), stop).score
        return self.thinker.choose(position, stop).score

    @contextmanager
    def _thinking(self, stoppers: Sequence[str]) -> Iterator[Any]:
        """Say that the player thinks, with its stop flag, then that it does not, or what failed."""
        self._say(f"status {self.thinker.name} is thinking")
        stop = self._inbox.begin(stoppers)
        fault = ""
        try:
            yield stop
        except OSError:  # nobody listens any more
            raise
        except StillCompilingError:
            pass  # it was stopped: no answer is waited for
        except Exception as error:
            fault = f" {fault_line(error)}"
        finally:
            self._inbox.end()
        self._say(f"status{fault}")
