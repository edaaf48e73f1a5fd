"""What can be said of a move: facts, each with the line that shows it, and the lines compared."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, around, bit, count
from othello.position import PASS, Position
from othello.rules import legal_moves


class Fact(NamedTuple):
    """Something that is true of a move by the rules; its `kind` is one of `words.FACT_KINDS`.

    `places` are the sets of squares that it is about, `counts` the numbers of the sentence: first
    those of the move played, then as many of the best one. `line` and `beside` are moves from the
    position on that show it, none where the board does; `of_best` says that it speaks for the
    best move instead of against the one that was played.
    """

    kind: str
    places: tuple[tuple[int, ...], ...] = ()
    counts: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    of_best: bool = False


class LinePosition(NamedTuple):
    """A position of a line as the side sees it that chooses: `own` are its discs throughout.

    `chooses` says whether it is that side's turn; `move` is what is played, None at the end.
    """

    own: np.uint64
    opp: np.uint64
    chooses: bool
    move: int | None

    @property
    def empties(self) -> np.uint64:
        """The empty squares."""
        return ~(self.own | self.opp)

    @property
    def other_side(self) -> "LinePosition":
        """The same as the other side sees it."""
        return LinePosition(self.opp, self.own, not self.chooses, self.move)

    @property
    def own_moves(self) -> np.uint64:
        """Where the side may play, were it its turn."""
        return np.uint64(legal_moves(self.own, self.opp))

    @property
    def opp_moves(self) -> np.uint64:
        """Where the other side may play, were it its turn."""
        return np.uint64(legal_moves(self.opp, self.own))


def is_corner(move: int | None) -> bool:
    """Whether a move is one of the four corners."""
    return move is not None and move != PASS and bool(bit(move) & CORNERS)


def _moments(position: Position, line: Iterable[int]) -> Iterator[LinePosition]:
    """The positions of a line with its moves, passes put in where the line leaves them out."""
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
    """A line from a position on: `moments` before each of its moves, and after the last one."""

    def __init__(self, position: Position, line: Iterable[int]) -> None:
        self.moments = tuple(_moments(position, line))

    def __len__(self) -> int:
        """How many moves it has, passes counted."""
        return len(self.moments) - 1

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """Its moves, passes among them."""
        return tuple(each.move for each in self.moments if each.move is not None)

    def until(self, index: int) -> tuple[int, ...]:
        """The moves up to that one."""
        return self.moves[: index + 1]

    def of_side(self, chooses: bool, until: int) -> list[int]:
        """The moves of one side among so many first ones."""
        made = zip(self.moments, self.moves[:until], strict=False)
        return [move for moment, move in made if moment.chooses == chooses]

    @property
    def over(self) -> bool:
        """Whether it goes to the end of the game."""
        last = self.moments[-1]
        return not last.own_moves and not last.opp_moves


class Comparison(NamedTuple):
    """A position, the line of the move that was played there, and that of the best one."""

    start: LinePosition
    played: Walk
    best: Walk

    @property
    def move(self) -> int:
        """The move that was played."""
        return self.played.moves[0]

    @property
    def better(self) -> int:
        """The best move."""
        return self.best.moves[0]

    @property
    def common(self) -> int:
        """How many moves both lines have; all of them where both end the game."""
        lengths = len(self.played), len(self.best)
        return max(lengths) if self.ended else min(lengths)

    @property
    def ended(self) -> bool:
        """Whether both lines go to the end of the game."""
        return self.played.over and self.best.over


def is_safe(own: np.uint64, opp: np.uint64, move: int) -> bool:
    """Whether a move leaves the other side no corner that it can take at once."""
    after = Position(own, opp).play_unchecked(move)
    return not after.legal() & CORNERS


def regions(empties: np.uint64) -> list[np.uint64]:
    """The empty squares in groups that touch, at a side or at a corner."""
    found = []
    while empties != NONE:
        region, before = empties & (~empties + np.uint64(1)), NONE
        while region != before:
            before, region = region, around(region) & empties
        found.append(region)
        empties ^= region
    return found


def size(word: np.uint64) -> int:
    """The number of squares in a set."""
    return int(count(word))
