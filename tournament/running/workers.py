"""The work of a process: it plays games that are described by plain data."""

import contextlib
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from othello.game import Game
from othello.jit import NumbaError
from othello.notation import side_name
from othello.position import START, Position
from players import registry
from players.errors import UnaskedError
from players.limits import Limits
from players.protocol import Player
from tournament.games import openings, schedule
from tournament.games.endings import CRASH, FINISHED, TIME_OUT, VOID, Forfeit, Void
from tournament.games.match import FIXED_LIMITS, Match
from tournament.games.play import (
    GameResult,
    SideSetup,
    error_line,
    forfeit,
    play_game,
    ready_player,
    void_game,
)
from tournament.games.schedule import GameKey
from tournament.running.watchdog import ReportedTurn, TurnReport, clear, last_turn, turns_file


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
        return schedule.seed(
            match.a, match.b, *match.limits[:FIXED_LIMITS], *self.key, black, *later_round
        )


LOOK_SECONDS = 0.25
"""Between two looks at a player that no other process watches."""

LATE_EMPTIES = (20, 16, 12, 8)
"""Empty squares of the positions that a player with a clock searches before its first game."""
PREPARING = Limits(seconds=0.05)


@lru_cache(maxsize=4)
def _player(spec: str, is_a: bool, timed: bool) -> Player:
    """Return a player that has searched once, so that its kernels are loaded before a timed game.

    Players are cached from game to game; equal players A and B are two objects. A `timed` player,
    with a clock or limits other than a depth, has also deepened and solved ends of games.
    """
    try:
        player = registry.make(spec)
    except registry.SpecError as error:
        if registry.is_outside(spec):  # it was found when the run began
            raise UnaskedError(str(error)) from error
        raise
    try:
        player.new_game(0)
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


def _side_setup(task: GameTask, black: bool, report: TurnReport) -> SideSetup:
    """Return the setup of one colour, which reports that its player is being made.

    The report holds until the next turn begins, and so covers `new_game`, which may start a
    program.
    """

    def make() -> Player:
        report(black, preparing=True)
        limits, clock = task.match.time_control
        timed = clock is not None or (limits.nodes or limits.seconds) is not None
        return _player(task.spec(black), black == task.key.a_black, timed)

    return SideSetup(make, task.seed(black), task.match.time_control)


def play(task: GameTask, before: GameTask | None = None) -> GameResult:
    """Play a game, with a report before each move; an error of this program makes it void.

    The report of the game `before` is
    cleared once this one has begun, so that one of the two always shows that the worker plays.
    """
    registry.load(task.match.modules)
    try:
        with TurnReport(task.turns, task.number) as report:
            if before is not None:
                report(True, preparing=True)
                clear(before.turns, before.number)
            black, white = (_side_setup(task, one, report) for one in (True, False))
            opening = openings.start(task.key.opening)
            record = play_game(black, white, opening, report)
    except Exception as error:
        return void_game(error_line(error))
    loser = record.black if record.result < 0 else record.white
    failed = record.kind not in (FINISHED, VOID) and not loser.moves
    return record._replace(set_up=True) if failed else record


def lost_game(task: GameTask, turn: ReportedTurn, move_seconds: float, overdue: bool) -> GameResult:
    """Return the result of a game whose process was killed, or has died twice: forfeit or void.

    `turn` is its last report. A player that is another program cannot have ended our process.
    """
    black = turn.black_to_move
    side = side_name(black)
    if overdue:
        seconds = turn.allowed(move_seconds)
        cause = f"no answer from {side} within {seconds:g} seconds"
        return forfeit(black, cause, TIME_OUT)._replace(set_up=not turn.moved)
    if registry.is_outside(task.spec(black)):
        return void_game(f"the worker died twice while {side}, another program, was to move")
    lost = forfeit(black, f"{side} killed its process twice", CRASH)
    return lost._replace(set_up=not turn.moved)


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
        turn = last_turn(game.turns, game.number)
        if thread.is_alive() and turn is not None and turn.overdue(move_seconds):
            _player.cache_clear()
            return lost_game(game, turn, move_seconds, overdue=True)
    return results[0]


def prepare(task: GameTask) -> None:
    """Make both players of a game, which compiles their kernels if necessary.

    Faults recur in the game, which records them.
    """
    registry.load(task.match.modules)
    with TurnReport(task.turns, task.number) as report:
        for black in (True, False):
            with contextlib.suppress(Forfeit, Void):
                ready_player(_side_setup(task, black, report), black)
