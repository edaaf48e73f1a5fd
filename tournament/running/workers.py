"""The work of a process: it plays games that are described by plain data, and reports each turn.

A hanging player cannot be interrupted from within its process. So the turn of every game under way
is in a file, which any process can reach by its name; a report takes two microseconds.
"""

import contextlib
import struct
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from othello.game import Game
from othello.jit import NumbaError
from othello.notation import side_name
from othello.position import START, Position
from players import registry
from players.limits import Limits
from players.protocol import Player, UnaskedError
from tournament.games import openings
from tournament.games.adjudication import exact_score
from tournament.games.match import FIXED_LIMITS, Match
from tournament.games.openings import GameKey
from tournament.games.play import (
    TIME_OUT,
    Forfeit,
    GameResult,
    SideSetup,
    Void,
    error_line,
    forfeit,
    play_game,
    ready_player,
    void_game,
)

MOVE_SECONDS = 600.0
"""The default limit of a move, after which the player has lost."""

PREPARING_SECONDS = 1800.0
"""The limit for making a player, which compiles its kernels the first time."""

_TURN = struct.Struct("<d???")

LOOK_SECONDS = 0.25
"""Between two looks at a player that no other process watches."""

LATE_EMPTIES = (20, 16, 12, 8)
"""Empty squares of the positions that a player with a clock searches before its first game."""
PREPARING = Limits(seconds=0.05)


class GameTask(NamedTuple):
    """A game to play, as plain data for any process.

    `match` comes without its openings. `number` is the game's place in the file `turns`.
    """

    match: Match
    key: GameKey
    number: int
    turns: Path

    def spec(self, black: bool) -> str:
        """Return the specification of the player of a colour."""
        return self.match.a if black == self.key.a_black else self.match.b

    def seed(self, black: bool) -> int:
        """Return the seed of a colour, which depends on nothing but the game."""
        match = self.match
        later_round = (match.round,) if match.round else ()
        return openings.seed(
            match.a, match.b, *match.limits[:FIXED_LIMITS], *self.key, black, *later_round
        )


class ReportedTurn(NamedTuple):
    """The last report of a game: its time on the monotonic clock, and the side.

    `moved` is True if the side has moved in this game, `preparing` while its player is made.
    """

    since: float
    black_to_move: bool
    moved: bool = False
    preparing: bool = False

    def allowed(self, move_seconds: float) -> float:
        """Return the seconds for the current step, where a move may take `move_seconds`."""
        return max(PREPARING_SECONDS, move_seconds) if self.preparing else move_seconds

    def overdue(self, move_seconds: float) -> bool:
        """True if the player has taken longer than allowed."""
        return time.monotonic() - self.since > self.allowed(move_seconds)


@contextlib.contextmanager
def turn_report(game: GameTask) -> Iterator[Callable[..., None]]:
    """Give a function that writes a `ReportedTurn` of a game.

    It is called when a turn begins or a player is made.
    """
    with open(game.turns, "r+b", buffering=0) as file:

        def report(black_to_move: bool, moved: bool = False, preparing: bool = False) -> None:
            turn = ReportedTurn(time.monotonic(), black_to_move, moved, preparing)
            file.seek(game.number * _TURN.size)
            file.write(_TURN.pack(*turn))

        yield report


@contextlib.contextmanager
def turns_file() -> Iterator[Path]:
    """Create an empty file of turns and delete it afterwards."""
    with tempfile.TemporaryDirectory(prefix="othello-run-") as folder:
        path = Path(folder, "turns")
        path.touch()
        yield path


def clear(game: GameTask) -> None:
    """Clear the report of a game, as if it had not begun."""
    with open(game.turns, "r+b", buffering=0) as file:
        file.seek(game.number * _TURN.size)
        file.write(bytes(_TURN.size))


def last_turn(game: GameTask) -> ReportedTurn | None:
    """Return the last report of a game, None if it has not begun."""
    with open(game.turns, "rb", buffering=0) as file:
        file.seek(game.number * _TURN.size)
        data = file.read(_TURN.size)
    return ReportedTurn(*_TURN.unpack(data)) if len(data) == _TURN.size and any(data) else None


