"""The line of a tree of moves that is shown, and the step of it at which the game stands."""

from othello.game import Game
from othello.position import PASS
from players.window.game import variations
from players.window.game.steps import Step, all_moves, go_to, rewound, step_of, timeline
from players.window.game.variations import Listing, MovePath, Tree


def tree_of(game: Game) -> Tree:
    """The tree of a game with one line, those moves that were taken back among them."""
    start = rewound(game)
    black = start.black_to_move == (len(start.moves) % 2 == 0)
    line = [move for move in all_moves(game) if move != PASS]
    return variations.from_lines(start.positions[0], black, [line])[0]


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
        first = self.game.positions[0]
        key = (first, self.game.black_to_move ^ (len(self.game.moves) % 2 == 1))
        if (*key, all_moves(self.game)) != self._key:
            self._key, self._steps = (*key, all_moves(self.game)), timeline(self.game)
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
