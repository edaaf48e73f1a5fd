"""Differences of two lines that last: from some move on to the end of both."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, takewhile

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
"""Least difference: of stable discs, of both sides' frontier discs, of moves in two positions.

Half of it counts with `Comparison.ease`.
"""
CLEARLY_MORE, CLEARLY_LESS = 2, 0.8
"""Least difference of one side's frontier discs or moves, and largest share of the lesser one."""
MOST_NAMED = 4
"""Most moves named with a mean."""
NEAR = 4
"""Largest distance of a corner from the move that is its reason, in squares or in moves."""
ROWS = (0, 7, *range(1, 7))
LINES = (
    *(range(8 * row, 8 * row + 8) for row in ROWS),
    *(range(column, 64, 8) for column in ROWS),
)
"""Rows and columns, those on the board's edge first."""


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


def _clear(both: Comparison, fewer: int, more: int) -> bool:
    """True if two numbers of one side differ enough."""
    return more - fewer >= CLEARLY_MORE and (fewer <= CLEARLY_LESS * more or both.ease)


def corner(both: Comparison, own: bool) -> Iterator[Evidence]:
    """A corner for the side in the best line alone, or for the other one in the line played.

    A side has it or can take it, soon or near the move.
    """
    for square in sorted(CORNERS - {both.move, both.better}):

        def holds(walk: Walk, ply: int, square: int = square) -> int:
            at = walk.moment(ply)
            reached = at.moves(own) | set_of(at.own if own else at.opp)
            return (square in reached) * (1 if own else -1)

        ply, move = since(both, holds, 1), both.better if own else both.move
        distance = max(abs(move // 8 - square // 8), abs(move % 8 - square % 8))
        if ply is not None and min(ply, distance) <= NEAR:
            yield _after(both, ply, {square})


def stable(both: Comparison, own: bool) -> Iterator[Evidence]:
    """More stable discs of the side in the best line, or of the other one in the line played."""
    sign = 1 if own else -1
    ply = since(both, lambda walk, ply: sign * len(walk.moment(ply).stable(own)))
    if ply is not None and ply + LEAST_PLIES <= both.common:
        played, best = (walk.moment(ply).stable(own) for walk in (both.played, both.best))
        yield _after(both, ply, played, best, counts=(abs(len(best) - len(played)),) * 2)


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
        more, fewer = (_frontier(walk.moment(ply), True) for walk in (both.played, both.best))
        if fewer and _clear(both, len(fewer), len(more)):
            yield _after(both, ply, more, fewer, counts=(len(more), len(fewer)))


def _balance(walk: Walk, ply: int) -> int:
    """Moves of the side less those of the other one, in two positions that follow each other."""
    two = walk.moment(ply - 1), walk.moment(ply)
    return sum(len(at.own_moves) - len(at.opp_moves) for at in two)


def moves(both: Comparison, own: bool) -> Iterator[Evidence]:
    """Fewer moves of the side in the line played, or more of the other one.

    With ease, the mean over both lines counts if no difference lasts.
    """
    ply = since(both, _balance) or int(both.ease)
    if not ply:
        return
    indices = range(ply, both.common + 1)
    turns = [index for index in indices if both.best.moments[index].chooses == own]
    played, best = (
        [walk.moment(index).moves(own) for index in turns] for walk in (both.played, both.best)
    )
    means = [round(sum(map(len, each)) / max(1, len(each))) for each in (played, best)]
    fewer, more = (Counter(chain(*each)) for each in ((played, best) if own else (best, played)))
    often = [square for square, count in (more - fewer).most_common() if count > 1]
    named = [square for square in often if square not in (both.move, both.better)][:MOST_NAMED]
    if named and _clear(both, *sorted(means)) and (means[0] < means[1]) == own:
        yield _after(both, turns[0], named, counts=(means[0], means[1]))


def discs(both: Comparison) -> Iterator[Evidence]:
    """Discs of a row or column that change hands at the end of the game."""
    if both.ended:
        ends = both.played.moments[-1], both.best.moments[-1]
        turned = set_of(ends[0].opp & ends[1].own)
        row = max((turned & {*line} for line in LINES), key=len)
        yield _after(both, both.common, row, counts=(len(row),))
