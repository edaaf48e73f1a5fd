"""The flight of a move: which discs turn, and how far they have come."""

from typing import NamedTuple

STAGGER = 0.35
"""A disc starts to turn when its neighbour nearer to the move has come so far."""


class Flip(NamedTuple):
    """A disc in turn: 0 still shows the old colour's face, 1 the new one's."""

    square: int
    progress: float


class Animation(NamedTuple):
    """Discs that turn from `began` on, `seconds` each, to black or to white.

    `flipped` holds pairs of a square and its distance from the move.
    """

    move: int
    flipped: tuple[tuple[int, int], ...]
    to_black: bool
    began: float
    seconds: float

    def duration(self) -> float:
        """How long it lasts in all."""
        farthest = max((distance for _, distance in self.flipped), default=1)
        return self.seconds * (1 + STAGGER * (farthest - 1))

    def over(self, now: float) -> bool:
        """Whether every disc lies still."""
        return now >= self.began + self.duration()

    def flips(self, now: float) -> tuple[Flip, ...]:
        """The discs that have not come to rest, as far as they are."""
        found = []
        for square, distance in self.flipped:
            delay = self.seconds * STAGGER * (distance - 1)
            progress = (now - self.began - delay) / self.seconds
            if progress < 1:
                found.append(Flip(square, max(0.0, progress)))
        return tuple(found)


def animation_of(
    move: int, flipped: list[int], to_black: bool, now: float, seconds: float
) -> Animation | None:
    """The flight of a move that turns these squares; None where discs jump."""
    if seconds <= 0 or not flipped:
        return None

    def distance(square: int) -> int:
        return max(abs(square % 8 - move % 8), abs(square // 8 - move // 8))

    pairs = tuple((square, distance(square)) for square in flipped)
    return Animation(move, pairs, to_black, now, seconds)
