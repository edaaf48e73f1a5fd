"""Conditions of reasons on the two lines of a comparison, judged by the rules alone.

Small differences of counts matter only for a move without another reason (`Comparison.small`).
"""

from collections import Counter
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
    set_of,
)
from players.study.coach.words import Evidence, evidence

STABLE_PLIES, STABLE_EMPTIES, MORE_STABLE = 10, 6, 3
"""Moves after which stable discs are compared, least empty squares then, and least difference."""
PARITY_EMPTIES, LARGEST_REGION = 16, 6
"""Most empty squares with which parity counts, and most squares of a region that is named."""
LEAST_OPENED = 2
"""Least number of squares opened instead of none that counts."""
MOST_PLIES = 4
"""Most moves up to a square that the move gave away."""
CLEARLY_FEWER, FEWER, LAST_FEWER = 3, 2, 1
"""Least difference of moves or exposed discs that counts; without other reasons; near the end."""
LAST_EMPTIES = 12
"""Most empty squares near the end of the game."""
TURNS = 4
"""Turns of a side whose moves are counted."""
LEAST_BALANCE = 0.5
"""Least difference, in moves a turn of both sides, of a move with a reason of mobility."""
LEAST_TURNS = 3
"""Least number of turns of a lasting difference, which lasts to the end of both lines."""
LEAST_MEAN = 2
"""Least difference of a side's moves a turn."""
MOST_NAMED = 4
"""Most squares named with a mean of moves."""
WALL_EMPTIES = 20
"""Empty squares with which exposed discs count."""


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


def _more_stable(both: Comparison) -> bool:
    """True if stable discs differ a few moves later, and still at the ends of both lines."""
    walks, plies = (both.played, both.best), min(both.common, STABLE_PLIES)
    ends = [[walk.moment(index) for walk in walks] for index in (plies, both.common)]
    if any(len(each.empties) < STABLE_EMPTIES for each in ends[0]):
        return False
    missed, given = (
        [best.stable(own) - played.stable(own) for played, best in ends] for own in (True, False)
    )
    return max(min(missed), -max(given)) >= MORE_STABLE


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
    """Evidence that the first corner that changes hands is won or lost: soon, or with stable discs.

    The move played is next to a lost one on a square of `beside`, or not next to it if that is
    empty.
    """
    changes = list(_corner_changes(both))
    balances = [_balance(walk, both.common) for walk in (both.played, both.best)]
    worse = not any(misses_corner(both)) and all(map(int.__lt__, *balances))
    soon = [each for each in changes if len(each.line) <= (LATER if each.near else SOON)]
    later = [each for each in changes if len(each.line) <= both.common]
    named = soon[: int(worse)] + later[: int(_more_stable(both))]
    for each in named:
        if each.won == won and each.near <= beside and bool(each.near) == bool(beside):
            yield evidence({each.square}, line=each.line)


def passes(both: Comparison) -> Iterator[Evidence]:
    """The side passes soon, and not after the best move."""
    soon = both.played.of_side(True, min(both.common, SOON))
    if PASS in soon and PASS not in both.best.of_side(True, both.common):
        turns = enumerate(both.played.moments, 1)
        until = next(number for number, at in turns if at.chooses and at.move == PASS)
        yield evidence(line=both.played.moves[:until])


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


def quiet(both: Comparison) -> Iterator[Evidence]:
    """A quiet best move; the move played opens squares to the other side."""
    before = both.start.opp_moves
    opened = both.after.opp_moves - before
    shut = both.after_best.opp_moves <= before
    if shut and both.better not in CORNERS and len(opened) >= LEAST_OPENED:
        yield evidence(opened)


# Squares


class Reply(NamedTuple):
    """A square that the other side soon plays, and not in the line of the best move.

    `ours` and `theirs` are True if the side and the other one could play it before, `open` if the
    other side can play it after the best move. The best move `prevented` it: it is open after the
    move played alone; it is `kept` closed for three turns.
    """

    square: int
    line: tuple[int, ...]
    ours: bool
    theirs: bool
    open: bool
    prevented: bool
    kept: bool

    @property
    def strong(self) -> bool:
        """True if the best move does not keep it closed, and it is not new."""
        return self.open if not self.theirs else not (self.ours or self.kept)

    @property
    def new(self) -> bool:
        """True if the other side could not play it before, nor after the best move."""
        given = self.ours and self.prevented
        return not (self.theirs or self.open or self.kept or given)


