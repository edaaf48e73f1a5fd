"""The board editor: discs set square by square, and the game that it gives."""

from typing import NamedTuple

from othello.game import Game
from othello.game_tree import GameTree, MovePath, Step
from othello.position import START, Position
from players.window.game.history import History, Kept
from players.window.translation import _

NO_DISC, BLACK_DISC, WHITE_DISC = 0, 1, 2


class DrawnBoard(NamedTuple):
    """Black's and white's discs as words, and who is to move."""

    black: int
    white: int
    black_to_move: bool

    def with_disc(self, square: int, disc: int) -> "DrawnBoard":
        """The board with this disc on a square, whatever was there."""
        there = 1 << square
        black = self.black & ~there | there * (disc == BLACK_DISC)
        white = self.white & ~there | there * (disc == WHITE_DISC)
        return self._replace(black=black, white=white)


class Editor:
    """A board in work, made from a game and the `line` it stands in; a click puts down `brush`."""

    def __init__(self, game: Game, line: GameTree | None = None) -> None:
        self._line = line or GameTree.of(game)
        self.board = DrawnBoard(int(game.black), int(game.white), game.black_to_move)
        self.brush = BLACK_DISC
        self.cursor = 27
        self._stroke: int | None = None
        self._found = self.board
        self._history: History[DrawnBoard] = History()

    @property
    def changed(self) -> bool:
        """Whether the board is another one than the game's."""
        return self.board != self._found

    def _draw(self, board: DrawnBoard) -> None:
        """Take another board; undo brings this one back."""
        self._history.keep(self.board, "")
        self.board = board

    def undo(self) -> bool:
        """Bring back the board before the last change; whether there was one."""
        return self._take(self._history.undo(self.board))

    def redo(self) -> bool:
        """Do again what was undone last; whether there was something."""
        return self._take(self._history.redo(self.board))

    def _take(self, kept: Kept[DrawnBoard] | None) -> bool:
        if kept is not None:
            self.board = kept.state
            self._stroke = None  # drawing on would change a board that undo does not know
        return kept is not None

    def change_turn(self) -> None:
        """Let the other side be to move."""
        self._draw(self.board._replace(black_to_move=not self.board.black_to_move))

    def start_position(self) -> None:
        """Put down the start position."""
        self._draw(DrawnBoard(int(START.own), int(START.opp), True))

    def clear(self) -> None:
        """Take all discs off."""
        self._draw(self.board._replace(black=0, white=0))

    def invert(self) -> None:
        """Change the colour of every disc."""
        self._draw(self.board._replace(black=self.board.white, white=self.board.black))

    def put(self, square: int, disc: int) -> None:
        """Put a disc on a square, whatever was there."""
        self._draw(self.board.with_disc(square, disc))

    def paint(self, square: int, disc: int | None = None) -> None:
        """Put a disc, or the brush's, on a square; the same disc again takes it off."""
        disc = self.brush if disc is None else disc
        self._stroke = NO_DISC if self.board.with_disc(square, disc) == self.board else disc
        self.put(square, self._stroke)

    def drag(self, square: int) -> None:
        """Put down what the stroke began with, if `paint` began one; undone with it at once."""
        if self._stroke is not None:
            self.cursor = square
            self.board = self.board.with_disc(square, self._stroke)

    def end_stroke(self) -> None:
        """Let the mouse go: what follows needs another `paint`."""
        self._stroke = None

    @property
    def position(self) -> Position:
        """The board as the side to move sees it."""
        black, white, black_to_move = self.board
        return Position(black, white) if black_to_move else Position(white, black)

    def notice(self) -> str:
        """What is odd about the board, in a line; "" for a position that can be played."""
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

    def place(self) -> tuple[GameTree, MovePath]:
        """A tree that goes on from this board, and the place of the board in it.

        It is the line that the board was made from where that has the same board and side to move,
        else a new one.
        """
        line = self._line.main_line
        for number, step in enumerate(self._line.steps(line)):
            if self._is(step):
                return self._line, line[:number]
        return GameTree.of(self.drawn()), ()

    def _is(self, step: Step) -> bool:
        """Whether a step of the old game shows this board."""
        if step.black_to_move == self.board.black_to_move:
            return step.position == self.position
        return step.passed and step.position.passed() == self.position
