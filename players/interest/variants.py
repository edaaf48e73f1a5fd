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
from players.interest.table import NoBudgetTable, new_budget_table
from players.models.untagged import new_untagged_budget_table
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


class Variant(NamedTuple):
    """How a player searches, apart from evaluator and limits, by name."""

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
    ranges: bool = False
    tags: bool = True


def weights_of(variant: Variant) -> np.ndarray:
    """The weights of a variant; ValueError, in one line, for an unknown term or a bad file."""
    left_out = (variant.leave_out,) if variant.leave_out not in (None, MOVES) else ()
    if variant.costs == "handset":
        return without(hand_set(), left_out)
    path = Path(variant.weights) if variant.weights else None
    if not left_out:
        return learned("othello", path)
    return without(learned(refitted(*left_out), path), left_out)


def costs_of(variant: Variant) -> Any:
    """What moves cost in a variant."""
    counted = variant.leave_out != MOVES
    if variant.costs == "handset":
        return HandSetCosts(INTEREST_UNIT, LEAST_INTEREST, HAND_SET_MOVES * counted)
    if variant.costs == "order":
        return OrderCosts(variant.base)
    scale = 0 if variant.costs == "flat" else variant.scale
    return LearnedCosts(variant.base, scale, int(counted))


def table_of(variant: Variant) -> Any:
    """An empty table; ValueError if there is none and still it shall not know budgets."""
    if variant.table:
        return (new_budget_table if variant.tags else new_untagged_budget_table)(variant.table)
    if not variant.tags:
        raise ValueError("tags=false needs a table, such as table=18")
    return NoBudgetTable()


def new_interest_search(evaluator: Any, terms: Any, variant: Variant) -> InterestSearch:
    """A search with an evaluator and terms under a variant."""
    return InterestSearch(
        evaluator,
        terms,
        costs_of(variant),
        tally=TwoTallies() if variant.tally == "two" else SingleTally(),
        siblings=Siblings(variant.charged, variant.inherited),
        horizon=OneSide(0) if variant.end == "one" else EitherSide(),
        second=SecondLook(variant.second) if variant.second else OneLook(),
        lines=OpenLines(variant.slope, variant.free, variant.base, 0, 0)
        if variant.slope
        else EveryLine(),
        skipping=Skipping() if variant.skip else Shortening(),
        scout=Scout(),
        table=table_of(variant),
        samples=NoSamples(),
        ranges=new_ranges(RANGE_TABLE_BITS) if variant.ranges else NoRanges(),
        memory=new_memory(),
        floor=variant.base,
        wide=variant.wide,
        cheap=variant.base + variant.cheap,
        workspace=new_workspace(),
    )


def pace_of(variant: Variant, step: float | None) -> Pace:
    """How limits grow: by half of the base, a ply at the least cost, unless told otherwise."""
    half = max(1, variant.base // 2)
    return Pace(max(1, round(step * COST_UNIT)) if step else half, half, variant.base)
