"""What is counted along two lines: moves of both sides at their turns, and discs; see `reasons`."""

from collections.abc import Iterator

from othello.bits import NONE, around, squares
from othello.position import PASS
from players.coach.facts import Comparison, Fact, LinePosition, Walk, size

CLEARLY_FEWER, FEWER, LAST_FEWER = 3, 2, 1
"""The least difference of moves that counts, where nothing else is found, and at last."""
LAST_EMPTIES = 12
"""The end: at most so many empty squares."""
TURNS, MOST_TURNS = 4, 6
"""The turns of a side of which the moves are told; where nothing else is found."""
LEAST_BALANCE = 0.5
"""By so many moves a turn, those of both sides counted, a move is worse of which moves are told."""
LEAST_TURNS = 3
"""A difference that lasts does so for as many turns, and to the end of both lines."""
MORE_EXPOSED, WALL_EMPTIES = 3, 20
"""The least difference of discs beside empty squares that counts, with more empty squares."""


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
        shut = here.opp_moves & ~(NONE if beside.chooses else beside.opp_moves)
        yield Fact("many_replies", (tuple(squares(shut)),), (replies, fewer))


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


def _stands_worse(both: Comparison) -> bool:
    """Whether the moves of both sides at the next turns together speak against the move played."""
    worse = 0.0
    for chooses, sign in ((True, 1), (False, -1)):
        turns = [_at_turns(walk, chooses)[:TURNS] for walk in (both.played, both.best)]
        pairs = list(zip(*turns, strict=False))
        lost = sum(beside[1] - here[1] for here, beside in pairs)
        worse += sign * lost / max(1, len(pairs))
    return worse >= LEAST_BALANCE


def _later(both: Comparison, strict: bool) -> Iterator[Fact]:
    """The moves at the turns of the side that stands worse by more."""
    lasting = filter(None, (_lasting(both, chooses, strict) for chooses in (True, False)))
    yield from (fact for _worse, fact in sorted(lasting, reverse=True))


def mobility(both: Comparison) -> Iterator[Fact]:
    """Moves of both sides: at once, or at all turns of both lines."""
    if _stands_worse(both):
        yield from _at_once(both, CLEARLY_FEWER)
        yield from _later(both, True)


def small_differences(both: Comparison) -> Iterator[Fact]:
    """What is said where nothing else is found: a few moves more or fewer."""
    last = size(both.start.empties) <= LAST_EMPTIES
    if _stands_worse(both):
        yield from _at_once(both, LAST_FEWER if last else FEWER)
        yield from _later(both, False)


def _exposed(moment: LinePosition) -> int:
    """The discs of the side that chooses which lie beside an empty square."""
    return size(moment.own & around(moment.empties))


def wall(both: Comparison) -> Iterator[Fact]:
    """Discs laid open beside empty squares, where the other side gets its moves from."""
    if size(both.start.empties) > WALL_EMPTIES:
        more, fewer = (_exposed(walk.moments[1]) for walk in (both.played, both.best))
        if more - fewer >= MORE_EXPOSED:
            yield Fact("wall", (), (more, fewer))
