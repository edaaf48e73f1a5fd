"""The board editor: discs set square by square, and the game that they give."""

from typing import NamedTuple

from othello.game import Game
from othello.position import Position
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
