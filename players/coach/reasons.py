"""Reasons why a move is worse than the best one, and what speaks for the best one.

A reason compares two lines by the rules alone: corners won and lost, passes, squares that both
sides want or that are played last, and the counts of `counts`. Each is a `Finder` in REASONS or
WEAKER; its facts have sentences in `words.FACT_KINDS`.
"""

from collections.abc import Callable, Iterator

import numpy as np

from othello.bits import CORNERS, X_SQUARES, around, bit, squares
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.coach.counts import LAST_EMPTIES, mobility, small_differences, wall
from players.coach.facts import (
    Comparison,
    Fact,
    LinePosition,
    Walk,
    is_corner,
    is_safe,
    regions,
    size,
)
from players.move_values import MoveValue, MoveValues

MOST_PARRIES = 2
"""Most moves that parry a threat; with more it is no reason."""
PASS_SOON = 6
"""Most moves up to a pass that the move has caused."""
SOON = 4
"""Most moves of each line up to the one on a square that both sides want."""
LATE_EMPTIES = 20
"""Most empty squares with which a move could wait for any number of moves."""
MOST_OF_REGION = 4
"""Largest region whose parity is counted."""
CLEARLY_WORSE = 50
"""Least loss of the second-best move in hundredths of a disc to be compared in a hint."""

Finder = Callable[[Comparison], Iterator[Fact]]


