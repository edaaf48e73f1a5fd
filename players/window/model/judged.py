"""What is known of the moves of a game: what was found just now, and what a review has kept."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from othello.rules import SCORE_SCALE
from players.window.model.protocols import MoveValue, MoveValues

MOST = 64 * SCORE_SCALE
"""No game ends with more, in hundredths of a disc."""


class KeptValue(NamedTuple):
    """A move's value out of a file, see MoveValue.

    `exact` says that the file calls the review of its move proven.
    """

    move: int
    score: int
    exact: bool
    line: tuple[int, ...]
    lower: int = -MOST
    upper: int = MOST

    @property
    def certainty(self) -> str:
        """How much of the score is proven: "proven", "bounded" or "estimated"."""
        if self.exact or self.lower == self.upper:
            return "proven"
        return "bounded" if self.lower >= 0 or self.upper <= 0 else "estimated"


def kept_value(
    move: int, score: int, proven: bool, line: tuple[int, ...], known: tuple[int, int]
) -> KeptValue:
    """A move's value out of a file; its result lies in the range `known`, unless it is proven."""
    return KeptValue(move, score, proven, line, *((score, score) if proven else known))


class KeptValues(NamedTuple):
    """Some moves of a position out of a file, best first, see MoveValues."""

    depth: int
    moves: tuple[KeptValue, ...]

    @property
    def best(self) -> KeptValue:
        """The best of them."""
        return self.moves[0]

    @property
    def exact(self) -> bool:
        """False: other moves are not known."""
        return False

    def of(self, move: int) -> KeptValue | None:
        """One of them; None if it is not known."""
        return next((value for value in self.moves if value.move == move), None)

    def joined(self, other: "KeptValues") -> "KeptValues":
        """These moves and others of the same position."""
        moves = {value.move: value for value in (*self.moves, *other.moves)}
        ordered = sorted(moves.values(), key=lambda value: (-value.score, value.move))
        return KeptValues(min(self.depth, other.depth), tuple(ordered))


def is_proven(values: MoveValues) -> bool:
    """Whether the best move's value is that of perfect play, and no other move can be better."""
    best = values.best
    return best.exact and all(value.upper <= best.score for value in values.moves)


class Judged(NamedTuple):
    """What is known of positions: by a review, or by any search if that knows more."""

    kept: Mapping[Any, MoveValues]
    known: Mapping[Any, MoveValues]

    def get(self, position: Any) -> MoveValues | None:
        """The better of both; None if nothing is known."""
        kept, known = self.kept.get(position), self.known.get(position)
        if kept is None or known is None:
            return kept or known
        if known.exact:
            return known
        better = known.depth >= kept.depth and is_proven(known) >= is_proven(kept)
        return known if better else kept


def value_of(kept: MoveValues | None, move: int | None) -> MoveValue | None:
    """The value of a move; None where it is not known."""
    return None if kept is None or move is None else kept.of(move)
