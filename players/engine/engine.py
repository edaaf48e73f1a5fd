"""The strong engine: the midgame's search, deepened, until the solver proves the result.

>>> from othello.game import Game
>>> from players.engine.request import Request
>>> engine = Engine(megabytes=4)
>>> found = engine.search(Game.from_transcript("f5d6c3d3c4").position, Request(depth=6))
>>> found.depth, len(found.line)
(6, 6)

A search goes through stages, each deeper or less selective than the one before: plies of the
midgame, then to the end of the game with fewer and fewer cuts, and last the solver. What the last
completed stage found is the answer; one that is cut short still tells a better move that it saw.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any

import numpy as np

from othello.bits import squares
from othello.compiling import StillCompilingError
from othello.jit import ignore_overflow
from othello.not_reentrant import not_reentrant
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine import midgame_memory
from players.engine.endgame import MARKS, Solution, Solver, weights_named
from players.engine.endgame_memory import is_ended, record_of
from players.engine.endgame_table import EndgameTables, cleared, new_table
from players.engine.midgame import principal
from players.engine.midgame_memory import FULL_WIDTH, NO_SEARCH, MidgameSettings
from players.engine.midgame_steps import (
    EVALUATIONS_PLACE,
    MidgameSearch,
    NoSharing,
    SharedBusyMarks,
)
from players.engine.request import EngineResult, Request
from players.engine.selectivity import shipped_cuts
from players.protocol import MOST
from players.search.bounds import EXACT, LOWER, UPPER
from players.search.workspace import Alarm

TABLE_MEGABYTES = 64
MIDGAME_SELECTIVITY = 1
"""How selective the midgame is, unless something else is asked for."""
PROOF = FULL_WIDTH + 1
"""The level of what the solver has proven."""
FIRST_WINDOW = 300
"""Half the width of the first window around the expected value, in hundredths of a disc."""
MOST_THREADS = 256
LEFT_TO_THE_END = 6
"""So many plies short of the end of the game the midgame's stages go over to searches to the end.

