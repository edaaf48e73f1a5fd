"""Differences of two lines that last to the end of both."""

from collections.abc import Iterable, Iterator

from players.study.coach.conditions import worse_corners
from players.study.coach.lines import CORNERS, Comparison, set_of
from players.study.coach.words import Evidence, evidence

LEAST_PLIES = 3
"""Moves for which more stable discs have to last."""
LEAST_STABLE = 3
"""Least number of more stable discs, and of those on an edge."""
CLEARLY_MORE, CLEARLY_LESS = 2, 0.8
"""Least difference of one side's moves, and largest share of the lesser number."""
LEAST_TURNS = 4
"""The fewest turns over which a mean is taken."""
FEW_EMPTIES = 6
"""Most empty squares with which discs at the end of the game say something."""
ROWS = (0, 7, *range(1, 7))
LINES = (
    *(range(8 * row, 8 * row + 8) for row in ROWS),
    *(range(column, 64, 8) for column in ROWS),
)
"""Rows and columns, those on the board's edge first."""
EDGES = (*LINES[:2], *LINES[8:10])


def _after(
    both: Comparison, ply: int, *squares: Iterable[int], counts: tuple[int, ...] = ()
) -> Evidence:
    """Evidence after `ply` moves of both lines."""
    return evidence(
        *squares, counts=counts, line=both.played.moves[:ply], beside=both.best.moves[:ply]
    )


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
    walk, other = (both.best, both.played) if own else (both.played, both.best)

    def ahead(ply: int) -> int:
        walks = both.played.moment(ply), both.best.moment(ply)
        played, best = (len(at.stable(True)) - len(at.stable(False)) for at in walks)
        return best - played

    last = range(both.common - LEAST_PLIES, both.common + 1)
    if last.start < 0 or min(map(ahead, last)) < LEAST_STABLE:
        return
    most, least = (each.moment(both.common).stable(own) for each in (walk, other))
    gained, more = most - least, len(most) - len(least)
    corners = [move for move in walk.of_side(own) if move in gained & CORNERS]
    edge = max((gained & {*line} for line in EDGES), key=len)
    if of_corner and corners and more >= LEAST_STABLE:
        line = walk.up_to(corners[0])
        yield _after(both, len(line), {corners[0]}, counts=(more, more))
    elif not (of_corner or corners) and len(edge) >= LEAST_STABLE:
        ply = next(n for n, at in enumerate(walk.moments) if edge <= at.stable(own))
        yield _after(both, ply, edge)


def moves(both: Comparison, slightly: bool = False, *, own: bool) -> Iterator[Evidence]:
    """Fewer moves of the side in the line played, or more of the other one.

    The numbers are the means; they differ clearly, or `slightly` at least.
    """
    indices = range(1, both.common + 1)
    turns = [index for index in indices if both.best.moment(index).chooses == own]
    played, best = (
        [walk.moment(index).moves(own) for index in turns] for walk in (both.played, both.best)
    )
    if len(turns) >= LEAST_TURNS:
        means = tuple(round(sum(map(len, each)) / len(turns)) for each in (played, best))
        less, more = means if own else means[::-1]
        least, share = (1, 1.0) if slightly else (CLEARLY_MORE, CLEARLY_LESS)
        if more - less >= least and 0 < less <= share * more:
            yield _after(both, turns[0], played[0], best[0], counts=means)


def discs(both: Comparison) -> Iterator[Evidence]:
    """Discs of a row or column that change hands at the end of the game, with few moves left."""
    if both.ended and len(both.start.empties) <= FEW_EMPTIES:
        ends = both.played.moments[-1], both.best.moments[-1]
        turned = set_of(ends[0].opp & ends[1].own)
        row = max((turned & {*line} for line in LINES), key=len)
        yield _after(both, both.common, row, counts=(len(row),))
