"""The exact endgame solver: the result of a position under perfect play, proven.

>>> from othello.game import Game
>>> game = Game.from_board("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X")
>>> result = Solver(megabytes=1).solve(game.position)
>>> result.score, result.proven, result.line[0]
(600, True, 39)

Null-window searches close in on the result from a guess outwards, as MTD(f) does. Source: Plaat
and others 1996, "Best-first fixed-depth minimax algorithms".
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from othello import evaluation
from othello.bits import NONE, squares
from othello.cli.errors import short_repr
from othello.evaluation.patterns.weights import Patterns, Weights
from othello.exclusive import not_reentrant
from othello.jit import ignore_overflow
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.budget import Alarm
from players.engine.endgame_deep import INFINITY, EndgameSearch, shallow_value, solve_deep
from players.engine.endgame_table import (
    BUSY_MARKS,
    EndgameTables,
    bucket_of,
    cleared,
    new_table,
    part_for,
    probe,
)
from players.engine.request import PROOF, Request, Result
from players.engine.search_memory import (
    MOST_AGES,
    NEVER,
    EndgameSettings,
    MidgameSettings,
    SearchThreads,
    must_stop,
    new_midgame_thread,
)
from players.protocol import EXACT

BEST_RESULT = 64
SOLVER_MEGABYTES = 64
SOLVING_EVALUATOR = "patterns"
"""Evaluator for move ordering."""
FEWEST_SHARED = 14
"""Fewest empty squares at which threads help each other."""
HINT_MEGABYTES = 1
SMALL_MEGABYTES = 1
"""Table of each thread for few empty squares; a core's cache holds no more."""
GUESS_DEPTH = 4
FEWEST_SELECTIVE = 18
"""Fewest empty squares at which a selective pass pays."""
LAST_MOVE = Position(0xFFFFFFFFFFFFFFFC, 0x2)
"""Position with one move left: a1."""
STEPS = (2, 2, 4, 8)
"""Discs between null windows after 0, 1, ... bounds of the same kind in a row."""


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
    evaluation, for move ordering only. midgame, probcuts: settings of the threads, for `Engine`.
    `nodes` may be read during a search. ValueError for a number out of range.
    """

    def __init__(
        self,
        threads: int = 1,
        megabytes: float = SOLVER_MEGABYTES,
        evaluator: str = SOLVING_EVALUATOR,
        settings: EndgameSettings = EndgameSettings(),  # noqa: B008
        midgame: MidgameSettings = MidgameSettings(),  # noqa: B008
        probcuts: Any = None,
    ) -> None:
        if threads < 1 or not 0 < megabytes <= 2**16:
            raise ValueError(f"the solver cannot use {threads} threads and {megabytes} MB")
        shared = min(settings.shared_empties, FEWEST_SHARED) if threads > 1 else NEVER
        self.settings = settings._replace(shared_empties=shared)
        self.threads = SearchThreads(
            [new_midgame_thread(midgame, probcuts, self.settings) for _ in range(threads)]
        )
        self._small_tables = [new_table(SMALL_MEGABYTES) for _ in range(threads)]
        self._proof_table, self._hints = new_table(megabytes), new_table(HINT_MEGABYTES)
        self._marks = np.zeros(BUSY_MARKS, np.uint64)
        self._weights = weights_of(evaluator)
        self._stop = np.zeros(1, np.int64)
        self._proofs = self._nodes_at_clear = 0
        self._most_nodes: int | None = 0

    @property
    def nodes(self) -> int:
        """Moves played in all searches so far."""
        return self.threads.nodes

    @property
    def stopped(self) -> bool:
        """True if the latest search was stopped before its end."""
        return bool(must_stop(self.threads.endgame_records[0], self._stop))

    @not_reentrant
    def clear(self) -> None:
        """Forget earlier searches: the next one takes as many nodes as with a new object."""
        if nodes := self.nodes - self._nodes_at_clear:
            self._clear_tables(nodes)
            for thread in self.threads.data:
                thread["age"] = 1
            self._nodes_at_clear += nodes
            self._most_nodes = 0

    def _clear_tables(self, nodes: int) -> None:
        """Clear all tables after a number of nodes."""
        for table in self._small_tables:
            table[:] = 0
        if self._proofs:
            self._proof_table = cleared(self._proof_table, nodes, self._most_nodes)
            self._hints[:] = 0
            self._proofs = 0

    def warm_up(self) -> None:
        """Load the kernels, which compiles them the first time."""
        self.solve(LAST_MOVE)
        self.clear()

    @not_reentrant
    def solve(self, position: Position, request: Request = Request()) -> Result:  # noqa: B008
        """Return the result of a position, or the bounds proven within the limits.

        A shallow search makes a guess if the request has none. A selective pass comes first from
        FEWEST_SELECTIVE empty squares on. ValueError for negative limits.
        """
        for name, limit in (("nodes", request.nodes), ("seconds", request.seconds)):
            if limit is not None and not limit >= 0:
                raise ValueError(f"{name} must be 0 or more, not {limit}")
        return self._with_passes(position, request, self._solve)

    def _with_passes(
        self, position: Position, request: Request, search: Callable[[Position, Request], Result]
    ) -> Result:
        """Return the result of `search`, which needs a position with a move."""
        if squares(position.legal()):
            return search(position, request)
        passed = position.passed()
        if not squares(passed.legal()):
            score = int(position.final())
            return Result(score, EXACT, 0, PROOF, (), score, score)
        return search(passed, request.after_pass()).before(PASS)

    def _begin(self, request: Request) -> None:
        """Prepare the threads for a new search without limits."""
        ignore_overflow()
        self._stop = np.zeros(1, np.int64) if request.stop is None else request.stop
        self.threads.begin_search()
        self._proof_part = part_for(self._proof_table, request.nodes)
        if request.nodes is None or self._most_nodes is None:
            self._most_nodes = None
        else:
            self._most_nodes = max(self._most_nodes, request.nodes)

    def _threads_at(self, empties: int) -> int:
        """Return the number of threads that prove a position with `empties` empty squares."""
        return len(self.threads.data) if empties >= self.settings.shared_empties else 1

    def _solve(self, position: Position, request: Request) -> Result:
        """Solve a position in which the side to move has a move."""
        self._begin(request)
        self.threads.set_budget(request.nodes, self._threads_at(int(position.plies_left())))
        with Alarm(request.seconds, self.threads.endgames[0]["alarm"], request.wall):
            return self._prove(position, request.guess)

    def _prove(self, position: Position, guess: int | None) -> Result:
        """Return the proven bounds of a position; the threads' limits end the search."""
        began, nodes = time.thread_time(), self.nodes
        self._proofs += 1
        for endgame in self.threads.endgames:
            endgame["age"] = self._proofs % MOST_AGES + 1
        expected = self._guess(position, guess)
        lower, upper, best = self._converge(position, expected, selective=False)
        if lower == upper and best is None and not self.stopped:
            best = squares(position.legal())[0]  # every move loses all discs
        line = self._line(position, lower, upper, best)
        score, lower, upper = (
            SCORE_SCALE * discs for discs in (min(max(expected, lower), upper), lower, upper)
        )
        depth = int(position.plies_left()) if lower == upper else 0
        seconds = time.thread_time() - began
        return Result(score, EXACT, depth, PROOF, line, lower, upper, self.nodes - nodes, seconds)

    def _converge(
        self, position: Position, guess: int, *, selective: bool
    ) -> tuple[int, int, int | None]:
        """Search null windows from `guess` on; return lower and upper bound, and a best move."""
        lower, upper, best = -BEST_RESULT, BEST_RESULT, None
        streak = direction = 0
        while lower < upper:
            target = min(max(guess, lower + 2), upper)
            found = self._null_window(position, target - 1, selective)
            if found is None:
                break
            answer, move = found
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
        if given is None:
            search = np.int64(min(GUESS_DEPTH, size)), -INFINITY, INFINITY, self._weights
            counters = self.threads.endgames[0]["last_ply"][0]
            expected = int(shallow_value(*position, *search, counters)) / SCORE_SCALE
        else:
            expected = round(given / SCORE_SCALE)
        guess = min(max(2 * round(expected / 2), -BEST_RESULT), BEST_RESULT)
        if self.settings.selective_margin == 0 or size < FEWEST_SELECTIVE:
            return guess
        words = position.own, position.opp, self._proof_part
        if given is not None and probe(*words, bucket_of(*words)) != NONE:
            return guess
        lower, upper, _ = self._converge(position, guess, selective=True)
        if self.stopped or given is not None:
            return guess
        return lower if lower >= guess else upper

    def _null_window(
        self, position: Position, alpha: int, selective: bool = False
    ) -> tuple[int, int] | None:
        """Return a bound of the result on its side of `alpha`, and a move; None if stopped."""
        for endgame in self.threads.endgames:
            endgame["selective_margin"] = self.settings.selective_margin if selective else 0
        search = partial(self._thread_search, position, alpha, selective)
        if self._threads_at(int(position.plies_left())) == 1:
            return search(0)
        self._marks[:] = 0
        return self.threads.race(search)

    def _thread_search(
        self, position: Position, alpha: int, selective: bool, number: int
    ) -> tuple[int, int] | None:
        """Return the answer of thread `number` to a null window; None if stopped."""
        ignore_overflow()
        table = self._hints if selective else self._proof_part
        tables = EndgameTables(table, self._small_tables[number])
        endgame, record = self.threads.endgames[number], self.threads.endgame_records[number]
        parts = self._weights, tables, self._hints, self._marks, record, self._stop
        search = EndgameSearch(*parts)
        value = solve_deep(position.own, position.opp, np.int64(alpha), np.int64(1), search)
        if must_stop(record, self._stop):
            return None
        return int(value), int(endgame["best_move"][0])

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
        found = self._null_window(position, score - 1)
        return None if found is None else found[1]
