"""The alpha-beta player, and the base class of searching players.

Near the end of the game the exact solver takes the place of a player's search. It may use half of a
move's limits; if it does not finish, the rest is for the search.
"""

import time
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from othello import evaluation
from othello.bits import NONE
from othello.exclusive import not_reentrant
from othello.position import Position
from players import options
from players.budget import ALARM, NODES, OPEN, Alarm, Budget, new_budget, start
from players.engine.request import MOST_EMPTIES, Request, Result
from players.limits import Limits, limits_in_force, own_limits
from players.protocol import EXACT, LOWER, MAX_SCORE, NOTHING_TO_CHOOSE, UPPER, Choice
from players.registry import register
from players.search import deepening, ordering
from players.search.alphabeta import new_search
from players.search.conventions import FullWindow, Scout
from players.search.table import NoTable, new_table

DEFAULT_DEPTH = 4
OPTION_OF_LIMIT = {"depth": "depth", "nodes": "nodes", "seconds": "seconds", "interest": "limit"}
"""The option of a player that sets each of its limits."""

ORDERS: dict[str, Callable[[], Any]] = {
    "none": ordering.Order,
    "value": ordering.ByValue,
    "table": ordering.ByHashMove,
    "table-value": ordering.ByHashMoveThenValue,
    "history": ordering.new_history,
}

ENDGAME_MEGABYTES = 16
FEWEST_BY_DEPTH = 10
"""With fewer empty squares a search to the end of the game costs less CPU time than the solver.

On 100 positions of human games each, a search with Bill's evaluation took 0.10 ms at 8 empties,
0.23 ms at 9 and 0.54 ms at 10; with the mobility evaluation 0.05, 0.10 and 0.23 ms. The solver took
0.13, 0.16 and 0.22 ms.
"""
MOST_BY_DEPTH = 20
"""With more empty squares a deepening search has an answer long before the solver.

The solver took up to 0.4 s for 95 of 100 positions with 20; a stop may come before.
"""
MOST_BY_INTEREST = 8
SHARE = 0.5
"""The solver's share of the limits of a move."""
NEVER_SOLVED = -1
NODES_NEEDED = {
    6: 460, 7: 1_400, 8: 2_900, 9: 8_700, 10: 12_000, 11: 21_000, 12: 46_000, 13: 120_000,
    14: 240_000, 15: 480_000, 16: 1_000_000, 17: 2_400_000, 18: 6_200_000, 19: 14_000_000,
    20: 28_000_000, 21: 100_000_000, 22: 220_000_000,
}  # fmt: skip
"""Nodes that solve 95 of 100 positions, by the number of empty squares.

Measured with one thread on the WTHOR database of human games, 120 to 300 positions of each size.
"""
NODES_PER_SECOND, SECONDS_AT_START = 60e6, 0.0005
"""A low estimate of the solver's speed: 73 to 82 million were measured from 15 empties on.

6 empties took 0.3 ms. 95 of 100 positions took up to 0.8 ms at 12 empties, 2.7 at 14, 11 at 16, 66
at 18, 365 at 20.
"""


def most_empties(limits: Limits) -> int:
    """Return the most empty squares at which solving costs no more than a search with these limits.

    A depth gives itself, up to MOST_BY_DEPTH: the search would reach the end of the game. Nodes or
    seconds give what the solver's share of them solves in 95 of 100 positions. The least counts.
    """
    bounds = []
    if limits.depth is not None:
        deep = min(limits.depth, MOST_BY_DEPTH)
        bounds.append(deep if deep >= FEWEST_BY_DEPTH else NEVER_SOLVED)
    if limits.interest is not None:
        bounds.append(MOST_BY_INTEREST)
    affordable = [] if limits.nodes is None else [SHARE * limits.nodes]
    if limits.seconds is not None:
        affordable.append(NODES_PER_SECOND * (SHARE * limits.seconds - SECONDS_AT_START))
    for nodes in affordable:
        sizes = (size for size, needed in NODES_NEEDED.items() if needed <= nodes)
        bounds.append(max(sizes, default=NEVER_SOLVED))
    return min(bounds, default=NEVER_SOLVED)


