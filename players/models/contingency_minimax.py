"""Contingency minimax: what is true of a position, kept apart from what is true of a path.

A search of a game with repetitions returns two things: the real score, for which
a repetition of a position on the path is a draw, and a range of scores that
brackets what the position is worth whatever the path to it. Only the range goes
into the table. Source: H. G. Muller, "contingency minimax",
2007, a listing published untested.

Slips of the listing that are mended in any case, so that it runs: `color` for
`side`; the semicolon that empties the loop over the moves; the missing terminal
positions; the range of a position that the table answers, which is the stored
one and comes from no repetition; and the ply that is stored as a depth, which a
search to the end of the game has no use for. `Published` keeps everything else.

`Mended` changes two things. The range of a successor collapses to its score once
that score rests on no repetition further up; but the listing does so even where
the score is only a bound, as it is outside the window. Here a score above alpha
raises the lower end and one below beta reduces the upper end, where that is
tighter; so only a score inside the window does both. And a node that is entered
again starts from its stored range and ends with what both have in common, where
the listing forgets it. The argument below is about the first change; the second
joins what is true already, and only makes ranges narrower.

Why that is enough. Let T be what a node is worth, and f(t) what its best move is
worth if a repetition of the node counts t. Then f(T) = T; f(0) = T too, since
the best play repeats nothing; and f never falls as t grows, so f(t) = T for all t
from 0 to T. A real score mixes draws by repetition with entries that hold what
positions are worth: as far as the node itself goes it lies between f(0) and
f(T), and is T. While nodes further up were repeated as well, it says nothing of
T, and only the successor's own range is used.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, lowest
from othello.jit import jit
from players.models.graphs import CLOSED, DRAW, NodeRanges, Range, new_node_ranges
from players.search.bounds import INFINITY, Window
from players.search.workspace import NODES, Workspace, new_workspace

NO_REPETITION = INFINITY
"""The ply of the repeated node where nothing was repeated."""


class RangeFound(NamedTuple):
    """What a search says of a node, for the side to move there.

    `score` is the real score, fail-soft; `lower` and `upper` are the range;
    `repeated` is the lowest ply of a node on the path that was met again.
    """

    score: int
    lower: int
    upper: int
    repeated: int


class RangeSearch(NamedTuple):
    """What a search for ranges is made of: Published or Mended, the ranges, and a workspace."""

    rule: Any
    ranges: NodeRanges
    workspace: Workspace


def new_range_search(rule: Any) -> RangeSearch:
    """A search that knows nothing yet."""
    return RangeSearch(rule, new_node_ranges(), new_workspace())


@jit
def _without_search(state, slot, window, ply, ranges):
    """Whether a node needs no search, and what is known of it: repeated, over, or in the table."""
    lower, upper = ranges.lower[slot], ranges.upper[slot]
    if ranges.open_ply[slot] != CLOSED:
        return True, RangeFound(DRAW, lower, upper, ranges.open_ply[slot])
    if state.legal() == NONE:
        score = state.final()
        return True, RangeFound(score, score, score, NO_REPETITION)
    if ply > 0 and (lower >= window.beta or lower == upper):
        return True, RangeFound(lower, lower, upper, NO_REPETITION)
    if ply > 0 and upper <= window.alpha:
        return True, RangeFound(upper, lower, upper, NO_REPETITION)
    return False, RangeFound(DRAW, lower, upper, NO_REPETITION)


@jit
def _keep(ranges, slot, span, open_ply):
    """Let an entry hold a range, and where its node stands on the path."""
    ranges.lower[slot] = span.lower
    ranges.upper[slot] = span.upper
    ranges.open_ply[slot] = open_ply


@jit
def range_search(state, window, ply, search):
    """What a search of `state` finds that follows every line to its end: see RangeFound.

    `window` holds the real scores that matter; `ply` is the distance from the
    root, which no table entry answers. `state.key()` is the number of its entry
    in the ranges. The result and the ranges are worthless once
    `workspace.exhausted()`.
    """
    slot = np.int64(state.key())
    known, found = _without_search(state, slot, window, ply, search.ranges)
    if known:
        return found
    before = search.rule.opening(Range(found.lower, found.upper))
    _keep(search.ranges, slot, before, ply)
    moves = state.legal()
    best = least = most = -INFINITY
    repeated = NO_REPETITION
    alpha = window.alpha
    while moves != NONE:
        if search.workspace.exhausted():
            return found
        move = lowest(moves)
        moves &= moves - ONE
        search.workspace.counters[NODES] += 1
        below = range_search(state.play(move), Window(-window.beta, -alpha), ply + 1, search)
        score = -below.score
        span = Range(-below.upper, -below.lower)
        if below.repeated >= ply:
            span = search.rule.settled(span, score, Window(alpha, window.beta))
        least = max(least, span.lower)
        most = max(most, span.upper)
        repeated = min(repeated, below.repeated)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= window.beta and moves != NONE:
            most = INFINITY
            break
        _keep(search.ranges, slot, Range(max(before.lower, least), before.upper), ply)
    after = Range(max(before.lower, least), min(before.upper, most))
    _keep(search.ranges, slot, after, CLOSED)
    return RangeFound(best, after.lower, after.upper, repeated)
