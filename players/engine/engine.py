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
from collections.abc import Iterator
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from othello.exclusive import not_reentrant
from othello.jit import ignore_overflow
from othello.position import Position
from players.budget import Alarm
from players.engine import search_memory
from players.engine.endgame import SOLVING_EVALUATOR, Solver
from players.engine.endgame_table import BUSY_MARKS, EndgameTables, cleared, new_table, part_for
from players.engine.midgame import principal
from players.engine.midgame_steps import MidgameSearch
from players.engine.request import FULL_WIDTH, PROOF, Request, Result
from players.protocol import EXACT, LOWER, MAX_SCORE, UPPER

TABLE_MEGABYTES = 64
DEFAULT_SELECTIVITY = 1
ASPIRATION_WINDOW = 300
"""Half the width of the first window around the expected score, in hundredths of a disc."""
MOST_THREADS = 256
PLIES_LEFT_TO_ENDGAME = 6
"""Plies before the end of the game at which searches to the end replace midgame ones."""
ENDGAME_SELECTIVITIES = (1, 2, 3)
"""Selectivities of the searches to the end of the game, before the solver."""
DEFER_DEPTH = 8
"""The least depth at which threads defer moves that another thread searches."""
NODES_TO_SHARE = 20_000
"""Nodes of an iteration after which other threads help; shorter ones end before they begin."""
INFINITY = MAX_SCORE + 1
Found: TypeAlias = tuple[int, tuple[int, ...]]
"""Score and principal variation."""


