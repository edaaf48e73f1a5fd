"""The alpha-beta player, and what all players that search share: tables, answers, perfect endgames.

It stands above `players.search`, which finds a move, and `players.engine`, whose solver proves one.
"""

import time
from collections.abc import Collection
from typing import Any, NamedTuple

from othello import evaluation
from othello.compiling import stopped_by_flag
from othello.not_reentrant import not_reentrant
from othello.position import Position
from players import option_types
from players.limits import Limits, limits_in_force, own_limits
from players.perfect_endgame import PerfectEndgame, choice_from_proof, merge_proof, remaining_limits
from players.protocol import NOTHING_TO_CHOOSE, Choice
from players.registry import register
from players.search import deepening
from players.search.alphabeta import new_search
from players.search.conventions import FullWindow, Scout
from players.search.ordering import ByTableMove, ByTableMoveThenValue, ByValue, Unordered
from players.search.table import NoTable, new_table
from players.search.workspace import NODES

DEFAULT_DEPTH = 4

ORDERS = {
    "auto": lambda table: ByTableMoveThenValue() if table else ByValue(),
    "none": lambda table: Unordered(),
    "value": lambda table: ByValue(),
    "table": lambda table: ByTableMove(),
    "table-value": lambda table: ByTableMoveThenValue(),
}


class SearchPlayer:
    """A player that searches, within `limits` unless it is asked for others.

    `search` is what its searches are made of: a part put in its place holds from then on.
    `perfect_endgame` says from where on the exact solver plays, nowhere by default.
    """

    supported_limits: Collection[str] = ("depth", "nodes", "seconds")
    full_width = False
    """Whether a search of some depth leaves nothing out down to there."""

    def __init__(
        self, search: Any, limits: Limits, perfect_endgame: PerfectEndgame | None = None
    ) -> None:
        self.search = search
        self.perfect_endgame = perfect_endgame or PerfectEndgame(solve=0)
        self._limits = limits

    @not_reentrant
    def new_game(self, seed: int = 0) -> None:
        """Clear the tables; there is no chance in it, so `seed` changes nothing."""
        self.search.table.clear()
        self.perfect_endgame.new_game(self._limits)

    @not_reentrant
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """The best move, proven by the solver or found by the search, within the limits.

        The nodes of the solver are those that it counts itself: moves played.
        StillCompilingError if a stop comes while a kernel compiles.
        """
        limits = limits_in_force(limits, self._limits, self.supported_limits)
        with stopped_by_flag(limits.stop):
            solved = self.perfect_endgame.found(position, limits)
            if solved is None:
                return self._choice(position, limits)
            if solved.settled:
                return choice_from_proof(solved, position)
            return merge_proof(self._choice(position, remaining_limits(solved, limits)), solved)

    def _choice(self, position: Position, limits: Limits) -> Choice:
        """The best move that the search finds within the limits."""
        began = time.thread_time()
        found = self._searched(position, limits)
        if not found.line:
            raise ValueError(NOTHING_TO_CHOOSE)
        return Choice(
            move=found.line[0],
            score=found.score,
            bound=found.bound,
            depth=found.depth,
            nodes=int(self.search.workspace.counters[NODES]),
            cpu_seconds=time.thread_time() - began,
            variation=found.line,
        )

    def _searched(self, position: Position, limits: Limits) -> Any:
        """What the search finds: score, bound, depth, and a line that starts with the best move."""
        raise NotImplementedError


class AlphaBetaOptions(NamedTuple):
    """The options of alphabeta."""

    depth: option_types.Depth = None
    nodes: option_types.Nodes = None
    seconds: option_types.Seconds = None
    evaluator: option_types.EvaluatorName = "bill"
    driver: option_types.DriverName = "alphabeta"
    order: option_types.OrderName = "auto"
    table: option_types.TableBits = 0
    deepening: option_types.Deepening = False
    solve: option_types.Solve = None


class KernelPlayer(SearchPlayer):
    """A player that asks the alpha-beta kernel, with options that all such players have."""

    def __init__(self, options: Any, limits: Limits, **parts: Any) -> None:
        """`parts`: fields of the search by name, in place of those that the options ask for."""
        self._deepening = options.deepening
        self._driver = options.driver
        asked = {
            "order": ByTableMoveThenValue() if options.table else ByValue(),
            "scouting": Scout() if options.driver == "pvs" else FullWindow(),
            "table": new_table(options.table) if options.table else NoTable(),
        }
        search = new_search(evaluation.named(options.evaluator), **{**asked, **parts})
        super().__init__(search, limits, PerfectEndgame(options.solve))

    def _searched(self, position: Position, limits: Limits) -> deepening.SearchResult:
        """The result of the deepest search that the limits allow, or of one of fixed depth."""
        if self._deepening or limits.nodes is not None or limits.seconds is not None:
            driver = deepening.mtdf if self._driver == "mtdf" else deepening.aspiration
            return deepening.deepen(position, self.search, limits, driver)
        driver = deepening.mtdf if self._driver == "mtdf" else deepening.full_window
        return deepening.fixed_depth(position, self.search, limits, driver)


def limits_of(options: Any) -> Limits:
    """The limits among options, DEFAULT_DEPTH if there is none; ValueError for a senseless one."""
    given = Limits(options.depth, options.nodes, options.seconds)
    return own_limits(given, Limits(depth=DEFAULT_DEPTH))


@register("alphabeta")
class AlphaBetaPlayer(KernelPlayer):
    """Alpha-beta; plain fixed depth as in the papers unless a table or deepening is asked for."""

    full_width = True

    def __init__(self, options: AlphaBetaOptions) -> None:
        order = ORDERS[options.order](options.table)
        super().__init__(options, limits_of(options), order=order)
