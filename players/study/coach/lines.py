"""Lines of moves after a position, and the two lines that the coach compares."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from othello import bits
from othello.bits import around, bit, squares
from othello.game import Game
from othello.position import PASS, Position
from othello.rules import legal_moves
from othello.stability import stable_discs
from players.move_values import MoveValue

SOON, LATER = 6, 12
"""Moves in which one line shows a fact, and in which the other line must not."""
SHOWN = 14
"""Moves of each line that facts may use: no more than a reader sees."""
NEXT_TURNS = 3
"""Turns of a side at which a square has to be open."""

Squares = frozenset[int]


def set_of(word: np.uint64 | int) -> Squares:
    """Return the squares of a bitboard."""
    return frozenset(squares(word))


NOTHING: Squares = frozenset()
CORNERS = set_of(bits.CORNERS)
X_SQUARES = set_of(bits.X_SQUARES)
NEIGHBOURS = tuple(set_of(around(bit(square))) - {square} for square in range(64))
"""Squares next to each square, also diagonally."""


def neighbours(found: Iterable[int]) -> Squares:
    """Squares next to at least one of a set."""
    return NOTHING.union(*(NEIGHBOURS[square] for square in found))


@dataclass(frozen=True)
class LinePosition:
    """A position of a line as seen by the player of its first move, whose discs are `own`.

    `chooses` is True if that side is to move; `move` is None at the end.
    """

    own: np.uint64
    opp: np.uint64
    chooses: bool
    move: int | None

    @cached_property
    def empties(self) -> Squares:
        """Empty squares."""
        return set_of(~(self.own | self.opp))

    @cached_property
    def own_moves(self) -> Squares:
        """Legal moves of the side, as if it were to move."""
        return set_of(legal_moves(self.own, self.opp))

    @cached_property
    def opp_moves(self) -> Squares:
        """Legal moves of the other side, as if it were to move."""
        return set_of(legal_moves(self.opp, self.own))

    def moves(self, own: bool) -> Squares:
        """Legal moves of the side or of the other one, as if it were to move."""
        return self.own_moves if own else self.opp_moves

    def stable(self, own: bool) -> Squares:
        """Stable discs of a side."""
        return set_of(stable_discs(self.own, self.opp) & (self.own if own else self.opp))


class Walk:
    """A line from a position on: the positions before its moves and at its end, and its moves.

    Passes are added, also at the end; an illegal move ends the line.
    """

    def __init__(self, position: Position, line: Iterable[int]) -> None:
        game = Game(position)
        for move in filter(PASS.__ne__, line):
            if move not in game.legal():
                break
            game.play(move)
        self.moves = game.moves
        self.moments = [
            LinePosition(*(place.passed() if ply % 2 else place), ply % 2 == 0, move)
            for ply, (place, move) in enumerate(
                zip(game.positions, (*game.moves, None), strict=True)
            )
        ]

    def __len__(self) -> int:
        """Number of moves."""
        return len(self.moves)

    def moment(self, index: int) -> LinePosition:
        """Position after `index` moves, or at the end."""
        return self.moments[min(index, len(self.moves))]

    def up_to(self, move: int) -> tuple[int, ...]:
        """Moves up to and including one of them."""
        return self.moves[: self.moves.index(move) + 1]

    def of_side(self, chooses: bool, until: int | None = None) -> list[int]:
        """Moves of one side, all or among the first `until` moves."""
        made = zip(self.moments, self.moves[:until], strict=False)
        return [move for moment, move in made if moment.chooses == chooses]

    def turns(self, chooses: bool, after: int = 1) -> list[Squares]:
        """Legal moves of a side at its first NEXT_TURNS turns from an index of the line on."""
        moments = (each for each in self.moments[after:] if each.chooses == chooses)
        return [each.moves(chooses) for each in moments][:NEXT_TURNS]

    def ever(self, chooses: bool, after: int = 1) -> Squares:
        """Squares where a side can play at one of its turns from an index on, or at the end."""
        *moments, end = self.moments[after:] or self.moments[-1:]
        turns = (each for each in moments if each.chooses == chooses)
        return end.moves(chooses).union(*(each.moves(chooses) for each in turns))

    def often(self, chooses: bool) -> Squares:
        """Squares where a side can play at two of its next turns, or plays soon."""
        turns, found = self.turns(chooses), set(self.of_side(chooses, SOON))
        for index, one in enumerate(turns):
            found.update(*(one & other for other in turns[index + 1 :]))
        return frozenset(found)

    def corners_open(self) -> Squares:
        """Corners that the other side can take at its turns in the first LATER moves."""
        turns = (each for each in self.moments[1 : LATER + 1] if not each.chooses)
        return CORNERS.intersection(NOTHING.union(*(each.opp_moves for each in turns)))

    @property
    def over(self) -> bool:
        """True if the line ends the game."""
        return not (self.moments[-1].own_moves or self.moments[-1].opp_moves)


class Comparison:
    """The line of the move played at a position, and the line of the best move.

    `start`, `after` and `after_best` are the positions before and right after the two moves; `lost`
    is the loss in hundredths of a disc.
    """

    def __init__(self, position: Position, played: MoveValue, best: MoveValue) -> None:
        self.position, self.values = position, (played, best)
        self.move, self.better, self.lost = played.move, best.move, best.score - played.score
        self.played, self.best = (Walk(position, each.line[:SHOWN]) for each in self.values)
        self.start = self.best.moments[0]
        self.after, self.after_best = self.played.moments[1], self.best.moments[1]

    @property
    def common(self) -> int:
        """Number of moves that both lines have; of the longer one if both end the game."""
        lengths = len(self.played), len(self.best)
        return max(lengths) if self.ended else min(lengths)

    @property
    def ended(self) -> bool:
        """True if both lines end the game."""
        return self.played.over and self.best.over

    @property
    def answered(self) -> Squares:
        """Moves of the side after the best move and the reply to the move played; all if illegal.

        A square that this reply closes in both lines is no reason.
        """
        reply, after = self.after, self.after_best
        if reply.move is None or reply.chooses or reply.move not in after.opp_moves:
            return frozenset(range(64))
        return set_of(Position(after.opp, after.own).play_unchecked(reply.move).legal())

    @property
    def repeated(self) -> LinePosition:
        """Position of the best line after the move played, if the side soon plays it there too.

        Otherwise the position after the best move.
        """
        moments = self.best.moments[: SOON + 1]
        for before, after in zip(moments, moments[1:], strict=False):
            if before.chooses and before.move == self.move:
                return after
        return self.after_best


def risky(moment: LinePosition) -> Squares:
    """X- and C-squares beside an empty corner."""
    return neighbours(CORNERS & moment.empties)
