"""The line of a tree of moves that is shown, its steps, and the discs that turn at one of them.

A step is what follows a move, passes not counted.
"""

from itertools import takewhile
from typing import NamedTuple

from othello.game import Game
from othello.position import PASS
from players.window.game import variations
from players.window.game.variations import Listing, MovePath, Step, Tree

STAGGER = 0.35
"""How far a disc has turned when the next one, farther from the move, starts."""


def all_moves(game: Game) -> tuple[int, ...]:
    """The moves of a game, those taken back too."""
    return game.moves + game.undone


def step_of(game: Game) -> int:
    """The number of the step at which a game stands."""
    return sum(move != PASS for move in game.moves)


def timeline(game: Game) -> tuple[Step, ...]:
    """All steps of a game, from its start to the last move that can be played again."""
    walker, steps = game.copy(), []
    while walker.undo() is not None:
        pass
    while True:
        position, black, over = walker.position, walker.black_to_move, walker.over
        passed = walker.moves[-1:] == (PASS,)
        move = walker.redo()
        steps.append(Step(position, black, move, passed, over))
        if move is None:
            return tuple(steps)


def go_to(game: Game, step: int) -> None:
    """Let the game stand at a step, or at the nearest that it has."""
    now = step_of(game)
    while now > step and game.undo() is not None:
        now -= 1
    while now < step and game.redo() is not None:
        now += 1


def tree_of(game: Game) -> Tree:
    """The tree of a game with one line, those moves that were taken back among them."""
    black = game.black_to_move == (len(game.moves) % 2 == 0)
    line = [move for move in all_moves(game) if move != PASS]
    return variations.from_lines(game.positions[0], black, [line])[0]


class ShownLine:
    """A tree of moves and a line through it.

    `tree` holds all that was played, `game` the line of it that is shown, at the position shown.
    """

    def __init__(self) -> None:
        self.tree = variations.EMPTY
        self.game = Game()
        self._listing = Listing(self.tree)
        self._key: object = None
        self._steps: tuple[Step, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of the line shown, those taken back among them."""
        game = self.game
        key = game.positions[0], game.black_to_move ^ (len(game.moves) % 2 == 1), all_moves(game)
        if key != self._key:
            self._key, self._steps = key, timeline(game)
        return self._steps

    @property
    def step(self) -> int:
        """The number of the step at which the game stands."""
        return step_of(self.game)

    @property
    def here(self) -> Step:
        """The step at which the game stands."""
        return self.steps[self.step]

    @property
    def path(self) -> MovePath:
        """The place in the tree at which the game stands."""
        return tuple(move for move in self.game.moves if move != PASS)

    @property
    def line(self) -> MovePath:
        """The line shown, to its end."""
        return tuple(move for move in all_moves(self.game) if move != PASS)

    @property
    def on_side_line(self) -> bool:
        """Whether the line shown is not the main line."""
        return self.line != variations.main_line(self.tree)

    @property
    def fork(self) -> MovePath:
        """The place of the main line that is nearest to the one shown."""
        pairs = zip(self.path, variations.main_line(self.tree), strict=False)
        return tuple(move for move, _same in takewhile(lambda pair: pair[0] == pair[1], pairs))

    @property
    def listing(self) -> Listing:
        """The tree as it is listed."""
        if self._listing.tree is not self.tree:
            self._listing = Listing(self.tree)
        return self._listing

    @property
    def comment(self) -> str:
        """The comment on the position shown."""
        place = variations.at(self.tree, self.path)
        return place.comment if place is not None else ""

    def show_line(self, line: MovePath, step: int) -> None:
        """Show a line of the tree, at one of its steps."""
        game = Game(self.tree.start, black_to_move=self.tree.black_starts)
        game.play_all(line)
        go_to(game, step)
        self.game = game

    @property
    def passed(self) -> bool:
        """Whether the side that would be to move has just had to pass."""
        return self.game.moves[-1:] == (PASS,)

    @property
    def last_move(self) -> int | None:
        """The last square played, or None at the start."""
        return next((move for move in reversed(self.game.moves) if move != PASS), None)


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
