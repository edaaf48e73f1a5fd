"""The variants of interest search by name: what moves cost, who pays, where lines end."""

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from players import option_types
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
    MOVES_PART,
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
    """The options of interest; see docs/players.md for their units."""

    limit: Annotated[
        float | None,
        "How far it looks: what each side may spend on a line; 2 if there is no other limit",
    ] = None
    nodes: option_types.Nodes = None
    seconds: option_types.Seconds = None
    evaluator: option_types.EvaluatorName = "bill"
    costs: Annotated[
        Literal["learned", "handset", "order", "flat"],
        "What moves cost: as learned, set by hand, by their order, or all the same (flat)",
    ] = "learned"
    base: Annotated[int, "What every move costs at least, in thousandths"] = BASE
    scale: Annotated[int, "How much more unlikely moves cost than likely ones, in percent"] = SCALE
    tally: Annotated[
        Literal["two", "single"],
        "Whether each side has its own budget, or both have a single one",
    ] = "two"
    charged: Annotated[
        int, "How much of what the moves tried before have cost counts at a move, in percent"
    ] = 0
    inherited: Annotated[
        int, "How much of what the moves tried before have cost counts below it, in percent"
    ] = 0
    end: Annotated[
        Literal["one", "either"], "Whether lines end with one side to move, or with either"
    ] = "one"
    second: Annotated[
        int, "What a second look at a move that seems the best must gain; 0 for no second look"
    ] = 0
    skip: Annotated[
        bool, "Leaves out moves that the budget does not pay for; else they only end their lines"
    ] = False
    slope: Annotated[
        int, "What a line costs for every disc that it is away from the score expected"
    ] = SLOPE
    free: Annotated[
        int, "How far away from that score a line may be at no cost, in hundredths of a disc"
    ] = FREE
    cheap: Annotated[
        int, "With less than this left to spend positions are not judged, which saves time"
    ] = CHEAPER
    wide: Annotated[int, "So many moves ahead it looks at everything, whatever it costs"] = 1
    table: option_types.TableBits = 18
    leave_out: Annotated[str | None, "A part of the costs to do without, for experiments"] = None
    weights: Annotated[str | None, "A file of learned costs in place of the shipped one"] = None
    step: Annotated[float | None, "By how much the limit grows from one look to the next"] = None
    ranges: option_types.Ranges = False
    tags: Annotated[
        bool, "Whether its memory knows how much was left to spend where a value was found"
    ] = True
    solve: option_types.Solve = None
    wld: option_types.Wld = 0


def weights_of(options: InterestOptions) -> np.ndarray:
    """The weights that the options ask for; ValueError for an unknown term or a bad file."""
    left_out = (options.leave_out,) if options.leave_out not in (None, MOVES_PART) else ()
    if options.costs == "handset":
        return without(hand_set(), left_out)
    path = Path(options.weights) if options.weights else None
    if not left_out:
        return learned("othello", path, options.evaluator)
    return without(learned(refitted(*left_out), path, options.evaluator), left_out)


def costs_of(options: InterestOptions) -> Any:
    """What moves cost under these options."""
    counted = options.leave_out != MOVES_PART
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
