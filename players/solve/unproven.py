"""The best move known of a position, and a narrower range, where time is short of a proof."""

from typing import Any, NamedTuple

from othello.position import START, Position
from othello.rules import SCORE_SCALE
from players.engine.endgame import GUESS_DEPTH, Solution, Solver
from players.engine.engine import Engine
from players.engine.request import Request

KEPT_SHARE = 0.2
"""The share of the seconds that is kept for the best move and the range: half for each."""
LEAST_SECONDS = 0.05
ENGINE_MEGABYTES = 16


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
    if seconds is None or solver.stop[0]:
        move, score = solver.likely_move(position)
        return found, Known(move, score, GUESS_DEPTH)
    known = _searched(position, seconds * KEPT_SHARE / 2, threads, solver.stop)
    guess = 2 * round(known.score / SCORE_SCALE / 2)
    return solver.narrow(position, found, guess, wld, seconds * KEPT_SHARE / 2), known


def _searched(position: Position, seconds: float, threads: int, stop: Any) -> Known:
    """What the engine thinks of a position; loading its kernels costs none of the seconds."""
    engine = Engine(threads, ENGINE_MEGABYTES)
    engine.search(START, Request(depth=2))
    found = engine.search(position, Request(seconds=max(seconds, LEAST_SECONDS), stop=stop))
    return Known(found.line[0], found.score, found.depth)
