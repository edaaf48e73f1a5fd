"""Why a move is worse than another: facts of two lines compared, each found by the rules alone.

A reason is something that the line of the move played brings about and the best one's does not:
corners won and lost, moves of both sides and discs as they are counted, and squares played last.
"""

from collections.abc import Callable, Iterator

import numpy as np

from othello.bits import CORNERS, around, bit, squares
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.coach.facts import Comparison, Fact, LinePosition, Walk, is_corner, regions, size
from players.move_values import MoveValue

MOST_PARRIES = 2
"""A threat that more moves than these parry is none."""
CLEARLY_FEWER, FEWER, LAST_FEWER = 3, 2, 1
"""The least difference of moves that counts, where nothing else is found, and at last."""
LAST_EMPTIES = 12
"""The end: at most so many empty squares."""
TURNS, MOST_TURNS = 4, 6
"""The turns of a side of which the moves are told; where nothing else is found."""
LEAST_TURNS = 3
"""A difference that lasts does so for as many turns, and to the end of both lines."""
MORE_EXPOSED, WALL_EMPTIES = 3, 20
"""The least difference of discs beside empty squares that counts, with more empty squares."""
SOON = 4
"""A square that both want is taken within so many moves of each line."""
MOST_OF_REGION = 4
"""A larger region is too large to count in."""

Finder = Callable[[Comparison], Iterator[Fact]]


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


def _threat(both: Comparison) -> Iterator[Fact]:
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


def _at_once(both: Comparison, least: int) -> Iterator[Fact]:
    """How many moves the other side has, and how many its reply leaves."""
    lines = both.played, both.best
    here, beside = (walk.moments[1] for walk in lines)
    replies, fewer = (0 if each.chooses else size(each.opp_moves) for each in (here, beside))
    more, missing = replies - fewer, 0
    if all(len(walk) > 2 and walk.moments[2].chooses for walk in lines):
        left, better = (size(walk.moments[2].own_moves) for walk in lines)
        missing = better - left
        if missing >= max(least, more):
            replied = here.move, beside.move
            if None not in replied and PASS not in replied:
                places = tuple((move,) for move in replied if move is not None)
                yield Fact("few_moves", places, (left, better))
    if more >= max(least, -missing):
        opened = tuple(squares(here.opp_moves & ~both.start.opp_moves & ~beside.opp_moves))
        kind = "opens_moves" if opened else "many_replies"
        yield Fact(kind, (opened,) if opened else (), (replies, fewer))


def _at_turns(walk: Walk, chooses: bool) -> list[tuple[int, int]]:
    """The turns of a side after the first move: their numbers in the line and its moves then."""
    ended = len(walk) if walk.over else len(walk) + 1
    return [
        (index, size(each.own_moves if chooses else each.opp_moves))
        for index, each in enumerate(walk.moments[:ended])
        if index and each.chooses == chooses
    ]


def _lasting(both: Comparison, chooses: bool, strict: bool) -> tuple[int, Fact] | None:
    """How much worse a side stands at its turns in the line played: at each, where `strict`."""
    most = TURNS if strict else MOST_TURNS
    turns = [_at_turns(walk, chooses) for walk in (both.played, both.best)]
    pairs = list(zip(*turns, strict=False))
    sign = 1 if chooses else -1
    worse = [sign * (beside[1] - here[1]) for here, beside in pairs]
    told = worse[:most]
    if len(told) < LEAST_TURNS or worse[-1] < strict or sum(worse[most:]) < 0:
        return None
    if min(told) < (0 if strict else -FEWER) or 2 * sum(told) < (4 if strict else 3) * len(told):
        return None
    counts = tuple(each[1] for way in turns for each in way[: len(told)])
    here, beside = pairs[len(told) - 1]
    lines = both.played.until(here[0] - 1), both.best.until(beside[0] - 1)
    return sum(told), Fact("few_later" if chooses else "many_later", (), counts, *lines)


def _later(both: Comparison, strict: bool) -> Iterator[Fact]:
    """The moves at the turns of the side that stands worse by more."""
    lasting = filter(None, (_lasting(both, chooses, strict) for chooses in (True, False)))
    yield from (fact for _worse, fact in sorted(lasting, reverse=True))


def _mobility(both: Comparison) -> Iterator[Fact]:
    """Moves of both sides: at once, or at all turns of both lines."""
    yield from _at_once(both, CLEARLY_FEWER)
    yield from _later(both, True)


def _small_differences(both: Comparison) -> Iterator[Fact]:
    """What is said where nothing else is found: a few moves more or fewer."""
    last = size(both.start.empties) <= LAST_EMPTIES
    yield from _at_once(both, LAST_FEWER if last else FEWER)
    yield from _later(both, False)


def _exposed(moment: LinePosition) -> int:
    """The discs of the side that chooses which lie beside an empty square."""
    return size(moment.own & around(moment.empties))


def _wall(both: Comparison) -> Iterator[Fact]:
    """Discs laid open beside empty squares, where the other side gets its moves from."""
    if size(both.start.empties) > WALL_EMPTIES:
        more, fewer = (_exposed(walk.moments[1]) for walk in (both.played, both.best))
        if more - fewer >= MORE_EXPOSED:
            yield Fact("wall", (), (more, fewer))


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


REASONS: tuple[Finder, ...] = (_corners, _threat, _passes, _mobility, _parity)
"""What is looked for first, what tells most before; of each at most one is told."""
WEAKER: tuple[Finder, ...] = (_wanted, _wall)
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
    found = (strong or list(_small_differences(both))[:1]) + weak
    result = list(_result(played, best))
    if result and not found:
        result = [result[0]._replace(line=both.played.moves, beside=both.best.moves)]
    return (*result, *found)
