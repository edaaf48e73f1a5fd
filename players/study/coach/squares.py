"""Reasons that name a square: a reply of the other side, or a later move of the side itself.

A reply counts if the other side does not play there after the best move. What a move on a square
does to the moves of both sides is a fact of its own, from `effects`.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, X_SQUARES, around, bit, squares
from othello.position import PASS
from players.study.coach.facts import (
    LATER,
    SOON,
    Comparison,
    Fact,
    LinePosition,
    Walk,
    is_corner,
    risky,
    size,
)
from players.study.coach.positional import stable_gain, wedges

MOST_PLIES = 4
"""Most moves up to a square that the move gave away."""
FEW_MOVES, LEAST_CUT = 5, 4
"""Most moves that are few, and the least number by which a move cuts them."""
LEAST_STABLE = 3
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


def _same_after_best(both: Comparison, kind: str, move: int) -> bool:
    """True if the best move allows the same, or gives away a square of its own."""
    best = both.best.moments[1]
    if kind == "other_takes":
        return bool(best.opp_moves & bit(move)) and move not in both.best.of_side(True, LATER)
    if kind == "reply_corner":
        return bool(both.best.corners_open() & bit(move))
    own_alone = both.start.own_moves & ~both.start.opp_moves
    gives_too = best.move not in (None, PASS) and bool(own_alone & bit(best.move))
    return kind == "gives_square" and gives_too


def replies(both: Comparison) -> Iterator[Fact]:
    """Squares that the other side soon plays, and not in the line of the best move."""
    played, best = both.played.moments[1], both.best.moments[1]
    given = played.opp_moves & ~(best.opp_moves | both.repeated.opp_moves)
    closed = ~both.best.ever(False)
    avoided = both.best.of_side(False, LATER)
    if len(both.best) < SOON and not both.best.over:
        return
    for move in both.played.of_side(False, SOON):
        if move == PASS or move in avoided:
            continue
        line = both.played.until(both.played.moves.index(move))
        prevented = bool(given & bit(move))
        kind = _reply_kind(both, move, prevented, bool(closed & bit(move)))
        if _same_after_best(both, kind, move):
            continue
        if len(line) == 2:
            yield Fact(kind, ((move,),), (), line)
        elif prevented:
            early = len(line) <= MOST_PLIES and move != both.better
            yield Fact(kind if early else "later_reply", ((move,),), (), line)


def opened_corners(both: Comparison) -> Iterator[Fact]:
    """Corners that are open to the other side right after this move alone."""
    played = both.played.moments[1]
    closed = ~(both.start.opp_moves | both.best.corners_open() | both.repeated.opp_moves)
    closed &= ~both.played.set_of(True, LATER)
    for corner in squares(played.opp_moves & CORNERS & closed):
        yield Fact("opens_corner", ((corner,),), (), (both.move, corner))
    if len(both.played) < 3:
        return
    beside = CORNERS & around(bit(both.move) & X_SQUARES) & ~played.opp_moves & closed
    soon = both.played.moments[3].opp_moves
    for corner in squares(beside & soon):
        yield Fact("x_opens_corner", ((corner,),), (), both.played.until(2))


def lost_moves(both: Comparison) -> Iterator[Fact]:
    """Moves that the side loses for some turns with the move played, and keeps after the best."""
    best = both.best.moments[1]
    lost = both.start.own_moves & best.own_moves & both.best.often(True)
    lost &= next(iter(both.best.access(True)), NONE) & both.answered
    lost &= ~both.best.set_of(False, LATER)
    ignored = risky(both.start) | bit(both.move) | bit(both.better)
    lost &= ~(both.played.ever(True) | ignored)
    shared = both.start.opp_moves | both.best.ever(False)
    if both.start.own_moves & ~(both.start.opp_moves | both.best.ever(True) | ignored) != NONE:
        return  # the best move gives up a reserve too
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


def wrong_order(both: Comparison) -> Iterator[Fact]:
    """Both moves in both lines, one after the other."""
    moves = both.best.of_side(True, LATER)
    if both.move in moves and both.better in both.played.of_side(True, LATER):
        line = both.best.until(both.best.moves.index(both.move))
        yield Fact("wrong_order", (), (), line, of_best=True)


def best_later(both: Comparison) -> Iterator[Fact]:
    """Best move that the side can no longer play, or that the other side can now play too."""
    played, better = both.played.moments[1], NONE | bit(both.better)
    again = both.played.of_side(True, len(both.played))
    if len(both.played) > SOON and not better & both.played.ever(True) and both.better not in again:
        yield Fact("loses_best", ((both.better,),))
        return
    shared = played.own_moves & played.opp_moves & ~both.start.opp_moves
    shared &= both.played.moments[min(3, len(both.played))].opp_moves
    if better & shared and both.better not in both.played.of_side(True, SOON):
        yield Fact("shares_best", ((both.better,),))


def _sides(moment: LinePosition, mover: bool) -> tuple[np.uint64, np.uint64]:
    """Moves of a side and of its opponent at a position; `mover` is True for the side itself."""
    own, opp = moment.own_moves, moment.opp_moves
    return (own, opp) if mover else (opp, own)


class Effect(NamedTuple):
    """A move of a line: the positions around it, and the moves of both sides there.

    `ply` is its index in the line. `reach` and `reached` are the mover's moves before and after it,
    `theirs` and `left` those of the other side.
    """

    both: Comparison
    ply: int
    of_best: bool
    before: LinePosition
    after: LinePosition
    reach: np.uint64
    reached: np.uint64
    theirs: np.uint64
    left: np.uint64

    @property
    def move(self) -> int:
        """Square of the move."""
        return int(self.before.move or 0)

    @property
    def mover(self) -> bool:
        """True if the side itself moves."""
        return self.before.chooses

    @property
    def walks(self) -> tuple[Walk, Walk]:
        """Line of the move, and the other line."""
        lines = self.both.best, self.both.played
        return lines if self.of_best else lines[::-1]

    def fact(self, kind: str, found: np.uint64 = NONE, *counts: int) -> Fact:
        """Fact about the move, with a second set of squares if `found` has any."""
        places = ((self.move,), *((tuple(squares(found)),) if found else ()))
        ending, line = "_own" if self.mover else "_other", self.walks[0].until(self.ply)
        return Fact(kind + ending, places, counts, line, (), self.of_best)


def _edge_effects(move: Effect) -> Iterator[Fact]:
    """Corners, stable discs and wedges."""
    walk, other = move.walks
    shared = move.move in other.of_side(move.mover, LATER)
    stable = 0 if shared else stable_gain(walk, move.ply)
    if is_corner(move.move) and stable > 1:
        yield move.fact("takes_corner", NONE, stable)
    elif stable >= LEAST_STABLE:
        yield move.fact("makes_stable", NONE, stable)
    for corner in squares(move.reached & CORNERS & ~(move.reach | other.ever(move.mover)))[:1]:
        yield move.fact("attacks_corner", NONE | bit(corner))
    enemy = move.after.opp if move.mover else move.after.own
    if wedges(enemy, NONE | bit(move.move)) and walk.lasts(move.ply) and not shared:
        yield move.fact("wedges")


def _move_effects(move: Effect) -> Iterator[Fact]:
    """Moves of the other side that are fewer or closed."""
    walk, other = move.walks
    moves, before = size(move.left), size(move.theirs)
    fewest = min(map(size, other.access(not move.mover)), default=0)
    if 0 < moves <= min(FEW_MOVES, fewest - 2):
        yield move.fact("leaves_few", move.left)
    if 0 < moves <= min(before - LEAST_CUT, fewest - 2):
        yield move.fact("cuts_moves", NONE, before, moves)
    start = move.both.start
    taken = (start.opp_moves if move.mover else start.own_moves) & move.theirs
    taken &= other.often(not move.mover) & ~walk.ever(not move.mover, move.ply + 1)
    if move.ply == 1 and not move.of_best:
        taken &= move.both.answered
    if taken := taken & ~(risky(start) | bit(move.move)):
        yield move.fact("takes_away", taken)


def _opening_effects(move: Effect) -> Iterator[Fact]:
    """Moves that are opened to the mover alone, or not to the other side."""
    walk, other = move.walks
    quiet = move.left != NONE and move.left & ~move.theirs == NONE
    first = other.moments[1].opp_moves & ~move.both.start.opp_moves
    if move.mover and move.ply == 0 and first == NONE:
        quiet = False  # the move played opens nothing either
    if quiet and not is_corner(move.move):
        yield move.fact("opens_nothing")
    later = walk.access(move.mover, move.ply + 1)
    gained = np.bitwise_and.reduce([move.reached, *later]) & ~(move.reach | move.left)
    gained &= ~(other.ever(move.mover) | walk.ever(not move.mover, move.ply + 1))
    gained &= ~risky(move.before)
    if len(later) > 1 and 0 < size(gained) <= MOST_GAINED:
        yield move.fact("gains", gained)


def effects(both: Comparison, index: int, *, of_best: bool) -> Iterator[Fact]:
    """Consequences of the move at an index of a line, clearest first.

    Squares, corners and numbers count only if the other line lacks them.
    """
    walk = both.best if of_best else both.played
    before, after = walk.moments[index : index + 2]
    if before.move is None or before.move == PASS:
        return
    (reach, theirs), (reached, left) = (_sides(each, before.chooses) for each in (before, after))
    move = Effect(both, index, of_best, before, after, reach, reached, theirs, left)
    for kinds in (_edge_effects, _move_effects, _opening_effects):
        yield from kinds(move)
