"""The exact endgame solver: the result of a position under perfect play, proven.

>>> from othello.game import Game
>>> game = Game.from_board("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X")
>>> solution = solve(game.position)
>>> solution.score, solution.proven, solution.best
(6, True, 39)

The result is closed in on by questions to the kernels, each whether it is above some bound, from a
guess outwards (Plaat and others 1996, "Best-first fixed-depth minimax algorithms").
"""

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import NONE, squares
from othello.cli.errors import short_repr
from othello.evaluation.patterns.weights import Patterns, Weights
from othello.jit import ignore_overflow
from othello.not_reentrant import not_reentrant
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.engine.endgame_deep import BEYOND_EVERY_VALUE, EndgameSearch, shallow_value, solve_deep
from players.engine.endgame_memory import (
    NO_EMPTIES,
    EndgameSettings,
    is_ended,
    new_endgame_memory,
    record_of,
)
from players.engine.endgame_table import EndgameTables, bucket_of, cleared, new_table, probe
from players.search.workspace import NO_BUDGET, Alarm

BEST_RESULT = 64
"""The best result in discs."""
SOLVER_MEGABYTES = 64
SOLVING_EVALUATOR = "patterns"
"""What orders the solver's moves where nothing else is named."""
FEWEST_SHARED = 14
"""The fewest empty squares at which threads help each other."""
HINT_MEGABYTES = 1
SMALL_MEGABYTES = 1
"""The table of each thread for few empty squares; a core's cache holds no more."""
MARKS = 1024
MOST_AGES = 255
GUESS_DEPTH = 4
FEWEST_ESTIMATED = 18
"""The fewest empty squares at which a pass of estimates pays."""
LAST_MOVE = Position(0xFFFFFFFFFFFFFFFC, 0x2)
"""One move is left: a1."""
STEPS = (2, 2, 4, 8)
"""How far the next question lies from the last answer, in discs, after so many answers alike."""