class Engine(Solver):
    """Searches positions, one at a time: a solver with a search of the midgame before it.

    megabytes: at most, of all tables except the small ones. `nodes` may be read during a search.
    ValueError for a number out of range.
    """

    def __init__(
        self,
        threads: int = 1,
        megabytes: float = TABLE_MEGABYTES,
        selectivity: int = DEFAULT_SELECTIVITY,
        evaluator: str = SOLVING_EVALUATOR,
        settings: search_memory.MidgameSettings = search_memory.MidgameSettings(),  # noqa: B008
        probcuts: Any = None,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS or not 1 <= megabytes <= 2**16:
            raise ValueError(f"the engine cannot use {threads} threads and {megabytes} MB")
        if not 0 <= selectivity <= FULL_WIDTH:
            raise ValueError(f"selectivity is from 0 to {FULL_WIDTH}, not {selectivity}")
        probcuts = search_memory.shipped_probcuts() if probcuts is None else probcuts
        super().__init__(threads, megabytes / 4, evaluator, midgame=settings, probcuts=probcuts)
        self.selectivity = selectivity
        self._table = new_table(megabytes / 2, BUSY_MARKS)
        for thread in self.threads.data if threads > 1 else ():
            thread["defer_depth"] = DEFER_DEPTH

    def _clear_tables(self, nodes: int) -> None:
        super()._clear_tables(nodes)
        self._table = cleared(self._table, nodes, self._most_nodes)

    @not_reentrant
    def search(self, position: Position, request: Request = Request()) -> Result:  # noqa: B008
        """Return the result of the last iteration that the request allows."""
        return self._with_passes(position, request, self._search)

    def _search(self, position: Position, request: Request) -> Result:
        """Search a position in which the side to move has a move."""
        self._begin(request)
        search = _Search(self, position, request)
        # The first ply is searched whatever the limits are.
        self.threads.set_budget(request.nodes, 1)
        with Alarm(request.seconds, self.threads.endgames[0]["alarm"], request.wall):
            return search.run()


class _Search:
    """One search of an engine: iterative deepening, then the solver."""

    def __init__(self, engine: Engine, position: Position, request: Request) -> None:
        self._engine, self._position, self._request = engine, position, request
        self._table = part_for(engine._table, request.nodes)
        self._empties = int(position.plies_left())
        self._deepest = self._empties - (self._empties > request.prove)
        if request.depth is not None:
            self._deepest = min(request.depth, self._deepest)
        self.threads, self._thread = engine.threads, engine.threads.data[0]
        self._began, self._nodes_before = time.thread_time(), engine.nodes
        self._scores: dict[int, int] = {}
        self._helped = False
        # One ply, which no limit ends.
        search_memory.set_selectivity(self._thread, engine.selectivity)
        score, line = self._run_kernel(0, 1, -INFINITY, INFINITY, np.zeros(1, np.int64))
        self._result = self._unproven(score, EXACT, 1, engine.selectivity, line)

    def run(self) -> Result:
        """Run the iterations until a limit is reached."""
        for depth, selectivity in self._iterations():
            if self._engine.stopped or self._result.proven:
                break
            if selectivity == PROOF:
                self._share_nodes(self._engine._threads_at(self._empties))
                guess = self._result.score if self._result.depth == self._empties else None
                proof = self._engine._prove(self._position, guess)
                result: Result | None = self._with_proof(proof)
            else:
                result = self._aspiration_search(depth, selectivity)
            if result is None:
                break
            self._result = result = self._with_effort(result)
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

    def _with_effort(self, result: Result) -> Result:
        """Return a result with the nodes and CPU seconds so far."""
        nodes = self._engine.nodes - self._nodes_before
        return result._replace(nodes=nodes, seconds=time.thread_time() - self._began)

    def _unproven(self, score: int, bound: int, depth: int, selectivity: int, line: Any) -> Result:
        return Result(score, bound, depth, selectivity, line, -MAX_SCORE, MAX_SCORE)

    def _run_kernel(self, number: int, depth: int, alpha: int, beta: int, stop: Any) -> Found:
        """Return score and principal variation of thread `number`."""
        ignore_overflow()
        engine, thread = self._engine, self.threads.data[number]
        small = engine._small_tables[number]
        tables = EndgameTables(small, small)  # the solver begins below `large_table_empties`
        parts = self.threads.records[number], self._table, tables, engine._weights
        search = MidgameSearch(*parts, stop)
        limits = np.int64(depth), np.int64(alpha), np.int64(beta), np.int64(0)
        score = int(principal(self._position.own, self._position.opp, *limits, search))
        return score, tuple(thread["pv"][0, 0, : thread["pv_lengths"][0, 0]].tolist())

    def _aspiration_search(self, depth: int, selectivity: int) -> Result | None:
        """Search a window around the score of two plies before; None without a result."""
        expected = self._scores.get(depth - 2, self._result.score)
        width = ASPIRATION_WINDOW
        alpha, beta = max(expected - width, -INFINITY), min(expected + width, INFINITY)
        while True:
            score, line = self._search_window(depth, selectivity, alpha, beta)
            if self._engine.stopped:
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

    def _partial_result(self, depth: int, selectivity: int, alpha: int) -> Result | None:
        """Return the best root move of a stopped iteration; None unless it is a new one."""
        thread = self._thread
        move, score = int(thread["root_move"][0]), int(thread["root_value"][0])
        if move == search_memory.NO_SEARCH or score <= alpha or move == self._result.line[0]:
            return None
        return self._unproven(score, LOWER, depth, selectivity, (move,))

    def _search_window(self, depth: int, selectivity: int, alpha: int, beta: int) -> Found:
        """Return score and principal variation; threads help once that takes long enough."""
        threads, before = self.threads, self._engine.nodes
        for thread in threads.data:
            search_memory.set_selectivity(thread, selectivity)
        if self._helped:
            self._table[-BUSY_MARKS:] = 0
            search = partial(self._search_in_thread, depth, alpha, beta)
            return threads.race(search) or (0, ())
        found = self._run_kernel(0, depth, alpha, beta, self._engine._stop)
        long = self._engine.nodes - before >= NODES_TO_SHARE
        if threads.pool is not None and long and not self._engine.stopped:
            self._helped = True
            self._share_nodes(len(threads.data))
        return found

    def _share_nodes(self, threads: int) -> None:
        """Divide the nodes left among some threads, at least one for each."""
        left = self._request.nodes
        if left is not None:
            left = max(threads, left - (self._engine.nodes - self._nodes_before))
        self.threads.set_budget(left, threads)

    def _search_in_thread(self, depth: int, alpha: int, beta: int, number: int) -> Found | None:
        """Return the answer of thread `number`; odd ones search a ply deeper and have none."""
        own_depth = min(depth + number % 2, self._deepest)
        found = self._run_kernel(number, own_depth, alpha, beta, self._engine._stop)
        stopped = search_memory.must_stop(self.threads.endgame_records[number], self._engine._stop)
        return None if own_depth > depth or stopped else found

    def _with_proof(self, proof: Result) -> Result:
        """Return the result before, improved by the solver's bounds, which may differ."""
        before = self._result
        lower, upper = max(proof.lower, before.lower), min(proof.upper, before.upper)
        score = min(max(before.score, lower), upper)
        result = before._replace(lower=lower, upper=upper, score=score)
        line = proof.line if proof.lower == lower else ()
        if lower == upper:
            line = line or before.line
            result = result._replace(bound=EXACT, depth=self._empties, selectivity=PROOF, line=line)
        elif line and lower >= before.score:
            result = result._replace(bound=LOWER, line=line)
        elif upper < before.score:
            result = result._replace(bound=UPPER)
        return result
