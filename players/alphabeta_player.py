"""The alpha-beta player: a kernel, a driver and limits, chosen by name."""

import time
from typing import Literal

from othello import evaluation
from othello.position import Position
from players.alphabeta import new_search
from players.conventions import (
    Above,
    AllAtOnce,
    AtLeast,
    FullWindow,
    LazyLastPly,
    Scout,
    SearchedOnly,
)
from players.deepening import aspiration, deepen, fixed_depth, full_window, mtdf
from players.ordering import ByTableMove, ByTableMoveThenValue, ByValue, Unordered
from players.protocol import Choice, Limits
from players.registry import register
from players.table import NoTable, new_table
from players.workspace import NODES

DEFAULT_DEPTH = 4
LARGEST_LIMIT = 2**62

ORDERS = {
    "auto": lambda table: ByTableMoveThenValue() if table else ByValue(),
    "none": lambda table: Unordered(),
    "value": lambda table: ByValue(),
    "table": lambda table: ByTableMove(),
    "table-value": lambda table: ByTableMoveThenValue(),
}
CUTOFFS = {"at-least": AtLeast, "above": Above}
GENERATIONS = {"lazy": LazyLastPly, "full": AllAtOnce, "searched": SearchedOnly}


@register("alphabeta")
class AlphaBetaPlayer:
    """Alpha-beta; plain fixed depth as in the papers unless a table or deepening is asked for.

    `depth` in plies (4 if there is no other limit), `nodes` in positions
    generated, `seconds` in CPU seconds: the first limit reached ends the
    search. `table` is the logarithm of the table's size to the base 2, 0 for
    none. `order` is of the children; auto is by value, after the table's move.
    `deepening` searches ply by ply and is implied by nodes or seconds.
    """

    def __init__(
        self,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        evaluator: str = "mobility",
        driver: Literal["alphabeta", "pvs", "mtdf"] = "alphabeta",
        order: Literal["auto", "none", "value", "table", "table-value"] = "auto",
        cutoff: Literal["at-least", "above"] = "at-least",
        generation: Literal["lazy", "full", "searched"] = "lazy",
        table: int = 0,
        deepening: bool = False,
    ) -> None:
        for name, limit in (("depth", depth), ("nodes", nodes), ("seconds", seconds)):
            if limit is not None and not 0 < limit < LARGEST_LIMIT:
                raise ValueError(f"{name} must be more than 0 and less than 2**62, not {limit}")
        if depth is None and nodes is None and seconds is None:
            depth = DEFAULT_DEPTH
        self._limits = Limits(depth, nodes, seconds)
        self._deepening = deepening
        self._driver = driver
        self._search = new_search(
            evaluation.named(evaluator),
            ORDERS[order](table),
            CUTOFFS[cutoff](),
            generation=GENERATIONS[generation](),
            scout=Scout() if driver == "pvs" else FullWindow(),
            table=new_table(table) if table else NoTable(),
        )

    def new_game(self, seed: int = 0) -> None:
        """Forget what the table knows."""
        self._search.table.clear()

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """The best move that the search finds within the limits."""
        limits = limits or self._limits
        if limits[:3] == (None, None, None):
            limits = limits._replace(depth=self._limits.depth or DEFAULT_DEPTH)
        began = time.thread_time()
        if self._deepening or limits.nodes is not None or limits.seconds is not None:
            driver = mtdf if self._driver == "mtdf" else aspiration
            result = deepen(position, self._search, limits, driver)
        else:
            driver = mtdf if self._driver == "mtdf" else full_window
            result = fixed_depth(position, self._search, limits, driver)
        return Choice(
            move=result.line[0],
            score=result.score,
            bound=result.bound,
            depth=result.depth,
            nodes=int(self._search.workspace.counters[NODES]),
            cpu_seconds=time.thread_time() - began,
            variation=result.line,
        )
