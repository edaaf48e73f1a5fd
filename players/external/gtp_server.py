"""A player that answers GTP, the Go Text Protocol, as engines of Othello speak it.

Source: Farnebäck 2002, "Specification of the Go Text Protocol, version 2", draft 2; `set_game` is
that of Quarry's engines.
"""

import re
import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from othello.game import Game, IllegalMoveError
from othello.notation import NotationError, diagram, parse_move, side_name, square_name
from othello.position import PASS
from othello.version import __version__
from players.external.serving import (
    TOO_LONG,
    Inbox,
    Thinker,
    TimeLeft,
    error_line,
    is_too_long,
)
from players.limits import LARGEST_DEPTH

MOST_SECONDS = 10**7

_NUMBER = re.compile(r"\d{1,10}")
_COLOURS = {"b": True, "black": True, "w": False, "white": False}
SYNTAX_ERROR, ILLEGAL_MOVE = "syntax error", "illegal move"


class CommandError(Exception):
    """A command that fails; the message is the answer."""


def clean(line: str) -> str:
    """Return a line without comment and control characters, tabs as blanks, as GTP requires."""
    line = line.partition("#")[0].replace("\t", " ")
    return "".join(sign for sign in line if sign >= " " and sign != "\x7f").strip()


def _colour(word: str) -> bool:
    """Return True for black; CommandError if the word is no colour."""
    if word.lower() not in _COLOURS:
        raise CommandError(SYNTAX_ERROR)
    return _COLOURS[word.lower()]


def _whole(word: str, most: int = MOST_SECONDS) -> int:
    """Return a whole number from 0; CommandError for any other word."""
    if not re.fullmatch("[0-9]{1,9}", word) or int(word) > most:
        raise CommandError(SYNTAX_ERROR)
    return int(word)


class GameState(NamedTuple):
    """A game, and whether its last pass is still to be played or requested."""

    game: Game
    pass_due: bool = False

    @property
    def black_to_move(self) -> bool:
        """True if black is to move, or to pass."""
        return self.game.black_to_move != self.pass_due

    def with_turn(self, black: bool) -> "GameState":
        """Return the state when a side moves; the other side's due pass is implied."""
        return GameState(self.game) if black == self.game.black_to_move else self

    def played(self, move: int) -> "GameState":
        """Return the state after a move or a pass; CommandError for an illegal one."""
        if self.pass_due:
            if move != PASS:
                raise CommandError(ILLEGAL_MOVE)
            return GameState(self.game)
        if move == PASS and self.game.over:
            return self
        game = self.game.copy()
        try:
            game.play(move)
        except IllegalMoveError:
            raise CommandError(ILLEGAL_MOVE) from None
        return GameState(game, game.moves[-1] == PASS)


