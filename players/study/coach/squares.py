"""Conditions of reasons that name a square: a reply, or a later move of the side itself."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from othello.position import PASS
from players.study.coach.facts import Evidence, evidence
from players.study.coach.lines import CORNERS, LATER, NOTHING, SOON, Comparison, risky

MOST_PLIES = 4
"""Most moves up to a square that the move gave away."""


class Reply(NamedTuple):
    """A square that the other side soon plays, and not in the line of the best move.

    `ours` and `theirs` are True if the side and the other one could play it before, `open` if the
    other side can play it after the best move. The best move `prevented` it: it is open after the
    move played alone; it is `kept` closed for three turns. An `early` reply is the next move, or
    one of the first four moves that the best move prevented.
    """

    square: int
    line: tuple[int, ...]
    ours: bool
    theirs: bool
    open: bool
    prevented: bool
    kept: bool
    early: bool

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
    for move in both.played.of_side(False, SOON):
        if move == PASS or move in both.best.of_side(False, LATER):
            continue
        ours, theirs = move in start.own_moves, move in start.opp_moves
        prevented, line = move in given, both.played.up_to(move)
        kept = prevented and move not in both.best.ever(False)
        early = len(line) <= (MOST_PLIES if prevented and move != both.better else 2)
        wanted = ours and theirs and move in open_squares
        if wanted and move not in both.best.of_side(True, LATER):
            continue
        if ours and not theirs and prevented and gives_too:
            continue
        if prevented or len(line) == 2:
            yield Reply(move, line, ours, theirs, move in open_squares, prevented, kept, early)


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
    anyway = {PASS, *both.played.of_side(True, len(both.played))[1:]}
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
    again = both.played.ever(True).union(both.played.of_side(True, len(both.played)))
    if len(both.played) > SOON and both.better not in again:
        yield evidence({both.better})


def shares_best(both: Comparison) -> Iterator[Evidence]:
    """Best move that the other side can now play too."""
    shared = both.after.own_moves & both.after.opp_moves - both.start.opp_moves
    shared &= both.played.moments[min(3, len(both.played))].opp_moves
    shared = shared.difference(both.played.of_side(True, SOON))
    if both.better in shared and not any(loses_best(both)):
        yield evidence({both.better})
