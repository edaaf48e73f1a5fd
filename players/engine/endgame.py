"""The exact endgame solver: the result of a position under perfect play, proven.

>>> from othello.game import Game
>>> game = Game.from_board("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X")
>>> solution = solve(game.position)
>>> solution.score, solution.proven, solution.best
(6, True, 39)

Null-window searches close in on the result from a guess outwards, as MTD(f) does. Source: Plaat
and others 1996, "Best-first fixed-depth minimax algorithms".
"""

import time
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import NONE, squares
from othello.cli.errors import short_repr
from othello.evaluation.patterns.weights import Patterns, Weights
from othello.exclusive import not_reentrant
from othello.jit import ignore_overflow
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.alarm import NO_BUDGET, Alarm
from players.engine.endgame_deep import INFINITY, EndgameSearch, shallow_value, solve_deep
from players.engine.endgame_table import EndgameTables, bucket_of, cleared, new_table, probe
from players.engine.search_memory import (
    NEVER,
    EndgameSettings,
    SearchThreads,
    is_stopped,
    new_endgame_thread,
)

BEST_RESULT = 64
SOLVER_MEGABYTES = 64
SOLVING_EVALUATOR = "patterns"
"""Evaluator for move ordering."""
FEWEST_SHARED = 14
"""Fewest empty squares at which threads help each other."""
HINT_MEGABYTES = 1
SMALL_MEGABYTES = 1
"""Table of each thread for few empty squares; a core's cache holds no more."""
BUSY_MARKS = 1024
MOST_AGES = 255
GUESS_DEPTH = 4
FEWEST_SELECTIVE = 18
"""Fewest empty squares at which a selective pass pays."""
LAST_MOVE = Position(0xFFFFFFFFFFFFFFFC, 0x2)
"""Position with one move left: a1."""
STEPS = (2, 2, 4, 8)
"""Discs between null windows after 0, 1, ... bounds of the same kind in a row."""


class Solution(NamedTuple):
    """Bounds of a position's result, in discs for the side to move, empties to the winner.

    The result lies from `lower` to `upper`; `score` is the expected result. `proven`: the result is
    exact, or decides the window that was asked, such as win, loss or draw. best: a square whose
    result is at least `lower`; PASS for a pass; None if none is proven yet or the game is over.
    `line` begins with it.
    """

    score: int
    lower: int
    upper: int
    best: int | None
    line: tuple[int, ...]
    nodes: int
    seconds: float
    proven: bool


def _check(wld: bool, window: tuple[int, int], seconds: float | None, budget: int | None) -> None:
    """Raise ValueError for limits or a window out of range."""
    if not -BEST_RESULT <= window[0] < window[1] <= BEST_RESULT or (
        wld and window != (-BEST_RESULT, BEST_RESULT)
    ):
        raise ValueError(f"a window from {window[0]} to {window[1]} is not valid")
    if seconds is not None and not seconds >= 0:
        raise ValueError(f"seconds must be 0 or more, not {seconds}")
    if budget is not None and budget < 0:
        raise ValueError(f"budget must be 0 or more, not {budget}")


def weights_of(evaluator: str) -> Weights:
    """Return the weights of a pattern evaluation; ValueError for another evaluator."""
    named = evaluation.named(evaluator)
    if not isinstance(named, Patterns):
        raise ValueError(
            f"the evaluator must be patterns or patterns@FILE, not {short_repr(evaluator)}"
        )
    return named.weights


