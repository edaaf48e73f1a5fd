"""Games: a line of moves from any position, with colours, passes and a result."""

import copy
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from othello import notation
from othello.bits import squares
from othello.drawing import board_svg
from othello.position import PASS, START, IllegalMoveError, Position
from othello.rules import SCORE_SCALE, legal_moves, turn

__all__ = ["Game", "GameNode", "IllegalMoveError", "MovePath", "Step", "pass_if_forced"]

MovePath = tuple[int, ...]

NO_MOVE = -2
"""Move of the node that stands for the last position."""


class Step(NamedTuple):
    """A position of a line, as the side to move sees it.

    `move` is the move played there, None at the end of the line. `passed` is True if the
    move before this position was a forced pass.
    """

    position: Position
    black_to_move: bool
    move: int | None
    passed: bool
    over: bool

    @property
    def discs(self) -> tuple[int, int]:
        """Black's and white's discs."""
        own, opp = int(self.position.own), int(self.position.opp)
        return (own, opp) if self.black_to_move else (opp, own)


class GameNode(NamedTuple):
    """A move with the moves that follow it; the first of `replies` continues its line.

    `own` and `opp` are the discs before the move, as its player sees them, and `black` is True if
    black plays it. `comment` is about the position after it.
    """

    move: int
    own: np.uint64
    opp: np.uint64
    black: bool
    comment: str = ""
    replies: tuple["GameNode", ...] = ()

    @property
    def before(self) -> Position:
        """Position before the move, as its player sees it."""
        return Position(self.own, self.opp)

    @property
    def step(self) -> Step:
        """Step of the move; `passed` is False even if a pass came before it."""
        return Step(self.before, self.black, self.move, passed=False, over=False)

    def next_position(self) -> tuple[Position, bool]:
        """Return the position after the move and any forced pass, and True if black is to move."""
        return pass_if_forced(self.before.play_unchecked(self.move), not self.black)

    def reply(self, move: int) -> "GameNode | None":
        """Return the node of a move that was played next, or None."""
        return next((reply for reply in self.replies if reply.move == move), None)


def pass_if_forced(position: Position, black: bool) -> tuple[Position, bool]:
    """Return the position after a forced pass, or the same one, and True if black is to move."""
    if not position.legal() and position.passed().legal():
        return position.passed(), not black
    return position, black


