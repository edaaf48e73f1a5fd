"""Conditions of reasons that count along two lines: moves of both sides, and exposed discs.

Small differences count only for a move without another reason (`Comparison.small`).
"""

from collections import Counter
from collections.abc import Iterator

from othello.position import PASS
from players.study.coach.facts import Evidence, evidence
from players.study.coach.lines import NOTHING, Comparison, Squares, Walk, neighbours, set_of

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


def _turns(walk: Walk, own: bool) -> list[tuple[int, Squares]]:
    """Turns of a side after the first move: their indices in the line and its moves."""
    moments = walk.moments[: len(walk) if walk.over else None]
    turns = enumerate(moments[1:], 1)
    return [(index, each.moves(own)) for index, each in turns if each.chooses == own]


def _losses(both: Comparison, own: bool) -> list[int]:
    """Moves that the side misses at its turns, or that the other side gains."""
    turns = zip(_turns(both.played, own), _turns(both.best, own), strict=False)
    sign = 1 if own else -1
    return [sign * (len(best) - len(played)) for (_, played), (_, best) in turns]


def _stands_worse(both: Comparison) -> bool:
    """True if the moves of both sides at the next turns speak against the move played."""
    losses = [_losses(both, own)[:TURNS] for own in (True, False)]
    worse = sum(sum(each) / max(1, len(each)) for each in losses)
    return worse >= LEAST_BALANCE and not both.alike


def _least(both: Comparison) -> int:
    """Least difference at once that counts."""
    near_end = len(both.start.empties) <= LAST_EMPTIES
    return CLEARLY_FEWER if not both.small else LAST_FEWER if near_end else FEWER


def _at_once(both: Comparison) -> tuple[list[int], list[int]]:
    """Numbers of replies, and of the side's moves after the reply; 0 without a reply."""
    lines = both.played, both.best
    replies = [0 if each.chooses else len(each.opp_moves) for each in (both.after, both.after_best)]
    replied = all(len(walk) > 2 and walk.moments[2].chooses for walk in lines)
    return replies, [len(walk.moments[2].own_moves) if replied else 0 for walk in lines]


def few_moves(both: Comparison) -> Iterator[Evidence]:
    """Few moves of the side after the reply."""
    (replies, fewer), (left, better) = _at_once(both)
    if better - left >= max(_least(both), replies - fewer) and _stands_worse(both):
        first, second = (walk.moves[1] for walk in (both.played, both.best))
        if PASS not in (first, second):
            yield evidence({first}, {second}, counts=(left, better))


def many_replies(both: Comparison) -> Iterator[Evidence]:
    """Many replies of the other side."""
    (replies, fewer), (left, better) = _at_once(both)
    if replies - fewer >= max(_least(both), left - better) and _stands_worse(both):
        still = NOTHING if both.after_best.chooses else both.after_best.opp_moves
        if shut := (both.after.opp_moves & both.start.opp_moves) - still - {both.better}:
            yield evidence(shut, counts=(replies, fewer))


def _only_in_one(both: Comparison, own: bool) -> tuple[int, ...]:
    """Squares that a side can play at two of its next turns in its better line alone."""
    lines = (both.best, both.played) if own else (both.played, both.best)
    better, worse = (_turns(walk, own)[:TURNS] for walk in lines)
    often = Counter(square for _, moves in better for square in sorted(moves))
    ignored = {both.move, both.better}.union(*(moves for _, moves in worse))
    named = [square for square, turns in often.most_common() if turns > 1]
    return tuple(square for square in named if square not in ignored)[:MOST_NAMED]


def fewer_a_turn(both: Comparison, own: bool) -> Iterator[Evidence]:
    """Evidence that the side has fewer moves for some turns, or the other side has more.

    At no turn is it the other way round, unless the difference may be small.
    """
    losses = _losses(both, own)
    counted, rest = losses[:TURNS], losses[TURNS:]
    if len(counted) < LEAST_TURNS or losses[-1] < (not both.small) or sum(rest) < 0:
        return
    if sum(counted) < LEAST_MEAN * len(counted) or (min(counted) < 0 and not both.small):
        return
    played, best = (_turns(walk, own)[: len(counted)] for walk in (both.played, both.best))
    named = _only_in_one(both, own)
    if named and _stands_worse(both):
        counts = tuple(len(moves) for _, moves in (*played, *best))
        lines = both.played.moves[: played[-1][0]], both.best.moves[: best[-1][0]]
        yield evidence(named, counts=counts, line=lines[0], beside=lines[1])


def wall(both: Comparison) -> Iterator[Evidence]:
    """Discs exposed to empty squares, which give the other side moves."""
    more, fewer = (
        len(set_of(each.own) & neighbours(each.empties)) for each in (both.after, both.after_best)
    )
    least = FEWER if both.small else CLEARLY_FEWER
    if len(both.start.empties) > WALL_EMPTIES and more - fewer >= least:
        yield evidence(counts=(more, fewer))
