"""What a program asks: the values of moves, a game judged, a position solved.

A search runs in a thread of its own, so that Ctrl-C and an ordinary `threading.Event` end it at
once, while kernels compile too. Scores are hundredths of a disc for the side to move, a solution's
are discs.

>>> from othello import Game, move_name
>>> position = Game.from_transcript("f5d6c3").position
>>> for values in stream_values(position, 4, player="alphabeta:evaluator=bill"):
...     print(values.depth, move_name(values.best.move), values.best.score)
2 d3 108
3 f4 -255
4 f4 -317
"""

import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from othello.compiling import POLL_SECONDS, StillCompilingError, stopped_by
from othello.game import Game
from othello.jit import ignore_overflow
from othello.position import Position
from players import registry
from players.analyse.games import Turn, turns
from players.analyse.verdicts import Verdict, VerdictLimits, judge
from players.engine.endgame import BEST_RESULT, SOLVER_MEGABYTES, Solution, Solver
from players.engine.engine import Engine
from players.move_values import LEAST_DEPTH, MoveValues, deepening_values, tells_values
from players.protocol import Player

Found = TypeVar("Found")

GAME_LIMITS = VerdictLimits(depth=12, exact=18)
"""How far a game's moves are looked at unless something else is asked for."""


class Spent(NamedTuple):
    """What a search has taken so far: moves played, and seconds that went by."""

    nodes: int
    seconds: float


def _is_set(stop: threading.Event | None) -> bool:
    return stop is not None and stop.is_set()


def _followed(
    search: Callable[[], Found],
    flag: NDArray[np.int64],
    stop: threading.Event | None,
    tell: Callable[[], object] | None = None,
) -> Found:
    """What a search in another thread answers.

    `flag`, its int64[1], is raised when `stop` is set, and when an error such as Ctrl-C ends this.
    `tell` is called all the while. StillCompilingError if a kernel was still compiling.
    """

    def searched() -> Found:
        with stopped_by(lambda: flag[0]):
            return search()

    with ThreadPoolExecutor(1, initializer=ignore_overflow) as thread:
        future = thread.submit(searched)
        try:
            while not wait([future], POLL_SECONDS).done:
                if _is_set(stop):
                    flag[0] = 1
                if tell is not None:
                    tell()
        except BaseException:
            flag[0] = 1
            raise
        return future.result()


def _check(position: Position) -> None:
    """TypeError for what is no position, such as the game itself; ValueError for shared squares."""
    if not isinstance(position, Position):
        raise TypeError(f"a Position is asked about, not a {type(position).__name__}")
    if int(position.own) & int(position.opp):
        raise ValueError("a square holds a disc of both sides")


def stream_values(
    position: Position,
    deepest: int,
    *,
    player: Player | str = "engine",
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> Iterator[MoveValues]:
    """All moves with their values at 2 plies, at 3, up to `deepest` or until all are exact.

    The best one is first. `player` is one that searches to a depth, or a specification. The values
    at 2 plies are always given, however early the stream is ended: by `stop`, or after `seconds`
    of wall time from them on; only a `stop` while kernels compile ends it without any. What is cut
    short later is not given. ValueError for less than 2 plies, a player whose scores tell nothing,
    or a side that has to pass: ask about `position.passed()`.
    """
    asked = _player_for_values(position, deepest, player)
    if seconds is not None and not seconds >= 0:
        raise ValueError(f"seconds are 0 or more, not {seconds}")
    flag, unheeded = np.zeros(1, np.int64), np.zeros(1, np.int64)
    found = deepening_values(asked, position, deepest, flag)
    ends = math.inf

    def keep_time() -> None:
        if time.monotonic() >= ends:
            flag[0] = 1

    with suppress(StillCompilingError):  # by `stop`
        values = _followed(partial(next, found, None), unheeded, stop)
        ends = math.inf if seconds is None else time.monotonic() + seconds
        while values is not None:
            yield values
            keep_time()
            if flag[0] or _is_set(stop):
                return
            values = _followed(partial(next, found, None), flag, stop, keep_time)


def _player_for_values(position: Position, deepest: int, player: Player | str) -> Player:
    """The player that is asked for the values of moves; ValueError for what makes no sense."""
    _check(position)
    if not position.legal() and not position.over():
        raise ValueError("the side to move has to pass: ask about the position after it")
    asked = registry.make(player) if isinstance(player, str) else player
    if not tells_values(asked):
        raise ValueError(
            f"{type(asked).__name__} tells no values of moves: it searches to no depth"
        )
    if deepest < LEAST_DEPTH:
        raise ValueError(f"values are looked at {LEAST_DEPTH} plies deep or more, not {deepest}")
    return asked


def judge_game(
    game: Game,
    limits: VerdictLimits = GAME_LIMITS,
    *,
    stop: threading.Event | None = None,
) -> Iterator[tuple[Turn, Verdict]]:
    """Each turn of a game with what its move was worth beside the best one, from the first on.

    Ends when `stop` is set. `players.analyse.report.turn_fields` makes a dictionary of a pair.
    """
    engine, flag = Engine(megabytes=limits.megabytes), np.zeros(1, np.int64)
    with suppress(StillCompilingError):  # by `stop`
        for turn in turns(game):
            search = partial(judge, engine, turn.question, limits, flag)
            verdict = None if _is_set(stop) else _followed(search, flag, stop)
            if verdict is None:
                return
            yield turn, verdict


def solve_position(
    position: Position,
    *,
    progress: Callable[[Spent], object] | None = None,
    stop: threading.Event | None = None,
    wld: bool = False,
    seconds: float | None = None,
    threads: int = 1,
    megabytes: float = SOLVER_MEGABYTES,
) -> Solution:
    """The result of a position under perfect play, in discs, or what is proven of it by a stop.

    `progress` is told every POLL_SECONDS, in this thread, what was spent. `wld` asks for win, loss
    or draw alone; `seconds` of CPU time end the search too.
    """
    _check(position)
    solver = Solver(threads, megabytes)
    began = time.perf_counter()
    try:
        _followed(solver.warm_up, solver.stop, stop)  # takes nothing of the seconds
    except StillCompilingError:
        spent = time.perf_counter() - began
        return Solution(0, -BEST_RESULT, BEST_RESULT, None, (), 0, spent, False)
    began, warmed = time.perf_counter(), solver.nodes

    def tell() -> None:
        if progress is not None:
            progress(Spent(solver.nodes - warmed, time.perf_counter() - began))

    search = partial(solver.solve, position, wld=wld, seconds=seconds)
    return _followed(search, solver.stop, stop, tell)