class Game:
    """A game from any position, by default the start: a line of nodes of a `GameTree`.

    Moves are squares, 0 to 63. A side without a legal move passes automatically,
    and the pass appears in `moves` as PASS. Where neither side can move the game
    is over and no pass is recorded. `nodes` are the moves without passes.

    >>> game = Game()
    >>> game.play("f5")
    >>> [notation.square_name(square) for square in game.legal()]
    ['f4', 'd6', 'f6']
    """

    def __init__(self, position: Position = START, *, black_to_move: bool = True) -> None:
        self.start, self.black_starts = position, bool(black_to_move)
        self.nodes: tuple[GameNode, ...] = ()  # never changed in place: copies share it
        self._set_turn(*position, self.black_starts)

    def _set_turn(self, own: np.uint64, opp: np.uint64, black: bool) -> None:
        """Set the side to move; the other one if it has to pass."""
        legal = legal_moves(own, opp)
        if not legal and (replies := legal_moves(opp, own)):
            own, opp, black, legal = opp, own, not black, replies
        # From compiled code these are plain integers, which are faster in Python.
        self._turn = own, opp, legal, black

    @classmethod
    def from_transcript(cls, text: str) -> "Game":
        """Return the game of a transcript from the start position; passes may be omitted.

        Raise NotationError if the text cannot be read, and IllegalMoveError, with the
        move number, if a move is illegal.
        """
        game = cls()
        game.play_all(notation.parse_transcript(text))
        return game

    @classmethod
    def from_board(cls, text: str) -> "Game":
        """Return a game from a board as text, as `board()` writes it, or raise NotationError."""
        position, black_to_move = notation.parse_board(text)
        return cls(position, black_to_move=black_to_move)

    @classmethod
    def from_nodes(cls, start: Position, black_starts: bool, nodes: Sequence[GameNode]) -> "Game":
        """Return the game of a line of nodes, without checking them."""
        game = cls(start, black_to_move=black_starts)
        game.nodes = tuple(nodes)
        if nodes:
            position, black = nodes[-1].next_position()
            game._set_turn(*position, black)
        return game

    @property
    def position(self) -> Position:
        """Position as the side to move sees it."""
        return Position(*self._turn[:2])

    def _plies(self) -> Iterator[tuple[np.uint64, np.uint64, int | None]]:
        """Yield the discs of the mover and the other side, and the move, None at the end."""
        black = self.black_starts
        own, opp, _, now_black = self._turn
        for node in (*self.nodes, GameNode(NO_MOVE, own, opp, now_black)):
            if node.black != black:
                yield node.opp, node.own, PASS
            yield node.own, node.opp, node.move if node.move >= 0 else None
            black = not node.black

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions from the start to now: `positions[i]` is the one before `moves[i]`."""
        return tuple(Position(own, opp) for own, opp, _ in self._plies())

    @property
    def moves(self) -> tuple[int, ...]:
        """Moves from the start to now, a pass as PASS; each gives the turn to the other side."""
        return tuple(move for *_, move in self._plies() if move is not None)

    @property
    def black_to_move(self) -> bool:
        """True if it is black's turn."""
        return self._turn[3]

    @property
    def passed(self) -> bool:
        """True if the last move is a pass."""
        return self.black_to_move == (self.nodes[-1].black if self.nodes else not self.black_starts)

    @property
    def side(self) -> str:
        """Side to move: "black" or "white"."""
        return "black" if self.black_to_move else "white"

    @property
    def black(self) -> np.uint64:
        """Black's discs."""
        return self.position.own if self.black_to_move else self.position.opp

    @property
    def white(self) -> np.uint64:
        """White's discs."""
        return self.position.opp if self.black_to_move else self.position.own

    @property
    def over(self) -> bool:
        """True if neither side can move."""
        return not self._turn[2]  # a side that can only pass has passed

    def legal(self) -> list[int]:
        """Return the squares where the side to move may play, lowest first."""
        return squares(self._turn[2])

    def discs(self) -> tuple[int, int]:
        """Return the numbers of black's and of white's discs."""
        return int(self.black).bit_count(), int(self.white).bit_count()

    def result(self) -> int | None:
        """Return black's disc difference, empties counted for the winner; None before the end.

        Source: the scoring rule of the World Othello Federation.
        """
        if not self.over:
            return None
        difference = int(self.position.final()) // SCORE_SCALE
        return difference if self.black_to_move else -difference

    def play(self, move: int | str) -> None:
        """Play a move, 19 or "d3", and the pass that it may force.

        IllegalMoveError says why a move is illegal; the game is then unchanged.
        """
        own, opp, legal, black = self._turn
        try:
            square = notation.parse_move(move) if isinstance(move, str) else operator.index(move)
        except notation.NotationError as error:
            raise IllegalMoveError(f"{self.side} cannot play: {error}") from None
        if not 0 <= square < 64 or not legal >> square & 1:
            raise IllegalMoveError(f"{self.side} cannot play{self._objection(square)}")
        self.nodes = (*self.nodes, GameNode(square, own, opp, black))
        own, opp, legal = turn(own, opp, square)
        self._turn = own, opp, legal, not black
        if not legal:
            self._set_turn(own, opp, not black)

    def play_all(self, moves: Iterable[int], first: int = 1) -> None:
        """Play moves in order; forced passes may be included or omitted.

        IllegalMoveError gives the number of the illegal move, counted from `first`.
        The moves before it remain played.
        """
        pass_is_due = self.passed
        for number, move in enumerate(moves, start=first):
            if move == PASS and pass_is_due:
                pass_is_due = False
                continue
            try:
                self.play(move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
            pass_is_due = self._turn[3] == self.nodes[-1].black

    def undo(self) -> int | None:
        """Take back the last move and any pass it forced; return its square, or None if none."""
        if not self.nodes:
            return None
        *_, last = self.nodes
        self.nodes = self.nodes[:-1]
        self._set_turn(last.own, last.opp, last.black)
        return last.move

    def copy(self) -> "Game":
        """Return an independent copy of the game."""
        return copy.copy(self)

    def transcript(self, *, passes: bool = False) -> str:
        """Return the moves as "f5d6c3d3"; if `passes` is true, passes are included as "--"."""
        return notation.transcript_text(move for move in self.moves if passes or move != PASS)

    def board(self) -> str:
        """Return the board as text: 64 of X (black), O (white) and -, then the side to move."""
        return notation.board_text(self.position, self.black_to_move)

    def __eq__(self, other: object) -> bool:
        """True if both games have the same start and the same moves."""
        if not isinstance(other, Game):
            return NotImplemented
        if (self.start, self.black_starts) != (other.start, other.black_starts):
            return False
        return [node.move for node in self.nodes] == [node.move for node in other.nodes]

    def __repr__(self) -> str:
        """Board with coordinates, numbers of discs, and the side to move or the result."""
        black, white = self.discs()
        diagram = notation.diagram(self.position, self.black_to_move)
        return f"{diagram}\nblack (X) {black}, white (O) {white}; {self._status()}"

    def _repr_svg_(self) -> str:
        """Picture for notebooks: the last move is marked, and dots are the legal moves."""
        last = self.nodes[-1:]
        return board_svg(self.board(), self.legal(), {node.move: "●" for node in last})

    def _status(self) -> str:
        """Side to move, or the result in words."""
        result = self.result()
        if result is None:
            return f"{self.side} to move"
        if result == 0:
            return "a draw"
        return f"{'black' if result > 0 else 'white'} wins by {abs(result)}"

    def _objection(self, square: int) -> str:
        """Return the name of an illegal move or PASS, and why it is illegal, for a message."""
        try:
            name = notation.move_name(square)
        except notation.NotationError as error:
            return f": {error}"
        if square == PASS and not self.over:
            return f" {name}: passes are made automatically"
        return f" {name}: {self.position.objection(square)}"
