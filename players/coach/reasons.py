"""Why a move is worse than another: facts of two lines compared, each found by the rules alone.

A reason is something that the line of the move played brings about and the best one's does not.
"""

from collections.abc import Callable, Iterator

import numpy as np

from othello.bits import bit, squares
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.coach.corners import corners, threat
from players.coach.counts import LAST_EMPTIES, mobility, small_differences, wall
from players.coach.facts import Comparison, Fact, Walk, regions, size
from players.move_values import MoveValue

SOON = 4
"""A square that both want is taken within so many moves of each line."""
MOST_OF_REGION = 4
"""A larger region is too large to count in."""

Finder = Callable[[Comparison], Iterator[Fact]]


def _passes(both: Comparison) -> Iterator[Fact]:
    """A side that must pass in one line and not in the other."""
    for chooses, walk, beside in ((True, both.played, both.best), (False, both.best, both.played)):
        until = both.common
        if PASS not in walk.of_side(chooses, until) or PASS in beside.of_side(chooses, until):
            continue
        index = next(
            at
            for at, each in enumerate(walk.moments)
            if each.chooses == chooses and each.move == PASS
        )
        kind = "must_pass" if chooses else "other_passes"
        yield Fact(kind, (), (), walk.until(index), of_best=not chooses)


def _last_in(walk: Walk, region: np.uint64) -> bool:
    """Whether the side that chooses makes the last move of a line in some squares."""
    made = zip(walk.moments, walk.moves, strict=False)
    return [each.chooses for each, move in made if move != PASS and bit(move) & region][-1]


def _parity(both: Comparison) -> Iterator[Fact]:
    """A small region of even size is begun, which the other side should; or the last move goes."""
    empties = both.start.empties
    if size(empties) > LAST_EMPTIES or not both.ended:
        return
    left = [walk.moments[-1].empties for walk in (both.played, both.best)]
    region = next(each for each in regions(empties) if each & bit(both.move))
    entered = next((move for move in both.best.moves if move != PASS and bit(move) & region), None)
    if (
        size(region) % 2 == 0
        and size(region) <= MOST_OF_REGION
        and not any(each & region for each in left)
    ):
        forced = entered in both.best.of_side(False, len(both.best))
        if forced and not _last_in(both.played, region) and _last_in(both.best, region):
            lines = both.played.moves, both.best.moves
            yield Fact("even_region", (tuple(squares(region)),), (), *lines)
            return
    if not _last_in(both.played, empties) and _last_in(both.best, empties):
        yield Fact("last_move", (), (), both.played.moves, both.best.moves)


def _wanted(both: Comparison) -> Iterator[Fact]:
    """A square that both sides want and the other one gets, and whether the move could wait."""
    soon, soon_best = both.played.of_side(False, SOON), both.best.of_side(True, SOON)
    if both.better in soon:
        line = both.played.until(both.played.moves.index(both.better))
        if _could_wait(both):
            waited = both.best.until(both.best.moves.index(both.move))
            yield Fact("could_wait", ((both.better,),), (), line, waited)
        else:
            yield Fact("other_takes", ((both.better,),), (), line)
    for square in soon:
        if square != both.better and square != PASS and square in soon_best:
            way, best_way = (
                walk.until(walk.moves.index(square)) for walk in (both.played, both.best)
            )
            yield Fact("both_want", ((square,),), (), way, best_way)


def _could_wait(both: Comparison) -> bool:
    """Whether the best line comes to the move later, and the other side never could play there."""
    there = bit(both.move)
    for moment in both.best.moments:
        if moment.opp_moves & there:
            return False
        if moment.move == both.move:
            return True
    return False


REASONS: tuple[Finder, ...] = (corners, threat, _passes, mobility, _parity)
"""What is looked for first, what tells most before; of each at most one is told."""
WEAKER: tuple[Finder, ...] = (_wanted, wall)
"""What is looked for then; where it is all that is found, small differences of moves go before."""


def _result(played: MoveValue, best: MoveValue) -> Iterator[Fact]:
    """What becomes of a game whose result is proven."""
    if not (played.exact and best.exact):
        return
    kinds = {(1, -1): "win_lost", (1, 0): "win_drawn", (0, -1): "draw_lost"}
    signs = (best.score > 0) - (best.score < 0), (played.score > 0) - (played.score < 0)
    if signs in kinds:
        counts = abs(best.score) // SCORE_SCALE, abs(played.score) // SCORE_SCALE
        yield Fact(kinds[signs], (), counts)


def compared(position: Position, played: MoveValue, best: MoveValue) -> Comparison:
    """The lines of two moves at a position."""
    lines = Walk(position, played.line), Walk(position, best.line)
    return Comparison(lines[1].moments[0], *lines)


def facts_of(position: Position, played: MoveValue, best: MoveValue) -> tuple[Fact, ...]:
    """What is true of the move played beside the best one, what tells most first.

    Nothing of the best move itself; empty where no reason is found.
    """
    if played.move == best.move:
        return ()
    both = compared(position, played, best)
    strong, weak = (
        [fact for reason in reasons for fact in list(reason(both))[:1]]
        for reasons in (REASONS, WEAKER)
    )
    found = (strong or list(small_differences(both))[:1]) + weak
    result = list(_result(played, best))
    if result and not found:
        result = [result[0]._replace(line=both.played.moves, beside=both.best.moves)]
    return (*result, *found)
