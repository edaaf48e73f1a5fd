"""The player `engine` under the limits of a move or of a game, and its division of time.

Under a clock it divides wall time, since a wall clock judges. All moves get the same share until
the solver can take over: a doubling of time is worth much the same from the opening to there
(docs/results/engine.md). `players.engine.level_player` registers the player.
"""

import math
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NamedTuple

from othello.bits import squares
from othello.cli.errors import did_you_mean
from othello.exclusive import not_reentrant
from othello.position import START, Position
from players import options
from players.engine.book import NO_BOOK, load_book
from players.engine.endgame import LAST_MOVE, SOLVING_EVALUATOR
from players.engine.engine import DEFAULT_SELECTIVITY, TABLE_MEGABYTES, Engine
from players.engine.request import MOST_EMPTIES, SOLVER_EMPTIES, Request, Result
from players.engine.search_memory import MIDGAME_OFF, MidgameSettings, read_probcuts
from players.limits import ClockLeft, Limits, limits_in_force, own_limits
from players.protocol import Choice

DEFAULT_DEPTH = 10

SOLVED = 20
"""Empty squares from which on a move costs little: the solver proves it."""
LATER_MOVES = 3
"""The time of this many moves is kept for all moves after SOLVED."""
RESERVE_SECONDS, RESERVE_SHARE = 0.3, 0.15
"""The smaller of both is never planned for, so that a busy machine loses no game."""
LAST_SECONDS, LEAST_SHARE = 0.02, 0.05
"""With SOLVER_EMPTIES or fewer a proof takes milliseconds, and later moves are read from its table.

So one move may use the whole clock: LAST_SECONDS replace RESERVE_SECONDS, and however late moves
are, LEAST_SHARE of the clock is planned.
"""
LATE_TIMES, LATE_MOVES, LATEST = 3.0, 4, 0.1
"""Each later move is expected to end LATE_TIMES as late as the average of the last LATE_MOVES.

A delay of more than LATEST seconds counts as LATEST: the machine stood still, which is rare.
"""
BUSY_TIMES, BUSY_LATE = 3.0, 0.015
"""A move that takes BUSY_TIMES its CPU time counts as up to BUSY_LATE seconds late."""
LATE_SHARE = 0.7
"""Largest share of the clock that is kept for late moves before SOLVED."""
INCREMENT_SHARE = 0.8
LONGEST, LARGEST_SHARE = 3.0, 0.3
"""A move is cut short at LONGEST times its planned seconds, or at this share of the clock."""
CHANGED, FALLEN, SETTLED = 1.6, 1.5, 0.7
"""Factors of the planned time when the best move has changed, its score fell, or it is settled."""
FALL = 100
"""Hundredths of a disc by which a score falls."""
SETTLED_ITERATIONS = 5
"""Iterations with the same best move after which it is settled."""


class Allotment(NamedTuple):
    """Seconds for one move: planned, and at most."""

    planned: float
    longest: float