class PerfectEndgame:
    """Solutions of the end of the game for one player.

    Positions are solved with at most `solve` empty squares; None solves them where that costs no
    more than the search. ValueError for a number out of range.
    """

    def __init__(self, solve: int | None) -> None:
        if solve is not None and not 0 <= solve <= MOST_EMPTIES:
            raise ValueError(f"solve must be from 0 to {MOST_EMPTIES}, not {solve}")
        self._solve = solve
        self.solver: Any = None

    def new_game(self, limits: Limits) -> None:
        """Forget earlier games, and load the solver's kernels if the limits allow its use.

        So the time of no move includes loading or compiling them.
        """
        if self.solver is not None:
            self.solver.clear()
        elif self._most(limits) > 0:
            self._make_solver().warm_up()

    def solve(self, position: Any, limits: Limits) -> Result | None:
        """Return the solver's result within its share, or None if the search should answer."""
        if not isinstance(position, Position) or (limits.stop is not None and limits.stop[0]):
            return None
        least = FEWEST_BY_DEPTH if self._solve is None and limits.depth is not None else 1
        if not least <= int(position.plies_left()) <= self._most(limits):
            return None
        began = time.thread_time()  # the time to load the solver counts
        request = Request(
            nodes=None if limits.nodes is None else int(SHARE * limits.nodes),
            seconds=None if limits.seconds is None else SHARE * limits.seconds,
            stop=limits.stop,
        )
        result: Result = self._make_solver().solve(position, request)
        return result._replace(seconds=time.thread_time() - began)

    def _most(self, limits: Limits) -> int:
        """Return the most empty squares at which positions are solved."""
        return most_empties(limits) if self._solve is None else self._solve

    def _make_solver(self) -> Any:
        """Return the solver, made at the first use: a player without it loads no kernels."""
        if self.solver is None:
            from players.engine.endgame import Solver

            self.solver = Solver(megabytes=ENDGAME_MEGABYTES)
        return self.solver


def remaining_limits(solved: Result, limits: Limits) -> Limits:
    """Return the limits of the search after a solver that did not finish."""
    nodes, seconds = limits.nodes, limits.seconds
    return limits._replace(
        nodes=None if nodes is None else max(1, nodes - solved.nodes),
        seconds=None if seconds is None else max(0.0, seconds - solved.seconds),
    )


def merge_proof(choice: Choice, solved: Result) -> Choice:
    """Return the search's choice within the solver's bounds, with the cost of both.

    A move that is proven to reach at least the search's score replaces the search's move.
    """
    if solved.line and not choice.proven and solved.lower >= choice.score:
        choice = choice._replace(move=solved.line[0], variation=solved.line, bound=LOWER)
    lower, upper = max(choice.lower, solved.lower), min(choice.upper, solved.upper)
    score, bound = min(max(choice.score, lower), upper), choice.bound
    if lower == upper:
        bound = EXACT
    elif score != choice.score:
        bound = LOWER if score == lower else UPPER
    return choice._replace(
        score=score,
        bound=bound,
        nodes=choice.nodes + solved.nodes,
        cpu_seconds=choice.cpu_seconds + solved.seconds,
        lower=lower,
        upper=upper,
        proven=choice.proven or upper == -MAX_SCORE,
    )


class SearchOptions(NamedTuple):
    """The usual options of a searching player."""

    depth: options.Depth = None
    nodes: options.Nodes = None
    seconds: options.Seconds = None
    solve: options.Solve = None


