"""The steps of a game, passes not counted, and the discs that turn on the board at one of them."""

from typing import NamedTuple

from othello.game import Game
from othello.position import PASS, Position

STAGGER = 0.35
"""How far a disc has turned when the next one, farther from the move, starts."""


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


def all_moves(game: Game) -> tuple[int, ...]:
    """The moves of a game, those taken back too."""
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


class Animation(NamedTuple):
    """The discs of a move, which turn to black or to white, each in `seconds`.

    `discs` holds pairs of a square and the time at which its disc starts to turn.
    """

    discs: tuple[tuple[int, float], ...]
    to_black: bool
    seconds: float

    def over(self, now: float) -> bool:
        """Whether every disc has turned."""
        return now >= max(start for _, start in self.discs) + self.seconds


def animation_of(
    move: int, turned: list[int], to_black: bool, now: float, seconds: float
) -> Animation | None:
    """The animation of a move that turns these squares; None with no time or no square."""
    if seconds <= 0 or not turned:
        return None

    def distance(square: int) -> int:
        return max(abs(square % 8 - move % 8), abs(square // 8 - move // 8))

    discs = tuple((square, now + seconds * STAGGER * (distance(square) - 1)) for square in turned)
    return Animation(discs, to_black, seconds)
