"""Corners won and lost along two lines, and how; see `reasons`."""

from collections.abc import Iterator

import numpy as np

from othello.bits import CORNERS, bit, squares
from othello.position import PASS, Position
from players.coach.facts import Comparison, Fact, LinePosition, Walk, is_corner, size

MOST_PARRIES = 2
"""A threat that more moves than these parry is none."""


def _taken(walk: Walk, until: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The corners that the side which chooses takes among so many moves, and the other side's."""
    own, opp = (tuple(filter(is_corner, walk.of_side(side, until))) for side in (True, False))
    return own, opp


def _balance(walk: Walk, until: int) -> tuple[int, int]:
    """Corners won less corners lost among so many moves; then with one that can be taken next."""
    own, opp = _taken(walk, until)
    won = len(own) - len(opp)
    last = walk.moments[min(until, len(walk))]
    if last.chooses:
        return won, won + bool(last.own_moves & CORNERS)
    return won, won - bool(last.opp_moves & CORNERS)


def _gives(moment: LinePosition, move: int) -> np.uint64:
    """The corners that a move of the side which chooses opens to the other side."""
    after = Position(moment.own, moment.opp).play_unchecked(move)
    return np.uint64(after.legal()) & CORNERS & ~moment.opp_moves


def _gives_all(moment: LinePosition) -> bool:
    """Whether no corner is open to the other side and each move of the side opens one."""
    moves = squares(moment.own_moves) if moment.chooses else []
    closed = not moment.opp_moves & CORNERS
    return closed and bool(moves) and all(_gives(moment, move) for move in moves)


def _lost(both: Comparison, corner: int) -> Fact:
    """How the other side gets a corner in the line played."""
    played, there = both.played, bit(corner)
    index = played.moves.index(corner)
    line = played.until(index)
    if both.start.opp_moves & there and not both.best.moments[1].opp_moves & there:
        return Fact("leaves_corner", ((corner,),), (), line)
    shut = [at for at in range(index) if not played.moments[at].opp_moves & there]
    opener = played.moments[shut[-1]] if shut else None
    if opener is None or opener.move is None or opener.move == PASS:
        return Fact("loses_corner", ((corner,),), (), line)
    if shut[-1] == 0 and index == 1:
        return Fact("gives_corner", ((corner,),), (), line)
    if _gives_all(opener) and not any(map(_gives_all, both.best.moments[: index + 1])):
        left = tuple(squares(opener.own_moves))
        return Fact("runs_out", (left, (corner,)), (len(left),), line)
    if shut[-1] == 0:
        return Fact("loses_corner", ((corner,),), (), line)
    kind = "concedes_corner" if opener.chooses else "attacks_corner"
    return Fact(kind, ((corner,), (opener.move,)), (), line)


def corners(both: Comparison) -> Iterator[Fact]:
    """A corner that was free, or those that both lines win and lose as far as both go."""
    until, lines = both.common, (both.played, both.best)
    ends = {until, until if both.ended else max(1, until - 1)}
    worse = all(
        less < more
        for end in ends
        for less, more in zip(*(_balance(walk, end) for walk in lines), strict=True)
    )
    sides = *_taken(both.played, until), *_taken(both.best, until)
    own, opp, better, fewer = sides
    if is_corner(both.better) and not is_corner(both.move) and both.better not in own:
        yield Fact("misses_corner", ((both.better,),), of_best=True)
    elif worse and not own and not fewer and len(opp) + len(better) == 1:
        if opp:
            yield _lost(both, opp[0])
        elif not is_corner(both.better):
            line = both.best.until(both.best.moves.index(better[0]))
            yield Fact("wins_corner", (better,), (), line, of_best=True)
    elif worse:
        line, beside = (_until_corner(walk, until) for walk in lines)
        yield Fact("corners", sides, (), line, beside)


def _until_corner(walk: Walk, until: int) -> tuple[int, ...]:
    """The moves up to the last corner among so many, or else all of them."""
    taken = [index for index, move in enumerate(walk.moves[:until]) if is_corner(move)]
    return walk.until(taken[-1] if taken else until - 1)


def threat(both: Comparison) -> Iterator[Fact]:
    """The reply threatens a corner, which few moves parry."""
    if len(both.played) < 3 or not both.played.moments[2].chooses:
        return
    reply, moment = both.played.moments[1], both.played.moments[2]
    threatened = moment.opp_moves & ~reply.opp_moves & CORNERS
    if len(both.best) > 2:
        threatened &= ~both.best.moments[2].opp_moves
    if reply.move is None or reply.move == PASS or size(threatened) != 1:
        return
    after = Position(moment.own, moment.opp).play_unchecked
    own_moves = squares(moment.own_moves)
    parries = tuple(move for move in own_moves if not np.uint64(after(move).legal()) & threatened)
    if 1 <= len(parries) <= MOST_PARRIES and len(parries) < len(own_moves):
        places = (reply.move,), tuple(squares(threatened)), parries
        yield Fact("threat", places, (len(parries),), both.played.until(1))
