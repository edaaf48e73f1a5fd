"""Reasons why a move is worse than the best one, and what speaks for the best one.

A reason compares two lines by the rules alone: corners won and lost, passes, squares that both
sides want or that are played last, the numbers of `counts`, and the squares of `positional`. Each
is a `Finder` in REASONS; its facts have sentences in `words.FACT_KINDS`, and `order` sorts them.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from othello.bits import C_SQUARES, CORNERS, X_SQUARES, around, bit, squares
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.move_values import MoveValue, MoveValues
from players.study.coach import positional
from players.study.coach import squares as named_squares
from players.study.coach.counts import mobility, small_differences, wall
from players.study.coach.facts import (
    LATER,
    SOON,
    Comparison,
    Fact,
    Walk,
    is_corner,
    is_safe,
    regions,
    size,
)
from players.study.coach.order import most_important

PARITY_EMPTIES = 16
"""Most empty squares with which parity counts."""
LARGEST_REGION = 6
"""Most squares of a region that is named."""
REDUNDANT = frozenset(
    (
        *(
            "can_wait",
            "wrong_order",
            "misses_corner",
            "other_passes",
            "takes_corner_own",
            "leaves_few_own",
        ),
        *("cuts_moves_own", "opens_nothing_own"),
    )
)
"""Kinds that a hint leaves out if the hinted move itself has a merit."""
CLEARLY_WORSE = 50
"""Least loss of the second-best move in hundredths of a disc to be compared in a hint."""

Finder = Callable[[Comparison], Iterator[Fact]]


def _corners_taken(walk: Walk, until: int) -> tuple[list[int], list[int]]:
    """Corners that each side takes among the first `until` moves."""
    own, opp = (list(filter(is_corner, walk.of_side(side, until))) for side in (True, False))
    return own, opp


def _balance(walk: Walk, until: int) -> tuple[int, int]:
    """Corners won less corners lost so far, and this number with those that can be taken next."""
    own, opp = _corners_taken(walk, until)
    won = len(own) - len(opp)
    last = walk.moments[min(until, len(walk))]
    return won, won + size(last.own_moves & CORNERS) - size(last.opp_moves & CORNERS)


def _lost_corner(both: Comparison, corner: int) -> Fact:
    """Fact of a corner that the other side takes in the line played."""
    beside = around(bit(corner)) & bit(both.move)
    near = "x_square" if beside & X_SQUARES else "c_square"
    kind = near if beside & (X_SQUARES | C_SQUARES) else "loses_corner"
    return Fact(kind, ((corner,),), (), both.played.until(both.played.moves.index(corner)))


def _corner_changes(both: Comparison) -> Iterator[Fact]:
    """Corners that the other side takes only in the line played, or the side in the best one."""
    played, best = both.played, both.best
    for corner in _corners_taken(played, len(played))[1]:
        if corner not in best.of_side(False, len(best)) and not best.corners_open() & bit(corner):
            yield _lost_corner(both, corner)
    reached = played.ever(True)
    for corner in _corners_taken(best, len(best))[0]:
        if corner not in played.of_side(True, len(played)) and not reached & bit(corner):
            line = best.until(best.moves.index(corner))
            yield Fact("wins_corner", ((corner,),), (), line, of_best=True)


def _corners(both: Comparison) -> Iterator[Fact]:
    """A corner that was free, or that only one line wins or loses soon."""
    played, best = both.played, both.best
    missed = is_corner(both.better) and not is_corner(both.move)
    if missed and both.better not in played.of_side(True, len(played)):
        yield Fact("misses_corner", ((both.better,),), of_best=True)
        return
    balances = [_balance(walk, both.common) for walk in (played, best)]
    if not all(less < more for less, more in zip(*balances, strict=True)):
        return
    for fact in _corner_changes(both):
        if len(fact.line) <= (LATER if fact.kind in ("x_square", "c_square") else SOON):
            yield fact
            return


def _passes(both: Comparison) -> Iterator[Fact]:
    """A pass of a side in one line and not in the other."""
    for chooses, walk, other in ((True, both.played, both.best), (False, both.best, both.played)):
        until = both.common
        soon = walk.of_side(chooses, min(until, SOON))
        if PASS not in soon or PASS in other.of_side(chooses, until):
            continue
        index = next(
            number
            for number, moment in enumerate(walk.moments)
            if moment.chooses == chooses and moment.move == PASS
        )
        kind = "must_pass" if chooses else "other_passes"
        yield Fact(kind, (), (), walk.until(index), of_best=not chooses)


def _last_in(walk: Walk, region: np.uint64) -> bool:
    """True if the side makes the last move of a line in a region."""
    made = zip(walk.moments, walk.moves, strict=False)
    return [moment.chooses for moment, move in made if move != PASS and bit(move) & region][-1]


def _until_last(walk: Walk, region: np.uint64) -> tuple[int, ...]:
    """Moves of a line up to the last one in a region."""
    inside = [i for i, move in enumerate(walk.moves) if move != PASS and bit(move) & region]
    return walk.until(inside[-1])


def _parity(both: Comparison) -> Iterator[Fact]:
    """Facts about the last move in a region, or in the game."""
    empties = both.start.empties
    if size(empties) > PARITY_EMPTIES or not both.ended:
        return
    left = both.played.moments[-1].empties | both.best.moments[-1].empties
    groups = sorted(regions(empties), key=size)
    lost = [
        group
        for group in groups
        if not left & group and not _last_in(both.played, group) and _last_in(both.best, group)
    ]
    for group in lost:
        lines = _until_last(both.played, group), _until_last(both.best, group)
        places = (tuple(squares(group)),)
        if 1 < size(group) <= LARGEST_REGION and len(groups) > 1:
            yield Fact("region_last", places, (), *lines)
            return
    if not _last_in(both.played, empties) and _last_in(both.best, empties):
        yield Fact("last_move", (), (), both.played.moves, both.best.moves)


def _stable(both: Comparison) -> Iterator[Fact]:
    """Stable discs, or the corner behind them."""
    for fact in positional.stable(both):
        corners = (each for each in _corner_changes(both) if len(each.line) <= both.common)
        yield next(corners, fact)


REASONS: tuple[Finder, ...] = (
    *(_corners, _passes, mobility, _parity, wall, _stable),
    *(
        named_squares.replies,
        named_squares.follow_ups,
        named_squares.best_later,
        named_squares.wrong_order,
    ),
    *(named_squares.lost_moves, named_squares.taken_replies, named_squares.opened_corners),
    *(positional.quiet, positional.safe_moves, positional.edges),
)
"""All reasons; small differences of mobility count if there is no other."""


def reasons(both: Comparison) -> list[Fact]:
    """All facts that may speak against the move played, in no order."""
    return [fact for reason in REASONS for fact in reason(both)]


def _result(played: MoveValue, best: MoveValue) -> Iterator[Fact]:
    """Change of a proven result."""
    if not (played.exact and best.exact):
        return
    kinds = {(1, -1): "win_lost", (1, 0): "win_drawn", (0, -1): "draw_lost"}
    signs = (best.score > 0) - (best.score < 0), (played.score > 0) - (played.score < 0)
    if signs in kinds:
        counts = abs(best.score) // SCORE_SCALE, abs(played.score) // SCORE_SCALE
        yield Fact(kinds[signs], (), counts)


def compared(position: Position, played: MoveValue, best: MoveValue) -> Comparison:
    """Lines of two moves at a position."""
    lines = Walk(position, played.line), Walk(position, best.line)
    return Comparison(lines[1].moments[0], *lines)


def facts_of(position: Position, played: MoveValue, best: MoveValue) -> tuple[Fact, ...]:
    """Facts about the move played compared with the best one, the most important first.

    Empty for the best move itself, and without a reason.
    """
    if played.move == best.move:
        return ()
    both = compared(position, played, best)
    lost = best.score - played.score
    facts = most_important(both, reasons(both), lost)
    facts = facts or most_important(both, list(small_differences(both)), lost)
    result = list(_result(played, best))
    if result and not facts:
        result = [result[0]._replace(line=both.played.moves, beside=both.best.moves)]
    return (*result, *facts)


# Hints


def _replies(position: Position, move: int) -> int:
    """Number of moves of the other side after a move."""
    return size(np.uint64(position.play_unchecked(move).legal()))


def _merits(position: Position, best: int) -> Iterator[Fact]:
    """Facts about a move compared with all other moves of the position."""
    moves = squares(position.legal())
    if len(moves) == 1:
        yield Fact("only_move", ((best,),))
        return
    if is_corner(best):
        yield Fact("takes_corner", ((best,),))
    safe = [move for move in moves if is_safe(position.own, position.opp, move)]
    if safe == [best]:
        yield Fact("only_safe", ((best,),))
    left = _replies(position, best)
    if left == 0:
        yield Fact("no_reply", ((best,),))
    elif all(_replies(position, move) > left for move in moves if move != best):
        yield Fact("fewest_replies", ((best,),), (left,))


@lru_cache(maxsize=256)
def hint_facts(position: Position, values: MoveValues) -> tuple[Fact, ...]:
    """Facts about the best move: alone, then compared with the second-best one.

    None speaks of the second-best move alone.
    """
    best = values.best
    facts = list(_merits(position, best.move))
    if len(values.moves) > 1 and best.score - values.moves[1].score >= CLEARLY_WORSE:
        redundant = REDUNDANT if facts else {"can_wait", "wrong_order"}
        compared_facts = facts_of(position, values.moves[1], best)
        speaking = (fact for fact in compared_facts if fact.of_best)
        facts += [fact for fact in speaking if fact.kind not in redundant]
    return tuple(facts)
