"""The variants of interest search by name: what moves cost, who pays, where lines end."""

from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from players.interest.budgets import (
    EitherSide,
    EveryLine,
    OneLook,
    OneSide,
    OpenLines,
    SecondLook,
    Shortening,
    Siblings,
    SingleTally,
    Skipping,
    TwoTallies,
)
from players.interest.costs import (
    COST_UNIT,
    HAND_SET_MOVES,
    MOVES,
    HandSetCosts,
    LearnedCosts,
    OrderCosts,
    hand_set,
    learned,
    refitted,
    without,
)
from players.interest.deepening import Pace
from players.interest.kernel import InterestSearch
from players.interest.moves import new_memory
from players.interest.samples import NoSamples
from players.interest.table import NoBudgetTable, new_budget_table, new_untagged_budget_table
from players.search.conventions import Scout
from players.search.score_range import RANGE_TABLE_BITS, NoRanges, new_ranges
from players.search.workspace import new_workspace

CostName = Literal["learned", "handset", "order", "flat"]
BASE = 500
"""What a move costs at least, in thousandths of a natural logarithm."""
SCALE = 25
"""Percent of minus the logarithm of its probability that a move costs beside that."""
CHEAPER = 2000
"""A node whose mover has less than this above the base asks for no static values."""
SLOPE, FREE = 100, 0
"""What a disc of distance from the expected score costs, beyond so many hundredths of a disc."""
INTEREST_UNIT = 125_000
LEAST_INTEREST = 25
"""An interest of 250 costs BASE, and no move more than ten times that."""


class InterestOptions(NamedTuple):
    """The options of interest.

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
    `wide`: plies of full width. `leave_out`: a term, or moves for their number. `step`: by what
    limits grow.
    `tags`: whether the table knows budgets, see players.interest.table. `ranges`, `solve` and
    `wld` as in alphabeta.
    """

    limit: float | None = None
    nodes: int | None = None
    seconds: float | None = None
    evaluator: str = "bill"
    costs: CostName = "learned"
    base: int = BASE
    scale: int = SCALE
    tally: Literal["two", "single"] = "two"
    charged: int = 0
    inherited: int = 0
    end: Literal["one", "either"] = "one"
    second: int = 0
    skip: bool = False
    slope: int = SLOPE
    free: int = FREE
    cheap: int = CHEAPER
    wide: int = 1
    table: int = 18
    leave_out: str | None = None
    weights: str | None = None
    step: float | None = None
    ranges: bool = False
    tags: bool = True
    solve: int | None = None
    wld: int = 0


def weights_of(options: InterestOptions) -> np.ndarray:
    """The weights that the options ask for; ValueError for an unknown term or a bad file."""
    left_out = (options.leave_out,) if options.leave_out not in (None, MOVES) else ()
    if options.costs == "handset":
        return without(hand_set(), left_out)
    path = Path(options.weights) if options.weights else None
    if not left_out:
        return learned("othello", path, options.evaluator)
    return without(learned(refitted(*left_out), path, options.evaluator), left_out)


def costs_of(options: InterestOptions) -> Any:
    """What moves cost under these options."""
    counted = options.leave_out != MOVES
    if options.costs == "handset":
        return HandSetCosts(INTEREST_UNIT, LEAST_INTEREST, HAND_SET_MOVES * counted)
    if options.costs == "order":
        return OrderCosts(options.base)
    scale = 0 if options.costs == "flat" else options.scale
    return LearnedCosts(options.base, scale, int(counted))


def table_of(options: InterestOptions) -> Any:
    """An empty table; ValueError if there is none and still it shall not know budgets."""
    if options.table:
        if options.tags:
            return new_budget_table(options.table)
        return new_untagged_budget_table(options.table)
    if not options.tags:
        raise ValueError("tags=false needs a table, such as table=18")
    return NoBudgetTable()


def new_interest_search(evaluator: Any, terms: Any, options: InterestOptions) -> InterestSearch:
    """A search with an evaluator and terms, made by the options."""
    return InterestSearch(
        evaluator,
        terms,
        costs_of(options),
        tally=TwoTallies() if options.tally == "two" else SingleTally(),
        siblings=Siblings(options.charged, options.inherited),
        horizon=OneSide(0) if options.end == "one" else EitherSide(),
        second=SecondLook(options.second) if options.second else OneLook(),
        lines=OpenLines(options.slope, options.free, options.base, 0, 0)
        if options.slope
        else EveryLine(),
        skipping=Skipping() if options.skip else Shortening(),
        scout=Scout(),
        table=table_of(options),
        samples=NoSamples(),
        ranges=new_ranges(RANGE_TABLE_BITS) if options.ranges else NoRanges(),
        memory=new_memory(),
        floor=options.base,
        wide=options.wide,
        cheap=options.base + options.cheap,
        workspace=new_workspace(),
    )


def pace_of(options: InterestOptions) -> Pace:
    """How limits grow: by half of the base, a ply at the least cost, unless told otherwise."""
    half = max(1, options.base // 2)
    step = max(1, round(options.step * COST_UNIT)) if options.step else half
    return Pace(step, half, options.base)
