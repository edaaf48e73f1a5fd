"""The high-level API: values of moves, verdicts on a game, the solution of a position.

A search runs in its own thread, so that Ctrl-C and an ordinary `threading.Event` end it at once,
even while kernels compile. Scores are hundredths of a disc for the side to move.

>>> from othello import Game, move_name
>>> position = Game.from_transcript("f5d6c3").position
>>> for values in stream_values(position, 4, player="alphabeta:evaluator=bill"):
...     print(values.depth, move_name(values.best.move), values.best.score)
2 d3 108
3 f4 -255
4 f4 -317
"""

import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from othello.game import Game
from othello.jit import ignore_overflow
from othello.position import Position
from players import registry
from players.budget import POLL_SECONDS, run_in_thread
from players.engine.endgame import SOLVER_MEGABYTES, Solver
from players.engine.engine import Engine
from players.engine.request import NOTHING_PROVEN, Request, Result
from players.move_values import LEAST_DEPTH, MoveValues, deepening_values, tells_values
from players.protocol import Player
from players.study.analyse.games import Turn, turns
from players.study.analyse.verdicts import Verdict, VerdictLimits, judge

Answer = TypeVar("Answer")

DEFAULT_VERDICT_LIMITS = VerdictLimits(depth=12, exact=18)
"""The default limits for judging a game's moves."""
SCORES_MEGABYTES = 16
"""The table of each thread that solves many boards."""


class SearchCost(NamedTuple):
    """The cost of a search so far: moves played and elapsed seconds."""

    nodes: int
    seconds: float


def _is_set(stop: threading.Event | None) -> bool:
    return stop is not None and stop.is_set()


def _watch(
    search: Callable[[], Answer],
    flag: NDArray[np.int64],
    stop: threading.Event | None,
    report: Callable[[], object] | None = None,
) -> Answer | None:
    """Run a search in another thread and return its result.

    `flag` (int64[1]) becomes 1 when `stop` is set, or when an exception such as KeyboardInterrupt
    ends the wait. `report` is called every POLL_SECONDS. None if the search was stopped while a
    kernel was compiling.
    """

    def poll() -> None:
        if _is_set(stop):
            flag[0] = 1
        if report is not None:
            report()

    return run_in_thread(search, flag, poll, POLL_SECONDS)


def _check(position: Position) -> None:
    """Raise TypeError if `position` is not a Position."""
    if not isinstance(position, Position):
        raise TypeError(f"expected a Position, not a {type(position).__name__}")


def stream_values(
    position: Position,
    max_depth: int,
    *,
    player: Player | str = "engine",
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> Iterator[MoveValues]:
    """Yield the values of all moves at depths 2, 3, ..., `max_depth` or until all are exact.

    The best move is first. `player` is a player that searches to a depth, or a specification. The
    stream ends when `stop` is set, or `seconds` of wall time after the first values, which always
    come unless `stop` is set during compilation. Values of an interrupted depth are not yielded.
    Raise ValueError if `max_depth` is less than 2, if the player's scores are not values of moves,
    or if the side to move has to pass: then use `position.passed()`.
    """
    searcher = _player_for_values(position, max_depth, player)
    if seconds is not None and not seconds >= 0:
        raise ValueError(f"seconds must be 0 or more, not {seconds}")
    flag, first_flag = np.zeros(1, np.int64), np.zeros(1, np.int64)
    stream = deepening_values(searcher, position, max_depth, flag)
    ends = math.inf

    def check_time() -> None:
        if time.monotonic() >= ends:
            flag[0] = 1

    # `seconds` does not end the first depth.
    values = _watch(partial(next, stream, None), first_flag, stop)
    ends = math.inf if seconds is None else time.monotonic() + seconds
    while values is not None:
        yield values
        check_time()
        if flag[0] or _is_set(stop):
            return
        values = _watch(partial(next, stream, None), flag, stop, check_time)


def _player_for_values(position: Position, max_depth: int, player: Player | str) -> Player:
    """Return the player to search with; raise ValueError if it cannot give these values."""
    _check(position)
    if not position.legal() and not position.over():
        raise ValueError("the side to move has to pass: use the position after the pass")
    searcher = registry.make(player) if isinstance(player, str) else player
    if not tells_values(searcher):
        name = type(searcher).__name__
        raise ValueError(f"{name} cannot value moves: it does not search to a given depth")
    if max_depth < LEAST_DEPTH:
        raise ValueError(f"the depth must be {LEAST_DEPTH} plies or more, not {max_depth}")
    return searcher


def judge_game(
    game: Game,
    limits: VerdictLimits = DEFAULT_VERDICT_LIMITS,
    *,
    stop: threading.Event | None = None,
) -> Iterator[tuple[Turn, Verdict]]:
    """Yield each turn of a game with the values of its move and of the best one, until `stop`.

    `turn_fields` of `players.study.analyse.report` turns a pair into a dictionary.
    """
    engine, flag = Engine(megabytes=limits.megabytes), np.zeros(1, np.int64)
    for turn in turns(game):
        search = partial(judge, engine, turn.question, limits, flag)
        verdict = None if _is_set(stop) else _watch(search, flag, stop)
        if verdict is None:
            return
        yield turn, verdict


def solve_position(
    position: Position,
    *,
    progress: Callable[[SearchCost], object] | None = None,
    stop: threading.Event | None = None,
    seconds: float | None = None,
    threads: int = 1,
    megabytes: float = SOLVER_MEGABYTES,
) -> Result:
    """Return the result of a position under perfect play, or its bounds after a stop.

    `progress` is called every POLL_SECONDS in this thread. `seconds` of CPU time end the search.
    """
    _check(position)
    solver, flag = Solver(threads, megabytes), np.zeros(1, np.int64)
    _watch(solver.warm_up, flag, stop)  # compilation does not count against `seconds`
    if _is_set(stop):
        return NOTHING_PROVEN
    began, warmed = time.perf_counter(), solver.nodes

    def report() -> None:
        if progress is not None:
            progress(SearchCost(solver.nodes - warmed, time.perf_counter() - began))

    search = partial(solver.solve, position, Request(seconds=seconds, stop=flag))
    return _watch(search, flag, stop, report) or NOTHING_PROVEN


def exact_scores(
    own: ArrayLike,
    opp: ArrayLike,
    *,
    threads: int | None = None,
    megabytes: float = SCORES_MEGABYTES,
) -> NDArray[np.int32]:
    """Return the results of boards under perfect play, in hundredths of a disc, int32.

    `own` and `opp` are uint64 arrays of one shape, as in `othello.arrays`. Each of `threads`, by
    default one a core, solves boards of its own, with a table of `megabytes`.
    """
    mine, theirs = np.broadcast_arrays(np.asarray(own, np.uint64), np.asarray(opp, np.uint64))
    scores, flag = np.empty(mine.shape, np.int32), np.zeros(1, np.int64)
    boards = enumerate(zip(mine.ravel(), theirs.ravel(), strict=True))
    lock = threading.Lock()

    def solve_some() -> None:
        solver = Solver(megabytes=megabytes)
        while not flag[0]:
            with lock:
                index, discs = next(boards, (-1, ()))
            if index < 0:
                return
            scores.flat[index] = solver.solve(Position(*discs), Request(stop=flag)).score

    number = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(number, initializer=ignore_overflow) as pool:
        try:
            for future in [pool.submit(solve_some) for _ in range(number)]:
                future.result()
        finally:
            flag[0] = 1
    return scores
