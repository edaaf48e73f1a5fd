"""Reasons seen on the board right after a move: squares, safe moves, edges and stable discs.

Each compares the position after the move played with the one after the best move, by the rules
alone. Stable discs are compared a few moves later.
"""

from collections.abc import Iterator

import numpy as np

from othello.bits import CORNERS, NONE, bit, squares
from othello.position import PASS
from othello.stability import stable_discs
from players.study.coach.facts import (
    LATER,
    SOON,
    Comparison,
    Fact,
    LinePosition,
    Walk,
    is_corner,
    is_safe,
    size,
)

LEAST_OPENED = 2
"""Least number of squares opened instead of none that counts."""
FEW_SAFE, LEAST_SAFE = 3, 2
"""Most safe moves that are few, and the least difference that counts."""
STABLE_PLIES, STABLE_EMPTIES, MORE_STABLE = 10, 6, 3
"""Moves after which stable discs are compared, least empty squares then, and least difference."""

EDGES = (
    tuple(range(8)),
    tuple(range(56, 64)),
    tuple(range(0, 64, 8)),
    tuple(range(7, 64, 8)),
)
"""Squares of the four edges, from corner to corner."""


def _after(both: Comparison) -> tuple[LinePosition, LinePosition]:
    """Positions right after the move played and after the best move."""
    return both.played.moments[1], both.best.moments[1]


def _fact(kind: str, found: np.uint64, *, of_best: bool = False) -> Fact:
    """Fact about a set of squares."""
    return Fact(kind, (tuple(squares(found)),), of_best=of_best)


def quiet(both: Comparison) -> Iterator[Fact]:
    """A quiet best move; the move played opens squares to the other side."""
    played, best = _after(both)
    before = both.start.opp_moves
    opened = played.opp_moves & ~before
    if is_corner(both.better) or best.opp_moves & ~before:
        return
    if size(opened) >= LEAST_OPENED:
        yield _fact("misses_quiet", opened, of_best=True)


def _safe(moment: LinePosition) -> tuple[int, ...]:
    """Moves of the side after which the other side cannot take a corner."""
    moves = squares(moment.own_moves)
    return tuple(move for move in moves if is_safe(moment.own, moment.opp, move))


def safe_moves(both: Comparison) -> Iterator[Fact]:
    """Few safe moves left to the side after the reply, unless a corner is open already."""
    lines = both.played, both.best
    if any(len(walk) < 2 or walk.moments[1].move == PASS for walk in lines):
        return
    replied = [walk.moments[2] for walk in lines]
    if any(moment.opp_moves & CORNERS for moment in replied):
        return
    own, better = map(_safe, replied)
    if len(own) < FEW_SAFE and len(better) - len(own) >= LEAST_SAFE:
        replies = tuple(walk.moves[1] for walk in lines)
        places = own, (replies[0],), (replies[1],)
        kind = "few_safe" if own else "no_safe"
        counts = len(own), len(better)
        yield Fact(kind, places, counts, both.played.until(1), both.best.until(1))


def _unbalanced(moment: LinePosition) -> list[tuple[int, ...]]:
    """Own unbalanced edges: five discs, one of them on a C-square, and three empty squares."""
    found = []
    for edge in EDGES:
        own = "".join("x" if moment.own & bit(s) else "." for s in edge)
        empty = sum(bool(moment.empties & bit(s)) for s in edge)
        if empty == 3 and own in (".xxxxx..", "..xxxxx."):
            found.append(tuple(s for s in edge if moment.own & bit(s)))
    return found


def wedges(own: np.uint64, opp_moves: np.uint64) -> np.uint64:
    """Moves on an edge between two discs of `own`."""
    found = NONE
    for edge in EDGES:
        for before, square, after in zip(edge, edge[1:], edge[2:], strict=False):
            if own & bit(before) and own & bit(after):
                found |= bit(square) & opp_moves
    return found


def edges(both: Comparison) -> Iterator[Fact]:
    """A new unbalanced edge, a wedge of the other side, or a wedge that the side does not play."""
    played, best = _after(both)
    already = [*_unbalanced(both.start), *_unbalanced(best)]
    for edge in _unbalanced(played):
        if edge not in already and both.move not in both.best.of_side(True, LATER):
            yield Fact("unbalanced", (edge,))
    allowed = wedges(played.own, played.opp_moves)
    for moment in (best, both.repeated):
        allowed &= ~wedges(moment.own, moment.opp_moves)
    for move in both.played.of_side(False, SOON):
        if move != PASS and allowed & bit(move) and move not in both.best.of_side(False, 64):
            line = both.played.until(both.played.moves.index(move))
            yield Fact("allows_wedge", ((move,),), (), line)
    wedge = bit(both.better) & wedges(both.start.opp, both.start.own_moves)
    if wedge and both.best.lasts(0):
        yield Fact("misses_wedge", ((both.better,),), of_best=True)


def _stable_of(walk: Walk, plies: int) -> tuple[np.uint64, np.uint64]:
    """Stable discs of each side after a number of moves."""
    moment = walk.moments[min(plies, len(walk))]
    found = stable_discs(moment.own, moment.opp)
    return found & moment.own, found & moment.opp


def _more_stable(both: Comparison, plies: int) -> tuple[int, int]:
    """Stable discs that the other side gets and that the side misses in the line played."""
    own, theirs = _stable_of(both.played, plies)
    better, fewer = _stable_of(both.best, plies)
    return size(theirs) - size(fewer), size(better) - size(own)


def stable_gain(walk: Walk, index: int) -> int:
    """Number of its discs that a side makes stable with the move at an index of a line."""
    side = not walk.moments[index].chooses
    return size(_stable_of(walk, index + 1)[side]) - size(_stable_of(walk, index)[side])


def _stable_place(walk: Walk, chooses: bool, until: int) -> int | None:
    """Square of the move among the first `until` that adds most stable discs of a side."""
    gains = [
        (stable_gain(walk, index), -index)
        for index, move in enumerate(walk.moves[:until])
        if move != PASS and walk.moments[index].chooses == chooses
    ]
    most, index = max(gains, default=(0, 0))
    return walk.moves[-index] if most > 0 else None


def stable(both: Comparison) -> Iterator[Fact]:
    """Stable discs a few moves later in both lines, if the difference lasts to their ends."""
    plies = min(both.common, STABLE_PLIES)
    walks = both.played, both.best
    empties = min(size(walk.moments[min(plies, len(walk))].empties) for walk in walks)
    if empties < STABLE_EMPTIES or both.alike:
        return
    more, missed = map(
        min, zip(*(_more_stable(both, n) for n in (plies, both.common)), strict=True)
    )
    (own, theirs), (better, fewer) = (_stable_of(walk, plies) for walk in walks)
    lines = both.played.until(plies - 1), both.best.until(plies - 1)
    if more >= MORE_STABLE and more >= missed:
        place = _stable_place(both.played, False, plies)
        kind, counts = "stable_lost", (size(theirs), size(fewer))
    else:
        place = _stable_place(both.best, True, plies)
        kind, counts = "stable_missed", (size(own), size(better))
    if max(more, missed) >= MORE_STABLE and place is not None:
        yield Fact(kind, ((place,),), counts, *lines)
