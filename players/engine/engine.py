"""The strong engine: iterative deepening in the midgame, then the solver proves the result.

>>> from othello.game import Game
>>> engine = Engine(megabytes=4)
>>> found = engine.search(Game.from_transcript("f5d6c3d3c4").position, Request(depth=6))
>>> found.depth, len(found.line)
(6, 6)

Each iteration is deeper or less selective than the one before: plies of the midgame, then searches
to the end of the game with fewer and fewer cuts, last the solver. The last completed iteration is
the result; an interrupted one still improves it if it has found a better move.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from othello.bits import squares
from othello.compiling import StillCompilingError
from othello.exclusive import not_reentrant
from othello.jit import ignore_overflow
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.alarm import Alarm
from players.engine import search_memory
from players.engine.endgame import BUSY_MARKS, Solution, Solver, weights_of
from players.engine.endgame_table import EndgameTables, cleared, new_table
from players.engine.midgame import principal
from players.engine.midgame_steps import MidgameSearch, NoSharing, SharedBusyMarks
from players.engine.search_memory import FULL_WIDTH, NO_SEARCH, MidgameSettings, is_stopped
from players.protocol import EXACT, LOWER, MAX_SCORE, UPPER

TABLE_MEGABYTES = 64
DEFAULT_SELECTIVITY = 1
PROOF = FULL_WIDTH + 1
"""The selectivity of results that the solver has proven."""
ASPIRATION_WINDOW = 300
"""Half the width of the first window around the expected score, in hundredths of a disc."""
MOST_THREADS = 256
MOST_EMPTIES = 60
SOLVER_EMPTIES = 12
"""The most empty squares at which a search to the end of the game calls only the solver."""
PLIES_LEFT_TO_ENDGAME = 6
"""Plies before the end of the game at which searches to the end replace midgame ones."""
ENDGAME_SELECTIVITIES = (1, 2, 3)
"""Selectivities of the searches to the end of the game, before the solver."""
DEFER_DEPTH = np.int64(8)
"""The least depth at which threads defer moves that another thread searches."""
NODES_TO_SHARE = 20_000
"""Nodes of an iteration after which other threads help; shorter ones end before they begin."""
INFINITY = MAX_SCORE + 1


class Request(NamedTuple):
    """Limits of a search.

    depth: plies; all empty squares or more prove the result. nodes: moves played. seconds: CPU time
    of the calling thread, elapsed time with `wall`. stop: int64[1]; another thread writes 1 to end
    the search. One ply is always searched. solve: the most empty squares at which a search to the
    end calls only the solver. prove: the most at which any search goes to the end.
    on_iteration: called with each result; the search ends when it returns True.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    stop: Any = None
    solve: int = SOLVER_EMPTIES
    prove: int = MOST_EMPTIES
    wall: bool = False
    on_iteration: Callable[["EngineResult"], object] | None = None


class EngineResult(NamedTuple):
    """Result of a search, scores in hundredths of a disc for the side to move.

    `bound` is the kind of `score`. selectivity: of the search, 0 to FULL_WIDTH, or PROOF. The exact
    result is proven to lie from `lower` to `upper`. line: the principal variation; PASS for a pass,
    empty if the game is over. nodes: moves played by all threads. seconds: CPU time.
    """

    score: int
    bound: int
    depth: int
    selectivity: int
    line: tuple[int, ...]
    lower: int
    upper: int
    nodes: int
    seconds: float

    @property
    def proven(self) -> bool:
        """True if the score is the result under perfect play."""
        return self.lower == self.upper

    def before_pass(self) -> "EngineResult":
        """Return the result for the other side, which passes first."""
        return self._replace(
            score=-self.score,
            bound=-self.bound,
            line=(PASS, *self.line),
            lower=-self.upper,
            upper=-self.lower,
        )


