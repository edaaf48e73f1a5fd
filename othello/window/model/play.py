"""The game at the board: its steps, its clocks, its players and what is known of its positions."""

import random
from typing import Any, NamedTuple

from othello.bits import squares
from othello.game import Game
from othello.position import PASS, Position
from othello.rules import flips
from othello.window.model.engine import HUMAN, MoveValues

BLACK, WHITE = 0, 1
KNOWN_MOST = 4000
"""Positions whose values are kept; the oldest are dropped."""


class Step(NamedTuple):
    """A position of a game, after so many moves, passes not counted.

    `move` is what was played there, None at the end of the line. `passed` says
    that the side which would have been to move had to pass.
    """

    position: Position
    black_to_move: bool
    move: int | None
    passed: bool
    over: bool


def _exact_moves(values: MoveValues) -> int:
    """How many moves have exact values."""
    return sum(value.exact for value in values.moves)


def _moves(game: Game) -> tuple[int, ...]:
    return game.moves + game.undone


def step_of(game: Game) -> int:
    """The number of the step at which a game stands."""
    return sum(move != PASS for move in game.moves)


def timeline(game: Game) -> tuple[Step, ...]:
    """All steps of a game, from its start to the last move that can be played again."""
    walker = rewound(game)
    steps = []
    while True:
        position, black, over = walker.position, walker.black_to_move, walker.over
        passed = walker.moves[-1:] == (PASS,)
        move = walker.redo()
        steps.append(Step(position, black, move, passed, over))
        if move is None:
            return tuple(steps)


def rewound(game: Game) -> Game:
    """A copy of the game that stands at its start."""
    walker = game.copy()
    while walker.undo() is not None:
        pass
    return walker


def go_to(game: Game, step: int) -> None:
    """Let the game stand at a step, or at the nearest that it has."""
    now = step_of(game)
    while now > step and game.undo() is not None:
        now -= 1
    while now < step and game.redo() is not None:
        now += 1


class Timelines:
    """Keeps the timeline of one game; made anew when the moves change."""

    def __init__(self) -> None:
        self._key: object = None
        self._steps: tuple[Step, ...] = ()

    def of(self, game: Game) -> tuple[Step, ...]:
        """The steps of `game`."""
        first = game.positions[0]
        key = (first, game.black_to_move ^ (len(game.moves) % 2 == 1), _moves(game))
        if key != self._key:
            self._key, self._steps = key, timeline(game)
        return self._steps


class Clocks:
    """Two clocks that count down, one at most at a time; the present time is passed in."""

    def __init__(self, minutes: float) -> None:
        self.minutes = minutes
        self._left = [minutes * 60.0, minutes * 60.0]
        self._running: int | None = None
        self._since = 0.0

    @property
    def on(self) -> bool:
        """Whether the game is played with clocks."""
        return self.minutes > 0

    def run(self, side: int | None, now: float) -> None:
        """Let the clock of `side`, BLACK or WHITE, run and the other one stand; None stops both."""
        if side == self._running:
            return
        if self._running is not None:
            self._left[self._running] = self.left(self._running, now)
        self._running, self._since = side, now

    def left(self, side: int, now: float) -> float:
        """The seconds that a side has left, at least 0."""
        used = now - self._since if side == self._running else 0.0
        return max(0.0, self._left[side] - used)

    def fallen(self, now: float) -> int | None:
        """The side whose time is up; None while both have some."""
        if not self.on:
            return None
        return next((side for side in (BLACK, WHITE) if self.left(side, now) <= 0), None)


def clock_text(seconds: float) -> str:
    """Seconds as a clock shows them: "4:05", and tenths in the last ten seconds."""
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"


class LiveGame:
    """A game with its players, clocks and known values; commands change it, the view reads it.

    `flag` is the side whose time was up, `going_from` the step from which an engine
    plays on though moves are taken back; None without one. `played_here` says that some
    of its moves were played at this board, not opened or pasted.
    """

    def __init__(self, sides: tuple[str, str], minutes: float = 0, seed: int | None = None) -> None:
        self.sides = list(sides)
        self.names = ["", ""]
        self.game = Game()
        self.paused = False
        self.going_from: int | None = None
        self.minutes = minutes
        self.clocks = Clocks(minutes)
        self.flag: int | None = None
        self.played_here = False
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
        """The number of the step at which the game stands."""
        return step_of(self.game)

    @property
    def here(self) -> Step:
        """The step at which the game stands."""
        return self.steps[self.step]

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

    def start(self, game: Game, names: tuple[str, str] = ("", "")) -> None:
        """Take up another game, at the step where it stands."""
        self.game = game
        self.names = list(names)
        self.paused = False
        self.going_from = None
        self.flag = None
        self.played_here = False
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
        self.played_here = True
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

    def keep_values(self, position: Any, values: MoveValues) -> None:
        """Keep the values of a position, unless deeper ones of as many exact moves are known."""
        old = self.known.pop(position, None)
        if old is None or values.depth >= old.depth or _exact_moves(values) > _exact_moves(old):
            self.known[position] = values
        else:
            self.known[position] = old
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
