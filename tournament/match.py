"""One game between two players from an opening: a record, whatever happens."""

import operator
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from othello.game import Game
from othello.notation import square_name
from othello.position import Position
from players.protocol import Limits, Player

FINISHED = "finished"
"""How a game ended whose result is on the board; any other ending is a forfeit."""

ALL_DISCS = 64
"""What a forfeit costs: the game is lost 0-64."""


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
            turn: _seated(seat, turn, on_turn) for turn, seat in ((True, black), (False, white))
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


def _seated(seat: Seat, black: bool, on_turn: Callable[[bool], object]) -> Player:
    """The player of a seat, ready for this game; Forfeit if it cannot be made."""
    on_turn(black)

    def sit_down() -> Player:
        player = seat.make()
        player.new_game(seat.seed)
        return player

    return _guarded(black, sit_down)


def _answer(
    player: Player, black: bool, position: Position, limits: Limits | None, spent: Side
) -> tuple[Side, int]:
    """What the side has spent after its move, and the move; Forfeit if there is none.

    CPU seconds are the player's own count if it gives one, else those of this thread.
    """

    def ask() -> tuple[Any, int, float, float]:
        started = time.thread_time()
        choice = player.choose(position, limits)
        seconds = time.thread_time() - started
        return choice.move, int(choice.nodes), float(choice.cpu_seconds), seconds

    move, nodes, told, measured = _guarded(black, ask)
    square = _legal_square(position, move)
    if square is None:
        raise Forfeit(black, f"illegal move by {side_name(black)}: {_move_text(move)}")
    return Side(
        spent.nodes + nodes, spent.cpu_seconds + (told or measured), spent.moves + 1
    ), square


def _guarded(black: bool, action: Callable[[], Any]) -> Any:
    """What `action` returns; any fault of the player in it is a Forfeit."""
    try:
        return action()
    except (Exception, SystemExit) as error:
        first = (str(error).splitlines() or [""])[0]
        cause = f"{type(error).__name__}: {first}" if first else type(error).__name__
        raise Forfeit(black, f"exception in {side_name(black)}: {cause}") from error


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
    except (TypeError, ValueError):
        return repr(move).splitlines()[0][:60]
