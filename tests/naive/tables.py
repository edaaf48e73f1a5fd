"""A slow and obvious table of one position, which keeps every claim, to check tables against."""

from typing import NamedTuple

INFINITE = 1 << 30
UPPER, EXACT, LOWER = -1, 0, 1


class Claim(NamedTuple):
    """A score with its bound; `estimated` is 1 if it rests on an estimate."""

    score: int
    bound: int
    estimated: int


class Bound(NamedTuple):
    """One bound of a value; `estimated` is 1 if it rests on an estimate."""

    score: int
    estimated: int


NO_LOWER, NO_UPPER = Bound(-INFINITE, 0), Bound(INFINITE, 0)


def preferred(old: Bound, new: Bound, tighter: bool) -> Bound:
    """The new bound if it is tighter, or as tight and proven; otherwise the old one."""
    as_tight = new.score == old.score
    return new if tighter or (as_tight and not new.estimated) else old


def bounds_of(claims: list[Claim]) -> tuple[Bound, Bound]:
    """Lower and upper bound after these claims in this order.

    A claim that contradicts the bound on the other side drops it.
    """
    low, high = NO_LOWER, NO_UPPER
    for score, bound, estimated in claims:
        latest = Bound(score, estimated)
        if bound in (EXACT, LOWER):
            low = preferred(low, latest, score > low.score)
            high = NO_UPPER if score > high.score else high
        if bound in (EXACT, UPPER):
            high = preferred(high, latest, score < high.score)
            low = NO_LOWER if score < low.score else low
    return low, high


class OnePosition:
    """Claims of the latest depth, and the latest move."""

    def __init__(self) -> None:
        self.depth: int | None = None
        self.move: int | None = None
        self.claims: list[Claim] = []

    def store(self, depth: int, claim: Claim, move: int) -> None:
        """Add a claim; drops claims of another depth."""
        if depth != self.depth:
            self.claims = []
        self.depth, self.move = depth, move
        self.claims.append(claim)

    def bounds(self, depth: int) -> tuple[Bound, Bound]:
        """Bounds at this depth only."""
        return bounds_of(self.claims if depth == self.depth else [])