@lru_cache(maxsize=4)
def _player(spec: str, is_a: bool, timed: bool) -> Player:
    """Return a player that has searched once, so that its kernels are loaded before a timed game.

    Players are cached from game to game; equal players A and B are two objects. A `timed` player,
    with a clock or limits other than a depth, has also deepened and solved ends of games.
    """
    try:
        player = registry.make(registry.without_clock(spec))
    except registry.SpecError as error:
        if registry.is_outside(spec):  # it was found when the run began
            raise UnaskedError(str(error)) from error
        raise
    try:
        player.new_game(0)
        if registry.is_outside(spec):  # it keeps a depth, and has no kernels
            player.choose(START)
            return player
        player.choose(START, Limits(depth=1))
        for position in (START, *map(_late_position, LATE_EMPTIES)) if timed else ():
            player.choose(position, PREPARING)
    except NumbaError:
        raise
    except Exception:  # it will recur in the game, which records it
        pass
    return player


@lru_cache
def _late_position(empties: int) -> Position:
    """Return a position with `empties` empty squares, where exact solvers may take over."""
    game = Game()
    while game.position.plies_left() > empties:
        game.play(game.legal()[-1])
    return game.position


def _side_setup(task: GameTask, black: bool, report: Callable[..., None]) -> SideSetup:
    """Return the setup of one colour, which reports that its player is being made.

    The report holds until the next turn begins, and so covers `new_game`, which may start a
    program.
    """
    control = task.match.time_control_of(task.spec(black))

    def make() -> Player:
        report(black, preparing=True)
        if task.match.adjudication.empties is not None:
            exact_score(_late_position(LATE_EMPTIES[-1]))  # compiles the solver
        limits, clock = control
        timed = clock is not None or (limits.nodes or limits.seconds) is not None
        return _player(task.spec(black), black == task.key.a_black, timed)

    return SideSetup(make, task.seed(black), control)


def play(task: GameTask, before: GameTask | None = None) -> GameResult:
    """Play a game, with a report before each move; an error of this program makes it void.

    The report of the game `before` is cleared once this one has begun, so that one of the two
    always shows that the worker plays.
    """
    registry.load(task.match.modules)
    try:
        with turn_report(task) as report:
            if before is not None:
                report(True, preparing=True)
                clear(before)
            black, white = (_side_setup(task, one, report) for one in (True, False))
            opening = openings.start(task.key.opening)
            return play_game(black, white, opening, report, task.match.adjudication)
    except Exception as error:
        return void_game(error_line(error))


def overdue_game(turn: ReportedTurn, move_seconds: float) -> GameResult:
    """Return the result of a game whose last report is `turn`, of a player that took too long."""
    black = turn.black_to_move
    cause = f"no answer from {side_name(black)} within {turn.allowed(move_seconds):g} seconds"
    return forfeit(black, cause, TIME_OUT, set_up=not turn.moved)


class Played(NamedTuple):
    """The results of games that were played one after the other, and their seconds."""

    results: list[GameResult]
    seconds: float


def play_all(tasks: Sequence[GameTask]) -> Played:
    """Play games one after the other."""
    began = time.monotonic()
    results = []
    for before, task in zip((None, *tasks), tasks, strict=False):
        results.append(play(task, before))
    return Played(results, time.monotonic() - began)


_PLAYING = threading.Lock()
"""Players are cached for the process, so only one of its threads plays at a time."""


def play_watched(tasks: Sequence[GameTask], move_seconds: float) -> Played:
    """Play games where no other process watches, such as in a thread of a Dask worker.

    A player that takes too long loses its game. Its thread cannot be ended and runs until it
    returns; the next game has new players.
    """
    began = time.monotonic()
    with _PLAYING, turns_file() as turns:
        results = [
            _played_in_time(task._replace(turns=turns, number=number), move_seconds)
            for number, task in enumerate(tasks)
        ]
    return Played(results, time.monotonic() - began)


def _played_in_time(game: GameTask, move_seconds: float) -> GameResult:
    """Play a game, which a player that takes too long loses."""
    results: list[GameResult] = []
    thread = threading.Thread(target=lambda: results.append(play(game)), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(LOOK_SECONDS)
        turn = last_turn(game)
        if thread.is_alive() and turn is not None and turn.overdue(move_seconds):
            _player.cache_clear()
            return overdue_game(turn, move_seconds)
    return results[0]


def prepare(task: GameTask) -> None:
    """Make both players of a game, which compiles their kernels if necessary.

    Faults recur in the game, which records them.
    """
    registry.load(task.match.modules)
    with turn_report(task) as report:
        for black in (True, False):
            with contextlib.suppress(Forfeit, Void):
                ready_player(_side_setup(task, black, report), black)
