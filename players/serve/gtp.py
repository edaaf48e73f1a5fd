"""A player that answers GTP, the Go Text Protocol, as engines of Othello speak it.

Source: Farnebäck 2002, "Specification of the Go Text Protocol, version 2", draft 2; `set_game` and
`list_games` are those of Quarry's engines.
"""

import re
import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from othello.formats import collection
from othello.game import Game, IllegalMoveError
from othello.notation import NotationError, diagram, parse_move, square_name
from othello.position import PASS, Position
from othello.version import __version__
from players.serve.thinking import (
    LARGEST_DEPTH,
    TOO_LONG,
    Inbox,
    Thinker,
    TimeLeft,
    fault_line,
    is_too_long,
)

MOST_SECONDS = 10**7

_LINE = re.compile(r"\s*(?:(\d{1,10})(?=\s|$))?\s*(\S*)\s*(.*?)\s*", re.DOTALL)
_COLOURS = {"b": True, "black": True, "w": False, "white": False}
SYNTAX_ERROR, ILLEGAL_MOVE = "syntax error", "illegal move"


class CommandError(Exception):
    """A command that cannot be carried out; the message is the answer."""


def cleaned(line: str) -> str:
    """A line without comment and control signs, tabs as blanks: what the protocol looks at."""
    line = line.partition("#")[0].replace("\t", " ")
    return "".join(sign for sign in line if sign >= " " and sign != "\x7f").strip()


def _colour(word: str) -> bool:
    """Whether a word is black; CommandError for no colour."""
    if word.lower() not in _COLOURS:
        raise CommandError(SYNTAX_ERROR)
    return _COLOURS[word.lower()]


def _whole(word: str, most: int = MOST_SECONDS) -> int:
    """A whole number from 0; CommandError for any other word."""
    if not re.fullmatch("[0-9]{1,9}", word) or int(word) > most:
        raise CommandError(SYNTAX_ERROR)
    return int(word)


class Standing(NamedTuple):
    """A game, and whether the pass at its end has still to be played or asked for."""

    game: Game
    pass_due: bool = False

    @property
    def black_to_move(self) -> bool:
        """Whose turn it is, a pass being a turn."""
        return self.game.black_to_move != self.pass_due

    def with_turn(self, black: bool) -> "Standing":
        """The standing where a side moves: a due pass counts as made if the other side moves on."""
        implied = self.pass_due and black == self.game.black_to_move
        return Standing(self.game) if implied else self

    def played(self, move: int) -> "Standing":
        """The standing after a move or a pass; CommandError for an illegal one."""
        if self.pass_due:
            if move != PASS:
                raise CommandError(ILLEGAL_MOVE)
            return Standing(self.game)
        if move == PASS and self.game.over:
            return self
        game = self.game.copy()
        try:
            game.play(move)
        except IllegalMoveError:
            raise CommandError(ILLEGAL_MOVE) from None
        return Standing(game, game.moves[-1] == PASS)


