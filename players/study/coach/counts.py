"""Reasons that count along two lines: moves of both sides at their turns, and exposed discs."""

from collections import Counter
from collections.abc import Iterator

from othello.bits import NONE, around, bit, squares
from othello.position import PASS
from players.study.coach.facts import Comparison, Fact, LinePosition, Walk, size

CLEARLY_FEWER, FEWER, LAST_FEWER = 3, 2, 1
"""Least difference of moves or exposed discs that counts; without other reasons; near the end."""
LAST_EMPTIES = 12
"""Most empty squares near the end of the game."""
TURNS = 4
"""Turns of a side whose moves are counted."""
LEAST_BALANCE = 0.5
"""Least difference, in moves a turn of both sides, of a move with a reason of mobility."""
LEAST_TURNS = 3
"""Least number of turns of a lasting difference, which lasts to the end of both lines."""
LEAST_MEAN = 2
"""Least difference of a side's moves a turn."""
MOST_NAMED = 4
"""Most squares named with a mean of moves."""
WALL_EMPTIES = 20
"""Empty squares with which exposed discs count."""


def _at_once(both: Comparison, least: int) -> Iterator[Fact]:
    """Difference of the replies, and of the moves after the reply."""
    lines = both.played, both.best
    after, after_best = (walk.moments[1] for walk in lines)
    replies, fewer = (
        0 if moment.chooses else size(moment.opp_moves) for moment in (after, after_best)
    )
    more, missing = replies - fewer, 0
    if all(len(walk) > 2 and walk.moments[2].chooses for walk in lines):
        left, better = (size(walk.moments[2].own_moves) for walk in lines)
        missing = better - left
        if missing >= max(least, more):
            replied = after.move, after_best.move
            if None not in replied and PASS not in replied:
                places = tuple((move,) for move in replied if move is not None)
                yield Fact("few_moves", places, (left, better))
    if more >= max(least, -missing):
        still_open = NONE if after_best.chooses else after_best.opp_moves
        shut = after.opp_moves & both.start.opp_moves & ~(still_open | bit(both.better))
        if shut != NONE:
            yield Fact("many_replies", (tuple(squares(shut)),), (replies, fewer))


def _at_turns(walk: Walk, chooses: bool) -> list[tuple[int, int]]:
    """Turns of a side after the first move: their indices in the line and its numbers of moves."""
    ended = len(walk) if walk.over else len(walk) + 1
    return [
        (index, size(moment.own_moves if chooses else moment.opp_moves))
        for index, moment in enumerate(walk.moments[:ended])
        if index and moment.chooses == chooses
    ]


def _lasting(both: Comparison, chooses: bool, strict: bool) -> tuple[int, Fact] | None:
    """Lasting difference of a side's moves and its fact; `strict`: at no turn in its favour."""
    turns = [_at_turns(walk, chooses) for walk in (both.played, both.best)]
    pairs = list(zip(*turns, strict=False))
    sign = 1 if chooses else -1
    losses = [sign * (best[1] - played[1]) for played, best in pairs]
    counted = losses[:TURNS]
    if len(counted) < LEAST_TURNS or losses[-1] < strict or sum(losses[TURNS:]) < 0:
        return None
    if (strict and min(counted) < 0) or sum(counted) < LEAST_MEAN * len(counted):
        return None
    counts = tuple(moves for line in turns for _, moves in line[: len(counted)])
    played, best = pairs[len(counted) - 1]
    places = _only_in_one(both, chooses)
    lines = both.played.until(played[0] - 1), both.best.until(best[0] - 1)
    kind = "few_later" if chooses else "many_later"
    return sum(counted), Fact(kind, (places,), counts, *lines)


def _only_in_one(both: Comparison, chooses: bool) -> tuple[int, ...]:
    """Squares that a side can play at two of its next turns in its better line alone."""
    better, worse = (both.best, both.played)[:: 1 if chooses else -1]
    often: Counter[int] = Counter()
    never = ~(NONE | bit(both.move) | bit(both.better))
    for walk in (better, worse):
        for index, _ in _at_turns(walk, chooses)[:TURNS]:
            moment = walk.moments[index]
            moves = moment.own_moves if chooses else moment.opp_moves
            if walk is better:
                often.update(squares(moves))
            else:
                never &= ~moves
    named = [square for square, turns in often.most_common() if turns > 1 and bit(square) & never]
    return tuple(named[:MOST_NAMED])


def _stands_worse(both: Comparison) -> bool:
    """True if the moves of both sides at the next turns speak against the move played."""
    if both.alike:
        return False
    worse = 0.0
    for chooses, sign in ((True, 1), (False, -1)):
        turns = [_at_turns(walk, chooses)[:TURNS] for walk in (both.played, both.best)]
        pairs = list(zip(*turns, strict=False))
        lost = sum(best[1] - played[1] for played, best in pairs)
        worse += sign * lost / max(1, len(pairs))
    return worse >= LEAST_BALANCE


def _later(both: Comparison, strict: bool) -> Iterator[Fact]:
    """Lasting differences of moves, the larger one first."""
    lasting = filter(None, (_lasting(both, chooses, strict) for chooses in (True, False)))
    yield from (fact for _worse, fact in sorted(lasting, reverse=True) if fact.places[0])


def mobility(both: Comparison) -> Iterator[Fact]:
    """Reasons of mobility: at once, or at all turns of both lines."""
    if _stands_worse(both):
        yield from _at_once(both, CLEARLY_FEWER)
        yield from _later(both, True)


def small_differences(both: Comparison) -> Iterator[Fact]:
    """Small differences of mobility, for moves without another reason."""
    near_end = size(both.start.empties) <= LAST_EMPTIES
    if _stands_worse(both):
        yield from _at_once(both, LAST_FEWER if near_end else FEWER)
        yield from _later(both, False)
    yield from wall(both, FEWER)


def _exposed(moment: LinePosition) -> int:
    """Number of own discs next to an empty square."""
    return size(moment.own & around(moment.empties))


def wall(both: Comparison, least: int = CLEARLY_FEWER) -> Iterator[Fact]:
    """Exposed discs, which give the other side moves."""
    if size(both.start.empties) > WALL_EMPTIES:
        more, fewer = (_exposed(walk.moments[1]) for walk in (both.played, both.best))
        if more - fewer >= least:
            yield Fact("wall", (), (more, fewer))