def _corners_taken(walk: Walk, until: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Corners that each side takes among the first `until` moves."""
    own, opp = (tuple(filter(is_corner, walk.of_side(side, until))) for side in (True, False))
    return own, opp


def _balance(walk: Walk, until: int) -> tuple[int, int]:
    """Corners won less corners lost so far, and this number with those that can be taken next."""
    own, opp = _corners_taken(walk, until)
    won = len(own) - len(opp)
    last = walk.moments[min(until, len(walk))]
    return won, won + size(last.own_moves & CORNERS) - size(last.opp_moves & CORNERS)


def _opens(moment: LinePosition, move: int) -> np.uint64:
    """Corners that a move opens to the other side."""
    after = Position(moment.own, moment.opp).play_unchecked(move)
    return np.uint64(after.legal()) & CORNERS & ~moment.opp_moves


def _must_open(moment: LinePosition) -> bool:
    """True if no corner is open to the other side and each move of the side opens one."""
    moves = squares(moment.own_moves) if moment.chooses else []
    closed = not moment.opp_moves & CORNERS
    return closed and bool(moves) and all(_opens(moment, move) for move in moves)


def _opener(walk: Walk, corner: int) -> LinePosition | None:
    """Last position of a line in which its taker cannot take a corner; None if always possible."""
    index = walk.moves.index(corner)
    taker = walk.moments[index].chooses
    closed = [
        moment
        for moment in walk.moments[:index]
        if not (moment.own_moves if taker else moment.opp_moves) & bit(corner)
    ]
    return closed[-1] if closed else None


def _invited(played: Walk, corner: int, until: int) -> bool:
    """True if the side itself plays the X-square of the corner later."""
    x_square = around(bit(corner)) & X_SQUARES
    return any(move != PASS and bit(move) & x_square for move in played.of_side(True, until)[1:])


def _lost_corner(both: Comparison, corner: int) -> Fact | None:
    """Fact of a corner that the other side takes in the line played; None if it stays open."""
    played, corner_bit = both.played, bit(corner)
    index = played.moves.index(corner)
    line = played.until(index)
    if both.start.opp_moves & corner_bit:
        stays_open = both.best.moments[1].opp_moves & corner_bit
        return None if stays_open else Fact("leaves_corner", ((corner,),), (), line)
    opener = _opener(played, corner)
    if opener is None or opener.move is None or opener.move == PASS:
        return Fact("loses_corner", ((corner,),), (), line)
    at_once = opener is played.moments[0]
    if at_once and index == 1:
        return Fact("gives_corner", ((corner,),), (), line)
    if _must_open(opener) and not any(map(_must_open, both.best.moments[: index + 1])):
        left = tuple(squares(opener.own_moves))
        return Fact("runs_out", (left, (corner,)), (len(left),), line)
    if at_once or (not opener.chooses and _invited(both.played, corner, index)):
        return Fact("loses_corner", ((corner,),), (), line)
    kind = "concedes_corner" if opener.chooses else "attacks_corner"
    return Fact(kind, ((corner,), (opener.move,)), (), line)


def _corners(both: Comparison) -> Iterator[Fact]:
    """A corner that was free, or the corners that both lines win and lose."""
    until, lines = both.common, (both.played, both.best)
    ends = {until, until if both.ended else max(1, until - 1)}
    worse = all(
        less < more
        for end in ends
        for less, more in zip(*(_balance(walk, end) for walk in lines), strict=True)
    )
    sides = *_corners_taken(both.played, until), *_corners_taken(both.best, until)
    own, opp, better, fewer = sides
    if is_corner(both.better) and not is_corner(both.move) and both.better not in own:
        yield Fact("misses_corner", ((both.better,),), of_best=True)
    elif worse and not own and not fewer and len(opp) + len(better) == 1:
        if opp:
            fact = _lost_corner(both, opp[0])
            if fact is not None:
                yield fact
        elif not is_corner(both.better) and _is_won(both, better[0]):
            line = both.best.until(both.best.moves.index(better[0]))
            yield Fact("wins_corner", (better,), (), line, of_best=True)
    elif worse:
        line, beside = (_until_corner(walk, until) for walk in lines)
        yield Fact("corners", sides, (), line, beside)
    elif len(own) <= len(better):
        yield from _opened_corner(both)


def _is_won(both: Comparison, corner: int) -> bool:
    """True if a corner of the best line is won: the other side is forced to open it."""
    opener = _opener(both.best, corner)
    return both.ended or opener is None or opener.chooses or _must_open(opener.other_side)


def _opened_corner(both: Comparison) -> Iterator[Fact]:
    """A corner that the move opens and the reply takes, but not after the best move."""
    reply = both.played.moments[1]
    if reply.chooses or reply.move is None or not is_corner(reply.move):
        return
    elsewhere = both.start.opp_moves | both.best.moments[1].opp_moves
    if not elsewhere & bit(reply.move):
        yield Fact("gives_corner", ((reply.move,),), (), both.played.until(1))


def _until_corner(walk: Walk, until: int) -> tuple[int, ...]:
    """Moves up to the last corner among the first `until`, or all of these without one."""
    taken = [index for index, move in enumerate(walk.moves[:until]) if is_corner(move)]
    return walk.until(taken[-1] if taken else until - 1)


def _threatens_too(moment: LinePosition, reply: int | None, corner: np.uint64) -> bool:
    """True if the reply also threatens a corner after the best move."""
    if moment.chooses or reply is None or reply == PASS or not moment.opp_moves & bit(reply):
        return False
    after = Position(moment.opp, moment.own).play_unchecked(reply).passed()
    return bool(after.legal() & corner)


def _threat(both: Comparison) -> Iterator[Fact]:
    """A threat of the reply to a corner, which few moves parry."""
    if len(both.played) < 3 or not both.played.moments[2].chooses:
        return
    reply, moment = both.played.moments[1], both.played.moments[2]
    threatened = moment.opp_moves & ~reply.opp_moves & CORNERS
    if len(both.best) > 2:
        threatened &= ~both.best.moments[2].opp_moves
    if _threatens_too(both.best.moments[1], reply.move, threatened):
        return
    if reply.move is None or reply.move == PASS or size(threatened) != 1:
        return
    after = Position(moment.own, moment.opp).play_unchecked
    own_moves = squares(moment.own_moves)
    parries = tuple(move for move in own_moves if not np.uint64(after(move).legal()) & threatened)
    if 1 <= len(parries) <= MOST_PARRIES and len(parries) < len(own_moves):
        places = (reply.move,), tuple(squares(threatened)), parries
        yield Fact("threat", places, (len(parries),), both.played.until(1))


def _passes(both: Comparison) -> Iterator[Fact]:
    """A pass of a side in one line and not in the other."""
    for chooses, walk, other in ((True, both.played, both.best), (False, both.best, both.played)):
        until = both.common
        soon = walk.of_side(chooses, min(until, PASS_SOON))
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


def _parity(both: Comparison) -> Iterator[Fact]:
    """Parity: a side begins a small even region, or loses the last move of the game."""
    empties = both.start.empties
    if size(empties) > LAST_EMPTIES or not both.ended:
        return
    left = [walk.moments[-1].empties for walk in (both.played, both.best)]
    region = next(group for group in regions(empties) if group & bit(both.move))
    entered = next((move for move in both.best.moves if move != PASS and bit(move) & region), None)
    if (
        size(region) % 2 == 0
        and size(region) <= MOST_OF_REGION
        and not any(empty & region for empty in left)
    ):
        forced = entered in both.best.of_side(False, len(both.best))
        if forced and not _last_in(both.played, region) and _last_in(both.best, region):
            lines = both.played.moves, both.best.moves
            yield Fact("even_region", (tuple(squares(region)),), (), *lines)
            return
    if not _last_in(both.played, empties) and _last_in(both.best, empties):
        yield Fact("last_move", (), (), both.played.moves, both.best.moves)


def _could_take(walk: Walk, square: int, chooses: bool) -> bool:
    """True if a side could have played a square between the first move and the move there."""
    between = walk.moments[1 : walk.moves.index(square)]
    turns = (moment for moment in between if moment.chooses == chooses)
    return any((one.own_moves if chooses else one.opp_moves) & bit(square) for one in turns)


def _taken_soon(played: Walk) -> list[int]:
    """Squares that the other side takes soon and the side could not take after its move."""
    soon = [move for move in played.of_side(False, SOON) if move != PASS]
    return [move for move in soon if not _could_take(played, move, True)]


def _wanted_square(both: Comparison) -> Iterator[Fact]:
    """A square that both sides want and the other side takes."""
    soon, soon_best = _taken_soon(both.played), both.best.of_side(True, SOON)
    if both.better in soon and not _could_wait(both):
        line = both.played.until(both.played.moves.index(both.better))
        opened = ~both.start.opp_moves & both.played.moments[1].opp_moves & bit(both.better)
        kind = "opens_best" if opened and len(line) == 2 else "other_takes"
        yield Fact(kind, ((both.better,),), (), line)
    for square in soon:
        wanted = square != both.better and square in soon_best
        if wanted and not _could_take(both.best, square, False):
            line, best_line = (
                walk.until(walk.moves.index(square)) for walk in (both.played, both.best)
            )
            yield Fact("both_want", ((square,),), (), line, best_line)


def _waiting(both: Comparison) -> Iterator[Fact]:
    """A move that the side could make later, after more urgent ones."""
    if not _could_wait(both):
        return
    waited = both.best.until(both.best.moves.index(both.move))
    if both.better in _taken_soon(both.played):
        line = both.played.until(both.played.moves.index(both.better))
        yield Fact("could_wait", ((both.better,),), (), line, waited)
    else:
        yield Fact("waits", (), (), waited, of_best=True)


def _could_wait(both: Comparison) -> bool:
    """True if the best line has the move later, and the other side cannot play there before."""
    near_end = size(both.start.empties) <= LATE_EMPTIES
    for moment in both.best.moments[: None if near_end else SOON]:
        if moment.opp_moves & bit(both.move):
            return False
        if moment.move == both.move:
            return True
    return False


REASONS: tuple[Finder, ...] = (_corners, _threat, _passes, _waiting, mobility, _parity)
"""Strong reasons, the most important first; each gives at most one fact."""
WEAKER: tuple[Finder, ...] = (_wanted_square, wall)
"""Weak reasons; small differences of mobility precede them if there is no strong one."""


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
    strong, weak = (
        [fact for reason in reasons for fact in list(reason(both))[:1]]
        for reasons in (REASONS, WEAKER)
    )
    facts = (strong or list(small_differences(both))[:1]) + weak
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


def hint_facts(position: Position, values: MoveValues) -> tuple[Fact, ...]:
    """Facts about the best move, then about the second-best one compared with it."""
    best = values.best
    facts = list(_merits(position, best.move))
    if len(values.moves) > 1 and best.score - values.moves[1].score >= CLEARLY_WORSE:
        redundant = {"misses_corner", "other_passes"} if facts else set()
        compared_facts = facts_of(position, values.moves[1], best)
        facts += [fact for fact in compared_facts if fact.kind not in redundant]
    return tuple(facts)