class Engine:
    """Searches positions, one at a time, with one transposition table.

    megabytes: of all tables except the solver's small ones. `nodes` may be read during
    a search. ValueError for a number out of range.
    """

    def __init__(
        self,
        threads: int = 1,
        megabytes: float = TABLE_MEGABYTES,
        selectivity: int = DEFAULT_SELECTIVITY,
        evaluator: str = "patterns",
        settings: MidgameSettings | None = None,
        probcuts: Any = None,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS or not 1 <= megabytes <= 2**16:
            raise ValueError(f"the engine cannot use {threads} threads and {megabytes} MB")
        if not 0 <= selectivity <= FULL_WIDTH:
            raise ValueError(f"selectivity is from 0 to {FULL_WIDTH}, not {selectivity}")
        self.selectivity = selectivity
        self._table = new_table(megabytes / 2)
        self._endgame_table = new_table(megabytes / 4)
        self._solver = Solver(threads, megabytes / 4, evaluator)
        self._weights = weights_of(evaluator)
        probcuts = search_memory.shipped_probcuts() if probcuts is None else probcuts
        settings = settings or MidgameSettings()
        data = [search_memory.new_midgame_thread(settings, probcuts) for _ in range(threads)]
        self._threads = search_memory.SearchThreads(data)
        self._marks = np.zeros(BUSY_MARKS, np.uint64)
        self._sharing = SharedBusyMarks(self._marks, DEFER_DEPTH) if threads > 1 else NoSharing()
        self._nodes_at_clear = 0

    @property
    def nodes(self) -> int:
        """Moves played in all searches so far."""
        played = sum([int(endgame["nodes"][0]) for endgame in self._threads.endgames])
        return played + self._solver.nodes

    @not_reentrant
    def clear(self) -> None:
        """Forget earlier searches: the next one takes as many nodes as with a new engine."""
        nodes = self.nodes - self._nodes_at_clear
        if nodes == 0:
            return
        self._table = cleared(self._table, nodes)
        self._endgame_table = cleared(self._endgame_table, nodes)
        self._solver.clear()
        for thread in self._threads.data:
            thread["age"] = 1
        self._nodes_at_clear = self.nodes

    @not_reentrant
    def search(self, position: Position, request: Request = Request()) -> EngineResult:  # noqa: B008
        """Return the result of the last iteration that the request allows."""
        moves = squares(position.legal())
        if moves:
            return self._search(position, request)
        passed = position.passed()
        if not squares(passed.legal()):
            score = int(position.final())
            return EngineResult(score, EXACT, 0, PROOF, (), score, score, 0, 0.0)
        callback = request.on_iteration
        if callback is not None:
            request = request._replace(on_iteration=lambda result: callback(result.before_pass()))
        return self._search(passed, request).before_pass()

    def _search(self, position: Position, request: Request) -> EngineResult:
        """Search a position in which the side to move has a move."""
        ignore_overflow()
        for thread in self._threads.data:
            search_memory.begin_search(thread)
        search = _Search(self, position, request)
        # The first ply is searched whatever the limits are.
        search_memory.set_budget(self._threads.endgames[0], request.nodes)
        with Alarm(request.seconds, self._threads.endgames[0]["alarm"], request.wall):
            return search.run()


class _Search:
    """One search of an engine: iterative deepening, then the solver."""

    def __init__(self, engine: Engine, position: Position, request: Request) -> None:
        self._engine, self._position, self._request = engine, position, request
        self._empties = int(position.plies_left())
        self._deepest = self._empties - (self._empties > request.prove)
        if request.depth is not None:
            self._deepest = min(request.depth, self._deepest)
        self._thread, self._endgame = engine._threads.data[0], engine._threads.endgames[0]
        self._stop = np.zeros(1, np.int64) if request.stop is None else request.stop
        self._tables = [
            (engine._table, EndgameTables(engine._endgame_table, small))
            for small in engine._solver.small_tables
        ]
        self._began, self._nodes_before = time.thread_time(), engine.nodes
        self._clock = time.monotonic if request.wall else time.thread_time
        self._clock_began = self._clock()
        self._scores: dict[int, int] = {}
        self._helped = False
        self._result = self._search_one_ply()

    def run(self) -> EngineResult:
        """Run the iterations until a limit is reached."""
        for depth, selectivity in self._iterations():
            if is_stopped(self._endgame, self._stop) or self._result.proven:
                break
            try:
                if selectivity == PROOF:
                    result: EngineResult | None = self._solve()
                else:
                    result = self._aspiration_search(depth, selectivity)
            except StillCompilingError:
                break
            if result is None:
                break
            self._result = result
            if self._request.on_iteration and self._request.on_iteration(result) is True:
                break
        return self._with_effort(self._result)

    def _iterations(self) -> Iterator[tuple[int, int]]:
        """Yield depth and selectivity of each iteration."""
        to_the_end = self._deepest == self._empties
        if self._empties > self._request.solve or not to_the_end:
            midgame = max(1, self._empties - PLIES_LEFT_TO_ENDGAME) if to_the_end else self._deepest
            for depth in range(1, midgame + 1):
                yield depth, self._engine.selectivity
            for selectivity in ENDGAME_SELECTIVITIES if to_the_end else ():
                if selectivity >= self._engine.selectivity:
                    yield self._empties, selectivity
        if to_the_end:
            yield self._empties, PROOF

    def _with_effort(self, result: EngineResult) -> EngineResult:
        """Return a result with the nodes and CPU seconds so far."""
        nodes = self._engine.nodes - self._nodes_before
        return result._replace(nodes=nodes, seconds=time.thread_time() - self._began)

    def _unproven(
        self, score: int, bound: int, depth: int, selectivity: int, line: tuple[int, ...]
    ) -> EngineResult:
        result = EngineResult(score, bound, depth, selectivity, line, -MAX_SCORE, MAX_SCORE, 0, 0.0)
        return self._with_effort(result)

    def _run_kernel(
        self, number: int, depth: int, alpha: int, beta: int, stop: Any
    ) -> tuple[int, tuple[int, ...]]:
        """Return score and principal variation of thread `number`."""
        ignore_overflow()
        engine, thread = self._engine, self._engine._threads.data[number]
        record, tables = engine._threads.records[number], self._tables[number]
        search = MidgameSearch(record, *tables, engine._weights, engine._sharing, stop)
        limits = np.int64(depth), np.int64(alpha), np.int64(beta), np.int64(0)
        score = int(principal(self._position.own, self._position.opp, *limits, search))
        return score, tuple(thread["pv"][0, 0, : thread["pv_lengths"][0, 0]].tolist())

    def _search_one_ply(self) -> EngineResult:
        """Search one ply, which no limit ends."""
        selectivity = self._engine.selectivity
        search_memory.set_selectivity(self._thread, selectivity)
        score, line = self._run_kernel(0, 1, -INFINITY, INFINITY, np.zeros(1, np.int64))
        return self._unproven(score, EXACT, 1, selectivity, line)

    def _aspiration_search(self, depth: int, selectivity: int) -> EngineResult | None:
        """Search a window around the score of two plies before; None without a result."""
        expected = self._scores.get(depth - 2, self._result.score)
        width = ASPIRATION_WINDOW
        alpha, beta = max(expected - width, -INFINITY), min(expected + width, INFINITY)
        while True:
            score, line = self._search_window(depth, selectivity, alpha, beta)
            if is_stopped(self._endgame, self._stop):
                return self._partial_result(depth, selectivity, alpha)
            if alpha < score < beta:
                break
            width *= 4
            if score <= alpha:
                alpha = max(score - width, -INFINITY)
            else:
                beta = min(score + width, INFINITY)
        self._scores[depth] = score
        return self._unproven(score, EXACT, depth, selectivity, line)

    def _partial_result(self, depth: int, selectivity: int, alpha: int) -> EngineResult | None:
        """Return the best root move of a stopped iteration; None unless it is a new one."""
        thread = self._thread
        move, score = int(thread["root_move"][0]), int(thread["root_value"][0])
        if move == NO_SEARCH or score <= alpha or move == self._result.line[0]:
            return None
        return self._unproven(score, LOWER, depth, selectivity, (move,))

    def _search_window(
        self, depth: int, selectivity: int, alpha: int, beta: int
    ) -> tuple[int, tuple[int, ...]]:
        """Return score and principal variation; threads help once that takes long enough."""
        pool, before = self._engine._threads.pool, int(self._endgame["nodes"][0])
        if pool is not None and self._helped:
            return self._parallel_search(pool, depth, selectivity, alpha, beta)
        search_memory.set_selectivity(self._thread, selectivity)
        answer = self._run_kernel(0, depth, alpha, beta, self._stop)
        nodes = int(self._endgame["nodes"][0]) - before
        if (
            pool is not None
            and nodes >= NODES_TO_SHARE
            and not is_stopped(self._endgame, self._stop)
        ):
            self._helped, budget = True, self._budget_per_thread(len(self._engine._threads.data))
            for endgame in self._engine._threads.endgames:
                search_memory.set_budget(endgame, budget)
        return answer

    def _budget_per_thread(self, threads: int) -> int | None:
        """Return the share of each thread in the nodes left; None without a limit."""
        if self._request.nodes is None:
            return None
        left = max(0, self._request.nodes - (self._engine.nodes - self._nodes_before))
        return max(1, left // threads)

    def _parallel_search(
        self, pool: ThreadPoolExecutor, depth: int, selectivity: int, alpha: int, beta: int
    ) -> tuple[int, tuple[int, ...]]:
        """Return the first answer at `depth`; odd threads search a ply deeper."""
        engine = self._engine
        for thread in engine._threads.data:
            search_memory.set_selectivity(thread, selectivity)
        engine._marks[:] = 0
        search = partial(self._search_in_thread, depth=depth, alpha=alpha, beta=beta)
        others = [pool.submit(search, number) for number in range(1, len(engine._threads.data))]
        try:
            first = search(0)
        finally:
            self._set_halt(1)
            wait(others)
            self._set_halt(0)
        answers = (first, *(other.result() for other in others))
        return next((answer for answer in answers if answer), (0, ()))

    def _search_in_thread(
        self, number: int, depth: int, alpha: int, beta: int
    ) -> tuple[int, tuple[int, ...]] | None:
        """Return the answer of thread `number` and halt the others; None if it has none."""
        own_depth = min(depth + number % 2, self._deepest)
        answer = self._run_kernel(number, own_depth, alpha, beta, self._stop)
        if own_depth > depth or is_stopped(self._engine._threads.endgames[number], self._stop):
            return None
        self._set_halt(1)
        return answer

    def _set_halt(self, halt: int) -> None:
        for endgame in self._engine._threads.endgames:
            endgame["halt"] = halt

    def _solve(self) -> EngineResult:
        """Let the solver prove the result, within the limits left."""
        engine, request, solver = self._engine, self._request, self._engine._solver
        solver.stop = self._stop
        seconds = None
        if request.seconds is not None:
            seconds = max(0.0, request.seconds - (self._clock() - self._clock_began))
        guess = None
        if self._result.depth == self._empties:
            guess = round(self._result.score / SCORE_SCALE)
        alone = self._empties < solver.settings.shared_empties
        budget = self._budget_per_thread(1 if alone else len(engine._threads.data))
        limits: dict[str, Any] = {"seconds": seconds, "budget": budget, "wall": request.wall}
        return self._with_solution(solver.solve(self._position, guess=guess, **limits))

    def _with_solution(self, solution: Solution) -> EngineResult:
        """Return the result before, improved by the solver's bounds, which may differ."""
        before = self._result
        lower = max(SCORE_SCALE * solution.lower, before.lower)
        upper = min(SCORE_SCALE * solution.upper, before.upper)
        score = min(max(before.score, lower), upper)
        result = before._replace(lower=lower, upper=upper, score=score)
        line = solution.line if SCORE_SCALE * solution.lower == lower else ()
        if lower == upper:
            line = line or before.line
            result = result._replace(bound=EXACT, depth=self._empties, selectivity=PROOF, line=line)
        elif line and lower >= before.score:
            result = result._replace(bound=LOWER, line=line)
        elif upper < before.score:
            result = result._replace(bound=UPPER)
        return self._with_effort(result)
