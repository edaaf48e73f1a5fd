"""The interest-search player: budgets in place of depth, terms and costs by name."""

import time
from typing import Any, Literal

from othello import evaluation
from othello.position import Position
from players.interest.deepening import deepen
from players.interest.terms import othello_terms
from players.interest.variants import (
    BASE,
    CHEAPER,
    FREE,
    SCALE,
    SLOPE,
    CostName,
    Variant,
    new_interest_search,
    pace_of,
    weights_of,
)
from players.protocol import Choice, Limits
from players.registry import register
from players.search.score_range import with_proof
from players.search.workspace import NODES

DEFAULT_LIMIT = 2.0
LARGEST_LIMIT = 1000.0
LARGEST_OPTION = 100_000
SMALLEST_STEP = 0.001
FIRST_RUNG, RUNG_FACTOR = 0.5, 1.25


def checked_limits(limit: float | None, nodes: int | None, seconds: float | None) -> Limits:
    """The limits of a player, DEFAULT_LIMIT if there is none; ValueError for a senseless one."""
    if limit is not None and not 0 <= limit <= LARGEST_LIMIT:
        raise ValueError(f"limit must be from 0 to {LARGEST_LIMIT:g}, not {limit}")
    for name, given in (("nodes", nodes), ("seconds", seconds)):
        if given is not None and not 0 < given < 2**62:
            raise ValueError(f"{name} must be more than 0 and less than 2**62, not {given}")
    if limit is None and nodes is None and seconds is None:
        limit = DEFAULT_LIMIT
    return Limits(nodes=nodes, seconds=seconds, interest=limit)


@register("interest")
class InterestPlayer:
    """Interest search (Rollason 2014): lines go on while their moves are worth what they cost.

    `limit`: what each side may spend on a line, in natural logarithms (2 if there is no
    other limit); `nodes` and `seconds` as in alphabeta. `costs`: learned, in the paper's
    hand-set style, by order alone, or flat, which is interest switched off. `base` and
    `scale`: a move costs so many thousandths, and so many percent of minus the logarithm of its
    probability. `tally`: two budgets or a single one. `charged`, `inherited`: percent of
    earlier siblings' costs that count at the node and below. `end`: whether lines end
    with one side to move. `second`: what a second look at a move that raised alpha must gain, 0
    for none. `skip`: whether moves that the budget does not pay for are skipped, as in the
    paper, or only end their lines. `slope`: what a line costs for every disc that its static
    value is more than `free` hundredths from the score of an earlier iteration; 0 for nothing.
    `cheap`: nodes with less than this above the base ask for no static values.
    `wide`: plies of full width. `leave_out`: a term, or
    moves for their number. `step`: by what limits grow.
    `tags`: whether the table knows budgets, see players.models.untagged. `ranges` as in alphabeta.
    `search` is what its searches are made of, as in KernelPlayer.
    """

    def __init__(
        self,
        limit: float | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        evaluator: str = "bill",
        costs: CostName = "learned",
        base: int = BASE,
        scale: int = SCALE,
        tally: Literal["two", "single"] = "two",
        charged: int = 0,
        inherited: int = 0,
        end: Literal["one", "either"] = "one",
        second: int = 0,
        skip: bool = False,
        slope: int = SLOPE,
        free: int = FREE,
        cheap: int = CHEAPER,
        wide: int = 1,
        table: int = 18,
        leave_out: str | None = None,
        weights: str | None = None,
        step: float | None = None,
        ranges: bool = False,
        tags: bool = True,
    ) -> None:
        for name, given, least in (
            ("base", base, 2),
            ("scale", scale, 0),
            ("charged", charged, 0),
            ("inherited", inherited, 0),
            ("second", second, 0),
            ("slope", slope, 0),
            ("free", free, 0),
            ("cheap", cheap, 0),
            ("wide", wide, 1),
        ):
            if not least <= given <= LARGEST_OPTION:
                raise ValueError(f"{name} must be from {least} to {LARGEST_OPTION}, not {given}")
        if step is not None and not SMALLEST_STEP <= step <= LARGEST_LIMIT:
            raise ValueError(
                f"step must be from {SMALLEST_STEP:g} to {LARGEST_LIMIT:g}, not {step}"
            )
        if weights is not None and costs == "handset":
            raise ValueError("weights names a file of learned weights, which handset does without")
        self._limits = checked_limits(limit, nodes, seconds)
        variant = Variant(
            costs, base, scale, tally, charged, inherited, end, second, skip, slope, free, cheap,
            wide, table, leave_out, weights, ranges, tags,
        )  # fmt: skip
        terms = othello_terms(weights_of(variant))
        self.search = new_interest_search(evaluation.named(evaluator), terms, variant)
        self._pace = pace_of(variant, step)

    @staticmethod
    def at_level(level: int) -> dict[str, float]:
        """The options of a rung of a ladder: RUNG_FACTOR times the limit of the rung before."""
        return {"limit": round(FIRST_RUNG * RUNG_FACTOR ** (level - 1), 3)}

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
        if limits._replace(stop=None) == Limits():
            limits = self._limits._replace(stop=limits.stop)
        began = time.thread_time()
        self.search.memory.forget()
        result = deepen(position, self.search, limits, self._pace)
        choice = Choice(
            move=result.line[0],
            score=result.score,
            bound=result.bound,
            depth=len(result.line),
            nodes=int(self.search.workspace.counters[NODES]),
            cpu_seconds=time.thread_time() - began,
            variation=result.line,
        )
        return with_proof(choice, position, self.search.ranges)