class Solver:
    """Solves positions, one at a time, with one transposition table.

    megabytes: of the shared table; each thread also has a small one. evaluator: a pattern
    evaluation, for move ordering only. stop: int64[1]; another thread writes 1 to end a search.
    `nodes` may be read during a search. ValueError for a number out of range.
    """

    def __init__(
        self,
        threads: int = 1,
        megabytes: float = SOLVER_MEGABYTES,
        evaluator: str = SOLVING_EVALUATOR,
        stop: Any = None,
        settings: EndgameSettings | None = None,
    ) -> None:
        if threads < 1 or not 0 < megabytes <= 2**16:
            raise ValueError(f"the solver cannot use {threads} threads and {megabytes} MB")
        self.stop = np.zeros(1, np.int64) if stop is None else stop
        self._table = new_table(megabytes)
        self._hints = new_table(HINT_MEGABYTES)
        self.small_tables = [new_table(SMALL_MEGABYTES) for _ in range(threads)]
        self._marks = np.zeros(BUSY_MARKS, np.uint64)
        self._weights = weights_of(evaluator)
        settings = settings or EndgameSettings()
        shared = min(settings.shared_empties, FEWEST_SHARED) if threads > 1 else NEVER
        self.settings = settings._replace(shared_empties=shared)
        self._threads = SearchThreads([new_endgame_thread(self.settings) for _ in range(threads)])
        self.thread_data = self._threads.data
        self._cleared = 0

    @property
    def nodes(self) -> int:
        """Moves played in all searches so far."""
        return sum([int(thread["nodes"][0]) for thread in self.thread_data])

    @property
    def stopped(self) -> bool:
        """True if the latest search was stopped before its end."""
        thread = self.thread_data[0]
        over = thread["nodes"][0] >= thread["budget"][0]
        return bool(self.stop[0] or thread["alarm"][0] or over)

    @not_reentrant
    def clear(self) -> None:
        """Forget earlier problems: the next one takes as many nodes as with a new solver."""
        self._table = cleared(self._table, self.nodes - self._cleared)
        self._cleared = self.nodes
        for part in (self._hints, *self.small_tables, self._marks):
            part[:] = 0
        for thread in self.thread_data:
            thread["age"] = 1

    def warm_up(self) -> None:
        """Load the kernels, which compiles them the first time."""
        self.solve(LAST_MOVE)
        self.clear()

    @not_reentrant
    def solve(
        self,
        position: Position,
        *,
        wld: bool = False,
        window: tuple[int, int] = (-BEST_RESULT, BEST_RESULT),
        seconds: float | None = None,
        budget: int | None = None,
        wall: bool = False,
        guess: int | None = None,
    ) -> Solution:
        """Return the result of a position, as far as it lies inside a window.

        wld: search only for win, loss or draw. seconds: of CPU time of the calling thread, elapsed
        time with `wall`. budget: nodes per thread. Either ends the search with the bounds proven by
        then. guess: the expected result; by default a shallow search makes it. A selective pass
        comes first from FEWEST_SELECTIVE empty squares on. ValueError for an empty window, a window
        with `wld`, or negative limits.
        """
        _check(wld, window, seconds, budget)
        began, nodes = time.perf_counter(), self.nodes
        self._begin_problem(NO_BUDGET if budget is None else budget)
        low, high = (-1, 1) if wld else window
        with Alarm(seconds, self.thread_data[0]["alarm"], wall):
            lower, upper, best, score = self._bounds(position, low, high, guess)
            line = self._line(position, lower, upper, best)
        proven = lower == upper or lower >= high or upper <= low
        if proven:
            score = lower if lower >= high else upper if upper <= low else lower
        spent = time.perf_counter() - began
        return Solution(score, lower, upper, best, line, self.nodes - nodes, spent, proven)

    def moves(
        self, position: Position, *, wld: bool = False, seconds: float | None = None
    ) -> Iterable[tuple[int, Solution]]:
        """Yield each legal move with the solution after it, scores for its mover."""
        for move in squares(position.legal()):
            yield move, self.after_move(position, move, wld=wld, seconds=seconds)

    def after_move(
        self, position: Position, move: int, *, wld: bool = False, seconds: float | None = None
    ) -> Solution:
        """Return the solution after a legal move, scores for its mover."""
        child = self.solve(position.play(move), wld=wld, seconds=seconds)
        child = child._replace(score=-child.score, lower=-child.upper, upper=-child.lower)
        return child._replace(best=move, line=(move, *child.line))

    @not_reentrant
    def shallow_best_move(self, position: Position) -> tuple[int, int]:
        """Return the best move of a search of GUESS_DEPTH plies, and its value; PASS for a pass."""
        moves = squares(position.legal())
        if not moves:
            return PASS, -self._shallow_value(position.passed(), GUESS_DEPTH)
        values = [-self._shallow_value(position.play(move), GUESS_DEPTH - 1) for move in moves]
        value, move = max(zip(values, moves, strict=True), key=lambda pair: (pair[0], -pair[1]))
        return move, value

    def _shallow_value(self, position: Position, depth: int) -> int:
        """Return the value of a search of `depth` plies, in hundredths of a disc."""
        own, opp, plies = position.own, position.opp, np.int64(depth)
        high, counters = INFINITY, self.thread_data[0]["last_ply"][0]
        return int(shallow_value(own, opp, plies, -high, high, self._weights, counters))

    def _begin_problem(self, budget: int) -> None:
        """Raise the age of the table, clear the alarm, and set the budget."""
        for thread in self.thread_data:
            thread["age"] = thread["age"] % MOST_AGES + 1
            thread["alarm"] = 0
            thread["budget"] = thread["nodes"] + np.uint64(min(budget, NO_BUDGET))

    def _bounds(
        self, position: Position, low: int, high: int, guess: int | None
    ) -> tuple[int, int, int | None, int]:
        """Return lower and upper bound, a move that reaches the lower one, and the likely score."""
        if not squares(position.legal()):
            passed = position.passed()
            if not squares(passed.legal()):
                score = int(position.final()) // SCORE_SCALE
                return score, score, None, score
            guess = None if guess is None else -guess
            lower, upper, _, score = self._bounds(passed, -high, -low, guess)
            return -upper, -lower, PASS, -score
        guess = self._guess(position, guess)
        lower, upper, best = self._converge(position, guess, low, high, selective=False)
        if lower == upper and best is None and not self.stopped:
            best = squares(position.legal())[0]  # every move loses all discs
        return lower, upper, best, min(max(guess, lower), upper)

    def _converge(
        self, position: Position, guess: int, low: int, high: int, *, selective: bool
    ) -> tuple[int, int, int | None]:
        """Search null windows from `guess` on; return lower and upper bound, and a best move."""
        lower, upper, best = -BEST_RESULT, BEST_RESULT, None
        streak = direction = 0
        while lower < upper and lower < high and upper > low:
            target = min(max(guess, lower + 2, low + 1), upper, high)
            answer, move = self._null_window(position, target - 1, selective)
            if answer is None:
                break
            above = answer >= target
            streak = streak + 1 if above == (direction > 0) else 0
            direction = 1 if above else -1
            step = STEPS[min(streak, len(STEPS) - 1)]
            if above:  # results are even, bounds of the selective pass need not be
                lower, best = answer + answer % 2, move
                guess = lower + step
            else:
                upper = answer - answer % 2
                guess = upper - step + 2
        return lower, upper, best

    def _guess(self, position: Position, given: int | None) -> int:
        """Return the expected result, even: `given`, or of a shallow search and a selective pass.

        The selective pass has a table of its own, which gives the proof only hash moves. This pays
        even with a `given` result, unless the position was searched before.
        """
        size = position.plies_left()
        expected: float | None = given
        if expected is None:
            expected = self._shallow_value(position, min(GUESS_DEPTH, size)) / SCORE_SCALE
        guess = min(max(2 * round(expected / 2), -BEST_RESULT), BEST_RESULT)
        if self.settings.selective_margin == 0 or size < FEWEST_SELECTIVE:
            return guess
        if given is not None and self._is_in_table(position):
            return guess
        lower, upper, _ = self._converge(position, guess, -BEST_RESULT, BEST_RESULT, selective=True)
        if self.stopped or given is not None:
            return guess
        return lower if lower >= guess else upper

    def _is_in_table(self, position: Position) -> bool:
        """True if the shared table has the position."""
        own, opp, table = position.own, position.opp, self._table
        return bool(probe(own, opp, table, bucket_of(own, opp, table)) != NONE)

    def _null_window(
        self, position: Position, alpha: int, selective: bool = False
    ) -> tuple[int | None, int]:
        """Return a bound of the result on its side of `alpha`, and a move; None if stopped."""
        for thread in self.thread_data:
            thread["halt"] = 0
            thread["selective_margin"] = self.settings.selective_margin if selective else 0
        if self._threads.pool is None or position.plies_left() < self.settings.shared_empties:
            return self._thread_search(position, alpha, 0, selective)
        self._marks[:] = 0
        others = [
            self._threads.pool.submit(self._thread_search, position, alpha, number, selective)
            for number in range(1, len(self.thread_data))
        ]
        first = self._thread_search(position, alpha, 0, selective)
        answers = [first, *(other.result() for other in others)]
        return next((answer for answer in answers if answer[0] is not None), first)

    def _thread_search(
        self, position: Position, alpha: int, number: int, selective: bool
    ) -> tuple[int | None, int]:
        """Search in one thread for `_null_window`; the first to finish halts the others."""
        ignore_overflow()
        thread, record = self.thread_data[number], self._threads.records[number]
        table = self._hints if selective else self._table
        tables = EndgameTables(table, self.small_tables[number])
        shared = self._hints, self._marks
        search = EndgameSearch(self._weights, tables, *shared, record, self.stop)
        value = solve_deep(position.own, position.opp, np.int64(alpha), np.int64(1), search)
        stopped = is_stopped(thread, self.stop)
        if self._threads.pool is not None and not stopped:
            for other in self.thread_data:
                other["halt"] = 1
        elif thread["alarm"][0]:
            for other in self.thread_data:
                other["alarm"] = 1
        if stopped:
            return None, PASS
        return int(value), int(thread["best_move"][0])

    def _line(
        self, position: Position, lower: int, upper: int, best: int | None
    ) -> tuple[int, ...]:
        """Return the principal variation of a solved position, as far as it can be proven."""
        line: list[int] = []
        while best is not None:
            line.append(best)
            if lower != upper or self.stopped:
                break
            position = position.passed() if best == PASS else position.play(best)
            lower = upper = -lower
            best = self._move_reaching(position, lower)
        return tuple(line)

    def _move_reaching(self, position: Position, score: int) -> int | None:
        """Return a move that reaches the result `score`; PASS for a pass, None at the end."""
        legal = position.legal()
        if legal == NONE:
            return None if position.over() else PASS
        if score == -BEST_RESULT:
            return squares(legal)[0]
        answer, move = self._null_window(position, score - 1)
        return None if answer is None else move


def solve(
    position: Position,
    *,
    threads: int = 1,
    megabytes: float = SOLVER_MEGABYTES,
    wld: bool = False,
    evaluator: str = SOLVING_EVALUATOR,
    seconds: float | None = None,
    stop: Any = None,
) -> Solution:
    """Return the result of a position under perfect play, by a new `Solver`."""
    return Solver(threads, megabytes, evaluator, stop).solve(position, wld=wld, seconds=seconds)
