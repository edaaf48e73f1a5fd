"""The game at the board: its tree of moves, its players, its values, and the board editor."""

import random
import time
from collections.abc import Callable
from typing import NamedTuple

from othello.bits import squares
from othello.game import Game
from othello.game_tree import Cursor, GameTree, MovePath
from othello.position import PASS, Position
from othello.rules import flips
from players.limits import Limits
from players.move_values import MoveValues
from players.window.game.clocks import AGREED, BLACK, HUMAN, RESIGNED, TIME, WHITE, Clocks, Ending
from players.window.game.judgements import BestValues, SearchValues
from players.window.translation import _

NO_DISC, BLACK_DISC, WHITE_DISC = 0, 1, 2


class DrawnBoard(NamedTuple):
    """Black's and white's discs as bitboards, and the side to move."""

    black: int
    white: int
    black_to_move: bool

    def with_disc(self, square: int, disc: int) -> "DrawnBoard":
        """The board with this disc on a square."""
        bit = 1 << square
        black = self.black & ~bit | bit * (disc == BLACK_DISC)
        white = self.white & ~bit | bit * (disc == WHITE_DISC)
        return self._replace(black=black, white=white)


class Editor:
    """A board that is being edited, at first that of a game, which `before` keeps.

    A click puts down `brush`, and `stroke` is what it puts while the mouse is dragged.
    """

    def __init__(self, game: Game) -> None:
        self.board = DrawnBoard(int(game.black), int(game.white), game.black_to_move)
        self.before = self.board
        self.brush = BLACK_DISC
        self.stroke: int | None = None

    def paint(self, square: int, disc: int | None = None) -> None:
        """Put a disc, by default the brush's, on a square; the same disc again removes it."""
        disc = self.brush if disc is None else disc
        self.stroke = NO_DISC if self.board.with_disc(square, disc) == self.board else disc
        self.drag(square)

    def drag(self, square: int) -> None:
        """Continue the stroke that `paint` began."""
        if self.stroke is not None:
            self.board = self.board.with_disc(square, self.stroke)

    @property
    def position(self) -> Position:
        """The board as the side to move sees it."""
        black, white, black_to_move = self.board
        return Position(black, white) if black_to_move else Position(white, black)

    def notice(self) -> str:
        """A warning about the board, in a line; "" for a position that can be played."""
        if not any(self.board[:2]):
            return _("The board is empty.")
        if self.position.over():
            return _("Neither side can move: the game would be over.")
        if not self.position.legal():
            mover = _("Black") if self.board.black_to_move else _("White")
            return _("{side} can't move and would pass.").format(side=mover)
        return ""

    def drawn(self) -> Game:
        """A game that begins with this board."""
        return Game(self.position, black_to_move=self.board.black_to_move)


