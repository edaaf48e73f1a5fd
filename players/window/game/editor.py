"""The board editor: discs set square by square, and the game that it gives."""

from othello.game import Game
from othello.position import START, Position
from players.window.game.history import History, Kept
from players.window.game.steps import go_to, rewound, timeline
from players.window.game.variations import Step
from players.window.translation import _

NO_DISC, BLACK_DISC, WHITE_DISC = 0, 1, 2


class Editor:
    """A board in work, made from a game; `brush` is what a click puts down."""

    def __init__(self, game: Game) -> None:
        self._game = game.copy()
        self.black_to_move = game.black_to_move
        self.discs = [NO_DISC] * 64
        self.set_board(int(game.black), int(game.white))
        self.brush = BLACK_DISC
        self._stroke: int | None = None
        self.cursor = 27
        self._found = list(self.discs), self.black_to_move
        self._history: History[tuple[list[int], bool]] = History()

    @property
    def changed(self) -> bool:
        """Whether the board is another one than the game's."""
        return (self.discs, self.black_to_move) != self._found

    def _keep(self) -> None:
        self._history.keep((list(self.discs), self.black_to_move), "")

    def undo(self) -> bool:
        """Bring back the board before the last change; whether there was one."""
        return self._take(self._history.undo((self.discs, self.black_to_move)))

    def redo(self) -> bool:
        """Do again what was undone last; whether there was something."""
        return self._take(self._history.redo((self.discs, self.black_to_move)))

    def _take(self, kept: Kept[tuple[list[int], bool]] | None) -> bool:
        if kept is not None:
            discs, self.black_to_move = kept.state
            self.discs = list(discs)
            self._stroke = None  # drawing on would change a board that undo does not know
        return kept is not None

    def change_turn(self) -> None:
        """Let the other side be to move."""
        self._keep()
        self.black_to_move = not self.black_to_move

    def set_board(self, black: int, white: int) -> None:
        """Put down a whole board."""
        self.discs = [
            BLACK_DISC if black >> square & 1 else WHITE_DISC if white >> square & 1 else NO_DISC
            for square in range(64)
        ]

    def start_position(self) -> None:
        """Put down the start position."""
        self._keep()
        self.set_board(int(START.own), int(START.opp))
        self.black_to_move = True

    def clear(self) -> None:
        """Take all discs off."""
        self._keep()
        self.discs = [NO_DISC] * 64

    def paint(self, square: int, disc: int | None = None) -> None:
        """Put a disc, or the brush's, on a square; the same disc again takes it off."""
        disc = self.brush if disc is None else disc
        self._stroke = NO_DISC if self.discs[square] == disc else disc
        self.put(square, self._stroke)

    def drag(self, square: int) -> None:
        """Put down what the stroke began with, if `paint` began one; undone with it at once."""
        if self._stroke is not None:
            self.cursor = square
            self.discs[square] = self._stroke

    def end_stroke(self) -> None:
        """Let the mouse go: what follows needs another `paint`."""
        self._stroke = None

    def put(self, square: int, disc: int) -> None:
        """Put a disc on a square, whatever was there."""
        self._keep()
        self.discs[square] = disc

    def invert(self) -> None:
        """Change the colour of every disc."""
        self._keep()
        self.discs = [(NO_DISC, WHITE_DISC, BLACK_DISC)[disc] for disc in self.discs]

    @property
    def words(self) -> tuple[int, int]:
        """Black's and white's discs as words."""
        black = sum(1 << square for square, disc in enumerate(self.discs) if disc == BLACK_DISC)
        white = sum(1 << square for square, disc in enumerate(self.discs) if disc == WHITE_DISC)
        return black, white

    @property
    def position(self) -> Position:
        """The board as the side to move sees it."""
        black, white = self.words
        return Position(black, white) if self.black_to_move else Position(white, black)

    def notice(self) -> str:
        """What is odd about the board, in a line; "" for a position that can be played."""
        black, white = self.words
        if not black and not white:
            return _("There is no disc on the board.")
        if self.position.over():
            return _("Neither side can move here: the game would be over.")
        if not self.position.legal():
            mover = _("Black") if self.black_to_move else _("White")
            return _("{side} cannot move here and would pass.").format(side=mover)
        return ""

    def drawn(self) -> Game:
        """A game that begins with this board."""
        return Game(self.position, black_to_move=self.black_to_move)

    def game(self) -> Game:
        """The game that goes on from this board.

        Where the board and the side to move occur in the game it was made from,
        that game with all its moves, standing there; else a new one.
        """
        for step, known in enumerate(timeline(self._game)):
            if self._is(known):
                game = rewound(self._game)
                go_to(game, step)
                return game
        return self.drawn()

    def _is(self, step: Step) -> bool:
        """Whether a step of the old game shows this board."""
        if step.passed and step.black_to_move != self.black_to_move:
            return step.position.passed() == self.position
        return step.black_to_move == self.black_to_move and step.position == self.position
