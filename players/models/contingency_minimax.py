"""Contingency minimax: the value of a position, separate from that of a path.

A search of a game with repetitions returns the real score, where a repetition of a position on the
path is a draw, and a range around the value of the position for any path. Only the range is stored
in the table. Source: H. G. Muller 2007, "contingency minimax", a listing published untested.

Slips of the listing that are corrected in any case: `color` for `side`; a semicolon that empties
the loop over the moves; missing terminal positions; the range of a position that the table answers;
and the ply that is stored as a depth. `Published` keeps everything else.

`Corrected` changes two things. The listing sets the range of a successor to its score when that
score rests on no repetition further up, even if the score is only a bound. Here a score above alpha
raises the lower end, and a score below beta reduces the upper end. And a node that is entered again
starts with its stored range and ends with the intersection, where the listing forgets it.

This is enough. Let T be the value of a node, and f(t) the value of its best move if a repetition of
the node counts t. Then f(T) = T. Best play repeats nothing, so f(0) = T too. As f never falls, f(t)
= T for all t from 0 to T. A real score mixes draws by repetition with stored values of positions:
it lies between f(0) and f(T), and so is T. If nodes further up were repeated as well, the score
says nothing of T, and only the range of the successor is used.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, lowest
from othello.jit import jit
from players.models.graphs import CLOSED, DRAW, NodeRanges, Range, new_node_ranges
from players.search.bounds import INFINITY, Window
from players.search.workspace import NODES, Workspace, new_workspace

NO_REPETITION = INFINITY
"""Ply of the repeated node if nothing was repeated."""


class RangeResult(NamedTuple):
    """Result of a node for the side to move.

    `score` is the real score, fail-soft; `lower` and `upper` are the range; `repeated` is the
    lowest ply of a repeated node on the path.
    """

    score: int
    lower: int
    upper: int
    repeated: int


class RangeSearch(NamedTuple):
    """The parts of a search: `rule` is Published or Corrected."""

    rule: Any
    ranges: NodeRanges
    workspace: Workspace


def new_range_search(rule: Any) -> RangeSearch:
    """Search with infinite ranges."""
    return RangeSearch(rule, new_node_ranges(), new_workspace())


@jit
def _answer_at_once(state, slot, window, ply, ranges):
    """True for a repetition, a finished game or a table cut; and the result or stored range."""
    lower, upper = ranges.lower[slot], ranges.upper[slot]
    if ranges.open_ply[slot] != CLOSED:
        return True, RangeResult(DRAW, lower, upper, ranges.open_ply[slot])
    if state.legal() == NONE:
        score = state.final()
        return True, RangeResult(score, score, score, NO_REPETITION)
    if ply > 0 and (lower >= window.beta or lower == upper):
        return True, RangeResult(lower, lower, upper, NO_REPETITION)
    if ply > 0 and upper <= window.alpha:
        return True, RangeResult(upper, lower, upper, NO_REPETITION)
    return False, RangeResult(DRAW, lower, upper, NO_REPETITION)


@jit
def _set_entry(ranges, slot, span, open_ply):
    """Store the range of a node and its ply on the path."""
    ranges.lower[slot] = span.lower
    ranges.upper[slot] = span.upper
    ranges.open_ply[slot] = open_ply


@jit
def range_search(state, window, ply, search):
    """Return the result of `state`, every line searched to its end.

    `window` is for real scores; `ply` is the distance from the root, which the table does not
    answer; `state.key()` is the index of the node. Result and ranges are worthless once
    `workspace.exhausted()`.
    """
    # Repetition, end of the game, or table cut.
    slot = np.int64(state.key())
    settled, result = _answer_at_once(state, slot, window, ply, search.ranges)
    if settled:
        return result
    # Put the node on the path.
    before = search.rule.opening(Range(result.lower, result.upper))
    _set_entry(search.ranges, slot, before, ply)
    # Move loop: score, range and lowest repetition are maximised or minimised together.
    moves = state.legal()
    best = least = most = -INFINITY
    repeated = NO_REPETITION
    alpha = window.alpha
    while moves != NONE:
        if search.workspace.exhausted():
            return result
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
        # Beta cutoff: other moves may be better.
        if alpha >= window.beta and moves != NONE:
            most = INFINITY
            break
        _set_entry(search.ranges, slot, Range(max(before.lower, least), before.upper), ply)
    # Store the intersection, off the path.
    after = Range(max(before.lower, least), min(before.upper, most))
    _set_entry(search.ranges, slot, after, np.int64(CLOSED))
    return RangeResult(best, after.lower, after.upper, repeated)
