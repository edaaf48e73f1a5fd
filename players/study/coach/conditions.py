"""Conditions of reasons on the two lines of a comparison, judged by the rules alone."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from othello.position import PASS
from othello.rules import SCORE_SCALE
from players.study.coach.lines import (
    CORNERS,
    LATER,
    NEIGHBOURS,
    NOTHING,
    SOON,
    Comparison,
    Squares,
    Walk,
    neighbours,
    risky,
)
from players.study.coach.words import Evidence, evidence

LARGEST_REGION = 6
"""Most squares of a region that is named."""
LEAST_OPENED = 2
"""Least number of squares opened instead of none that counts."""
MOST_PLIES = 4
"""Most moves up to a square that the move gave away, or up to a corner that it does not touch."""


# The board


def result(both: Comparison, best: int, played: int) -> Iterator[Evidence]:
    """Evidence that a proven result changes: 1 is a win, 0 a draw, -1 a loss."""
    scores = [value.score for value in both.values[::-1]]
    if all(value.exact for value in both.values) and [*np.sign(scores)] == [best, played]:
        counts = tuple(abs(score) // SCORE_SCALE for score in scores)
        yield evidence(counts=counts, line=both.played.moves, beside=both.best.moves)


def misses_corner(both: Comparison) -> Iterator[Evidence]:
    """A corner that was free."""
    missed = both.better in CORNERS and both.move not in CORNERS
    if missed and both.better not in both.played.of_side(True):
        yield evidence({both.better})


def _balance(walk: Walk, until: int) -> tuple[int, int]:
    """Corners won less corners lost so far, and this number with those that can be taken next."""
    own, opp = (len(CORNERS.intersection(walk.of_side(side, until))) for side in (True, False))
    last = walk.moment(until)
    return own - opp, own - opp + len(last.own_moves & CORNERS) - len(last.opp_moves & CORNERS)


def worse_corners(both: Comparison) -> bool:
    """True if the line played has fewer corners, also with those that can be taken next."""
    balances = [_balance(walk, both.common) for walk in (both.played, both.best)]
    return all(map(int.__lt__, *balances))


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
    lost_too = best.corners_open().union(best.of_side(False))
    for square in played.of_side(False):
        if square in CORNERS - lost_too:
            yield Corner(square, False, played.up_to(square), NEIGHBOURS[square] & {both.move})
    won_too = played.ever(True).union(played.of_side(True))
    for square in best.of_side(True):
        if square in CORNERS - won_too:
            yield Corner(square, True, best.up_to(square))


def corner(both: Comparison, won: bool, beside: Squares = NOTHING) -> Iterator[Evidence]:
    """Evidence that the first corner that soon changes hands is won or lost.

    The move played is next to a lost one on a square of `beside`, or not next to it if that is
    empty.
    """
    changes = list(_corner_changes(both))
    worse = not any(misses_corner(both)) and worse_corners(both)
    soon = [each for each in changes if len(each.line) <= (LATER if each.near else MOST_PLIES)]
    for each in soon[: int(worse)]:
        if each.won == won and each.near <= beside and bool(each.near) == bool(beside):
            yield evidence({each.square}, line=each.line)


def passes(both: Comparison, own: bool) -> Iterator[Evidence]:
    """Evidence that the side soon passes after the move played, or the other one after the best.

    The number is that of its turn.
    """
    walk, other = (both.played, both.best) if own else (both.best, both.played)
    soon = walk.of_side(own, min(both.common, SOON))
    if PASS in soon and PASS not in other.of_side(own, both.common):
        line = walk.up_to(PASS)
        yield evidence(counts=(len(line) // 2,), line=line)


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
    if not both.ended or len(groups) == 1:
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


def quiet(both: Comparison) -> Iterator[Evidence]:
    """A quiet best move; the move played opens squares to the other side."""
    before = both.start.opp_moves
    opened = both.after.opp_moves - before
    shut = NOTHING < both.after_best.opp_moves <= before
    if shut and both.better not in CORNERS and len(opened) >= LEAST_OPENED:
        yield evidence(opened)


# Squares


class Reply(NamedTuple):
    """A square that the other side soon plays, but not right after the best move, nor in its line.

    `ours` and `theirs` are True if the side and the other one could play it before. The best move
    `prevented` it: it is open after the move played alone; it is `kept` closed for good.
    """

    square: int
    line: tuple[int, ...]
    ours: bool
    theirs: bool
    prevented: bool
    kept: bool

    @property
    def new(self) -> bool:
        """True if the other side could not play it before, and has no other reason."""
        return not (self.theirs or self.kept or (self.ours and self.prevented))


def replies(both: Comparison) -> Iterator[Reply]:
    """Replies that the best move does not allow as well; later ones only if it prevents them."""
    if len(both.best) < SOON and not both.best.over:
        return
    start, open_squares = both.start, both.after_best.opp_moves
    given = both.after.opp_moves - open_squares - both.repeated.opp_moves
    gives_too = both.after_best.move in start.own_moves - start.opp_moves
    for move in both.played.of_side(False, MOST_PLIES):
        if move == PASS or move in open_squares.union(both.best.of_side(False)):
            continue
        ours, theirs = move in start.own_moves, move in start.opp_moves
        prevented, line = move in given, both.played.up_to(move)
        shared = ours and not theirs and gives_too and move != both.better
        if prevented and (move in CORNERS or shared):
            continue
        if len(line) == 2 or (prevented and move != both.better):
            kept = prevented and move not in both.best.ever(False)
            yield Reply(move, line, ours, theirs, prevented, kept)


def reply(both: Comparison, holds: Callable[[Reply], bool]) -> Iterator[Evidence]:
    """Evidence that a reply is of some kind."""
    found = (each for each in replies(both) if holds(each))
    return (evidence({each.square}, line=each.line) for each in found)


def opens_corner(both: Comparison) -> Iterator[Evidence]:
    """Corners that are open to the other side right after this move alone."""
    closed = CORNERS - both.start.opp_moves - both.best.corners_open() - both.repeated.opp_moves
    closed -= set(both.played.of_side(True))
    for corner in sorted(both.after.opp_moves & closed):
        yield evidence({corner}, line=(both.move, corner))


def costs_moves(both: Comparison) -> Iterator[Evidence]:
    """Moves that only the side had, loses for some turns, and keeps after the best move."""
    start, turns = both.start, both.best.turns(True)
    ignored = risky(start) | {both.move, both.better}
    if start.own_moves - start.opp_moves - both.best.ever(True) - ignored:
        return  # the best move gives up a reserve too
    lost = start.own_moves & both.after_best.own_moves & both.best.often(True) & both.answered
    lost &= turns[0] if turns else NOTHING
    lost -= ignored.union(both.after.own_moves, both.played.ever(True))
    if found := lost - start.opp_moves - both.best.ever(False):
        yield evidence(found)


def _follow_ups(both: Comparison) -> list[int]:
    """Squares that the side soon plays after the best move, and not in the line played."""
    anyway = {PASS, *both.played.of_side(True)[1:]}
    return [move for move in both.best.of_side(True, SOON)[1:] if move not in anyway]


def misses_square(both: Comparison, ours: bool) -> Iterator[Evidence]:
    """Evidence that the side soon plays on a square that it can reach after the best move alone.

    The square was `ours` before, or not.
    """
    gained = both.after_best.own_moves - both.after.own_moves - both.played.ever(True)
    gained -= CORNERS | {both.move}
    for move in _follow_ups(both):
        if move in gained and (move in both.start.own_moves) == ours:
            yield evidence({move}, line=both.best.up_to(move))


def loses_best(both: Comparison, by_reply: bool) -> Iterator[Evidence]:
    """Evidence that the side can no longer play its best move: after its own, or after the reply.

    The reply is on another square, and named too.
    """
    if len(both.played) <= SOON or both.better in both.played.ever(True):
        return
    reply = both.played.moves[1]
    if by_reply == (both.better in both.after.own_moves) and reply not in (PASS, both.better):
        yield evidence({both.better}, *[{reply}] * by_reply, line=both.played.moves[: 1 + by_reply])


def exchanged(both: Comparison) -> Iterator[Evidence]:
    """Squares that the other side plays in the line played, and the side in the best one."""
    ours = set(both.best.of_side(True)) - CORNERS - {both.better, PASS}
    for square in ours.intersection(both.played.of_side(False)):
        yield evidence({square}, line=both.played.up_to(square), beside=both.best.up_to(square))


def one_line_only(both: Comparison, own: bool) -> Iterator[Evidence]:
    """Squares that the side plays in the best line, or the other one in the line played.

    It can never do so in the other line.
    """
    walk, other = (both.best, both.played) if own else (both.played, both.best)
    never = set(walk.of_side(own)) - other.ever(own) - CORNERS - {both.move, both.better, PASS}
    for square in never if len(other) > SOON or other.over else ():
        until = walk.moves.index(square) + 1
        yield evidence({square}, line=both.played.moves[:until], beside=both.best.moves[:until])
