"""The game at the board: who plays, where it stands, what is known of its positions."""

import random
from typing import Any

from othello.bits import squares
from othello.game import Game
from othello.position import PASS
from othello.rules import flips
from othello.window.clocks import BLACK, WHITE, Clocks
from othello.window.engine import HUMAN, MoveValues
from othello.window.timeline import Step, Timelines, at, go_to

KNOWN_MOST = 4000
"""Positions whose values are kept; the oldest are forgotten."""


class Session:
    """A game with its players; changed by the commands, looked at by the scene."""

    def __init__(self, sides: tuple[str, str], minutes: float = 0, seed: int | None = None) -> None:
        self.sides = list(sides)
        self.names = ["", ""]
        self.game = Game()
        self.paused = False
        self.going_from: int | None = None
        self.minutes = minutes
        self.clocks = Clocks(minutes)
        self.known: dict[Any, MoveValues] = {}
        self._chance = random.Random(seed)
        self.number = self._chance.randrange(2**31)
        self._timelines = Timelines()

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of the game, those taken back among them."""
        return self._timelines.of(self.game)

    @property
    def step(self) -> int:
        """The step at which the game stands."""
        return at(self.game)

    @property
    def side(self) -> int:
        """BLACK or WHITE: who is to move."""
        return BLACK if self.game.black_to_move else WHITE

    @property
    def mover(self) -> str:
        """Who is to move: a specification, or HUMAN."""
        return self.sides[self.side]

    @property
    def browsing(self) -> bool:
        """Whether moves are taken back, so that no engine moves by itself."""
        return bool(self.game.undone) and self.going_from != self.step

    @property
    def stopped(self) -> bool:
        """Whether the engine may not move, though it may be its turn."""
        return self.paused or self.browsing

    @property
    def engine_to_move(self) -> bool:
        """Whether an engine is to move now."""
        return not self.ended and self.mover != HUMAN and not self.stopped

    @property
    def human_to_move(self) -> bool:
        """Whether a person may play at the board: where no engine is about to."""
        return not self.ended and (self.mover == HUMAN or self.stopped)

    @property
    def ended(self) -> bool:
        """Whether nobody can move any more, or a flag has fallen."""
        return self.game.over or (self.flag is not None and not self.game.undone)

    flag: int | None = None
    """The side whose time was up."""

    def start(self, game: Game, names: tuple[str, str] = ("", "")) -> None:
        """Take up another game, at the step where it stands."""
        self.game = game
        self.names = list(names)
        self.paused = False
        self.going_from = None
        self.flag = None
        self.clocks = Clocks(self.minutes)
        self.number = self._chance.randrange(2**31)

    def play(self, square: int) -> list[int] | None:
        """Play a square and return what it turned; None if it is no legal move now."""
        if self.ended or square not in self.game.legal():
            return None
        if self.flag is not None:  # who goes on after the flag plays without clocks
            self.clocks, self.flag = Clocks(0), None
        position = self.game.position
        turned = squares(flips(position.own, position.opp, square))
        self.game.play(square)
        self.going_from = None
        return turned

    def go_to(self, step: int) -> None:
        """Stand at another step."""
        go_to(self.game, step)
        self.going_from = None

    def take_back(self) -> None:
        """Go back to the last position in which a person was to move, or by one move."""
        steps, target = self.steps, self.step - 1
        while target > 0 and self.sides[not steps[target].black_to_move] != HUMAN:
            target -= 1
        if HUMAN not in self.sides or self.sides[not steps[max(0, target)].black_to_move] != HUMAN:
            target = self.step - 1
        self.go_to(max(0, target))

    def toggle_going(self) -> None:
        """Stop an engine that may move, or let it go on from here."""
        if self.stopped:
            self.paused = False
            self.going_from = self.step
        else:
            self.paused = True

    def learn(self, position: Any, values: MoveValues) -> None:
        """Keep the values of a position, unless more is known."""
        old = self.known.pop(position, None)
        better = old is None or values.depth >= old.depth or values.exact
        self.known[position] = values if better or old is None else old
        if len(self.known) > KNOWN_MOST:
            del self.known[next(iter(self.known))]

    @property
    def passed(self) -> bool:
        """Whether the side that would be to move has just had to pass."""
        return self.game.moves[-1:] == (PASS,)

    @property
    def last_move(self) -> int | None:
        """The last square played, or None at the start."""
        return next((move for move in reversed(self.game.moves) if move != PASS), None)

    def run_clocks(self, now: float) -> bool:
        """Let the right clock run; whether a flag has fallen just now."""
        counts = self.clocks.on and not self.ended and not self.stopped and bool(self.game.moves)
        self.clocks.run(self.side if counts else None, now)
        if self.flag is None and (fallen := self.clocks.fallen(now)) is not None:
            self.flag = fallen
            return True
        return False

    def seconds_for_engine(self, now: float) -> float | None:
        """The share of its clock that an engine should use for this move; None without a clock."""
        if not self.clocks.on:
            return None
        own_moves = (int(self.game.position.plies_left()) + 1) // 2 + 1
        return max(0.05, self.clocks.left(self.side, now) / own_moves)

    def set_clock(self, minutes: float) -> None:
        """Give both sides so many minutes anew, or none with 0."""
        self.minutes = minutes
        self.clocks = Clocks(minutes)
        self.flag = None