class GtpServer:
    """Answers commands in their order; `say` writes a text."""

    def __init__(self, thinker: Thinker, inbox: Inbox, say: Callable[[str], object]) -> None:
        self.thinker, self._inbox, self._say = thinker, inbox, say
        self._history = [Standing(Game())]
        self._set_time: tuple[int, int, int] | None = None
        self._left: dict[bool, TimeLeft] = {}
        self.awaited: Position | None = None
        """Where the other side is to move, after a move of the player's and until the next line."""

    def handle(self, line: str) -> bool:
        """Answer a line; whether there is more to come."""
        self.awaited = None
        too_long = is_too_long(line)
        line = cleaned(line)
        if not line:
            return True
        match = _LINE.fullmatch(line)
        assert match is not None  # any text matches
        number, command, rest = match[1] or "", match[2], match[3]
        try:
            if too_long:
                raise CommandError(TOO_LONG)
            if command not in GTP_COMMANDS:
                raise CommandError("unknown command")
            counts, answer = GTP_COMMANDS[command]
            words = rest.split()
            if counts is not None and len(words) not in counts:
                raise CommandError(SYNTAX_ERROR)
            sign, text = "=", answer(self, words)
        except CommandError as error:
            sign, text = "?", str(error)
        self._say(f"{sign}{number} {text}".rstrip() + "\n\n")
        return not (command == "quit" and sign == "=")

    @property
    def standing(self) -> Standing:
        """Where the game stands."""
        return self._history[-1]

    def _begin(self) -> str:
        """An empty board, and the clocks as they were set."""
        self._history = [Standing(Game())]
        self.thinker.forget()
        self._wind_clocks()
        return ""

    def boardsize(self, words: list[str]) -> str:
        """Boards of 8 by 8 squares only."""
        if _whole(words[0], most=10**9) != 8:
            raise CommandError("unacceptable size")
        return self._begin()

    def clear_board(self, words: list[str]) -> str:
        """A new game."""
        return self._begin()

    def komi(self, words: list[str]) -> str:
        """A number that Othello has no use for."""
        try:
            float(words[0])
        except (IndexError, ValueError):
            raise CommandError(SYNTAX_ERROR) from None
        return ""

    def set_game(self, words: list[str]) -> str:
        """Othello, by that name."""
        if " ".join(words).lower() not in ("othello", "reversi"):
            raise CommandError("unsupported game")
        return self._begin()

    def play(self, words: list[str]) -> str:
        """A move of either side, in its turn; a pass before it may be left out."""
        black = _colour(words[0])
        try:
            move = parse_move(words[1])
        except NotationError:
            raise CommandError(SYNTAX_ERROR) from None
        standing = self.standing.with_turn(black)
        if black != standing.black_to_move:
            raise CommandError(ILLEGAL_MOVE)
        self._history.append(standing.played(move))
        return ""

    def undo(self, words: list[str]) -> str:
        """Take the last move or pass back."""
        if len(self._history) == 1:
            raise CommandError("cannot undo")
        self._history.pop()
        return ""

    def genmove(self, words: list[str]) -> str:
        """A move of the player's, which is played."""
        move = self.reg_genmove(words)
        standing = self.standing.with_turn(_colour(words[0]))
        self._history.append(standing.played(parse_move(move)))
        if not (self.standing.game.over or self.standing.pass_due):
            self.awaited = self.standing.game.position
        return move

    def reg_genmove(self, words: list[str]) -> str:
        """A move of the player's, which is not played."""
        move = self._thought(words)
        return "pass" if move == PASS else square_name(move).upper()

    def _thought(self, words: list[str]) -> int:
        black = _colour(words[0])
        standing = self.standing.with_turn(black)
        if standing.game.over:
            return PASS
        if black != standing.black_to_move:
            raise CommandError("it is the other side's turn")
        if standing.pass_due:
            return PASS
        began, left = time.monotonic(), self._left.get(black)
        stop = self._inbox.begin()
        try:
            move = int(self.thinker.choose(standing.game.position, stop, left).move)
            standing.played(move)
        except CommandError:
            raise CommandError("the player answered an illegal move") from None
        except Exception as error:
            raise CommandError(fault_line(error)) from None
        finally:
            self._inbox.end()
        self._spend(black, time.monotonic() - began)
        return move

    def level(self, words: list[str]) -> str:
        """The depth to search to."""
        if not 1 <= _whole(words[0]) <= LARGEST_DEPTH:
            raise CommandError(SYNTAX_ERROR)
        self.thinker.tell_depth(int(words[0]))
        return ""

    def loadsgf(self, words: list[str]) -> str:
        """The game of a file, or its moves before the one of a number, passes counted."""
        if words[1:] and not _whole(words[1]):
            raise CommandError(SYNTAX_ERROR)
        try:
            game = collection.read_file(words[0])[0].game()
        except (OSError, ValueError, IndexError):
            raise CommandError("cannot load file") from None
        moves = game.moves[:-1] if game.passed else game.moves  # the controller plays a last pass
        number = int(words[1]) if words[1:] else len(moves) + 1
        self._begin()
        start = Game(game.start, black_to_move=game.black_starts)
        self._history = [Standing(start, start.moves == (PASS,))]
        for move in moves[: number - 1]:
            self._history.append(self.standing.played(move))
        return ""

    def time_settings(self, words: list[str]) -> str:
        """Seconds for the game, then seconds for so many moves, again and again.

        With seconds for no moves there is no limit, as the protocol has it.
        """
        main, more, moves = map(_whole, words)
        self._set_time = None if more and not moves else (main, more, moves)
        self._wind_clocks()
        return ""

    def time_left(self, words: list[str]) -> str:
        """What a side has left: for the game, or for so many moves."""
        self._left[_colour(words[0])] = TimeLeft(_whole(words[1]), _whole(words[2]))
        return ""

    def _wind_clocks(self) -> None:
        self._left = {}
        if self._set_time is not None:
            main, more, moves = self._set_time
            left = TimeLeft(main) if main or not moves else TimeLeft(more, moves)
            self._left = {True: left, False: left}

    def _spend(self, black: bool, seconds: float) -> None:
        """Take the time of a move off a side's clock, until the client says what is left."""
        left = self._left.get(black)
        if left is None:
            return
        left = TimeLeft(max(0.0, left.seconds - seconds), max(0, left.moves - 1))
        over = not left.seconds or not (left.moves or self._left[black].moves == 0)
        if self._set_time is not None and self._set_time[2] and over:
            left = TimeLeft(*self._set_time[1:])
        self._left[black] = left

    def final_score(self, words: list[str]) -> str:
        """The result, empties to the winner."""
        result = self.standing.game.result()
        if result is None:
            raise CommandError("cannot score")
        return "0" if result == 0 else f"{'B' if result > 0 else 'W'}+{abs(result)}"

    def showboard(self, words: list[str]) -> str:
        """The board in lines, and whose turn it is."""
        game = self.standing.game
        side = "black" if self.standing.black_to_move else "white"
        return f"\n{diagram(game.position, game.black_to_move)}\n{side} (X is black) to move"


