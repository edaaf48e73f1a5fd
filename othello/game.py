"""A whole game: colours, passes, the line of moves that was played, and a result."""

import copy
import operator
from collections.abc import Iterable

import numpy as np

from othello import notation
from othello.bits import squares
from othello.moves import IllegalMoveError
from othello.position import PASS, START, Position
from othello.rules import SCORE_SCALE, legal_moves, turn

__all__ = ["Game", "IllegalMoveError"]


_Stand = tuple[np.uint64, np.uint64, np.uint64]
"""A position as words, of the side to move and of the other, and where the former may play.

From compiled code they come as plain integers, with which Python counts faster.
"""


class Game:
    """A game from any position, the start by default; `othello.game_tree` has side lines.

    Moves are squares, 0 to 63. A side that cannot move passes by itself as soon
    as it is its turn, and the pass stands in `moves` as PASS; where neither side
    can move the game is over and no pass is recorded. ValueError for a start
    with overlapping discs.

    >>> game = Game()
    >>> game.play("f5")
    >>> [notation.square_name(square) for square in game.legal()]
    ['f4', 'd6', 'f6']
    """

    def __init__(self, position: Position = START, *, black_to_move: bool = True) -> None:
        if position.own & position.opp:
            square = squares(position.own & position.opp)[0]
            raise ValueError(f"{notation.square_name(square)} holds discs of both sides")
        self._black_starts = bool(black_to_move)
        # Tuples are never changed in place, so copies may share them.
        self._line: tuple[int, ...] = ()
        own, opp = position
        self._stands: tuple[_Stand, ...] = ((own, opp, legal_moves(own, opp)),)
        self._pass_if_forced()

    @classmethod
    def from_transcript(cls, text: str) -> "Game":
        """The game of a transcript from the start position, passes written or left out.

        NotationError for text that cannot be read, IllegalMoveError for a move
        against the rules, with its number.
        """
        game = cls()
        game.play_all(notation.parse_transcript(text))
        return game

    @classmethod
    def from_board(cls, text: str) -> "Game":
        """A game that starts from a board in text, as `board` writes it; or NotationError."""
        position, black_to_move = notation.parse_board(text)
        return cls(position, black_to_move=black_to_move)

    @property
    def position(self) -> Position:
        """The position as the side to move sees it."""
        own, opp, _ = self._stands[-1]
        return Position(own, opp)

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions from the start to now: `positions[i]` is the one before `moves[i]`."""
        return tuple(Position(own, opp) for own, opp, _ in self._stands)

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves from the start to now, a pass as PASS; each one changes the side to move."""
        return self._line

    @property
    def black_to_move(self) -> bool:
        """Whether it is black's turn."""
        return self._black_starts == (len(self._line) % 2 == 0)

    @property
    def side(self) -> str:
        """The side to move: "black" or "white"."""
        return "black" if self.black_to_move else "white"

    @property
    def black(self) -> np.uint64:
        """Black's discs, as a word."""
        return self.position.own if self.black_to_move else self.position.opp

    @property
    def white(self) -> np.uint64:
        """White's discs, as a word."""
        return self.position.opp if self.black_to_move else self.position.own

    @property
    def over(self) -> bool:
        """Whether neither side can move."""
        return not self._stands[-1][2]  # a side that could only pass has done so

    def legal(self) -> list[int]:
        """The squares where the side to move may play, lowest first; none if the game is over."""
        return squares(self._stands[-1][2])

    def discs(self) -> tuple[int, int]:
        """How many discs black and white have."""
        return int(self.black).bit_count(), int(self.white).bit_count()

    def result(self) -> int | None:
        """Black's disc difference, -64 to 64, empties counted for the winner; None before the end.

        Source: the scoring rule of the World Othello Federation.
        """
        if not self.over:
            return None
        difference = int(self.position.final()) // SCORE_SCALE
        return difference if self.black_to_move else -difference

    def play(self, move: int | str) -> None:
        """Play a square, 19 or "d3", and the pass that it may force upon the other side.

        IllegalMoveError says why a move is none, and then nothing has changed.
        """
        own, opp, legal = self._stands[-1]
        try:
            square = notation.parse_move(move) if isinstance(move, str) else operator.index(move)
        except notation.NotationError as error:
            raise IllegalMoveError(f"{self.side} cannot play: {error}") from None
        if not 0 <= square < 64 or not legal >> square & 1:
            raise IllegalMoveError(f"{self.side} cannot play{self._objection(square)}")
        self._append(square, turn(own, opp, square))
        if not self._stands[-1][2]:
            self._pass_if_forced()

    def play_all(self, moves: Iterable[int]) -> None:
        """Play squares in turn; PASS may be among them, where one is made, or be left out.

        IllegalMoveError gives the number of the wrong move, counted from 1; those
        before it stay played.
        """
        pass_is_due = self.moves[-1:] == (PASS,)
        for number, move in enumerate(moves, start=1):
            if move == PASS and pass_is_due:
                pass_is_due = False
                continue
            try:
                self.play(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
            pass_is_due = self.moves[-1] == PASS

    def undo(self) -> int | None:
        """Take the last square back, and the pass it forced; return it, or None at the start."""
        ply = len(self._line) - 1
        while ply >= 0 and self._line[ply] == PASS:
            ply -= 1
        if ply < 0:
            return None
        square = self._line[ply]
        self._line, self._stands = self._line[:ply], self._stands[: ply + 1]
        return square

    def copy(self) -> "Game":
        """A game that stands where this one does and goes its own way from here."""
        return copy.copy(self)

    def transcript(self, *, passes: bool = False) -> str:
        """The moves so far, as "f5d6c3d3"; passes are left out, or written as "--" if wanted."""
        return notation.transcript_text(move for move in self.moves if passes or move != PASS)

    def board(self) -> str:
        """The board in text: 64 squares of X (black), O (white) or -, and the side to move."""
        return notation.board_text(self.position, self.black_to_move)

    def __eq__(self, other: object) -> bool:
        """Whether both games have the same start and the same moves up to now."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self._stands[0], self._black_starts, self.moves) == (
            other._stands[0],
            other._black_starts,
            other.moves,
        )

    def __repr__(self) -> str:
        """The board with coordinates, the discs and the side to move or the result."""
        black, white = self.discs()
        diagram = notation.diagram(self.position, self.black_to_move)
        return f"{diagram}\nblack (X) {black}, white (O) {white}; {self._status()}"

    def _status(self) -> str:
        """Who is to move, or how the game ended."""
        result = self.result()
        if result is None:
            return f"{self.side} to move"
        if result == 0:
            return "a draw"
        return f"{'black' if result > 0 else 'white'} wins by {abs(result)}"

    def _objection(self, square: int) -> str:
        """Which move this is and why the side to move may not play it, PASS included."""
        try:
            name = notation.move_name(square)
        except notation.NotationError as error:
            return f": {error}"
        if square == PASS and not self.over:
            return f" {name}: a pass is made by itself where there is no legal move"
        return f" {name}: {self.position.objection(square)}"

    def _pass_if_forced(self) -> None:
        """Pass for a side that cannot move while the other side can."""
        own, opp, legal = self._stands[-1]
        if not legal and (replies := legal_moves(opp, own)):
            self._append(PASS, (opp, own, replies))

    def _append(self, move: int, stand: _Stand) -> None:
        """Add one ply."""
        self._line = (*self._line, move)
        self._stands = (*self._stands, stand)