class SearchPlayer:
    """Base class of searching players, which implement `search` and, with a memory, `clear`.

    It gives them limits, counters, an alarm, the solver at the end of the game, and one caller at a
    time. `options` is a SearchOptions, or a NamedTuple of their own: its fields depth, nodes,
    seconds, limit and solve, as far as it has them, are read here.
    """

    supported_limits: Collection[str] = ("depth", "nodes", "seconds")
    default_limits = Limits(depth=DEFAULT_DEPTH)
    """The limits of a player whose options name none."""
    full_width = False
    """True if a search of some depth prunes nothing by estimate."""

    def __init__(self, options: Any) -> None:
        given = {key: getattr(options, name, None) for key, name in OPTION_OF_LIMIT.items()}
        self._limits = own_limits(Limits(**given), self.default_limits)
        self.perfect_endgame = PerfectEndgame(getattr(options, "solve", None))
        self.budget = new_budget()

    def search(self, position: Any, budget: Budget) -> Choice:
        """Return the choice for a position in which the game is not over.

        The kernel counts NODES in `budget.counters` and ends once `budget.exhausted()`, but has a
        move in any case. The base class fills in nodes and time.
        """
        raise NotImplementedError

    def clear(self) -> None:
        """Forget earlier games."""

    @not_reentrant
    def new_game(self, seed: int = 0) -> None:
        """Forget earlier games; nothing is random, so `seed` is ignored."""
        self.clear()
        self.perfect_endgame.new_game(self._limits)

    @not_reentrant
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Choose the best move within the limits, proven by the solver or found by the search.

        The solver counts moves played as nodes.
        """
        limits = limits_in_force(limits, self._limits, self.supported_limits)
        solved = self.perfect_endgame.solve(position, limits)
        if solved is None:
            return self._searched(position, limits)
        if solved.proven and solved.line:
            return solved.choice()
        return merge_proof(self._searched(position, remaining_limits(solved, limits)), solved)

    def _searched(self, position: Position, limits: Limits) -> Choice:
        """Choose by search within the limits."""
        if position.legal() == NONE and position.passed().legal() == NONE:
            raise ValueError(NOTHING_TO_CHOOSE)
        began, budget = time.thread_time(), start(self.budget, limits)
        with Alarm(limits.seconds, budget.counters[ALARM:]):
            choice = self.search(position, budget)
        nodes = int(budget.counters[NODES])
        return choice._replace(nodes=nodes, cpu_seconds=time.thread_time() - began)


class AlphaBetaOptions(NamedTuple):
    """The options of alphabeta."""

    depth: options.Depth = None
    nodes: options.Nodes = None
    seconds: options.Seconds = None
    evaluator: options.EvaluatorName = "bill"
    driver: options.DriverName = "alphabeta"
    order: options.OrderName = "auto"
    table: options.TableBits = 0
    deepening: options.Deepening = False
    solve: options.Solve = None


class KernelPlayer(SearchPlayer):
    """Base class of players that search with the alpha-beta kernel."""

    def __init__(self, options: Any, **parts: Any) -> None:
        """Make the search of the options; `parts` replaces some of its fields by name."""
        super().__init__(options)
        auto = "history" if options.table else "value"
        self._deepening, self._driver = options.deepening, options.driver
        defaults = {
            "order": ORDERS[auto if options.order == "auto" else options.order](),
            "scouting": Scout() if options.driver == "pvs" else FullWindow(),
            "table": new_table(options.table) if options.table else NoTable(),
        }
        self.parts = new_search(evaluation.named(options.evaluator), **{**defaults, **parts})

    def clear(self) -> None:
        """Clear the table and the history."""
        self.parts.table.clear()
        self.parts.order.clear()

    def search(self, position: Any, budget: Budget) -> Choice:
        """Search a fixed depth, or by iterative deepening within nodes or seconds."""
        parts, mtdf = self.parts._replace(budget=budget), self._driver == "mtdf"
        if self._deepening or budget.counters[OPEN]:
            driver = deepening.mtdf if mtdf else deepening.aspiration
            return deepening.iterate(position, parts, driver)
        driver = deepening.mtdf if mtdf else deepening.search_depth
        return deepening.at_depth(position, parts, driver)


@register("alphabeta")
class AlphaBetaPlayer(KernelPlayer):
    """Alpha-beta; by default to a fixed depth without a table, as in the papers."""

    full_width = True

    def __init__(self, options: AlphaBetaOptions) -> None:
        super().__init__(options)
