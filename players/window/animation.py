"""The discs of a move that turn on the board, one after the other."""

from typing import NamedTuple

STAGGER = 0.35
"""How far a disc has turned when the next one, farther from the move, starts."""


class Animation(NamedTuple):
    """The discs of a move, which turn to black or to white, each in `seconds`.

    `discs` holds pairs of a square and the time at which its disc starts to turn.
    """

    discs: tuple[tuple[int, float], ...]
    to_black: bool
    seconds: float

    def over(self, now: float) -> bool:
        """Whether every disc has turned."""
        return now >= max(start for _, start in self.discs) + self.seconds


def animation_of(
    move: int, turned: list[int], to_black: bool, now: float, seconds: float
) -> Animation | None:
    """The animation of a move that turns these squares; None with no time or no square."""
    if seconds <= 0 or not turned:
        return None

    def distance(square: int) -> int:
        return max(abs(square % 8 - move % 8), abs(square // 8 - move // 8))

    discs = tuple((square, now + seconds * STAGGER * (distance(square) - 1)) for square in turned)
    return Animation(discs, to_black, seconds)