class Solution(NamedTuple):
    """What is known of a position's result, in discs for the side to move, empties to the winner.

    It lies from `lower` to `upper`; `score` is what is expected within them, and the result if
    `proven`: that both are equal, or the question answered, as with win, loss or draw. `best` is a
    square whose result is at least `lower`, PASS for a pass, None if none was shown yet or the
    game is over. `line` begins with it.
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
    """ValueError, in one line, for what nobody can mean."""
    if not -BEST_RESULT <= window[0] < window[1] <= BEST_RESULT or (
        wld and window != (-BEST_RESULT, BEST_RESULT)
    ):
        raise ValueError(f"a window from {window[0]} to {window[1]} asks nothing")
    if seconds is not None and not seconds >= 0:
        raise ValueError(f"seconds must be 0 or more, not {seconds}")
    if budget is not None and budget < 0:
        raise ValueError(f"budget must be 0 or more, not {budget}")


def weights_named(evaluator: str) -> Weights:
    """The weights of a pattern evaluation; ValueError, in one line, for another evaluator."""
    found = evaluation.named(evaluator)
    if not isinstance(found, Patterns):
        raise ValueError(f"patterns or patterns@FILE order the moves, not {short_repr(evaluator)}")
    return found.weights


class Solver:
    """Solves one position after the other with one table; `nodes` may be read while it works.

    `threads` search together; `megabytes` is the most that the large table takes, and each thread
    has a small one; the evaluator, one of patterns, only orders moves. `stop` is int64[1]: another
    thread writes 1 there to end the search. ValueError for a senseless number.
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
            raise ValueError(f"{threads} threads and a table of {megabytes} MB are no solver")
        self.stop = np.zeros(1, np.int64) if stop is None else stop
        self._words = new_table(megabytes)
        self._hints = new_table(HINT_MEGABYTES)
        self.small = [new_table(SMALL_MEGABYTES) for _ in range(threads)]
        self._marks = np.zeros(MARKS, np.uint64)
        self._weights = weights_named(evaluator)
        settings = settings or EndgameSettings()
        shared = min(settings.shared, FEWEST_SHARED) if threads > 1 else NO_EMPTIES
        self.settings = settings._replace(shared=shared)
        self.memories = [new_endgame_memory(self.settings) for _ in range(threads)]
        self._records = [record_of(memory) for memory in self.memories]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._cleared = 0

    @property
    def nodes(self) -> int:
        """The moves played so far, in all problems together."""
        return sum([int(memory["nodes"][0]) for memory in self.memories])

    @property
    def stopped(self) -> bool:
        """Whether the latest search was ended before its answer."""
        memory = self.memories[0]
        over = memory["nodes"][0] >= memory["budget"][0]
        return bool(self.stop[0] or memory["alarm"][0] or over)

    @not_reentrant
    def clear(self) -> None:
        """Forget earlier problems: answers take again as many nodes as those of a new solver."""
        self._words = cleared(self._words, self.nodes - self._cleared)
        self._cleared = self.nodes
        for part in (self._hints, *self.small, self._marks):
            part[:] = 0
        for memory in self.memories:
            memory["age"] = 1

    def warm_up(self) -> None:
        """Load the kernels, which are compiled the first time; tells of no position."""
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
        """The result of a position, or what of it lies inside a window; win, loss or draw by `wld`.

        `seconds` of CPU time of the calling thread, elapsed ones with `wall`, or a `budget` of
        nodes for each thread, end the search with what is proven by then. ValueError for a
        window without a number between its ends, one beside `wld`, or less than no time or nodes.
        The search begins at the result `guess`, if one is known; otherwise it makes its own. A pass
        of estimates comes before it from FEWEST_ESTIMATED empty squares on.
        """
        _check(wld, window, seconds, budget)
        began, nodes = time.perf_counter(), self.nodes
        self._next_problem(NO_BUDGET if budget is None else budget)
        low, high = (-1, 1) if wld else window
        with Alarm(seconds, self.memories[0]["alarm"], wall, 0):
            lower, upper, best, score = self._range(position, low, high, guess)
            line = self._line(position, lower, upper, best)
        proven = lower == upper or lower >= high or upper <= low
        if proven:
            score = lower if lower >= high else upper if upper <= low else lower
        spent = time.perf_counter() - began
        return Solution(score, lower, upper, best, line, self.nodes - nodes, spent, proven)

    def moves(
        self, position: Position, *, wld: bool = False, seconds: float | None = None
    ) -> Iterable[tuple[int, Solution]]:
        """Each legal move with the solution after it, scores for its mover, one after the other."""
        for move in squares(position.legal()):
            yield move, self.after_move(position, move, wld=wld, seconds=seconds)

    def after_move(
        self, position: Position, move: int, *, wld: bool = False, seconds: float | None = None
    ) -> Solution:
        """The solution after a legal move, scores for its mover."""
        found = self.solve(position.play(move), wld=wld, seconds=seconds)
        lower, upper, line = -found.upper, -found.lower, (move, *found.line)
        found = found._replace(score=-found.score, lower=lower, upper=upper)
        return found._replace(best=move, line=line)

    @not_reentrant
    def likely_move(self, position: Position) -> tuple[int, int]:
        """The move that a search of GUESS_DEPTH plies prefers, and its value; PASS for a pass."""
        moves = squares(position.legal())
        if not moves:
            return PASS, -self._shallow_value(position.passed(), GUESS_DEPTH)
        values = [-self._shallow_value(position.play(move), GUESS_DEPTH - 1) for move in moves]
        value, move = max(zip(values, moves, strict=True), key=lambda pair: (pair[0], -pair[1]))
        return move, value

    def _shallow_value(self, position: Position, depth: int) -> int:
        """The value of a search of so many plies, in hundredths of a disc."""
        own, opp, plies = position.own, position.opp, np.int64(depth)
        high, kept = BEYOND_EVERY_VALUE, self.memories[0]["last_ply"][0]
        return int(shallow_value(own, opp, plies, -high, high, self._weights, kept))

    def _next_problem(self, budget: int) -> None:
        """Let entries of earlier problems make room, forget an alarm, and set the budget."""
        for memory in self.memories:
            memory["age"] = memory["age"] % MOST_AGES + 1
            memory["alarm"] = 0
            memory["budget"] = memory["nodes"] + np.uint64(min(budget, NO_BUDGET))

    def _range(
        self, position: Position, low: int, high: int, guess: int | None
    ) -> tuple[int, int, int | None, int]:
        """Lower and upper bound, a move that reaches the lower one, and the score expected."""
        if not squares(position.legal()):
            passed = position.passed()
            if not squares(passed.legal()):
                score = int(position.final()) // SCORE_SCALE
                return score, score, None, score
            turned = None if guess is None else -guess
            lower, upper, _, score = self._range(passed, -high, -low, turned)
            return -upper, -lower, PASS, -score
        guess = self._guess(position, guess)
        lower, upper, best = self._close_in(position, guess, low, high, estimate=False)
        if lower == upper and best is None and not self.stopped:
            best = squares(position.legal())[0]  # every move loses all
        return lower, upper, best, min(max(guess, lower), upper)

    def _close_in(
        self, position: Position, guess: int, low: int, high: int, *, estimate: bool
    ) -> tuple[int, int, int | None]:
        """Lower and upper bound and a move that reaches the lower one, asked from `guess` on."""
        lower, upper, best = -BEST_RESULT, BEST_RESULT, None
        alike = direction = 0
        while lower < upper and lower < high and upper > low:
            target = min(max(guess, lower + 2, low + 1), upper, high)
            answer, move = self._ask(position, target - 1, estimate)
            if answer is None:
                break
            above = answer >= target
            alike = alike + 1 if above == (direction > 0) else 0
            direction = 1 if above else -1
            step = STEPS[min(alike, len(STEPS) - 1)]
            if above:  # results are even, estimates need not be
                lower, best = answer + answer % 2, move
                guess = lower + step
            else:
                upper = answer - answer % 2
                guess = upper - step + 2
        return lower, upper, best

    def _guess(self, position: Position, known: int | None) -> int:
        """The result expected, even: `known`, or of a shallow search and, if it pays, of estimates.

        The estimates stand in a table of their own, which tells the search for proof nothing but
        which move to try first. So they pay beside a `known` result as well, unless the position
        was searched before.
        """
        size = position.plies_left()
        expected: float | None = known
        if expected is None:
            expected = self._shallow_value(position, min(GUESS_DEPTH, size)) / SCORE_SCALE
        guess = min(max(2 * round(expected / 2), -BEST_RESULT), BEST_RESULT)
        if self.settings.margin == 0 or size < FEWEST_ESTIMATED:
            return guess
        if known is not None and self._knows(position):
            return guess
        lower, upper, _ = self._close_in(position, guess, -BEST_RESULT, BEST_RESULT, estimate=True)
        if self.stopped or known is not None:
            return guess
        return lower if lower >= guess else upper

    def _knows(self, position: Position) -> bool:
        """Whether the large table has the position."""
        own, opp, words = position.own, position.opp, self._words
        return bool(probe(own, opp, words, bucket_of(own, opp, words)) != NONE)

    def _ask(
        self, position: Position, alpha: int, estimate: bool = False
    ) -> tuple[int | None, int]:
        """A bound of the result on its side of `alpha`, and the best move; None if stopped."""
        for memory in self.memories:
            memory["halt"] = 0
            memory["margin"] = self.settings.margin if estimate else 0
        if self._pool is None or position.plies_left() < self.settings.shared:
            return self._search(position, alpha, 0, estimate)
        self._marks[:] = 0
        others = [
            self._pool.submit(self._search, position, alpha, number, estimate)
            for number in range(1, len(self.memories))
        ]
        first = self._search(position, alpha, 0, estimate)
        answers = [first, *(other.result() for other in others)]
        return next((answer for answer in answers if answer[0] is not None), first)

    def _search(
        self, position: Position, alpha: int, number: int, estimate: bool
    ) -> tuple[int | None, int]:
        """One thread's answer to `_ask`; the first that has one ends the others' searches."""
        ignore_overflow()
        memory = self.memories[number]
        words = self._hints if estimate else self._words
        tables = EndgameTables(words, self.small[number])
        shared = self._hints, self._marks
        search = EndgameSearch(self._weights, tables, *shared, self._records[number], self.stop)
        value = solve_deep(position.own, position.opp, np.int64(alpha), np.int64(1), search)
        ended = is_ended(memory, self.stop)
        if self._pool is not None and not ended:
            for other in self.memories:
                other["halt"] = 1
        elif memory["alarm"][0]:
            for other in self.memories:
                other["alarm"] = 1
        if ended:
            return None, PASS
        return int(value), int(memory["best_move"][0])

    def _line(
        self, position: Position, lower: int, upper: int, best: int | None
    ) -> tuple[int, ...]:
        """The best moves from a position whose result is known, as far as they were shown."""
        line: list[int] = []
        while best is not None:
            line.append(best)
            if lower != upper or self.stopped:
                break
            position = position.passed() if best == PASS else position.play(best)
            lower = upper = -lower
            best = self._reaching(position, lower)
        return tuple(line)

    def _reaching(self, position: Position, score: int) -> int | None:
        """A move that reaches the result `score`; PASS for a pass, None if the game is over."""
        legal = position.legal()
        if legal == NONE:
            return None if position.over() else PASS
        if score == -BEST_RESULT:
            return squares(legal)[0]
        answer, move = self._ask(position, score - 1)
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
    """The result of a position under perfect play, by a solver made for this once; see `Solver`."""
    return Solver(threads, megabytes, evaluator, stop).solve(position, wld=wld, seconds=seconds)
