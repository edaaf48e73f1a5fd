"""What a worker process does: play one game that is described by plain data."""

import contextlib
import os
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from othello.game import Game
from othello.jit import NumbaError
from othello.position import START, Position
from players import registry
from players.limits import Limits
from players.outside.process import UnaskedError
from players.protocol import Player
from tournament.games import openings, schedule
from tournament.games.endings import CRASH, FINISHED, SET_UP, TIME_OUT, VOID, Forfeit, Void
from tournament.games.play import (
    GameRecord,
    SideSetup,
    error_line,
    forfeit,
    play_game,
    ready_player,
    side_name,
    void,
)
from tournament.games.schedule import Fixture
from tournament.games.tournament import STATED, TimeControl, Tournament
from tournament.running.watchdog import Turn, TurnReport, clear, last_turn, turns_file


class Assignment(NamedTuple):
    """A game to play, as plain data that any process can read.

    Of its tournament nobody asks for openings here. `number` is its place in the file `turns`.
    """

    tournament: Tournament
    fixture: Fixture
    number: int
    turns: Path

    def terms(self, black: bool) -> TimeControl:
        """What the player of a colour may spend."""
        return self.tournament.terms(black == self.fixture.a_black)

    def spec(self, black: bool) -> str:
        """The specification of the player of a colour."""
        asked = self.tournament
        return asked.a if black == self.fixture.a_black else asked.b

    def seed(self, black: bool) -> int:
        """The seed of a colour: it depends on the game alone, not on when or where it is played."""
        asked = self.tournament
        again = (asked.round,) if asked.round else ()
        return schedule.seed(asked.a, asked.b, *asked.limits[:STATED], *self.fixture, black, *again)


LOOK_SECONDS = 0.25
"""How often a player that nobody else watches is looked at."""

LATE_EMPTIES = (20, 16, 12, 8)
"""Empty squares of the positions that a player with a clock is shown before its first game."""
PREPARING = Limits(seconds=0.05)


@lru_cache(maxsize=4)
def _player(spec: str, is_a: bool, timed: bool) -> Player:
    """A player that has searched once, so that its kernels are loaded before a game is timed.

    Kept from game to game; equal players A and B are two all the same. One that has a clock, or
    limits other than a depth, has deepened, and has solved the ends of games.
    """
    try:
        player = registry.make(spec)
    except registry.SpecError as error:
        if registry.is_outside(spec):  # which was found where the run was started
            raise UnaskedError(str(error)) from error
        raise
    try:
        player.new_game(0)
        player.choose(START, Limits(depth=1))
        for position in (START, *map(_late_position, LATE_EMPTIES)) if timed else ():
            player.choose(position, PREPARING)
    except NumbaError:
        raise
    except Exception:  # it will show again in the game, and be recorded
        pass
    return player


@lru_cache
def _late_position(empties: int) -> Position:
    """A position with so many empty squares, where exact solvers may take over."""
    game = Game()
    while game.position.plies_left() > empties:
        game.play(game.legal()[-1])
    return game.position


def _seat(assignment: Assignment, black: bool, report: TurnReport) -> SideSetup:
    """The seat of one colour.

    The report of a player that is being made holds until the next turn begins: for `new_game` too,
    which may start a program.
    """

    def make() -> Player:
        report(black, preparing=True)
        limits, clock = assignment.terms(black)
        timed = clock is not None or (limits.nodes or limits.seconds) is not None
        return _player(assignment.spec(black), black == assignment.fixture.a_black, timed)

    return SideSetup(make, assignment.seed(black), assignment.terms(black))


def _keep_outputs() -> None:
    """Open the outputs again that a player has closed, lest our next file be taken for one."""
    for output in (1, 2):
        try:
            os.fstat(output)
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            if nowhere != output:
                os.dup2(nowhere, output)
                os.close(nowhere)


def play(assignment: Assignment, before: Assignment | None = None) -> GameRecord:
    """Play a game to its end, with a report before each move; void for an error of this program.

    Its kind is SET_UP if a player failed before its first move.

    Whose turn it is in the game `before` is no longer said once this one has begun: at every
    moment one of the two says that its worker plays.
    """
    registry.load(assignment.tournament.modules)
    _keep_outputs()
    try:
        with TurnReport(assignment.turns, assignment.number) as report:
            if before is not None:
                report(True, preparing=True)
                clear(before.turns, before.number)
            black, white = (_seat(assignment, one, report) for one in (True, False))
            opening = openings.start(assignment.fixture.opening)
            record = play_game(black, white, opening, report)
    except Exception as error:
        return void(error_line(error))
    loser = record.black if record.result < 0 else record.white
    failed = record.kind not in (FINISHED, VOID) and not loser.moves
    return record._replace(kind=SET_UP) if failed else record


def lost(assignment: Assignment, turn: Turn, move_seconds: float, overdue: bool) -> GameRecord:
    """The record of a game whose process was ended, or else has died twice: forfeit, or void.

    turn: its last report. A player that is another program, and was not overdue, did nothing to
    our process. The kind is SET_UP if the player was before its first move.
    """
    black = turn.black_to_move
    side = side_name(black)
    if overdue:
        seconds = turn.allowed(move_seconds)
        cause = f"no answer from {side} within {seconds:g} seconds"
        return forfeit(black, cause, TIME_OUT if turn.moved else SET_UP)
    if registry.is_outside(assignment.spec(black)):
        return void(f"the worker died twice while {side}, another program, was to move")
    return forfeit(black, f"{side} killed its process twice", CRASH if turn.moved else SET_UP)


class Played(NamedTuple):
    """The records of games that were played one after the other, and the seconds they took."""

    records: list[GameRecord]
    seconds: float


def play_all(assignments: Sequence[Assignment]) -> Played:
    """Play games to their ends, one after the other."""
    began = time.monotonic()
    records = []
    for before, assignment in zip((None, *assignments), assignments, strict=False):
        records.append(play(assignment, before))
    return Played(records, time.monotonic() - began)


_PLAYING = threading.Lock()
"""Players are kept for a process: one of its threads plays at a time."""


def play_watched(assignments: Sequence[Assignment], move_seconds: float) -> Played:
    """Play games where nobody else watches, such as a thread of a Dask worker.

    A player that takes too long loses its game. Its thread cannot be ended and goes on until
    it answers; the next game has new players.
    """
    began = time.monotonic()
    with _PLAYING, turns_file() as turns:
        records = [
            _played_in_time(assignment._replace(turns=turns, number=number), move_seconds)
            for number, assignment in enumerate(assignments)
        ]
    return Played(records, time.monotonic() - began)


def _played_in_time(game: Assignment, move_seconds: float) -> GameRecord:
    """The record of a game, lost for a player that takes too long."""
    found: list[GameRecord] = []
    thread = threading.Thread(target=lambda: found.append(play(game)), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(LOOK_SECONDS)
        turn = last_turn(game.turns, game.number)
        if thread.is_alive() and turn is not None and turn.overdue(move_seconds):
            _player.cache_clear()
            return lost(game, turn, move_seconds, overdue=True)
    return found[0]


def prepare(assignment: Assignment) -> None:
    """Make both players of a game, which compiles their kernels where that was never done.

    A fault is left to the game to record.
    """
    registry.load(assignment.tournament.modules)
    with TurnReport(assignment.turns, assignment.number) as report:
        for black in (True, False):
            with contextlib.suppress(Forfeit, Void):
                ready_player(_seat(assignment, black, report), black)