GTP_COMMANDS: dict[str, tuple[Collection[int] | None, Callable[[GtpServer, list[str]], str]]] = {
    "protocol_version": (None, lambda server, words: "2"),
    "name": (None, lambda server, words: server.thinker.name),
    "version": (None, lambda server, words: __version__),
    "known_command": (None, lambda server, words: str("".join(words[:1]) in GTP_COMMANDS).lower()),
    "list_commands": (None, lambda server, words: "\n".join(GTP_COMMANDS)),
    "quit": (None, lambda server, words: ""),
    "boardsize": ((1,), GtpServer.boardsize),
    "clear_board": (None, GtpServer.clear_board),
    "komi": (None, GtpServer.komi),
    "play": ((2,), GtpServer.play),
    "genmove": ((1,), GtpServer.genmove),
    "reg_genmove": ((1,), GtpServer.reg_genmove),
    "undo": (None, GtpServer.undo),
    "level": ((1,), GtpServer.level),
    "time_settings": ((3,), GtpServer.time_settings),
    "time_left": ((3,), GtpServer.time_left),
    "cputime": (None, lambda server, words: f"{time.process_time():.3f}"),
    "loadsgf": ((1, 2), GtpServer.loadsgf),
    "final_score": (None, GtpServer.final_score),
    "showboard": (None, GtpServer.showboard),
    "set_game": (None, GtpServer.set_game),
    "list_games": (None, lambda server, words: "Othello"),
}
"""How many words each takes, None for any number, and what answers it, in the order of the list."""