Those take two to four times as long as the last one before them, with 20 to 28 empty squares.
"""
END_LEVELS = (1, 2, 3)
"""The levels at which the end of the game is searched before it is solved."""
DEFERRED_DEPTH = np.int64(8)
"""From so many plies of depth on threads put off what another one searches."""
NODES_TO_SHARE = 20_000
"""Threads help after the first search of so many nodes: a shorter one ends before they begin."""
FAR = MOST + 1


class Engine:
    """Searches one position after another with one table; for one caller at a time.

    `threads` search together; `megabytes` is what the tables take, the solver's among them but for
    its small ones.
    `level` is the selectivity of the midgame. `nodes` may be read while it works. ValueError for a
    senseless number.
    """

    def __init__(
        self,
        threads: int = 1,
        megabytes: float = TABLE_MEGABYTES,
        level: int = MIDGAME_SELECTIVITY,
        evaluator: str = "patterns",
        settings: MidgameSettings | None = None,
        cuts: Any = None,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS or not 1 <= megabytes <= 2**16:
            raise ValueError(f"{threads} threads and tables of {megabytes} MB are no engine")
        if not 0 <= level <= FULL_WIDTH:
            raise ValueError(f"selectivity is from 0 to {FULL_WIDTH}, not {level}")
        self.level = level
        self._words = new_table(megabytes / 2)
        self._endings = new_table(megabytes / 4)
        self._solver = Solver(threads, megabytes / 4, evaluator)
        self._weights = weights_named(evaluator)
        cuts = shipped_cuts() if cuts is None else cuts
        self._memories = [
            midgame_memory.new_midgame_memory(settings or MidgameSettings(), cuts)
            for _ in range(threads)
        ]
        self._records = [record_of(memory) for memory in self._memories]
        self._endgames = [memory["endgame"] for memory in self._memories]
        self._marks = np.zeros(MARKS, np.uint64)
        self._sharing = SharedBusyMarks(self._marks, DEFERRED_DEPTH) if threads > 1 else NoSharing()
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._cleared = 0

    @property
    def nodes(self) -> int:
        """The moves played so far in all searches."""
        played = sum([int(endgame["nodes"][0]) for endgame in self._endgames])
        return played + self._solver.nodes

    @property
    def evaluations(self) -> int:
        """The positions evaluated so far in all searches of the midgame."""
        return sum(int(memory["last_ply"][0, EVALUATIONS_PLACE]) for memory in self._memories)

    @not_reentrant
    def clear(self) -> None:
        """Forget earlier searches: the next takes as many nodes as that of a new engine."""
        nodes = self.nodes - self._cleared
        if nodes == 0:
            return
        self._words = cleared(self._words, nodes)
        self._endings = cleared(self._endings, nodes)
        self._solver.clear()
        for memory in self._memories:
            memory["age"] = 1
        self._cleared = self.nodes

    @not_reentrant
    def search(self, position: Position, request: Request = Request()) -> EngineResult:  # noqa: B008
        """What the deepest search that the request allows knows of a position."""
        moves = squares(position.legal())
        if moves:
            return self._searched(position, request)
        passed = position.passed()
        if not squares(passed.legal()):
            score = int(position.final())
            return EngineResult(score, EXACT, 0, PROOF, (), score, score, 0, 0.0)
        tell = request.on_stage
        if tell is not None:
            request = request._replace(
                on_stage=lambda found: tell(found.as_the_other_side_passing())
            )
        return self._searched(passed, request).as_the_other_side_passing()

    def _searched(self, position: Position, request: Request) -> EngineResult:
        """The answer for a position in which the side to move has a move."""
        ignore_overflow()
        for memory in self._memories:
            midgame_memory.next_search(memory)
        search = _Search(self, position, request)
        # The first ply is searched whatever the limits are.
        midgame_memory.limit(self._endgames[0], request.nodes)
        with Alarm(request.seconds, self._endgames[0]["alarm"], request.wall, 0):
            return search.run()


class _Search:
    """One search of an engine, from its first stage to its answer."""

    def __init__(self, engine: Engine, position: Position, request: Request) -> None:
        self._engine, self._position, self._request = engine, position, request
        self._empties = int(position.plies_left())
        self._deepest = self._empties - (self._empties > request.prove)
        if request.depth is not None:
            self._deepest = min(request.depth, self._deepest)
        self._memory, self._endgame = engine._memories[0], engine._endgames[0]
        self._stop = np.zeros(1, np.int64) if request.stop is None else request.stop
        self._tables = [
            (engine._words, EndgameTables(engine._endings, small)) for small in engine._solver.small
        ]
        self._began, self._nodes = time.thread_time(), engine.nodes
        self._clock = time.monotonic if request.wall else time.thread_time
        self._clock_began = self._clock()
        self._scores: dict[int, int] = {}
        self._shared = False
        self._found = self._one_ply()

    def run(self) -> EngineResult:
        """Go through the stages until a limit is reached."""
        for depth, level in self._stages():
            if self._ended() or self._found.proven:
                break
            try:
                found = self._proof() if level == PROOF else self._stage(depth, level)
            except StillCompilingError:
                break
            if found is None:
                break
            self._found = found
            if self._request.on_stage and self._request.on_stage(found) is True:
                break
        return self._told(self._found)

    def _stages(self) -> Iterator[tuple[int, int]]:
        """The depth and the level of each stage, in the order in which they are gone through."""
        to_the_end = self._deepest == self._empties
        if self._empties > self._request.solve or not to_the_end:
            midgame = max(1, self._empties - LEFT_TO_THE_END) if to_the_end else self._deepest
            for depth in range(1, midgame + 1):
                yield depth, self._engine.level
            for level in END_LEVELS if to_the_end else ():
                if level >= self._engine.level:
                    yield self._empties, level
        if to_the_end:
            yield self._empties, PROOF

    def _ended(self) -> bool:
        """Whether a limit is reached."""
        return is_ended(self._endgame, self._stop)

    def _told(self, found: EngineResult) -> EngineResult:
        """What was found, with the nodes and the CPU seconds so far."""
        nodes = self._engine.nodes - self._nodes
        return found._replace(nodes=nodes, seconds=time.thread_time() - self._began)

    def _kernel(
        self, number: int, depth: int, alpha: int, beta: int, stop: Any
    ) -> tuple[int, tuple[int, ...]]:
        """The answer of one thread's kernel, and its best line."""
        ignore_overflow()
        engine, memory = self._engine, self._engine._memories[number]
        shared = engine._weights, engine._sharing
        record = engine._records[number]
        search = MidgameSearch(record, *self._tables[number], *shared, stop)
        limits = np.int64(depth), np.int64(alpha), np.int64(beta), np.int64(0)
        score = int(principal(self._position.own, self._position.opp, *limits, search))
        return score, tuple(memory["lines"][0, 0, : memory["lengths"][0, 0]].tolist())

    def _one_ply(self) -> EngineResult:
        """What a search of one ply says, which nothing ends."""
        midgame_memory.set_selectivity(self._memory, self._engine.level)
        score, line = self._kernel(0, 1, -FAR, FAR, np.zeros(1, np.int64))
        return self._of(score, EXACT, 1, self._engine.level, line)

    def _of(
        self, score: int, bound: int, depth: int, level: int, line: tuple[int, ...]
    ) -> EngineResult:
        """What a stage found, nothing being proven, with what is spent so far."""
        nodes, seconds = self._engine.nodes - self._nodes, time.thread_time() - self._began
        return EngineResult(score, bound, depth, level, line, -MOST, MOST, nodes, seconds)

    def _stage(self, depth: int, level: int) -> EngineResult | None:
        """What a pass of the midgame's search finds; None if it was cut short and saw no more."""
        expected = self._scores.get(depth - 2, self._found.score)
        width = FIRST_WINDOW
        alpha, beta = max(expected - width, -FAR), min(expected + width, FAR)
        while True:
            score, line = self._asked(depth, level, alpha, beta)
            if self._ended():
                return self._cut_short(depth, level, alpha)
            if alpha < score < beta:
                break
            width *= 4
            if score <= alpha:
                alpha = max(score - width, -FAR)
            else:
                beta = min(score + width, FAR)
        self._scores[depth] = score
        return self._of(score, EXACT, depth, level, line)

    def _cut_short(self, depth: int, level: int, alpha: int) -> EngineResult | None:
        """A move that a stage saw to be the best before it was cut short; None for none."""
        memory = self._memory
        move, score = int(memory["root_move"][0]), int(memory["root_value"][0])
        if move == NO_SEARCH or score <= alpha or move == self._found.line[0]:
            return None
        return self._of(score, LOWER, depth, level, (move,))

    def _asked(self, depth: int, level: int, alpha: int, beta: int) -> tuple[int, tuple[int, ...]]:
        """The answer of a search, and its best line; threads help once that takes long enough."""
        pool, before = self._engine._pool, int(self._endgame["nodes"][0])
        if pool is not None and self._shared:
            return self._side_by_side(pool, depth, level, alpha, beta)
        midgame_memory.set_selectivity(self._memory, level)
        answer = self._kernel(0, depth, alpha, beta, self._stop)
        nodes = int(self._endgame["nodes"][0]) - before
        if pool is not None and nodes >= NODES_TO_SHARE and not self._ended():
            self._shared, share = True, self._share_of_nodes(len(self._engine._memories))
            for endgame in self._engine._endgames:
                midgame_memory.limit(endgame, share)
        return answer

    def _share_of_nodes(self, threads: int) -> int | None:
        """What each of some threads may use of the nodes that are left; None for any number."""
        if self._request.nodes is None:
            return None
        left = max(0, self._request.nodes - (self._engine.nodes - self._nodes))
        return max(1, left // threads)

    def _side_by_side(
        self, pool: ThreadPoolExecutor, depth: int, level: int, alpha: int, beta: int
    ) -> tuple[int, tuple[int, ...]]:
        """The answer of threads: the first of those that look as deep as they are to.

        Every second one looks a ply deeper, for the next stage, unless that is too deep.
        """
        engine = self._engine
        for memory in engine._memories:
            midgame_memory.set_selectivity(memory, level)
        engine._marks[:] = 0
        search = partial(self._answer, depth=depth, alpha=alpha, beta=beta)
        others = [pool.submit(search, number) for number in range(1, len(engine._memories))]
        try:
            first = search(0)
        finally:
            self._halt(1)
            wait(others)
            self._halt(0)
        answers = (first, *(other.result() for other in others))
        return next((answer for answer in answers if answer), (0, ()))

    def _answer(
        self, number: int, depth: int, alpha: int, beta: int
    ) -> tuple[int, tuple[int, ...]] | None:
        """What one of the threads answers, which ends the others' searches, or None."""
        own_depth = min(depth + number % 2, self._deepest)
        answer = self._kernel(number, own_depth, alpha, beta, self._stop)
        if own_depth > depth or is_ended(self._engine._endgames[number], self._stop):
            return None
        self._halt(1)
        return answer

    def _halt(self, halt: int) -> None:
        """Let the searches of all threads end, or go on."""
        for endgame in self._engine._endgames:
            endgame["halt"] = halt

    def _proof(self) -> EngineResult:
        """What the solver proves of the position."""
        engine, request = self._engine, self._request
        solver = engine._solver
        solver.stop = self._stop
        seconds = None
        if request.seconds is not None:
            seconds = max(0.0, request.seconds - (self._clock() - self._clock_began))
        guess = None
        if self._found.depth == self._empties:
            guess = round(self._found.score / SCORE_SCALE)
        alone = self._empties < solver.settings.shared
        budget = self._share_of_nodes(1 if alone else len(engine._memories))
        limits: dict[str, Any] = {"seconds": seconds, "budget": budget, "wall": request.wall}
        return self._of_solution(solver.solve(self._position, guess=guess, **limits))

    def _of_solution(self, solved: Solution) -> EngineResult:
        """What is known after the solver, which may have been cut short."""
        before = self._found
        lower = max(SCORE_SCALE * solved.lower, before.lower)
        upper = min(SCORE_SCALE * solved.upper, before.upper)
        score = min(max(before.score, lower), upper)
        found = before._replace(lower=lower, upper=upper, score=score)
        shown = solved.line if SCORE_SCALE * solved.lower == lower else ()
        if lower == upper:
            found = found._replace(
                bound=EXACT, depth=self._empties, level=PROOF, line=shown or before.line
            )
        elif shown and lower >= before.score:
            found = found._replace(bound=LOWER, line=shown)
        elif upper < self._found.score:
            found = found._replace(bound=UPPER)
        return self._told(found)
