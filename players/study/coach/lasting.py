"""Differences of two lines that last: from some move on to the end of both."""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from players.study.coach.conditions import worse_corners
from players.study.coach.lines import (
    CORNERS,
    Comparison,
    LinePosition,
    Squares,
    Walk,
    neighbours,
    set_of,
)
from players.study.coach.words import Evidence, evidence

LEAST_PLIES = 3
"""Moves for which a difference has to last; one move if both lines end the game or with ease."""
LEAST = 4
"""Least difference of stable discs, and of both sides' frontier discs; half of it with ease."""
CLEARLY_MORE, CLEARLY_LESS = 3, 0.75
"""Least difference of one side's frontier discs or moves, and largest share of the lesser one."""
LEAST_TURNS = 4
"""Turns of which the mean is taken."""
LEAST_NAMED = 3
"""Least number of more stable discs that is named, and of those on an edge."""
ROWS = (0, 7, *range(1, 7))
LINES = (
    *(range(8 * row, 8 * row + 8) for row in ROWS),
    *(range(column, 64, 8) for column in ROWS),
)
"""Rows and columns, those on the board's edge first."""


EDGES = range(8), range(56, 64), range(0, 64, 8), range(7, 64, 8)


def since(both: Comparison, measure: Callable[[Walk, int], int], least: int = 0) -> int | None:
    """First number of moves after which the best line stays ahead to the end by `least`.

    The least difference of most facts is LEAST.
    """
    least, plies = least or LEAST // (1 + both.ease), range(1, both.common + 1)
    ahead = [measure(both.best, ply) - measure(both.played, ply) >= least for ply in plies]
    lasts = len(list(takewhile(bool, reversed(ahead))))
    enough = 1 if both.ended or both.ease else LEAST_PLIES
    return both.common + 1 - lasts if lasts >= enough else None


def _after(
    both: Comparison, ply: int, *squares: Iterable[int], counts: tuple[int, ...] = ()
) -> Evidence:
    """Evidence after `ply` moves of both lines."""
    return evidence(
        *squares, counts=counts, line=both.played.moves[:ply], beside=both.best.moves[:ply]
    )


def _clear(fewer: int, more: int) -> bool:
    """True if two numbers of one side differ enough."""
    return more - fewer >= CLEARLY_MORE and fewer <= CLEARLY_LESS * more


def corner(both: Comparison, own: bool) -> Iterator[Evidence]:
    """A corner that the side takes in the best line alone, or the other one in the line played.

    It never can in the other line, and the corners of both lines are worth no less.
    """
    walk, other = (both.best, both.played) if own else (both.played, both.best)
    if worse_corners(both):
        for square in CORNERS.intersection(walk.of_side(own)) - other.ever(own):
            line = walk.up_to(square)
            if len(line) > 1 and (len(line) <= len(other) or other.over):
                yield _after(both, len(line), {square})


def stable(both: Comparison, own: bool, of_corner: bool) -> Iterator[Evidence]:
    """More stable discs of the side in the best line, or of the other one in the line played.

    They come from a corner that this line takes, or lie on an edge. The number is that at the end.
    """
    walk = both.best if own else both.played

    def ahead(walk: Walk, ply: int) -> int:
        ours, theirs = (len(walk.moment(ply).stable(side)) for side in (True, False))
        return ours - theirs

    if since(both, ahead) is None:
        return
    played, best = (each.moment(both.common).stable(own) for each in (both.played, both.best))
    gained, more = best - played if own else played - best, abs(len(best) - len(played))
    corners = [move for move in walk.of_side(own) if move in gained & CORNERS]
    edge = max((gained & {*line} for line in EDGES), key=len)
    if of_corner and corners and more >= LEAST_NAMED:
        line = walk.up_to(corners[0])
        yield _after(both, len(line), {corners[0]}, counts=(more, more))
    elif not (of_corner or corners) and len(edge) >= LEAST_NAMED:
        ply = next(n for n, at in enumerate(walk.moments) if edge <= at.stable(own))
        yield _after(both, ply, edge)


def _frontier(at: LinePosition, own: bool) -> Squares:
    """Return a side's discs beside an empty square."""
    return set_of(at.own if own else at.opp) & neighbours(at.empties)


def frontier(both: Comparison) -> Iterator[Evidence]:
    """More frontier discs of the side, compared with those of the other one."""

    def ahead(walk: Walk, ply: int) -> int:
        theirs, ours = (_frontier(walk.moment(ply), own) for own in (False, True))
        return len(theirs) - len(ours)

    ply = since(both, ahead)
    if ply is not None and not (both.ended or both.ease):
        walks = both.played, both.best
        more, fewer = (_frontier(walk.moment(both.common), True) for walk in walks)
        if fewer and _clear(len(fewer), len(more)):
            yield _after(both, both.common, more, fewer, counts=(len(more), len(fewer)))


def moves(both: Comparison, own: bool) -> Iterator[Evidence]:
    """Fewer moves of the side in the line played, or more of the other one, at each of its turns.

    The numbers are the means.
    """
    indices = range(2, both.common + 1)
    turns = [index for index in indices if both.best.moment(index).chooses == own]
    played, best = (
        [walk.moment(index).moves(own) for index in turns] for walk in (both.played, both.best)
    )
    pairs = zip(played, best, strict=True) if own else zip(best, played, strict=True)
    if len(turns) >= LEAST_TURNS and all(len(fewer) < len(more) for fewer, more in pairs):
        means = [round(sum(map(len, each)) / len(turns)) for each in (played, best)]
        if _clear(*sorted(means)):
            yield _after(both, turns[0], played[0], best[0], counts=tuple(means))


def discs(both: Comparison) -> Iterator[Evidence]:
    """Discs of a row or column that change hands at the end of the game."""
    if both.ended:
        ends = both.played.moments[-1], both.best.moments[-1]
        turned = set_of(ends[0].opp & ends[1].own)
        row = max((turned & {*line} for line in LINES), key=len)
        yield _after(both, both.common, row, counts=(len(row),))
