"""The alpha-beta player, and the base of all searching players: solver first, then search."""

import time
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from othello import evaluation
from othello.exclusive import not_reentrant
from othello.position import Position
from players import options
from players.limits import Limits, limits_in_force, own_limits
from players.protocol import NOTHING_TO_CHOOSE, Choice
from players.registry import register
from players.search import deepening
from players.search.alphabeta import new_search
from players.search.conventions import FullWindow, Scout
from players.search.exact_endgame import PerfectEndgame, merge_proof, remaining_limits
from players.search.ordering import (
    ByHashMove,
    ByHashMoveThenValue,
    ByValue,
    Unordered,
    new_history,
)
from players.search.table import NoTable, new_table
from players.search.workspace import NODES

DEFAULT_DEPTH = 4

ORDERS: dict[str, Callable[[], Any]] = {
    "none": Unordered,
    "value": ByValue,
    "table": ByHashMove,
    "table-value": ByHashMoveThenValue,
    "history": new_history,
}


class SearchPlayer:
    """Base class of all searching players.

    `search` holds the parts of the search. `limits` apply to questions without limits. The solver
    plays the endgame as `perfect_endgame` says.
    """

    supported_limits: Collection[str] = ("depth", "nodes", "seconds")
    full_width = False
    """True if a search of some depth prunes nothing by estimate."""

    def __init__(self, search: Any, limits: Limits, perfect_endgame: PerfectEndgame) -> None:
        self.search = search
        self.perfect_endgame = perfect_endgame
        self._limits = limits

    @not_reentrant
    def new_game(self, seed: int = 0) -> None:
        """Clear the tables; nothing is random, so `seed` is ignored."""
        self.search.table.clear()
        self.perfect_endgame.new_game(self._limits)

    @not_reentrant
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Choose the best move within the limits, proven by the solver or found by the search.

        The solver counts moves played as nodes.
        """
        limits = limits_in_force(limits, self._limits, self.supported_limits)
        solved = self.perfect_endgame.solve(position, limits)
        if solved is None:
            return self._choice(position, limits)
        if solved.proven and solved.line:
            return solved.choice()
        return merge_proof(self._choice(position, remaining_limits(solved, limits)), solved)

    def _choice(self, position: Position, limits: Limits) -> Choice:
        """Choose by search within the limits."""
        began = time.thread_time()
        result = self._searched(position, limits)
        if not result.line:
            raise ValueError(NOTHING_TO_CHOOSE)
        return Choice(
            move=result.line[0],
            score=result.score,
            bound=result.bound,
            depth=result.depth,
            nodes=int(self.search.workspace.counters[NODES]),
            cpu_seconds=time.thread_time() - began,
            variation=result.line,
        )

    def _searched(self, position: Position, limits: Limits) -> Any:
        """Result of the search: score, bound, depth and principal variation."""
        raise NotImplementedError


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

    def __init__(self, options: Any, limits: Limits, **parts: Any) -> None:
        """Make the search of the options; `parts` replaces some of its fields by name."""
        auto = "history" if options.table else "value"
        self._deepening = options.deepening
        self._driver = options.driver
        defaults = {
            "order": ORDERS[auto if options.order == "auto" else options.order](),
            "scouting": Scout() if options.driver == "pvs" else FullWindow(),
            "table": new_table(options.table) if options.table else NoTable(),
        }
        search = new_search(evaluation.named(options.evaluator), **{**defaults, **parts})
        super().__init__(search, limits, PerfectEndgame(options.solve))

    @not_reentrant
    def new_game(self, seed: int = 0) -> None:
        """Clear the tables and the history; nothing is random, so `seed` is ignored."""
        super().new_game(seed)
        self.search.order.clear()

    def _searched(self, position: Position, limits: Limits) -> deepening.SearchResult:
        """Result of a fixed depth, or of iterative deepening within nodes or seconds."""
        if self._deepening or limits.nodes is not None or limits.seconds is not None:
            driver = deepening.mtdf if self._driver == "mtdf" else deepening.aspiration
            return deepening.deepen(position, self.search, limits, driver)
        driver = deepening.mtdf if self._driver == "mtdf" else deepening.search_depth
        return deepening.fixed_depth(position, self.search, limits, driver)


def limits_of(options: Any) -> Limits:
    """The limits in the options, by default DEFAULT_DEPTH; ValueError for an impossible one."""
    given = Limits(options.depth, options.nodes, options.seconds)
    return own_limits(given, Limits(depth=DEFAULT_DEPTH))


@register("alphabeta")
class AlphaBetaPlayer(KernelPlayer):
    """Alpha-beta; by default to a fixed depth without a table, as in the papers."""

    full_width = True

    def __init__(self, options: AlphaBetaOptions) -> None:
        super().__init__(options, limits_of(options))