class GtpServer:
    """Answers commands in order; `say` writes a text."""

    def __init__(self, thinker: Thinker, inbox: Inbox, say: Callable[[str], object]) -> None:
        self.thinker, self._inbox, self._say = thinker, inbox, say
        self._history = [GameState(Game())]
        self._set_time: tuple[int, int, int] | None = None
        self._left: dict[bool, TimeLeft] = {}

    def handle(self, line: str) -> bool:
        """Answer a line; return False to quit."""
        too_long = is_too_long(line)
        words = clean(line).split()
        if not words:
            return True
        number = words.pop(0) if _NUMBER.fullmatch(words[0]) else ""
        command = words.pop(0) if words else ""
        try:
            if too_long:
                raise CommandError(TOO_LONG)
            if command not in GTP_COMMANDS:
                raise CommandError("unknown command")
            counts, answer = GTP_COMMANDS[command]
            if counts is not None and len(words) not in counts:
                raise CommandError(SYNTAX_ERROR)
            sign, text = "=", answer(self, words)
        except CommandError as error:
            sign, text = "?", str(error)
        self._say(f"{sign}{number} {text}".rstrip() + "\n\n")
        return not (command == "quit" and sign == "=")

    @property
    def state(self) -> GameState:
        """Current state of the game."""
        return self._history[-1]

    def clear_board(self, words: Collection[str] = ()) -> str:
        """Begin a new game."""
        self._history = [GameState(Game())]
        self.thinker.begin_game()
        self._reset_clocks()
        return ""

    def boardsize(self, words: list[str]) -> str:
        """Accept boards of 8 by 8 squares only."""
        if _whole(words[0], most=10**9) != 8:
            raise CommandError("unacceptable size")
        return self.clear_board()

    def set_game(self, words: list[str]) -> str:
        """Accept Othello by that name."""
        if " ".join(words).lower() not in ("othello", "reversi"):
            raise CommandError("unsupported game")
        return self.clear_board()

    def play(self, words: list[str]) -> str:
        """Play a move of either side in its turn; a pass before it may be omitted."""
        black = _colour(words[0])
        try:
            move = parse_move(words[1])
        except NotationError:
            raise CommandError(SYNTAX_ERROR) from None
        state = self.state.with_turn(black)
        if black != state.black_to_move:
            raise CommandError(ILLEGAL_MOVE)
        self._history.append(state.played(move))
        return ""

    def undo(self, words: list[str]) -> str:
        """Take back the last move or pass."""
        if len(self._history) == 1:
            raise CommandError("cannot undo")
        self._history.pop()
        return ""

    def genmove(self, words: list[str]) -> str:
        """Choose a move of the player and play it."""
        move = self._choose(words)
        self._history.append(self.state.with_turn(_colour(words[0])).played(move))
        return "pass" if move == PASS else square_name(move).upper()

    def showboard(self, words: list[str]) -> str:
        """Return the board, X for black, and the side to move."""
        game, black = self.state.game, self.state.black_to_move
        board = diagram(game.position, game.black_to_move)
        return f"\n{board}\n{'game over' if game.over else f'{side_name(black)} to move'}"

    def final_score(self, words: list[str]) -> str:
        """Return the winner and the disc difference, empty squares counted for the winner."""
        result = self.state.game.result()
        if result is None:
            raise CommandError("cannot score: the game is not over")
        return f"{'B' if result > 0 else 'W'}+{abs(result)}" if result else "0"

    def _choose(self, words: list[str]) -> int:
        black = _colour(words[0])
        state = self.state.with_turn(black)
        if state.game.over:
            return PASS
        if black != state.black_to_move:
            raise CommandError("it is the other side's turn")
        if state.pass_due:
            return PASS
        began, left = time.monotonic(), self._left.get(black)
        try:
            with self._inbox.search() as stop:
                move = int(self.thinker.choose(state.game.position, stop, left).move)
            state.played(move)
        except CommandError:
            raise CommandError("the player chose an illegal move") from None
        except Exception as error:
            raise CommandError(error_line(error)) from None
        self._deduct_time(black, time.monotonic() - began)
        return move

    def level(self, words: list[str]) -> str:
        """Set the search depth."""
        if not 1 <= _whole(words[0]) <= LARGEST_DEPTH:
            raise CommandError(SYNTAX_ERROR)
        self.thinker.set_depth(int(words[0]))
        return ""

    def time_settings(self, words: list[str]) -> str:
        """Set seconds for the game, then seconds for each group of moves.

        Seconds for no moves mean no limit, as GTP requires.
        """
        main, more, moves = map(_whole, words)
        self._set_time = None if more and not moves else (main, more, moves)
        self._reset_clocks()
        return ""

    def time_left(self, words: list[str]) -> str:
        """Set the time of a side, for the game or for a number of moves."""
        self._left[_colour(words[0])] = TimeLeft(_whole(words[1]), _whole(words[2]))
        return ""

    def _reset_clocks(self) -> None:
        self._left = {}
        if self._set_time is not None:
            main, more, moves = self._set_time
            left = TimeLeft(main) if main or not moves else TimeLeft(more, moves)
            self._left = {True: left, False: left}

    def _deduct_time(self, black: bool, seconds: float) -> None:
        """Deduct the time of a move from a side's clock, until the client sends the time left."""
        left = self._left.get(black)
        if left is None:
            return
        left = TimeLeft(max(0.0, left.seconds - seconds), max(0, left.moves - 1))
        over = not left.seconds or not (left.moves or self._left[black].moves == 0)
        if self._set_time is not None and self._set_time[2] and over:
            left = TimeLeft(*self._set_time[1:])
        self._left[black] = left


GTP_COMMANDS: dict[str, tuple[Collection[int] | None, Callable[[GtpServer, list[str]], str]]] = {
    "protocol_version": (None, lambda server, words: "2"),
    "name": (None, lambda server, words: server.thinker.name),
    "version": (None, lambda server, words: __version__),
    "known_command": (None, lambda server, words: str("".join(words[:1]) in GTP_COMMANDS).lower()),
    "list_commands": (None, lambda server, words: "\n".join(GTP_COMMANDS)),
    "quit": (None, lambda server, words: ""),
    "boardsize": ((1,), GtpServer.boardsize),
    "clear_board": (None, GtpServer.clear_board),
    "play": ((2,), GtpServer.play),
    "genmove": ((1,), GtpServer.genmove),
    "undo": (None, GtpServer.undo),
    "showboard": (None, GtpServer.showboard),
    "final_score": (None, GtpServer.final_score),
    "level": ((1,), GtpServer.level),
    "time_settings": ((3,), GtpServer.time_settings),
    "time_left": ((3,), GtpServer.time_left),
    "cputime": (None, lambda server, words: f"{time.process_time():.3f}"),
    "set_game": (None, GtpServer.set_game),
}
"""Number of words of each command (None for any) and handler, in the order of `list_commands`."""
