"""The alpha-beta player, and what every player over its kernel has in common."""

import time
from typing import Any, Literal, NamedTuple

from othello import evaluation
from othello.position import Position
from players.forward.rules import NoPruning
from players.models.untagged import new_untagged_table
from players.protocol import Choice, Limits
from players.registry import register
from players.search.alphabeta import new_search
from players.search.conventions import (
    Above,
    AllAtOnce,
    AtLeast,
    FullWindow,
    LazyLastPly,
    Scout,
    SearchedOnly,
)
from players.search.deepening import aspiration, deepen, fixed_depth, full_window, mtdf
from players.search.ordering import ByTableMove, ByTableMoveThenValue, ByValue, Unordered
from players.search.score_range import RANGE_TABLE_BITS, NoRanges, new_ranges, with_proof
from players.search.table import NoTable, new_table
from players.search.workspace import NODES

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

DriverName = Literal["alphabeta", "pvs", "mtdf"]
OrderName = Literal["auto", "none", "value", "table", "table-value"]
CutoffName = Literal["at-least", "above"]
GenerationName = Literal["lazy", "full", "searched"]


class Conventions(NamedTuple):
    """How a player over the kernel searches, apart from evaluator and rule, by name."""

    driver: DriverName = "alphabeta"
    order: OrderName = "auto"
    cutoff: CutoffName = "at-least"
    generation: GenerationName = "lazy"
    table: int = 0
    deepening: bool = False
    ranges: bool = False
    tags: bool = True


def table_of(conventions: Conventions) -> Any:
    """An empty table; ValueError if there is none and still it shall have no tags."""
    if conventions.table:
        return (new_table if conventions.tags else new_untagged_table)(conventions.table)
    if not conventions.tags:
        raise ValueError("tags=false needs a table, such as table=18")
    return NoTable()


def checked_limits(depth: int | None, nodes: int | None, seconds: float | None) -> Limits:
    """The limits of a player, DEFAULT_DEPTH if there is none; ValueError for a senseless one."""
    for name, limit in (("depth", depth), ("nodes", nodes), ("seconds", seconds)):
        if limit is not None and not 0 < limit < LARGEST_LIMIT:
            raise ValueError(f"{name} must be more than 0 and less than 2**62, not {limit}")
    if depth is None and nodes is None and seconds is None:
        depth = DEFAULT_DEPTH
    return Limits(depth, nodes, seconds)


class KernelPlayer:
    """A player that asks the alpha-beta kernel, with an evaluator and a pruning rule.

    `search` is what its searches are made of: a part put in its place holds from then on.
    """

    def __init__(
        self, limits: Limits, evaluator: str, conventions: Conventions, rule: Any = None
    ) -> None:
        self._limits = limits
        self._deepening = conventions.deepening
        self._driver = conventions.driver
        self.search = new_search(
            evaluation.named(evaluator),
            ORDERS[conventions.order](conventions.table),
            CUTOFFS[conventions.cutoff](),
            generation=GENERATIONS[conventions.generation](),
            scout=Scout() if conventions.driver == "pvs" else FullWindow(),
            rule=rule or NoPruning(),
            table=table_of(conventions),
            ranges=new_ranges(RANGE_TABLE_BITS) if conventions.ranges else NoRanges(),
        )

    @property
    def ranges(self) -> Any:
        """The score ranges that the latest search left, see players.search.score_range."""
        return self.search.ranges

    def new_game(self, seed: int = 0) -> None:
        """Forget what the tables know."""
        self.search.table.clear()
        self.search.ranges.clear()

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """The best move that the search finds within the limits."""
        limits = limits or self._limits
        if limits[:3] == (None, None, None):
            limits = limits._replace(depth=self._limits.depth or DEFAULT_DEPTH)
        began = time.thread_time()
        if self._deepening or limits.nodes is not None or limits.seconds is not None:
            driver = mtdf if self._driver == "mtdf" else aspiration
            result = deepen(position, self.search, limits, driver)
        else:
            driver = mtdf if self._driver == "mtdf" else full_window
            result = fixed_depth(position, self.search, limits, driver)
        choice = Choice(
            move=result.line[0],
            score=result.score,
            bound=result.bound,
            depth=result.depth,
            nodes=int(self.search.workspace.counters[NODES]),
            cpu_seconds=time.thread_time() - began,
            variation=result.line,
        )
        return with_proof(choice, position, self.search.ranges)


@register("alphabeta")
class AlphaBetaPlayer(KernelPlayer):
    """Alpha-beta; plain fixed depth as in the papers unless a table or deepening is asked for.

    `depth` in plies (4 if there is no other limit), `nodes` in positions
    generated, `seconds` in CPU seconds: the first limit reached ends the
    search. `table` is the logarithm of the table's size to the base 2, 0 for
    none. `order` is of the children; auto is by value, after the table's move.
    `deepening` searches ply by ply and is implied by nodes or seconds. `ranges`
    keeps what is proven of the final result beside the values, see players.search.score_range,
    plays a proven move and deepens no further.
    """

    def __init__(
        self,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        evaluator: str = "mobility",
        driver: DriverName = "alphabeta",
        order: OrderName = "auto",
        cutoff: CutoffName = "at-least",
        generation: GenerationName = "lazy",
        table: int = 0,
        deepening: bool = False,
        ranges: bool = False,
    ) -> None:
        conventions = Conventions(driver, order, cutoff, generation, table, deepening, ranges)
        super().__init__(checked_limits(depth, nodes, seconds), evaluator, conventions)
