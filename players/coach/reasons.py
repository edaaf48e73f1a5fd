"""Why a move is worse than another: facts of two lines compared, each found by the rules alone.

A reason is something that the line of the move played brings about and the best one's does not:
corners won and lost, passes, squares that both want or that are played last, and what is counted.
"""

from collections.abc import Callable, Iterator

import numpy as np

from othello.bits import CORNERS, X_SQUARES, around, bit, squares
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.coach.counts import LAST_EMPTIES, mobility, small_differences, wall
from players.coach.facts import Comparison, Fact, LinePosition, Walk, is_corner, regions, size
from players.move_values import MoveValue

MOST_PARRIES = 2
"""A threat that more moves than these parry is none."""
PASS_SOON = 6
"""A pass later than after so many moves is not the move's doing."""
SOON = 4
"""A square that both want is taken within so many moves of each line."""
LATE_EMPTIES = 20
"""With so few empty squares a move that could have been made later counts, however late."""
MOST_OF_REGION = 4
"""A larger region is too large to count in."""

Finder = Callable[[Comparison], Iterator[Fact]]


def _taken(walk: Walk, until: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The corners that the side which chooses takes among so many moves, and the other side's."""
    own, opp = (tuple(filter(is_corner, walk.of_side(side, until))) for side in (True, False))
    return own, opp


def _balance(walk: Walk, until: int) -> tuple[int, int]:
    """Corners won less corners lost among so many moves; then with those that can be taken next."""
    own, opp = _taken(walk, until)
    won = len(own) - len(opp)
    last = walk.moments[min(until, len(walk))]
    return won, won + size(last.own_moves & CORNERS) - size(last.opp_moves & CORNERS)


def _gives(moment: LinePosition, move: int) -> np.uint64:
    """The corners that a move of the side which chooses opens to the other side."""
    after = Position(moment.own, moment.opp).play_unchecked(move)
    return np.uint64(after.legal()) & CORNERS & ~moment.opp_moves


def _gives_all(moment: LinePosition) -> bool:
    """Whether no corner is open to the other side and each move of the side opens one."""
    moves = squares(moment.own_moves) if moment.chooses else []
    closed = not moment.opp_moves & CORNERS
    return closed and bool(moves) and all(_gives(moment, move) for move in moves)


def _opener(walk: Walk, corner: int) -> LinePosition | None:
    """The last position of a line in which a corner is shut to who takes it; None if it is open."""
    index = walk.moves.index(corner)
    taker = walk.moments[index].chooses
    shut = [
        each
        for each in walk.moments[:index]
        if not (each.own_moves if taker else each.opp_moves) & bit(corner)
    ]
    return shut[-1] if shut else None


def _invited(played: Walk, corner: int, until: int) -> bool:
    """Whether the side itself plays beside the corner later on, on the diagonal."""
    beside = around(bit(corner)) & X_SQUARES
    return any(move != PASS and bit(move) & beside for move in played.of_side(True, until)[1:])


def _lost(both: Comparison, corner: int) -> Fact | None:
    """How the other side gets a corner in the line played; None where it was open all the while."""
    played, there = both.played, bit(corner)
    index = played.moves.index(corner)
    line = played.until(index)
    if both.start.opp_moves & there:
        open_still = both.best.moments[1].opp_moves & there
        return None if open_still else Fact("leaves_corner", ((corner,),), (), line)
    opener = _opener(played, corner)
    if opener is None or opener.move is None or opener.move == PASS:
        return Fact("loses_corner", ((corner,),), (), line)
    at_once = opener is played.moments[0]
    if at_once and index == 1:
        return Fact("gives_corner", ((corner,),), (), line)
    if _gives_all(opener) and not any(map(_gives_all, both.best.moments[: index + 1])):
        left = tuple(squares(opener.own_moves))
        return Fact("runs_out", (left, (corner,)), (len(left),), line)
    if at_once or (not opener.chooses and _invited(both.played, corner, index)):
        return Fact("loses_corner", ((corner,),), (), line)
    kind = "concedes_corner" if opener.chooses else "attacks_corner"
    return Fact(kind, ((corner,), (opener.move,)), (), line)


def _corners(both: Comparison) -> Iterator[Fact]:
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
            fact = _lost(both, opp[0])
            if fact is not None:
                yield fact
        elif not is_corner(both.better) and _is_won(both, better[0]):
            line = both.best.until(both.best.moves.index(better[0]))
            yield Fact("wins_corner", (better,), (), line, of_best=True)
    elif worse:
        line, beside = (_until_corner(walk, until) for walk in lines)
        yield Fact("corners", sides, (), line, beside)
    elif len(own) <= len(better):
        yield from _given(both)


def _is_won(both: Comparison, corner: int) -> bool:
    """Whether a corner of the best line is won: not opened by the other side of its own will."""
    opener = _opener(both.best, corner)
    return both.ended or opener is None or opener.chooses or _gives_all(opener.other_side)


def _given(both: Comparison) -> Iterator[Fact]:
    """A corner that the move opens and the reply takes, where the best move opens none."""
    reply = both.played.moments[1]
    if reply.chooses or reply.move is None or not is_corner(reply.move):
        return
    elsewhere = both.start.opp_moves | both.best.moments[1].opp_moves
    if not elsewhere & bit(reply.move):
        yield Fact("gives_corner", ((reply.move,),), (), both.played.until(1))


def _until_corner(walk: Walk, until: int) -> tuple[int, ...]:
    """The moves up to the last corner among so many, or else all of them."""
    taken = [index for index, move in enumerate(walk.moves[:until]) if is_corner(move)]
    return walk.until(taken[-1] if taken else until - 1)


def _threatens_too(moment: LinePosition, reply: int | None, corner: np.uint64) -> bool:
    """Whether the reply threatens a corner after the best move as well."""
    if moment.chooses or reply is None or reply == PASS or not moment.opp_moves & bit(reply):
        return False
    after = Position(moment.opp, moment.own).play_unchecked(reply).passed()
    return bool(after.legal() & corner)


def _threat(both: Comparison) -> Iterator[Fact]:
    """The reply threatens a corner, which few moves parry."""
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
    """A side that must pass in one line and not in the other."""
    for chooses, walk, beside in ((True, both.played, both.best), (False, both.best, both.played)):
        until = both.common
        soon = walk.of_side(chooses, min(until, PASS_SOON))
        if PASS not in soon or PASS in beside.of_side(chooses, until):
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


def _left(walk: Walk, square: int, chooses: bool) -> bool:
    """Whether a side could have had a square after the first move, before it is taken there."""
    between = walk.moments[1 : walk.moves.index(square)]
    turns = (each for each in between if each.chooses == chooses)
    return any((each.own_moves if chooses else each.opp_moves) & bit(square) for each in turns)


def _taken_soon(played: Walk) -> list[int]:
    """What the other side takes soon that the side could not have had after its move."""
    soon = [move for move in played.of_side(False, SOON) if move != PASS]
    return [move for move in soon if not _left(played, move, True)]


def _wanted(both: Comparison) -> Iterator[Fact]:
    """A square that both sides want and the other one gets: none that a side left before."""
    soon, soon_best = _taken_soon(both.played), both.best.of_side(True, SOON)
    if both.better in soon and not _could_wait(both):
        line = both.played.until(both.played.moves.index(both.better))
        opened = ~both.start.opp_moves & both.played.moments[1].opp_moves & bit(both.better)
        kind = "opens_best" if opened and len(line) == 2 else "other_takes"
        yield Fact(kind, ((both.better,),), (), line)
    for square in soon:
        wanted = square != both.better and square in soon_best
        if wanted and not _left(both.best, square, False):
            way, best_way = (
                walk.until(walk.moves.index(square)) for walk in (both.played, both.best)
            )
            yield Fact("both_want", ((square,),), (), way, best_way)


def _waiting(both: Comparison) -> Iterator[Fact]:
    """A move that the side could make later, and what had to come before it."""
    if not _could_wait(both):
        return
    waited = both.best.until(both.best.moves.index(both.move))
    if both.better in _taken_soon(both.played):
        line = both.played.until(both.played.moves.index(both.better))
        yield Fact("could_wait", ((both.better,),), (), line, waited)
    else:
        yield Fact("waits", (), (), waited, of_best=True)


def _could_wait(both: Comparison) -> bool:
    """Whether the best line comes to the move, late only near the end, and shut to the other."""
    there, ends = bit(both.move), size(both.start.empties) <= LATE_EMPTIES
    for moment in both.best.moments[: None if ends else SOON]:
        if moment.opp_moves & there:
            return False
        if moment.move == both.move:
            return True
    return False


REASONS: tuple[Finder, ...] = (_corners, _threat, _passes, _waiting, mobility, _parity)
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