class LiveGame(Cursor):
    """A cursor in a game with its players, clocks and known values.

    `number` tells games apart. `going_from` is the step from which an engine plays on although
    moves follow there. With `held` no engine moves before a person does. `started` is true once the
    clocks have started, `played_here` if a move was played at this board, `assisted` if a person
    had help in it: values, a hint or another try. `original_tree` is the tree before anybody
    played, commented or reviewed. `review_values` holds the values of the game's review,
    `search_values` those of all searches. `training_games` are the numbers of training games.
    `ending` is the end of the game if it came before the last move. `editor` is the board editor
    while it is open. `on_leave` is called before another game replaces
    this one. `read_clock` returns the time in seconds.
    """

    def __init__(self, sides: tuple[str, str]) -> None:
        super().__init__()
        self.sides = list(sides)
        self.on_leave: Callable[[], object] = lambda: None
        self.read_clock: Callable[[], float] = time.monotonic
        self.clocks = Clocks(0)
        self.review_values: dict[Position, MoveValues] = {}
        self.search_values = SearchValues()
        self.training_games: set[int] = set()
        self.start(Game())

    @property
    def best_values(self) -> BestValues:
        """The best known values of positions, by the review or by another search."""
        return BestValues(self.review_values, self.search_values)

    @property
    def side(self) -> int:
        """The side to move: BLACK or WHITE."""
        return BLACK if self.here.black_to_move else WHITE

    @property
    def mover(self) -> str:
        """The specification of the player to move, or HUMAN."""
        return self.sides[self.side]

    @property
    def person(self) -> int | None:
        """The side of the only person: BLACK or WHITE; None if nobody or two people play."""
        return self.sides.index(HUMAN) if self.sides.count(HUMAN) == 1 else None

    @property
    def browsing(self) -> bool:
        """True if moves follow, so that no engine moves by itself."""
        return not self.at_end and self.going_from != self.step

    @property
    def stopped(self) -> bool:
        """True if an engine may not move even on its turn."""
        return self.paused or self.held or self.browsing

    @property
    def engine_to_move(self) -> bool:
        """True if an engine is to move now."""
        return not self.ended and self.mover != HUMAN and not self.stopped

    @property
    def human_to_move(self) -> bool:
        """True if a person may play at the board."""
        return not self.ended and (self.mover == HUMAN or self.stopped and not self.engine_waits)

    @property
    def engine_waits(self) -> bool:
        """True if it is the turn of a person's opponent, which waits until it may move."""
        waits = self.held and HUMAN in self.sides and self.mover != HUMAN
        return waits and not (self.paused or self.browsing or self.on_side_line or self.ended)

    @property
    def timed(self) -> bool:
        """True if the clocks count here: on the main line of a game with clocks."""
        return self.clocks.on and not self.on_side_line

    @property
    def ended(self) -> bool:
        """True if nobody can move any more, or the game has ended here."""
        return self.here.over or (self.ending is not None and self.path == self.ending.at)

    @property
    def early_end(self) -> Ending | None:
        """The end before the last move; None without one or off the main line."""
        ending = self.ending
        reached = ending is not None and self.tree.main_line[: len(ending.at)] == ending.at
        return ending if reached else None

    @property
    def concluded(self) -> bool:
        """True if the main line has ended, by its last move or before."""
        return self.tree.over or self.early_end is not None

    def start(
        self,
        game: Game,
        names: tuple[str, str] = ("", ""),
        sides: tuple[str, str] | None = None,
        tree: GameTree | None = None,
        number: int | None = None,
        clocks: Clocks | None = None,
    ) -> None:
        """Show another game at its last position; `tree` holds its side lines too.

        An equal tree keeps its review. `number` is that of an earlier game that continues.
        """
        self.on_leave()
        tree, path = tree or GameTree.of(game), tuple(move for move in game.moves if move != PASS)
        self.review_values = dict(self.review_values) if tree == self.tree else {}
        self.editor: Editor | None = None
        self.clocks.run(None, self.read_clock())
        self.tree = self.original_tree = tree
        self.line, self.step = tree.line_through(path), len(path)
        self.names = list(names)
        self.sides = list(sides or self.sides)
        self.paused = self.held = self.started = self.played_here = self.assisted = False
        self.going_from: int | None = None
        self._taken_back: MovePath | None = None
        self._before_edit: tuple[GameTree, MovePath, int] | None = None
        self.clocks = clocks or Clocks(0)
        self.ending: Ending | None = None
        self.number = random.randrange(2**31) if number is None else number

    def restore(self, game: "LiveGame") -> None:
        """Show a game again, from a copy of this object; no engine moves before a person does."""
        self.on_leave()
        vars(self).update(vars(game))
        self.clocks.run(None, self.read_clock())
        self._set_going(None, held=True)

    def play(self, square: int) -> list[int] | None:
        """Play a square and return the flipped squares; None if the move is illegal.

        The moves that followed here stay in the tree. After `take_back` the new move belongs to
        the main line, otherwise to the line shown.
        """
        position, side = self.here.position, self.side
        if self.ended or not int(position.legal()) >> square & 1:
            return None
        if self.ending is not None:  # the game continues without clocks after its end
            self.clocks.minutes = 0
        if not self.at_end and self.line[self.step] != square and not self.concluded:
            self.assisted = True  # another try
        flipped = squares(flips(position.own, position.opp, square))
        path = (*self.path, square)
        tree = self.tree.with_move(self.path, square)
        new = tree is not self.tree
        if self._taken_back == self.path:
            tree = tree.with_main_line(path)
        if tree is not self.tree:
            self.tree, self.played_here = tree, True
        if new:
            self.clocks.forget(path)
        line = self.line if self.line[: len(path)] == path else tree.line_through(path)
        self.show_line(line, len(path))
        if new and tree.main_line[: len(path)] == path:
            self.clocks.add_increment(side)
        self._set_going(None if self.at_end else self.step)
        self.started = True
        if self.sides == [HUMAN, HUMAN]:  # a move resumes their paused clock
            self.paused = False
        return flipped

    def _set_going(self, step: int | None, held: bool = False) -> None:
        """Set the step from which an engine plays on, and whether it is held."""
        self.going_from, self.held = step, held
        self._taken_back = self._before_edit = None

    def show_line(self, line: MovePath, step: int) -> None:
        """Show a line of the tree at a step, with the clocks as that place was left."""
        left = self.path
        super().show_line(line, step)
        if self.path != left:
            self.clocks.move(left, self.path, self.read_clock())

    def go_to(self, step: int) -> None:
        """Show another step of the line."""
        self.show_line(self.line, step)
        self._set_going(None, self.held)

    def go_to_path(self, path: MovePath) -> None:
        """Show another place of the tree; KeyError if the tree has no such path."""
        if self.line[: len(path)] == path:
            self.go_to(len(path))
            return
        self.tree.nodes_on(path)
        self.stand_at(path)

    def stand_at(self, path: MovePath) -> None:
        """Show a place of the tree, where no engine moves by itself."""
        self.show_line(self.tree.line_through(path), len(path))
        self._set_going(None, held=True)

    def take_back(self, turn: bool = True) -> bool:
        """Undo the last edit or go back a move; False if there is neither.

        Of a `turn`, go back to the last decision of a person, or of any player if no person plays.
        """
        if self._before_edit is not None:
            self.tree, line, step = self._before_edit
            self.show_line(line, step)
            self._set_going(None, held=True)
            return True
        if not self.step:
            return False
        before = self.step - 1
        if turn and HUMAN in self.sides:
            movers = [self.sides[not step.black_to_move] for step in self.steps[: self.step]]
            before = max((n for n, mover in enumerate(movers) if mover == HUMAN), default=before)
        self.go_to(before)
        self._taken_back = self.path
        return True

    def _edit(self, tree: GameTree) -> None:
        """Take an edited tree; `take_back` undoes it until the next move or step."""
        self._before_edit = self.tree, self.line, self.step
        self.tree = tree

    def promote(self) -> bool:
        """Move the line shown up before the line that it left; False on the main line."""
        tree = self.tree.promoted(self.path)
        if tree is self.tree:
            return False
        self._edit(tree)
        return True

    def delete(self) -> None:
        """Delete the last move and all that follows it; KeyError at the start."""
        path = self.path
        self.assisted = self.assisted or not self.concluded
        self._set_going(None, held=True)
        self._edit(self.tree.deleted(path))
        self.show_line(self.tree.line_through(path[:-1]), len(path) - 1)

    def set_comment(self, path: MovePath, text: str) -> None:
        """Set the comment on a place of the tree; KeyError if the tree has no such path."""
        self._edit(self.tree.commented(path, text))

    def toggle_going(self) -> None:
        """Stop the engines, or let them play on from here."""
        if self.stopped:
            self.paused = False
            self._set_going(self.step)
        else:
            self.paused = True

    def give_up(self, loser: int | None) -> None:
        """End the main line at its last move: `loser` resigns, or with None both agree to draw."""
        self.go_to_path(self.tree.main_line)
        self.ending = Ending(AGREED if loser is None else RESIGNED, loser, self.path)

    def run_clocks(self, now: float, waiting: bool = False) -> bool:
        """Run the clock of the side to move; return True if a flag has just fallen.

        No clock runs while `waiting`, before the first move, in a side line or while the engines
        are stopped.
        """
        counts = self.timed and self.started and not (self.ended or self.stopped or waiting)
        self.clocks.run(self.side if counts else None, now)
        if counts and self.ending is None and (fallen := self.clocks.fallen(now)) is not None:
            self.ending = Ending(TIME, fallen, self.path)
            return True
        return False

    def allowed(self, now: float) -> Limits | None:
        """The limits that the clock sets for this move; None without a clock."""
        if not self.timed:
            return None
        own_moves = (int(self.here.position.plies_left()) + 1) // 2
        return self.clocks.allowed(self.side, own_moves, now)