def replies(both: Comparison) -> Iterator[Reply]:
    """Replies that the best move does not allow as well; later ones only if it prevents them."""
    if len(both.best) < SOON and not both.best.over:
        return
    start, open_squares = both.start, both.after_best.opp_moves
    given = both.after.opp_moves - open_squares - both.repeated.opp_moves
    gives_too = both.after_best.move in start.own_moves - start.opp_moves
    for move in both.played.of_side(False, MOST_PLIES):
        if move == PASS or move in both.best.of_side(False, LATER):
            continue
        ours, theirs = move in start.own_moves, move in start.opp_moves
        prevented, line = move in given, both.played.up_to(move)
        wanted = ours and theirs and move in open_squares
        if wanted and move not in both.best.of_side(True, LATER):
            continue
        if ours and not theirs and prevented and gives_too:
            continue
        if len(line) == 2 or (prevented and move != both.better):
            kept = prevented and move not in both.best.ever(False)
            yield Reply(move, line, ours, theirs, move in open_squares, prevented, kept)


def reply(both: Comparison, holds: Callable[[Reply], bool]) -> Iterator[Evidence]:
    """Evidence that a reply is of some kind."""
    found = (each for each in replies(both) if holds(each))
    return (evidence({each.square}, line=each.line) for each in found)


def opens_corner(both: Comparison) -> Iterator[Evidence]:
    """Corners that are open to the other side right after this move alone."""
    closed = CORNERS - both.start.opp_moves - both.best.corners_open() - both.repeated.opp_moves
    closed -= set(both.played.of_side(True, LATER))
    for corner in sorted(both.after.opp_moves & closed):
        yield evidence({corner}, line=(both.move, corner))


def costs_moves(both: Comparison, shared: bool) -> Iterator[Evidence]:
    """Evidence that the side loses moves for some turns, and keeps them after the best move.

    `shared` with the other side or not.
    """
    start, turns = both.start, both.best.turns(True)
    ignored = risky(start) | {both.move, both.better}
    if start.own_moves - start.opp_moves - both.best.ever(True) - ignored:
        return  # the best move gives up a reserve too
    lost = start.own_moves & both.after_best.own_moves & both.best.often(True) & both.answered
    lost &= turns[0] if turns else NOTHING
    lost -= ignored.union(both.played.ever(True), both.best.of_side(False, LATER))
    theirs = start.opp_moves | both.best.ever(False)
    if found := lost & theirs if shared else lost - theirs:
        yield evidence(found)


def _follow_ups(both: Comparison) -> list[int]:
    """Squares that the side soon plays after the best move, and not in the line played."""
    anyway = {PASS, *both.played.of_side(True)[1:]}
    return [move for move in both.best.of_side(True, SOON)[1:] if move not in anyway]


def misses_square(both: Comparison, ours: bool) -> Iterator[Evidence]:
    """Evidence that the side soon plays on a square that it can reach after the best move alone.

    The square was `ours` before, or not.
    """
    later = (each.own_moves for each in both.played.moments[2:SOON:2])
    gained = both.after_best.own_moves.difference(both.after.own_moves, *later, {both.move})
    for move in _follow_ups(both):
        if move in gained and (move in both.start.own_moves) == ours:
            yield evidence({move}, line=both.best.up_to(move))


def can_wait(both: Comparison) -> Iterator[Evidence]:
    """The side still plays the move after the best one, which cannot wait."""
    better, after = both.better, both.after
    urgent = better in after.opp_moves or better not in after.own_moves
    missed = better not in both.played.of_side(True, LATER)
    if urgent and missed and both.move in _follow_ups(both):
        yield evidence({both.move}, line=both.best.up_to(both.move))


def wrong_order(both: Comparison) -> Iterator[Evidence]:
    """Both moves in both lines, one after the other."""
    moves = both.best.of_side(True, LATER)
    if both.move in moves and both.better in both.played.of_side(True, LATER):
        yield evidence(line=both.best.up_to(both.move))


def loses_best(both: Comparison) -> Iterator[Evidence]:
    """Best move that the side can no longer play."""
    again = both.played.ever(True).union(both.played.of_side(True))
    if len(both.played) > SOON and both.better not in again:
        yield evidence({both.better})


# Numbers along the lines


