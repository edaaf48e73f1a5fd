"""A table of one position, slowly and obviously: judges tables of one search.

What was said is remembered as it was said; what follows from it is found anew at each question.
"""

from typing import NamedTuple

INFINITE = 1 << 30
UPPER, EXACT, LOWER = -1, 0, 1


class Claim(NamedTuple):
    """That a value is `score`, or no less, or no more; whether that rests on an estimate."""

    score: int
    bound: int
    estimated: int


class Bound(NamedTuple):
    """One end of what is known of a value, and whether it rests on an estimate."""

    score: int
    estimated: int


NO_LOWER, NO_UPPER = Bound(-INFINITE, 0), Bound(INFINITE, 0)


def preferred(old: Bound, new: Bound, tighter: bool) -> Bound:
    """The new bound if it is tighter, or as tight and proven; otherwise the old one."""
    as_tight = new.score == old.score
    return new if tighter or (as_tight and not new.estimated) else old


def bounds_of(claims: list[Claim]) -> tuple[Bound, Bound]:
    """What is known of a value of which this was claimed, in this order.

    Where a claim contradicts the bound on the other side, that one is dropped.
    """
    low, high = NO_LOWER, NO_UPPER
    for score, bound, estimated in claims:
        said = Bound(score, estimated)
        if bound in (EXACT, LOWER):
            low = preferred(low, said, score > low.score)
            high = NO_UPPER if score > high.score else high
        if bound in (EXACT, UPPER):
            high = preferred(high, said, score < high.score)
            low = NO_LOWER if score < low.score else low
    return low, high


class OnePosition:
    """What was said of a position at the depth of which it was last said, and the latest move."""

    def __init__(self) -> None:
        self.depth: int | None = None
        self.move: int | None = None
        self.claims: list[Claim] = []

    def store(self, depth: int, claim: Claim, move: int) -> None:
        """Remember a claim; those of another depth are forgotten."""
        if depth != self.depth:
            self.claims = []
        self.depth, self.move = depth, move
        self.claims.append(claim)

    def known(self, depth: int) -> tuple[Bound, Bound]:
        """The bounds at this depth and no other."""
        return bounds_of(self.claims if depth == self.depth else [])
