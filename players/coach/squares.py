"""Reasons that name a square: a reply of the other side, or a later move of the side itself.

A reply counts if the other side does not play there after the best move. What a move on a square
does to the moves of both sides is a fact of its own, from `effects`.
"""

from collections.abc import Iterator

import numpy as np

from othello.bits import CORNERS, NONE, X_SQUARES, around, bit, squares
from othello.position import PASS
from othello.stability import stable_discs
from players.coach.facts import LATER, SOON, Comparison, Fact, LinePosition, is_corner, risky, size
from players.coach.positional import wedges

REPLIES = 4
"""Most moves up to a square that the move gave away."""
FEW_MOVES, FEWER = 5, 4
"""Most moves that are few, and the least number by which a move cuts them."""
MORE_STABLE = 3
"""Least number of discs that a move makes stable and that is mentioned."""
MOST_GAINED = 3
"""Most new moves of a side that are named."""


def _reply_kind(both: Comparison, move: int, prevented: bool, lasting: bool) -> str:
    """Kind of a reply, by the sides that could play it before.

    `prevented` by the best move, `lasting` for three turns.
    """
    if is_corner(move):
        return "reply_corner"
    if both.start.opp_moves & bit(move):
        if both.start.own_moves & bit(move):
            return "other_takes"
        return "stops_reply" if prevented and lasting else "strong_reply"
    if not prevented:
        return "strong_reply" if both.best.moments[1].opp_moves & bit(move) else "new_reply"
    if both.start.own_moves & bit(move):
        return "gives_square"
    return "opens_reply" if lasting else "new_reply"


def replies(both: Comparison) -> Iterator[Fact]:
    """Squares that the other side soon plays, and not in the line of the best move."""
    played, best = both.played.moments[1], both.best.moments[1]
    given = played.opp_moves & ~(best.opp_moves | both.repeated.opp_moves)
    closed = ~both.best.ever(False)
    avoided = both.best.of_side(False, LATER)
    for move in both.played.of_side(False, SOON):
        line = both.played.until(both.played.moves.index(move))
        wanted = bit(move) & ~best.opp_moves or move in both.best.of_side(True, LATER)
        if move == PASS or move in avoided:
            continue
        prevented = bool(given & bit(move))
        kind = _reply_kind(both, move, prevented, bool(closed & bit(move)))
        if (kind == "other_takes" and not wanted) or (
            kind == "reply_corner" and both.best.corners_open() & bit(move)
        ):
            continue
        if len(line) == 2:
            yield Fact(kind, ((move,),), (), line)
        elif prevented:
            early = len(line) <= REPLIES and move != both.better
            yield Fact(kind if early else "later_reply", ((move,),), (), line)


def opened_corners(both: Comparison) -> Iterator[Fact]:
    """Corners that are open to the other side right after this move alone."""
    played = both.played.moments[1]
    closed = ~(both.start.opp_moves | both.best.corners_open() | both.repeated.opp_moves)
    closed &= ~both.played.set_of(True, LATER)
    for corner in squares(played.opp_moves & CORNERS & closed):
        yield Fact("opens_corner", ((corner,),), (), (both.move, corner))
    beside = CORNERS & around(bit(both.move) & X_SQUARES) & ~played.opp_moves & closed
    soon = both.played.moments[min(3, len(both.played))].opp_moves
    for corner in squares(beside & soon):
        yield Fact("x_opens_corner", ((corner,),), (), both.played.until(2))


def lost_moves(both: Comparison) -> Iterator[Fact]:
    """Moves that the side loses for some turns with the move played, and keeps after the best."""
    best = both.best.moments[1]
    lost = both.start.own_moves & best.own_moves & both.best.often(True)
    lost &= next(iter(both.best.access(True)), NONE) & both.answered
    lost &= ~both.best.set_of(False, LATER)
    lost &= ~(both.played.ever(True) | risky(both.start) | bit(both.move) | bit(both.better))
    shared = both.start.opp_moves | both.best.ever(False)
    for kind, found in (("costs_reserve", lost & ~shared), ("costs_move", lost & shared)):
        if found != NONE:
            yield Fact(kind, (tuple(squares(found)),))


def taken_replies(both: Comparison) -> Iterator[Fact]:
    """Moves that the other side loses for some turns with the best move, and keeps otherwise."""
    kept = both.start.opp_moves & both.played.moments[1].opp_moves
    kept &= both.played.set_of(False, SOON) & ~both.best.set_of(False, LATER)
    kept &= ~(both.best.ever(False) | risky(both.start) | bit(both.move) | bit(both.better))
    if kept != NONE:
        yield Fact("best_takes", (tuple(squares(kept)),), of_best=True)


