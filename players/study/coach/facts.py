"""Facts about a move with the lines that show them, and the lines that are compared."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from othello.bits import C_SQUARES, CORNERS, NONE, X_SQUARES, around, bit, count
from othello.position import PASS, Position
from othello.rules import legal_moves

SOON, LATER = 6, 12
"""Moves in which one line shows a fact, and in which the other line must not."""
MOST_ALIKE = 3
"""Most discs of another colour in nearly the same position."""
NEXT_TURNS = 3
"""Turns of a side at which a square has to be open or closed."""


class Fact(NamedTuple):
    """A fact about a move; its `kind` is one of `words.FACT_KINDS`.

    `places` are the sets of squares in its sentence, `counts` the numbers: first those of the move
    played, then as many of the best one. `line` and `beside` are the moves of the line played and
    of the best line that show it, () if the board shows it. With `of_best` it speaks for the best
    move and not against the one that was played.
    """

    kind: str
    places: tuple[tuple[int, ...], ...] = ()
    counts: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    of_best: bool = False


class LinePosition(NamedTuple):
    """A position of a line as seen by the player of its first move, whose discs are `own`.

    `chooses` is True if that side is to move; `move` is None at the end.
    """

    own: np.uint64
    opp: np.uint64
    chooses: bool
    move: int | None

    @property
    def empties(self) -> np.uint64:
        """Empty squares."""
        return ~(self.own | self.opp)

    @property
    def own_moves(self) -> np.uint64:
        """Legal moves of the side, as if it were to move."""
        return np.uint64(legal_moves(self.own, self.opp))

    @property
    def opp_moves(self) -> np.uint64:
        """Legal moves of the other side, as if it were to move."""
        return np.uint64(legal_moves(self.opp, self.own))


def is_corner(move: int | None) -> bool:
    """True if a move is one of the four corners."""
    return move is not None and move != PASS and bool(bit(move) & CORNERS)


def _moments(position: Position, line: Iterable[int]) -> Iterator[LinePosition]:
    """Positions of a line with its moves; missing passes are added, illegal moves end it."""
    chooses = True

    def moment(move: int | None) -> LinePosition:
        own, opp = position if chooses else reversed(position)
        return LinePosition(own, opp, chooses, move)

    for move in line:
        if move != PASS and not position.legal() and position.passed().legal():
            yield moment(PASS)
            position, chooses = position.passed(), not chooses
        legal = position.legal()
        if move == PASS and (legal or not position.passed().legal()):
            continue
        if move != PASS and not legal & bit(move):
            break
        yield moment(move)
        position, chooses = position.play(move), not chooses
    yield moment(None)


class Walk:
    """A line from a position on; `moments` are the positions before its moves and at its end."""

    def __init__(self, position: Position, line: Iterable[int]) -> None:
        self.moments = tuple(_moments(position, line))

    def __len__(self) -> int:
        """Number of moves, passes included."""
        return len(self.moments) - 1

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """Moves of the line, passes included."""
        return tuple(moment.move for moment in self.moments if moment.move is not None)

    def until(self, index: int) -> tuple[int, ...]:
        """Moves up to and including the one at an index."""
        return self.moves[: index + 1]

    def of_side(self, chooses: bool, until: int) -> list[int]:
        """Moves of one side among the first `until` moves."""
        made = zip(self.moments, self.moves[:until], strict=False)
        return [move for moment, move in made if moment.chooses == chooses]

    def access(self, chooses: bool, after: int = 1) -> list[np.uint64]:
        """Legal moves of a side at its first NEXT_TURNS turns from an index of the line on."""
        own = [
            moment.own_moves if chooses else moment.opp_moves
            for moment in self.moments[after:]
            if moment.chooses == chooses
        ]
        return own[:NEXT_TURNS]

    def corners_open(self) -> np.uint64:
        """Corners that the other side can take at its turns in the first LATER moves."""
        turns = [moment for moment in self.moments[1 : LATER + 1] if not moment.chooses]
        found = np.bitwise_or.reduce([NONE, *(moment.opp_moves for moment in turns)])
        return np.uint64(found & CORNERS)

    def ever(self, chooses: bool, after: int = 1) -> np.uint64:
        """Squares where a side can play at one of its next turns at least."""
        return np.uint64(np.bitwise_or.reduce([NONE, *self.access(chooses, after)]))

    def set_of(self, chooses: bool, until: int) -> np.uint64:
        """Squares that a side plays among the first `until` moves."""
        found = NONE
        for move in self.of_side(chooses, until):
            found |= NONE if move == PASS else bit(move)
        return found

    def lasts(self, index: int) -> bool:
        """True if the disc of the move at an index is not turned by the next move."""
        before, after = self.moments[index], self.moments[min(index + 2, len(self))]
        discs = after.own if before.chooses else after.opp
        return before.move is not None and bool(discs & bit(before.move))

    def often(self, chooses: bool) -> np.uint64:
        """Squares where a side can play at two of its next turns, or plays soon."""
        turns, found = self.access(chooses), self.set_of(chooses, SOON)
        for index, one in enumerate(turns):
            for other in turns[index + 1 :]:
                found |= one & other
        return found

    @property
    def over(self) -> bool:
        """True if the line ends the game."""
        last = self.moments[-1]
        return not last.own_moves and not last.opp_moves


class Comparison(NamedTuple):
    """A position with the line of the move played there and the line of the best move."""

    start: LinePosition
    played: Walk
    best: Walk

    @property
    def move(self) -> int:
        """Move that was played."""
        return self.played.moves[0]

    @property
    def better(self) -> int:
        """Best move."""
        return self.best.moves[0]

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
    def alike(self) -> bool:
        """True if both lines soon reach nearly the same position."""
        pairs = zip(self.played.moments[2:LATER], self.best.moments[2:LATER], strict=False)
        return any(
            one.empties == other.empties and size(one.own ^ other.own) <= MOST_ALIKE
            for one, other in pairs
        )

    @property
    def answered(self) -> np.uint64:
        """Moves of the side after the best move and the reply to the move played; all if illegal.

        A square that this reply closes in both lines is no reason.
        """
        reply, after = self.played.moments[1], self.best.moments[1]
        if reply.chooses or reply.move in (None, PASS) or not after.opp_moves & bit(reply.move):
            return ~NONE
        opp, own = Position(after.opp, after.own).play_unchecked(reply.move)[::-1]
        return np.uint64(legal_moves(own, opp))

    @property
    def repeated(self) -> LinePosition:
        """Position of the best line after the move played, if the side soon plays it there too.

        Otherwise the position after the best move.
        """
        moments = self.best.moments[: SOON + 1]
        for before, after in zip(moments, moments[1:], strict=False):
            if before.chooses and before.move == self.move:
                return after
        return moments[1]


def risky(moment: LinePosition) -> np.uint64:
    """X- and C-squares beside an empty corner."""
    return around(CORNERS & moment.empties) & (X_SQUARES | C_SQUARES)


def is_safe(own: np.uint64, opp: np.uint64, move: int) -> bool:
    """True if the other side cannot take a corner after a move."""
    after = Position(own, opp).play_unchecked(move)
    return not after.legal() & CORNERS


def regions(empties: np.uint64) -> list[np.uint64]:
    """Empty squares in groups that touch at a side or at a corner."""
    groups = []
    while empties != NONE:
        region, before = empties & (~empties + np.uint64(1)), NONE
        while region != before:
            before, region = region, around(region) & empties
        groups.append(region)
        empties ^= region
    return groups


def size(region: np.uint64) -> int:
    """Number of squares in a set."""
    return int(count(region))
