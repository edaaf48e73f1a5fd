"""Conditions of reasons: corners, passes, parity, edges, quiet moves and proven results."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np

from othello.position import PASS
from othello.rules import SCORE_SCALE
from players.study.coach.facts import Evidence, evidence
from players.study.coach.lines import (
    CORNERS,
    LATER,
    NEIGHBOURS,
    NOTHING,
    SOON,
    Comparison,
    LinePosition,
    Squares,
    Walk,
    neighbours,
    set_of,
)

PARITY_EMPTIES, LARGEST_REGION = 16, 6
"""Most empty squares with which parity counts, and most squares of a region that is named."""
LEAST_OPENED = 2
"""Least number of squares opened instead of none that counts."""
STABLE_PLIES, STABLE_EMPTIES, MORE_STABLE = 10, 6, 3
"""Moves after which stable discs are compared, least empty squares then, and least difference."""
EDGES = (range(8), range(56, 64), range(0, 64, 8), range(7, 64, 8))
"""Squares of the four edges, from corner to corner."""


def result(both: Comparison, best: int, played: int) -> Iterator[Evidence]:
    """Evidence that a proven result changes: 1 is a win, 0 a draw, -1 a loss."""
    scores = [value.score for value in both.values[::-1]]
    if all(value.exact for value in both.values) and [*np.sign(scores)] == [best, played]:
        counts = tuple(abs(score) // SCORE_SCALE for score in scores)
        yield evidence(counts=counts, line=both.played.moves, beside=both.best.moves)


def misses_corner(both: Comparison) -> Iterator[Evidence]:
    """A corner that was free."""
    missed = both.better in CORNERS and both.move not in CORNERS
    if missed and both.better not in both.played.of_side(True, len(both.played)):
        yield evidence({both.better})


def _balance(walk: Walk, until: int) -> tuple[int, int]:
    """Corners won less corners lost so far, and this number with those that can be taken next."""
    own, opp = (len(CORNERS.intersection(walk.of_side(side, until))) for side in (True, False))
    last = walk.moments[min(until, len(walk))]
    return own - opp, own - opp + len(last.own_moves & CORNERS) - len(last.opp_moves & CORNERS)


def _more_stable(both: Comparison) -> bool:
    """True if stable discs differ a few moves later, and still at the ends of both lines."""
    walks, plies = (both.played, both.best), min(both.common, STABLE_PLIES)
    if both.alike or any(
        len(walk.moments[min(plies, len(walk))].empties) < STABLE_EMPTIES for walk in walks
    ):
        return False

    def more(own: bool) -> int:
        """Discs that the side misses in the line played, or that the other side gets."""
        ends = ([walk.moments[min(n, len(walk))] for walk in walks] for n in (plies, both.common))
        found = [best.stable(own) - played.stable(own) for played, best in ends]
        return min(found) if own else -max(found)

    return max(more(True), more(False)) >= MORE_STABLE


class Corner(NamedTuple):
    """A corner that a side takes in one line only, and the line.

    `near` has the move played if it is next to a corner that is lost.
    """

    square: int
    won: bool
    line: tuple[int, ...]
    near: Squares = NOTHING


def _corner_changes(both: Comparison) -> Iterator[Corner]:
    """Corners lost in the line played, and corners won in the best one."""
    played, best = both.played, both.best
    lost_too = best.corners_open().union(best.of_side(False, len(best)))
    for square in played.of_side(False, len(played)):
        if square in CORNERS - lost_too:
            near = NEIGHBOURS[square] & {both.move}
            yield Corner(square, False, played.up_to(square), near)
    won_too = played.ever(True).union(played.of_side(True, len(played)))
    for square in best.of_side(True, len(best)):
        if square in CORNERS - won_too:
            yield Corner(square, True, best.up_to(square))


def _named_corners(both: Comparison) -> Iterator[Corner]:
    """First corner that changes hands soon, and the first one if stable discs differ."""
    corners = list(_corner_changes(both))
    balances = [_balance(walk, both.common) for walk in (both.played, both.best)]
    if not any(misses_corner(both)) and all(map(int.__lt__, *balances)):
        soon = (each for each in corners if len(each.line) <= (LATER if each.near else SOON))
        yield from islice(soon, 1)
    if _more_stable(both):
        yield from islice((each for each in corners if len(each.line) <= both.common), 1)


def corner(both: Comparison, won: bool, beside: Squares = NOTHING) -> Iterator[Evidence]:
    """Evidence that a corner is won or lost.

    The move played is next to a lost one on a square of `beside`, or not next to it if that is
    empty.
    """
    for each in _named_corners(both):
        if each.won == won and each.near <= beside and bool(each.near) == bool(beside):
            yield evidence({each.square}, line=each.line)


def passes(both: Comparison, own: bool) -> Iterator[Evidence]:
    """Evidence that a side passes in one line only: in the worse one for it."""
    walk, other = (both.played, both.best) if own else (both.best, both.played)
    soon = walk.of_side(own, min(both.common, SOON))
    if PASS in soon and PASS not in other.of_side(own, both.common):
        turns = enumerate(walk.moments)
        index = next(i for i, at in turns if at.chooses == own and at.move == PASS)
        yield evidence(line=walk.moves[: index + 1])


def regions(empties: Iterable[int]) -> list[Squares]:
    """Empty squares in groups that touch at a side or at a corner, the smallest first."""
    groups, left = [], frozenset(empties)
    while left:
        region, wider = frozenset[int](), frozenset({min(left)})
        while region != wider:
            region, wider = wider, wider | neighbours(wider) & left
        groups.append(region)
        left -= region
    return sorted(groups, key=len)


def region_last(both: Comparison) -> Iterator[Evidence]:
    """A region in which the other side plays last, but not after the best move."""
    groups = regions(both.start.empties)
    if len(both.start.empties) > PARITY_EMPTIES or not both.ended or len(groups) == 1:
        return
    left = both.played.moments[-1].empties | both.best.moments[-1].empties
    for group in groups:
        if group & left or not 1 < len(group) <= LARGEST_REGION:
            continue
        walks = both.played, both.best
        lasts = [max(map(walk.moves.index, group)) for walk in walks]
        if [walk.moments[at].chooses for walk, at in zip(walks, lasts, strict=True)] == [0, 1]:
            line, beside = (walk.moves[: at + 1] for walk, at in zip(walks, lasts, strict=True))
            yield evidence(group, line=line, beside=beside)
            return


def _unbalanced(moment: LinePosition) -> Iterator[Squares]:
    """Own unbalanced edges: five discs, one of them on a C-square, and three empty squares."""
    own = set_of(moment.own)
    for edge in EDGES:
        for discs in map(frozenset[int], (edge[1:6], edge[2:7])):
            if discs <= own and moment.empties.issuperset(set(edge) - discs):
                yield discs


def unbalanced(both: Comparison) -> Iterator[Evidence]:
    """A new unbalanced edge."""
    already = {*_unbalanced(both.start), *_unbalanced(both.after_best)}
    for edge in _unbalanced(both.after):
        if edge not in already and both.move not in both.best.of_side(True, LATER):
            yield evidence(edge)


def quiet(both: Comparison) -> Iterator[Evidence]:
    """A quiet best move; the move played opens squares to the other side."""
    before = both.start.opp_moves
    opened = both.after.opp_moves - before
    shut = both.after_best.opp_moves <= before
    if shut and both.better not in CORNERS and len(opened) >= LEAST_OPENED:
        yield evidence(opened)
