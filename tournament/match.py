"""One game between two players from an opening: a record, whatever happens."""

import operator
import time
from collections.abc import Callable, Iterable
from multiprocessing import parent_process
from typing import Any, NamedTuple

from othello.game import Game
from othello.notation import square_name
from othello.position import Position
from players.protocol import Limits, Player

FINISHED = "finished"
"""How a game ended whose result is on the board; any other ending is a forfeit."""

ALL_DISCS = 64
"""What a forfeit costs: the game is lost 0-64."""

TOO_MUCH = 2**63
"""No side's nodes or CPU seconds in a game reach it: the store holds int64, sums stay finite."""

LONGEST_TEXT = 200
"""Characters of what a player says that are kept."""


class Side(NamedTuple):
    """What one side spent on a game: nodes and CPU seconds over its moves after the opening."""

    nodes: int = 0
    cpu_seconds: float = 0.0
    moves: int = 0


class GameRecord(NamedTuple):
    """One game: `result` is black's disc difference, empties to the winner.

    `transcript` has the moves made, passes left out; `ending` is "finished" or
    the cause of a forfeit in one line.
    """

    result: int
    transcript: str
    ending: str
    black: Side
    white: Side


class Seat(NamedTuple):
    """Who plays one colour: how to make the player, and the seed of its chances in this game."""

    make: Callable[[], Player]
    seed: int = 0


class Forfeit(Exception):  # noqa: N818 - it ends a game, not the program
    """One side loses whatever the board says; the message is the cause in one line."""

    def __init__(self, black_loses: bool, cause: str) -> None:
        super().__init__(cause)
        self.black_loses = black_loses


def forfeit(black_loses: bool, cause: str) -> GameRecord:
    """The record of a game lost 0-64 by one side, of which nothing else is known."""
    result = -ALL_DISCS if black_loses else ALL_DISCS
    return GameRecord(result, "", cause, Side(), Side())


def side_name(black: bool) -> str:
    """The colour in words."""
    return "black" if black else "white"


def _line(thing: Any, write: Callable[[Any], str]) -> str:
    """The first line of what any object writes; nothing if that raises."""
    try:
        first = next(iter(write(thing).splitlines()), "")
    except Exception:
        return ""
    return first[:LONGEST_TEXT].encode("utf-8", "replace").decode()


def play_game(
    black: Seat,
    white: Seat,
    opening: Iterable[int] = (),
    limits: Limits | None = None,
    on_turn: Callable[[bool], object] = bool,
) -> GameRecord:
    """The record of one game; a player's fault loses it and is recorded, never raised.

    `on_turn` is called with whether it is black's turn before a player is made
    and before each of its moves. IllegalMoveError for an illegal opening.
    """
    game = Game()
    game.play_all(opening)
    spent = {True: Side(), False: Side()}
    try:
        players = {
            turn: ready_player(seat, turn, on_turn)
            for turn, seat in ((True, black), (False, white))
        }
        while not game.over:
            turn = game.black_to_move
            on_turn(turn)
            spent[turn], move = _answer(players[turn], turn, game.position, limits, spent[turn])
            game.play(move)
        result, ending = game.result() or 0, FINISHED
    except Forfeit as fault:
        result, _, ending, *_ = forfeit(fault.black_loses, str(fault))
    return GameRecord(result, game.transcript(), ending, spent[True], spent[False])


def ready_player(seat: Seat, black: bool, on_turn: Callable[[bool], object] = bool) -> Player:
    """The player of a seat, ready for this game; Forfeit if it cannot be made."""
    on_turn(black)

    def make() -> Player:
        player = seat.make()
        player.new_game(seat.seed)
        return player

    return _guarded(black, make)


def _answer(
    player: Player, black: bool, position: Position, limits: Limits | None, spent: Side
) -> tuple[Side, int]:
    """What the side has spent after its move, and the move; Forfeit if there is none.

    CPU seconds are the player's own count if it gives one, else those of this thread.
    """

    def ask() -> tuple[Any, int | None, int, float]:
        started = time.thread_time()
        choice = player.choose(position, limits)
        measured = time.thread_time() - started
        square = _legal_square(position, choice.move)
        return choice.move, square, int(choice.nodes), float(choice.cpu_seconds) or measured

    move, square, nodes, seconds = _guarded(black, ask)
    if square is None:
        raise Forfeit(black, f"illegal move by {side_name(black)}: {_move_text(move)}")
    return _added(black, spent, nodes, seconds), square


def _added(black: bool, spent: Side, nodes: int, seconds: float) -> Side:
    """What a side has spent after one more move; Forfeit for what nobody can have spent."""
    total = Side(spent.nodes + nodes, spent.cpu_seconds + seconds, spent.moves + 1)
    if nodes < 0 or total.nodes >= TOO_MUCH:
        raise Forfeit(black, f"impossible nodes of {side_name(black)}: {_line(nodes, str)}")
    if not (seconds >= 0 and total.cpu_seconds < TOO_MUCH):  # nan is neither
        raise Forfeit(black, f"impossible CPU seconds of {side_name(black)}: {seconds:.6g}")
    return total


def _guarded(black: bool, action: Callable[[], Any]) -> Any:
    """What `action` returns; any fault of the player in it is a Forfeit.

    KeyboardInterrupt is Ctrl-C in the process in front, but the player's own in a worker.
    """
    try:
        return action()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and parent_process() is None:
            raise
        text = ": ".join(filter(None, (type(error).__name__, _line(error, str))))
        raise Forfeit(black, f"exception in {side_name(black)}: {text}") from error


def _legal_square(position: Position, move: Any) -> int | None:
    """The square of a legal move, None for anything else."""
    try:
        square = operator.index(move)
    except TypeError:
        return None
    return square if 0 <= square < 64 and int(position.legal()) >> square & 1 else None


def _move_text(move: Any) -> str:
    """A player's answer in a few words: a square's name, or what it is."""
    try:
        return square_name(operator.index(move))
    except Exception:
        return _line(move, repr) or type(move).__name__
