"""Reasons seen on the board right after a move: squares, safe moves, edges and stable discs.

Each compares the position after the move played with the one after the best move, by the rules
alone. Stable discs are compared a few moves later.
"""

from collections.abc import Iterator

import numpy as np

from othello.bits import CORNERS, NONE, X_SQUARES, around, bit, squares
from othello.position import PASS
from othello.stability import stable_discs
from players.coach.facts import Comparison, Fact, LinePosition, is_corner, is_safe, size

LEAST_SQUARES = 2
"""Least number of squares lost, or opened instead of none, that counts."""
FEW_SAFE, LEAST_SAFE = 3, 2
"""Most safe moves that are few, and the least difference that counts."""
SOON = 6
"""Most moves up to a wedge, or up to a square that the move gave away."""
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
    """Fact about a set of squares; its size counts."""
    return Fact(kind, (tuple(squares(found)),), of_best=of_best, units=size(found))


def gives_squares(both: Comparison) -> Iterator[Fact]:
    """Squares of the side alone that the move opens to the other side, or that the side loses."""
    played, best = _after(both)
    alone = both.start.own_moves & ~both.start.opp_moves & played.empties
    given = alone & played.opp_moves & ~best.opp_moves
    taken = next(
        (m for m in both.played.of_side(False, SOON) if m != PASS and given & bit(m)), None
    )
    if taken is not None:
        line = both.played.until(both.played.moves.index(taken))
        places = tuple(squares(given)), (taken,)
        yield Fact("gives_taken", places, (size(given),), line, units=size(given))
    elif given:
        yield _fact("gives_squares", given)
    lost = both.start.own_moves & played.empties & ~played.own_moves & best.own_moves
    if size(lost) >= LEAST_SQUARES:
        yield _fact("loses_squares", lost)


def reply(both: Comparison) -> Iterator[Fact]:
    """Reply that the move opens, or that the best move stops."""
    played, best = _after(both)
    move = played.move
    if move is None or move == PASS or move == both.better or best.opp_moves & bit(move):
        return
    if both.start.opp_moves & bit(move):
        yield Fact("stops_reply", ((move,),), of_best=True)
    elif not is_corner(move):
        yield Fact("opens_reply", ((move,),), (), both.played.until(1))


def quiet(both: Comparison) -> Iterator[Fact]:
    """A quiet best move; the move played opens squares to the other side."""
    played, best = _after(both)
    before = both.start.opp_moves
    opened = played.opp_moves & ~before
    if not best.opp_moves & ~before and size(opened) >= LEAST_SQUARES:
        yield _fact("misses_quiet", opened, of_best=True)


def _safe(own: np.uint64, opp: np.uint64, moves: np.uint64) -> tuple[int, ...]:
    """Moves after which the other side cannot take a corner, without X-squares beside one."""
    risky = around(CORNERS & ~(own | opp)) & X_SQUARES
    return tuple(move for move in squares(moves & ~risky) if is_safe(own, opp, move))


def safe_moves(both: Comparison) -> Iterator[Fact]:
    """Few safe moves left to the side after the reply, or only after the best move to the other."""
    played, best = _after(both)
    left, fewer = (_safe(moment.opp, moment.own, moment.opp_moves) for moment in (played, best))
    more = len(left) - len(fewer)
    if len(fewer) < FEW_SAFE and more >= LEAST_SAFE and best.opp_moves:
        counts = len(fewer), len(left)
        yield Fact("presses", (left,), counts, of_best=True, units=more)
    lines = both.played, both.best
    if any(len(walk) < 2 or walk.moments[1].move == PASS for walk in lines):
        return
    own, better = (_safe(m.own, m.opp, m.own_moves) for m in (walk.moments[2] for walk in lines))
    if len(own) < FEW_SAFE and len(better) - len(own) >= LEAST_SAFE:
        replies = tuple(walk.moves[1] for walk in lines)
        places = own, (replies[0],), (replies[1],)
        kind = "few_safe" if own else "no_safe"
        units = len(better) - len(own)
        counts = len(own), len(better)
        yield Fact(kind, places, counts, both.played.until(1), both.best.until(1), units=units)


def _unbalanced(moment: LinePosition) -> list[tuple[int, ...]]:
    """Own unbalanced edges: five discs, one of them on a C-square, and three empty squares."""
    found = []
    for edge in EDGES:
        own = "".join("x" if moment.own & bit(s) else "." for s in edge)
        empty = sum(bool(moment.empties & bit(s)) for s in edge)
        if empty == 3 and own in (".xxxxx..", "..xxxxx."):
            found.append(tuple(s for s in edge if moment.own & bit(s)))
    return found


def _wedges(own: np.uint64, opp_moves: np.uint64) -> np.uint64:
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
        if edge not in already:
            yield Fact("unbalanced", (edge,))
    wedges = _wedges(played.own, played.opp_moves) & ~_wedges(best.own, best.opp_moves)
    for move in both.played.of_side(False, SOON):
        if move != PASS and wedges & bit(move):
            line = both.played.until(both.played.moves.index(move))
            yield Fact("allows_wedge", ((move,),), (), line)
    if bit(both.better) & _wedges(both.start.opp, both.start.own_moves):
        yield Fact("misses_wedge", ((both.better,),), of_best=True)


def stable(both: Comparison) -> Iterator[Fact]:
    """Stable discs, and edges taken from a corner, a few moves later in both lines."""
    plies = min(both.common, STABLE_PLIES)
    ends = [walk.moments[min(plies, len(walk))] for walk in (both.played, both.best)]
    if min(size(end.empties) for end in ends) < STABLE_EMPTIES:
        return
    sets = [stable_discs(end.own, end.opp) for end in ends]
    theirs, fewer = (found & end.opp for found, end in zip(sets, ends, strict=True))
    own, better = (found & end.own for found, end in zip(sets, ends, strict=True))
    more = size(theirs) - size(fewer)
    missed = size(better) - size(own)
    lines = both.played.until(plies - 1), both.best.until(plies - 1)
    if more >= MORE_STABLE and more >= missed:
        edge = _edge_taken(theirs, theirs & ~fewer)
        counts = size(theirs), size(fewer)
        kind = "edge_lost" if edge else "stable_lost"
        yield Fact(kind, (edge,) if edge else (), counts, *lines, units=more)
    elif missed >= MORE_STABLE:
        yield Fact("stable_missed", (), (size(own), size(better)), *lines, units=missed)


def _edge_taken(stable: np.uint64, new: np.uint64) -> tuple[int, ...]:
    """New stable discs along an edge with a stable corner; () if they are fewer than three."""
    for edge in EDGES:
        found = tuple(square for square in edge if new & bit(square))
        if len(found) >= MORE_STABLE and stable & (bit(edge[0]) | bit(edge[-1])):
            return found
    return ()
