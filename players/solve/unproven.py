"""The best move known of a position, and a narrower range, where time is short of a proof."""

import time
from contextlib import suppress
from typing import Any, NamedTuple

from othello.compiling import StillCompilingError
from othello.position import START, Position
from othello.rules import SCORE_SCALE
from othello.stability import result_bounds
from players.engine.endgame import GUESS_DEPTH, Solution, Solver
from players.engine.engine import Engine
from players.engine.request import Request

KEPT_SHARE = 0.2
"""The share of the seconds that is kept for the best move and the range: half for each."""
LEAST_SECONDS = 0.05
ENGINE_MEGABYTES = 16
FAR_QUESTIONS = (40, 28, 20, 14, 10, 6, 4, 2)
"""Distances from the result expected at which `narrowed` asks, in discs."""


class Known(NamedTuple):
    """A move, its value in hundredths of a disc, and the plies of the search that found it.

    The search leaves moves out, so that none of this is proven unless the result is.
    """

    move: int | None
    score: int
    depth: int


def solved_within(
    position: Position, solver: Solver, *, wld: bool, seconds: float | None, threads: int
) -> tuple[Solution, Known]:
    """What the solver proves of a position within the seconds, and the best move known."""
    allowed = None if seconds is None else (1 - KEPT_SHARE) * seconds
    found = solver.solve(position, wld=wld, seconds=allowed)
    if found.proven:
        return found, Known(found.best, SCORE_SCALE * found.score, int(position.plies_left()))
    known = None
    if seconds is not None and not solver.stop[0]:
        with suppress(StillCompilingError):  # it was stopped before the engine's kernels were there
            known = _searched(position, seconds * KEPT_SHARE / 2, threads, solver.stop)
    if seconds is None or known is None:
        move, score = solver.likely_move(position)
        return found, Known(move, score, GUESS_DEPTH)
    guess = 2 * round(known.score / SCORE_SCALE / 2)
    found = narrowed(found, position, solver, guess, seconds * KEPT_SHARE / 2)
    proven = found.proven or (wld and (found.lower > 0 or found.upper < 0))
    return found._replace(proven=proven), known


def narrowed(
    found: Solution, position: Position, solver: Solver, guess: int, seconds: float
) -> Solution:
    """A solution that is not proven, with a narrower range.

    Stable discs bound the result. Then questions far from `guess`, the even result expected, are
    asked, since they cost the least, and nearer ones, until the CPU seconds are used.
    """
    ends = time.thread_time() + seconds
    low, high = (bound // SCORE_SCALE for bound in result_bounds(position.own, position.opp))
    lower, upper = max(found.lower, low), min(found.upper, high)
    for target in [guess + side * far for far in FAR_QUESTIONS for side in (-1, 1)]:
        if not lower < target <= upper:
            continue
        left, window = max(0.0, ends - time.thread_time()), (target - 2, target)
        asked = solver.solve(position, window=window, seconds=left, guess=target)
        nodes, spent = found.nodes + asked.nodes, found.seconds + asked.seconds
        found = found._replace(nodes=nodes, seconds=spent)
        if not asked.proven:
            break
        if asked.lower > lower:
            lower, found = asked.lower, found._replace(best=asked.best, line=asked.line)
        upper = min(upper, asked.upper)
    score = min(max(guess, lower), upper)
    return found._replace(score=score, lower=lower, upper=upper, proven=lower == upper)


def _searched(position: Position, seconds: float, threads: int, stop: Any) -> Known:
    """What the engine thinks of a position; loading its kernels costs none of the seconds."""
    engine = Engine(threads, ENGINE_MEGABYTES)
    engine.search(START, Request(depth=2))
    found = engine.search(position, Request(seconds=max(seconds, LEAST_SECONDS), stop=stop))
    return Known(found.line[0], found.score, found.depth)