def _turns(walk: Walk, own: bool) -> list[tuple[int, Squares]]:
    """Turns of a side after the first move: their indices in the line and its moves."""
    moments = walk.moments[: len(walk) if walk.over else None]
    turns = enumerate(moments[1:], 1)
    return [(index, each.moves(own)) for index, each in turns if each.chooses == own]


def _losses(both: Comparison, own: bool) -> list[int]:
    """Moves that the side misses at its turns, or that the other side gains."""
    turns = zip(_turns(both.played, own), _turns(both.best, own), strict=False)
    sign = 1 if own else -1
    return [sign * (len(best) - len(played)) for (_, played), (_, best) in turns]


def _stands_worse(both: Comparison) -> bool:
    """True if the moves of both sides at the next turns speak against the move played."""
    losses = [_losses(both, own)[:TURNS] for own in (True, False)]
    worse = sum(sum(each) / max(1, len(each)) for each in losses)
    return worse >= LEAST_BALANCE


def _least(both: Comparison) -> int:
    near_end = len(both.start.empties) <= LAST_EMPTIES
    return CLEARLY_FEWER if not both.small else LAST_FEWER if near_end else FEWER


def _at_once(both: Comparison) -> tuple[list[int], list[int]]:
    """Numbers of replies, and of the side's moves after the reply; 0 without a reply."""
    lines = both.played, both.best
    replies = [0 if each.chooses else len(each.opp_moves) for each in (both.after, both.after_best)]
    replied = all(len(walk) > 2 and walk.moments[2].chooses for walk in lines)
    return replies, [len(walk.moments[2].own_moves) if replied else 0 for walk in lines]


def few_moves(both: Comparison) -> Iterator[Evidence]:
    """Few moves of the side after the reply."""
    (replies, fewer), (left, better) = _at_once(both)
    if better - left >= max(_least(both), replies - fewer) and _stands_worse(both):
        first, second = (walk.moves[1] for walk in (both.played, both.best))
        if PASS not in (first, second):
            yield evidence({first}, {second}, counts=(left, better))


def many_replies(both: Comparison) -> Iterator[Evidence]:
    """Many replies of the other side."""
    (replies, fewer), (left, better) = _at_once(both)
    if replies - fewer >= max(_least(both), left - better) and _stands_worse(both):
        still = NOTHING if both.after_best.chooses else both.after_best.opp_moves
        if shut := (both.after.opp_moves & both.start.opp_moves) - still - {both.better}:
            yield evidence(shut, counts=(replies, fewer))


def _only_in_one(both: Comparison, own: bool) -> tuple[int, ...]:
    """Squares that a side can play at two of its next turns in its better line alone."""
    lines = (both.best, both.played) if own else (both.played, both.best)
    better, worse = (_turns(walk, own)[:TURNS] for walk in lines)
    often = Counter(square for _, moves in better for square in sorted(moves))
    ignored = {both.move, both.better}.union(*(moves for _, moves in worse))
    named = [square for square, turns in often.most_common() if turns > 1]
    return tuple(square for square in named if square not in ignored)[:MOST_NAMED]


def fewer_a_turn(both: Comparison, own: bool) -> Iterator[Evidence]:
    """Evidence that the side has fewer moves for some turns, or the other side has more.

    At no turn is it the other way round, unless the difference may be small.
    """
    losses = _losses(both, own)
    counted, rest = losses[:TURNS], losses[TURNS:]
    if len(counted) < LEAST_TURNS or losses[-1] < (not both.small) or sum(rest) < 0:
        return
    if sum(counted) < LEAST_MEAN * len(counted) or (min(counted) < 0 and not both.small):
        return
    played, best = (_turns(walk, own)[: len(counted)] for walk in (both.played, both.best))
    named = _only_in_one(both, own)
    if named and _stands_worse(both):
        counts = tuple(len(moves) for _, moves in (*played, *best))
        lines = both.played.moves[: played[-1][0]], both.best.moves[: best[-1][0]]
        yield evidence(named, counts=counts, line=lines[0], beside=lines[1])


def wall(both: Comparison) -> Iterator[Evidence]:
    """Discs exposed to empty squares, which give the other side moves."""
    more, fewer = (
        len(set_of(each.own) & neighbours(each.empties)) for each in (both.after, both.after_best)
    )
    least = FEWER if both.small else CLEARLY_FEWER
    if len(both.start.empties) > WALL_EMPTIES and more - fewer >= least:
        yield evidence(counts=(more, fewer))