def allotment(clock: ClockLeft, empties: int, late: float = 0.0) -> Allotment:
    """Return the seconds for a move; `late`: seconds by which moves overran, on average."""
    near_end = empties <= SOLVER_EMPTIES
    reserve = min(LAST_SECONDS if near_end else RESERVE_SECONDS, RESERVE_SHARE * clock.seconds)
    for_late_moves = LATE_TIMES * late * (empties // 2)
    if empties > SOLVED:
        for_late_moves = min(for_late_moves, LATE_SHARE * clock.seconds)
    least = LEAST_SHARE * clock.seconds if near_end else 0.0
    usable = max(least, clock.seconds - reserve - for_late_moves)
    if near_end:
        return Allotment(usable, usable)
    moves = max(0, empties - SOLVED + 1) // 2 + LATER_MOVES
    planned = usable / moves + min(INCREMENT_SHARE * clock.increment, usable)
    longest = min(LONGEST * planned, max(LARGEST_SHARE * usable, usable / moves))
    return Allotment(min(planned, longest), longest)


def average_lateness(late: float, longest: float, elapsed: float, busy: float) -> float:
    """Return the moving average of seconds by which moves overran, after one more move.

    busy: CPU seconds of the move. A search that waits for a core most of the time will be late with
    the short moves near the end of the game.
    """
    waited = min(elapsed - busy, BUSY_LATE) if elapsed > BUSY_TIMES * busy else 0.0
    return late + (min(max(waited, elapsed - longest, 0.0), LATEST) - late) / LATE_MOVES


class StopRule:
    """Decides after each iteration whether a search has used the time planned for the move."""

    def __init__(self, planned: float) -> None:
        self._planned = planned
        self._move, self._score = -1, 0
        self._same = 0

    def should_stop(self, move: int, score: int, elapsed: float) -> bool:
        """True if the best move, with its score in hundredths of a disc, should be played now."""
        changed = self._same > 0 and move != self._move
        fallen = self._same > 0 and score < self._score - FALL
        self._same = self._same + 1 if move == self._move else 1
        self._move, self._score = move, score
        factor = CHANGED if changed else SETTLED if self._same >= SETTLED_ITERATIONS else 1.0
        return elapsed >= factor * (FALLEN if fallen else 1.0) * self._planned


class EngineOptions(NamedTuple):
    """The options of engine."""

    depth: Annotated[int | None, "search depth in plies (10 if there is no other limit)"] = None
    nodes: Annotated[int | None, "most nodes searched per move"] = None
    seconds: options.Seconds = None
    game_seconds: Annotated[float | None, "wall-clock seconds for all moves of a game"] = None
    increment: Annotated[float, "wall-clock seconds added after each move"] = 0.0
    threads: Annotated[int, "search threads"] = 1
    table: Annotated[int, "hash table size in MB"] = TABLE_MEGABYTES
    solve: Annotated[
        int, "most empty squares at which a search to the end uses only the exact solver"
    ] = SOLVER_EMPTIES
    selectivity: Annotated[int, "0 prunes most, 5 is full width"] = DEFAULT_SELECTIVITY
    cuts: Annotated[str | None, "file of ProbCut margins (the shipped one)"] = None
    evaluator: Annotated[str, "patterns, or patterns@FILE"] = SOLVING_EVALUATOR
    prove: Annotated[int, "most empty squares at which a search goes to the end of the game"] = (
        MOST_EMPTIES
    )
    off: Annotated[str | None, "technique to switch off, such as null-window"] = None
    book: Annotated[str, "opening book: a file, shipped, or none"] = NO_BOOK
    vary: Annotated[
        float | None, "play a random book move at most this many discs worse than the best"
    ] = None
    level: Annotated[int | None, "playing strength, 1 to 16, which sets the other options"] = None


def _check(options: EngineOptions) -> None:
    """Raise ValueError for an option out of range."""
    for name, empties in (("solve", options.solve), ("prove", options.prove)):
        if not 0 <= empties <= MOST_EMPTIES:
            raise ValueError(f"{name} must be from 0 to {MOST_EMPTIES}, not {empties}")
    if options.game_seconds is not None and not 0 < options.game_seconds < math.inf:
        raise ValueError(f"game_seconds must be more than 0, not {options.game_seconds}")
    if not 0 <= options.increment < math.inf:
        raise ValueError(f"increment must be 0 or more, not {options.increment}")
    if options.increment and options.game_seconds is None:
        raise ValueError("increment needs game_seconds")
    if options.vary is not None and not 0 <= options.vary < math.inf:
        raise ValueError(f"vary must be 0 or more, not {options.vary}")
    if options.vary is not None and options.book == NO_BOOK:
        raise ValueError("vary needs book")
    if options.off is not None and options.off not in MIDGAME_OFF:
        guess, choices = did_you_mean(options.off, MIDGAME_OFF), ", ".join(MIDGAME_OFF)
        raise ValueError(f"off must be one of {choices}, not {options.off!r}{guess}")


class EnginePlayer:
    """The strong engine: selective search on the pattern evaluation, and the exact solver."""

    supported_limits = ("depth", "nodes", "seconds", "clock")

    def __init__(self, options: EngineOptions) -> None:
        _check(options)
        limits = Limits(options.depth, options.nodes, options.seconds)
        default = Limits() if options.game_seconds is not None else Limits(depth=DEFAULT_DEPTH)
        self._limits = own_limits(limits, default)
        self._options = options
        self._clock_left = options.game_seconds
        self._engine = Engine(
            options.threads,
            options.table,
            options.selectivity,
            options.evaluator,
            settings=MIDGAME_OFF.get(options.off or "", MidgameSettings()),
            probcuts=None if options.cuts is None else read_probcuts(Path(options.cuts)),
        )
        self._book = load_book(options.book)
        self._rng = random.Random(0)
        self._watcher: Callable[[Result], object] | None = None
        self._warm = False
        self._late = 0.0

    @not_reentrant
    def new_game(self, seed: int = 0) -> None:
        """Clear the tables and reset the clock; `seed` is for `vary`."""
        self._rng.seed(seed)
        if not self._warm:
            for position in (START, LAST_MOVE):  # the kernels of the midgame and of the solver
                self._engine.search(position, Request(depth=2))
            self._warm = True
        self._engine.clear()
        self._clock_left = self._options.game_seconds
        self._late = 0.0

    @not_reentrant
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return the best move within the limits, from the book without a search."""
        book = self._book
        if book and (choice := book.choose(position, self._options.vary, self._rng)):
            if self._clock_left is not None:
                self._clock_left += self._options.increment
            return choice
        began = time.monotonic()
        own = self._limits
        if self._clock_left is not None:
            clock = ClockLeft(self._clock_left, self._options.increment, own.seconds)
            own = own._replace(clock=clock)
        limits = limits_in_force(limits, own, self.supported_limits)
        result = self._search(position, limits, began)
        if self._clock_left is not None:
            self._clock_left = max(0.0, self._clock_left - (time.monotonic() - began))
            self._clock_left += self._options.increment
        return result.choice()

    @property
    def seconds(self) -> float | None:
        """The player's own seconds for a move, if it has such an option."""
        return self._limits.seconds

    def watch(self, watcher: Callable[[Result], object] | None) -> None:
        """Call `watcher` with the result of each iteration from now on; None calls nobody."""
        self._watcher = watcher

    @not_reentrant
    def _report(self, result: Result) -> None:
        if self._watcher is not None:
            self._watcher(result)

    def _search(self, position: Position, limits: Limits, began: float) -> Result:
        """Search within the limits; a forced move under a time limit only one ply."""
        request = Request(
            *(limits.depth, limits.nodes, limits.seconds, limits.stop),
            solve=self._options.solve,
            prove=self._options.prove,
            on_iteration=self._report,
        )
        timed = limits.clock is not None or limits.seconds is not None
        if timed and len(squares(position.legal())) == 1:
            return self._engine.search(position, request._replace(depth=1))
        if limits.clock is None:
            return self._engine.search(position, request)
        allotted = allotment(limits.clock, int(position.plies_left()), self._late)
        rule = StopRule(allotted.planned)

        def on_iteration(result: Result) -> bool:
            self._report(result)
            return rule.should_stop(result.line[0], result.score, time.monotonic() - began)

        longest = limits.clock.longest
        seconds = allotted.longest if longest is None else min(allotted.longest, longest)
        result = self._engine.search(
            position, request._replace(seconds=seconds, wall=True, on_iteration=on_iteration)
        )
        elapsed = time.monotonic() - began
        self._late = average_lateness(self._late, seconds, elapsed, result.seconds)
        return result
