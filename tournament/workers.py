"""What a worker process does: play one game that is described by plain data."""

import contextlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from othello.openings import four_move_openings
from othello.position import START
from players import registry
from players.protocol import Limits, Player
from tournament import schedule
from tournament.match import Forfeit, GameRecord, Seat, play_game, ready_player
from tournament.schedule import Fixture
from tournament.watchdog import TurnReport


class Assignment(NamedTuple):
    """A game to play, as plain data that any process can read.

    `number` is its place in the file `turns`.
    """

    a: str
    b: str
    limits: Limits
    modules: tuple[str, ...]
    fixture: Fixture
    number: int
    turns: Path

    def spec(self, black: bool) -> str:
        """The specification of the player of a colour."""
        return self.a if black == self.fixture.a_black else self.b

    def seed(self, black: bool) -> int:
        """The seed of a colour: it depends on the game alone, not on when or where it is played."""
        return schedule.seed(self.a, self.b, *self.limits, *self.fixture, black)


@lru_cache(maxsize=4)
def _player(spec: str, is_a: bool) -> Player:
    """A player that has searched once, so that its kernels are loaded before a game is timed.

    Kept from game to game; equal players A and B are two all the same.
    """
    player = registry.make(spec)
    with contextlib.suppress(Exception):  # a fault will show again in the game, and be recorded
        player.new_game(0)
        player.choose(START, Limits(depth=1))
    return player


def _seat(assignment: Assignment, black: bool, report: TurnReport) -> Seat:
    """The seat of one colour; that its player is being made is reported, since it takes longer."""

    def make() -> Player:
        report(black, preparing=True)
        player = _player(assignment.spec(black), black == assignment.fixture.a_black)
        report(black)
        return player

    return Seat(make, assignment.seed(black))


def play(assignment: Assignment) -> GameRecord:
    """Play a game to its end, with a report before each move."""
    registry.load(assignment.modules)
    opening = four_move_openings()[assignment.fixture.opening]
    with TurnReport(assignment.turns, assignment.number) as report:
        return play_game(
            _seat(assignment, True, report),
            _seat(assignment, False, report),
            opening.moves,
            assignment.limits if any(assignment.limits) else None,
            report,
        )


def prepare(assignment: Assignment) -> None:
    """Make both players of a game, which compiles their kernels where that was never done.

    A player's fault is left to the game to record.
    """
    registry.load(assignment.modules)
    with TurnReport(assignment.turns, assignment.number) as report:
        for black in (True, False):
            with contextlib.suppress(Forfeit):
                ready_player(_seat(assignment, black, report), black)