def follow_ups(both: Comparison) -> Iterator[Fact]:
    """Squares that the side soon plays after the best move, and not in the line played."""
    played, best = both.played.moments[1], both.best.moments[1]
    gained = best.own_moves & ~played.own_moves
    for moment in both.played.moments[2:SOON:2]:
        gained &= ~moment.own_moves
    anyway = both.played.of_side(True, len(both.played))[1:]
    urgent = (played.opp_moves | ~played.own_moves) & bit(both.better)
    for move in both.best.of_side(True, SOON)[1:]:
        if move == PASS or move in anyway:
            continue
        line = both.best.until(both.best.moves.index(move))
        if move == both.move:
            if both.better in both.played.of_side(True, LATER) or not urgent:
                continue
            kind = "can_wait"
        elif gained & bit(move):
            kind = "loses_square" if both.start.own_moves & bit(move) else "misses_square"
        elif best.own_moves & ~(both.start.own_moves | played.own_moves) & bit(move):
            kind = "prepares"
        else:
            continue
        yield Fact(kind, ((move,),), (), line, of_best=True)


def shared_best(both: Comparison) -> Iterator[Fact]:
    """Best move, which was the side's alone before the other side could play it too."""
    played = both.played.moments[1]
    shared = played.own_moves & played.opp_moves & ~both.start.opp_moves
    shared &= both.played.moments[min(3, len(both.played))].opp_moves
    if bit(both.better) & shared and both.better not in both.played.of_side(True, SOON):
        yield Fact("shares_best", ((both.better,),))


def _sides(moment: LinePosition, mover: bool) -> tuple[np.uint64, np.uint64]:
    """Moves of a side and of its opponent at a position; `mover` is True for the side itself."""
    own, opp = moment.own_moves, moment.opp_moves
    return (own, opp) if mover else (opp, own)


def _stable_gain(before: LinePosition, after: LinePosition, mover: bool) -> int:
    """Number of discs of a side that a move makes stable."""
    found = [stable_discs(each.own, each.opp) for each in (before, after)]
    discs = [each.own if mover else each.opp for each in (before, after)]
    return size(found[1] & discs[1]) - size(found[0] & discs[0])


def effects(both: Comparison, index: int, *, of_best: bool) -> Iterator[Fact]:
    """Consequences of the move at an index of a line that the other line lacks, clearest first."""
    walk, other = (both.best, both.played)[:: 1 if of_best else -1]
    before, after = walk.moments[index : index + 2]
    move, mover = before.move, before.chooses
    if move is None or move == PASS:
        return
    ending, line = "_own" if mover else "_other", walk.until(index)

    def fact(kind: str, found: np.uint64 = NONE, *counts: int) -> Fact:
        places = ((move,), *((tuple(squares(found)),) if found else ()))
        return Fact(kind + ending, places, counts, line, (), of_best)

    (reach, theirs), (reached, left) = _sides(before, mover), _sides(after, mover)
    stable = 0 if move in other.of_side(mover, LATER) else _stable_gain(before, after, mover)
    if is_corner(move) and stable > 1:
        yield fact("takes_corner", NONE, stable)
    elif stable >= MORE_STABLE:
        yield fact("makes_stable", NONE, stable)
    for corner in squares(reached & CORNERS & ~(reach | other.ever(mover)))[:1]:
        yield fact("attacks_corner", NONE | bit(corner))
    if wedges(after.opp if mover else after.own, NONE | bit(move)) and walk.lasts(index):
        yield fact("wedges")
    moves, fewest = size(left), min(map(size, other.access(not mover)), default=0)
    if 0 < moves <= min(FEW_MOVES, fewest - 2):
        yield fact("leaves_few", left)
    if 0 < moves <= min(size(theirs) - FEWER, fewest - 2):
        yield fact("cuts_moves", NONE, size(theirs), moves)
    at_start = both.start.opp_moves if mover else both.start.own_moves
    taken = at_start & theirs & other.often(not mover) & ~walk.ever(not mover, index + 1)
    if index == 1 and not of_best:
        taken &= both.answered
    if taken := taken & ~(risky(both.start) | bit(move)):
        yield fact("takes_away", taken)
    if left & ~theirs == NONE and not is_corner(move):
        yield fact("opens_nothing")
    later = walk.access(mover, index + 1)
    gained = np.bitwise_and.reduce([reached, *later]) & ~(reach | left)
    gained &= ~(other.ever(mover) | walk.ever(not mover, index + 1) | risky(before))
    if len(later) > 1 and 0 < size(gained) <= MOST_GAINED:
        yield fact("gains", gained)
